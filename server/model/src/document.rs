//! A file that is being edited, and its immutable snapshots.

mod balance;

use balance::Held;

use crate::fit::{edges, misfit};
use crate::game::{Game, GameLimit, Purpose, Size, Visit, mark, role};
use crate::reading::{Run, read_runs};
use crate::text::{Place, Text, language};
use crate::titles::Titles;
use crate::{Class, LineId, Lines, Mask, NewLine, State};
use ropey::Rope;
use rustc_hash::{FxHashMap, FxHashSet};
use sgg_game::{Kind, Meter, Progress, kind_named};
use sgg_syntax::{Line, PlainEdge, Role, Statement};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// One state of a file: its text, lines, games and values.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The text and its lines.
    pub text: Text,
    games: FxHashMap<LineId, Arc<Game>>,
    titles: Titles,
    /// Games with something left to work out.
    unsolved: BTreeSet<LineId>,
    /// Of the others, those whose values are from before a line that can't be used, or are missing for it.
    stale: BTreeSet<LineId>,
    /// Of the others, those with a node that went over its budget.
    over_budget: BTreeSet<LineId>,
    held: Held,
}

/// A file that is being edited. A snapshot of it costs nothing; an edit copies only what a snapshot still holds.
#[derive(Clone, Debug, Default)]
pub struct Document {
    state: Arc<Snapshot>,
}

impl From<Arc<Snapshot>> for Document {
    /// Goes on from one state of a file, which stays as it is.
    fn from(state: Arc<Snapshot>) -> Document {
        Document { state }
    }
}

impl Document {
    /// Reads a text. Nothing is solved yet.
    pub fn open(text: &str) -> Document {
        Draft::read(read_runs(text)).finish(Rope::from_str(text))
    }

    /// What the file is now.
    pub fn snapshot(&self) -> &Arc<Snapshot> {
        &self.state
    }

    /// Whether a snapshot is still held, so that an edit would copy what it changes.
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.state) > 1
    }

    /// Replaces a range of bytes. Beyond the text's end, or within a character, the range is cut to what there is.
    pub fn edit(&mut self, range: Range<usize>, text: &str) {
        Arc::make_mut(&mut self.state).edit(range, text);
    }

    /// Replaces the whole text by another; what is equal at both ends keeps its values.
    pub fn replace(&mut self, text: &str) {
        let old: String = self.state.text.rope.chunks().collect();
        let (range, new) = difference(&old, text);
        if range.len() + new.len() > 0 {
            self.edit(range, new);
        }
    }

    /// Everything is to be solved again, for instance under another budget.
    pub fn unsettle(&mut self) {
        let state = Arc::make_mut(&mut self.state);
        state.unsolved.extend(state.games.keys().copied());
    }

    /// Goes on solving what is not settled.
    pub fn solve(&mut self, meter: &mut Meter<'_>) -> Progress {
        if self.state.unsolved.is_empty() {
            return Progress::Done;
        }
        Arc::make_mut(&mut self.state).solve(meter)
    }

    /// Before all is solved: brings findings up to date that no value decides, where a cycle came or went and is found
    /// within the meter's steps. Whether there is something new to tell.
    pub fn foretell(&mut self, meter: &mut Meter<'_>) -> bool {
        !self.state.unsolved.is_empty() && Arc::make_mut(&mut self.state).foretell(meter)
    }
}

/// A document of which only the lines were read: what is left to do wants the rope, and the text no more.
#[derive(Debug, Default)]
pub struct Draft {
    lines: Lines,
    loader: Loader,
}

/// Of so many times the nodes that a game mentions it is read again, whatever is lost.
const LITTER_MAX: usize = 16;
/// Lines go into the table so many at a time.
const TABLE_LINES: usize = 4096;

impl Draft {
    /// Takes the lines of a text: [`read_runs`] of it, which somebody else may do ahead of us.
    pub fn read<'a>(runs: impl Iterator<Item = Run<'a>>) -> Draft {
        let mut draft = Draft::default();
        let mut table = Vec::new();
        for run in runs {
            let next = LineId((draft.lines.len() + table.len()) as u32);
            match run {
                Run::Edges(edges) => draft.loader.edges(next, &edges, &mut table),
                Run::Line(text, line) => table.push(draft.loader.line(next, text, &line)),
            }
            if table.len() >= TABLE_LINES {
                draft.take(&mut table);
            }
        }
        draft.take(&mut table);
        draft
    }

    fn take(&mut self, table: &mut Vec<NewLine>) {
        let end = self.lines.len();
        self.lines.splice(end..end, table);
        table.clear();
    }

    /// The document, where that is the text's rope.
    pub fn finish(self, rope: Rope) -> Document {
        let mut snapshot = Snapshot { text: Text { rope, lines: self.lines }, ..Snapshot::default() };
        snapshot.adopt(self.loader);
        Document { state: Arc::new(snapshot) }
    }
}

/// Where two texts differ: the range in the old one, and what stands there in the new one.
fn difference<'a>(old: &str, new: &'a str) -> (Range<usize>, &'a str) {
    let mut start = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    while !(old.is_char_boundary(start) && new.is_char_boundary(start)) {
        start -= 1;
    }
    let most = old.len().min(new.len()) - start;
    let mut end = old.bytes().rev().zip(new.bytes().rev()).take(most).take_while(|(a, b)| a == b).count();
    while !(old.is_char_boundary(old.len() - end) && new.is_char_boundary(new.len() - end)) {
        end -= 1;
    }
    (start..old.len() - end, new.get(start..new.len() - end).unwrap_or(""))
}

impl Snapshot {
    /// The game of a header line, if its kind is known.
    pub fn game(&self, header: LineId) -> Option<&Game> {
        self.games.get(&header).map(|game| &**game)
    }

    /// The game that a line belongs to, if its kind is known.
    pub fn game_at(&self, line: usize) -> Option<&Game> {
        self.game(self.text.game_of(line)?.1.id)
    }

    /// All games with a known kind, in the order of the text.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        let headers = self.text.lines.select(0..self.text.lines.len(), Mask::GAME);
        headers.filter_map(|(_, record)| self.game(record.id))
    }

    /// Whether nothing is left to work out.
    pub fn is_solved(&self) -> bool {
        self.unsolved.is_empty()
    }

    /// How much is left to work out: nodes to look at, and games to say something of. Grows with the games that are
    /// not solved; between edits it only falls, and is 0 when nothing is left.
    pub fn left(&self) -> usize {
        let games = self.unsolved.iter().filter_map(|id| self.game(*id));
        games.map(|game| game.board().left() + 1).sum()
    }

    /// Games that are not solved. Between edits they only get fewer.
    pub fn games_left(&self) -> usize {
        self.unsolved.len()
    }

    /// Nodes and arcs of the largest game that is not solved.
    pub fn unsolved_size(&self) -> usize {
        let graphs = self.unsolved.iter().filter_map(|id| Some(self.game(*id)?.board().graph()));
        graphs.map(|graph| graph.node_count() + graph.arc_count()).max().unwrap_or(0)
    }

    /// Whether, once nothing is left to work out, some game lacks current values for a line that can't be used.
    pub fn is_stale(&self) -> bool {
        !self.stale.is_empty()
    }

    /// Whether, once nothing is left to work out, some node is `?` because it went over its budget.
    pub fn is_over_budget(&self) -> bool {
        !self.over_budget.is_empty()
    }

    /// For every title that several games have: their header lines.
    pub fn doubled_titles(&self) -> impl Iterator<Item = &FxHashSet<LineId>> {
        self.titles.doubled()
    }

    fn solve(&mut self, meter: &mut Meter<'_>) -> Progress {
        while let Some(id) = self.unsolved.first().copied() {
            let Some(game) = self.games.get_mut(&id) else {
                self.unsolved.remove(&id);
                continue;
            };
            let game = Arc::make_mut(game);
            if game.solve(meter, &self.text) == Progress::Paused {
                return Progress::Paused;
            }
            self.text.lines.mark_findings(id, !game.findings().is_empty());
            mark(&mut self.stale, id, matches!(game.state(), State::Stale | State::Blocked));
            mark(&mut self.over_budget, id, !game.board().over_budget().is_empty());
            self.unsolved.remove(&id);
        }
        Progress::Done
    }

    fn foretell(&mut self, meter: &mut Meter<'_>) -> bool {
        let mut new = false;
        for id in &self.unsolved {
            let Some(game) = self.games.get_mut(id) else { continue };
            if let Some(findings) = Arc::make_mut(game).foretell(meter, &self.text) {
                self.text.lines.mark_findings(*id, findings);
                new = true;
            }
        }
        new
    }

    /// The rope comes first, and its part can't fail: it is the new text, whatever becomes of lines and games.
    fn edit(&mut self, range: Range<usize>, new_text: &str) {
        let rope = &self.text.rope;
        let end = Place::of(rope, range.end);
        let start = if range.start < range.end { Place::of(rope, range.start) } else { end };
        // A CR before the edit may join a LF behind its start: its line is touched too.
        let first = if start.is_behind_cr { Place::of(rope, start.byte - 1).line } else { start.line };
        let old_total = rope.len_lines();
        let old = first..end.line + 1;
        let old_lines: Vec<String> = old.clone().map(|number| self.text.line(number).into_owned()).collect();

        let rope = &mut self.text.rope;
        if start.char < end.char {
            rope.remove(start.char..end.char);
        }
        rope.insert(start.char, new_text);
        let new_end = (old.end + rope.len_lines()).saturating_sub(old_total);
        let new_lines: Vec<String> =
            (first..new_end).map(|number| self.text.line(number).into_owned()).collect();
        self.replace_lines(first, old_lines, new_lines);
    }

    /// The lines from `first` on were `old` and are `new`; the rope is changed already, table and games are not.
    fn replace_lines(&mut self, first: usize, old: Vec<String>, new: Vec<String>) {
        let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let most = old.len().min(new.len()) - same;
        let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        let first = first + same;
        let read = |lines: Vec<String>| -> Vec<(String, Line)> {
            let count = lines.len() - tail;
            let lines = lines.into_iter().take(count).skip(same);
            lines.map(|text| (language().parse(&text), text)).map(|(line, text)| (text, line)).collect()
        };
        let (old, new) = (read(old), read(new));
        if old.is_empty() && new.is_empty() {
            return;
        }
        let change = Change { first, old, new };
        match change.headers() {
            Headers::None => {
                self.change_lines(&change);
            }
            Headers::Rounds => self.change_rounds(&change),
            Headers::Title => self.change_title(&change),
            Headers::RoundTitle => self.change_round_title(&change),
            Headers::Games => self.change_games(&change),
        }
        self.balance();
    }

    /// No header comes or goes: the game loses the old lines' statements and gets the new ones'. False when it was
    /// read again as a whole instead.
    fn change_lines(&mut self, change: &Change) -> bool {
        let Some((header, id)) = self.game_before(change.first) else {
            self.table(change, None);
            return true;
        };
        let Some(game) = self.games.get_mut(&id) else {
            self.table(change, None);
            return true;
        };
        let kind = game.kind();
        let broken = |lines: &[(String, Line)]| lines.iter().filter(|(_, line)| spoils(kind, line)).count();
        let left_broken = (game.broken_lines() + broken(&change.new)).saturating_sub(broken(&change.old));
        // While a line is being typed the last good values stay; a game that is read again has none of before.
        let keeps = game.has_values() && left_broken > 0;
        let better = !keeps && (game.better_reloaded(change.cost()) || game.is_littered(2));
        if better || game.limit().is_some() || game.is_littered(LITTER_MAX) {
            self.table(change, Some(kind));
            self.reload(header..self.text.game_end(header));
            return false;
        }
        let game = Arc::make_mut(game);
        for (offset, (line_text, line)) in change.old.iter().enumerate() {
            let stays = game.has_values() && change.new.get(offset).is_some_and(|(_, new)| spoils(kind, new));
            let Some(record) = self.text.lines.at(change.first + offset) else { continue };
            if stays && in_graph(line) && !spoils(kind, line) {
                game.keep(record.id, line_text, line);
                continue;
            }
            let kept = if stays { None } else { game.take_kept(record.id) };
            for (line_text, line) in kept.iter().map(|(text, line)| (text, line)).chain([(line_text, line)]) {
                visit(&self.text, game, Purpose::Remove, change.first + offset, line_text, line);
            }
        }
        game.clear_unsaid();
        let table: Vec<NewLine> = change.new.iter().map(|(_, line)| class(Some(kind), line)).collect();
        self.text.lines.splice(change.old_range(), &table);
        for (offset, (line_text, line)) in change.new.iter().enumerate() {
            visit(&self.text, game, Purpose::Add, change.first + offset, line_text, line);
        }
        game.refresh(&self.text);
        let limit = game.limit().is_some();
        self.unsolved.insert(id);
        self.recount(id);
        if limit {
            self.reload(header..self.text.game_end(header));
        }
        !limit
    }

    /// Rounds come or go within one game: its positions are read again, its graph is not.
    fn change_rounds(&mut self, change: &Change) {
        let graph_only = |lines: &[(String, Line)]| -> Vec<(String, Line)> {
            let keep = |line: &Line| !in_position(line);
            lines
                .iter()
                .map(|(text, line)| (text.clone(), if keep(line) { line.clone() } else { Line::default() }))
                .collect()
        };
        let Some((header, id)) = self.game_before(change.first).filter(|(_, id)| self.games.contains_key(id))
        else {
            self.table(change, None);
            return;
        };
        if let Some(game) = self.games.get_mut(&id) {
            Arc::make_mut(game).clear_positions();
        }
        let graph =
            Change { first: change.first, old: graph_only(&change.old), new: graph_only(&change.new) };
        let reread = !self.change_lines(&graph);
        let Some(game) = self.games.get_mut(&id).filter(|_| !reread) else { return };
        let game = Arc::make_mut(game);
        for (offset, (_, line)) in change.new.iter().enumerate() {
            self.text.lines.set(change.first + offset, class(Some(game.kind()), line));
        }
        let mut position = id;
        let numbers: Vec<usize> = self
            .text
            .lines
            .select(header + 1..self.text.game_end(header), Mask::POSITION)
            .map(|found| found.0)
            .collect();
        let mut text = self.text.downwards();
        for number in numbers {
            let (line_text, line) = text.parse(number);
            let Some(record) = self.text.lines.at(number) else { continue };
            if record.class == Class::Round {
                position = record.id;
            }
            if in_position(&line) {
                let lines = Some(&self.text.lines);
                let fits = misfit(game.kind(), &line).is_none();
                let visit =
                    Visit { purpose: Purpose::Add, id: record.id, position, text: &line_text, fits, lines };
                game.visit(visit, &line);
            }
        }
        game.refresh(&self.text);
        let limit = game.limit().is_some();
        self.recount(id);
        if limit {
            self.reload(header..self.text.game_end(header));
        }
    }

    /// A game's header keeps its kind: only its title changes.
    fn change_title(&mut self, change: &Change) {
        let Some(record) = self.text.lines.at(change.first) else { return };
        let title = |lines: &[(String, Line)]| match lines.first().map(|(_, line)| &line.statement) {
            Some(Statement::Game(header)) => header.title.as_ref().map(|title| title.value.clone()),
            _ => None,
        };
        if let Some(old) = title(&change.old) {
            self.titles.remove(&old, record.id);
        }
        let new = title(&change.new);
        if let Some(new) = &new {
            self.titles.add(new, record.id);
        }
        let mut kind = None;
        if let Some(game) = self.games.get_mut(&record.id) {
            Arc::make_mut(game).title = new;
            kind = Some(game.kind());
        }
        self.table(change, kind);
    }

    /// A round stays one: only its title changes.
    fn change_round_title(&mut self, change: &Change) {
        let game = self.game_before(change.first).and_then(|(_, id)| self.games.get_mut(&id));
        let Some(game) = game.map(Arc::make_mut) else { return self.table(change, None) };
        let (id, kind) = (game.header(), game.kind());
        let table: Vec<NewLine> = change.new.iter().map(|(_, line)| class(Some(kind), line)).collect();
        self.text.lines.splice(change.old_range(), &table);
        for (line_text, line) in &change.new {
            visit(&self.text, game, Purpose::Add, change.first, line_text, line);
        }
        self.unsolved.insert(id);
    }

    /// Games come or go: all that the change touches are read again.
    fn change_games(&mut self, change: &Change) {
        let start = self.game_before(change.first).map_or(change.first, |(header, _)| header);
        let old_end = change.first + change.old.len();
        for (_, record) in self.text.lines.select(start..old_end, Mask::GAME).collect::<Vec<_>>() {
            self.forget(record.id);
        }
        self.table(change, None);
        let end = match self.text.lines.next(change.first + change.new.len(), Mask::GAME) {
            Some((number, _)) => number,
            None => self.text.lines.len(),
        };
        self.reload(start..end);
    }

    fn forget(&mut self, id: LineId) {
        self.text.lines.mark_findings(id, false);
        if let Some(game) = self.games.remove(&id) {
            self.held.take(&game);
            if let Some(title) = game.title() {
                self.titles.remove(title, id);
            }
        }
        for set in [&mut self.unsolved, &mut self.stale, &mut self.over_budget] {
            set.remove(&id);
        }
    }

    /// Reads the lines of whole games again, by what counts the others when they are forgotten.
    fn reload_with(&mut self, range: Range<usize>, loader: impl FnOnce(&Snapshot) -> Loader) {
        for (_, record) in self.text.lines.select(range.clone(), Mask::GAME).collect::<Vec<_>>() {
            self.forget(record.id);
        }
        let mut loader = loader(self);
        for number in range {
            let Some(record) = self.text.lines.at(number) else { break };
            let (line_text, line) = self.text.parse(number);
            let new = loader.line(record.id, &line_text, &line);
            if (record.class, record.problems) != (new.class, new.problems) {
                self.text.lines.set(number, new);
            }
        }
        self.adopt(loader);
    }

    fn adopt(&mut self, loader: Loader) {
        for mut game in loader.finish() {
            let id = game.header();
            Arc::make_mut(&mut game).refresh(&self.text);
            if let Some(title) = game.title() {
                self.titles.add(title, id);
            }
            self.held.add(&game);
            self.games.insert(id, game);
            self.unsolved.insert(id);
        }
    }

    fn table(&mut self, change: &Change, kind: Option<Kind>) {
        let table: Vec<NewLine> = change.new.iter().map(|(_, line)| class(kind, line)).collect();
        self.text.lines.splice(change.old_range(), &table);
    }

    /// The header of the game that a line belongs to when it is no header itself.
    fn game_before(&self, line: usize) -> Option<(usize, LineId)> {
        self.text.lines.previous(line, Mask::GAME).map(|(number, record)| (number, record.id))
    }
}

/// Lines that replace others.
struct Change {
    first: usize,
    old: Vec<(String, Line)>,
    new: Vec<(String, Line)>,
}

/// What a change does to headers.
enum Headers {
    None,
    Rounds,
    RoundTitle,
    Title,
    Games,
}

impl Change {
    fn old_range(&self) -> Range<usize> {
        self.first..self.first + self.old.len()
    }

    fn headers(&self) -> Headers {
        let all = || self.old.iter().chain(&self.new).map(|(_, line)| &line.statement);
        if all().any(|statement| matches!(statement, Statement::Game(_))) {
            return match (self.old.as_slice(), self.new.as_slice()) {
                ([old], [new]) if kind_of(old).is_some() && kind_of(old) == kind_of(new) => Headers::Title,
                _ => Headers::Games,
            };
        }
        let is_round = |statement: &Statement| matches!(statement, Statement::Round(_));
        match (self.old.as_slice(), self.new.as_slice()) {
            ([(_, old)], [(_, new)]) if is_round(&old.statement) && is_round(&new.statement) => {
                Headers::RoundTitle
            }
            _ if all().any(is_round) => Headers::Rounds,
            _ => Headers::None,
        }
    }

    /// How many edges all its lines stand for.
    fn cost(&self) -> u64 {
        let cost = |line: &Line| match &line.statement {
            Statement::Edge(chain) => edges(chain),
            _ => 1,
        };
        self.old.iter().chain(&self.new).map(|(_, line)| cost(line)).fold(0, u64::saturating_add)
    }
}

fn kind_of((text, line): &(String, Line)) -> Option<&'static str> {
    header_kind(text, line).map(|kind| kind.name)
}

/// The kind that a `game` line names, if it is known.
pub fn header_kind(text: &str, line: &Line) -> Option<Kind> {
    match &line.statement {
        Statement::Game(header) => kind_named(header.kind?.text(text)),
        _ => None,
    }
}

/// Gives a line's statement to its game, or takes it.
fn visit(text: &Text, game: &mut Game, purpose: Purpose, number: usize, line_text: &str, line: &Line) {
    let Some(record) = text.lines.at(number) else { return };
    let position = match in_position(line) {
        true => text.position_of(number).map_or(record.id, |(_, header)| header.id),
        false => record.id,
    };
    let fits = misfit(game.kind(), line).is_none();
    let visit = Visit { purpose, id: record.id, position, text: line_text, fits, lines: Some(&text.lines) };
    game.visit(visit, line);
}

/// Whether a line belongs to the graph of its game and can't be used.
fn spoils(kind: Kind, line: &Line) -> bool {
    match &line.statement {
        Statement::Broken(role) => *role == Role::Graph,
        statement => role(statement) == Some(Role::Graph) && misfit(kind, line).is_some(),
    }
}

/// Whether a line says something of its game's graph.
fn in_graph(line: &Line) -> bool {
    matches!(
        line.statement,
        Statement::Nodes(_) | Statement::Edge(_) | Statement::Ground(_) | Statement::K(_)
    )
}

/// Whether a statement belongs to a position rather than to its game.
fn in_position(line: &Line) -> bool {
    match &line.statement {
        Statement::Round(_)
        | Statement::Stones(_)
        | Statement::ExpectOutcome(..)
        | Statement::ExpectValue(_) => true,
        Statement::Broken(role) => *role == Role::Stones,
        _ => false,
    }
}

/// A line's place in the table, in a game of that kind (none: outside of games, or the kind is not known).
fn class(kind: Option<Kind>, line: &Line) -> NewLine {
    class_of(kind, line, kind.is_none_or(|kind| misfit(kind, line).is_none()))
}

fn class_of(kind: Option<Kind>, line: &Line, fits: bool) -> NewLine {
    let own = line.problems.len().min(u8::MAX as usize - 1) as u8;
    let class = match &line.statement {
        Statement::Game(_) => Class::Game,
        Statement::Round(_) => Class::Round,
        Statement::Blank => Class::Blank,
        _ if !fits => Class::Broken,
        Statement::Nodes(_) => Class::Nodes,
        Statement::Edge(_) => Class::Edge,
        Statement::Ground(_) => Class::Ground,
        Statement::K(_) => Class::K,
        Statement::Stones(_) => Class::Stones,
        Statement::ExpectOutcome(..) | Statement::ExpectValue(_) => Class::Expect,
        Statement::ExpectSg(_) => Class::ExpectSg,
        Statement::Broken(_) => Class::Broken,
    };
    // Outside of games, and where the kind is not known, only that is said.
    let problems = if kind.is_some() || class == Class::Game { own + u8::from(!fits) } else { 0 };
    NewLine { class, problems }
}

/// Reads games line by line.
#[derive(Debug, Default)]
struct Loader {
    games: Vec<Arc<Game>>,
    /// Whether the lines that come belong to the last game.
    inside: bool,
    position: Option<LineId>,
    /// What the games before hold.
    spent: Size,
    /// They are more than the file can hold: so nothing that follows is held.
    beyond: bool,
}

impl Loader {
    /// Lines that are each one edge between two names; what is known of them is added to the table.
    fn edges(&mut self, first: LineId, edges: &[(&str, PlainEdge<'_>)], table: &mut Vec<NewLine>) {
        if self.game().is_some_and(|game| game.load_edges(first, edges)) {
            table.resize(table.len() + edges.len(), NewLine { class: Class::Edge, problems: 0 });
            return;
        }
        for (id, (text, _)) in (first.0..).zip(edges) {
            table.push(self.line(LineId(id), text, &language().parse(text)));
        }
    }

    fn line(&mut self, id: LineId, text: &str, line: &Line) -> NewLine {
        if let Statement::Game(header) = &line.statement {
            let kind = header_kind(text, line);
            let title = header.title.as_ref().map(|title| title.value.clone());
            self.end_game();
            self.games.extend(kind.map(|kind| {
                let mut game = Game::new(id, kind, title);
                game.limit = self.beyond.then_some((GameLimit::File, id));
                Arc::new(game)
            }));
            self.inside = kind.is_some();
            self.position = Some(id);
            let mut new = class(kind, line);
            new.problems += u8::from(kind.is_none() && header.kind.is_some());
            return new;
        }
        let kind = self.game().map(|game| game.kind());
        if matches!(line.statement, Statement::Round(_)) {
            self.position = Some(id);
        }
        let fits = kind.is_none_or(|kind| misfit(kind, line).is_none());
        let position = self.position;
        if let (Some(game), Some(position)) = (self.game(), position) {
            game.visit(Visit { purpose: Purpose::Add, id, position, text, fits, lines: None }, line);
        }
        class_of(kind, line, fits)
    }

    /// The game that the lines belong to.
    fn game(&mut self) -> Option<&mut Game> {
        self.games.last_mut().filter(|_| self.inside).and_then(Arc::get_mut)
    }

    fn finish(mut self) -> Vec<Arc<Game>> {
        self.end_game();
        self.games
    }
}
