//! What is to be said of a game beyond its single lines.

use crate::foremost::{Place, by_name, of_places};
use crate::position::{Expected, Position};
use crate::{Class, Game, LineId, Mask, Names, Text, mentions};
use rustc_hash::{FxHashMap, FxHashSet};
use sgg_game::{Cycle, Declared, Node, OverBudget, SharedEdge, Tag};
use std::cell::{Cell, OnceCell};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::{Discriminant, discriminant};
use std::ops::Range;
use std::sync::Arc;

/// Something to be said of a game, and the line it is said at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line.
    pub line: LineId,
    /// What it is.
    pub what: What,
}

/// What is to be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A node that is not declared; `listed`: the game has `nodes` lines, and the name is missing there.
    Undeclared {
        /// The node.
        node: Node,
        /// Whether `nodes` lines say which nodes there are.
        listed: bool,
    },
    /// A cycle where none may be.
    Cycle(Cycle),
    /// An edge on two cycles of a cactus.
    NotCactus(Arc<SharedEdge>),
    /// Two cycles meet in a node that is not on the ground.
    TouchingCycles(Node),
    /// Edges, and no ground.
    NoGround,
    /// The line has edges that do not hang on the ground.
    Unreachable(Vec<Node>),
    /// A node with arcs and no K-value.
    MissingK(Node),
    /// Different values of one node, or of `*`, in `k`.
    ConflictingK(Option<Node>),
    /// Different values of one node, or of `*`, in `expect sg`.
    ConflictingSg(Option<Node>),
    /// Two rounds of one title; the first one is given.
    DuplicateTitle(LineId),
    /// An arc declared before, on the line given.
    DuplicateEdge(Node, Node, LineId),
    /// A node listed before in `nodes`, on the line given.
    DuplicateNode(Node, LineId),
    /// Bare entries that may be meant as counts.
    Counts,
    /// An even number of stones on a node with arcs.
    EvenStones(Node, u64),
    /// More stones on a node than any may have.
    TooManyStones(Node),
    /// The expectation of a position fails; the position's header is given.
    Failed(Expected, LineId),
    /// The value of one node is not the expected one.
    FailedSg(Node),
    /// The values of so many nodes are not the one expected of `*`; the first of them is given.
    FailedStarSg(usize, Node),
    /// A value that could not be settled within the budget.
    OverBudget(Node, OverBudget),
    /// The game is larger than any may be, from this line on.
    TooLarge,
}

/// One line is told at most so many things of one sort: each is looked for in all of the line. Of so many there may be
/// more.
pub const LINE_MAX: usize = 50;
/// A game says at most so many things of one sort.
pub(crate) const SAME_MAX: usize = 2_000;
/// Of arcs that were said before a game says at most about so many: with so many there may be more. One line may have
/// all of them, for it is told what is left when they are taken away.
pub const COPIES_MAX: usize = SAME_MAX;

/// A game says at most about so many things.
const FOUND_MAX: usize = 5 * SAME_MAX;

/// How much of a game is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// What its lines say.
    Graph,
    /// Values too, or that there are none.
    All,
}

/// Some lines of nodes that have very many.
pub(crate) type Hubs = FxHashMap<Node, Arc<[LineId]>>;

/// What is said of a game.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) findings: Arc<[Finding]>,
    pub(crate) left: Left,
    /// The first nodes in the text that are not declared.
    pub(crate) undeclared: Arc<[Node]>,
    /// The first edge lines of those that stand on very many.
    pub(crate) hubs: Hubs,
}

impl Default for Said {
    fn default() -> Said {
        Said {
            findings: Arc::from([]),
            left: Left::default(),
            undeclared: Arc::from([]),
            hubs: Hubs::default(),
        }
    }
}

/// On how many more lines the same is wrong, of sorts that each line has once: only the first of them are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// The title of another round.
    pub titles: usize,
    /// An expectation that fails.
    pub failed: usize,
    /// Stones of a position that are too many or even.
    pub stones: usize,
    /// Bare entries that may be meant as counts.
    pub counts: usize,
}

/// All findings of a game, in the order of the text; those that only values decide where these are known. `copies`: at
/// most about so many arcs that were said before.
pub(crate) fn of(text: &Text, game: &Game, known: Known, copies: usize) -> Said {
    let mut all = Findings {
        text,
        game,
        places: Places::new(text, &game.names),
        found: Vec::new(),
        left: Left::default(),
        hubs: game.said.hubs.clone(),
    };
    all.hubs.retain(|node, _| game.undeclared.contains(node));
    if let Some((_, line)) = game.limit {
        all.add(Some(line), What::TooLarge);
        return Said { findings: all.found.into(), left: all.left, ..Said::default() };
    }
    let undeclared = all.sorted(game.undeclared.iter().copied());
    all.cycles();
    all.cactus();
    all.doubled_arcs(copies);
    all.relisted();
    all.titles();
    all.conflicts();
    all.counts();
    if known == Known::All {
        all.positions();
    }
    // What is missing may stand in a line that can't be read: nothing is said of it while there is one.
    if game.broken == 0 {
        all.undeclared(&undeclared);
        all.missing();
        // A misspelt name in `ground` leaves everything unreachable.
        if !game.blocked() {
            all.unreachable();
        }
        if known == Known::All {
            all.over_budget();
        }
    }
    let mut found = all.found;
    found.sort_by_cached_key(|finding| text.lines.number(finding.line));
    let mut of_lines: FxHashMap<(LineId, Discriminant<What>), usize> = FxHashMap::default();
    found.retain(|finding| {
        let count = of_lines.entry((finding.line, discriminant(&finding.what))).or_default();
        *count += 1;
        *count <= if matches!(finding.what, What::DuplicateEdge(..)) { copies } else { LINE_MAX }
    });
    Said { findings: found.into(), left: all.left, undeclared: undeclared.into(), hubs: all.hubs }
}

struct Findings<'a> {
    text: &'a Text,
    game: &'a Game,
    places: Places<'a>,
    found: Vec<Finding>,
    left: Left,
    hubs: Hubs,
}

/// Where arcs stand: by their lines, and within a line by names, which do not depend on the history of edits.
pub(crate) struct Places<'a> {
    text: &'a Text,
    names: &'a Names,
    /// How often it was asked where a line stands; beyond [`ASKED_MAX`] all are numbered at once.
    asked: Cell<usize>,
    numbers: OnceCell<Vec<u32>>,
}

/// A look-up costs as much as some ten entries of the table of all lines.
const ASKED_MAX: usize = 50_000;

impl<'a> Places<'a> {
    pub(crate) fn new(text: &'a Text, names: &'a Names) -> Places<'a> {
        Places { text, names, asked: Cell::new(0), numbers: OnceCell::new() }
    }

    /// So many lines will be asked for: where that costs more than to number all of them, this is done at once.
    fn will_ask(&self, count: usize) {
        if count > self.text.lines.len() / 10 {
            self.asked.set(ASKED_MAX);
        }
    }

    fn line(&self, line: LineId) -> u64 {
        let asked = self.asked.get();
        if asked < ASKED_MAX {
            self.asked.set(asked + 1);
            return self.text.lines.number(line).map_or(u64::MAX, |number| number as u64);
        }
        let numbers = self.numbers.get_or_init(|| self.text.lines.numbers());
        numbers.get(line.0 as usize).map_or(u64::MAX, |number| u64::from(*number))
    }
}

impl Declared for Places<'_> {
    fn place(&self, tail: Node, head: Node, tag: Tag) -> u128 {
        let rank = |node: Node| u128::from(self.names.rank(node.index()));
        u128::from(self.line(LineId::of(tag))) << 96 | rank(tail) << 48 | rank(head)
    }

    fn nodes(&self, one: Node, other: Node) -> Ordering {
        self.names.compare(one.index(), other.index())
    }
}

impl Findings<'_> {
    fn add(&mut self, line: Option<LineId>, what: What) {
        self.found.extend(line.map(|line| Finding { line, what }));
    }

    /// The first of some nodes in the order of the text.
    fn sorted(&self, nodes: impl Iterator<Item = Node>) -> Vec<Node> {
        self.game.foremost(self.text).in_text(nodes, SAME_MAX)
    }

    /// The first of some lines in the order of the text, and how many are left out.
    fn foremost<T>(&self, lines: Vec<(LineId, T)>) -> (Vec<(LineId, T)>, usize) {
        self.places.will_ask(lines.len());
        let mut lines: Vec<(u64, LineId, T)> =
            lines.into_iter().map(|(line, what)| (self.places.line(line), line, what)).collect();
        let left = lines.len().saturating_sub(SAME_MAX);
        if left > 0 {
            lines.select_nth_unstable_by_key(SAME_MAX, |(number, ..)| *number);
            lines.truncate(SAME_MAX);
        }
        lines.sort_unstable_by_key(|(number, ..)| *number);
        (lines.into_iter().map(|(_, line, what)| (line, what)).collect(), left)
    }

    fn first_line(&self, node: Node) -> Option<LineId> {
        self.game.first_mention(node).map(|mention| mention.line)
    }

    /// The first line that gives the node an arc.
    fn first_out(&self, node: Node) -> Option<LineId> {
        let arcs = self.game.board().out(node).iter().map(|arc| LineId::of(arc.tag));
        self.text.lines.first(arcs)
    }

    fn cycles(&mut self) {
        for cycle in self.game.cycles.iter() {
            let line = cycle.arcs.last().map(|(_, _, tag)| LineId::of(*tag));
            self.add(line, What::Cycle(cycle.clone()));
        }
    }

    fn cactus(&mut self) {
        if !self.game.kind().cactus || !self.game.has_ground() {
            return;
        }
        if let Some(shared) = &self.game.shared_edge {
            self.add(Some(LineId::of(shared.edge.2)), What::NotCactus(shared.clone()));
            return;
        }
        for node in self.sorted(self.game.board().touching_cycles().into_iter()) {
            self.add(self.first_line(node), What::TouchingCycles(node));
        }
    }

    fn doubled_arcs(&mut self, most: usize) {
        let game = self.game;
        let mut count = 0;
        let tails = game.foremost(self.text).in_text(game.doubled.iter().copied(), most);
        for tail in tails {
            let mut arcs: Vec<(Node, u64, LineId)> = game
                .board()
                .out(tail)
                .iter()
                .map(|arc| (arc.node, LineId::of(arc.tag)))
                // One that can't be read just now has no edge to be shown, and is not what others repeat.
                .filter(|(_, line)| !game.is_kept(*line))
                .map(|(head, line)| (head, self.places.line(line), line))
                .collect();
            arcs.sort_unstable_by_key(|(head, order, _)| (*head, *order));
            let mut first: Option<(Node, LineId)> = None;
            let mut again = Vec::new();
            for (head, number, line) in arcs {
                match first {
                    Some((known, of_first)) if known == head => {
                        again.push(Place::new(
                            &game.names,
                            Some(number as usize),
                            head,
                            (line, head, of_first),
                        ));
                    }
                    _ => first = Some((head, line)),
                }
            }
            let again = of_places(&game.names, again.into_iter(), usize::MAX);
            for of_line in again.chunk_by(|a, b| a.what.0 == b.what.0) {
                let of_line = of_line.iter().take(if count < most { most } else { LINE_MAX });
                for Place { what: (line, head, of_first), .. } in of_line {
                    self.add(Some(*line), What::DuplicateEdge(tail, *head, *of_first));
                    count += 1;
                }
            }
            if count > most {
                return;
            }
        }
    }

    /// Each `nodes` line that lists a node again.
    fn relisted(&mut self) {
        let game = self.game;
        let most = self.found.len() + SAME_MAX;
        for node in self.sorted(game.relisted.iter().copied()) {
            // One that can't be read just now has no name to be shown, and is not what others repeat.
            let lines = game.listed.lines(node).filter(|line| !game.is_kept(*line));
            let (lines, _) = self.foremost(lines.map(|line| (line, ())).collect());
            let Some((first, ())) = lines.first().copied() else { continue };
            for (line, ()) in lines {
                if line != first || game.listed_again.has(node, line) {
                    self.add(Some(line), What::DuplicateNode(node, first));
                }
            }
            if self.found.len() > most {
                return;
            }
        }
    }

    fn titles(&mut self) {
        let game = self.game;
        self.places.will_ask(game.round_titles.doubled().map(FxHashSet::len).sum());
        let mut again: Vec<(LineId, LineId)> = Vec::new();
        for lines in game.round_titles.doubled() {
            let first = lines.iter().copied().min_by_key(|line| self.places.line(*line));
            let Some(first) = first else { continue };
            again.extend(lines.iter().filter(|line| **line != first).map(|line| (*line, first)));
        }
        let (again, left) = self.foremost(again);
        self.left.titles = left;
        for (line, first) in again {
            self.add(Some(line), What::DuplicateTitle(first));
        }
    }

    fn conflicts(&mut self) {
        let game = self.game;
        for (mask, nodes, star, what) in [
            (
                Mask::of(Class::K),
                &game.k_conflicts,
                game.star_k_conflict(),
                What::ConflictingK as fn(Option<Node>) -> What,
            ),
            (Mask::of(Class::ExpectSg), &game.sg_conflicts, game.star_sg_conflict(), What::ConflictingSg),
        ] {
            if star {
                self.add(self.last_with_star(mask), what(None));
            }
            self.add_at_last(mask, nodes.iter().copied(), |node| what(Some(node)));
        }
    }

    /// Says something of each of some nodes, at the last line of a class that names it: of several values it is the
    /// one typed later, mostly. One pass for all nodes, from the end, up to where all are found.
    fn add_at_last(&mut self, mask: Mask, nodes: impl Iterator<Item = Node>, what: impl Fn(Node) -> What) {
        let nodes = self.sorted(nodes);
        let mut left: FxHashSet<Node> = nodes.iter().copied().collect();
        let mut last: FxHashMap<Node, LineId> = FxHashMap::default();
        let Range { start, mut end } = self.text.game_lines(self.game.header());
        while !left.is_empty() {
            let found = self.text.lines.previous(end, mask).filter(|(number, _)| *number >= start);
            let Some((number, record)) = found else { break };
            end = number;
            let (text, line) = self.text.parse(number);
            for (_, item) in mentions::items(&line) {
                for node in mentions::among(self.game, &text, item, &left) {
                    left.remove(&node);
                    last.insert(node, record.id);
                }
            }
        }
        for node in nodes {
            self.add(last.get(&node).copied(), what(node));
        }
    }

    /// Says something of each of some nodes, at every line of a class that names it.
    fn add_at_all(&mut self, mask: Mask, nodes: impl Iterator<Item = Node>, what: impl Fn(Node) -> What) {
        let wanted: FxHashSet<Node> = self.sorted(nodes).into_iter().collect();
        let most = self.found.len() + SAME_MAX;
        let lines = self.text.game_lines(self.game.header());
        let mut text = self.text.downwards();
        for (number, record) in self.text.lines.select(lines, mask) {
            if wanted.is_empty() || self.found.len() > most {
                return;
            }
            let (line_text, line) = text.parse(number);
            let named = mentions::items(&line)
                .flat_map(|(_, item)| mentions::among(self.game, &line_text, item, &wanted))
                .collect::<BTreeSet<Node>>();
            for node in self.game.foremost(self.text).in_text(named.into_iter(), LINE_MAX) {
                self.add(Some(record.id), what(node));
            }
        }
    }

    fn last_with_star(&self, mask: Mask) -> Option<LineId> {
        let Range { start, mut end } = self.text.game_lines(self.game.header());
        loop {
            let (number, record) = self.text.lines.previous(end, mask).filter(|found| found.0 >= start)?;
            let (_, line) = self.text.parse(number);
            if mentions::items(&line).any(|(_, item)| *item == sgg_syntax::Item::Star) {
                return Some(record.id);
            }
            end = number;
        }
    }

    /// The first lines with `*`.
    fn with_star(&self, mask: Mask) -> Vec<LineId> {
        let mut text = self.text.downwards();
        let mut has_star = |number: usize| {
            let (_, line) = text.parse(number);
            mentions::items(&line).any(|(_, item)| *item == sgg_syntax::Item::Star)
        };
        let lines = self.text.lines.select(self.text.game_lines(self.game.header()), mask);
        let with_star = lines.filter(|(number, _)| has_star(*number)).map(|(_, record)| record.id);
        with_star.take(SAME_MAX).collect()
    }

    fn counts(&mut self) {
        let game = self.game;
        // A count that is read as a name is no node.
        let nodes = game.node_count().saturating_sub(game.undeclared.len());
        let meant = game.positions.counts().filter(|(_, count)| *count == nodes);
        let (meant, left) = self.foremost(meant.map(|(line, _)| (*line, ())).collect());
        self.left.counts = left;
        for (line, ()) in meant {
            self.add(Some(line), What::Counts);
        }
    }

    fn positions(&mut self) {
        let game = self.game;
        let mut failed: Vec<(LineId, (&Expected, LineId))> = Vec::new();
        let mut stones: Vec<(LineId, &Position)> = Vec::new();
        for (header, position) in game.positions.speaking() {
            // They stand in the order of the expectations.
            let mut fail = position.failed().iter().peekable();
            let fails = position.expected().iter().filter(|(line, _)| fail.next_if_eq(&line).is_some());
            failed.extend(fails.map(|(line, expected)| (*line, (expected, header))));
            if position.findings.speaks_of_stones() {
                stones.push((header, position));
            }
        }
        let (failed, left) = self.foremost(failed);
        self.left.failed = left;
        for (line, (expected, header)) in failed {
            self.add(Some(line), What::Failed(expected.clone(), header));
        }
        let most = self.found.len() + SAME_MAX;
        let (stones, left) = self.foremost(stones);
        self.left.stones = left;
        for (at, (_, position)) in stones.iter().enumerate() {
            if self.found.len() > most {
                self.left.stones += stones.len() - at;
                break;
            }
            let even = position.findings.even.iter().map(|(node, _)| *node);
            let last = self.last_stones(position, even.chain(position.findings.too_many));
            for (node, amount) in &position.findings.even {
                self.add(last.get(node).copied(), What::EvenStones(*node, *amount));
            }
            if let Some(node) = position.findings.too_many {
                self.add(last.get(&node).copied(), What::TooManyStones(node));
            }
        }
        self.failed_sg();
    }

    /// The last lines that lay stones on some nodes; a `*` counts where no entry names the node.
    fn last_stones(&self, position: &Position, nodes: impl Iterator<Item = Node>) -> FxHashMap<Node, LineId> {
        let later = |last: Option<LineId>, line| match last {
            Some(last) if self.text.lines.before(line, last) => last,
            _ => line,
        };
        let mut star: Option<LineId> = None;
        let mut own: BTreeMap<Node, Option<LineId>> = nodes.map(|node| (node, None)).collect();
        if own.is_empty() {
            return FxHashMap::default();
        }
        for stone in &position.stones {
            match stone.nodes {
                None => star = Some(later(star, stone.line)),
                Some(run) => {
                    let here = own.range_mut(run.first..=run.last);
                    here.for_each(|(_, last)| *last = Some(later(*last, stone.line)));
                }
            }
        }
        own.into_iter().filter_map(|(node, line)| Some((node, line.or(star)?))).collect()
    }

    fn failed_sg(&mut self) {
        let game = self.game;
        let (own, star): (Vec<Node>, Vec<Node>) =
            game.sg_failed.iter().partition(|node| game.has_own_sg(**node));
        let mask = Mask::of(Class::ExpectSg);
        self.add_at_all(mask, own.into_iter(), What::FailedSg);
        let count = star.len();
        if let Some(first) = self.sorted(star.into_iter()).first() {
            for line in self.with_star(mask) {
                self.add(Some(line), What::FailedStarSg(count, *first));
            }
        }
    }

    /// The first edge lines that mention a node, each once. Those of a hub are gone through once for all, until its arcs
    /// change: lines keep their order.
    fn edge_lines(&mut self, node: Node) -> Arc<[LineId]> {
        if let Some(known) = self.hubs.get(&node) {
            return known.clone();
        }
        let mut lines: Vec<LineId> = mentions::edge_lines(self.game, node).collect();
        // They are few runs in order: those that the file had, and those that were typed.
        lines.sort();
        lines.dedup();
        if lines.len() <= SAME_MAX {
            return lines.into();
        }
        let first: Arc<[LineId]> = self.text.lines.foremost(&lines, SAME_MAX).into();
        self.hubs.insert(node, first.clone());
        first
    }

    /// Each line that mentions a node which is not declared. One pass over the lines that are not edges, from the
    /// first mention up to where all are found.
    fn undeclared(&mut self, nodes: &[Node]) {
        let game = self.game;
        let listed = game.lists_nodes();
        let mut mentioned = 0;
        let mut start = usize::MAX;
        let mut wanted: FxHashSet<Node> = FxHashSet::default();
        for node in nodes {
            if self.found.len() > FOUND_MAX {
                return;
            }
            for line in self.edge_lines(*node).iter() {
                self.add(Some(*line), What::Undeclared { node: *node, listed });
            }
            let facts = game.facts.get(*node);
            let others = facts.others.graph + facts.others.loose;
            if others > 0 {
                wanted.insert(*node);
                mentioned += others as usize;
                let first = facts.first.and_then(|first| self.text.lines.number(first.line));
                // Above its first mention by its own name a range may mention it.
                let is_first = facts.edges == 0 && !game.has_ranged_others();
                start = start.min(first.filter(|_| is_first).unwrap_or(0));
            }
        }
        let lines = self.text.game_lines(game.header());
        // What is expected of a node may stand before its first mention.
        let start = lines.start.max(start).min(lines.end);
        let before = self.text.lines.select(lines.start..start, Mask::of(Class::ExpectSg));
        let behind = self.text.lines.select(start..lines.end, mentions::OTHER.or(Mask::of(Class::ExpectSg)));
        let mut text = self.text.downwards();
        for (number, record) in before.chain(behind) {
            if mentioned == 0 || self.found.len() > FOUND_MAX {
                return;
            }
            let (line_text, line) = text.parse(number);
            let mut here: BTreeSet<Node> = BTreeSet::new();
            for (_, item) in mentions::items(&line) {
                let found = mentions::among(game, &line_text, item, &wanted);
                mentioned = mentioned.saturating_sub(found.len());
                here.extend(found);
            }
            for node in game.foremost(self.text).in_text(here.into_iter(), LINE_MAX) {
                self.add(Some(record.id), What::Undeclared { node, listed });
            }
        }
    }

    fn missing(&mut self) {
        let game = self.game;
        if game.kind().ground && !game.has_ground() && game.board().graph().arc_count() > 0 {
            let graph = game.board().graph();
            let first =
                game.nodes().filter(|node| !graph.out(*node).is_empty()).filter_map(|n| self.first_line(n));
            let line = self.text.lines.first(first);
            self.add(line, What::NoGround);
        }
        for node in self.sorted(game.missing_k.iter().copied()) {
            self.add(self.first_out(node), What::MissingK(node));
        }
    }

    fn unreachable(&mut self) {
        let game = self.game;
        if !game.kind().ground || !game.has_ground() {
            return;
        }
        let mut lines: Vec<(LineId, Vec<Node>)> = Vec::new();
        let mut seen: FxHashSet<(LineId, Node)> = FxHashSet::default();
        let mut at: FxHashMap<LineId, usize> = FxHashMap::default();
        // The first by name, whatever was typed before; nearly always so many are enough.
        let nodes = game.board().unreachable();
        for most in [SAME_MAX, usize::MAX] {
            if most > SAME_MAX && (lines.len() > SAME_MAX || nodes.len() <= SAME_MAX) {
                break;
            }
            let part = by_name(&game.names, nodes.iter().copied(), most);
            for node in part.into_iter().skip(if most > SAME_MAX { SAME_MAX } else { 0 }) {
                for arc in game.board().out(node) {
                    let line = LineId::of(arc.tag);
                    for end in [node, arc.node] {
                        if !seen.insert((line, end)) {
                            continue;
                        }
                        let place = *at.entry(line).or_insert_with(|| {
                            lines.push((line, Vec::new()));
                            lines.len() - 1
                        });
                        if let Some((_, nodes)) = lines.get_mut(place) {
                            nodes.push(end);
                        }
                    }
                }
                if lines.len() > SAME_MAX {
                    break;
                }
            }
        }
        for (line, nodes) in lines {
            self.add(Some(line), What::Unreachable(nodes));
        }
    }

    fn over_budget(&mut self) {
        let board = self.game.board();
        for node in self.sorted(board.over_budget().iter().copied()) {
            if let Some(reason) = board.over_budget_reason(node) {
                self.add(self.first_out(node), What::OverBudget(node, reason));
            }
        }
    }
}
