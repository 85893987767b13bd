//! The open documents: what the client says their text is.

use std::collections::HashMap;

use ropey::Rope;

use super::call::{Cancel, Stop};
use super::position::Encoding;
use super::protocol::{TextDocumentContentChangeEvent, TextDocumentItem};

/// A document at one moment. What a request is given when it is dispatched: later edits do not touch it.
#[derive(Clone)]
pub struct Snapshot {
    pub(crate) uri: String,
    pub(crate) version: i32,
    pub(crate) text: Rope,
    #[expect(dead_code, reason = "read by the features, which are not there yet")]
    pub(crate) encoding: Encoding,
}

impl Snapshot {
    /// The whole text, copied.
    pub fn text(&self) -> String {
        self.text.to_string()
    }
}

struct Open {
    version: i32,
    text: Rope,
    /// Slow work on it: an edit stops it.
    running: Vec<Cancel>,
    /// Its diagnostics are older than its text.
    changed: bool,
}

/// Keyed by the URI as the client writes it: a client writes the same document the same way.
#[derive(Default)]
pub(crate) struct Documents {
    open: HashMap<String, Open>,
    pub(crate) encoding: Encoding,
}

impl Documents {
    pub(crate) fn open(&mut self, item: TextDocumentItem) {
        let text = Rope::from_str(&item.text);
        let open = Open { version: item.version, text, running: Vec::new(), changed: true };
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
        for change in changes {
            apply(&mut open.text, change, self.encoding);
        }
        open.version = version;
        open.changed = true;
        open.stop();
        open.running.clear();
        true
    }

    pub(crate) fn close(&mut self, uri: &str) -> bool {
        let closed = self.open.remove(uri);
        if let Some(open) = &closed {
            open.stop();
        }
        closed.is_some()
    }

    pub(crate) fn snapshot(&self, uri: &str) -> Option<Snapshot> {
        self.open.get(uri).map(|open| Self::snapshot_of(uri, open, self.encoding))
    }

    fn snapshot_of(uri: &str, open: &Open, encoding: Encoding) -> Snapshot {
        Snapshot { uri: uri.to_owned(), version: open.version, text: open.text.clone(), encoding }
    }

    /// An edit of this document stops that work from now on.
    pub(crate) fn stop_on_edit(&mut self, uri: &str, cancel: Cancel) {
        if let Some(open) = self.open.get_mut(uri) {
            open.running.retain(|running| !running.is_over());
            open.running.push(cancel);
        }
    }

    /// What has changed since this was last asked.
    pub(crate) fn take_changed(&mut self) -> Vec<Snapshot> {
        let encoding = self.encoding;
        let changed = self.open.iter_mut().filter(|(_, open)| open.changed);
        let snapshots = changed.map(|(uri, open)| {
            open.changed = false;
            Self::snapshot_of(uri, open, encoding)
        });
        snapshots.collect()
    }

    /// Everything is to be looked at again: the settings are other ones.
    pub(crate) fn set_all_changed(&mut self) {
        self.open.values_mut().for_each(|open| open.changed = true);
    }
}

impl Open {
    fn stop(&self) {
        self.running.iter().for_each(|running| running.stop(Stop::Stale));
    }
}

fn apply(text: &mut Rope, change: TextDocumentContentChangeEvent, encoding: Encoding) {
    let Some(range) = change.range else {
        *text = Rope::from_str(&change.text);
        return;
    };
    let start = encoding.char_of_position(text, range.start);
    let end = encoding.char_of_position(text, range.end);
    // A range written backwards is the same range.
    let (start, end) = (start.min(end), start.max(end));
    text.remove(start..end);
    text.insert(start, &change.text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::protocol::{Position, Range};

    type Edit = ((u32, u32), (u32, u32), &'static str);

    fn edited(text: &str, edits: &[Edit]) -> String {
        let mut rope = Rope::from_str(text);
        for &(start, end, insert) in edits {
            let at = |(line, character)| Position { line, character };
            let range = Some(Range::new(at(start), at(end)));
            let change =
                TextDocumentContentChangeEvent { range, range_length: None, text: insert.to_owned() };
            apply(&mut rope, change, Encoding::Utf16);
        }
        rope.to_string()
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
