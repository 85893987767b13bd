//! From a body's bytes to a message of JSON-RPC, or to the error that says what is wrong with it.
//!
//! Our own decoder, not `tower_lsp`'s: that one tries "response", then "request" on a buffered copy of the whole
//! message, which doubles the memory of a large `didOpen` and cannot tell bad JSON (-32700) from JSON that is no
//! message (-32600).

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};

use super::direct::Direct;
use super::{lenient, refusal, uris};

/// What the dispatcher is given, in the order in which it came.
pub(crate) enum Message {
    /// One that comes with every keystroke.
    Direct(Direct),
    Request(Request),
    Notification(Request),
    /// The client's answer to a request of ours.
    Response(Response),
    /// Undecodable, or no message: to be answered with the error.
    Invalid(Id, Error),
    /// From within: this request's handler died.
    Died(Id),
    /// From within: something is left to solve.
    Unsolved,
    /// Nothing more will come.
    End,
}

/// No screen shows more.
const SHORT_LINES_MAX: u32 = 1000;
/// Requests about one place or what is on a screen.
const SHORT: [&str; 8] = [
    "codeLens/resolve",
    "completionItem/resolve",
    "inlayHint/resolve",
    "textDocument/codeAction",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/documentHighlight",
    "textDocument/hover",
];

impl Message {
    pub(crate) fn method(&self) -> &str {
        match self {
            Self::Direct(direct) => direct.method(),
            Self::Request(request) | Self::Notification(request) => request.method(),
            _ => "",
        }
    }

    pub(crate) fn is_request(&self) -> bool {
        match self {
            Self::Direct(direct) => direct.id().is_some(),
            Self::Request(_) => true,
            _ => false,
        }
    }

    /// Is it done within a moment: microseconds, or a few milliseconds for what solves a little?
    pub(crate) fn is_short(&self) -> bool {
        match self {
            Self::Direct(Direct::Hints(_, hints)) => hints.lines() <= SHORT_LINES_MAX,
            Self::Direct(_) => true,
            Self::Request(request) => SHORT.contains(&request.method()),
            Self::Notification(request) => request.method() == "textDocument/didOpen",
            _ => false,
        }
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Envelope {
    jsonrpc: Value,
    #[serde(deserialize_with = "present")]
    id: Option<Value>,
    #[serde(deserialize_with = "present")]
    method: Option<Value>,
    #[serde(deserialize_with = "present")]
    params: Option<Value>,
    #[serde(deserialize_with = "present")]
    result: Option<Value>,
    #[serde(deserialize_with = "present")]
    error: Option<Value>,
}

/// `null` is something else than nothing.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

pub(crate) fn decode(body: &[u8]) -> Message {
    // A list of an envelope's members would be read as one.
    if body.trim_ascii_start().starts_with(b"[")
        && serde_json::from_slice::<serde::de::IgnoredAny>(body).is_ok()
    {
        return invalid(None, "a list stands where an object is expected: messages come one by one");
    }
    let error = match serde_json::from_slice::<Envelope>(body) {
        Ok(envelope) => return sort(envelope),
        Err(error) => error,
    };
    if let Some(mended) = mend_surrogates(body) {
        if let Ok(envelope) = serde_json::from_slice::<Envelope>(&mended) {
            return sort(envelope);
        }
    }
    // "No message" is known at its first byte: is the rest JSON at all?
    let is_json = error.is_data() && serde_json::from_slice::<serde::de::IgnoredAny>(body).is_ok();
    let mut reply = if is_json { Error::invalid_request() } else { Error::parse_error() };
    reply.message = format!("{}: {}", reply.message, refusal::plain(&error.to_string())).into();
    Message::Invalid(Id::Null, reply)
}

fn sort(envelope: Envelope) -> Message {
    let Envelope { jsonrpc, id, method, params, result, error } = envelope;
    let is_request = method.is_some();
    let id = match id.map(id_of) {
        None => None,
        Some(Some(id)) => Some(id),
        Some(None) => return invalid(None, "an id is a string or an integer"),
    };
    if jsonrpc != "2.0" {
        return invalid(id, "jsonrpc is not \"2.0\"");
    }
    if !is_request {
        return match (id, result, error) {
            (Some(id), Some(result), None) => Message::Response(Response::from_ok(id, result)),
            (Some(id), None | Some(Value::Null), Some(error)) => {
                Message::Response(Response::from_error(id, error_of(&error)))
            }
            (id, ..) => invalid(id, "neither a method nor a result nor an error"),
        };
    }
    let Some(Value::String(method)) = method else { return invalid(id, "a method is a string") };
    let mut params = params;
    if let Some(params) = &mut params {
        uris::mend(&method, params);
        lenient::mend(&method, params);
    }
    let mut request = Request::build(method);
    if let Some(params) = params {
        request = request.params(params);
    }
    match id {
        Some(id) => Message::Request(request.id(id).finish()),
        None => Message::Notification(request.finish()),
    }
}

fn id_of(value: Value) -> Option<Id> {
    match value {
        Value::Number(number) => number.as_i64().map(Id::Number),
        Value::String(string) => Some(Id::String(string)),
        _ => None,
    }
}

/// The client's error, whatever shape it is in.
fn error_of(value: &Value) -> Error {
    let code = value.get("code").and_then(Value::as_i64).map_or(ErrorCode::InternalError, ErrorCode::from);
    let mut error = Error::new(code);
    if let Some(message) = value.get("message").and_then(Value::as_str) {
        error.message = message.to_owned().into();
    }
    error.data = value.get("data").cloned();
    error
}

fn invalid(id: Option<Id>, why: &str) -> Message {
    let mut error = Error::invalid_request();
    error.message = format!("{}: {why}", error.message).into();
    Message::Invalid(id.unwrap_or(Id::Null), error)
}

/// JavaScript's strings may hold half a surrogate pair, and editors written in it send such text as `\ud83d`, which
/// is no text in UTF-8. U+FFFD stands for it: as long in UTF-16, so that every column stays right.
/// `None` where there is none.
fn mend_surrogates(body: &[u8]) -> Option<Vec<u8>> {
    let mut mended: Option<Vec<u8>> = None;
    let mut at = 0;
    while let Some(offset) = body.get(at..)?.iter().position(|&byte| byte == b'\\') {
        at += offset;
        let step = match (surrogate(body, at), surrogate(body, at + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(_), _) => {
                mended.get_or_insert_with(|| body.to_vec()).get_mut(at..at + 6)?.copy_from_slice(b"\\ufffd");
                6
            }
            (None, _) => 2,
        };
        at += step;
    }
    mended
}

/// The surrogate that is escaped at a place.
fn surrogate(body: &[u8], at: usize) -> Option<u16> {
    let digits = body.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let unit = u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    (0xD800..=0xDFFF).contains(&unit).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(body: &str) -> i64 {
        match decode(body.as_bytes()) {
            Message::Invalid(_, error) => error.code.code(),
            _ => 0,
        }
    }

    #[test]
    fn bad_json_and_json_that_is_no_message() {
        for body in ["", "{", "{\"jsonrpc\":\"2.0\",\"method\":\"x\"", "nul", "[1,", "{}}", "\u{0}", "[1 2]"]
        {
            assert_eq!(code(body), -32700, "{body}");
        }
        for body in [
            "1",
            "null",
            "[]",
            "\"x\"",
            "{}",
            "[{\"jsonrpc\":\"2.0\",\"method\":\"x\"}]",
            "[\"2.0\",1,\"x\",{},null,null]",
            "{\"jsonrpc\":\"2.0\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1}",
            "{\"jsonrpc\":\"1.0\",\"method\":\"x\"}",
            "{\"method\":\"x\"}",
            "{\"jsonrpc\":\"2.0\",\"method\":5}",
            "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"x\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"x\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"x\"}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"method\":\"x\"}",
        ] {
            assert_eq!(code(body), -32600, "{body}");
        }
        assert!(matches!(decode(b"\xff"), Message::Invalid(Id::Null, error) if error.code.code() == -32700));
    }

    #[test]
    fn requests_notifications_and_responses() {
        let decoded = |body: &str| decode(body.as_bytes());
        assert!(
            matches!(decoded(r#"{"jsonrpc":"2.0","id":"a","method":"m"}"#), Message::Request(r) if r.params().is_none())
        );
        assert!(matches!(decoded(r#"{"method":"m","params":[],"jsonrpc":"2.0"}"#), Message::Notification(_)));
        assert!(
            matches!(decoded(r#"{"jsonrpc":"2.0","id":1,"result":null}"#), Message::Response(r) if r.is_ok())
        );
        let odd = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-5,"more":1},"result":null}"#;
        assert!(matches!(decoded(odd), Message::Response(r) if r.error().unwrap().code.code() == -5));
    }

    #[test]
    fn half_a_surrogate_pair() {
        let text = |escaped: &str| match decode(
            format!(r#"{{"jsonrpc":"2.0","method":"m","params":["{escaped}"]}}"#).as_bytes(),
        ) {
            Message::Notification(request) => request.params().unwrap()[0].as_str().unwrap().to_owned(),
            _ => "undecodable".to_owned(),
        };
        assert_eq!(text(r"\ud83d\ude00"), "😀");
        assert_eq!(text(r"a\ud83db"), "a\u{fffd}b");
        assert_eq!(text(r"\ude00\ud83d"), "\u{fffd}\u{fffd}");
        assert_eq!(text(r"\ud83d\ud83d\ude00"), "\u{fffd}😀");
        assert_eq!(text(r"\\ud83d\ud83d"), "\\ud83d\u{fffd}");
        assert_eq!(text(r"\uzzzz"), "undecodable");
    }
}
