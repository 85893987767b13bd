//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_selectionRange>

use sgg_ide::Extent;

use crate::lsp::protocol::{Position, Range, SelectionRange};
use crate::lsp::snapshot::Snapshot;

/// More cursors than anybody has.
const POSITIONS_MAX: usize = 1_000;

/// What selections at some positions grow to; nothing for more positions than are looked at.
pub(crate) fn of(snapshot: &Snapshot, positions: &[Position]) -> Option<Vec<SelectionRange>> {
    if positions.len() > POSITIONS_MAX {
        return None;
    }
    let cursors: Vec<(usize, u32)> = positions.iter().map(|at| snapshot.place(*at)).collect();
    let mut places = snapshot.places();
    let mut at = |(line, byte)| places.position(line, byte);
    let mut range = |extent: Extent| Range::new(at(extent.start), at(extent.end));
    let grown =
        sgg_ide::selections(&snapshot.file, &cursors).into_iter().zip(positions).map(|(extents, at)| {
            let grown = extents.into_iter().rev().fold(None, |outer: Option<SelectionRange>, extent| {
                Some(SelectionRange { range: range(extent), parent: outer.map(Box::new) })
            });
            grown.unwrap_or_else(|| SelectionRange { range: Range::new(*at, *at), parent: None })
        });
    Some(grown.collect())
}
