//! The depth-first search, clump by clump from the ground; it can be laid down after any step.

use std::collections::HashMap;

use super::known::{GROUND, Known, PENDING, WAITING};
use crate::bits::Bits;
use crate::meter::Pace;
use crate::solver::{Changes, Setup};
use crate::{Graph, Meter, Node};

/// One search. Any change of the graph ends it.
#[derive(Clone, Debug)]
pub(super) struct Search {
    playable: bool,
    /// Whether what does not hang on the ground is searched too, for edges on two cycles: it has no values.
    thorough: bool,
    stage: Stage,
    /// How far the stage is.
    next: usize,
    nodes: Nodes,
    joins: Joins,
    /// The ground node from which the clump at hand was entered.
    ground: Node,
    stack: Vec<Frame>,
    /// Nodes that were left.
    done: usize,
}

/// What is done one after the other.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The nodes of the clumps are gathered, with their joins to the ground.
    Gather,
    /// What hangs on the ground is searched.
    Hang,
    /// What does not is passed over, or searched.
    Rest,
}

/// What is searched.
#[derive(Clone, Debug)]
enum Nodes {
    /// So many.
    All(usize),
    Some(Vec<Node>),
}

/// The edges by which clumps hang on the ground. The ground node that comes first has what hangs on several.
#[derive(Clone, Debug)]
enum Joins {
    /// All, from one ground node to the next: the edges' place in its lists, the grounds ahead of it, and the sum
    /// of what hangs on it.
    All { edge: usize, ahead: Bits, sum: u32 },
    /// These (ground, node).
    Some(Vec<(Node, Node)>),
}

/// A node entered and not yet left. Its depth is its place on the stack, the first having 1; the ground has 0.
#[derive(Clone, Debug)]
struct Frame {
    node: Node,
    /// How many of its edges were looked at.
    next: u32,
    /// The least depth that edges from here or below reach.
    low: u32,
    /// XOR of the blocks below.
    value: u32,
    /// Of the block that the edge from above lies in, as far as it is below here: its edges mod 2, XOR the
    /// values of its nodes.
    part: u32,
    /// Edges that span the one from above: from here or below to a node above here.
    spans: i32,
    /// The edge from above was met: another one like it is a cycle.
    came: bool,
    /// Two blocks that are cycles, or loops, were met at this node; or one.
    cycles: u8,
}

impl Search {
    /// A search of all clumps.
    pub(super) fn of_all(setup: &Setup, known: &mut Known, thorough: bool) -> Search {
        let count = setup.graph.node_count();
        known.forget(&setup.ground);
        let mut ahead = Bits::with_size(count);
        for node in setup.ground.iter().skip(1) {
            ahead.set(node.index());
        }
        let joins = Joins::All { edge: 0, ahead, sum: 0 };
        Search::new(setup, thorough, Stage::Hang, Nodes::All(count), joins)
    }

    /// A search of the clumps that these nodes are in.
    pub(super) fn of_some(
        setup: &Setup,
        known: &mut Known,
        changes: &mut Changes,
        touched: &[Node],
        thorough: bool,
    ) -> Search {
        let mut nodes = Vec::new();
        for &node in touched {
            gather(node, known, changes, &mut nodes);
        }
        Search::new(setup, thorough, Stage::Gather, Nodes::Some(nodes), Joins::Some(Vec::new()))
    }

    fn new(setup: &Setup, thorough: bool, stage: Stage, nodes: Nodes, joins: Joins) -> Search {
        let playable = super::is_playable(setup);
        let ground = Node(0);
        Search { playable, thorough, stage, next: 0, nodes, joins, ground, stack: Vec::new(), done: 0 }
    }

    /// Goes on; false when the meter wants a pause.
    pub(super) fn run(
        &mut self,
        setup: &Setup,
        known: &mut Known,
        changes: &mut Changes,
        meter: &mut Meter<'_>,
    ) -> bool {
        let mut pace = Pace::default();
        loop {
            let steps = if self.stack.is_empty() {
                match self.step(setup, known, changes) {
                    Some(steps) => steps,
                    None => return true,
                }
            } else {
                self.climb(&setup.graph, known, changes)
            };
            if !pace.spend(meter, steps) {
                return false;
            }
        }
    }

    /// The graph has changed: nodes that wait are to be called again. Whether that are all.
    pub(super) fn give_up(self, known: &mut Known) -> bool {
        let Nodes::Some(nodes) = self.nodes else { return true };
        for node in nodes {
            if known.waits(node) {
                known.dismiss(node);
            }
        }
        false
    }

    /// How many nodes are still to be left, at most, of a graph with `count`.
    pub(super) fn left(&self, count: usize) -> usize {
        match (self.stage, &self.nodes) {
            (Stage::Gather, _) => count,
            (_, Nodes::All(all)) => all - self.done,
            (_, Nodes::Some(nodes)) => nodes.len() - self.done,
        }
    }

    /// What there is to do between two clumps: its steps, or nothing more.
    fn step(&mut self, setup: &Setup, known: &mut Known, changes: &mut Changes) -> Option<u64> {
        match self.stage {
            Stage::Gather => Some(self.gather(setup, known, changes)),
            Stage::Hang => Some(self.hang(setup, known, changes)),
            Stage::Rest => self.rest(known, changes),
        }
    }

    fn begin(&mut self, stage: Stage) -> u64 {
        self.stage = stage;
        self.next = 0;
        1
    }

    /// Gathers the neighbours of one node.
    fn gather(&mut self, setup: &Setup, known: &mut Known, changes: &mut Changes) -> u64 {
        let (Nodes::Some(nodes), Joins::Some(joins)) = (&mut self.nodes, &mut self.joins) else {
            return self.begin(Stage::Hang);
        };
        let Some(&node) = nodes.get(self.next) else {
            in_order_of_ground(joins, &setup.ground);
            return self.begin(Stage::Hang);
        };
        // To gather nearly all costs more than it spares.
        if nodes.len() > setup.graph.node_count() / 4 + FEW {
            *self = Search::of_all(setup, known, self.thorough);
            return 1;
        }
        self.next += 1;
        let graph = &setup.graph;
        let (out, into) = (graph.out(node), graph.into(node));
        for other in out.iter().chain(into).map(|arc| arc.node) {
            if !known.is_ground(other) {
                gather(other, known, changes, nodes);
            } else if joins.last() != Some(&(other, node)) {
                joins.push((other, node));
            }
        }
        1 + (out.len() + into.len()) as u64
    }

    /// Looks at joins until a clump is entered.
    fn hang(&mut self, setup: &Setup, known: &mut Known, changes: &mut Changes) -> u64 {
        match &mut self.joins {
            Joins::Some(joins) => match joins.get(self.next) {
                None => self.begin(Stage::Rest),
                Some(&(ground, node)) => {
                    self.next += 1;
                    if known.waits(node) {
                        self.ground = ground;
                        self.enter(node, known);
                    }
                    1
                }
            },
            Joins::All { edge, ahead, sum } => {
                let Some(&ground) = setup.ground.get(self.next) else { return self.begin(Stage::Rest) };
                let graph = &setup.graph;
                let (out, into) = (graph.out(ground), graph.into(ground));
                let before = *edge;
                while let Some(arc) = out.get(*edge).or_else(|| into.get(*edge - out.len())) {
                    // A loop stands in both lists.
                    let own_loop = arc.node == ground && *edge < out.len();
                    *edge += 1;
                    let steps = (*edge - before) as u64;
                    if own_loop || ahead.get(arc.node.index()) {
                        *sum ^= 1;
                    } else if known.waits(arc.node) {
                        self.ground = ground;
                        self.enter(arc.node, known);
                        return steps;
                    }
                    if steps == SCAN {
                        return steps;
                    }
                }
                let steps = (*edge - before) as u64;
                known.set_value(ground, *sum, changes);
                (*edge, *sum) = (0, 0);
                self.next += 1;
                if let Some(next) = setup.ground.get(self.next) {
                    ahead.clear(next.index());
                }
                1 + steps
            }
        }
    }

    /// One node that may not hang on the ground.
    fn rest(&mut self, known: &mut Known, changes: &mut Changes) -> Option<u64> {
        let node = match &self.nodes {
            Nodes::All(count) => (self.next < *count).then_some(Node(self.next as u32)),
            Nodes::Some(nodes) => nodes.get(self.next).copied(),
        }?;
        self.next += 1;
        if !known.waits(node) {
            return Some(1);
        }
        if self.thorough {
            self.enter(node, known);
        } else {
            known.dismiss(node);
            known.set_value(node, self.alone(), changes);
            self.done += 1;
        }
        Some(1)
    }

    /// The value of what does not hang on the ground.
    fn alone(&self) -> u32 {
        if self.playable { 0 } else { PENDING }
    }

    fn enter(&mut self, node: Node, known: &mut Known) {
        let depth = self.stack.len() as u32 + 1;
        known.depth[node.index()] = depth;
        if let Stage::Hang = self.stage {
            known.set_hanging(node);
        }
        let frame = Frame { node, next: 0, low: depth, value: 0, part: 1, spans: 0, came: false, cycles: 0 };
        self.stack.push(frame);
    }

    /// Enters a node above the one on the stack, or leaves that; returns the steps.
    fn climb(&mut self, graph: &Graph, known: &mut Known, changes: &mut Changes) -> u64 {
        let Some(mut frame) = self.stack.pop() else { return 0 };
        let before = frame.next;
        let entered = self.look(graph, &mut frame, known);
        let steps = u64::from(frame.next - before) + 1;
        if let Some(node) = entered {
            self.stack.push(frame);
            self.enter(node, known);
        } else {
            self.leave(&frame, known, changes);
        }
        steps
    }

    /// Looks at a node's edges until one leads to a node not yet met.
    fn look(&mut self, graph: &Graph, frame: &mut Frame, known: &Known) -> Option<Node> {
        let (out, into) = (graph.out(frame.node), graph.into(frame.node));
        let depth = self.stack.len() as u32 + 1;
        loop {
            let next = frame.next as usize;
            let arc = out.get(next).or_else(|| into.get(next - out.len()))?;
            frame.next += 1;
            let other = known.depth[arc.node.index()];
            if other == WAITING {
                return Some(arc.node);
            }
            if other == depth {
                // Only the node itself: a loop, which stands in both lists.
                let first = next < out.len();
                frame.value ^= u32::from(first);
                frame.cycles = (frame.cycles + u8::from(first)).min(2);
            } else if other == depth - 1 && !frame.came {
                frame.came = true;
            } else if other < depth {
                frame.low = frame.low.min(other);
                frame.part ^= 1;
                frame.spans += 1;
                if other > GROUND {
                    self.stack[other as usize - 1].spans -= 1;
                }
            }
        }
    }

    /// Adds a node's value to what lies above it: a node, or the ground.
    fn leave(&mut self, frame: &Frame, known: &mut Known, changes: &mut Changes) {
        let depth = self.stack.len() as u32 + 1;
        let hangs = matches!(self.stage, Stage::Hang);
        known.set_value(frame.node, if hangs { frame.value } else { self.alone() }, changes);
        self.done += 1;
        if frame.spans > 1 {
            known.set_shared(frame.node);
        }
        let bridge = frame.low == depth;
        if bridge {
            known.set_bridged(frame.node);
        }
        if hangs && frame.cycles + u8::from(!bridge) > 1 {
            known.set_touching(frame.node);
        }
        let block = if bridge { frame.value + 1 } else { frame.part ^ frame.value };
        if let Some(above) = self.stack.last_mut() {
            above.spans += frame.spans;
            if bridge || frame.low == depth - 1 {
                above.value ^= block;
                above.cycles = (above.cycles + u8::from(!bridge)).min(2);
            } else {
                above.low = above.low.min(frame.low);
                above.part ^= block;
            }
        } else if hangs {
            known.count(frame.node, self.ground, block, bridge);
            match &mut self.joins {
                Joins::All { sum, .. } => *sum ^= block,
                Joins::Some(_) => known.add(self.ground, block, changes),
            }
        }
    }
}

/// So many nodes are gathered whatever part of the graph they are.
const FEW: usize = 64;
/// Edges of a ground node that are looked at between two looks at the meter.
const SCAN: u64 = 1024;

/// Calls a node that is to be searched, if that was not done.
fn gather(node: Node, known: &mut Known, changes: &mut Changes, nodes: &mut Vec<Node>) {
    if !known.is_ground(node) && !known.waits(node) {
        known.call(node, changes);
        nodes.push(node);
    }
}

/// Sorts joins by the places of their ground nodes.
fn in_order_of_ground(joins: &mut [(Node, Node)], ground: &[Node]) {
    let mut places: HashMap<Node, usize> = joins.iter().map(|join| (join.0, 0)).collect();
    if places.len() > 1 {
        for (place, node) in ground.iter().enumerate() {
            places.entry(*node).and_modify(|known| *known = place);
        }
        joins.sort_by_key(|join| places.get(&join.0));
    }
}
