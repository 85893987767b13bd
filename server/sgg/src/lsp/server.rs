//! The server that `router` hands each message to: its state, and the ways for a request to get its answer.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};

use super::call::{Call, Cancel, Outcome, Stop, StopOnDrop, to_json};
use super::client::Asker;
use super::documents::{Documents, Snapshot, Status};
use super::handlers;
use super::outbox::{Outbox, Topic};
use super::pool::{Overloaded, Pool};
use super::protocol::{ClientCapabilities, Uri};
use super::settings::Settings;

/// A document up to this size is looked through in the dispatcher: a millisecond or two, and no other thread.
const INLINE_BYTES_MAX: usize = 256 * 1024;
/// "Server cancelled": the client may ask again.
const SERVER_CANCELLED: ErrorCode = ErrorCode::ServerError(-32802);

/// The language server behind the router.
#[derive(Clone)]
pub struct Server {
    pub(crate) asker: Asker,
    shared: Arc<Shared>,
    outbox: Outbox,
    pool: Pool,
}

#[derive(Default)]
struct Shared {
    /// Locked by the dispatcher's thread only, and for no longer than one message: so never waited for.
    state: Mutex<State>,
    /// The request whose handler is about to be polled for the first time.
    call: Mutex<Option<Arc<Call>>>,
}

#[derive(Default)]
pub(crate) struct State {
    pub(crate) documents: Documents,
    pub(crate) client: ClientCapabilities,
    /// The client wants `sgg/status`.
    pub(crate) wants_status: bool,
}

impl Server {
    pub(crate) fn new(client: Client, outbox: Outbox) -> Self {
        Self { asker: Asker::new(client), shared: Arc::default(), outbox, pool: Pool::new() }
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
    fn call(&self) -> Arc<Call> {
        self.shared.call.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default()
    }

    /// Answers at once, in the dispatcher: for what takes microseconds. A document that is not open has `null`.
    pub(crate) fn answer<T: Serialize>(
        &self,
        uri: &Uri,
        feature: impl FnOnce(&Snapshot) -> Option<T>,
    ) -> Result<Option<T>> {
        let call = self.call();
        let snapshot = self.state().documents.snapshot(uri.as_str());
        call.set_answer(to_json(&snapshot.as_ref().and_then(feature))?);
        Ok(None)
    }

    /// Answers at once where the document is small, else from the pool: for what looks through the whole document.
    pub(crate) async fn answer_whole<T: Serialize>(
        &self,
        uri: &Uri,
        feature: impl FnOnce(&Snapshot, &Cancel) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let snapshot = self.state().documents.snapshot(uri.as_str());
        match snapshot {
            Some(snapshot) if snapshot.len_bytes() > INLINE_BYTES_MAX => {
                self.pooled(snapshot, feature).await.map(|()| None)
            }
            snapshot => {
                let (cancel, _) = Cancel::new();
                self.call().set_answer(to_json(&snapshot.and_then(|snapshot| feature(&snapshot, &cancel)))?);
                Ok(None)
            }
        }
    }

    /// Answers from the pool, whatever the document's size. `null` for a document that is not open.
    pub async fn answer_slowly<T: Serialize>(
        &self,
        uri: &str,
        feature: impl FnOnce(&Snapshot, &Cancel) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(snapshot) = self.state().documents.snapshot(uri) else { return Ok(None) };
        self.pooled(snapshot, feature).await.map(|()| None)
    }

    /// Answers from the pool what is asked of several documents at once; an edit of any of them stops it.
    pub(crate) async fn answer_of_many<T: Serialize>(
        &self,
        snapshots: Vec<Snapshot>,
        feature: impl FnOnce(&[Snapshot], &Cancel) -> T + Send + 'static,
    ) -> Result<()> {
        let uris: Vec<String> = snapshots.iter().map(|snapshot| snapshot.uri.clone()).collect();
        self.on_pool(&uris, move |cancel| to_json(&feature(&snapshots, cancel))).await
    }

    async fn pooled<T: Serialize>(
        &self,
        snapshot: Snapshot,
        feature: impl FnOnce(&Snapshot, &Cancel) -> Option<T> + Send + 'static,
    ) -> Result<()> {
        let uris = [snapshot.uri.clone()];
        self.on_pool(&uris, move |cancel| to_json(&feature(&snapshot, cancel))).await
    }

    /// Answers with what the pool comes to, unless one of the documents changes meanwhile.
    async fn on_pool(
        &self,
        uris: &[String],
        work: impl FnOnce(&Cancel) -> Result<Vec<u8>> + Send + 'static,
    ) -> Result<()> {
        let call = self.call();
        let (cancel, outcome) = Cancel::new();
        let _guard = StopOnDrop(cancel.clone());
        for uri in uris {
            self.state().documents.stop_on_edit(uri, cancel.clone());
        }
        let work = move |cancel: &Cancel| Outcome::Done(work(cancel));
        if let Err(Overloaded) = self.pool.run(cancel, work) {
            return Err(Error::new(SERVER_CANCELLED));
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
            self.refresh();
        }
        solved.all
    }

    /// Hints and lenses are other ones, though the text is the same.
    fn refresh(&self) {
        let state = self.state();
        let workspace = state.client.workspace.as_ref();
        let hints = workspace.and_then(|client| client.inlay_hint.as_ref()?.refresh_support);
        let lenses = workspace.and_then(|client| client.code_lens.as_ref()?.refresh_support);
        drop(state);
        if hints.unwrap_or_default() {
            self.asker.ask(
                "to ask for hints again",
                |client| async move { client.inlay_hint_refresh().await },
                |()| (),
            );
        }
        if lenses.unwrap_or_default() {
            self.asker.ask(
                "to ask for lenses again",
                |client| async move { client.code_lens_refresh().await },
                |()| (),
            );
        }
    }

    /// Other settings: everything that is shown may be another.
    pub(crate) fn take_settings(&self, settings: Settings) {
        let mut state = self.state();
        let lens = state.client.text_document.as_ref().is_some_and(|client| client.code_lens.is_some());
        state.documents.take_settings(settings, lens);
    }

    /// Tells a person something that is wrong outside of files.
    pub(crate) fn warn(&self, message: &str) {
        #[derive(Serialize)]
        struct ShowMessage<'a> {
            r#type: u32,
            message: &'a str,
        }
        self.outbox.notify_newest(Topic::Warning, "window/showMessage", ShowMessage { r#type: 2, message });
    }

    /// Sends the diagnostics that the client lacks. The dispatcher calls it when no further edit waits.
    pub(crate) fn publish(&self) {
        let untold = self.state().documents.take_untold();
        for snapshot in untold {
            self.publish_diagnostics(
                &snapshot.uri,
                Some(snapshot.version),
                &handlers::diagnostics::of(&snapshot),
            );
        }
    }

    /// Tells how current each document is, to a client that wants to know.
    pub(crate) fn publish_status(&self) {
        #[derive(Serialize)]
        struct Params<'a> {
            uri: &'a str,
            version: i32,
            state: Status,
        }
        let mut state = self.state();
        if !state.wants_status {
            return;
        }
        let untold = state.documents.take_status();
        drop(state);
        for (uri, version, state) in &untold {
            let params = Params { uri, version: *version, state: *state };
            self.outbox.notify_newest(Topic::Status(uri.clone()), "sgg/status", params);
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
