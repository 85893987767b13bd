//! A language server that does nothing, at once: the floor of what the bench can measure.

use std::io::{BufRead, BufReader, Write};

/// Serves standard input until `exit`. Bodies are not decoded: that of a large file would take longer than all else.
pub(crate) fn serve() {
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut body = Vec::new();
    while read_body(&mut input, &mut body).is_some() {
        let (head, tail) = (&body[..body.len().min(200)], &body[body.len().saturating_sub(500)..]);
        let id = after(head, b"{\"id\":", b',');
        let answer = match (id, after(head, b"\"method\":\"", b'"').unwrap_or_default()) {
            (_, "exit") => return,
            (Some(id), "initialize") => result(id, CAPABILITIES),
            (Some(id), _) => result(id, "null"),
            (None, "textDocument/didOpen" | "textDocument/didChange") => nothing_to_tell(tail),
            (None, _) => continue,
        };
        let mut output = std::io::stdout().lock();
        output.write_all(&crate::support::body(&answer)).unwrap();
        output.flush().unwrap();
    }
}

const CAPABILITIES: &str = r#"{"capabilities":{"textDocumentSync":2,"inlayHintProvider":true}}"#;

fn read_body(input: &mut impl BufRead, body: &mut Vec<u8>) -> Option<()> {
    let mut header = String::new();
    input.read_line(&mut header).ok()?;
    let length = header.strip_prefix("Content-Length: ")?.trim_end().parse().ok()?;
    input.read_line(&mut header).ok()?;
    body.resize(length, 0);
    input.read_exact(body).ok()
}

/// What stands between the last `before` and the next `end`.
fn after<'a>(bytes: &'a [u8], before: &[u8], end: u8) -> Option<&'a str> {
    let start = bytes.windows(before.len()).rposition(|window| window == before)? + before.len();
    let rest = &bytes[start..];
    std::str::from_utf8(&rest[..rest.iter().position(|&byte| byte == end)?]).ok()
}

fn result(id: &str, result: &str) -> String {
    format!(r#"{{"id":{id},"jsonrpc":"2.0","result":{result}}}"#)
}

/// The bench writes keys in the order of the alphabet: whose document it is, and which version, stands at the end.
fn nothing_to_tell(tail: &[u8]) -> String {
    let uri = after(tail, b"\"uri\":\"", b'"').unwrap();
    let version = after(tail, b"\"version\":", b'}').unwrap();
    format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{{"diagnostics":[],"uri":"{uri}","version":{version}}}}}"#
    )
}
