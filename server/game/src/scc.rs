//! Strongly connected components: Tarjan (1972) with one number a node, as in Pearce, "A space-efficient
//! algorithm for finding strongly connected components" (2016).

use std::ops::Range;

use crate::{Graph, Node, Tag};

/// The components, each after those that it leads to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Components {
    nodes: Vec<Node>,
    /// Where each one's nodes end.
    ends: Vec<u32>,
}

impl Components {
    /// The nodes of each.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Node]> {
        (0..self.ends.len()).filter_map(|component| Some(self.nodes(self.span(component)?)))
    }
    /// Where one's nodes stand among those of all.
    pub(crate) fn span(&self, component: usize) -> Option<Range<usize>> {
        let &end = self.ends.get(component)?;
        let start = component.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        Some(start..end as usize)
    }
    /// The nodes of a span.
    pub(crate) fn nodes(&self, span: Range<usize>) -> &[Node] {
        &self.nodes[span]
    }
}

/// A node entered and not yet left.
#[derive(Clone, Debug)]
struct Frame {
    node: Node,
    next: u32,
    /// Its number when it was entered.
    own: u32,
}

/// The number of a node not yet met.
const UNMET: u32 = 0;
/// The number of a node whose component is complete.
const LEFT: u32 = u32::MAX;

/// A search that can be laid down after any step. It does not outlive a change of the graph.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    /// By node: the least number known to be reached.
    reached: Vec<u32>,
    frames: Vec<Frame>,
    /// Left, in components that are not complete.
    open: Vec<Node>,
    number: u32,
    found: Components,
}

impl Search {
    /// One of a graph with `count` nodes.
    pub(crate) fn new(count: usize) -> Search {
        Search {
            reached: vec![UNMET; count],
            frames: Vec::new(),
            open: Vec::new(),
            number: 0,
            found: Components::default(),
        }
    }

    /// What was found; the search is at its end.
    pub(crate) fn take(&mut self) -> Components {
        std::mem::take(&mut self.found)
    }

    /// How many nodes are in complete components.
    pub(crate) fn done(&self) -> usize {
        self.found.nodes.len()
    }

    /// Looks at what `root` leads to, by arcs of `wanted` tags and nodes that `keep` keeps. `spend` is told of the arcs
    /// looked at; where it says no, this says false, and goes on when it is called again with the same root.
    pub(crate) fn look(
        &mut self,
        graph: &Graph,
        root: Node,
        keep: impl Fn(Node) -> bool,
        wanted: impl Fn(Tag) -> bool,
        mut spend: impl FnMut(u64) -> bool,
    ) -> bool {
        if self.frames.is_empty() && self.reached[root.index()] == UNMET && keep(root) {
            self.enter(root);
        }
        while let Some(frame) = self.frames.last_mut() {
            let node = frame.node;
            let before = frame.next;
            let mut entered = None;
            while let Some(arc) = graph.out(node).get(frame.next as usize) {
                frame.next += 1;
                if !wanted(arc.tag) {
                    continue;
                }
                let other = self.reached[arc.node.index()];
                if other != UNMET {
                    let least = &mut self.reached[node.index()];
                    *least = (*least).min(other);
                } else if keep(arc.node) {
                    entered = Some(arc.node);
                    break;
                }
            }
            let steps = u64::from(frame.next - before) + 1;
            match entered {
                Some(next) => self.enter(next),
                None => self.leave(),
            }
            if !spend(steps) {
                return false;
            }
        }
        true
    }

    fn enter(&mut self, node: Node) {
        self.number += 1;
        self.reached[node.index()] = self.number;
        self.frames.push(Frame { node, next: 0, own: self.number });
    }

    fn leave(&mut self) {
        let Some(Frame { node, own, .. }) = self.frames.pop() else { return };
        let least = self.reached[node.index()];
        if let Some(above) = self.frames.last() {
            let above = &mut self.reached[above.node.index()];
            *above = (*above).min(least);
        }
        self.open.push(node);
        if least == own {
            // What was left since this node was entered and is still open: its component.
            while let Some(&member) = self.open.last().filter(|member| self.reached[member.index()] >= own) {
                self.open.pop();
                self.reached[member.index()] = LEFT;
                self.found.nodes.push(member);
            }
            self.found.ends.push(self.found.nodes.len() as u32);
        }
    }
}

/// The components among the nodes that `keep` keeps and that `roots` lead to, by arcs of `wanted` tags. `spend` is
/// told of the arcs looked at; `None` when it says no. O(nodes + arcs), no recursion.
pub(crate) fn components(
    graph: &Graph,
    mut roots: impl Iterator<Item = Node>,
    keep: impl Fn(Node) -> bool,
    wanted: impl Fn(Tag) -> bool,
    mut spend: impl FnMut(u64) -> bool,
) -> Option<Components> {
    let mut search = Search::new(graph.node_count());
    roots.all(|root| search.look(graph, root, &keep, &wanted, &mut spend)).then(|| search.take())
}
