//! A file that is being edited, and its immutable snapshots.

mod balance;
mod edit;
mod load;

use balance::Held;
pub use load::Draft;
use load::Loader;

use crate::game::{Game, mark};
use crate::reading::read_runs;
use crate::text::Text;
use crate::titles::Titles;
use crate::{LineId, Mask, State};
use ropey::Rope;
use rustc_hash::{FxHashMap, FxHashSet};
use sgg_game::{Kind, Meter, Progress, kind_named};
use sgg_syntax::{Line, Statement};
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
}

/// The kind that a `game` line names, if it is known.
pub fn header_kind(text: &str, line: &Line) -> Option<Kind> {
    match &line.statement {
        Statement::Game(header) => kind_named(header.kind?.text(text)),
        _ => None,
    }
}
