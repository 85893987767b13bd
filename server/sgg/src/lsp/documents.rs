//! The open documents: what the client says their text is, and how far they are solved.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sgg_game::NODE_BUDGET_DEFAULT;
use sgg_ide::{Config, Pace};
use sgg_model::Document;

use crate::reading;

use super::call::{Cancel, Stop};
use super::guarded::{Guarded, attempt};
use super::memory::Memory;
use super::position::Encoding;
use super::protocol::{TextDocumentContentChangeEvent, TextDocumentItem};
use super::settings::{Settings, SolveWhen};
use super::snapshot::Snapshot;
use super::solving::{Solving, Watch};
use super::uris;
use super::wishes::Wishes;
use super::workspace::{Unopened, Workspace};

/// How long an edit waits for work on the pool to let go of the older text, rather than copy the file's games.
const RELEASE_WAIT_MAX: Duration = Duration::from_millis(2);

pub(super) struct Open {
    /// As the client wrote it when it opened the document.
    pub(super) uri: String,
    pub(super) version: i32,
    /// [`Snapshot::edit`]
    edit: u64,
    pub(super) document: Guarded,
    /// Slow work on it: an edit stops it.
    running: Vec<Cancel>,
    pub(super) solving: Solving,
    tokens: Memory,
}

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    Done,
    NotOpen,
    /// The text is not the client's any more.
    Lost,
}

/// Keyed by the URI in its normal form ([`uris::normal`]), and in its order: what is told of several documents is told
/// in that.
#[derive(Default)]
pub(crate) struct Documents {
    pub(super) open: BTreeMap<String, Open>,
    pub(crate) encoding: Encoding,
    /// What the client can do with diagnostics.
    pub(crate) wishes: Wishes,
    /// The client asks for diagnostics, and is not sent them.
    pub(crate) pulls: bool,
    config: Arc<Config>,
    pub(super) settings: Settings,
    pub(super) watch: Watch,
}

impl Documents {
    pub(crate) fn open(&mut self, item: TextDocumentItem) {
        let held = self.settings.solve_when == SolveWhen::Manual;
        let solving = Solving::new(held, self.watch.next_stamp());
        let document = Guarded::new(reading::open(item.text));
        let tokens = Memory::default();
        let uri = item.uri.as_str().to_owned();
        let key = uris::normal(&uri).into_owned();
        let edit = self.watch.next_stamp();
        let open = Open { uri, version: item.version, edit, document, running: Vec::new(), solving, tokens };
        if let Some(older) = self.open.insert(key, open) {
            older.stop();
            self.watch.ended(older.solving);
        }
    }

    /// Applies the changes in order. A document that is not open is none of our business.
    pub(crate) fn change(
        &mut self,
        uri: &str,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
    ) -> Changed {
        let Some(open) = self.open.get_mut(&*uris::normal(uri)) else { return Changed::NotOpen };
        open.stop();
        open.running.clear();
        open.wait_for_release();
        let mut changed = Changed::Done;
        for change in changes {
            if !apply_safely(&mut open.document, change, self.encoding, apply) {
                changed = Changed::Lost;
            }
        }
        open.document.edited();
        open.version = version;
        open.edit = self.watch.next_stamp();
        let held = self.settings.solve_when != SolveWhen::OnType;
        let before = std::mem::replace(&mut open.solving, Solving::new(held, self.watch.next_stamp()));
        open.solving.follow(&before);
        self.watch.ended(before);
        changed
    }

    /// The URI that it was opened by, if it was.
    pub(crate) fn close(&mut self, uri: &str) -> Option<String> {
        let closed = self.open.remove(&*uris::normal(uri))?;
        closed.stop();
        self.watch.ended(closed.solving);
        Some(closed.uri)
    }

    /// A document that was asked about: what is left to solve of it comes before the others' (see `turns`).
    pub(crate) fn snapshot(&mut self, uri: &str) -> Option<Snapshot> {
        self.snapshot_for(uri, true)
    }

    /// The same where nobody asked for this document.
    pub(super) fn snapshot_unasked(&mut self, uri: &str) -> Option<Snapshot> {
        self.snapshot_for(uri, false)
    }

    fn snapshot_for(&mut self, uri: &str, asked: bool) -> Option<Snapshot> {
        let node_budget = self.node_budget();
        let open = self.open.get_mut(&*uris::normal(uri))?;
        let solved = open.document.snapshot().is_solved();
        if asked && !solved {
            open.solving.turn.want(self.watch.next_stamp());
        }
        open.solving.asked_early |= asked && !solved;
        let pace = open.solving.pace();
        let config = match solved {
            true => self.config.clone(),
            false => Arc::new(Config { pace, ..Config::clone(&self.config) }),
        };
        Some(Snapshot {
            uri: open.uri.clone(),
            version: Some(open.version),
            edit: open.edit,
            file: open.document.snapshot().clone(),
            config,
            node_budget,
            reveal: self.settings.reveal,
            lenses: self.settings.reveal && self.settings.code_lens,
            result_id: (solved || open.solving.held).then(|| self.watch.result_id(open.solving.stamp)),
            held: open.solving.held,
            tokens: open.tokens.clone(),
            encoding: self.encoding,
            wishes: self.wishes,
        })
    }

    fn node_budget(&self) -> u64 {
        self.settings.node_budget.unwrap_or(NODE_BUDGET_DEFAULT)
    }

    /// How many bytes a document has; of one that is not open, 0.
    pub(crate) fn len_bytes(&self, uri: &str) -> usize {
        let open = self.open.get(&*uris::normal(uri));
        open.map_or(0, |open| open.document.snapshot().text.rope.len_bytes())
    }

    /// Whether some document's text is still that of an edit.
    pub(crate) fn is_behind(&self, edit: u64) -> bool {
        self.open.values().any(|open| open.edit == edit)
    }

    /// The document whose text is still that of an edit.
    pub(crate) fn snapshot_behind(&mut self, edit: u64) -> Option<Snapshot> {
        let uri = self.open.values().find(|open| open.edit == edit)?.uri.clone();
        self.snapshot(&uri)
    }

    /// The workspace's files that are not open, to be read by whoever takes this along.
    pub(crate) fn unopened(&self, workspace: &mut Workspace) -> Unopened {
        let blank = Snapshot {
            uri: String::new(),
            version: None,
            edit: 0,
            file: Arc::default(),
            config: Arc::new(Config { pace: Pace::Held, ..Config::clone(&self.config) }),
            node_budget: self.node_budget(),
            reveal: self.settings.reveal,
            lenses: false,
            result_id: None,
            held: true,
            tokens: Memory::default(),
            encoding: self.encoding,
            wishes: self.wishes,
        };
        let open = self.open.keys().cloned().collect();
        let stamp = self.watch.result_id(self.watch.settings_stamp);
        workspace.unopened(open, self.settings.node_budget, stamp, blank)
    }

    /// The document of that URI, if it is open; all open ones, in the order of their URIs, where none is given.
    pub(crate) fn snapshots(&mut self, uri: Option<&str>) -> Vec<Snapshot> {
        if let Some(uri) = uri {
            return self.snapshot(uri).into_iter().collect();
        }
        let uris: Vec<String> = self.open.keys().cloned().collect();
        uris.iter().filter_map(|uri| self.snapshot_unasked(uri)).collect()
    }

    /// An edit of one of these documents stops that work from now on.
    pub(crate) fn stop_on_edit(&mut self, uris: &[String], cancel: &Cancel) {
        for uri in uris {
            if let Some(open) = self.open.get_mut(&*uris::normal(uri)) {
                open.running.retain(|running| !running.is_over());
                open.running.push(cancel.clone());
            }
        }
    }

    /// Other settings: everything is to be told again, and under another budget solved again. Whether they are others at
    /// all: clients give the same ones again and again.
    pub(crate) fn take_settings(&mut self, settings: Settings, client_has_lens: bool) -> bool {
        let config = settings.config(client_has_lens);
        if self.settings == settings && *self.config == config {
            return false;
        }
        self.config = Arc::new(config);
        self.watch.settings_stamp = self.watch.next_stamp();
        let rebudgeted = self.settings.node_budget != settings.node_budget;
        // What a person has stopped stays so whatever else is set.
        let resumes = settings.solve_when == SolveWhen::OnType
            && (rebudgeted || self.settings.solve_when != SolveWhen::OnType);
        for open in self.open.values_mut() {
            open.solving.told_otherwise(self.watch.next_stamp());
            if rebudgeted {
                open.document.unsettle();
            }
            if resumes {
                open.solving.held = open.document.has_failed();
            }
        }
        self.settings = settings;
        true
    }
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

/// Applies a change; whether the text is now the client's. If that panics, the file's games may be half changed, and its
/// rope is either as it was or as it should be: from the text as it should be the file is read anew.
fn apply_safely(
    document: &mut Document,
    change: &TextDocumentContentChangeEvent,
    encoding: Encoding,
    apply: impl FnOnce(&mut Document, Range<usize>, &TextDocumentContentChangeEvent),
) -> bool {
    let text = &document.snapshot().text;
    let length = text.rope.len_bytes();
    let bytes = match change.range {
        None => Some(0..length),
        Some(range) => attempt(|| encoding.bytes_of_range(text, range)),
    };
    let Some(bytes) = bytes else { return false };
    if attempt(|| apply(document, bytes.clone(), change)).is_some() {
        return true;
    }
    let anew = attempt(|| {
        let mut text = document.snapshot().text.rope.to_string();
        let new = change.text.as_str();
        let is_done = text.len() == length - bytes.len() + new.len()
            && text.get(bytes.start..bytes.start + new.len()) == Some(new);
        if !is_done {
            text.replace_range(bytes, new);
        }
        reading::open(text)
    });
    anew.map(|anew| *document = anew).is_some()
}

fn apply(document: &mut Document, bytes: Range<usize>, change: &TextDocumentContentChangeEvent) {
    match change.range {
        None => document.replace(&change.text),
        Some(_) => document.edit(bytes, &change.text),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use serde_json::json;

    use super::*;
    use crate::lsp::protocol::{Position, Range};

    const URI: &str = "file:///a";

    type Edit = ((u32, u32), (u32, u32), &'static str);

    fn edited(text: &str, edits: &[Edit]) -> String {
        let mut document = Document::open(text);
        for &(start, end, insert) in edits {
            let at = |(line, character)| Position { line, character };
            let range = Some(Range::new(at(start), at(end)));
            let change =
                TextDocumentContentChangeEvent { range, range_length: None, text: insert.to_owned() };
            assert!(apply_safely(&mut document, &change, Encoding::Utf16, apply));
        }
        document.snapshot().text.rope.to_string()
    }

    /// One document with that text.
    fn opened(text: &str) -> Documents {
        let mut documents = Documents::default();
        documents.open(item(URI, text));
        documents
    }

    fn item(uri: &str, text: &str) -> TextDocumentItem {
        let (uri, language_id) = (uri.parse().unwrap(), "sgg".to_owned());
        TextDocumentItem { uri, language_id, version: 1, text: text.to_owned() }
    }

    #[test]
    fn who_has_not_asked_is_not_told_to_ask_again() {
        let never = AtomicBool::new(false);
        for asked in [false, true] {
            let mut documents = opened("game dag\na -> b\n");
            documents.snapshot_for(URI, asked);
            assert_eq!(documents.solve(u64::MAX, &never).ask_again, asked);
        }
    }

    #[test]
    fn a_document_that_cannot_be_solved_keeps_no_other_from_it() {
        const BROKEN: &str = "file:///b";
        let (mut documents, never) = (opened("game dag\na -> b\n"), AtomicBool::new(false));
        documents.open(item(BROKEN, "game dag\na -> b\n"));
        let solve = |documents: &mut Documents| {
            // The one that was opened last comes first, and uses up what there is for it.
            let all: Vec<bool> = (0..4).map(|_| documents.solve(10_000_000, &never).all).collect();
            assert_eq!(all.last(), Some(&true));
            let is_solved = |uri: &str| documents.open.get(uri).unwrap().document.snapshot().is_solved();
            (is_solved(URI), is_solved(BROKEN))
        };
        documents.open.get_mut(BROKEN).unwrap().document.guard::<()>(|_| panic!("as the test wants it"));
        assert_eq!(solve(&mut documents), (true, false));
        // The text is the same: it would fail again, whatever asks for it.
        documents.resume(BROKEN);
        documents.take_settings(Settings::default(), false);
        assert_eq!(solve(&mut documents), (true, false));
        let text = "game dag\nb -> c\n".to_owned();
        let change = TextDocumentContentChangeEvent { range: None, range_length: None, text };
        assert_eq!(documents.change(BROKEN, 2, &[change]), Changed::Done);
        assert_eq!(solve(&mut documents), (true, true));
    }

    fn settings(given: serde_json::Value) -> Settings {
        let (settings, warnings) = Settings::from_json(&given);
        assert_eq!(warnings, Vec::<String>::new());
        settings
    }

    #[test]
    fn equal_settings_are_no_news() {
        let mut documents = opened("game dag\na -> b\n");
        documents.solve(u64::MAX, &AtomicBool::new(false));
        assert_eq!(documents.take_untold().len(), 1);
        let hidden = || settings(json!({"reveal": false}));
        for (given, lens, told) in [
            (Settings::default(), false, 1),
            (Settings::default(), false, 0),
            (hidden(), false, 1),
            (hidden(), false, 0),
            (Settings::default(), true, 1),
        ] {
            documents.take_settings(given, lens);
            assert_eq!(documents.take_untold().len(), told);
        }
    }

    #[test]
    fn other_settings_leave_what_was_stopped_as_it_is() {
        let mut documents = opened("game dag\na -> b\n");
        for (given, held) in [
            (json!({"reveal": false}), true),
            (json!({"reveal": false, "solve.budget": 1_000_000}), false),
            (json!({"reveal": false, "solve.budget": 1_000_000, "solve.when": "manual"}), true),
            (json!({"reveal": false, "solve.when": "manual"}), true),
            (json!({"reveal": false, "solve.when": "onType"}), false),
        ] {
            documents.open.get_mut(URI).unwrap().solving.held = true;
            documents.take_settings(settings(given.clone()), true);
            assert_eq!(documents.open.get(URI).unwrap().solving.held, held, "{given}");
        }
    }

    #[test]
    fn a_change_that_fails_is_made_all_the_same() {
        let at = |line, character| Position { line, character };
        for (range, text, right) in [
            (Some(Range::new(at(0, 1), at(1, 0))), "é", "aéd\n"),
            (Some(Range::new(at(0, 0), at(0, 1))), "b", "bc\nd\n"),
            (Some(Range::new(at(1, 0), at(1, 1))), "", "ac\n\n"),
            (None, "new", "new"),
        ] {
            let change = TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() };
            for panics_behind_it in [false, true] {
                let mut document = Document::open("ac\nd\n");
                let fails = |document: &mut Document, bytes, change: &TextDocumentContentChangeEvent| {
                    if panics_behind_it {
                        apply(document, bytes, change);
                    }
                    panic!("as the test wants it");
                };
                assert!(apply_safely(&mut document, &change, Encoding::Utf16, fails));
                assert_eq!(document.snapshot().text.rope.to_string(), right, "{panics_behind_it}");
            }
        }
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
