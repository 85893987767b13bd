//! The messages that come with every keystroke, read from their bytes straight into what is needed of them. The
//! general way reads each twice, through trees of values, and takes longer than all that is done for most of them.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use tower_lsp::jsonrpc::{Id, Request};

use super::protocol::{Range, TextDocumentContentChangeEvent};
use super::uris;

/// A message whose parameters are known to be right.
#[derive(Debug, PartialEq)]
pub(crate) enum Direct {
    Change(Change),
    Hints(i64, Hints),
    Diagnostics(i64, Diagnostics),
}

/// `textDocument/didChange`
#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Change {
    pub(crate) text_document: Versioned,
    pub(crate) content_changes: Vec<TextDocumentContentChangeEvent>,
}

/// `textDocument/inlayHint`
#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Hints {
    pub(crate) text_document: Document,
    pub(crate) range: Range,
}

/// `textDocument/diagnostic`
#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Diagnostics {
    pub(crate) text_document: Document,
    pub(crate) previous_result_id: Option<String>,
}

impl Hints {
    /// How many lines are asked for.
    pub(crate) fn lines(&self) -> u32 {
        self.range.end.line.saturating_sub(self.range.start.line)
    }
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Versioned {
    pub(crate) uri: String,
    pub(crate) version: i32,
}

/// `TextDocumentIdentifier`
#[derive(Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Document {
    /// As the client writes it, which need not be a URI by the letter of the standard.
    pub(crate) uri: String,
}

/// Strict: whatever looks different in any way is left to the general decoder, which mends it or says what is wrong.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope<'a> {
    jsonrpc: &'a str,
    #[serde(default, deserialize_with = "number")]
    id: Option<i64>,
    method: &'a str,
    #[serde(borrow)]
    params: &'a RawValue,
}

/// `null` is no number.
fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    i64::deserialize(deserializer).map(Some)
}

/// Reads a body where it is such a message.
pub(crate) fn decode(body: &[u8]) -> Option<Direct> {
    // A list of the same members would be read as well.
    if !body.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    let Envelope { jsonrpc, id, method, params } = serde_json::from_slice(body).ok()?;
    if jsonrpc != "2.0" {
        return None;
    }
    let params = params.get();
    let direct = match (method, id) {
        ("textDocument/didChange", None) => Direct::Change(serde_json::from_str(params).ok()?),
        ("textDocument/inlayHint", Some(id)) => Direct::Hints(id, serde_json::from_str(params).ok()?),
        ("textDocument/diagnostic", Some(id)) => Direct::Diagnostics(id, serde_json::from_str(params).ok()?),
        _ => return None,
    };
    uris::mended(direct.uri()).is_none().then_some(direct)
}

impl Direct {
    pub(crate) fn method(&self) -> &'static str {
        match self {
            Self::Change(_) => "textDocument/didChange",
            Self::Hints(..) => "textDocument/inlayHint",
            Self::Diagnostics(..) => "textDocument/diagnostic",
        }
    }

    pub(crate) fn id(&self) -> Option<i64> {
        match self {
            Self::Change(_) => None,
            Self::Hints(id, _) | Self::Diagnostics(id, _) => Some(*id),
        }
    }

    fn uri(&self) -> &str {
        match self {
            Self::Change(change) => &change.text_document.uri,
            Self::Hints(_, hints) => &hints.text_document.uri,
            Self::Diagnostics(_, diagnostics) => &diagnostics.text_document.uri,
        }
    }

    /// The same as the general decoder has it.
    pub(crate) fn into_request(self) -> Request {
        let params = match &self {
            Self::Change(change) => serde_json::to_value(change),
            Self::Hints(_, hints) => serde_json::to_value(hints),
            Self::Diagnostics(_, diagnostics) => serde_json::to_value(diagnostics),
        };
        let request = Request::build(self.method()).params(params.unwrap_or_default());
        match self.id() {
            Some(id) => request.id(Id::Number(id)).finish(),
            None => request.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::message::{self, Message};
    use serde_json::{Value, json};

    const CHANGE: &str = r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a%20b","version":3},"contentChanges":[{"range":{"start":{"line":1,"character":2},"end":{"line":1,"character":2}},"rangeLength":0,"text":"7\n"},{"text":"\u00e9 \ud83d\ude00"}]}}"#;
    const HINTS: &str = r#"{"jsonrpc":"2.0","id":7,"method":"textDocument/inlayHint","params":{"textDocument":{"uri":"file:///a"},"range":{"start":{"line":0,"character":0},"end":{"line":60,"character":0}}}}"#;
    const DIAGNOSTICS: &str = r#"{"jsonrpc":"2.0","id":-8,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file:///a"},"previousResultId":"1.2"}}"#;

    fn direct(body: &str) -> Option<Direct> {
        decode(body.as_bytes())
    }

    #[test]
    fn as_the_general_decoder_does() {
        for body in [CHANGE, HINTS, DIAGNOSTICS] {
            let general = match message::decode(body.as_bytes()) {
                Message::Request(request) | Message::Notification(request) => request,
                _ => panic!("{body}"),
            };
            let request = direct(body).unwrap().into_request();
            assert_eq!((request.id(), request.method()), (general.id(), general.method()));
            assert_eq!(without_null(request.params()), without_null(general.params()), "{body}");
        }
    }

    /// Members that are `null` count as not given.
    fn without_null(params: Option<&Value>) -> Value {
        let mut params = params.cloned().unwrap_or_default();
        if let Value::Object(members) = &mut params {
            members.retain(|_, value| !value.is_null());
        }
        params
    }

    #[test]
    fn the_order_of_members_and_what_is_not_needed_do_not_matter() {
        let other = r#"{"params":{"contentChanges":[{"text":"","range":null}],"more":[1],"textDocument":{"version":-1,"x":{},"uri":"file:///a"}},"method":"textDocument/didChange","jsonrpc":"2.0"}"#;
        let Some(Direct::Change(change)) = direct(other) else { panic!() };
        assert_eq!(change.text_document, Versioned { uri: "file:///a".into(), version: -1 });
        assert_eq!(json!(change.content_changes), json!([{"text": ""}]));
    }

    #[test]
    fn what_is_anything_else_is_left_alone() {
        for (from, to) in [
            ("\"2.0\"", "\"1.0\""),
            ("didChange", "didSave"),
            ("didChange", "did\\u0043hange"),
            ("{\"jsonrpc\"", "{\"id\":1,\"jsonrpc\""),
            ("{\"jsonrpc\"", "{\"id\":null,\"jsonrpc\""),
            ("{\"jsonrpc\"", "{\"more\":1,\"jsonrpc\""),
            ("\"version\":3", "\"version\":null"),
            ("\"version\":3", "\"version\":3.0"),
            ("\"version\":3", "\"version\":4294967296"),
            (",\"version\":3", ""),
            ("a%20b", "a b"),
            ("\"line\":1", "\"line\":-1"),
            ("\"text\":\"7\\n\"", "\"text\":7"),
            ("\\ude00", ""),
            ("]}}", "]}"),
            ("]}}", "]}}}"),
            ("[{", "[[{"),
        ] {
            let other = CHANGE.replace(from, to);
            assert_ne!(other, CHANGE, "{from}");
            assert!(decode(other.as_bytes()).is_none(), "{other}");
        }
        let list = format!(
            r#"["2.0",null,"textDocument/didChange",{}]"#,
            &CHANGE[CHANGE.find(r#"{"textDocument""#).unwrap()..CHANGE.len() - 1]
        );
        assert!(decode(list.replace("null", "7").replace("didChange", "diagnostic").as_bytes()).is_none());
        assert!(decode(list.as_bytes()).is_none());
        for (from, to) in
            [("7,", "\"7\","), ("7,", "7.5,"), ("7,", "null,"), ("\"id\":7,", ""), ("60", "-60")]
        {
            let other = HINTS.replacen(from, to, 1);
            assert_ne!(other, HINTS, "{from}");
            assert!(decode(other.as_bytes()).is_none(), "{other}");
        }
        assert!(decode(b"").is_none() && decode(b"\xff").is_none() && decode(b"[]").is_none());
    }
}
