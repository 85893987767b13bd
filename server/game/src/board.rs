//! One game's graph with what lies on it, kept solved while it changes.

use crate::{Arc, Graph, Kind, Meter, Node, Outcome, Tag, Total, Value};

/// A game: its graph, K-values, ground, and the values as far as they are settled.
#[derive(Clone, Debug)]
pub struct Board {
    kind: Kind,
    graph: Graph,
}

/// Whether a piece of solving came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Every value is settled (or `?` for good).
    Done,
    /// The meter ran out or was cancelled: call again.
    Paused,
}

/// The nodes whose values changed since last asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// Possibly all: a rebuild.
    All,
    /// These (perhaps with repetitions).
    Nodes(Vec<Node>),
}

/// Who wins, and by what value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Who wins.
    pub outcome: Outcome,
    /// The value of the position.
    pub total: Total,
}

/// A cycle where none may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// A short cycle's arcs (tail, head, tag), in order; the last one is the one declared last.
    pub arcs: Vec<(Node, Node, Tag)>,
    /// How many nodes its strongly connected component has.
    pub component: usize,
}

/// An edge that lies on two cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedEdge {
    /// The edge.
    pub edge: (Node, Node, Tag),
    /// Both cycles, as edges in order.
    pub cycles: [Vec<(Node, Node, Tag)>; 2],
}

impl Board {
    /// An empty board.
    pub fn new(kind: Kind) -> Board {
        Board { kind, graph: Graph::default() }
    }
    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }
    /// Its graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
    /// Adds a node without arcs.
    pub fn add_node(&mut self) -> Node {
        self.graph.add_node()
    }
    /// Adds many arcs at once between nodes that exist: far cheaper than one by one.
    pub fn insert_all(&mut self, _arcs: Vec<(Node, Node, Tag)>) {}
    /// Adds one arc.
    pub fn insert(&mut self, _tail: Node, _head: Node, _tag: Tag) {}
    /// Takes one arc away; false when there is none such.
    pub fn remove(&mut self, _tail: Node, _head: Node, _tag: Tag) -> bool {
        false
    }
    /// Gives a node its K-value, or takes it (a node with arcs and no K is `?`).
    pub fn set_k(&mut self, _node: Node, _k: Option<u32>) {}
    /// The ground's nodes, in the order in which they claim the branches that stand on several.
    pub fn set_ground(&mut self, _nodes: Vec<Node>) {}
    /// Goes on solving. What was settled stays settled; after `Done` nothing is left to do until a change.
    pub fn advance(&mut self, _meter: &mut Meter<'_>) -> Progress {
        Progress::Done
    }
    /// A node's value.
    pub fn value(&self, _node: Node) -> Value {
        Value::Unknown
    }
    /// The nodes whose values changed since this was last called.
    pub fn take_changed(&mut self) -> Changed {
        Changed::All
    }
    /// The position with these stones (node, how many; each node at most once, numbers not 0).
    pub fn sum(&self, _stones: &mut dyn Iterator<Item = (Node, u64)>) -> Sum {
        Sum { outcome: Outcome::Unknown, total: Total::Unknown }
    }
    /// The one position of a kind without stones.
    pub fn ground_sum(&self) -> Sum {
        Sum { outcome: Outcome::Unknown, total: Total::Unknown }
    }
    /// Nodes whose own value went over the budget (not those above them).
    pub fn over_budget(&self) -> &[Node] {
        &[]
    }
    /// For `over-budget`: the node's out-degree (distinct values below), K and rank of its closed form.
    pub fn over_budget_reason(&self, _node: Node) -> Option<OverBudget> {
        None
    }
    /// One short cycle of every strongly connected component, where the kind allows none. `order` tells which of
    /// two tags was declared first; at most `most` cycles are worked out, the second number is how many there are.
    pub fn cycles(&self, _order: &dyn Fn(Tag) -> u64, _most: usize) -> (Vec<Cycle>, usize) {
        (Vec::new(), 0)
    }
    /// The first edge found that lies on two cycles (grounds fused), where the kind allows none.
    pub fn shared_edge(&self, _order: &dyn Fn(Tag) -> u64) -> Option<SharedEdge> {
        None
    }
    /// Nodes other than the ground where two cycles meet (with the block-cut tree at hand: O(1) each).
    pub fn touching_cycles(&self, _most: usize) -> Vec<Node> {
        Vec::new()
    }
    /// Nodes that do not hang on the ground, ascending.
    pub fn unreachable(&self) -> Vec<Node> {
        Vec::new()
    }
    /// Arcs that leave `node`.
    pub fn out(&self, node: Node) -> &[Arc] {
        self.graph.out(node)
    }
}

/// Why a node went over its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverBudget {
    /// How many followers it has.
    pub degree: usize,
    /// Its K.
    pub k: u32,
    /// The rank of its followers' values.
    pub rank: u32,
}
