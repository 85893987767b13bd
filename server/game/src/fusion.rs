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
//!
//! A *clump* is what hangs together without the ground. Clumps do not know of each other, so that after an edit
//! only those that it touched are searched again.

mod known;
mod search;

use crate::meter::Pace;
use crate::shared_edge;
use crate::solver::{Changes, Setup, Solver, UNKNOWN_SUM, nimber_sum};
use crate::{ArcOrder, Changed, Meter, Node, Progress, SharedEdge, Sum, Tag, Value};

use known::{Known, PENDING};
use search::Search;

/// The solver. One depth-first search for everything, in O(nodes + edges) of the clumps that were touched.
#[derive(Clone, Debug)]
pub(crate) struct Fusion {
    /// Whether an edge on two cycles is looked for.
    cactus: bool,
    known: Known,
    /// Nodes at which something has changed since the search was last at its end.
    touched: Vec<Node>,
    /// All clumps are to be searched.
    all: bool,
    /// What is known was found while there was a game.
    playable: bool,
    /// Since last asked edges changed, or the ground.
    cycles_changed: bool,
    /// Laid down half done.
    search: Option<Search>,
    changes: Changes,
}

impl Fusion {
    /// For `cactus`, or for any multigraph.
    pub(crate) fn new(cactus: bool) -> Fusion {
        Fusion {
            cactus,
            known: Known::default(),
            touched: Vec::new(),
            all: false,
            playable: true,
            cycles_changed: false,
            search: None,
            changes: Changes::default(),
        }
    }

    /// Something has changed between these two nodes.
    fn touch(&mut self, setup: &Setup, tail: Node, head: Node) {
        if let Some(search) = self.search.take() {
            self.all |= search.give_up(&mut self.known);
        }
        // A list of a part of the graph says no more than "all", and costs more.
        let many = self.touched.len() > setup.graph.node_count() / 8;
        let on_ground = self.known.is_ground(tail) && self.known.is_ground(head);
        if self.all || many || on_ground {
            self.touch_all();
        } else {
            self.touched.extend([tail, head]);
        }
    }

    fn touch_all(&mut self) {
        self.search = None;
        self.touched = Vec::new();
        self.all = true;
    }
}

/// With edges and no ground there is no game yet.
fn is_playable(setup: &Setup) -> bool {
    !setup.ground.is_empty() || setup.graph.arc_count() == 0
}

/// What a search of all finds, whatever else is under way; `None` when the meter wants a pause.
fn known_now(setup: &Setup, meter: &mut Meter<'_>) -> Option<Known> {
    let mut known = Known::default();
    setup.graph.nodes().for_each(|_| known.grow());
    let mut search = Search::of_all(setup, &mut known, true);
    search.run(setup, &mut known, &mut Changes::default(), meter).then_some(known)
}

impl Solver for Fusion {
    fn copy(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }
    fn node_added(&mut self, setup: &Setup, node: Node) {
        self.known.grow();
        self.touch(setup, node, node);
    }
    fn inserted(&mut self, setup: &Setup, tail: Node, head: Node) {
        self.cycles_changed = true;
        self.touch(setup, tail, head);
    }
    fn removed(&mut self, setup: &Setup, arcs: &[(Node, Node, Tag)]) {
        self.cycles_changed = true;
        for &(tail, head, _) in arcs {
            self.touch(setup, tail, head);
        }
    }
    fn rebuilt(&mut self, _setup: &Setup, _tails: &mut dyn Iterator<Item = Node>) {
        self.cycles_changed = true;
        self.touch_all();
    }
    fn ground_changed(&mut self, _setup: &Setup) {
        self.cycles_changed = true;
        self.touch_all();
    }

    fn advance(&mut self, setup: &Setup, meter: &mut Meter<'_>) -> Progress {
        if self.settled() {
            return Progress::Done;
        }
        let mut search = self.search.take().unwrap_or_else(|| {
            let playable = is_playable(setup);
            self.all |= std::mem::replace(&mut self.playable, playable) != playable;
            let (known, changes) = (&mut self.known, &mut self.changes);
            match self.all {
                true => Search::of_all(setup, known, self.cactus),
                false => Search::of_some(setup, known, changes, &self.touched, self.cactus),
            }
        });
        if !search.run(setup, &mut self.known, &mut self.changes, meter) {
            self.search = Some(search);
            return Progress::Paused;
        }
        self.touched.clear();
        self.all = false;
        Progress::Done
    }
    fn settled(&self) -> bool {
        self.touched.is_empty() && !self.all
    }
    fn left(&self, setup: &Setup) -> usize {
        match &self.search {
            _ if self.settled() => 0,
            Some(search) => search.left(setup.graph.node_count()),
            None => setup.graph.node_count(),
        }
    }
    fn value(&self, node: Node) -> Value {
        match self.known.value(node) {
            PENDING => Value::Unknown,
            value => Value::Nimber(u64::from(value)),
        }
    }
    fn take_changed(&mut self) -> Changed {
        self.changes.take()
    }
    fn ground_sum(&self, setup: &Setup) -> Sum {
        if !self.playable {
            return UNKNOWN_SUM;
        }
        let ground = setup.ground.iter();
        nimber_sum(u64::from(ground.fold(0, |sum, node| sum ^ self.known.value(*node))))
    }
    fn take_cycles_changed(&mut self) -> bool {
        std::mem::take(&mut self.cycles_changed)
    }
    fn shared_edge(
        &self,
        setup: &Setup,
        order: &ArcOrder<'_>,
        wanted: &dyn Fn(Tag) -> bool,
        meter: &mut Meter<'_>,
    ) -> Option<Option<SharedEdge>> {
        if !self.cactus {
            return Some(None);
        }
        let now = if self.settled() { None } else { Some(known_now(setup, meter)?) };
        let mut pace = Pace::default();
        let mut spend = |steps: usize| pace.spend(meter, steps as u64);
        let edges = now.as_ref().unwrap_or(&self.known).shared_parts(&setup.graph, &mut spend)?;
        shared_edge::witness(edges, &setup.ground, setup.graph.node_count(), order, wanted, &mut spend)
    }
    fn touching_cycles(&self) -> Vec<Node> {
        self.known.touching().collect()
    }
    fn unreachable(&self, setup: &Setup) -> Vec<Node> {
        if setup.ground.is_empty() || self.known.all_hang() {
            return Vec::new();
        }
        setup.graph.nodes().filter(|node| !self.known.hangs(*node)).collect()
    }
}
