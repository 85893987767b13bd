//! The open documents: what the client says their text is, and how far they are solved.

use std::collections::HashMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ropey::Rope;
use serde::Serialize;
use sgg_game::{Meter, Progress};
use sgg_ide::{Config, Place};
use sgg_model::Document;

use crate::reading;

use super::call::{Cancel, Stop};
use super::position::Encoding;
use super::protocol::{self, Position, TextDocumentContentChangeEvent, TextDocumentItem};
use super::settings::Settings;

/// Diagnostics of a document that is still being solved are sent after so long, and again when it is solved.
const UNSOLVED_QUIET_MAX: Duration = Duration::from_millis(300);
/// How long an edit waits for work on the pool to let go of the older text, rather than copy the file's games.
const RELEASE_WAIT_MAX: Duration = Duration::from_millis(2);
/// Solving is told of after so long; most of it is over sooner.
const STATUS_QUIET_MAX: Duration = Duration::from_millis(100);

/// A document at one moment. What a request is given when it is dispatched: later edits do not touch it.
#[derive(Clone)]
pub struct Snapshot {
    pub(crate) uri: String,
    pub(crate) version: i32,
    pub(crate) file: Arc<sgg_model::Snapshot>,
    pub(crate) config: Arc<Config>,
    /// Values and verdicts are shown.
    pub(crate) reveal: bool,
    /// Lenses are shown.
    pub(crate) lenses: bool,
    held: bool,
    encoding: Encoding,
}

/// How current what is shown of a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Status {
    /// It is that of the text.
    Fresh,
    /// It is being worked out.
    Solving,
    /// Some of it is from before the last changes, and stays so for now.
    Stale,
    /// It is that of the text, and some values are `?` because they went over the budget.
    OverBudget,
}

impl Status {
    fn of(file: &sgg_model::Snapshot, held: bool) -> Status {
        match file.is_solved() {
            false if held => Status::Stale,
            false => Status::Solving,
            true if file.is_stale() => Status::Stale,
            true if file.is_over_budget() => Status::OverBudget,
            true => Status::Fresh,
        }
    }
}

impl Snapshot {
    /// How current it is.
    pub(crate) fn status(&self) -> Status {
        Status::of(&self.file, self.held)
    }

    /// The whole text, copied.
    pub fn text(&self) -> String {
        self.file.text.rope.to_string()
    }

    /// How many bytes the text has.
    pub(crate) fn len_bytes(&self) -> usize {
        self.file.text.rope.len_bytes()
    }

    /// A place in the protocol's words.
    pub(crate) fn range(&self, place: Place) -> protocol::Range {
        let span = place.span;
        protocol::Range::new(self.position(place.line, span.start), self.position(place.line, span.end))
    }

    /// A byte of a line in the protocol's words. The client's columns count a byte order mark, ours do not.
    pub(crate) fn position(&self, line: usize, byte: u32) -> Position {
        let bom = if self.file.text.bom(line) > 0 { self.encoding.units('\u{feff}') as u32 } else { 0 };
        let column = match self.encoding {
            Encoding::Utf8 => byte,
            encoding => encoding.column_of_byte(&self.file.text.line(line), byte as usize),
        };
        Position::new(u32::try_from(line).unwrap_or(u32::MAX), column + bom)
    }

    /// The line and the byte in it that a position of the protocol stands at.
    pub(crate) fn place(&self, position: Position) -> (usize, u32) {
        let line = position.line as usize;
        let bom = if self.file.text.bom(line) > 0 { self.encoding.units('\u{feff}') as u32 } else { 0 };
        let column = position.character.saturating_sub(bom);
        let byte = self.encoding.byte_of_column(&self.file.text.line(line), column);
        (line, u32::try_from(byte).unwrap_or(u32::MAX))
    }

    /// The lines that a range of the protocol touches.
    pub(crate) fn lines(&self, range: protocol::Range) -> Range<usize> {
        let end = (range.end.line as usize).saturating_add(1).min(self.file.text.lines.len());
        (range.start.line as usize).min(end)..end
    }

    /// The range of some bytes of the whole text.
    pub(crate) fn range_of_bytes(&self, bytes: Range<usize>) -> protocol::Range {
        let rope = &self.file.text.rope;
        let position = |byte: usize| {
            let byte = byte.min(rope.len_bytes());
            let line = rope.byte_to_line(byte);
            let start = rope.line_to_byte(line) + self.file.text.bom(line);
            self.position(line, u32::try_from(byte.saturating_sub(start)).unwrap_or(u32::MAX))
        };
        protocol::Range::new(position(bytes.start), position(bytes.end))
    }
}

struct Open {
    version: i32,
    document: Document,
    /// Slow work on it: an edit stops it.
    running: Vec<Cancel>,
    told: Told,
    /// Since when it has been unsolved.
    changed: Instant,
    /// Values were asked for while they were not settled: the client is to ask again.
    asked_early: bool,
    /// It is not solved for now: the values stay as they are.
    held: bool,
    status_told: Option<(Status, i32)>,
}

/// What the client knows of a document's diagnostics.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Nothing,
    /// Those from before it was solved.
    Early,
    All,
}

/// Keyed by the URI as the client writes it: a client writes the same document the same way.
#[derive(Default)]
pub(crate) struct Documents {
    open: HashMap<String, Open>,
    pub(crate) encoding: Encoding,
    config: Arc<Config>,
    settings: Settings,
}

impl Documents {
    pub(crate) fn open(&mut self, item: TextDocumentItem) {
        let open = Open {
            version: item.version,
            document: reading::open(&item.text),
            running: Vec::new(),
            told: Told::Nothing,
            changed: Instant::now(),
            asked_early: false,
            held: false,
            status_told: None,
        };
        if let Some(older) = self.open.insert(item.uri.as_str().to_owned(), open) {
            older.stop();
        }
    }

    /// Applies the changes in order. A document that is not open is none of our business: `false`.
    pub(crate) fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> bool {
        let Some(open) = self.open.get_mut(uri) else { return false };
        open.stop();
        open.running.clear();
        open.wait_for_release();
        for change in changes {
            apply_safely(&mut open.document, &change, self.encoding);
        }
        open.version = version;
        open.told = Told::Nothing;
        open.changed = Instant::now();
        true
    }

    pub(crate) fn close(&mut self, uri: &str) -> bool {
        let closed = self.open.remove(uri);
        if let Some(open) = &closed {
            open.stop();
        }
        closed.is_some()
    }

    pub(crate) fn snapshot(&mut self, uri: &str) -> Option<Snapshot> {
        let open = self.open.get_mut(uri)?;
        open.asked_early |= !open.document.snapshot().is_solved();
        Some(Snapshot {
            uri: uri.to_owned(),
            version: open.version,
            file: open.document.snapshot().clone(),
            config: self.config.clone(),
            reveal: self.settings.reveal,
            lenses: self.settings.reveal && self.settings.code_lens,
            held: open.held,
            encoding: self.encoding,
        })
    }

    /// The document of that URI, if it is open; all open ones, in the order of their URIs, where none is given.
    pub(crate) fn snapshots(&mut self, uri: Option<&str>) -> Vec<Snapshot> {
        let mut uris: Vec<String> = match uri {
            Some(uri) => vec![uri.to_owned()],
            None => self.open.keys().cloned().collect(),
        };
        uris.sort_unstable();
        uris.iter().filter_map(|uri| self.snapshot(uri)).collect()
    }

    /// Solves a document that was held, from where it stopped.
    pub(crate) fn resume(&mut self, uri: &str) {
        if let Some(open) = self.open.get_mut(uri) {
            open.held = false;
        }
    }

    /// The documents whose status the client lacks.
    pub(crate) fn take_status(&mut self) -> Vec<(String, i32, Status)> {
        let untold = self.open.iter_mut().filter_map(|(uri, open)| {
            let status = Status::of(open.document.snapshot(), open.held);
            let early = status == Status::Solving && open.changed.elapsed() < STATUS_QUIET_MAX;
            if early || open.status_told == Some((status, open.version)) {
                return None;
            }
            open.status_told = Some((status, open.version));
            Some((uri.clone(), open.version, status))
        });
        untold.collect()
    }

    /// An edit of this document stops that work from now on.
    pub(crate) fn stop_on_edit(&mut self, uri: &str, cancel: Cancel) {
        if let Some(open) = self.open.get_mut(uri) {
            open.running.retain(|running| !running.is_over());
            open.running.push(cancel);
        }
    }

    /// Goes on solving, for so many steps or until `cancel` is set.
    pub(crate) fn solve(&mut self, steps: u64, cancel: &AtomicBool) -> Solved {
        let mut meter = Meter { left: steps, ..Meter::new(cancel) };
        meter.node_budget = self.settings.node_budget.unwrap_or(meter.node_budget);
        let mut solved = Solved { all: true, ask_again: false };
        for open in self.open.values_mut().filter(|open| !open.held) {
            match open.document.solve(&mut meter) {
                Progress::Done => solved.ask_again |= std::mem::take(&mut open.asked_early),
                Progress::Paused => solved.all = false,
            }
        }
        solved
    }

    /// The documents whose diagnostics the client lacks.
    pub(crate) fn take_untold(&mut self) -> Vec<Snapshot> {
        let untold = self.open.iter_mut().filter_map(|(uri, open)| {
            let solved = open.document.snapshot().is_solved();
            let due = match (open.told, solved) {
                (Told::All, _) | (Told::Early, false) => false,
                (_, true) => true,
                (Told::Nothing, false) => open.changed.elapsed() > UNSOLVED_QUIET_MAX,
            };
            open.told = if !due {
                open.told
            } else if solved {
                Told::All
            } else {
                Told::Early
            };
            due.then(|| uri.clone())
        });
        let untold: Vec<String> = untold.collect();
        untold.iter().filter_map(|uri| self.snapshot(uri)).collect()
    }

    /// Other settings: everything is to be told again, and under another budget solved again.
    pub(crate) fn take_settings(&mut self, settings: Settings, client_has_lens: bool) {
        self.config = Arc::new(settings.config(client_has_lens));
        for open in self.open.values_mut() {
            open.told = Told::Nothing;
            open.asked_early = true;
            if self.settings.node_budget != settings.node_budget {
                open.document.unsettle();
            }
        }
        self.settings = settings;
    }
}

/// How far a piece of solving came.
#[derive(Clone, Copy)]
pub(crate) struct Solved {
    /// Nothing is left to do.
    pub(crate) all: bool,
    /// Values that the client asked for before they were settled are settled now.
    pub(crate) ask_again: bool,
}

impl Open {
    fn stop(&self) {
        self.running.iter().for_each(|running| running.stop(Stop::Stale));
    }

    /// Work that was just stopped holds the older text for some microseconds more.
    fn wait_for_release(&self) {
        let start = Instant::now();
        while self.document.is_shared() && start.elapsed() < RELEASE_WAIT_MAX {
            std::thread::yield_now();
        }
    }
}

/// Applies a change. If that panics, the file's games may be half changed: then the new text is read from nothing.
fn apply_safely(document: &mut Document, change: &TextDocumentContentChangeEvent, encoding: Encoding) {
    let mut rope = document.snapshot().text.rope.clone();
    let Err(_) = catch_unwind(AssertUnwindSafe(|| apply(document, change, encoding))) else { return };
    match change.range {
        None => rope = Rope::from_str(&change.text),
        Some(range) => {
            let chars = chars(&rope, range, encoding);
            let at = chars.start;
            rope.remove(chars);
            rope.insert(at, &change.text);
        }
    }
    *document = reading::open(&rope.to_string());
}

fn apply(document: &mut Document, change: &TextDocumentContentChangeEvent, encoding: Encoding) {
    let Some(range) = change.range else { return document.replace(&change.text) };
    let rope: &Rope = &document.snapshot().text.rope;
    let chars = chars(rope, range, encoding);
    document.edit(rope.char_to_byte(chars.start)..rope.char_to_byte(chars.end), &change.text);
}

/// The characters of a range; one written backwards is the same range.
fn chars(rope: &Rope, range: protocol::Range, encoding: Encoding) -> Range<usize> {
    let (start, end) =
        (encoding.char_of_position(rope, range.start), encoding.char_of_position(rope, range.end));
    start.min(end)..start.max(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::protocol::{Position, Range};

    type Edit = ((u32, u32), (u32, u32), &'static str);

    fn edited(text: &str, edits: &[Edit]) -> String {
        let mut document = Document::open(text);
        for &(start, end, insert) in edits {
            let at = |(line, character)| Position { line, character };
            let range = Some(Range::new(at(start), at(end)));
            let change =
                TextDocumentContentChangeEvent { range, range_length: None, text: insert.to_owned() };
            apply(&mut document, &change, Encoding::Utf16);
        }
        document.snapshot().text.rope.to_string()
    }

    #[test]
    fn changes_in_order_clamped_and_backwards() {
        assert_eq!(edited("ab\ncd", &[((0, 1), (0, 1), "x"), ((0, 2), (1, 1), "")]), "axd");
        assert_eq!(edited("ab\r\ncd", &[((0, 9), (0, 9), "!"), ((9, 9), (9, 9), "?")]), "ab!\r\ncd?");
        assert_eq!(edited("abcd", &[((0, 3), (0, 1), "-")]), "a-d");
        // Half of a surrogate pair is not half a character.
        assert_eq!(edited("a😀b", &[((0, 2), (0, 2), "x")]), "ax😀b");
        assert_eq!(edited("a😀b", &[((0, 1), (0, 3), "")]), "ab");
    }
}
