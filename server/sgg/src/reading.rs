//! Reads a large file on two cores: one takes its lines apart, the other puts their games together.

use sgg_model::{Document, read_lines};
use std::sync::mpsc::sync_channel;

/// Below this a thread costs more than it saves.
const BYTES_MIN: usize = 256 * 1024;
/// Lines handed over at once, and how many such pieces may wait.
const PIECE_LINES: usize = 1024;
const PIECES_MAX: usize = 8;

/// As [`Document::open`].
pub(crate) fn open(text: &str) -> Document {
    if text.len() < BYTES_MIN {
        return Document::open(text);
    }
    std::thread::scope(|scope| {
        let (sender, pieces) = sync_channel(PIECES_MAX);
        let reader =
            std::thread::Builder::new().name("reader of lines".into()).spawn_scoped(scope, move || {
                let mut lines = read_lines(text);
                loop {
                    let piece: Vec<_> = lines.by_ref().take(PIECE_LINES).collect();
                    if piece.is_empty() || sender.send(piece).is_err() {
                        return;
                    }
                }
            });
        match reader {
            Ok(_) => Document::read(text, pieces.into_iter().flatten()),
            Err(_) => Document::open(text),
        }
    })
}
