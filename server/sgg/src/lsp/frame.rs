//! The framing of the base protocol: a header block, then a body of `Content-Length` bytes.
//!
//! <https://microsoft.github.io/language-server-protocol/specification#baseProtocol>

use std::io::{self, BufRead, Read};

use serde::Serialize;

const HEADER_BYTES_MAX: u64 = 8 * 1024;
/// 256 MiB of text, the largest file that is read, and what JSON's escapes add to it.
pub(crate) const BODY_BYTES_MAX: u64 = 320 * 1024 * 1024;
/// A longer body is passed over while it is this short; beyond it, the length is no length of a body at all.
const BODY_BYTES_SKIPPED_MAX: u64 = 4 * 1024 * 1024 * 1024;

/// What came.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Incoming {
    /// The body is in the buffer.
    Body,
    /// A body of that many bytes was too long; it was passed over, and framing is intact.
    TooLong(u64),
    /// The input ended between two messages.
    End,
}

/// Why nothing can be read any more.
#[derive(Debug)]
pub(crate) enum Broken {
    Io(io::Error),
    Header(&'static str),
    /// The input ended within a message.
    Cut,
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(error) => write!(f, "standard input: {error}"),
            Self::Header(what) => write!(f, "broken header, so the messages' borders are lost: {what}"),
            Self::Cut => f.write_str("standard input ended within a message"),
        }
    }
}

/// Reads one message's body into `body`, which is overwritten.
pub(crate) fn read(input: &mut impl BufRead, body: &mut Vec<u8>) -> Result<Incoming, Broken> {
    body.clear();
    let Some(length) = read_header(input, body)? else { return Ok(Incoming::End) };
    body.clear();
    if length > BODY_BYTES_SKIPPED_MAX {
        return Err(Broken::Header("Content-Length is beyond reason"));
    }
    if length > BODY_BYTES_MAX {
        let skipped = io::copy(&mut input.take(length), &mut io::sink())?;
        return if skipped == length { Ok(Incoming::TooLong(length)) } else { Err(Broken::Cut) };
    }
    let length = usize::try_from(length).map_err(|_| Broken::Header("Content-Length is beyond reason"))?;
    // Reserved, not filled: memory becomes real only as bytes come.
    body.try_reserve_exact(length).map_err(|_| Broken::Header("no memory for Content-Length"))?;
    input.take(length as u64).read_to_end(body)?;
    if body.len() == length { Ok(Incoming::Body) } else { Err(Broken::Cut) }
}

/// `Content-Length`, or nothing where the input ends.
fn read_header(input: &mut impl BufRead, line: &mut Vec<u8>) -> Result<Option<u64>, Broken> {
    let mut left = HEADER_BYTES_MAX;
    let mut length = None;
    loop {
        line.clear();
        let read = input.take(left).read_until(b'\n', line)?;
        if read == 0 && left == HEADER_BYTES_MAX {
            return Ok(None);
        }
        left -= read as u64;
        let Some(line) = line.strip_suffix(b"\n") else {
            return Err(if left == 0 { Broken::Header("over 8 KiB") } else { Broken::Cut });
        };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return length.map(Some).ok_or(Broken::Header("no Content-Length"));
        }
        if let Some(value) = content_length(line)? {
            if length.is_some_and(|length| length != value) {
                return Err(Broken::Header("two different Content-Lengths"));
            }
            length = Some(value);
        }
    }
}

/// The value, where the line is a `Content-Length`; other headers mean nothing to us (the only charset is UTF-8).
fn content_length(line: &[u8]) -> Result<Option<u64>, Broken> {
    let line = std::str::from_utf8(line).map_err(|_| Broken::Header("not ASCII"))?;
    let Some((name, value)) = line.split_once(':') else {
        return Err(Broken::Header("a line without a colon"));
    };
    if !name.trim().eq_ignore_ascii_case("content-length") {
        return Ok(None);
    }
    let value = value.trim();
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Broken::Header("Content-Length is no number"));
    }
    value.parse().map(Some).map_err(|_| Broken::Header("Content-Length is beyond reason"))
}

/// A message as it goes out: header and body in one buffer, so that one write call sends it.
pub(crate) struct Frame {
    bytes: Vec<u8>,
    start: usize,
}

/// Longer than any header that `Frame` writes.
const HEADER_ROOM: usize = 40;

impl Frame {
    pub(crate) fn new(
        write: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>,
    ) -> serde_json::Result<Self> {
        let mut bytes = Vec::with_capacity(256);
        bytes.resize(HEADER_ROOM, b' ');
        write(&mut bytes)?;
        // The body is written first, in place; its length is known only now and goes right before it.
        let header = format!("Content-Length: {}\r\n\r\n", bytes.len() - HEADER_ROOM);
        let start = HEADER_ROOM - header.len();
        if let Some(room) = bytes.get_mut(start..HEADER_ROOM) {
            room.copy_from_slice(header.as_bytes());
        }
        Ok(Self { bytes, start })
    }

    pub(crate) fn json(message: &impl Serialize) -> serde_json::Result<Self> {
        Self::new(|bytes| serde_json::to_writer(bytes, message))
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> (Vec<String>, Result<Incoming, Broken>) {
        let (mut input, mut body, mut bodies) =
            (io::BufReader::with_capacity(16, bytes), Vec::new(), Vec::new());
        loop {
            match read(&mut input, &mut body) {
                Ok(Incoming::Body) => bodies.push(String::from_utf8(body.clone()).unwrap()),
                end => return (bodies, end),
            }
        }
    }

    #[test]
    fn header_names_in_any_case_and_order() {
        let (bodies, end) =
            all(b"content-LENGTH:2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}\
              X: y\nContent-Length: 4\n\n[{}]Content-Length: 0\r\n\r\n");
        assert_eq!(bodies, ["{}", "[{}]", ""]);
        assert!(matches!(end, Ok(Incoming::End)));
    }

    #[test]
    fn broken_headers() {
        let long = [b"X: ".as_slice(), &[b'x'; 9000], b"\r\nContent-Length: 2\r\n\r\n{}"].concat();
        for bytes in [
            b"Content-Length: -1\r\n\r\n{}".as_slice(),
            b"Content-Length: +2\r\n\r\n{}",
            b"Content-Length: 0x2\r\n\r\n{}",
            b"Content-Length: \r\n\r\n{}",
            b"Content-Length: 99999999999999999999999\r\n\r\n{}",
            b"Content-Length: 99000000000\r\n\r\n{}",
            b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
            b"Content-Length\r\n\r\n{}",
            b"\r\n{}",
            b"\xff\xfe: 2\r\n\r\n",
            &long,
        ] {
            assert!(matches!(all(bytes).1, Err(Broken::Header(_))), "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn cut_messages() {
        for bytes in [b"Content-Length: 3\r\n\r\n{}".as_slice(), b"Content-Le", b"Content-Length: 3\r\n"] {
            assert!(matches!(all(bytes).1, Err(Broken::Cut)), "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn header_and_body_are_one_buffer() {
        let frame = Frame::json(&serde_json::json!({"a": 1})).unwrap();
        assert_eq!(frame.as_bytes(), b"Content-Length: 7\r\n\r\n{\"a\":1}");
    }
}
