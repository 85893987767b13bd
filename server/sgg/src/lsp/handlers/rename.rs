//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_rename>
//!
//! Another name for a node or a title, wherever it stands; refused where it could not be read any more.

use tower_lsp::jsonrpc::Result;

use crate::lsp::call::Cancel;
use crate::lsp::protocol::{
    ClientCapabilities, OneOf, Position, PrepareRenameResponse, RenameOptions, Uri, WorkDoneProgressOptions,
    WorkspaceEdit,
};
use crate::lsp::refusal::failed;
use crate::lsp::snapshot::Snapshot;

use super::command::workspace_edit;

/// What the server says of renaming: the longer form only to a client that knows it.
pub(crate) fn capability(client: &ClientCapabilities) -> OneOf<bool, RenameOptions> {
    let rename = client.text_document.as_ref().and_then(|client| client.rename.as_ref());
    match rename.and_then(|rename| rename.prepare_support).unwrap_or_default() {
        false => OneOf::Left(true),
        true => OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
    }
}

/// What stands at a position, if it can have another name.
pub(crate) fn prepare(snapshot: &Snapshot, position: Position) -> Option<PrepareRenameResponse> {
    let (line, byte) = snapshot.place(position);
    let (place, placeholder) = sgg_ide::prepare_rename(&snapshot.file, line, byte)?;
    Some(PrepareRenameResponse::RangeWithPlaceholder { range: snapshot.places().range(place), placeholder })
}

/// The edits that give it the new name, or why there are none; nothing where that is its name already.
pub(crate) fn of(
    snapshot: &Snapshot,
    position: Position,
    new: &str,
    versioned: bool,
    cancel: &Cancel,
) -> Result<Option<WorkspaceEdit>> {
    let (line, byte) = snapshot.place(position);
    let edits = sgg_ide::rename(&snapshot.file, line, byte, new, &|| cancel.is_stopped());
    let edits = edits.map_err(|why| failed(&why))?;
    let uri = snapshot.uri.parse::<Uri>().ok().filter(|_| !edits.is_empty());
    Ok(uri.map(|uri| workspace_edit(snapshot, uri, &edits, versioned)))
}
