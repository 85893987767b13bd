//! One request in flight: where its answer goes, and how it is stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, Result};

/// A request's answer, as JSON.
///
/// `LspService` turns every result into a `serde_json::Value`, which is then written: for the semantic tokens of a
/// large file that costs more than computing them. So a feature writes its answer here at once, on the thread that
/// computed it, and gives `LspService` an empty one.
#[derive(Default)]
pub(crate) struct Call(Mutex<Option<Vec<u8>>>);

impl Call {
    pub(crate) fn set_answer(&self, json: Vec<u8>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(json);
    }

    pub(crate) fn take_answer(&self) -> Option<Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

pub(crate) fn to_json(answer: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(answer).map_err(|_| Error::internal_error())
}

/// Why work was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Nobody waits for it any more.
    Cancelled,
    /// What came behind it, such as an edit, made it worthless.
    Stale,
}

/// How work on the pool ended.
pub(crate) enum Outcome {
    Done(Result<Vec<u8>>),
    Stopped(Stop),
    Panicked,
}

/// Shared by work on the pool and the request that waits for it: work asks it often whether to go on.
#[derive(Clone)]
pub struct Cancel(Arc<Inner>);

struct Inner {
    stop: AtomicBool,
    /// Taken by whoever ends the work first: the work itself, or what stops it.
    waiting: Mutex<Option<oneshot::Sender<Outcome>>>,
}

impl Cancel {
    pub(crate) fn new() -> (Self, oneshot::Receiver<Outcome>) {
        let (sender, receiver) = oneshot::channel();
        (Self(Arc::new(Inner { stop: AtomicBool::new(false), waiting: Mutex::new(Some(sender)) })), receiver)
    }

    /// Must the work stop? To be asked every few microseconds of work, and cheap enough for that.
    pub fn is_stopped(&self) -> bool {
        self.flag().load(Ordering::Relaxed)
    }

    /// Set where the work must stop: for what asks it itself.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0.stop
    }

    /// Stops the work, and answers what waits for it without waiting for the work to notice.
    pub(crate) fn stop(&self, why: Stop) {
        self.0.stop.store(true, Ordering::Relaxed);
        self.end(Outcome::Stopped(why));
    }

    pub(crate) fn end(&self, outcome: Outcome) {
        let waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(waiting) = waiting {
            let _ = waiting.send(outcome);
        }
    }

    /// Has it ended, in whatever way?
    pub(crate) fn is_over(&self) -> bool {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }
}

/// Stops the work when the request's future is dropped, which is what a cancellation does to it.
pub(crate) struct StopOnDrop(pub(crate) Cancel);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop(Stop::Cancelled);
    }
}
