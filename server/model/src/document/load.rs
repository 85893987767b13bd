//! Reading: from the lines of a text to their table and their games.

use super::{Document, Snapshot, header_kind};
use crate::fit::misfit;
use crate::game::{Game, GameLimit, Purpose, Size, Visit};
use crate::reading::Run;
use crate::text::{Text, language};
use crate::{Class, LineId, Lines, NewLine};
use ropey::Rope;
use sgg_game::Kind;
use sgg_syntax::{Line, PlainEdge, Statement};
use std::sync::Arc;

/// A document of which only the lines were read: what is left to do wants the rope, and the text no more.
#[derive(Debug, Default)]
pub struct Draft {
    lines: Lines,
    loader: Loader,
}

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

/// A line's place in the table, in a game of that kind (none: outside of games, or the kind is not known).
pub(super) fn class(kind: Option<Kind>, line: &Line) -> NewLine {
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
pub(super) struct Loader {
    pub(super) games: Vec<Arc<Game>>,
    /// Whether the lines that come belong to the last game.
    inside: bool,
    position: Option<LineId>,
    /// What the games before hold.
    pub(super) spent: Size,
    /// They are more than the file can hold: so nothing that follows is held.
    pub(super) beyond: bool,
}

impl Loader {
    /// Goes on behind games that hold so much; `beyond`: more than the file can hold.
    pub(super) fn behind(spent: Size, beyond: bool) -> Loader {
        Loader { spent, beyond, ..Loader::default() }
    }

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

    pub(super) fn line(&mut self, id: LineId, text: &str, line: &Line) -> NewLine {
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

    pub(super) fn finish(mut self) -> Vec<Arc<Game>> {
        self.end_game();
        self.games
    }
}
