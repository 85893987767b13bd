//! From a file's bytes to its document. A large file is read on two cores: one takes its lines apart, the other puts
//! their games together.

use ropey::{Rope, str_utils};
use sgg_model::{Document, Draft, Run, read_runs};
use std::fmt::{self, Display};
use std::panic::resume_unwind;
use std::sync::mpsc::{SyncSender, sync_channel};

/// Below this a thread costs more than it saves.
const BYTES_MIN: usize = 256 * 1024;
/// Lines handed over at once, and how many such pieces may wait.
const PIECE_LINES: usize = 1024;
const PIECES_MAX: usize = 16;

/// Where bytes stop being UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotUtf8 {
    offset: usize,
    /// Counted from 0.
    pub(crate) line: usize,
    /// What stands before it in its line.
    pub(crate) before: String,
    byte: u8,
    /// It begins as UTF-16 does.
    utf16: bool,
}

impl Display for NotUtf8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotUtf8 { offset, line, byte, utf16, .. } = self;
        match utf16 {
            true => write!(f, "not UTF-8 (at byte {offset}): it looks like UTF-16; save it as UTF-8"),
            false => write!(
                f,
                "not UTF-8: line {} has the byte 0x{byte:02X} (byte {offset} of the file); save it as UTF-8",
                line + 1
            ),
        }
    }
}

/// The text that bytes are.
pub(crate) fn decoded(bytes: Vec<u8>) -> Result<String, NotUtf8> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let text = bytes.get(..offset).and_then(|valid| std::str::from_utf8(valid).ok()).unwrap_or_default();
        let line = str_utils::byte_to_line_idx(text, offset);
        let start = str_utils::line_to_byte_idx(text, line);
        NotUtf8 {
            offset,
            line,
            before: text.get(start..).unwrap_or_default().to_owned(),
            byte: bytes.get(offset).copied().unwrap_or(0),
            utf16: bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]),
        }
    })
}

/// As [`Document::open`]. The text is given back as soon as its lines are read: before the memory is wanted elsewhere.
pub(crate) fn open(text: String) -> Document {
    if text.len() < BYTES_MIN {
        return Document::open(&text);
    }
    let read = std::thread::scope(|scope| {
        let (sender, pieces) = sync_channel(PIECES_MAX);
        let reader = std::thread::Builder::new().name("reader of lines".into());
        let text = &text;
        let reader = reader.spawn_scoped(scope, move || {
            send(text, &sender);
            // The other goes on with what it has.
            drop(sender);
            Rope::from_str(text)
        });
        let reader = reader.ok()?;
        let draft = Draft::read(pieces.into_iter().flatten());
        Some((draft, reader.join().unwrap_or_else(|panic| resume_unwind(panic))))
    });
    let Some((draft, rope)) = read else { return Document::open(&text) };
    drop(text);
    draft.finish(rope)
}

fn send<'a>(text: &'a str, sender: &SyncSender<Vec<Run<'a>>>) {
    let (mut piece, mut lines) = (Vec::new(), 0);
    for run in read_runs(text) {
        lines += run.lines();
        piece.push(run);
        if lines >= PIECE_LINES {
            lines = 0;
            if sender.send(std::mem::take(&mut piece)).is_err() {
                return;
            }
        }
    }
    // Where nobody listens any more, nobody wants it.
    let _ = sender.send(piece);
}
