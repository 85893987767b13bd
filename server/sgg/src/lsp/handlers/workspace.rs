//! <https://microsoft.github.io/language-server-protocol/specification#workspace_workspaceFolders> and
//! <https://microsoft.github.io/language-server-protocol/specification#workspace_didChangeWatchedFiles>

use serde_json::json;

use crate::lsp::protocol::{InitializeParams, Registration, Uri, WorkspaceFoldersChangeEvent};
use crate::lsp::server::Server;

/// The folders that the client starts with; older clients give one as the root, and still older ones its path.
pub(crate) fn initial(server: &Server, params: &InitializeParams) {
    let folders = params.workspace_folders.iter().flatten().map(|folder| folder.uri.as_str().to_owned());
    let mut folders: Vec<String> = folders.collect();
    #[allow(deprecated, reason = "older clients give it")]
    if folders.is_empty() {
        let path = params.root_path.as_deref().and_then(Uri::from_file_path);
        folders.extend(params.root_uri.iter().chain(&path).map(|uri| uri.as_str().to_owned()));
        folders.truncate(1);
    }
    server.state().workspace.add(folders.into_iter());
}

pub(crate) fn folders_changed(server: &Server, event: WorkspaceFoldersChangeEvent) {
    let mut state = server.state();
    state.workspace.remove(event.removed.iter().map(|folder| folder.uri.as_str().to_owned()));
    state.workspace.add(event.added.iter().map(|folder| folder.uri.as_str().to_owned()));
}

/// Asks the client to say when files change.
pub(crate) fn watch(server: &Server) {
    let state = server.state();
    let workspace = state.client.workspace.as_ref();
    let watches = workspace.and_then(|client| client.did_change_watched_files?.dynamic_registration);
    drop(state);
    if !watches.unwrap_or_default() {
        return;
    }
    let registration = Registration {
        id: "files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: Some(json!({ "watchers": [{ "globPattern": "**/*.sgg" }] })),
    };
    let server_then = server.clone();
    server.asker.ask(
        "to say when files change",
        |client| async move { client.register_capability(vec![registration]).await },
        move |()| server_then.state().workspace.watched = true,
    );
}

/// Files on disk are others. Of which ones does not matter: whoever wants to know looks.
pub(crate) fn files_changed(server: &Server) {
    let waited = server.state().workspace.changed();
    if !waited {
        server.refresh_diagnostics();
    }
}
