//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_formatting>

use crate::lsp::call::Cancel;
use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::TextEdit;

pub(crate) fn of(_: &Snapshot, _: &Cancel) -> Option<Vec<TextEdit>> {
    None
}
