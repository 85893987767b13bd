//! Places as people and other programs count them.

use serde::Serialize;
use sgg_ide::{Edit, Place};
use sgg_model::Snapshot;

/// A place: lines and columns from 1, columns in characters, without the byte order mark; the end is behind the
/// last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Spot {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) end_line: usize,
    pub(crate) end_column: usize,
}

impl Spot {
    pub(crate) fn new(snapshot: &Snapshot, place: &Place) -> Spot {
        let text = snapshot.text.line(place.line);
        let upto = |byte: u32| match text.get(..byte as usize) {
            Some(before) => before.chars().count() + 1,
            // Beyond the line's end: there is nothing but the line's end.
            None => text.chars().count() + 1,
        };
        let line = place.line + 1;
        Spot { line, column: upto(place.span.start), end_line: line, end_column: upto(place.span.end) }
    }

    /// What an edit replaces. A line that goes as a whole goes with its end.
    pub(crate) fn of_edit(snapshot: &Snapshot, edit: &Edit) -> Spot {
        let spot = Spot::new(snapshot, &edit.place);
        match edit.whole_line && edit.place.line + 1 < snapshot.text.lines.len() {
            true => Spot { end_line: spot.line + 1, end_column: 1, ..spot },
            false => spot,
        }
    }
}
