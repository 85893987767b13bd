//! Reads a large file on two cores: one takes its lines apart, the other puts their games together.

use ropey::Rope;
use sgg_model::{Document, Draft, Run, read_runs};
use std::panic::resume_unwind;
use std::sync::mpsc::{SyncSender, sync_channel};

/// Below this a thread costs more than it saves.
const BYTES_MIN: usize = 256 * 1024;
/// Lines handed over at once, and how many such pieces may wait.
const PIECE_LINES: usize = 1024;
const PIECES_MAX: usize = 16;

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
