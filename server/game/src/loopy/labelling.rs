//! The labelling to a fixpoint. It can be laid down after any step.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc as Shared;

use crate::meter::Pace;
use crate::mex::Mex;
use crate::scc::{self, Components};
use crate::solver::PENDING;
use crate::{Graph, Meter, Node};

/// A code with this bit is the number of a set A; without it, a label. [`PENDING`] is no code yet.
pub(super) const INFINITE: u32 = 1 << 31;

/// What is known of the nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Codes {
    codes: Vec<u32>,
    /// The sets A, each once: together no more numbers than there are arcs.
    sets: Vec<Shared<[u32]>>,
    /// When each label was given.
    counters: Vec<u32>,
}

impl Codes {
    fn new(count: usize) -> Codes {
        Codes { codes: vec![PENDING; count], sets: Vec::new(), counters: vec![0; count] }
    }
    /// One node more.
    pub(super) fn grow(&mut self) {
        self.codes.push(PENDING);
        self.counters.push(0);
    }
    /// A node's code.
    pub(super) fn of(&self, node: Node) -> u32 {
        self.codes[node.index()]
    }
    /// The set that a code stands for.
    pub(super) fn set(&self, code: u32) -> Option<&[u32]> {
        if code & INFINITE == 0 { None } else { self.sets.get((code ^ INFINITE) as usize).map(|set| &**set) }
    }
    /// When a node got its label, if it has one.
    pub(super) fn counter(&self, node: Node) -> Option<u32> {
        (self.of(node) & INFINITE == 0).then_some(self.counters[node.index()])
    }
    /// Whether a node's value is the one that it has there.
    pub(super) fn same(&self, there: &Codes, node: Node) -> bool {
        let (here_set, there_set) = (self.set(self.of(node)), there.set(there.of(node)));
        if here_set.is_some() { here_set == there_set } else { self.of(node) == there.of(node) }
    }
    /// The labels of a node's followers.
    fn below<'a>(&'a self, graph: &'a Graph, node: Node) -> impl Iterator<Item = u32> + 'a {
        graph.out(node).iter().map(|arc| self.of(arc.node)).filter(|code| code & INFINITE == 0)
    }
}

/// One labelling of the whole graph. Any change of that ends it.
/// O(arcs log arcs + passes * arcs of the component); a node takes part in one pass more than its out-degree at
/// most.
#[derive(Clone, Debug)]
pub(super) enum Labelling {
    /// The components are looked for, from this node on.
    Components(u32, scc::Search),
    /// They are labelled.
    Labels(Box<Labels>),
}

impl Labelling {
    /// How often a node is looked at: for its component, and for its code.
    pub(super) const LOOKS: usize = 2;

    pub(super) fn new(graph: &Graph) -> Labelling {
        Labelling::Components(0, scc::Search::new(graph.node_count()))
    }

    /// Goes on; false when the meter wants a pause.
    pub(super) fn run(&mut self, graph: &Graph, meter: &mut Meter<'_>) -> bool {
        let mut pace = Pace::default();
        let mut spend = |steps| pace.spend(meter, steps);
        loop {
            match self {
                Labelling::Components(next, search) => match graph.node(*next as usize) {
                    Some(root) if search.look(graph, root, |_| true, |_| true, &mut spend) => *next += 1,
                    Some(_) => return false,
                    None => {
                        *self = Labelling::Labels(Box::new(Labels::new(search.take(), graph.node_count())))
                    }
                },
                Labelling::Labels(labels) => match labels.step(graph) {
                    Some(steps) if spend(steps) => {}
                    Some(_) => return false,
                    None => return true,
                },
            }
        }
    }

    /// How often nodes of a graph with `count` are still to be looked at, at most.
    pub(super) fn left(&self, count: usize) -> usize {
        match self {
            Labelling::Components(_, search) => Labelling::LOOKS * count - search.done(),
            Labelling::Labels(labels) => count - labels.done,
        }
    }

    /// What was found.
    pub(super) fn codes(self) -> Codes {
        match self {
            Labelling::Components(..) => Codes::default(),
            Labelling::Labels(labels) => labels.codes,
        }
    }
}

/// A node during the passes of its component.
#[derive(Clone, Copy, Debug, Default)]
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

/// What is done with a component, one after the other; `Look` and `Give` for each label.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The next component is taken.
    Next,
    /// What lies below it is gathered.
    Gather,
    /// The candidates are looked at.
    Look,
    /// Labels are given.
    Give,
    /// What got no label gets its set.
    Rest,
}

/// Pass by pass, label by label, component by component, sinks first. Candidates of a pass are the nodes without a
/// label whose followers carry all smaller labels; one gets the label when none of its followers has it and none
/// lacks a way to revert.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    codes: Codes,
    interned: HashMap<Shared<[u32]>, u32>,
    counter: u32,
    states: Vec<State>,
    mex: Mex,
    /// Nodes that have their code.
    done: usize,
    components: Components,
    /// How many components were begun.
    begun: usize,
    /// The one at hand, among the components' nodes.
    span: Range<usize>,
    stage: Stage,
    /// How far the stage is.
    next: usize,
    label: u32,
    /// Labels below the component, each with a node above them; descending.
    outside: Vec<(u32, Node)>,
    candidates: Vec<Node>,
    /// Nodes above one that has this pass's label.
    following: Vec<Node>,
    /// Of these, the ones that the nodes above them don't know of.
    untold: Vec<Node>,
    /// Candidates that can have the label, if none of their followers gets it first.
    ready: Vec<Node>,
}

impl Labels {
    fn new(components: Components, count: usize) -> Labels {
        Labels {
            codes: Codes::new(count),
            interned: HashMap::new(),
            counter: 0,
            states: vec![State::default(); count],
            mex: Mex::default(),
            done: 0,
            components,
            begun: 0,
            span: 0..0,
            stage: Stage::Next,
            next: 0,
            label: 0,
            outside: Vec::new(),
            candidates: Vec::new(),
            following: Vec::new(),
            untold: Vec::new(),
            ready: Vec::new(),
        }
    }

    /// One step on: what it cost, or nothing more to do.
    fn step(&mut self, graph: &Graph) -> Option<u64> {
        match self.stage {
            Stage::Next => self.take_next(graph),
            Stage::Gather => Some(self.gather(graph)),
            Stage::Look => Some(self.look(graph)),
            Stage::Give => Some(self.give(graph)),
            Stage::Rest => Some(self.rest(graph)),
        }
    }

    fn begin(&mut self, stage: Stage, next: usize) {
        self.stage = stage;
        self.next = next;
    }

    /// The next node of the component at hand.
    fn next_node(&mut self) -> Option<Node> {
        let node = self.components.nodes(self.next..self.span.end).first().copied();
        self.next += usize::from(node.is_some());
        node
    }

    fn take_next(&mut self, graph: &Graph) -> Option<u64> {
        self.span = self.components.span(self.begun)?;
        self.begun += 1;
        let &[node, ..] = self.components.nodes(self.span.clone()) else { return Some(1) };
        let out = graph.out(node);
        if self.span.len() > 1 || out.iter().any(|arc| arc.node == node) {
            self.begin(Stage::Gather, self.span.start);
        } else {
            self.single(graph, node);
            self.close(graph, node);
        }
        Some(1 + out.len() as u64)
    }

    /// A node that is on no cycle: its followers are settled, and only their mex can be its label.
    fn single(&mut self, graph: &Graph, node: Node) {
        let mex = self.mex.of_followers(graph, node, &self.codes.codes);
        let revert = |code: u32| {
            let set = self.codes.set(code);
            set.is_none_or(|set| set.binary_search(&mex).is_ok())
        };
        if graph.out(node).iter().all(|arc| revert(self.codes.of(arc.node))) {
            self.give_label(node, mex);
        }
    }

    fn give_label(&mut self, node: Node, label: u32) {
        self.codes.codes[node.index()] = label;
        self.codes.counters[node.index()] = self.counter;
        self.counter += 1;
        self.done += 1;
    }

    /// Gives a node its set, if it got no label.
    fn close(&mut self, graph: &Graph, node: Node) {
        if self.codes.of(node) != PENDING {
            return;
        }
        let mut labels: Vec<u32> = self.codes.below(graph, node).collect();
        labels.sort_unstable();
        labels.dedup();
        let number = self.interned.get(&labels[..]).copied().unwrap_or_else(|| {
            let number = self.codes.sets.len() as u32;
            let set: Shared<[u32]> = labels.into();
            self.codes.sets.push(set.clone());
            self.interned.insert(set, number);
            number
        });
        self.codes.codes[node.index()] = INFINITE | number;
        self.done += 1;
    }

    fn gather(&mut self, graph: &Graph) -> u64 {
        let Some(node) = self.next_node() else {
            self.outside.sort_unstable_by(|left, right| right.cmp(left));
            self.outside.dedup();
            self.candidates = self.components.nodes(self.span.clone()).to_vec();
            self.label = 0;
            return self.begin_pass();
        };
        self.states[node.index()].inside = true;
        self.outside.extend(self.codes.below(graph, node).map(|label| (label, node)));
        1 + graph.out(node).len() as u64
    }

    fn begin_pass(&mut self) -> u64 {
        while let Some(&(_, node)) = self.outside.last().filter(|(label, _)| *label == self.label) {
            self.outside.pop();
            self.states[node.index()].follows = true;
            self.following.push(node);
        }
        self.begin(Stage::Look, 0);
        1 + self.following.len() as u64
    }

    /// Looks at one candidate.
    fn look(&mut self, graph: &Graph) -> u64 {
        let Some(&node) = self.candidates.get(self.next) else {
            self.begin(Stage::Give, 0);
            return 1;
        };
        self.next += 1;
        if self.states[node.index()].follows {
            return 1;
        }
        let lacking = graph.out(node).iter().filter(|arc| self.lacks(arc.node)).count();
        let state = &mut self.states[node.index()];
        state.candidate = true;
        state.lacking = lacking as u32;
        if lacking == 0 {
            self.ready.push(node);
        }
        1 + graph.out(node).len() as u64
    }

    /// Gives one label, or tells of one node that it follows one.
    fn give(&mut self, graph: &Graph) -> u64 {
        if let Some(node) = self.untold.pop() {
            for top in graph.into(node).iter().map(|arc| arc.node) {
                let state = &mut self.states[top.index()];
                if state.candidate && !state.follows {
                    state.lacking -= 1;
                    if state.lacking == 0 {
                        self.ready.push(top);
                    }
                }
            }
            return 1 + graph.into(node).len() as u64;
        }
        let Some(node) = self.ready.pop() else { return self.end_pass() };
        if self.states[node.index()].follows {
            return 1;
        }
        self.give_label(node, self.label);
        for above in graph.into(node).iter().map(|arc| arc.node) {
            if self.is_open(above) && !std::mem::replace(&mut self.states[above.index()].follows, true) {
                self.following.push(above);
                self.untold.push(above);
            }
        }
        1 + graph.into(node).len() as u64
    }

    fn end_pass(&mut self) -> u64 {
        let steps = 1 + (self.candidates.len() + self.following.len()) as u64;
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.retain(|node| {
            let state = &mut self.states[node.index()];
            state.candidate = false;
            state.follows && self.codes.of(*node) == PENDING
        });
        self.candidates = candidates;
        for node in self.following.drain(..) {
            self.states[node.index()].follows = false;
        }
        if self.candidates.is_empty() {
            self.outside.clear();
            self.begin(Stage::Rest, self.span.start);
        } else {
            self.label += 1;
            self.begin_pass();
        }
        steps
    }

    fn rest(&mut self, graph: &Graph) -> u64 {
        let Some(node) = self.next_node() else {
            self.stage = Stage::Next;
            return 1;
        };
        self.states[node.index()].inside = false;
        self.close(graph, node);
        1 + graph.out(node).len() as u64
    }

    /// Whether a follower has no label and no way to revert to one of this pass.
    fn lacks(&self, node: Node) -> bool {
        let code = self.codes.of(node);
        match self.codes.set(code) {
            Some(set) => set.binary_search(&self.label).is_err(),
            None => code == PENDING && !self.states[node.index()].follows,
        }
    }

    /// Whether a node is in the component at hand and has no label.
    fn is_open(&self, node: Node) -> bool {
        self.states[node.index()].inside && self.codes.of(node) == PENDING
    }
}
