//! Why a message can't be used, or what it asks for can't be done, in words for a person: none of the names that our own
//! code has for its types, and no more of what came than can be read at a glance.

use tower_lsp::jsonrpc::{Error, ErrorCode};

/// "Request failed": it was understood, and can't be done.
const REQUEST_FAILED: ErrorCode = ErrorCode::ServerError(-32803);

/// "Server cancelled": the client may ask again.
const SERVER_CANCELLED: ErrorCode = ErrorCode::ServerError(-32802);

/// A sentence, and what it shows of the message, have so many characters at most.
const SENTENCE_CHARS_MAX: usize = 400;
const SHOWN_CHARS_MAX: usize = 60;

/// What `serde` calls what it expects, and what a person calls that.
const SHAPES: [(&str, &str); 16] = [
    ("struct ", "an object"),
    ("map", "an object"),
    ("a map", "an object"),
    ("internally tagged enum ", "an object"),
    ("a sequence", "a list"),
    ("tuple", "a list"),
    ("an array", "a list"),
    ("a string", "a string"),
    ("string or map", "a string or an object"),
    ("enum ", "a string or an object"),
    ("a boolean", "true or false"),
    ("u", "a number from 0 on"),
    ("i", "a number"),
    ("f", "a number"),
    ("unit", "null"),
    ("null", "null"),
];

/// Parameters that can't be used.
pub(crate) fn invalid(why: &str) -> Error {
    Error::invalid_params(cut(why, SENTENCE_CHARS_MAX))
}

/// What was understood, and can't be done.
pub(crate) fn failed(why: &str) -> Error {
    Error { code: REQUEST_FAILED, message: cut(why, SENTENCE_CHARS_MAX).into(), data: None }
}

/// More was asked for at once than is answered.
pub(crate) fn too_much() -> Error {
    let message = "too much was asked for before the answers were read; ask again later".into();
    Error { code: SERVER_CANCELLED, message, data: None }
}

/// What `serde` says is wrong with a value, as a part of a sentence.
pub(crate) fn plain(error: &str) -> String {
    let told = mismatch(error, "invalid type: ")
        .or_else(|| mismatch(error, "invalid value: "))
        .or_else(|| mismatch(error, "invalid length "))
        .or_else(|| error.strip_prefix("missing field ").map(|name| format!("{} is missing", name.trim())))
        .or_else(|| error.strip_prefix("duplicate field ").map(|name| format!("{name} is there twice")))
        .or_else(|| no_variant(error))
        .or_else(|| {
            error.starts_with("data did not match").then(|| "a member has no shape that it may have".into())
        })
        .or_else(|| error.starts_with("Missing params").then(|| "there are none".into()))
        .or_else(|| error.starts_with("Unexpected params").then(|| "none are expected".into()));
    cut(&told.unwrap_or_else(|| error.to_owned()), SENTENCE_CHARS_MAX)
}

/// Whether `tower_lsp` says so, and not we.
pub(crate) fn is_foreign(error: &str) -> bool {
    let starts = ["invalid ", "missing field ", "duplicate field ", "unknown variant ", "data did not match"];
    starts.iter().chain(&["Missing params", "Unexpected params"]).any(|start| error.starts_with(start))
}

/// A piece of a message within a sentence.
pub(crate) fn shown(text: &str) -> String {
    cut(text, SHOWN_CHARS_MAX)
}

/// `string "x", expected struct Position at line 1 column 3`
fn mismatch(error: &str, what: &str) -> Option<String> {
    let rest = error.strip_prefix(what)?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    let expected = expected.split(" at line ").next().unwrap_or(expected);
    let shape = SHAPES.iter().find(|(start, _)| expected.starts_with(start));
    let shape = shape.map_or("something else", |(_, shape)| *shape);
    let found = match found.split_once(' ') {
        Some(("integer" | "floating" | "boolean", value)) => {
            value.trim_start_matches("point ").replace('`', "")
        }
        Some(("string", value)) => format!("the string {}", shown(value)),
        _ if found == "map" => "an object".to_owned(),
        _ if found == "sequence" => "a list".to_owned(),
        _ if found == "unit value" => "null".to_owned(),
        _ => shown(found),
    };
    Some(format!("{found} stands where {shape} is expected"))
}

/// `unknown variant `x`, expected one of `a`, `b``
fn no_variant(error: &str) -> Option<String> {
    let (found, expected) = error.strip_prefix("unknown variant ")?.rsplit_once(", expected ")?;
    Some(format!("{} stands where {} is expected", shown(found), cut(expected, SENTENCE_CHARS_MAX / 2)))
}

fn cut(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or("")),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::protocol::{CodeActionParams, HoverParams, InitializeParams};
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    fn told<T: DeserializeOwned>(params: Value) -> String {
        let error = serde_json::from_value::<T>(params).err().unwrap().to_string();
        assert!(is_foreign(&error), "{error}");
        plain(&error)
    }

    #[test]
    fn what_is_wrong_with_parameters() {
        let at = |position: Value| json!({"textDocument": {"uri": "file:///a"}, "position": position});
        assert_eq!(told::<HoverParams>(json!({})), "`textDocument` is missing");
        assert_eq!(told::<HoverParams>(json!(5)), "5 stands where an object is expected");
        assert_eq!(told::<HoverParams>(json!(true)), "true stands where an object is expected");
        assert_eq!(told::<HoverParams>(json!("x")), "the string \"x\" stands where an object is expected");
        assert_eq!(told::<HoverParams>(json!(null)), "null stands where an object is expected");
        let line = at(json!({"line": -1, "character": 0}));
        assert_eq!(told::<HoverParams>(line), "-1 stands where a number from 0 on is expected");
        let line = at(json!({"line": 1.5, "character": 0}));
        assert_eq!(told::<HoverParams>(line), "1.5 stands where a number from 0 on is expected");
        let line = at(json!({"line": {}, "character": 0}));
        assert_eq!(told::<HoverParams>(line), "an object stands where a number from 0 on is expected");
        let no_uri = json!({"textDocument": {"uri": [1]}, "position": {"line": 0, "character": 0}});
        assert_eq!(told::<HoverParams>(no_uri), "a list stands where a string is expected");
        assert_eq!(
            told::<InitializeParams>(json!({"capabilities": 5})),
            "5 stands where an object is expected"
        );
        let context = json!({"textDocument": {"uri": "file:///a"}, "context": {"diagnostics": 1},
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}});
        assert_eq!(told::<CodeActionParams>(context), "1 stands where a list is expected");
    }

    #[test]
    fn long_input_is_cut() {
        let told = told::<HoverParams>(json!("é".repeat(1_000_000)));
        assert_eq!(told, format!("the string \"{}… stands where an object is expected", "é".repeat(59)));
        assert_eq!(plain(&"x".repeat(1000)).chars().count(), 401);
    }
}
