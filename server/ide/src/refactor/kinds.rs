//! Another kind of game that the same text fits, where it means the same: this is tried out.

use super::{Asked, Refactoring};
use crate::{Config, Edit, Severity, diagnostics};
use sgg_game::{Form, KINDS, Kind, Meter, NODE_BUDGET_DEFAULT, Progress};
use sgg_model::{Document, Game, Snapshot, State};
use sgg_syntax::Statement;
use std::sync::atomic::AtomicBool;

/// A game of more lines, of more bytes, or one that takes more steps, is not tried out: it is asked for at every rest
/// of the cursor.
const LINES_MAX: usize = 500;
const BYTES_MAX: usize = 32 * 1024;
const STEPS_MAX: u64 = 200_000;

impl Asked<'_> {
    pub(super) fn other_kinds(&self) -> Vec<Refactoring> {
        let Statement::Game(header) = &self.line.statement else { return Vec::new() };
        let Some(span) = header.kind.filter(|_| self.game.state() == State::Fresh) else { return Vec::new() };
        let kind = self.game.kind();
        let others = KINDS.iter().copied().filter(|other| *other != kind && is_like(kind, other));
        let meant = others.filter(|other| self.means_the_same(other, span));
        let change = |other: Kind| {
            let what = if other.acyclic {
                ", which has no cycles"
            } else if kind.acyclic {
                ", which may have cycles"
            } else if other.cactus {
                ", for no edge lies on two cycles"
            } else {
                ", which may be any graph"
            };
            let title = format!("make the game `{}`{what}: the values are the same", other.name);
            Refactoring::new(title, vec![Edit::replace(self.number, span, other.name)])
        };
        meant.map(change).collect()
    }

    /// Whether the game has the same values when it is one of another kind, and nothing is wrong with it then.
    fn means_the_same(&self, other: Kind, span: sgg_syntax::Span) -> bool {
        let lines = self.game_lines();
        let rope = &self.snapshot.text.rope;
        if lines.len() > LINES_MAX {
            return false;
        }
        let end = if lines.end < rope.len_lines() { rope.line_to_byte(lines.end) } else { rope.len_bytes() };
        let start = rope.line_to_byte(lines.start) + self.snapshot.text.bom(lines.start);
        if end - start > BYTES_MAX {
            return false;
        }
        let mut text = rope.byte_slice(start..end).to_string();
        text.replace_range(span.start as usize..span.end as usize, other.name);
        let mut document = Document::open(&text);
        let cancel = AtomicBool::new(false);
        let mut meter = Meter { node_budget: NODE_BUDGET_DEFAULT, left: STEPS_MAX, cancel: &cancel };
        document.solve(&mut meter) == Progress::Done && is_same(self.game, document.snapshot())
    }
}

/// Whether two kinds have the same statements and, but for infinite ones, the same values.
fn is_like(kind: Kind, other: Kind) -> bool {
    let nimbers = |kind: Kind| kind.form != Form::Ordinal;
    let has = |kind: Kind| (kind.directed, kind.stones, kind.k, kind.ground);
    has(kind) == has(other) && nimbers(kind) && nimbers(other)
}

fn is_same(game: &Game, tried: &Snapshot) -> bool {
    let Some(other) = tried.games().next() else { return false };
    let same = |node| {
        let there = other.node(&game.name(node));
        there.is_some_and(|there| other.value(there) == game.value(node))
    };
    let told = diagnostics(tried, &Config::default(), usize::MAX).list;
    let is_error = |one: &crate::Diagnostic| one.severity == Severity::Error;
    game.node_count() == other.node_count() && game.nodes().all(same) && !told.iter().any(is_error)
}
