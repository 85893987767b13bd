//! <https://microsoft.github.io/language-server-protocol/specification#workDoneProgress>

use serde_json::{Value, json};

use crate::lsp::protocol::ProgressToken;
use crate::lsp::server::Server;

const PREFIX: &str = "sgg.solve/";

pub(crate) fn token(number: u64) -> ProgressToken {
    ProgressToken::String(format!("{PREFIX}{number}"))
}

pub(crate) fn begin(number: u64, uri: &str, percent: u8) -> Value {
    let name = uri.rsplit('/').next().unwrap_or(uri);
    let value = json!({
        "kind": "begin", "title": "Solving", "message": name, "percentage": percent, "cancellable": true
    });
    json!({ "token": token(number), "value": value })
}

pub(crate) fn report(number: u64, percent: u8) -> Value {
    json!({ "token": token(number), "value": { "kind": "report", "percentage": percent } })
}

pub(crate) fn end(number: u64) -> Value {
    json!({ "token": token(number), "value": { "kind": "end" } })
}

/// A person wants no more of it. What is no token of ours is passed over.
pub(crate) fn cancel(server: &Server, params: &Value) {
    let token = params.get("token").and_then(Value::as_str);
    let number = token.and_then(|token| token.strip_prefix(PREFIX)).and_then(|number| number.parse().ok());
    if let Some(number) = number {
        server.state().documents.hold(number);
    }
}
