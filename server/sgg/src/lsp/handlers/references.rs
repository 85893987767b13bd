//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_references>

use crate::lsp::call::Cancel;
use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::{Location, Position};

pub(crate) fn at(_: &Snapshot, _: Position, _: bool, _: &Cancel) -> Option<Vec<Location>> {
    None
}
