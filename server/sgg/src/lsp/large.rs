//! `didOpen` of a large document: its text is unescaped within the buffer that it was read into, which then becomes
//! the text. Through the general decoder the same takes three times the time, and another copy or two.

use std::ops::Range;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tower_lsp::jsonrpc::Request;

use super::message::Message;
use super::uris;

const METHOD: &str = "textDocument/didOpen";
/// Below, the difference is not worth a second attempt at decoding.
const BYTES_MIN: usize = 16 * 1024;

/// Strict: whatever looks different in any way is left to the general decoder, which also finds the error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope<'a> {
    jsonrpc: String,
    method: String,
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Params<'a> {
    #[serde(borrow)]
    text_document: Item<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Item<'a> {
    uri: String,
    language_id: String,
    version: i32,
    #[serde(borrow)]
    text: &'a RawValue,
}

/// Takes the body where it is such a message; else leaves it as it is.
pub(crate) fn decode(body: &mut Vec<u8>) -> Option<Message> {
    if body.len() < BYTES_MIN {
        return None;
    }
    let envelope: Envelope<'_> = serde_json::from_slice(body).ok()?;
    let item = envelope.params.text_document;
    let raw = item.text.get();
    if envelope.jsonrpc != "2.0" || envelope.method != METHOD || !raw.starts_with('"') {
        return None;
    }
    let start = (raw.as_ptr() as usize).checked_sub(body.as_ptr() as usize)?;
    let within_quotes = start + 1..start + raw.len() - 1;
    let mut document = serde_json::Map::new();
    document.insert("uri".to_owned(), uris::mended(&item.uri).unwrap_or(item.uri).into());
    document.insert("languageId".to_owned(), item.language_id.into());
    document.insert("version".to_owned(), item.version.into());
    document.insert("text".to_owned(), Value::String(unescape(std::mem::take(body), within_quotes)?));
    let params = Value::Object([("textDocument".to_owned(), Value::Object(document))].into_iter().collect());
    Some(Message::Notification(Request::build(METHOD).params(params).finish()))
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
        to += char.encode_utf8(body.get_mut(to..to + char.len_utf8())?).len();
        from = run_end + length;
    }
    body.truncate(to);
    String::from_utf8(body).ok()
}

/// The character that an escape stands for, and the escape's length.
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
fn escaped_unit(bytes: &[u8]) -> Option<(char, usize)> {
    let unit = |at: usize| {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let first = unit(0)?;
    let decoded = char::decode_utf16([Some(first), unit(6)].into_iter().flatten()).next()?;
    let char = decoded.unwrap_or(char::REPLACEMENT_CHARACTER);
    Some((char, if char.len_utf16() == 2 { 12 } else { 6 }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::message;

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
            "plain é 😀",
            r#"a\nb\r\n\t\"\\\/\b\f end"#,
            r"\u0041\u00e9\u20ac\ud83d\ude00 \u0000",
            r"\ud83d \ude00 \ud83d\ud83d\ude00 \\ud83d",
            r"\n\n\n",
        ] {
            let Some(Message::Notification(large)) = decode(&mut body(text)) else { panic!("{text}") };
            let Message::Notification(general) = message::decode(&body(text)) else { panic!("{text}") };
            assert_eq!(large, general, "{text}");
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
            json.replace("}}}", "}}"),
            json.replace("xxx", "x"),
        ] {
            let mut body = other.clone().into_bytes();
            assert!(decode(&mut body).is_none());
            assert_eq!(body, other.as_bytes());
        }
    }
}
