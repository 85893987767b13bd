//! <https://microsoft.github.io/language-server-protocol/specification#workspace_symbol>

use tower_lsp::jsonrpc::Result;

use crate::lsp::call::Cancel;
use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::{Location, SymbolInformation, Uri, WorkspaceSymbolResponse};
use crate::lsp::server::Server;

use super::document_symbol::symbol_information;

/// So many symbols are given: an editor shows a few, and asks again with each letter.
const SYMBOLS_MAX: usize = 500;

/// What is called so in the open files.
pub(crate) async fn answer(server: &Server, query: String) -> Result<Option<WorkspaceSymbolResponse>> {
    let snapshots = server.state().documents.snapshots(None);
    server.answer_of_many(snapshots, move |snapshots, cancel| of(snapshots, &query, cancel)).await.map(|()| None)
}

/// What is called so in some files.
fn of<'a>(
    snapshots: impl IntoIterator<Item = &'a Snapshot>,
    query: &str,
    cancel: &Cancel,
) -> WorkspaceSymbolResponse {
    let mut found: Vec<SymbolInformation> = Vec::new();
    for snapshot in snapshots {
        if cancel.is_stopped() || found.len() >= SYMBOLS_MAX {
            break;
        }
        let Ok(uri) = snapshot.uri.parse::<Uri>() else { continue };
        let symbols = sgg_ide::workspace_symbols(&snapshot.file, query, SYMBOLS_MAX - found.len());
        found.extend(symbols.into_iter().map(|(symbol, container)| {
            let location = Location { uri: uri.clone(), range: snapshot.range(symbol.place) };
            symbol_information(symbol, location, container)
        }));
    }
    found.into()
}
