//! A file at one moment, and the way between its places and the protocol's.

use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use sgg_ide::{Config, Place};

use super::memory::Memory;
use super::position::{Columns, Encoding};
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

    /// A place in the protocol's words.
    pub(crate) fn range(&self, place: Place) -> protocol::Range {
        let span = place.span;
        protocol::Range::new(self.position(place.line, span.start), self.position(place.line, span.end))
    }

    /// A byte of a line in the protocol's words. The client's columns count a byte order mark, ours do not.
    pub(crate) fn position(&self, line: usize, byte: u32) -> Position {
        match self.encoding {
            Encoding::Utf8 => self.position_in(line, "", byte),
            _ => self.position_in(line, &self.file.text.line(line), byte),
        }
    }

    /// The same for a line whose text is at hand.
    pub(crate) fn position_in(&self, line: usize, text: &str, byte: u32) -> Position {
        let bom = self.bom_columns(line);
        let column = match self.encoding {
            Encoding::Utf8 => byte,
            encoding => encoding.column_of_byte(text, byte as usize),
        };
        Position::new(u32::try_from(line).unwrap_or(u32::MAX), column + bom)
    }

    /// The columns of bytes of a line that are asked for from left to right.
    pub(crate) fn columns<'a>(&self, text: &'a str) -> Columns<'a> {
        Columns::new(self.encoding, text)
    }

    /// The line and the byte in it that a position of the protocol stands at.
    pub(crate) fn place(&self, position: Position) -> (usize, u32) {
        let line = position.line as usize;
        let column = position.character.saturating_sub(self.bom_columns(line));
        let byte = self.encoding.byte_of_column(&self.file.text.line(line), column);
        (line, u32::try_from(byte).unwrap_or(u32::MAX))
    }

    /// Whether a position stands before the byte order mark, or in it.
    pub(crate) fn is_before_text(&self, position: Position) -> bool {
        position.character < self.bom_columns(position.line as usize)
    }

    /// How many of the client's columns a line's byte order mark takes.
    fn bom_columns(&self, line: usize) -> u32 {
        if self.file.text.bom(line) > 0 { self.encoding.units('\u{feff}') as u32 } else { 0 }
    }

    /// The lines that a range of the protocol touches.
    pub(crate) fn lines(&self, range: protocol::Range) -> Range<usize> {
        let end = (range.end.line as usize).saturating_add(1).min(self.file.text.lines.len());
        (range.start.line as usize).min(end)..end
    }

    /// The range of some bytes of the whole text.
    pub(crate) fn range_of_bytes(&self, bytes: Range<usize>) -> protocol::Range {
        let rope = &self.file.text.rope;
        let position = |byte: usize| {
            let byte = byte.min(rope.len_bytes());
            let line = rope.byte_to_line(byte);
            let start = rope.line_to_byte(line) + self.file.text.bom(line);
            self.position(line, u32::try_from(byte.saturating_sub(start)).unwrap_or(u32::MAX))
        };
        protocol::Range::new(position(bytes.start), position(bytes.end))
    }
}
