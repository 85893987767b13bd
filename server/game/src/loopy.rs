//! `loopy`: take one stone along one arc, cycles allowed. C. A. B. Smith, "Graphs and composite games" (1966);
//! Fraenkel and Yesha, "The generalized Sprague-Grundy function and its invariance under certain mappings" (1986).
//!
//! A node has label k when k is the mex of its labelled followers' and every unlabelled follower has a follower
//! labelled k, to which one can revert. Labels are given to a fixpoint; what is left has the value inf(A), A the
//! labels of its followers.

use std::collections::HashMap;
use std::sync::Arc as Shared;

use crate::meter::Pace;
use crate::mex::Mex;
use crate::ordered::PENDING;
use crate::scc;
use crate::solver::{Changes, Setup, Solver, UNKNOWN_SUM, nimber_sum};
use crate::{Changed, Form, Graph, Meter, Node, Outcome, Progress, Rules, Sum, Tag, Total, Value};

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

/// A code with this bit is the number of a set A; without it, a label. [`PENDING`] is no code yet.
const INFINITE: u32 = 1 << 31;

/// The solver: it labels the whole graph anew after any change.
#[derive(Clone, Debug, Default)]
struct Loopy {
    codes: Vec<u32>,
    /// The sets A, each once: together no more numbers than there are arcs.
    sets: Vec<Shared<[u32]>>,
    /// When each label was given.
    counters: Vec<u32>,
    settled: bool,
    changes: Changes,
}

impl Loopy {
    fn set(&self, code: u32) -> Option<&[u32]> {
        set_of(&self.sets, code)
    }
}

fn set_of(sets: &[Shared<[u32]>], code: u32) -> Option<&[u32]> {
    if code & INFINITE == 0 { None } else { sets.get((code ^ INFINITE) as usize).map(|set| &**set) }
}

impl Solver for Loopy {
    fn copy(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }
    fn node_added(&mut self, _setup: &Setup, _node: Node) {
        self.codes.push(PENDING);
        self.counters.push(0);
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

    fn pauses(&self) -> bool {
        false
    }
    fn advance(&mut self, setup: &Setup, meter: &mut Meter<'_>) -> Progress {
        if self.settled {
            return Progress::Done;
        }
        let Some(found) = Labeller::run(&setup.graph, meter) else { return Progress::Paused };
        for (node, (&new, &old)) in setup.graph.nodes().zip(found.codes.iter().zip(&self.codes)) {
            let (new_set, old_set) = (set_of(&found.sets, new), self.set(old));
            if if new_set.is_some() { new_set != old_set } else { new != old } {
                self.changes.note(node, self.codes.len());
            }
        }
        self.codes = found.codes;
        self.sets = found.sets;
        self.counters = found.counters;
        self.settled = true;
        Progress::Done
    }
    fn settled(&self) -> bool {
        self.settled
    }
    fn value(&self, node: Node) -> Value {
        let code = self.codes[node.index()];
        match self.set(code) {
            Some(set) => Value::Infinite(set.into()),
            None if code & INFINITE != 0 => Value::Unknown,
            None => Value::Nimber(u64::from(code)),
        }
    }
    fn take_changed(&mut self) -> Changed {
        self.changes.take()
    }
    fn counter(&self, node: Node) -> Option<u32> {
        (self.codes[node.index()] & INFINITE == 0).then_some(self.counters[node.index()])
    }

    /// inf(A) + x = inf{a ^ x}: the first player wins from it when x is in A, else it is a draw, and so are two
    /// infinite ones. Each stone counts: two on an infinite node do not cancel.
    fn sum(&self, stones: &mut dyn Iterator<Item = (Node, u64)>) -> Sum {
        let mut finite: u64 = 0;
        let mut infinite: Option<&[u32]> = None;
        let mut several = false;
        for (node, count) in stones {
            let code = self.codes[node.index()];
            match self.set(code) {
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

/// One labelling of the whole graph, component by component, sinks first.
/// O(arcs log arcs + passes * arcs of the component); a node takes part in one pass more than its out-degree at
/// most.
struct Labeller<'a> {
    graph: &'a Graph,
    codes: Vec<u32>,
    sets: Vec<Shared<[u32]>>,
    interned: HashMap<Shared<[u32]>, u32>,
    counters: Vec<u32>,
    counter: u32,
    states: Vec<State>,
    mex: Mex,
}

/// A node during the passes of its component.
#[derive(Clone, Copy, Default)]
struct State {
    /// In the component at hand.
    inside: bool,
    /// Its followers carry all labels below this pass's.
    candidate: bool,
    /// A follower carries this pass's label.
    follows: bool,
    /// Followers without a label that can't revert to this pass's.
    lacking: u32,
}

impl<'a> Labeller<'a> {
    fn run(graph: &'a Graph, meter: &mut Meter<'_>) -> Option<Labeller<'a>> {
        let count = graph.node_count();
        let mut labeller = Labeller {
            graph,
            codes: vec![PENDING; count],
            sets: Vec::new(),
            interned: HashMap::new(),
            counters: vec![0; count],
            counter: 0,
            states: vec![State::default(); count],
            mex: Mex::default(),
        };
        let mut pace = Pace::default();
        let components = scc::components(
            graph,
            graph.nodes(),
            |_| true,
            |_| true,
            |steps| pace.spend_through(meter, steps),
        )?;
        for component in components.iter() {
            let mut spend = |steps| pace.spend_through(meter, steps).then_some(());
            match component {
                [node] if graph.out(*node).iter().all(|arc| arc.node != *node) => labeller.single(*node),
                _ => labeller.component(component, &mut spend)?,
            }
            for &node in component {
                spend(1 + graph.out(node).len() as u64)?;
                if labeller.codes[node.index()] == PENDING {
                    labeller.codes[node.index()] = labeller.infinite(node);
                }
            }
        }
        Some(labeller)
    }

    fn label(&mut self, node: Node, label: u32) {
        self.codes[node.index()] = label;
        self.counters[node.index()] = self.counter;
        self.counter += 1;
    }

    /// The finite codes of a node's followers, ascending.
    fn labels_below(&self, node: Node) -> Vec<u32> {
        let codes = self.graph.out(node).iter().map(|arc| self.codes[arc.node.index()]);
        let mut labels: Vec<u32> = codes.filter(|code| code & INFINITE == 0).collect();
        labels.sort_unstable();
        labels.dedup();
        labels
    }

    /// A node that is on no cycle: its followers are settled, and only their mex can be its label.
    fn single(&mut self, node: Node) {
        let mex = self.mex.of_followers(self.graph, node, &self.codes);
        let revert = |code: u32| {
            let set = set_of(&self.sets, code);
            set.is_none_or(|set| set.binary_search(&mex).is_ok())
        };
        if self.graph.out(node).iter().all(|arc| revert(self.codes[arc.node.index()])) {
            self.label(node, mex);
        }
    }

    /// The code of a node that gets no label.
    fn infinite(&mut self, node: Node) -> u32 {
        let labels = self.labels_below(node);
        if let Some(&number) = self.interned.get(&labels[..]) {
            return INFINITE | number;
        }
        let number = self.sets.len() as u32;
        let set: Shared<[u32]> = labels.into();
        self.sets.push(set.clone());
        self.interned.insert(set, number);
        INFINITE | number
    }

    /// Pass by pass, label by label. Candidates of a pass are the unlabelled nodes whose followers carry all
    /// smaller labels; one gets the label when none of its followers has it and none lacks a way to revert.
    fn component(&mut self, nodes: &[Node], spend: &mut impl FnMut(u64) -> Option<()>) -> Option<()> {
        for node in nodes {
            self.states[node.index()].inside = true;
        }
        // Labels below the component, each with a node above them.
        let mut outside: Vec<(u32, Node)> = Vec::new();
        for &node in nodes {
            spend(self.graph.out(node).len() as u64)?;
            let codes = self.graph.out(node).iter().map(|arc| self.codes[arc.node.index()]);
            outside.extend(codes.filter(|code| code & INFINITE == 0).map(|label| (label, node)));
        }
        outside.sort_unstable();
        outside.dedup();
        let mut outside = outside.into_iter().peekable();
        let mut candidates = nodes.to_vec();
        let mut label = 0;
        while !candidates.is_empty() {
            let mut following = Vec::new();
            while let Some((_, node)) = outside.next_if(|&(other, _)| other == label) {
                following.push(node);
            }
            self.pass(label, &candidates, &mut following, spend)?;
            candidates.retain(|node| {
                let state = &mut self.states[node.index()];
                state.candidate = false;
                state.follows && self.codes[node.index()] == PENDING
            });
            for node in following {
                self.states[node.index()].follows = false;
            }
            label += 1;
        }
        for node in nodes {
            self.states[node.index()].inside = false;
        }
        Some(())
    }

    /// Gives `label` to all candidates that can have it. `following` are nodes above one that has it, and grows.
    fn pass(
        &mut self,
        label: u32,
        candidates: &[Node],
        following: &mut Vec<Node>,
        spend: &mut impl FnMut(u64) -> Option<()>,
    ) -> Option<()> {
        for node in &*following {
            self.states[node.index()].follows = true;
        }
        let mut ready = Vec::new();
        for &node in candidates {
            spend(1 + self.graph.out(node).len() as u64)?;
            if self.states[node.index()].follows {
                continue;
            }
            let lacking = self.graph.out(node).iter().filter(|arc| self.lacks(arc.node, label)).count();
            let state = &mut self.states[node.index()];
            state.candidate = true;
            state.lacking = lacking as u32;
            if lacking == 0 {
                ready.push(node);
            }
        }
        while let Some(node) = ready.pop() {
            if self.states[node.index()].follows {
                continue;
            }
            self.label(node, label);
            for above in self.graph.into(node).iter().map(|arc| arc.node) {
                if !self.unlabelled(above) || std::mem::replace(&mut self.states[above.index()].follows, true)
                {
                    continue;
                }
                following.push(above);
                spend(1 + self.graph.into(above).len() as u64)?;
                for top in self.graph.into(above).iter().map(|arc| arc.node) {
                    let state = &mut self.states[top.index()];
                    if state.candidate && !state.follows {
                        state.lacking -= 1;
                        if state.lacking == 0 {
                            ready.push(top);
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// Whether a follower has no label and no way to revert to one of `label`.
    fn lacks(&self, node: Node, label: u32) -> bool {
        let code = self.codes[node.index()];
        match set_of(&self.sets, code) {
            Some(set) => set.binary_search(&label).is_err(),
            None => code == PENDING && !self.states[node.index()].follows,
        }
    }

    /// Whether a node is in the component at hand and has no label.
    fn unlabelled(&self, node: Node) -> bool {
        self.states[node.index()].inside && self.codes[node.index()] == PENDING
    }
}
