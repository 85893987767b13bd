//! What a kind of game does behind a [`Board`](crate::Board).

use std::fmt::Debug;

use crate::{
    ArcOrder, Changed, Cycle, Graph, Meter, Node, Outcome, OverBudget, Progress, SharedEdge, Sum, Tag, Total,
    Value,
};

/// What lies on a board, apart from its values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    pub(crate) graph: Graph,
    /// K-values by node, [`NO_K`] where there is none; shorter than the nodes when the last have none.
    pub(crate) k: Vec<u32>,
    /// The ground's nodes, each once, in the order in which they claim branches.
    pub(crate) ground: Vec<Node>,
}

/// No K-value.
pub(crate) const NO_K: u32 = u32::MAX;

impl Setup {
    pub(crate) fn k(&self, node: Node) -> Option<u32> {
        self.k.get(node.index()).copied().filter(|&k| k != NO_K)
    }
}

/// A kind's state and its way to solve. It is told of every change after the board has made it.
pub(crate) trait Solver: Debug + Send + Sync {
    /// A copy of its own.
    fn copy(&self) -> Box<dyn Solver>;
    /// A node without arcs was added.
    fn node_added(&mut self, setup: &Setup, node: Node);
    /// One arc was added.
    fn inserted(&mut self, setup: &Setup, tail: Node, head: Node);
    /// These arcs were taken away.
    fn removed(&mut self, setup: &Setup, arcs: &[(Node, Node, Tag)]);
    /// Many arcs were added or taken away; `tails` are the nodes that they leave.
    fn rebuilt(&mut self, setup: &Setup, tails: &mut dyn Iterator<Item = Node>);
    /// A node's K-value is another.
    fn k_changed(&mut self, _setup: &Setup, _node: Node) {}
    /// The ground is another.
    fn ground_changed(&mut self, _setup: &Setup) {}

    /// Goes on solving.
    fn advance(&mut self, setup: &Setup, meter: &mut Meter<'_>) -> Progress;
    /// Whether nothing is left to do.
    fn settled(&self) -> bool;
    /// How often nodes may still have to be looked at, at most.
    fn left(&self, setup: &Setup) -> usize {
        if self.settled() { 0 } else { setup.graph.node_count() }
    }
    /// A node's value, perhaps from before the last changes when not settled.
    fn value(&self, node: Node) -> Value;
    /// The nodes whose values changed since last asked.
    fn take_changed(&mut self) -> Changed;

    /// The position with these stones.
    fn sum(&self, _stones: &mut dyn Iterator<Item = (Node, u64)>) -> Sum {
        UNKNOWN_SUM
    }
    /// The position on the ground.
    fn ground_sum(&self, _setup: &Setup) -> Sum {
        UNKNOWN_SUM
    }
    /// See [`Board::counter`](crate::Board::counter).
    fn counter(&self, _node: Node) -> Option<u32> {
        None
    }
    /// See [`Board::over_budget`](crate::Board::over_budget).
    fn over_budget(&self) -> &[Node] {
        &[]
    }
    /// See [`Board::over_budget_reason`](crate::Board::over_budget_reason).
    fn over_budget_reason(&self, _node: Node) -> Option<OverBudget> {
        None
    }
    /// See [`Board::take_cycles_changed`](crate::Board::take_cycles_changed).
    fn take_cycles_changed(&mut self) -> bool {
        false
    }
    /// See [`Board::cycles`](crate::Board::cycles).
    fn cycles(
        &self,
        _setup: &Setup,
        _order: &ArcOrder<'_>,
        _wanted: &dyn Fn(Tag) -> bool,
        _most: usize,
        _meter: &mut Meter<'_>,
    ) -> Option<Vec<Cycle>> {
        Some(Vec::new())
    }
    /// See [`Board::cycles_at_once`](crate::Board::cycles_at_once).
    fn cycles_at_once(
        &self,
        _setup: &Setup,
        _known: &[Cycle],
        _order: &ArcOrder<'_>,
        _wanted: &dyn Fn(Tag) -> bool,
        _meter: &mut Meter<'_>,
    ) -> Option<Vec<Cycle>> {
        Some(Vec::new())
    }
    /// See [`Board::shared_edge`](crate::Board::shared_edge).
    fn shared_edge(
        &self,
        _setup: &Setup,
        _order: &ArcOrder<'_>,
        _wanted: &dyn Fn(Tag) -> bool,
        _meter: &mut Meter<'_>,
    ) -> Option<Option<SharedEdge>> {
        Some(None)
    }
    /// See [`Board::touching_cycles`](crate::Board::touching_cycles).
    fn touching_cycles(&self) -> Vec<Node> {
        Vec::new()
    }
    /// See [`Board::unreachable`](crate::Board::unreachable).
    fn unreachable(&self, _setup: &Setup) -> Vec<Node> {
        Vec::new()
    }
}

impl Clone for Box<dyn Solver> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

/// Instead of the code of a node's value: it was never looked at.
pub(crate) const PENDING: u32 = u32::MAX - 2;

/// A position that is not settled.
pub(crate) const UNKNOWN_SUM: Sum = Sum { outcome: Outcome::Unknown, total: Total::Unknown };

/// The sum of nimbers below 2^64: the first player wins unless it is 0 (Sprague 1935, Grundy 1939).
pub(crate) fn nimber_sum(low: u64) -> Sum {
    let outcome = if low == 0 { Outcome::Second } else { Outcome::First };
    Sum { outcome, total: Total::Nimber { powers: Vec::new(), low } }
}

/// Collects the nodes whose values changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    all: bool,
    nodes: Vec<Node>,
}

impl Changes {
    /// Notes a node of a graph with `count`. A list as long as the graph says no more than "all".
    pub(crate) fn note(&mut self, node: Node, count: usize) {
        if self.all {
            return;
        }
        if self.nodes.len() > count / 2 + 16 {
            self.all = true;
            self.nodes = Vec::new();
        } else {
            self.nodes.push(node);
        }
    }
    /// What was noted since the last time.
    pub(crate) fn take(&mut self) -> Changed {
        let nodes = std::mem::take(&mut self.nodes);
        if std::mem::take(&mut self.all) { Changed::All } else { Changed::Nodes(nodes) }
    }
}
