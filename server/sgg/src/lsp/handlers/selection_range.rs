//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_selectionRange>

use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::{Position, Range, SelectionRange};

/// More cursors than anybody has.
const POSITIONS_MAX: usize = 1_000;

/// What selections at some positions grow to; nothing for more positions than are looked at.
pub(crate) fn of(snapshot: &Snapshot, positions: &[Position]) -> Option<Vec<SelectionRange>> {
    (positions.len() <= POSITIONS_MAX).then(|| positions.iter().map(|at| ranges(snapshot, *at)).collect())
}

fn ranges(snapshot: &Snapshot, position: Position) -> SelectionRange {
    let (line, byte) = snapshot.place(position);
    let extents = sgg_ide::selection(&snapshot.file, line, byte).into_iter().rev();
    let largest_first = extents.map(|extent| {
        Range::new(
            snapshot.position(extent.start.0, extent.start.1),
            snapshot.position(extent.end.0, extent.end.1),
        )
    });
    let grown = largest_first
        .fold(None, |parent, range| Some(SelectionRange { range, parent: parent.map(Box::new) }));
    grown.unwrap_or_else(|| SelectionRange { range: Range::new(position, position), parent: None })
}
