//! URIs that are none by the standard, as some clients write them: with a blank, an `é`, or a bare path. They are
//! mended before anything else is looked at, for the protocol's types would refuse the whole message. And two URIs that
//! differ in their spelling only.

use std::borrow::Cow;

use serde_json::Value;

use super::log;
use super::protocol::Uri;

/// Where messages have URIs of files and folders; `*` is every member of a list.
const PLACES: [&[&str]; 10] = [
    &["textDocument", "uri"],
    &["rootUri"],
    &["workspaceFolders", "*", "uri"],
    &["event", "added", "*", "uri"],
    &["event", "removed", "*", "uri"],
    &["changes", "*", "uri"],
    &["previousResultIds", "*", "uri"],
    &["arguments", "*", "textDocument", "uri"],
    &["item", "uri"],
    &["context", "diagnostics", "*", "relatedInformation", "*", "location", "uri"],
];
/// Messages whose loss would be noticed most: what is wrong with them is told.
const TOLD: [&str; 2] = ["initialize", "textDocument/didOpen"];

/// Mends the URIs of a message.
pub(crate) fn mend(method: &str, params: &mut Value) {
    for place in PLACES {
        let mut open = vec![(params as &mut Value, place)];
        while let Some((value, place)) = open.pop() {
            match (place.split_first(), value) {
                (None, Value::String(uri)) => mend_one(method, uri),
                (Some((&"*", rest)), Value::Array(list)) => {
                    open.extend(list.iter_mut().map(|member| (member, rest)));
                }
                (Some((name, rest)), Value::Object(members)) => {
                    open.extend(members.get_mut(*name).map(|member| (member, rest)));
                }
                _ => {}
            }
        }
    }
}

fn mend_one(method: &str, uri: &mut String) {
    if let Some(mended) = mended(uri) {
        *uri = mended;
    }
    if TOLD.contains(&method) && uri.parse::<Uri>().is_err() {
        log::line(format_args!(
            "{method}: `{uri}` is no URI, so nothing is said of it; expected is `file:///…`"
        ));
    }
}

/// A URI by the standard for what is none; nothing where it is one.
pub(crate) fn mended(uri: &str) -> Option<String> {
    let bare = uri.starts_with('/');
    if !bare && (0..uri.len()).all(|at| is_fine(uri.as_bytes(), at)) {
        return None;
    }
    let mut mended = String::with_capacity(uri.len() + 16);
    mended.push_str(if bare { "file://" } else { "" });
    for (at, byte) in uri.bytes().enumerate() {
        match is_fine(uri.as_bytes(), at) {
            true => mended.push(char::from(byte)),
            false => mended.push_str(&format!("%{byte:02X}")),
        }
    }
    Some(mended)
}

/// A URI as it is compared with others: signs are encoded that have to be, in capitals, and no others. One by the
/// standard stays one.
pub(crate) fn normal(uri: &str) -> Cow<'_, str> {
    let Some(first) = uri.find('%') else { return Cow::Borrowed(uri) };
    let (before, rest) = uri.split_at(first);
    let mut normal = before.to_owned();
    let mut pieces = rest.split('%');
    normal.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let code = piece.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            // The others mean something else where they are not encoded.
            Some(sign) if sign.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&sign) => {
                normal.push(char::from(sign));
            }
            Some(byte) => normal.push_str(&format!("%{byte:02X}")),
            None => normal.push('%'),
        }
        normal.push_str(piece.get(if code.is_some() { 2 } else { 0 }..).unwrap_or_default());
    }
    Cow::Owned(normal)
}

/// Whether a byte may stand in a URI where it does.
fn is_fine(uri: &[u8], at: usize) -> bool {
    match uri.get(at) {
        Some(b'%') => uri.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)),
        Some(byte) => byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:/?#@".contains(byte),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_a_uri_stays_and_what_is_none_becomes_one() {
        for uri in ["file:///a%20b/%C3%A9.sgg", "untitled:Untitled-1", "file:///c%3A/x.sgg", "file:///a?b#c"]
        {
            assert_eq!(mended(uri), None, "{uri}");
        }
        for (uri, right) in [
            ("file:///a b/é.sgg", "file:///a%20b/%C3%A9.sgg"),
            ("file:///100%.sgg", "file:///100%25.sgg"),
            ("file:///a[1]\\b.sgg", "file:///a%5B1%5D%5Cb.sgg"),
            ("/home/me/my games", "file:///home/me/my%20games"),
        ] {
            assert_eq!(mended(uri).as_deref(), Some(right));
            assert!(right.parse::<Uri>().is_ok(), "{right}");
        }
    }

    #[test]
    fn spellings_of_one_uri_have_one_normal_form() {
        for (uri, right) in [
            ("file:///c%3A/x.sgg", "file:///c:/x.sgg"),
            ("file:///c%3a/x.sgg", "file:///c:/x.sgg"),
            ("file:///%c3%a9%5b1%5D", "file:///%C3%A9%5B1%5D"),
            ("file:///a%2fb%3Fc%23d%25e", "file:///a%2Fb%3Fc%23d%25e"),
            ("file:///%61%7E%28b%29", "file:///a~(b)"),
            ("untitled:a%zé%4", "untitled:a%zé%4"),
        ] {
            assert_eq!(normal(uri), right);
            assert_eq!(normal(right), right);
        }
    }

    #[test]
    fn wherever_they_stand() {
        let mut params = json!({
            "textDocument": {"uri": "file:///a b"}, "rootUri": "/a b", "workspaceFolders": [{"uri": "/a b"}, 5],
            "event": {"added": [{"uri": "/a b"}], "removed": null}, "changes": {"uri": "/a b"},
            "arguments": [{"textDocument": {"uri": "file:///a b"}}, "x y"], "item": {"uri": "/a b", "name": "x y"},
            "context": {"diagnostics": [{"relatedInformation": [{"location": {"uri": "/a b"}}]}, {}]},
        });
        mend("initialize", &mut params);
        let right = json!({
            "textDocument": {"uri": "file:///a%20b"}, "rootUri": "file:///a%20b",
            "workspaceFolders": [{"uri": "file:///a%20b"}, 5],
            "event": {"added": [{"uri": "file:///a%20b"}], "removed": null}, "changes": {"uri": "/a b"},
            "arguments": [{"textDocument": {"uri": "file:///a%20b"}}, "x y"],
            "item": {"uri": "file:///a%20b", "name": "x y"},
            "context": {"diagnostics": [{"relatedInformation": [{"location": {"uri": "file:///a%20b"}}]}, {}]},
        });
        assert_eq!(params, right);
        mend("x", &mut json!([1]));
        mend("x", &mut json!(null));
    }
}
