//! Kinds without cycles: each node's value follows from those of its followers, in topological order.

use std::fmt::Debug;

use crate::closing::{Closing, Placed};
use crate::cycle;
use crate::meter::Pace;
use crate::order::Order;
use crate::solver::{Changes, PENDING, Setup, Solver};
use crate::{ArcOrder, Changed, Cycle, Meter, Node, OverBudget, Progress, Sum, Tag, Value};

/// On or above a cycle, or without the K it needs: no stone may lie there.
pub(crate) const BROKEN: u32 = u32::MAX;
/// Over the budget, or above such a node: an even number of stones cancels there.
pub(crate) const UNSETTLED: u32 = u32::MAX - 1;

/// How a kind values a node by its followers. A value is a code of 32 bits below [`PENDING`].
pub(crate) trait NodeRule: Clone + Debug + Default + Send + Sync + 'static {
    /// The code of a node none of whose followers is broken, and the steps that it cost; `None` where it pauses, with
    /// its steps taken from the meter.
    fn code(&mut self, setup: &Setup, node: Node, codes: &[u32], meter: &mut Meter<'_>)
    -> Option<(u32, u64)>;
    /// Whether a node of code `above` must be looked at when a follower's code changes from `old` to `new`.
    /// Neither is broken or pending, nor is `above`.
    fn concerns(old: u32, new: u32, above: u32) -> bool;
    /// What a code below [`PENDING`] stands for.
    fn value(&self, code: u32) -> Value;
    /// The position with these stones.
    fn sum(&self, codes: &[u32], stones: &mut dyn Iterator<Item = (Node, u64)>) -> Sum;
    /// Called before a run of [`NodeRule::code`]; true when every node must be looked at again.
    fn begin(&mut self, _meter: &Meter<'_>) -> bool {
        false
    }
    /// Called after it, when it is over or pauses.
    fn end(&mut self, _progress: Progress) {}
    /// A node that is broken has no code of its own.
    fn broken(&mut self, _node: Node) {}
    /// See [`crate::Board::over_budget`].
    fn over_budget(&self) -> &[Node] {
        &[]
    }
    /// See [`crate::Board::over_budget_reason`].
    fn over_budget_reason(&self, _node: Node) -> Option<OverBudget> {
        None
    }
}

/// The incremental engine. Nodes whose value may be another are marked dirty; a sweep in topological order
/// computes them anew and marks the predecessors of those that changed. It can stop anywhere: what it passed is
/// final until the next edit, and edits only add marks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ordered<R> {
    order: Order,
    codes: Vec<u32>,
    changes: Changes,
    rule: R,
}

impl<R: NodeRule> Ordered<R> {
    /// The code of one node; `None` where it pauses.
    fn code(&mut self, setup: &Setup, node: Node, meter: &mut Meter<'_>) -> Option<(u32, u64)> {
        let out = setup.graph.out(node);
        let broken = out.iter().any(|arc| self.codes[arc.node.index()] == BROKEN)
            || !self.order.bad().is_empty() && out.iter().any(|arc| self.order.is_bad(node, arc.node));
        if broken {
            self.rule.broken(node);
            return Some((BROKEN, out.len() as u64));
        }
        self.rule.code(setup, node, &self.codes, meter)
    }

    /// Marks the predecessors that a change of `node`, at `position`, concerns. Returns the steps.
    fn pass_on(&mut self, setup: &Setup, node: Node, position: usize, old: u32, new: u32) -> u64 {
        let graph = &setup.graph;
        let into = graph.into(node);
        for arc in into {
            let above = self.codes[arc.node.index()];
            let concerns = if old == BROKEN || new == BROKEN || old == PENDING || above == PENDING {
                true
            } else {
                above != BROKEN && R::concerns(old, new, above)
            };
            if concerns {
                self.order.touch_above(arc.node, position);
            }
        }
        into.len() as u64
    }

    fn sweep(&mut self, setup: &Setup, meter: &mut Meter<'_>, pace: &mut Pace) -> Progress {
        // When all above is dirty anyway (a first solve) there is no need to mark it.
        let all = self.order.all_above();
        while let Some((node, position)) = self.order.next() {
            let Some((new, mut steps)) = self.code(setup, node, meter) else { return Progress::Paused };
            self.order.done(position);
            let old = std::mem::replace(&mut self.codes[node.index()], new);
            if new != old {
                self.changes.note(node, self.codes.len());
                if !all {
                    steps += self.pass_on(setup, node, position, old, new);
                }
            }
            if !pace.spend(meter, steps + 1) {
                return Progress::Paused;
            }
        }
        self.order.rest();
        Progress::Done
    }
}

impl<R: NodeRule> Solver for Ordered<R> {
    fn copy(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }
    fn node_added(&mut self, _setup: &Setup, node: Node) {
        self.codes.push(PENDING);
        self.order.node_added(node);
    }
    fn inserted(&mut self, setup: &Setup, tail: Node, head: Node) {
        self.order.inserted(&setup.graph, tail, head);
    }
    fn removed(&mut self, setup: &Setup, arcs: &[(Node, Node, Tag)]) {
        self.order.removed(&setup.graph, arcs);
    }
    fn rebuilt(&mut self, _setup: &Setup, tails: &mut dyn Iterator<Item = Node>) {
        self.order.rebuilt(tails);
    }
    fn k_changed(&mut self, _setup: &Setup, node: Node) {
        self.order.touch(node);
    }
    fn advance(&mut self, setup: &Setup, meter: &mut Meter<'_>) -> Progress {
        if self.rule.begin(meter) {
            self.order.rebuilt(&mut setup.graph.nodes());
        }
        let mut pace = Pace::default();
        if !self.order.refresh(&setup.graph, meter, &mut pace) {
            return Progress::Paused;
        }
        let progress = self.sweep(setup, meter, &mut pace);
        self.rule.end(progress);
        progress
    }
    fn settled(&self) -> bool {
        self.order.settled()
    }
    fn left(&self, _setup: &Setup) -> usize {
        self.order.left()
    }
    fn value(&self, node: Node) -> Value {
        let code = self.codes[node.index()];
        if code >= PENDING { Value::Unknown } else { self.rule.value(code) }
    }
    fn take_changed(&mut self) -> Changed {
        self.changes.take()
    }
    fn sum(&self, stones: &mut dyn Iterator<Item = (Node, u64)>) -> Sum {
        self.rule.sum(&self.codes, stones)
    }
    fn over_budget(&self) -> &[Node] {
        self.rule.over_budget()
    }
    fn over_budget_reason(&self, node: Node) -> Option<OverBudget> {
        self.rule.over_budget_reason(node)
    }
    fn take_cycles_changed(&mut self) -> bool {
        self.order.take_cycles_changed()
    }
    /// A cycle leads through the head of some bad arc, between the positions of all of these, and, settled, through
    /// broken nodes only.
    fn cycles(
        &self,
        setup: &Setup,
        order: &ArcOrder<'_>,
        wanted: &dyn Fn(Tag) -> bool,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Option<Vec<Cycle>> {
        let graph = &setup.graph;
        if self.order.is_stale() {
            return cycle::witnesses(graph, graph.nodes(), |_| true, order, wanted, most, meter);
        }
        let bad = self.order.bad();
        if bad.is_empty() {
            return Some(Vec::new());
        }
        if !Pace::default().spend(meter, bad.len() as u64) {
            return None;
        }
        let (low, high) = self.order.span_of_bad();
        let settled = self.settled();
        let keep = |node: Node| {
            let position = self.order.position(node);
            low <= position && position <= high && (!settled || self.codes[node.index()] == BROKEN)
        };
        cycle::witnesses(graph, bad.iter().map(|&(_, head)| Node(head)), keep, order, wanted, most, meter)
    }
    fn cycles_at_once(
        &self,
        setup: &Setup,
        known: &[Cycle],
        order: &ArcOrder<'_>,
        wanted: &dyn Fn(Tag) -> bool,
        meter: &mut Meter<'_>,
    ) -> Option<Vec<Cycle>> {
        if self.order.is_stale() {
            return None;
        }
        let position = |node: Node| self.order.position(node);
        let closing = self.order.bad().iter().map(|&(tail, head)| {
            let (tail, head) = (Node(tail), Node(head));
            Closing { low: position(tail), high: position(head), tail, head }
        });
        Placed { graph: &setup.graph, position, order, wanted }.cycles(known, closing, meter)
    }
}
