//! One game's graph with what lies on it, kept solved while it changes.

use std::cmp::Ordering;

use crate::solver::{NO_K, Setup, Solver, UNKNOWN_SUM};
use crate::{Arc, Graph, Kind, Meter, Node, Outcome, Tag, Total, Value};

/// A game: its graph, K-values, ground, and the values as far as they are settled.
#[derive(Clone, Debug)]
pub struct Board {
    kind: Kind,
    setup: Setup,
    solver: Box<dyn Solver>,
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

/// The order in which arcs were declared. It depends on the text alone, which the numbers of nodes do not.
pub trait Declared {
    /// Where an arc (tail, head, tag) stands among all of them, as far as a number can say it.
    fn place(&self, tail: Node, head: Node, tag: Tag) -> u128;
    /// Which of two nodes comes first: asked of arcs whose places are the same.
    fn nodes(&self, one: Node, other: Node) -> Ordering;
}

/// For graphs without a text: what has no place of its own stands by its nodes' numbers.
impl<F: Fn(Node, Node, Tag) -> u128> Declared for F {
    fn place(&self, tail: Node, head: Node, tag: Tag) -> u128 {
        self(tail, head, tag)
    }
    fn nodes(&self, one: Node, other: Node) -> Ordering {
        one.cmp(&other)
    }
}

/// See [`Declared`].
pub type ArcOrder<'a> = dyn Declared + 'a;

/// A cycle where none may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// A short cycle's arcs (tail, head, tag), in order; the last one is the one declared last.
    pub arcs: Vec<(Node, Node, Tag)>,
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
        Board { kind, setup: Setup::default(), solver: (kind.solver)() }
    }
    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }
    /// Its graph.
    pub fn graph(&self) -> &Graph {
        &self.setup.graph
    }
    /// Arcs that leave `node`.
    pub fn out(&self, node: Node) -> &[Arc] {
        self.setup.graph.out(node)
    }
    /// Adds a node without arcs.
    pub fn add_node(&mut self) -> Node {
        let node = self.setup.graph.add_node();
        self.solver.node_added(&self.setup, node);
        node
    }
    /// Adds many arcs at once between nodes that exist: far cheaper than one by one. They are gone through several times.
    pub fn insert_all(&mut self, arcs: impl Iterator<Item = (Node, Node, Tag)> + Clone) {
        let few = self.setup.graph.arc_count() / BULK;
        if arcs.clone().nth(few).is_none() {
            for (tail, head, tag) in arcs {
                self.insert(tail, head, tag);
            }
            return;
        }
        self.setup.graph.insert_all(arcs);
        self.solver.rebuilt(&self.setup, &mut self.setup.graph.nodes());
    }
    /// Adds one arc.
    pub fn insert(&mut self, tail: Node, head: Node, tag: Tag) {
        self.setup.graph.insert(tail, head, tag);
        self.solver.inserted(&self.setup, tail, head);
    }
    /// Takes one arc away; false when there is none such.
    pub fn remove(&mut self, tail: Node, head: Node, tag: Tag) -> bool {
        let found = self.setup.graph.remove(tail, head, tag);
        if found {
            self.solver.removed(&self.setup, &[(tail, head, tag)]);
        }
        found
    }
    /// Takes many arcs away, each as often as it is named; returns how many there were. The way to take away
    /// the arcs of a hub, where one by one costs the square of its degree.
    pub fn remove_all(&mut self, arcs: &[(Node, Node, Tag)]) -> usize {
        if let &[(tail, head, tag)] = arcs {
            return usize::from(self.remove(tail, head, tag));
        }
        let gone = self.setup.graph.remove_all(arcs);
        if gone.len() <= self.setup.graph.arc_count() / BULK {
            self.solver.removed(&self.setup, &gone);
        } else {
            self.solver.rebuilt(&self.setup, &mut gone.iter().map(|arc| arc.0));
        }
        gone.len()
    }
    /// Gives a node its K-value, or takes it (a node with arcs and no K is `?`).
    pub fn set_k(&mut self, node: Node, k: Option<u32>) {
        if self.setup.k(node) == k {
            return;
        }
        if self.setup.k.len() <= node.index() {
            self.setup.k.resize(self.setup.graph.node_count(), NO_K);
        }
        self.setup.k[node.index()] = k.unwrap_or(NO_K);
        self.solver.k_changed(&self.setup, node);
    }
    /// A node's K-value.
    pub fn k(&self, node: Node) -> Option<u32> {
        self.setup.k(node)
    }
    /// The ground's nodes, in the order in which they claim the branches that stand on several.
    pub fn set_ground(&mut self, nodes: Vec<Node>) {
        let mut seen = std::collections::HashSet::new();
        let nodes: Vec<Node> = nodes.into_iter().filter(|node| seen.insert(*node)).collect();
        if nodes != self.setup.ground {
            self.setup.ground = nodes;
            self.solver.ground_changed(&self.setup);
        }
    }
    /// The ground's nodes, each once.
    pub fn ground(&self) -> &[Node] {
        &self.setup.ground
    }
    /// Goes on solving. It can stop after any few thousand steps and goes on from there. A change of the board in
    /// between costs `dag`, `addsub` and `nim` no value that is settled and not above it; while they put the nodes in
    /// order, which comes first where much has changed, it costs what was done of that unless it is at nodes that were
    /// not come to yet. It costs the other kinds the search at hand. After `Done` nothing is left to do until a change.
    pub fn advance(&mut self, meter: &mut Meter<'_>) -> Progress {
        self.solver.advance(&self.setup, meter)
    }
    /// Whether every value is settled: nothing has changed since [`Board::advance`] was done.
    pub fn settled(&self) -> bool {
        self.solver.settled()
    }
    /// How often nodes may still have to be looked at, at most. Between changes it only falls, and is 0 when settled.
    pub fn left(&self) -> usize {
        self.solver.left(&self.setup)
    }
    /// A node's value. While the board is not settled it may be the one from before the last changes; a node
    /// that was never solved is [`Value::Unknown`].
    pub fn value(&self, node: Node) -> Value {
        self.solver.value(node)
    }
    /// The nodes whose values changed since this was last called.
    pub fn take_changed(&mut self) -> Changed {
        self.solver.take_changed()
    }
    /// The position with these stones (node, how many; each node at most once, numbers not 0). Unknown
    /// while the board is not settled.
    pub fn sum(&self, stones: &mut dyn Iterator<Item = (Node, u64)>) -> Sum {
        if self.settled() { self.solver.sum(stones) } else { UNKNOWN_SUM }
    }
    /// The one position of a kind without stones. Unknown while the board is not settled.
    pub fn ground_sum(&self) -> Sum {
        if self.settled() { self.solver.ground_sum(&self.setup) } else { UNKNOWN_SUM }
    }
    /// In `loopy`: when a node got its finite value. Of the moves that win, the one to the position with the least
    /// sum of these makes progress: it falls with every turn, so that the game ends.
    pub fn counter(&self, node: Node) -> Option<u32> {
        self.solver.counter(node)
    }
    /// Nodes whose own value went over the budget (not those above them), ascending.
    pub fn over_budget(&self) -> &[Node] {
        self.solver.over_budget()
    }
    /// For `over-budget`: the node's out-degree (distinct values below), K and rank of its closed form.
    pub fn over_budget_reason(&self, node: Node) -> Option<OverBudget> {
        self.solver.over_budget_reason(node)
    }
    /// Whether [`Board::cycles`], or [`Board::shared_edge`], may be other ones than when this was last asked: where it
    /// says no, they are the same. It looks at the arcs changed and where they stand, never at the graph.
    pub fn take_cycles_changed(&mut self) -> bool {
        self.solver.take_cycles_changed()
    }
    /// One short cycle of every strongly connected component, where the kind allows none; of `most` of them at most,
    /// those first of which an arc was declared first. `order` tells which of two arcs that is.
    /// Arcs of tags that are not `wanted` are passed over as if they were not there.
    /// Depends on the arcs and their order alone, and need not wait for values. O(nodes + arcs log arcs) of those
    /// that stand between the ends of arcs that close a cycle; `None` when the meter is used up, and then it begins
    /// anew.
    pub fn cycles(
        &self,
        order: &ArcOrder<'_>,
        wanted: &dyn Fn(Tag) -> bool,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Option<Vec<Cycle>> {
        self.solver.cycles(&self.setup, order, wanted, most, meter)
    }
    /// What can be said of cycles right behind a change: those of `known` that still stand, and a cycle for every
    /// other place where there are some. True ones, but there may be more, and [`Board::cycles`] may show others of
    /// the same components. It looks at what is near them, not at all that stands between; `None` when the meter is
    /// used up, or when so much changed that nothing is known at once.
    pub fn cycles_at_once(
        &self,
        known: &[Cycle],
        order: &ArcOrder<'_>,
        wanted: &dyn Fn(Tag) -> bool,
        meter: &mut Meter<'_>,
    ) -> Option<Vec<Cycle>> {
        self.solver.cycles_at_once(&self.setup, known, order, wanted, meter)
    }
    /// The first edge found that lies on two cycles (grounds fused), where the kind allows none. Depends on the edges
    /// and their order alone, and need not wait for values. O(edges log edges) of the parts that hold such edges, and
    /// while the board is not settled O(nodes + edges); `None` when the meter is used up, and then it begins anew.
    /// Edges of tags that are not `wanted` are passed over.
    pub fn shared_edge(
        &self,
        order: &ArcOrder<'_>,
        wanted: &dyn Fn(Tag) -> bool,
        meter: &mut Meter<'_>,
    ) -> Option<Option<SharedEdge>> {
        self.solver.shared_edge(&self.setup, order, wanted, meter)
    }
    /// Nodes other than the ground where two cycles meet, ascending.
    pub fn touching_cycles(&self) -> Vec<Node> {
        self.solver.touching_cycles()
    }
    /// Nodes that do not hang on the ground, ascending; none when there is no ground at all.
    pub fn unreachable(&self) -> Vec<Node> {
        self.solver.unreachable(&self.setup)
    }
}

/// Arcs changed at once beyond one in this many are a rebuild, not a sequence of edits.
const BULK: usize = 8;

/// Why a node went over its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverBudget {
    /// How many followers it has.
    pub degree: usize,
    /// Its K.
    pub k: u32,
    /// The rank of its followers' values.
    pub rank: u32,
    /// Its value is 2^64 or more, and not known to be a single power of two: no budget would do.
    pub too_large: bool,
}
