//! A file at one moment, and the way between its places and the protocol's.

use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use sgg_ide::Config;

use super::memory::Memory;
use super::places::{Places, bom_columns};
use super::position::Encoding;
use super::protocol::{self, Position};
use super::wishes::Wishes;

/// A document at one moment. What a request is given when it is dispatched: later edits do not touch it.
#[derive(Clone)]
pub struct Snapshot {
    pub(crate) uri: String,
    /// None for a file that is not open.
    pub(crate) version: Option<i32>,
    /// The edit that made its text what it is, or the opening: no two of all open documents have the same. 0 for a file
    /// that is not open.
    pub(crate) edit: u64,
    /// The text, its games and their values.
    pub file: Arc<sgg_model::Snapshot>,
    pub(crate) config: Arc<Config>,
    /// What one node may cost while it is solved.
    pub(crate) node_budget: u64,
    /// Values and verdicts are shown.
    pub(crate) reveal: bool,
    /// Lenses are shown.
    pub(crate) lenses: bool,
    /// Which state its diagnostics are those of; none while they may be others in a moment.
    pub(crate) result_id: Option<String>,
    pub(crate) held: bool,
    /// The tokens that the client has.
    pub(crate) tokens: Memory,
    pub(crate) encoding: Encoding,
    pub(crate) wishes: Wishes,
}

/// How current what is shown of a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Status {
    /// It is that of the text.
    Fresh,
    /// It is being worked out.
    Solving,
    /// Some of it is from before the last changes, and stays so for now.
    Stale,
    /// It is that of the text, and some values are `?` because they went over the budget.
    OverBudget,
}

impl Status {
    pub(crate) fn of(file: &sgg_model::Snapshot, held: bool) -> Status {
        match file.is_solved() {
            false if held => Status::Stale,
            false => Status::Solving,
            true if file.is_stale() => Status::Stale,
            true if file.is_over_budget() => Status::OverBudget,
            true => Status::Fresh,
        }
    }
}

impl Snapshot {
    /// How current it is.
    pub(crate) fn status(&self) -> Status {
        Status::of(&self.file, self.held)
    }

    /// How many bytes the text has.
    pub(crate) fn len_bytes(&self) -> usize {
        self.file.text.rope.len_bytes()
    }

    /// The way from its places to the protocol's.
    pub(crate) fn places(&self) -> Places<'_> {
        Places::new(&self.file.text, self.encoding)
    }

    /// The same for places of one line, whose text is at hand.
    pub(crate) fn places_within<'a>(&'a self, line: usize, text: &'a str) -> Places<'a> {
        Places::within(&self.file.text, self.encoding, line, text)
    }

    /// The line and the byte in it that a position of the protocol stands at.
    pub(crate) fn place(&self, position: Position) -> (usize, u32) {
        let line = position.line as usize;
        let byte = self.encoding.byte_in_line(&self.file.text, position);
        (line, u32::try_from(byte.saturating_sub(self.file.text.bom(line))).unwrap_or(u32::MAX))
    }

    /// Whether a position stands before the byte order mark, or in it.
    pub(crate) fn is_before_text(&self, position: Position) -> bool {
        let columns = bom_columns(&self.file.text, self.encoding, position.line as usize);
        (position.character as usize) < columns
    }

    /// The lines that a range of the protocol touches.
    pub(crate) fn lines(&self, range: protocol::Range) -> Range<usize> {
        let end = (range.end.line as usize).saturating_add(1).min(self.file.text.lines.len());
        (range.start.line as usize).min(end)..end
    }
}
