//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_formatting>
//!
//! The whole file, as it is to be written: only what differs is edited.

use crate::lsp::call::Cancel;
use crate::lsp::protocol::TextEdit;
use crate::lsp::snapshot::Snapshot;

pub(crate) fn of(snapshot: &Snapshot, _: &Cancel) -> Option<Vec<TextEdit>> {
    let edits = sgg_ide::formatting(&snapshot.file).into_iter();
    let mut places = snapshot.places();
    Some(edits.map(|(bytes, text)| TextEdit::new(places.range_of_bytes(bytes), text)).collect())
}
