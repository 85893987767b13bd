//! <https://microsoft.github.io/language-server-protocol/specification#workspace_symbol>

use tower_lsp::jsonrpc::Result;

use crate::lsp::call::{Cancel, to_json};
use crate::lsp::protocol::{Location, SymbolInformation, Uri, WorkspaceSymbolResponse};
use crate::lsp::server::{Server, State};
use crate::lsp::snapshot::Snapshot;
use crate::lsp::workspace::Unopened;

use super::document_symbol::symbol_information;

/// So many symbols are given: an editor shows a few, and asks again with each letter.
const SYMBOLS_MAX: usize = 500;

/// What is called so in the open files, then in those of the workspace that are not open.
pub(crate) async fn answer(server: &Server, query: String) -> Result<Option<WorkspaceSymbolResponse>> {
    let snapshots = server.state().documents.snapshots(None);
    let uris: Vec<String> = snapshots.iter().map(|snapshot| snapshot.uri.clone()).collect();
    let work = move |unopened: &Unopened, cancel: &Cancel| {
        let found = unopened.find(cancel);
        let read = found.iter().filter_map(|found| unopened.read(found).ok());
        to_json(&of(snapshots.into_iter().chain(read), &query, cancel))
    };
    let start = |state: &mut State, cancel: &Cancel| {
        state.documents.stop_on_edit(&uris, cancel);
        state.workspace.search(cancel);
    };
    server.on_disk(server.call(), start, work).await.map(|()| None)
}

/// What is called so in some files.
fn of(snapshots: impl Iterator<Item = Snapshot>, query: &str, cancel: &Cancel) -> WorkspaceSymbolResponse {
    let mut found: Vec<SymbolInformation> = Vec::new();
    for snapshot in snapshots {
        if cancel.is_stopped() || found.len() >= SYMBOLS_MAX {
            break;
        }
        let Ok(uri) = snapshot.uri.parse::<Uri>() else { continue };
        let symbols = sgg_ide::workspace_symbols(&snapshot.file, query, SYMBOLS_MAX - found.len());
        let mut places = snapshot.places();
        found.extend(symbols.into_iter().map(|(symbol, container)| {
            let location = Location { uri: uri.clone(), range: places.range(symbol.place) };
            symbol_information(symbol, location, container)
        }));
    }
    found.into()
}
