//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_documentSymbol>

use crate::lsp::call::Cancel;
use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::DocumentSymbolResponse;

pub(crate) fn of(_: &Snapshot, _: &Cancel) -> Option<DocumentSymbolResponse> {
    None
}
