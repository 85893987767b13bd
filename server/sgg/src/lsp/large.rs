//! `didOpen` of a large document: its text is unescaped within the buffer that it was read into, which then becomes
//! the text. Through the general decoder the same takes several times the time, and another copy or two.

use std::ops::Range;

use serde::Deserialize;
use serde_json::Value;
use tower_lsp::jsonrpc::Request;

use super::uris;

const METHOD: &str = "textDocument/didOpen";
/// Below, the difference is not worth a second attempt at decoding.
const BYTES_MIN: usize = 16 * 1024;
/// What stands before the text is no longer than this, nor what stands behind it.
const AROUND_BYTES_MAX: usize = 8 * 1024;

/// Strict: whatever looks different in any way is left to the general decoder, which also finds the error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope {
    jsonrpc: String,
    method: String,
    params: Params,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Params {
    text_document: Item,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Item {
    uri: String,
    language_id: String,
    version: i32,
    text: String,
}

/// Takes the body where it is such a message; else leaves it as it is.
pub(crate) fn decode(body: &mut Vec<u8>) -> Option<Request> {
    // A list of the same members would be read as well.
    if body.len() < BYTES_MIN || !body.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    let start = text_start(body.get(..AROUND_BYTES_MAX)?)?;
    let end = start + string_length(body.get(start..)?)?;
    let behind = body.get(end..).filter(|behind| behind.len() <= AROUND_BYTES_MAX)?;
    // Without the text it is a short message. If that can be read, the text's quotes are what they seem: within a
    // string, the first one would have ended it, and the next have begun another with nothing between.
    let envelope = [body.get(..start)?, behind].concat();
    let Envelope { jsonrpc, method, params: Params { text_document: item } } =
        serde_json::from_slice(&envelope).ok()?;
    if jsonrpc != "2.0" || method != METHOD || !item.text.is_empty() {
        return None;
    }
    let text = unescape(std::mem::take(body), start..end)?;
    let mut document = serde_json::Map::new();
    document.insert("uri".to_owned(), item.uri.into());
    document.insert("languageId".to_owned(), item.language_id.into());
    document.insert("version".to_owned(), item.version.into());
    document.insert("text".to_owned(), Value::String(text));
    let mut params =
        Value::Object([("textDocument".to_owned(), Value::Object(document))].into_iter().collect());
    uris::mend(METHOD, &mut params);
    Some(Request::build(METHOD).params(params).finish())
}

/// Where the text begins, behind its first quote.
fn text_start(bytes: &[u8]) -> Option<usize> {
    const KEY: &[u8] = b"\"text\"";
    let key = memchr::memmem::find(bytes, KEY)?;
    let value = bytes.get(key + KEY.len()..)?.trim_ascii_start().strip_prefix(b":")?;
    let text = value.trim_ascii_start().strip_prefix(b"\"")?;
    Some(bytes.len() - text.len())
}

/// How long a JSON string is, given from behind its first quote on. `None`: it is not as JSON wants it.
fn string_length(bytes: &[u8]) -> Option<usize> {
    let mut length = 0;
    loop {
        length += memchr::memchr2(b'"', b'\\', bytes.get(length..)?)?;
        let rest = bytes.get(length..)?;
        if rest.starts_with(b"\"") {
            break;
        }
        length += escaped(rest)?.1;
    }
    let string = bytes.get(..length)?;
    let has_control = string.iter().fold(false, |has, byte| has | (*byte < b' '));
    (!has_control && std::str::from_utf8(string).is_ok()).then_some(length)
}

/// The text of a JSON string, moved to the front of the buffer that holds it. Never longer than its escaped form, so
/// what is written never overtakes what is read. `None`: it was no JSON string, against what was promised.
fn unescape(mut body: Vec<u8>, text: Range<usize>) -> Option<String> {
    let (mut from, mut to) = (text.start, 0);
    loop {
        let run = memchr::memchr(b'\\', body.get(from..text.end)?);
        let run_end = run.map_or(text.end, |run| from + run);
        body.copy_within(from..run_end, to);
        to += run_end - from;
        if run.is_none() {
            break;
        }
        let (char, length) = escaped(body.get(run_end..text.end)?)?;
        match char.is_ascii() {
            true => *body.get_mut(to)? = char as u8,
            false => drop(char.encode_utf8(body.get_mut(to..to + char.len_utf8())?)),
        }
        to += char.len_utf8();
        from = run_end + length;
    }
    body.truncate(to);
    String::from_utf8(body).ok()
}

/// The character that an escape stands for, and the escape's length.
#[inline]
fn escaped(bytes: &[u8]) -> Option<(char, usize)> {
    let char = match bytes.get(1)? {
        b'n' => '\n',
        b'"' => '"',
        b'\\' => '\\',
        b't' => '\t',
        b'r' => '\r',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        _ => return escaped_unit(bytes),
    };
    Some((char, 2))
}

/// `\uXXXX`, or two of them that are one character. Half a pair is U+FFFD, as in the general decoder.
#[cold]
fn escaped_unit(bytes: &[u8]) -> Option<(char, usize)> {
    let unit = |at: usize| {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        // A sign is none, though it may stand before a number.
        let digits = std::str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+'))?;
        u16::from_str_radix(digits, 16).ok()
    };
    let first = unit(0)?;
    let decoded = char::decode_utf16([Some(first), unit(6)].into_iter().flatten()).next()?;
    let char = decoded.unwrap_or(char::REPLACEMENT_CHARACTER);
    Some((char, if char.len_utf16() == 2 { 12 } else { 6 }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::message::{self, Message};

    fn body(text: &str) -> Vec<u8> {
        let padding = "x".repeat(BYTES_MIN);
        let item = r#"{"uri":"file:///a%20b","languageId":"sgg","version":3,"text":"#;
        format!(
            r#"{{"jsonrpc":"2.0","method":"{METHOD}","params":{{"textDocument":{item}"{text}{padding}"}}}}}}"#
        )
        .into()
    }

    #[test]
    fn as_the_general_decoder_does() {
        for text in [
            "",
            r#"\"text\":\"\"}}} "#,
            "plain é 😀",
            r#"a\nb\r\n\t\"\\\/\b\f end"#,
            r"\u0041\u00e9\u20ac\ud83d\ude00 \u0000",
            r"\ud83d \ude00 \ud83d\ud83d\ude00 \\ud83d",
            r"\n\n\n",
        ] {
            let large = decode(&mut body(text)).unwrap();
            let Message::Notification(general) = message::decode(&body(text)) else { panic!("{text}") };
            assert_eq!(large, general, "{text}");
            let spaced = String::from_utf8(body(text)).unwrap().replace("\"text\":", "\"text\" :\n");
            assert_eq!(decode(&mut spaced.into()).unwrap(), general);
        }
    }

    #[test]
    fn what_is_anything_else_is_left_alone() {
        let json = String::from_utf8(body("")).unwrap();
        for other in [
            json.replace("didOpen", "didSave"),
            json.replace("\"2.0\"", "\"1.0\""),
            json.replace("\"version\":3,", ""),
            json.replace("{\"jsonrpc\"", "{\"id\":1,\"jsonrpc\""),
            json.replace("\"text\":\"", "\"text\":[\"").replace("\"}}}", "\"]}}}"),
            json.replace("\"text\":\"", "\"text\":\"\\q"),
            json.replace("\"text\":\"", "\"text\":\"\\u+123"),
            json.replace("\"text\":\"", "\"text\":\"\n"),
            json.replace("\"text\":\"", "\"text\":\"\","),
            json.replace("file:///a%20b", "\\\"text\":\""),
            json.replace("file:///a%20b", r#"","text":""#),
            json.replace("}}}", "}}"),
            json.replace("xxx", "x"),
            format!(
                r#"["2.0","{METHOD}",{}]"#,
                &json[json.find(r#"{"textDocument""#).unwrap()..json.len() - 1]
            ),
        ] {
            let mut body = other.clone().into_bytes();
            assert!(decode(&mut body).is_none());
            assert_eq!(body, other.as_bytes());
        }
    }
}
