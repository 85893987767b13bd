//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_codeAction>

use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::{CodeActionResponse, Range};

pub(crate) fn within(_: &Snapshot, _: Range) -> Option<CodeActionResponse> {
    None
}
