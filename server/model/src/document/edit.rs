//! What an edit does: which lines come and go, and what that changes in which games.

use super::load::class;
use super::{Snapshot, header_kind};
use crate::fit::{edges, misfit};
use crate::game::{Game, Purpose, Visit, role};
use crate::text::{Place, Text, language};
use crate::{Class, LineId, Mask, NewLine};
use sgg_game::Kind;
use sgg_syntax::{Line, Role, Statement};
use std::ops::Range;
use std::sync::Arc;

/// Of so many times the nodes that a game mentions it is read again, whatever is lost.
const LITTER_MAX: usize = 16;

impl Snapshot {
    /// The rope comes first, and its part can't fail: it is the new text, whatever becomes of lines and games.
    pub(super) fn edit(&mut self, range: Range<usize>, new_text: &str) {
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
        let Some((_, id)) = self.game_before(change.first) else { return self.table(change, None) };
        self.table(change, self.game(id).map(Game::kind));
        let Some(game) = self.games.get_mut(&id).map(Arc::make_mut) else { return };
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
