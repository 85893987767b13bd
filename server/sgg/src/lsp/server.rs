//! The server that `router` hands each message to: its state, and the ways for a request to get its answer.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Result};

use super::call::{Call, Cancel, Outcome, Stop, StopOnDrop, to_json};
use super::client::Asker;
use super::documents::Documents;
use super::guarded::each;
use super::handlers::{self, progress};
use super::outbox::{Outbox, Topic};
use super::pool::{Overloaded, Pool};
use super::protocol::{ClientCapabilities, Uri};
use super::refusal;
use super::settings::Settings;
use super::snapshot::{Snapshot, Status};
use super::workspace::{Unopened, Workspace};

/// A document up to this size is looked through in the dispatcher, without another thread: a millisecond or two, and more
/// only where tens of thousands of its places are told.
const INLINE_BYTES_MAX: usize = 256 * 1024;
/// More would only compete with the editor for the same cores.
const THREADS_MAX: usize = 4;
const DISK_THREADS_MAX: usize = 2;

/// The language server behind the router.
#[derive(Clone)]
pub struct Server {
    pub(crate) asker: Asker,
    shared: Arc<Shared>,
    outbox: Outbox,
    /// For work on open documents.
    pool: Pool,
    /// For work on files that are not open: what is open never waits behind it.
    disk_pool: Pool,
}

#[derive(Default)]
struct Shared {
    /// Locked for no longer than one message, by who has the dispatcher's turn, and for moments by the tasks behind
    /// messages.
    state: Mutex<State>,
    /// The request whose handler is about to be polled for the first time.
    call: Mutex<Option<Arc<Call>>>,
}

#[derive(Default)]
pub(crate) struct State {
    pub(crate) documents: Documents,
    pub(crate) client: ClientCapabilities,
    /// Between `initialize` and `shutdown`.
    pub(crate) serving: bool,
    /// The client wants `sgg/status`.
    pub(crate) wants_status: bool,
    /// What was last told of settings that can't be used: a client gives the same ones on more than one way.
    pub(crate) settings_told: Vec<String>,
    /// The workspace's folders, and what became of them since they were last looked through.
    pub(crate) workspace: Workspace,
}

impl Server {
    pub(crate) fn new(client: Client, outbox: Outbox) -> Self {
        let (asker, shared) = (Asker::new(client), Arc::default());
        Self { asker, shared, outbox, pool: Pool::new(THREADS_MAX), disk_pool: Pool::new(DISK_THREADS_MAX) }
    }

    /// Never to be held across an `await`; the compiler sees to that, for futures must be `Send`.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The dispatcher says whose handler runs next.
    pub(crate) fn begin(&self, call: Arc<Call>) {
        *self.shared.call.lock().unwrap_or_else(PoisonError::into_inner) = Some(call);
    }

    /// The running request. Right until the handler's first `await`: until then the dispatcher does nothing else.
    pub(crate) fn call(&self) -> Arc<Call> {
        self.shared.call.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default()
    }

    /// Answers at once, in the dispatcher: for what takes microseconds. A document that is not open has `null`.
    pub(crate) fn answer<T: Serialize>(
        &self,
        uri: &Uri,
        feature: impl FnOnce(&Snapshot) -> Option<T>,
    ) -> Result<Option<T>> {
        let call = self.call();
        call.set_answer(self.json_of(uri.as_str(), |snapshot| to_json(&feature(snapshot)))?);
        Ok(None)
    }

    /// What a feature says of a document as it is now; of one that is not open, `null`.
    pub(crate) fn json_of(
        &self,
        uri: &str,
        feature: impl FnOnce(&Snapshot) -> Result<Vec<u8>>,
    ) -> Result<Vec<u8>> {
        let snapshot = self.state().documents.snapshot(uri);
        snapshot.map_or_else(|| Ok(b"null".to_vec()), |snapshot| feature(&snapshot))
    }

    /// Answers at once where the document is small, else from the pool: for what looks through the whole document.
    pub(crate) async fn answer_whole<T: Serialize>(
        &self,
        uri: &Uri,
        feature: impl FnOnce(&Snapshot, &Cancel) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        self.answer_whole_or(uri, |snapshot, cancel| Ok(feature(snapshot, cancel))).await
    }

    /// The same for what may fail.
    pub(crate) async fn answer_whole_or<T: Serialize>(
        &self,
        uri: &Uri,
        feature: impl FnOnce(&Snapshot, &Cancel) -> Result<Option<T>> + Send + 'static,
    ) -> Result<Option<T>> {
        if self.state().documents.len_bytes(uri.as_str()) > INLINE_BYTES_MAX {
            return self.answer_slowly(uri.as_str(), feature).await;
        }
        let (call, (cancel, _)) = (self.call(), Cancel::new());
        call.set_answer(self.json_of(uri.as_str(), |snapshot| to_json(&feature(snapshot, &cancel)?))?);
        Ok(None)
    }

    /// Answers from the pool. A document that is not open has `null`.
    pub async fn answer_slowly<T: Serialize>(
        &self,
        uri: &str,
        feature: impl FnOnce(&Snapshot, &Cancel) -> Result<Option<T>> + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(snapshot) = self.state().documents.snapshot(uri) else { return Ok(None) };
        let uris = [snapshot.uri.clone()];
        let work = move |cancel: &Cancel| to_json(&feature(&snapshot, cancel)?);
        self.on_pool(self.call(), &uris, work).await.map(|()| None)
    }

    /// What is worked out of a document, to go on with: at once where it is small, else from the pool, and refused where
    /// the document has changed meanwhile.
    pub(crate) async fn work_out<T: Send + 'static>(
        &self,
        snapshot: &Snapshot,
        work: impl FnOnce(&Snapshot, &Cancel) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        if snapshot.len_bytes() <= INLINE_BYTES_MAX {
            let (cancel, _) = Cancel::new();
            return work(snapshot, &cancel);
        }
        let done = Arc::new(Mutex::new(None));
        let (uris, edit) = ([snapshot.uri.clone()], snapshot.edit);
        let (done_then, snapshot) = (done.clone(), snapshot.clone());
        let work = move |cancel: &Cancel| {
            let result = work(&snapshot, cancel)?;
            *done_then.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            to_json(&())
        };
        self.on_pool(self.call(), &uris, work).await?;
        let result = done.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Between the work's end and now there may have been an edit, too.
        let current = self.state().documents.is_behind(edit);
        result.filter(|_| current).ok_or_else(Error::content_modified)
    }

    /// Answers with what the pool comes to, unless one of the documents changes meanwhile.
    pub(crate) async fn on_pool(
        &self,
        call: Arc<Call>,
        uris: &[String],
        work: impl FnOnce(&Cancel) -> Result<Vec<u8>> + Send + 'static,
    ) -> Result<()> {
        let stops = |state: &mut State, cancel: &Cancel| state.documents.stop_on_edit(uris, cancel);
        Self::run(&self.pool, call, |cancel| stops(&mut self.state(), cancel), work).await
    }

    /// The same for work that reads files which are not open; `start` is told how it is stopped.
    pub(crate) async fn on_disk(
        &self,
        call: Arc<Call>,
        start: impl FnOnce(&mut State, &Cancel),
        work: impl FnOnce(&Unopened, &Cancel) -> Result<Vec<u8>> + Send + 'static,
    ) -> Result<()> {
        let unopened = {
            let State { documents, workspace, .. } = &mut *self.state();
            documents.unopened(workspace)
        };
        let work = move |cancel: &Cancel| work(&unopened, cancel);
        Self::run(&self.disk_pool, call, |cancel| start(&mut self.state(), cancel), work).await
    }

    async fn run(
        pool: &Pool,
        call: Arc<Call>,
        start: impl FnOnce(&Cancel),
        work: impl FnOnce(&Cancel) -> Result<Vec<u8>> + Send + 'static,
    ) -> Result<()> {
        let (cancel, outcome) = Cancel::new();
        let _guard = StopOnDrop(cancel.clone());
        start(&cancel);
        let work = move |cancel: &Cancel| Outcome::Done(work(cancel));
        if let Err(Overloaded) = pool.run(cancel, work) {
            return Err(refusal::too_much());
        }
        match outcome.await {
            Ok(Outcome::Done(json)) => {
                call.set_answer(json?);
                Ok(())
            }
            Ok(Outcome::Stopped(Stop::Stale)) => Err(Error::content_modified()),
            Ok(Outcome::Stopped(Stop::Cancelled)) => Err(Error::request_cancelled()),
            Ok(Outcome::Panicked) | Err(_) => Err(Error::internal_error()),
        }
    }

    /// Whether the client can be told which version of a document an edit is meant for.
    pub(crate) fn versions_edits(&self) -> bool {
        let state = self.state();
        let workspace = state.client.workspace.as_ref();
        let versioned = workspace.and_then(|client| client.workspace_edit.as_ref()?.document_changes);
        versioned.unwrap_or_default()
    }

    /// Goes on solving; whether nothing is left to do. The client is told to ask again for values that it asked for
    /// too early.
    pub(crate) fn solve(&self, steps: u64, cancel: &AtomicBool) -> bool {
        let solved = self.state().documents.solve(steps, cancel);
        if solved.ask_again {
            self.refresh_hints();
            self.refresh_lenses();
        }
        // Who waits for the whole workspace's diagnostics gets them, and is told to ask only for what it asked for apart.
        let waited = (solved.pull_again || solved.tell_again) && self.state().workspace.settled();
        if solved.pull_again || solved.tell_again && !waited {
            self.refresh_diagnostics();
        }
        solved.all
    }

    /// Hints are other ones, though the text is the same.
    fn refresh_hints(&self) {
        let client = self.state().client.workspace.as_ref().and_then(|client| client.inlay_hint.clone());
        if client.and_then(|client| client.refresh_support).unwrap_or_default() {
            self.asker.ask(
                "to ask for hints again",
                |client| async move { client.inlay_hint_refresh().await },
                |()| (),
            );
        }
    }

    /// Lenses are.
    fn refresh_lenses(&self) {
        let client = self.state().client.workspace.as_ref().and_then(|client| client.code_lens.clone());
        if client.and_then(|client| client.refresh_support).unwrap_or_default() {
            self.asker.ask(
                "to ask for lenses again",
                |client| async move { client.code_lens_refresh().await },
                |()| (),
            );
        }
    }

    /// Diagnostics are, to a client that asks for them.
    pub(crate) fn refresh_diagnostics(&self) {
        // Only one that can be told so asks for them at all: `capabilities::pulls_diagnostics`.
        if self.state().documents.pulls {
            self.asker.ask(
                "to ask for diagnostics again",
                |client| async move { client.workspace_diagnostic_refresh().await },
                |()| (),
            );
        }
    }

    /// Other settings: everything that is shown may be another.
    pub(crate) fn take_settings(&self, settings: Settings) {
        let mut state = self.state();
        let client = &state.client;
        // Emacs's lsp-mode says it under `workspace` only.
        let lens = client.text_document.as_ref().is_some_and(|client| client.code_lens.is_some())
            || client.workspace.as_ref().is_some_and(|client| client.code_lens.is_some());
        if state.documents.take_settings(settings, lens) {
            state.workspace.changed();
        }
    }

    /// Tells a person something that is wrong outside of files.
    pub(crate) fn warn(&self, message: &str) {
        self.show(Topic::Warning, 2, message);
    }

    /// Tells a person what was asked for.
    pub(crate) fn inform(&self, message: &str) {
        self.show(Topic::Answer, 3, message);
    }

    fn show(&self, topic: Topic, r#type: u32, message: &str) {
        #[derive(Serialize)]
        struct ShowMessage<'a> {
            r#type: u32,
            message: &'a str,
        }
        self.outbox.notify_newest(topic, "window/showMessage", ShowMessage { r#type, message });
    }

    /// Tells of cycles that came or went, where the values that depend on them are not known yet.
    pub(crate) fn foretell(&self) {
        self.state().documents.foretell();
        self.publish();
    }

    /// Sends the diagnostics that the client lacks. The dispatcher calls it when no further edit waits.
    pub(crate) fn publish(&self) {
        let untold = self.state().documents.take_untold();
        each(untold, |snapshot| {
            self.publish_diagnostics(&snapshot.uri, snapshot.version, &handlers::diagnostics::of(&snapshot));
        });
    }

    /// Tells how current each document is, to a client that wants to know.
    pub(crate) fn publish_status(&self) {
        #[derive(Serialize)]
        struct Params<'a> {
            uri: &'a str,
            version: i32,
            state: Status,
            #[serde(skip_serializing_if = "Option::is_none")]
            percentage: Option<u8>,
        }
        let mut state = self.state();
        if !state.wants_status {
            return;
        }
        let untold = state.documents.take_status();
        drop(state);
        for (uri, version, state, percentage) in &untold {
            let params = Params { uri, version: *version, state: *state, percentage: *percentage };
            self.outbox.notify_newest(Topic::Status(uri.clone()), "sgg/status", params);
        }
    }

    /// Shows how far solving is, where that takes long.
    pub(crate) fn publish_progress(&self) {
        let mut state = self.state();
        let shows = state.client.window.as_ref().and_then(|window| window.work_done_progress);
        let news = state.documents.take_progress();
        drop(state);
        if news.lenses {
            self.refresh_lenses();
        }
        if !shows.unwrap_or_default() {
            return;
        }
        for token in news.ask {
            let server = self.clone();
            self.asker.ask(
                "to show progress",
                move |client| async move { client.create_work_done_progress(progress::token(token)).await },
                move |()| server.state().documents.progress_is_ready(token),
            );
        }
        for (token, uri, percent) in news.begin {
            self.notify("$/progress", &progress::begin(token, &uri, percent));
        }
        for (token, percent) in news.report {
            self.notify("$/progress", &progress::report(token, percent));
        }
        for token in news.end {
            self.notify("$/progress", &progress::end(token));
        }
    }

    /// Sends a notification whose every instance counts.
    pub(crate) fn notify(&self, method: &str, params: &impl Serialize) {
        self.outbox.notify(method, params);
    }

    /// The same when the client has read nearly all that was sent before it, or not at all where it is not wanted any more:
    /// for what comes piece by piece from the pool. The dispatcher waits for no client.
    pub(crate) fn notify_in_time(&self, method: &str, params: &impl Serialize, cancel: &Cancel) {
        if self.outbox.wait_for_low_water(|| cancel.is_stopped()) {
            self.notify(method, params);
        }
    }

    pub(crate) fn publish_diagnostics<T: Serialize>(
        &self,
        uri: &str,
        version: Option<i32>,
        diagnostics: &[T],
    ) {
        // Not through `tower_lsp::Client`: it converts twice, and cannot put the newest in the older one's place.
        let params = PublishDiagnostics { uri, version, diagnostics };
        self.outbox.notify_newest(
            Topic::Diagnostics(uri.to_owned()),
            "textDocument/publishDiagnostics",
            params,
        );
    }
}

/// `PublishDiagnosticsParams`, borrowed.
#[derive(Serialize)]
struct PublishDiagnostics<'a, T> {
    uri: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<i32>,
    diagnostics: &'a [T],
}
