//! Lines for a person, on standard error, which editors keep in a log.
//!
//! Written by a thread of its own behind a bounded queue: a client that does not read our standard error must
//! not block the server when the pipe is full. It starts with the first line, so a quiet server never has it.

use std::fmt;
use std::io::Write;
use std::sync::OnceLock;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::time::Duration;

/// Lines that wait at most; what comes beyond them is dropped, as a log may.
const LINES_MAX: usize = 256;
const LINE_BYTES_MAX: usize = 4096;
const FLUSH_MAX: Duration = Duration::from_millis(200);

enum Entry {
    Line(String),
    Flush(SyncSender<()>),
}

static LOG: OnceLock<Option<SyncSender<Entry>>> = OnceLock::new();

pub(crate) fn line(text: fmt::Arguments<'_>) {
    let mut line = format!("sgg: {text}");
    if line.len() > LINE_BYTES_MAX {
        line.truncate(line.floor_char_boundary_at(LINE_BYTES_MAX));
    }
    line.push('\n');
    send(Entry::Line(line));
}

/// Waits, for a short while, until the lines so far are written: before the process ends.
pub(crate) fn flush() {
    let (done, wait) = sync_channel(1);
    if LOG.get().is_some() && send(Entry::Flush(done)) {
        let _ = wait.recv_timeout(FLUSH_MAX);
    }
}

/// A panic is one line of this log; its request alone fails.
pub(crate) fn catch_panics() {
    std::panic::set_hook(Box::new(|info| line(format_args!("{info}"))));
}

fn send(entry: Entry) -> bool {
    let Some(log) = LOG.get_or_init(start) else { return false };
    match log.try_send(entry) {
        Ok(()) => true,
        Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
    }
}

fn start() -> Option<SyncSender<Entry>> {
    let (sender, entries) = sync_channel(LINES_MAX);
    let write = move || {
        for entry in entries {
            match entry {
                Entry::Line(line) => drop(std::io::stderr().write_all(line.as_bytes())),
                Entry::Flush(done) => drop(done.try_send(())),
            }
        }
    };
    std::thread::Builder::new().name("log".into()).spawn(write).ok().map(|_| sender)
}

trait FloorCharBoundary {
    fn floor_char_boundary_at(&self, at: usize) -> usize;
}

impl FloorCharBoundary for str {
    /// `str::floor_char_boundary`, which is younger than our oldest compiler.
    fn floor_char_boundary_at(&self, at: usize) -> usize {
        (0..=at.min(self.len())).rev().find(|&at| self.is_char_boundary(at)).unwrap_or(0)
    }
}
