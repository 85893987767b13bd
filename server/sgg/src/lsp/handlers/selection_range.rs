//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_selectionRange>

use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::{Position, SelectionRange};

pub(crate) fn at(_: &Snapshot, _: &[Position]) -> Option<Vec<SelectionRange>> {
    None
}
