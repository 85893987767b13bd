//! <https://microsoft.github.io/language-server-protocol/specification#workspace_didChangeConfiguration>

use serde_json::Value;

use crate::lsp::protocol::{ConfigurationItem, Registration};
use crate::lsp::server::Server;
use crate::lsp::settings::{SECTION, Settings};

/// What the client gives at the start: settings, and beside them whether it wants `sgg/status`. Where it gives nothing the
/// defaults are taken over: what they mean depends on what it can show.
pub(crate) fn initial(server: &Server, options: Value) {
    let mut options = if let Value::Object(options) = options { options } else { serde_json::Map::new() };
    let outer = options.remove("status");
    let inner = options.get_mut(SECTION).and_then(|section| section.as_object_mut()?.remove("status"));
    server.state().wants_status |= [outer, inner].into_iter().flatten().any(|status| status == true);
    set(server, &Value::Object(options));
}

/// The client is ready: it is asked for the settings, and to say when they change.
pub(crate) fn start(server: &Server) {
    let state = server.state();
    let workspace = state.client.workspace.as_ref();
    let registers = workspace
        .and_then(|workspace| workspace.did_change_configuration)
        .and_then(|client| client.dynamic_registration)
        .unwrap_or_default();
    drop(state);
    if registers {
        let registration = Registration {
            id: "configuration".to_owned(),
            method: "workspace/didChangeConfiguration".to_owned(),
            register_options: Some(serde_json::json!({ "section": SECTION })),
        };
        server.asker.ask(
            "to say when settings change",
            |client| async move { client.register_capability(vec![registration]).await },
            |()| (),
        );
    }
    super::workspace::watch(server);
    pull(server);
}

/// New settings, or the word that there are new ones.
pub(crate) fn changed(server: &Server, settings: &Value) {
    let given = settings.get(SECTION).map_or_else(|| Settings::has_any(settings), Value::is_object);
    if given { set(server, settings) } else { pull(server) }
}

fn pull(server: &Server) {
    let workspace = server.state().client.workspace.as_ref().and_then(|workspace| workspace.configuration);
    if !workspace.unwrap_or_default() {
        return;
    }
    let item = ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
    let server_then = server.clone();
    server.asker.ask(
        "for the settings",
        |client| async move { client.configuration(vec![item]).await },
        move |answers: Vec<Value>| set(&server_then, answers.first().unwrap_or(&Value::Null)),
    );
}

/// Takes settings over, and says once which of them can't be used. Nothing said is no change.
/// The section's name may stand around them, whichever way they came.
pub(crate) fn set(server: &Server, settings: &Value) {
    let settings = settings.get(SECTION).filter(|inner| inner.is_object()).unwrap_or(settings);
    if settings.is_null() {
        return;
    }
    let (settings, warnings) = Settings::from_json(settings);
    let told = std::mem::replace(&mut server.state().settings_told, warnings.clone());
    if !warnings.is_empty() && warnings != told {
        server.warn(&warnings.join("\n"));
    }
    server.take_settings(settings);
}
