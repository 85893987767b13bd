//! Lines that come to a game and go: every statement can be added and taken away again.

use super::{Game, GameLimit, Written};
use crate::facts::Use;
use crate::fit::{ENTRIES_MAX, edges, entries, has_range};
use crate::position::{Expected, Position, Stone};
use crate::titles::Titles;
use crate::votes::Votes;
use crate::{LineId, Lines, Mention, MentionRank};
use rustc_hash::FxHashSet;
use sgg_game::{ARCS_MAX, NODES_MAX, Node, Tag};
use sgg_syntax::{Chain, Entries, Entry, Item, Line, Literal, Located, Number, Role, Statement};
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;

type Nodes = SmallVec<[Node; 4]>;

/// Whether a line joins its game or leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Add,
    Remove,
}

/// A line on its way into or out of a game.
#[derive(Clone, Copy)]
pub(crate) struct Visit<'a> {
    pub(crate) purpose: Purpose,
    pub(crate) id: LineId,
    /// The header of the position it belongs to.
    pub(crate) position: LineId,
    pub(crate) text: &'a str,
    /// Its game's kind has such a statement.
    pub(crate) fits: bool,
    /// For comparing places; none while a game is loaded, when lines come in order.
    pub(crate) lines: Option<&'a Lines>,
}

impl Game {
    /// Adds a line's statement, or takes it away.
    pub(crate) fn visit(&mut self, visit: Visit<'_>, line: &Line) {
        (self.settled, self.foretold) = (false, false);
        self.in_order &= self.loading.is_some();
        if !visit.fits {
            return self.unusable(visit, role(&line.statement));
        }
        let (entries, is_ranged) = entries(&line.statement);
        let written = match line.statement {
            Statement::Stones(_) => &mut self.laid,
            _ => &mut self.others,
        };
        count(visit.purpose, &mut written.entries, entries);
        if is_ranged {
            tally(visit.purpose, &mut written.ranged);
        }
        if self.entries() > ENTRIES_MAX {
            self.pass(GameLimit::Entries, visit);
        }
        if entries > 0 && self.limit.is_some() {
            return;
        }
        match &line.statement {
            Statement::Blank | Statement::Game(_) => {}
            Statement::Round(header) => {
                let title = header.title.as_ref().map(|title| title.value.clone());
                self.round(visit, title);
            }
            Statement::Nodes(entries) => {
                tally(visit.purpose, &mut self.nodes_lines);
                self.all_touched |= self.nodes_lines <= 1;
                self.ground_changed |= self.kind().ground;
                self.nodes_line(visit, entries);
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

    /// Keeps the statement of a line that can't be used any more, until it can again: while a line is typed, what it
    /// last said still holds.
    pub(crate) fn keep(&mut self, id: LineId, text: &str, line: &Line) {
        self.kept.insert(id, (text.to_owned(), line.clone()));
        self.cycles_due |= self.forbids_cycles();
    }

    pub(crate) fn is_kept(&self, id: LineId) -> bool {
        self.kept.contains_key(&id)
    }

    /// The statement that was kept for a line, which is kept no more.
    pub(crate) fn take_kept(&mut self, id: LineId) -> Option<(String, Line)> {
        let kept = self.kept.remove(&id);
        self.cycles_due |= kept.is_some() && self.forbids_cycles();
        kept
    }

    fn unusable(&mut self, visit: Visit<'_>, role: Option<Role>) {
        match role {
            Some(Role::Graph) => tally(visit.purpose, &mut self.broken),
            Some(Role::Stones) => {
                let position = self.position_mut(visit.position);
                tally(visit.purpose, &mut position.broken);
            }
            Some(Role::Expect) | None => {}
        }
    }

    fn round(&mut self, visit: Visit<'_>, title: Option<String>) {
        let id = visit.id;
        if let Some(old) = self.positions.get(id).and_then(|position| position.title.clone()) {
            self.round_titles.remove(&old, id);
        }
        match visit.purpose {
            Purpose::Remove => {
                self.positions.remove(id);
                self.changed_positions.remove(&id);
            }
            Purpose::Add => {
                if let Some(title) = &title {
                    self.round_titles.add(title, id);
                }
                self.position_mut(id).title = title;
            }
        }
    }

    /// Takes all positions away, for lines that will be given again.
    pub(crate) fn clear_positions(&mut self) {
        for position in self.positions.take_all() {
            let graph = self.board.graph();
            let runs = position.stones.iter().filter_map(|stone| Some((stone.nodes?, stone.line)));
            for (node, line) in runs.flat_map(|(run, line)| run.nodes(graph).map(move |node| (node, line))) {
                let change = self.facts.change(node, |facts| {
                    facts.others.loose = facts.others.loose.saturating_sub(1);
                    let orphaned = facts.first.take_if(|first| first.line == line);
                    (!facts.live(), orphaned)
                });
                let Some((gone, orphaned)) = change else { continue };
                self.live -= usize::from(gone);
                self.orphans.extend(orphaned.map(|first| (node, first)));
                self.touched.push(node);
            }
        }
        self.star_stones = 0;
        self.laid = Written::default();
        self.round_titles = Titles::default();
        self.changed_positions.clear();
        self.position_mut(self.header);
        (self.settled, self.foretold) = (false, false);
    }

    /// Where no stones are laid there is one position.
    fn position_of(&self, header: LineId) -> LineId {
        if self.kind().stones { header } else { self.header }
    }

    pub(super) fn position_mut(&mut self, header: LineId) -> &mut Position {
        let header = self.position_of(header);
        self.changed_positions.insert(header);
        self.positions.get_or_new(header)
    }

    fn chain(&mut self, visit: Visit<'_>, chain: &Chain) {
        let size = edges(chain);
        count(visit.purpose, &mut self.size, size);
        if has_range(&chain.entries) {
            tally(visit.purpose, &mut self.range_lines);
        }
        if self.size > ARCS_MAX as u64 {
            self.pass(GameLimit::Edges, visit);
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
            self.arcs(visit, &tails, &heads);
            filled += 1;
            tails = heads;
        }
        if filled == 1 {
            self.lone_nodes(visit, &tails);
        }
    }

    /// A node that a line names twice stands in it once.
    fn lone_nodes(&mut self, visit: Visit<'_>, nodes: &[Node]) {
        for node in nodes {
            match visit.purpose {
                Purpose::Add => self.lone.add(*node, visit.id),
                Purpose::Remove => self.lone.remove(*node, visit.id),
            }
        }
    }

    fn arcs(&mut self, visit: Visit<'_>, tails: &[Node], heads: &[Node]) {
        let tag = Tag(visit.id.0);
        match &mut self.loading {
            Some(loading) => loading.add_arcs(tails, heads, tag),
            None => {
                let arcs = tails.iter().flat_map(|tail| heads.iter().map(|head| (*tail, *head, tag)));
                self.arcs_due.add(visit.purpose, arcs);
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
                match visit.purpose {
                    Purpose::Add => *count += 1,
                    Purpose::Remove => *count = count.saturating_sub(1),
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
                vote(visit.purpose, &mut self.star_k, k);
                self.all_touched = true;
                continue;
            }
            let rank = rank_of(&entry.item, MentionRank::Other);
            self.each_node(visit, &entry.item, |game, node| {
                game.mention(visit, node, Use::Graph, rank);
                match visit.purpose {
                    Purpose::Add => game.k.add(node, k),
                    Purpose::Remove => game.k.remove(node, k),
                }
                mark(&mut game.k_conflicts, node, game.k.conflict(node));
            });
        }
    }

    fn sg_line(&mut self, visit: Visit<'_>, entries: &Entries<Located<Literal>>) {
        for entry in entries {
            if entry.item == Item::Star {
                vote(visit.purpose, &mut self.star_sg, entry.value.value.clone());
                self.all_touched = true;
                continue;
            }
            self.each_node(visit, &entry.item, |game, node| {
                game.mention(visit, node, Use::Loose, None);
                vote_of(visit.purpose, &mut game.sg, &mut game.sg_conflicts, node, entry.value.value.clone());
                if game.loading.is_none() {
                    game.check_sg(node);
                }
            });
        }
    }

    fn stones(&mut self, visit: Visit<'_>, entries: &Entries<Option<Number>>) {
        let bare = bare_counts(entries, visit.text);
        let mut stones = Vec::new();
        for entry in entries {
            let amount = entry.value.as_ref().map_or(1, |number| number.value);
            if entry.item == Item::Star {
                tally(visit.purpose, &mut self.star_stones);
                stones.push(Stone { nodes: None, amount, line: visit.id });
                continue;
            }
            let rank = rank_of(&entry.item, MentionRank::Other);
            self.each_node(visit, &entry.item, |game, node| {
                game.mention(visit, node, Use::Loose, rank);
                Stone::push(&mut stones, node, amount, visit.id);
            });
        }
        let header = self.position_of(visit.position);
        if visit.purpose == Purpose::Remove {
            return self.unsaid.push((header, visit.id));
        }
        self.changed_positions.insert(header);
        self.positions.lay(header, &mut stones, bare.map(|count| (visit.id, count)));
    }

    fn expect(&mut self, visit: Visit<'_>, expected: Expected) {
        match visit.purpose {
            Purpose::Add => self.position_mut(visit.position).expected.push((visit.id, expected)),
            Purpose::Remove => self.unsaid.push((self.position_of(visit.position), visit.id)),
        }
    }

    /// Takes from positions what lines said of them that have left: in one pass over each position, before the same lines
    /// come in again.
    pub(crate) fn clear_unsaid(&mut self) {
        let mut unsaid = std::mem::take(&mut self.unsaid);
        unsaid.sort_unstable();
        for lines in unsaid.chunk_by(|a, b| a.0 == b.0) {
            let Some((header, _)) = lines.first() else { continue };
            let stays = |line: LineId| lines.binary_search(&(*header, line)).is_err();
            let position = self.position_mut(*header);
            position.stones.retain(|stone| stays(stone.line));
            position.counts.retain(|(line, _)| stays(*line));
            position.expected.retain(|(line, _)| stays(*line));
        }
    }

    fn nodes_line(&mut self, visit: Visit<'_>, entries: &[Entry<()>]) {
        for entry in entries {
            let mut nodes = Nodes::new();
            self.each_node(visit, &entry.item, |game, node| {
                game.mention(visit, node, Use::Declared, Some(MentionRank::Group));
                nodes.push(node);
            });
            match visit.purpose {
                Purpose::Add => {
                    for node in self.listed.add_all(&nodes, visit.id) {
                        self.listed_again.add(node, visit.id);
                    }
                }
                Purpose::Remove => {
                    for node in nodes {
                        self.listed.remove(node, visit.id);
                        self.listed_again.remove(node, visit.id);
                    }
                }
            }
        }
    }

    /// The line passes a limit. A game beyond one is read again as a whole at every edit but of titles, so the first line
    /// that does is the first one of the text.
    fn pass(&mut self, limit: GameLimit, visit: Visit<'_>) {
        self.limit.get_or_insert((limit, visit.id));
    }

    /// Calls `each` for every node that an item names.
    fn each_node(&mut self, visit: Visit<'_>, item: &Item, mut each: impl FnMut(&mut Game, Node)) {
        match item {
            Item::Star => {}
            Item::Name(name) => {
                let number = self.names.intern(&name.text(visit.text));
                if let Some(node) = self.minted(number, visit) {
                    each(self, node);
                }
            }
            Item::Range(range) if range.count() > NODES_MAX as u64 => self.pass(GameLimit::Nodes, visit),
            Item::Range(range) => {
                let mut keys = self.names.range(range, visit.text);
                while let Some(number) = self.names.intern_next(&mut keys) {
                    let Some(node) = self.minted(number, visit) else { return };
                    each(self, node);
                }
            }
        }
    }

    /// The node of a name's number: the board's nodes and the names go in step.
    fn minted(&mut self, number: usize, visit: Visit<'_>) -> Option<Node> {
        if number >= NODES_MAX {
            self.pass(GameLimit::Nodes, visit);
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
        if self.loading.is_some() {
            return self.load_mention(node, usage, here);
        }
        let listed = self.nodes_lines > 0;
        let change = self.facts.change(node, |facts| {
            let was = (facts.live(), facts.undeclared(listed));
            let counter = facts.counter(usage);
            match visit.purpose {
                Purpose::Add => *counter += 1,
                Purpose::Remove => *counter = counter.saturating_sub(1),
            }
            let orphaned =
                facts.first.filter(|first| visit.purpose == Purpose::Remove && first.line == visit.id);
            let better = |here| facts.first.is_none_or(|first| better(here, first, visit.lines));
            let improved = here.filter(|here| visit.purpose == Purpose::Add && better(*here));
            match (orphaned, improved) {
                (Some(_), _) => facts.first = None,
                (None, Some(here)) => facts.first = Some(here),
                (None, None) => {}
            }
            (was, (facts.live(), facts.undeclared(listed)), orphaned, facts.others.declared)
        });
        let Some((was, is, orphaned, declared)) = change else { return };
        if usage == Use::Declared {
            mark(&mut self.relisted, node, declared > 1);
        }
        self.live = self.live + usize::from(is.0) - usize::from(was.0);
        self.orphans.extend(orphaned.map(|first| (node, first)));
        // Stones on a node that is there anyway concern their own position alone.
        if usage != Use::Loose || was != is {
            self.touched.push(node);
        }
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

fn tally(purpose: Purpose, count: &mut usize) {
    match purpose {
        Purpose::Add => *count += 1,
        Purpose::Remove => *count = count.saturating_sub(1),
    }
}

fn count(purpose: Purpose, total: &mut u64, some: u64) {
    *total = match purpose {
        Purpose::Add => total.saturating_add(some),
        Purpose::Remove => total.saturating_sub(some),
    };
}

fn vote<T: Eq + Hash>(purpose: Purpose, votes: &mut Votes<T>, value: T) {
    match purpose {
        Purpose::Add => votes.add(value),
        Purpose::Remove => votes.remove(&value),
    }
}

fn vote_of<T: Eq + Hash>(
    purpose: Purpose,
    all: &mut BTreeMap<Node, Votes<T>>,
    conflicts: &mut BTreeSet<Node>,
    node: Node,
    value: T,
) {
    let votes = all.entry(node).or_default();
    vote(purpose, votes, value);
    let (conflict, empty) = (votes.conflict(), votes.is_empty());
    mark(conflicts, node, conflict);
    if empty {
        all.remove(&node);
    }
}

/// Puts something into a set, or takes it out.
pub(crate) fn mark<T: Ord>(set: &mut BTreeSet<T>, what: T, belongs: bool) {
    if belongs {
        set.insert(what)
    } else {
        set.remove(&what)
    };
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
