//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_rename>

use crate::lsp::call::Cancel;
use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::{Position, PrepareRenameResponse, WorkspaceEdit};

pub(crate) fn prepare(_: &Snapshot, _: Position) -> Option<PrepareRenameResponse> {
    None
}

pub(crate) fn at(_: &Snapshot, _: Position, _: &str, _: &Cancel) -> Option<WorkspaceEdit> {
    None
}
