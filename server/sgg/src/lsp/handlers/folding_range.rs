//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_foldingRange>

use crate::lsp::call::Cancel;
use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::FoldingRange;

pub(crate) fn of(_: &Snapshot, _: &Cancel) -> Option<Vec<FoldingRange>> {
    None
}
