//! One game: the sum of its lines. Every line's statement can be added and taken away again.

use crate::facts::{FactTable, Use};
use crate::fit::{edges, has_range, misfit};
use crate::position::{Expected, Position, Stone, node_holds};
use crate::titles::Titles;
use crate::votes::Votes;
use crate::{Finding, LineId, Lines, Mention, MentionRank, Names, Text};
use rustc_hash::{FxHashMap, FxHashSet};
use sgg_game::{ARCS_MAX, Board, Changed, Kind, Meter, NODES_MAX, Node, Progress, Tag, Value};
use sgg_syntax::{Chain, Entries, Entry, Item, Line, Literal, Number, Role, Statement};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Whether a line joins its game or leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Give,
    Take,
}

/// A line on its way into or out of a game.
#[derive(Clone, Copy)]
pub(crate) struct Visit<'a> {
    pub(crate) sign: Sign,
    pub(crate) id: LineId,
    /// The header of the position it belongs to.
    pub(crate) position: LineId,
    pub(crate) text: &'a str,
    /// For comparing places; none while a game is loaded, when lines come in order.
    pub(crate) lines: Option<&'a Lines>,
}

/// How current a game's values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// They are those of the text.
    Fresh,
    /// They are being worked out.
    Solving,
    /// They are from before a line that can't be read or used.
    Stale,
    /// There are none: lines can't be read or used.
    Blocked,
    /// There are none: the game is larger than any may be.
    TooLarge,
}

/// A limit that a whole game is beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameLimit {
    /// More than [`NODES_MAX`] nodes.
    Nodes,
    /// More than [`ARCS_MAX`] edges.
    Edges,
}

/// A game with a known kind.
#[derive(Clone, Debug)]
pub struct Game {
    header: LineId,
    pub(crate) title: Option<String>,
    pub(crate) names: Names,
    pub(crate) board: Board,
    pub(crate) facts: FactTable,
    /// Arcs of a game that is being loaded.
    loading: Option<Vec<(Node, Node, Tag)>>,
    /// How many edges and mentions its lines stand for.
    size: u64,
    /// How many nodes some line mentions.
    live: usize,
    pub(crate) nodes_lines: usize,
    /// How many of its edge lines have ranges: where none has, every mention there is by a node's own name.
    pub(crate) range_lines: usize,
    /// Graph lines that can't be read or used.
    pub(crate) broken: usize,
    pub(crate) limit: Option<GameLimit>,
    /// Edge lines without an arc (`5 ->`), by node.
    pub(crate) lone: FxHashMap<Node, SmallVec<[LineId; 1]>>,
    pub(crate) undeclared: BTreeSet<Node>,
    /// Whether one of them keeps the game from being solved.
    undeclared_in_graph: bool,
    k: FxHashMap<Node, Votes<u32>>,
    star_k: Votes<u32>,
    pub(crate) k_conflicts: FxHashSet<Node>,
    pub(crate) missing_k: FxHashSet<Node>,
    ground: FxHashMap<Node, u32>,
    ground_changed: bool,
    sg: FxHashMap<Node, Votes<Literal>>,
    star_sg: Votes<Literal>,
    pub(crate) sg_conflicts: FxHashSet<Node>,
    pub(crate) sg_failed: FxHashSet<Node>,
    /// Tails of arcs that are declared twice.
    pub(crate) doubled: BTreeSet<Node>,
    pub(crate) positions: FxHashMap<LineId, Position>,
    pub(crate) round_titles: Titles,
    pub(crate) counts_lines: usize,
    changed_positions: FxHashSet<LineId>,
    /// Nodes to look at again, and nodes that lost the first line that mentioned them.
    touched: Vec<Node>,
    all_touched: bool,
    orphans: Vec<(Node, Mention)>,
    /// Values were settled at least once.
    solved: bool,
    settled: bool,
    findings: Arc<[Finding]>,
}

type Nodes = SmallVec<[Node; 4]>;

impl Game {
    pub(crate) fn new(header: LineId, kind: Kind, title: Option<String>) -> Game {
        let mut game = Game {
            header,
            title,
            names: Names::default(),
            board: Board::new(kind),
            facts: FactTable::default(),
            loading: Some(Vec::new()),
            size: 0,
            live: 0,
            nodes_lines: 0,
            range_lines: 0,
            broken: 0,
            limit: None,
            lone: FxHashMap::default(),
            undeclared: BTreeSet::new(),
            undeclared_in_graph: false,
            k: FxHashMap::default(),
            star_k: Votes::default(),
            k_conflicts: FxHashSet::default(),
            missing_k: FxHashSet::default(),
            ground: FxHashMap::default(),
            ground_changed: kind.ground,
            sg: FxHashMap::default(),
            star_sg: Votes::default(),
            sg_conflicts: FxHashSet::default(),
            sg_failed: FxHashSet::default(),
            doubled: BTreeSet::new(),
            positions: FxHashMap::default(),
            round_titles: Titles::default(),
            counts_lines: 0,
            changed_positions: FxHashSet::default(),
            touched: Vec::new(),
            all_touched: true,
            orphans: Vec::new(),
            solved: false,
            settled: false,
            findings: Arc::from([]),
        };
        game.position_mut(header);
        game
    }

    // --- what can be asked ---

    /// The line of its header.
    pub fn header(&self) -> LineId {
        self.header
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.board.kind()
    }

    /// Its title, read.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Its graph, K-values and values. Nodes that no line mentions any more may still stand in it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How current its values are.
    pub fn state(&self) -> State {
        match (self.limit, self.blocked(), self.solved, self.settled) {
            (Some(_), ..) => State::TooLarge,
            (None, true, false, _) => State::Blocked,
            (None, true, true, _) => State::Stale,
            (None, false, _, true) => State::Fresh,
            (None, false, _, false) => State::Solving,
        }
    }

    /// The node of a name, if some line mentions it.
    pub fn node(&self, name: &str) -> Option<Node> {
        let node = self.board.graph().node(self.names.find(name)?)?;
        self.is_live(node).then_some(node)
    }

    /// A node's name, not quoted.
    pub fn name(&self, node: Node) -> String {
        self.names.text(node.index())
    }

    /// A node's value as far as it is known.
    pub fn value(&self, node: Node) -> Value {
        if self.has_values() { self.board.value(node) } else { Value::Unknown }
    }

    /// Whether some line mentions it.
    pub fn is_live(&self, node: Node) -> bool {
        self.facts.get(node).live()
    }

    /// How many nodes it has.
    pub fn node_count(&self) -> usize {
        self.live
    }

    /// Its nodes, in no order that means anything.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        (0..self.board.graph().node_count())
            .filter_map(|index| self.board.graph().node(index))
            .filter(|node| self.is_live(*node))
    }

    /// The place where its hint stands.
    pub fn first_mention(&self, node: Node) -> Option<Mention> {
        self.facts.get(node).first
    }

    /// Whether `nodes` lines say which nodes there are.
    pub fn lists_nodes(&self) -> bool {
        self.nodes_lines > 0
    }

    /// A node's K-value, or what the default gives it.
    pub fn k(&self, node: Node) -> Option<u32> {
        let own = self.k.get(&node).unwrap_or(&self.star_k);
        own.agreed().copied()
    }

    /// The K-values said of a node, or of `*`.
    pub fn k_said(&self, node: Option<Node>) -> Vec<u32> {
        let votes = node.map_or(Some(&self.star_k), |node| self.k.get(&node));
        votes.into_iter().flat_map(Votes::values).copied().collect()
    }

    /// Whether the node stands on the ground.
    pub fn is_ground(&self, node: Node) -> bool {
        self.ground.contains_key(&node)
    }

    /// Whether any node stands on the ground.
    pub fn has_ground(&self) -> bool {
        !self.ground.is_empty()
    }

    /// The position of a header (its own or a round's).
    pub fn position(&self, header: LineId) -> Option<&Position> {
        self.positions.get(&header)
    }

    /// Whether what stands before the first round is a position.
    pub fn has_own_position(&self) -> bool {
        self.positions.len() == 1 || self.positions.get(&self.header).is_some_and(Position::is_stated)
    }

    /// How many nodes have a value other than the `*` of `expect sg` says.
    pub fn star_sg(&self) -> Option<&Literal> {
        self.star_sg.agreed()
    }

    /// Whether `*` in `expect sg` was given different values.
    pub(crate) fn star_sg_conflict(&self) -> bool {
        self.star_sg.conflict()
    }

    /// Whether `*` in `k` was given different values.
    pub(crate) fn star_k_conflict(&self) -> bool {
        self.star_k.conflict()
    }

    /// Whether a node has a value of its own in `expect sg`, and which.
    pub fn expected_sg(&self, node: Node) -> Option<&Literal> {
        match self.sg.get(&node) {
            Some(votes) => votes.agreed(),
            None => self.star_sg.agreed(),
        }
    }

    /// Whether a node is named by an entry of its own in `expect sg`.
    pub fn has_own_sg(&self, node: Node) -> bool {
        self.sg.contains_key(&node)
    }

    /// What is to be said of it beyond its single lines, in the order of the text.
    pub fn findings(&self) -> &Arc<[Finding]> {
        &self.findings
    }

    /// The limit that it is beyond.
    pub fn limit(&self) -> Option<GameLimit> {
        self.limit
    }

    /// Graph lines that can't be read or used.
    pub fn broken_lines(&self) -> usize {
        self.broken
    }

    pub(crate) fn has_values(&self) -> bool {
        self.solved
    }

    pub(crate) fn blocked(&self) -> bool {
        self.broken > 0 || self.undeclared_in_graph || self.limit.is_some()
    }

    /// Whether changing a line that stands for that many edges costs more than loading the game again.
    pub(crate) fn better_reloaded(&self, cost: u64) -> bool {
        cost > 4096 && cost > self.size / 8
    }

    /// Whether it should be loaded again: most of its nodes are not mentioned any more, or a limit may hold again.
    pub(crate) fn wants_reload(&self) -> bool {
        self.limit.is_some() || (self.names.len() > 4096 && self.names.len() > 2 * self.live)
    }

    // --- lines that come and go ---

    /// Adds a line's statement, or takes it away.
    pub(crate) fn visit(&mut self, visit: Visit<'_>, line: &Line) {
        self.settled = false;
        if misfit(self.kind(), line).is_some() {
            return self.unusable(visit, role(&line.statement));
        }
        match &line.statement {
            Statement::Blank | Statement::Game(_) => {}
            Statement::Round(header) => {
                let title = header.title.as_ref().map(|title| title.value.clone());
                self.round(visit, title);
            }
            Statement::Nodes(entries) => {
                tally(visit.sign, &mut self.nodes_lines);
                self.all_touched |= self.nodes_lines <= 1;
                self.ground_changed |= self.kind().ground;
                self.mention_all(visit, entries, Use::Declared, Some(MentionRank::Group));
            }
            Statement::Edge(chain) => self.chain(visit, chain),
            Statement::Ground(entries) => self.ground(visit, entries),
            Statement::K(entries) => self.k_line(visit, entries),
            Statement::Stones(entries) => self.stones(visit, entries),
            Statement::ExpectOutcome(_, word) => self.expect(visit, Expected::Outcome(*word)),
            Statement::ExpectValue(literal) => self.expect(visit, Expected::Value(literal.value.clone())),
            Statement::ExpectSg(entries) => self.sg_line(visit, entries),
            Statement::Broken(role) => self.unusable(visit, Some(*role)),
        }
    }

    fn unusable(&mut self, visit: Visit<'_>, role: Option<Role>) {
        match role {
            Some(Role::Graph) => tally(visit.sign, &mut self.broken),
            Some(Role::Stones) => {
                let position = self.position_mut(visit.position);
                tally(visit.sign, &mut position.broken);
            }
            Some(Role::Expect) | None => {}
        }
    }

    fn round(&mut self, visit: Visit<'_>, title: Option<String>) {
        let id = visit.id;
        if let Some(old) = self.positions.get(&id).and_then(|position| position.title.clone()) {
            self.round_titles.remove(&old, id);
        }
        match visit.sign {
            Sign::Take => {
                self.positions.remove(&id);
                self.changed_positions.remove(&id);
            }
            Sign::Give => {
                if let Some(title) = &title {
                    self.round_titles.add(title, id);
                }
                self.position_mut(id).title = title;
            }
        }
    }

    /// Takes all positions away, for lines that will be given again.
    pub(crate) fn clear_positions(&mut self) {
        let positions = std::mem::take(&mut self.positions);
        for position in positions.values() {
            for (node, line) in position.stones.iter().filter_map(|stone| Some((stone.node?, stone.line))) {
                let change = self.facts.change(node, |facts| {
                    facts.loose = facts.loose.saturating_sub(1);
                    let orphaned = facts.first.take_if(|first| first.line == line);
                    (!facts.live(), orphaned)
                });
                let Some((gone, orphaned)) = change else { continue };
                self.live -= usize::from(gone);
                self.orphans.extend(orphaned.map(|first| (node, first)));
                self.touched.push(node);
            }
        }
        self.counts_lines = 0;
        self.round_titles = Titles::default();
        self.changed_positions.clear();
        self.position_mut(self.header);
        self.settled = false;
    }

    fn position_mut(&mut self, header: LineId) -> &mut Position {
        let header = if self.kind().stones { header } else { self.header };
        self.changed_positions.insert(header);
        self.positions.entry(header).or_default()
    }

    fn chain(&mut self, visit: Visit<'_>, chain: &Chain) {
        let size = edges(chain);
        match visit.sign {
            Sign::Give => self.size = self.size.saturating_add(size),
            Sign::Take => self.size = self.size.saturating_sub(size),
        }
        if has_range(&chain.entries) {
            tally(visit.sign, &mut self.range_lines);
        }
        if self.size > ARCS_MAX as u64 {
            self.limit = Some(GameLimit::Edges);
        }
        if self.limit.is_some() {
            return;
        }
        let mut tails = Nodes::new();
        let mut filled = 0;
        for group in chain.groups().filter(|group| !group.is_empty()) {
            let mut heads = Nodes::new();
            for entry in group {
                let rank = rank_of(&entry.item, MentionRank::Edge);
                self.each_node(visit, &entry.item, |game, node| {
                    game.mention(visit, node, Use::Edge, rank);
                    heads.push(node);
                });
            }
            for tail in &tails {
                for head in &heads {
                    self.arc(visit, *tail, *head);
                }
            }
            filled += 1;
            tails = heads;
        }
        if filled == 1 {
            self.lone_nodes(visit, &tails);
        }
    }

    fn lone_nodes(&mut self, visit: Visit<'_>, nodes: &[Node]) {
        for node in nodes {
            let lines = self.lone.entry(*node).or_default();
            match visit.sign {
                Sign::Give => lines.push(visit.id),
                Sign::Take => {
                    if let Some(at) = lines.iter().position(|id| *id == visit.id) {
                        lines.swap_remove(at);
                    }
                    if lines.is_empty() {
                        self.lone.remove(node);
                    }
                }
            }
        }
    }

    fn arc(&mut self, visit: Visit<'_>, tail: Node, head: Node) {
        let tag = Tag(visit.id.0);
        match (&mut self.loading, visit.sign) {
            (Some(arcs), Sign::Give) => arcs.push((tail, head, tag)),
            (Some(_), Sign::Take) => {}
            (None, Sign::Give) => {
                if self.kind().directed && self.board.out(tail).iter().any(|arc| arc.node == head) {
                    self.doubled.insert(tail);
                }
                self.board.insert(tail, head, tag);
            }
            (None, Sign::Take) => {
                self.board.remove(tail, head, tag);
                if self.doubled.contains(&tail) && !has_doubles(&self.board, tail) {
                    self.doubled.remove(&tail);
                }
            }
        }
    }

    fn ground(&mut self, visit: Visit<'_>, entries: &Entries<()>) {
        self.ground_changed = true;
        for entry in entries {
            let rank = rank_of(&entry.item, MentionRank::Other);
            self.each_node(visit, &entry.item, |game, node| {
                game.mention(visit, node, Use::Graph, rank);
                let count = game.ground.entry(node).or_default();
                match visit.sign {
                    Sign::Give => *count += 1,
                    Sign::Take => *count = count.saturating_sub(1),
                }
                if *count == 0 {
                    game.ground.remove(&node);
                }
            });
        }
    }

    fn k_line(&mut self, visit: Visit<'_>, entries: &Entries<Number>) {
        for entry in entries {
            let k = u32::try_from(entry.value.value).unwrap_or(u32::MAX);
            if entry.item == Item::Star {
                vote(visit.sign, &mut self.star_k, k);
                self.all_touched = true;
                continue;
            }
            let rank = rank_of(&entry.item, MentionRank::Other);
            self.each_node(visit, &entry.item, |game, node| {
                game.mention(visit, node, Use::Graph, rank);
                vote_of(visit.sign, &mut game.k, &mut game.k_conflicts, node, k);
            });
        }
    }

    fn sg_line(&mut self, visit: Visit<'_>, entries: &Entries<sgg_syntax::Located<Literal>>) {
        for entry in entries {
            if entry.item == Item::Star {
                vote(visit.sign, &mut self.star_sg, entry.value.value.clone());
                self.all_touched = true;
                continue;
            }
            self.each_node(visit, &entry.item, |game, node| {
                game.mention(visit, node, Use::Loose, None);
                vote_of(visit.sign, &mut game.sg, &mut game.sg_conflicts, node, entry.value.value.clone());
            });
        }
    }

    fn stones(&mut self, visit: Visit<'_>, entries: &Entries<Option<Number>>) {
        let bare = bare_counts(entries, visit.text);
        let mut stones = Vec::new();
        for entry in entries {
            let amount = entry.value.as_ref().map_or(1, |number| number.value);
            if entry.item == Item::Star {
                stones.push(Stone { node: None, amount, line: visit.id });
                continue;
            }
            let rank = rank_of(&entry.item, MentionRank::Other);
            self.each_node(visit, &entry.item, |game, node| {
                game.mention(visit, node, Use::Loose, rank);
                stones.push(Stone { node: Some(node), amount, line: visit.id });
            });
        }
        if bare.is_some() {
            tally(visit.sign, &mut self.counts_lines);
        }
        let position = self.position_mut(visit.position);
        match visit.sign {
            Sign::Give => {
                position.stones.append(&mut stones);
                position.counts.extend(bare.map(|count| (visit.id, count)));
            }
            Sign::Take => {
                position.stones.retain(|stone| stone.line != visit.id);
                position.counts.retain(|(line, _)| *line != visit.id);
            }
        }
    }

    fn expect(&mut self, visit: Visit<'_>, expected: Expected) {
        let position = self.position_mut(visit.position);
        match visit.sign {
            Sign::Give => position.expected.push((visit.id, expected)),
            Sign::Take => position.expected.retain(|(line, _)| *line != visit.id),
        }
    }

    fn mention_all(&mut self, visit: Visit<'_>, entries: &[Entry<()>], usage: Use, rank: Option<MentionRank>) {
        for entry in entries {
            self.each_node(visit, &entry.item, |game, node| game.mention(visit, node, usage, rank));
        }
    }

    /// Calls `each` for every node that an item names.
    fn each_node(&mut self, visit: Visit<'_>, item: &Item, mut each: impl FnMut(&mut Game, Node)) {
        match item {
            Item::Star => {}
            Item::Name(name) => {
                let number = self.names.intern(&name.text(visit.text));
                if let Some(node) = self.minted(number) {
                    each(self, node);
                }
            }
            Item::Range(range) => {
                let mut keys = self.names.range(range, visit.text);
                while let Some(number) = self.names.intern_next(&mut keys) {
                    let Some(node) = self.minted(number) else { return };
                    each(self, node);
                }
            }
        }
    }

    /// The node of a name's number: the board's nodes and the names go in step.
    fn minted(&mut self, number: usize) -> Option<Node> {
        if number >= NODES_MAX {
            self.limit = Some(GameLimit::Nodes);
            return None;
        }
        if number >= self.board.graph().node_count() {
            let node = self.board.add_node();
            self.touched.push(node);
            return Some(node);
        }
        self.board.graph().node(number)
    }

    fn mention(&mut self, visit: Visit<'_>, node: Node, usage: Use, rank: Option<MentionRank>) {
        let here = rank.map(|rank| Mention { line: visit.id, rank });
        let change = self.facts.change(node, |facts| {
            let was_live = facts.live();
            let counter = facts.counter(usage);
            match visit.sign {
                Sign::Give => *counter += 1,
                Sign::Take => *counter = counter.saturating_sub(1),
            }
            let orphaned = facts.first.filter(|first| visit.sign == Sign::Take && first.line == visit.id);
            let better = |here| facts.first.is_none_or(|first| better(here, first, visit.lines));
            let improved = here.filter(|here| visit.sign == Sign::Give && better(*here));
            match (orphaned, improved) {
                (Some(_), _) => facts.first = None,
                (None, Some(here)) => facts.first = Some(here),
                (None, None) => {}
            }
            (was_live, facts.live(), orphaned)
        });
        let Some((was_live, lives, orphaned)) = change else { return };
        self.live = self.live + usize::from(lives) - usize::from(was_live);
        self.orphans.extend(orphaned.map(|first| (node, first)));
        if self.loading.is_none() {
            self.touched.push(node);
        }
    }

    // --- after lines came or went ---

    /// Ends the loading: all lines were given.
    pub(crate) fn loaded(&mut self) {
        let Some(arcs) = self.loading.take() else { return };
        if self.limit.is_none() {
            self.board.insert_all(arcs);
        }
        if self.kind().directed {
            self.doubled = all_doubles(&self.board);
        }
        self.all_touched = true;
    }

    /// Brings everything that follows from the lines up to date, values apart.
    pub(crate) fn refresh(&mut self, text: &Text) {
        let any_touched = self.all_touched || !self.touched.is_empty();
        if std::mem::take(&mut self.all_touched) {
            self.touched.clear();
            for index in 0..self.board.graph().node_count() {
                if let Some(node) = self.board.graph().node(index) {
                    self.refresh_node(node);
                }
            }
        }
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort_unstable();
        touched.dedup();
        for node in &touched {
            self.refresh_node(*node);
        }
        self.undeclared_in_graph = self.undeclared.iter().any(|node| self.facts.get(*node).in_graph());
        self.adopt_orphans(text);
        if std::mem::take(&mut self.ground_changed) {
            self.set_ground(text);
        }
        let star = |position: &&Position| position.stones.iter().any(|stone| stone.node.is_none());
        if any_touched && self.positions.values().any(|position| star(&position)) {
            let starred = self.positions.iter().filter(|(_, position)| star(position)).map(|(id, _)| *id);
            self.changed_positions.extend(starred);
        }
    }

    fn refresh_node(&mut self, node: Node) {
        let facts = self.facts.get(node);
        let was = self.undeclared.contains(&node);
        let undeclared = facts.undeclared(self.nodes_lines > 0);
        if undeclared != was {
            if undeclared { self.undeclared.insert(node) } else { self.undeclared.remove(&node) };
            self.changed_positions.extend(self.positions.keys().copied());
        }
        if self.kind().k {
            self.board.set_k(node, self.k(node));
            let missing =
                !self.board.out(node).is_empty() && !self.k.contains_key(&node) && self.star_k.is_empty();
            if missing {
                self.missing_k.insert(node)
            } else {
                self.missing_k.remove(&node)
            };
        }
        if !self.sg.is_empty() || !self.star_sg.is_empty() || !self.sg_failed.is_empty() {
            self.check_sg(node);
        }
    }

    fn check_sg(&mut self, node: Node) {
        let live = self.is_live(node);
        let fails = match self.expected_sg(node) {
            Some(literal) if live && self.has_values() => !node_holds(literal, &self.board.value(node)),
            _ => false,
        };
        if fails {
            self.sg_failed.insert(node)
        } else {
            self.sg_failed.remove(&node)
        };
    }

    /// Finds new first mentions for nodes that lost theirs.
    fn adopt_orphans(&mut self, text: &Text) {
        for (node, lost) in std::mem::take(&mut self.orphans) {
            if self.facts.get(node).first != Some(lost) {
                let first = crate::mentions::first(text, self, node);
                self.facts.change(node, |facts| facts.first = first);
            }
        }
    }

    fn set_ground(&mut self, text: &Text) {
        let order = crate::mentions::ground_in_order(text, self);
        self.board.set_ground(order);
    }

    // --- values ---

    /// Goes on solving; when it comes to its end, everything that follows from the values is brought up to date.
    pub(crate) fn solve(&mut self, meter: &mut Meter<'_>, text: &Text) -> Progress {
        if !self.blocked() {
            if self.board.advance(meter) == Progress::Paused {
                return Progress::Paused;
            }
            let changed = self.board.take_changed();
            let changed = if self.solved { changed } else { Changed::All };
            self.solved = true;
            self.spread(&changed);
        }
        self.settled = true;
        let live: Vec<Node> = match self.changed_positions.iter().any(|id| self.has_star(*id)) {
            true => self.nodes().collect(),
            false => Vec::new(),
        };
        let known = self.has_values() && self.limit.is_none();
        for id in std::mem::take(&mut self.changed_positions) {
            let Some(position) = self.positions.get_mut(&id) else { continue };
            position.merge(live.iter().copied());
            let undeclared = !self.undeclared.is_empty()
                && position.merged.iter().any(|(node, _)| self.undeclared.contains(node));
            position.evaluate(&self.board, known && !undeclared);
        }
        self.findings = crate::findings::of(text, self).into();
        Progress::Done
    }

    fn has_star(&self, position: LineId) -> bool {
        self.positions.get(&position).is_some_and(|position| position.stones.iter().any(|s| s.node.is_none()))
    }

    /// Marks what depends on changed values.
    fn spread(&mut self, changed: &Changed) {
        let sg = !self.sg.is_empty() || !self.star_sg.is_empty();
        match changed {
            Changed::All => {
                self.changed_positions.extend(self.positions.keys().copied());
                if sg {
                    let nodes: Vec<Node> = self.nodes().collect();
                    nodes.into_iter().for_each(|node| self.check_sg(node));
                }
            }
            Changed::Nodes(nodes) => {
                if sg {
                    nodes.iter().for_each(|node| self.check_sg(*node));
                }
                let stars = self.changed_positions.iter().any(|id| self.has_star(*id));
                let loose = nodes.iter().any(|node| self.facts.get(*node).loose > 0);
                if loose || stars || !self.kind().stones || self.any_star() {
                    let set: FxHashSet<Node> = nodes.iter().copied().collect();
                    let depends = |position: &Position| {
                        !self.board.kind().stones
                            || position.stones.iter().any(|s| s.node.is_none_or(|node| set.contains(&node)))
                    };
                    let ids =
                        self.positions.iter().filter(|(_, position)| depends(position)).map(|(id, _)| *id);
                    self.changed_positions.extend(ids);
                }
            }
        }
    }

    fn any_star(&self) -> bool {
        self.positions.len() == 1 && self.has_star(self.header)
            || self.positions.len() > 1 && self.positions.keys().any(|id| self.has_star(*id))
    }
}

/// What a line that is readable but not usable harms.
pub(crate) fn role(statement: &Statement) -> Option<Role> {
    match statement {
        Statement::Stones(_) => Some(Role::Stones),
        Statement::ExpectOutcome(..) | Statement::ExpectValue(_) | Statement::ExpectSg(_) => {
            Some(Role::Expect)
        }
        Statement::Round(_) | Statement::Blank | Statement::Game(_) => None,
        _ => Some(Role::Graph),
    }
}

fn rank_of(item: &Item, own: MentionRank) -> Option<MentionRank> {
    match item {
        Item::Name(_) => Some(own),
        Item::Range(_) | Item::Star => Some(MentionRank::Group),
    }
}

fn better(here: Mention, first: Mention, lines: Option<&Lines>) -> bool {
    here.rank < first.rank
        || here.rank == first.rank && lines.is_some_and(|lines| lines.before(here.line, first.line))
}

fn tally(sign: Sign, count: &mut usize) {
    match sign {
        Sign::Give => *count += 1,
        Sign::Take => *count = count.saturating_sub(1),
    }
}

fn vote<T: PartialEq>(sign: Sign, votes: &mut Votes<T>, value: T) {
    match sign {
        Sign::Give => votes.add(value),
        Sign::Take => votes.remove(&value),
    }
}

fn vote_of<T: PartialEq>(
    sign: Sign,
    all: &mut FxHashMap<Node, Votes<T>>,
    conflicts: &mut FxHashSet<Node>,
    node: Node,
    value: T,
) {
    let votes = all.entry(node).or_default();
    vote(sign, votes, value);
    let (conflict, empty) = (votes.conflict(), votes.is_empty());
    if conflict {
        conflicts.insert(node)
    } else {
        conflicts.remove(&node)
    };
    if empty {
        all.remove(&node);
    }
}

/// The number of entries of a `stones` line that may be meant as counts: decimals without `=`, one repeated.
fn bare_counts(entries: &Entries<Option<Number>>, text: &str) -> Option<usize> {
    let mut seen = FxHashSet::default();
    let mut repeated = false;
    for entry in entries {
        let Item::Name(name) = &entry.item else { return None };
        let word = text.get(name.span.start as usize..name.span.end as usize)?;
        if entry.value.is_some() || name.quoted || !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        repeated |= !seen.insert(word);
    }
    repeated.then_some(entries.len())
}

fn has_doubles(board: &Board, tail: Node) -> bool {
    let mut heads: Vec<Node> = board.out(tail).iter().map(|arc| arc.node).collect();
    heads.sort_unstable();
    heads.windows(2).any(|pair| matches!(pair, [a, b] if a == b))
}

/// All tails of arcs that are declared twice, in O(n + m).
fn all_doubles(board: &Board) -> BTreeSet<Node> {
    let graph = board.graph();
    let mut seen_from = vec![u32::MAX; graph.node_count()];
    let mut doubled = BTreeSet::new();
    for tail in (0..graph.node_count()).filter_map(|index| graph.node(index)) {
        for arc in graph.out(tail) {
            let mark = tail.index() as u32;
            if let Some(seen) = seen_from.get_mut(arc.node.index()) {
                if *seen == mark {
                    doubled.insert(tail);
                }
                *seen = mark;
            }
        }
    }
    doubled
}
