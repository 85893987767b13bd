//! `loopy`: take one stone along one arc, cycles allowed. C. A. B. Smith, "Graphs and composite games" (1966);
//! Fraenkel and Yesha, "The generalized Sprague-Grundy function and its invariance under certain mappings" (1986).
//!
//! A node has label k when k is the mex of its labelled followers' and every unlabelled follower has a follower
//! labelled k, to which one can revert. Labels are given to a fixpoint; what is left has the value inf(A), A the
//! labels of its followers.

mod labelling;

use crate::solver::{Changes, Setup, Solver, UNKNOWN_SUM, nimber_sum};
use crate::{Changed, Form, Meter, Node, Outcome, Progress, Rules, Sum, Tag, Total, Value};

use labelling::{Codes, INFINITE, Labelling};

/// The kind.
pub(crate) static RULES: Rules = Rules {
    name: "loopy",
    directed: true,
    stones: true,
    k: false,
    ground: false,
    acyclic: false,
    cactus: false,
    form: Form::Loopy,
    value_name: "loopy value",
    solver,
};

fn solver() -> Box<dyn Solver> {
    Box::new(Loopy { settled: true, ..Loopy::default() })
}

/// The solver: it labels the whole graph anew after any change.
#[derive(Clone, Debug, Default)]
struct Loopy {
    codes: Codes,
    settled: bool,
    /// Laid down half done.
    labelling: Option<Labelling>,
    changes: Changes,
}

impl Loopy {
    fn changed(&mut self) {
        self.settled = false;
        self.labelling = None;
    }
}

impl Solver for Loopy {
    fn copy(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }
    fn node_added(&mut self, _setup: &Setup, _node: Node) {
        self.codes.grow();
        self.changed();
    }
    fn inserted(&mut self, _setup: &Setup, _tail: Node, _head: Node) {
        self.changed();
    }
    fn removed(&mut self, _setup: &Setup, _arcs: &[(Node, Node, Tag)]) {
        self.changed();
    }
    fn rebuilt(&mut self, _setup: &Setup, _tails: &mut dyn Iterator<Item = Node>) {
        self.changed();
    }

    fn advance(&mut self, setup: &Setup, meter: &mut Meter<'_>) -> Progress {
        if self.settled {
            return Progress::Done;
        }
        let mut labelling = self.labelling.take().unwrap_or_else(|| Labelling::new(&setup.graph));
        if !labelling.run(&setup.graph, meter) {
            self.labelling = Some(labelling);
            return Progress::Paused;
        }
        let old = std::mem::replace(&mut self.codes, labelling.codes());
        for node in setup.graph.nodes().filter(|node| !self.codes.same(&old, *node)) {
            self.changes.note(node, setup.graph.node_count());
        }
        self.settled = true;
        Progress::Done
    }
    fn settled(&self) -> bool {
        self.settled
    }
    fn left(&self, setup: &Setup) -> usize {
        match &self.labelling {
            _ if self.settled => 0,
            Some(labelling) => labelling.left(setup.graph.node_count()),
            None => Labelling::LOOKS * setup.graph.node_count(),
        }
    }
    fn value(&self, node: Node) -> Value {
        let code = self.codes.of(node);
        match self.codes.set(code) {
            Some(set) => Value::Infinite(set.into()),
            None if code & INFINITE != 0 => Value::Unknown,
            None => Value::Nimber(u64::from(code)),
        }
    }
    fn take_changed(&mut self) -> Changed {
        self.changes.take()
    }
    fn counter(&self, node: Node) -> Option<u32> {
        self.codes.counter(node)
    }

    /// inf(A) + x = inf{a ^ x}: the first player wins from it when x is in A, else it is a draw, and so are two
    /// infinite ones. Each stone counts: two on an infinite node do not cancel.
    fn sum(&self, stones: &mut dyn Iterator<Item = (Node, u64)>) -> Sum {
        let mut finite: u64 = 0;
        let mut infinite: Option<&[u32]> = None;
        let mut several = false;
        for (node, count) in stones {
            let code = self.codes.of(node);
            match self.codes.set(code) {
                Some(set) => {
                    several |= count > 1 || infinite.is_some();
                    infinite = Some(set);
                }
                None if code & INFINITE != 0 => return UNKNOWN_SUM,
                None => finite ^= if count % 2 == 1 { u64::from(code) } else { 0 },
            }
        }
        let Some(set) = infinite else { return nimber_sum(finite) };
        if several {
            return Sum { outcome: Outcome::Draw, total: Total::Infinite(Vec::new()) };
        }
        let mut set: Vec<u64> = set.iter().map(|&value| u64::from(value) ^ finite).collect();
        set.sort_unstable();
        let outcome = if set.first() == Some(&0) { Outcome::First } else { Outcome::Draw };
        Sum { outcome, total: Total::Infinite(set) }
    }
}
