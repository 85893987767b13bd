//! A directed multigraph on flat pools, built in bulk and changed arc by arc.

/// A node of one graph. Only its graph mints them, so that they may index what the graph's size bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(pub(crate) u32);

/// Where an arc was declared: an opaque mark that whoever builds the graph understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tag(pub u32);

/// One end of an arc, seen from the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc {
    /// The node at the other end.
    pub node: Node,
    /// Where it was declared.
    pub tag: Tag,
}

/// Nodes and arcs; a pair of nodes may have several arcs. Undirected kinds store each edge once, as an arc.
#[derive(Clone, Debug, Default)]
pub struct Graph {}

impl Node {
    /// Its number: nodes are numbered from 0 in the order in which they were added.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Graph {
    /// Adds a node without arcs.
    pub fn add_node(&mut self) -> Node {
        Node(0)
    }
    /// The node of that number, if the graph has it.
    pub fn node(&self, _index: usize) -> Option<Node> {
        None
    }
    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        0
    }
    /// How many arcs there are, each as often as it was declared.
    pub fn arc_count(&self) -> usize {
        0
    }
    /// Arcs that leave `node`.
    pub fn out(&self, _node: Node) -> &[Arc] {
        &[]
    }
    /// Arcs that enter `node`, each seen from its head: `node` of the [`Arc`] is the tail.
    pub fn into(&self, _node: Node) -> &[Arc] {
        &[]
    }
}
