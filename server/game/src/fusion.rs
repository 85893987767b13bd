//! Green Hackenbush on any multigraph, by the colon and fusion principles (Berlekamp, Conway and Guy, "Winning
//! Ways", chapter 7): what `hackenbush` and `cactus` share.
//!
//! All ground nodes are one. A 2-edge-connected part fuses to one node with a loop for each of its edges, a loop
//! is worth 1, and what stands on a bridge is worth one more than by itself. Edges are counted, never nodes: a
//! pair of parallel edges is a cycle.
//!
//! Per node: value(v) is the game on v as the ground with the edges that hang on v alone, taken over the
//! block-cut tree: for each bridge from v down to w, value(w) + 1; for each other block below v, its edges mod 2
//! XOR the values of its other nodes; for each loop at v, 1.

use crate::bits::Bits;
use crate::meter::Pace;
use crate::ordered::PENDING;
use crate::shared_edge;
use crate::solver::{Changes, Setup, Solver, UNKNOWN_SUM, nimber_sum};
use crate::{ArcOrder, Changed, Graph, Meter, Node, Progress, SharedEdge, Sum, Tag, Value};

/// The solver. One depth-first search in O(nodes + edges) for everything.
#[derive(Clone, Debug)]
pub(crate) struct Fusion {
    values: Vec<u32>,
    /// Nodes that hang on the ground.
    hanging: Bits,
    /// Nodes but the ground where two cycles meet, ascending.
    touching: Vec<Node>,
    /// Some edge lies on two cycles.
    shared: bool,
    /// Whether an edge on two cycles is looked for.
    cactus: bool,
    settled: bool,
    changes: Changes,
}

impl Fusion {
    /// For `cactus`, or for any multigraph.
    pub(crate) fn new(cactus: bool) -> Fusion {
        Fusion {
            values: Vec::new(),
            hanging: Bits::default(),
            touching: Vec::new(),
            shared: false,
            cactus,
            settled: true,
            changes: Changes::default(),
        }
    }
}

/// With edges and no ground there is no game yet.
fn has_values(setup: &Setup) -> bool {
    !setup.ground.is_empty() || setup.graph.arc_count() == 0
}

impl Solver for Fusion {
    fn copy(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }
    fn node_added(&mut self, _setup: &Setup, node: Node) {
        self.values.push(PENDING);
        self.hanging.grow(node.index() + 1);
        self.settled = false;
    }
    fn inserted(&mut self, _setup: &Setup, _tail: Node, _head: Node) {
        self.settled = false;
    }
    fn removed(&mut self, _setup: &Setup, _arcs: &[(Node, Node, Tag)]) {
        self.settled = false;
    }
    fn rebuilt(&mut self, _setup: &Setup, _tails: &mut dyn Iterator<Item = Node>) {
        self.settled = false;
    }
    fn ground_changed(&mut self, _setup: &Setup) {
        self.settled = false;
    }

    fn pauses(&self) -> bool {
        false
    }
    fn advance(&mut self, setup: &Setup, meter: &mut Meter<'_>) -> Progress {
        if self.settled {
            return Progress::Done;
        }
        let Some(mut found) = search(setup, self.cactus, meter) else { return Progress::Paused };
        if !has_values(setup) {
            found.values.fill(PENDING);
        }
        for (node, (&new, &old)) in setup.graph.nodes().zip(found.values.iter().zip(&self.values)) {
            if new != old {
                self.changes.note(node, self.values.len());
            }
        }
        self.values = found.values;
        self.hanging = found.hanging;
        self.touching = found.touching;
        self.touching.sort_unstable();
        self.shared = found.shared;
        self.settled = true;
        Progress::Done
    }
    fn settled(&self) -> bool {
        self.settled
    }
    fn value(&self, node: Node) -> Value {
        match self.values[node.index()] {
            PENDING => Value::Unknown,
            value => Value::Nimber(u64::from(value)),
        }
    }
    fn take_changed(&mut self) -> Changed {
        self.changes.take()
    }
    fn ground_sum(&self, setup: &Setup) -> Sum {
        if !has_values(setup) {
            return UNKNOWN_SUM;
        }
        let ground = setup.ground.iter();
        nimber_sum(u64::from(ground.fold(0, |sum, node| sum ^ self.values[node.index()])))
    }
    fn shared_edge(&self, setup: &Setup, order: &ArcOrder<'_>) -> Option<SharedEdge> {
        if self.cactus && (self.shared || !self.settled) { shared_edge::witness(setup, order) } else { None }
    }
    fn touching_cycles(&self, most: usize) -> Vec<Node> {
        self.touching.iter().copied().take(most).collect()
    }
    fn unreachable(&self, setup: &Setup) -> Vec<Node> {
        if setup.ground.is_empty() {
            return Vec::new();
        }
        setup.graph.nodes().filter(|node| !self.hanging.get(node.index())).collect()
    }
}

/// What the search finds.
struct Found {
    values: Vec<u32>,
    hanging: Bits,
    touching: Vec<Node>,
    shared: bool,
}

/// A node entered and not yet left. Its depth is its place on the stack, the first having 1; the root has 0.
struct Frame {
    node: Node,
    /// How many of its edges were looked at.
    next: usize,
    /// The edge from above was met: another one like it is a cycle.
    came: bool,
    /// The least depth that edges from here or below reach.
    low: u32,
    /// XOR of the blocks below.
    value: u32,
    /// Of the block that the edge from above lies in, as far as it is below here: its edges mod 2, XOR the
    /// values of its nodes.
    part: u32,
    /// Edges that span the one from above: from here or below to a node above here.
    spans: i64,
    /// Blocks that are cycles, and loops, at this node.
    cycles: u32,
}

/// The depth of a node not yet met.
const UNMET: u32 = u32::MAX;

struct Search<'a> {
    graph: &'a Graph,
    /// By node. A neighbour already met lies above, when its depth is less, or below: there are no others.
    depth: Vec<u32>,
    stack: Vec<Frame>,
    found: Found,
}

/// Looks at everything that hangs on the ground; with `all`, also at the rest (for edges on two cycles).
/// `None` when cancelled.
fn search(setup: &Setup, all: bool, meter: &mut Meter<'_>) -> Option<Found> {
    let count = setup.graph.node_count();
    let found = Found {
        values: vec![0; count],
        hanging: Bits::with_size(count),
        touching: Vec::new(),
        shared: false,
    };
    let mut search = Search { graph: &setup.graph, depth: vec![UNMET; count], stack: Vec::new(), found };
    let mut pace = Pace::default();
    for node in &setup.ground {
        search.depth[node.index()] = 0;
        search.found.hanging.set(node.index());
    }
    let mut grounds_left = Bits::with_size(count);
    for node in &setup.ground {
        grounds_left.set(node.index());
    }
    for &node in &setup.ground {
        grounds_left.clear(node.index());
        search.found.values[node.index()] = search.root(node, &grounds_left, meter, &mut pace)?;
    }
    search.found.touching.retain(|node| search.depth[node.index()] > 0);
    if all {
        search.rest(meter, &mut pace)?;
    }
    Some(search.found)
}

impl Search<'_> {
    /// The value of a ground node: the branches that no ground node before it has claimed, and its edges to
    /// itself and to those after it.
    fn root(
        &mut self,
        root: Node,
        grounds_left: &Bits,
        meter: &mut Meter<'_>,
        pace: &mut Pace,
    ) -> Option<u32> {
        let graph = self.graph;
        let (out, into) = (graph.out(root), graph.into(root));
        let mut value = 0;
        for (i, arc) in out.iter().chain(into).enumerate() {
            // A loop stands in both lists.
            let own_loop = arc.node == root && i < out.len();
            if own_loop || grounds_left.get(arc.node.index()) {
                value ^= 1;
            } else if self.depth[arc.node.index()] == UNMET {
                self.enter(arc.node);
                value ^= self.branch(meter, pace)?;
            }
            if !pace.spend_through(meter, 1) {
                return None;
            }
        }
        Some(value)
    }

    fn enter(&mut self, node: Node) {
        let depth = self.stack.len() as u32 + 1;
        self.depth[node.index()] = depth;
        self.found.hanging.set(node.index());
        let frame = Frame { node, next: 0, came: false, low: depth, value: 0, part: 1, spans: 0, cycles: 0 };
        self.stack.push(frame);
    }

    /// Leaves the node on the stack and all below it; the value of what hangs on the root by it.
    fn branch(&mut self, meter: &mut Meter<'_>, pace: &mut Pace) -> Option<u32> {
        let mut value = 0;
        loop {
            let Some(mut frame) = self.stack.pop() else { return Some(value) };
            let before = frame.next;
            let entered = self.look(&mut frame);
            let steps = (frame.next - before) as u64 + 1;
            if let Some(node) = entered {
                self.stack.push(frame);
                self.enter(node);
            } else {
                value = self.leave(&frame);
            }
            if !pace.spend_through(meter, steps) {
                return None;
            }
        }
    }

    /// Looks at a node's edges until one leads to a node not yet met.
    fn look(&mut self, frame: &mut Frame) -> Option<Node> {
        let (out, into) = (self.graph.out(frame.node), self.graph.into(frame.node));
        let depth = self.stack.len() as u32 + 1;
        while let Some(arc) = out.get(frame.next).or_else(|| into.get(frame.next - out.len())) {
            frame.next += 1;
            let other = self.depth[arc.node.index()];
            if other == UNMET {
                return Some(arc.node);
            }
            if other == depth {
                // Only the node itself: a loop, which stands in both lists.
                let first = frame.next <= out.len();
                frame.value ^= u32::from(first);
                frame.cycles += u32::from(first);
            } else if other == depth - 1 && !frame.came {
                frame.came = true;
            } else if other < depth {
                frame.low = frame.low.min(other);
                frame.part ^= 1;
                frame.spans += 1;
                if other > 0 {
                    self.stack[other as usize - 1].spans -= 1;
                }
            }
        }
        None
    }

    /// Adds a node's value to what lies above it. Returns what it adds to the root, if that is next.
    fn leave(&mut self, frame: &Frame) -> u32 {
        let depth = self.stack.len() as u32 + 1;
        self.found.values[frame.node.index()] = frame.value;
        self.found.shared |= frame.spans > 1;
        let bridge = frame.low == depth;
        if frame.cycles + u32::from(!bridge) > 1 {
            self.found.touching.push(frame.node);
        }
        let block = if bridge { frame.value + 1 } else { frame.part ^ frame.value };
        let Some(above) = self.stack.last_mut() else { return block };
        above.spans += frame.spans;
        if frame.low + 1 < depth {
            above.low = above.low.min(frame.low);
            above.part ^= block;
        } else {
            above.value ^= block;
            above.cycles += u32::from(!bridge);
        }
        0
    }

    /// Looks for edges on two cycles in what does not hang on the ground: it has no values.
    fn rest(&mut self, meter: &mut Meter<'_>, pace: &mut Pace) -> Option<()> {
        let (hanging, touching) = (self.found.hanging.clone(), self.found.touching.clone());
        let no_grounds = Bits::with_size(self.graph.node_count());
        for node in self.graph.nodes() {
            if self.depth[node.index()] == UNMET {
                self.depth[node.index()] = 0;
                self.root(node, &no_grounds, meter, pace)?;
            }
        }
        for node in self.graph.nodes().filter(|node| !hanging.get(node.index())) {
            self.found.values[node.index()] = 0;
        }
        self.found.hanging = hanging;
        self.found.touching = touching;
        Some(())
    }
}
