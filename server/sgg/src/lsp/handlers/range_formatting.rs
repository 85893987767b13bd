//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_rangeFormatting>

use crate::lsp::call::Cancel;
use crate::lsp::protocol::{Range, TextEdit};
use crate::lsp::snapshot::Snapshot;

pub(crate) fn of(snapshot: &Snapshot, range: Range, _: &Cancel) -> Option<Vec<TextEdit>> {
    let mut lines = snapshot.lines(range);
    // Whole lines are selected up to the start of the next one.
    if range.end.character == 0 && lines.len() > 1 {
        lines.end -= 1;
    }
    let edits = sgg_ide::range_formatting(&snapshot.file, lines).into_iter();
    let mut places = snapshot.places();
    Some(edits.map(|(bytes, text)| TextEdit::new(places.range_of_bytes(bytes), text)).collect())
}
