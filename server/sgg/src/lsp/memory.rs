//! What the client has of a document's tokens, kept beside the document.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ropey::Rope;

/// The tokens of one document that the client has; the last answer alone.
#[derive(Clone, Default)]
pub(crate) struct Memory(Arc<Mutex<Option<Known>>>);

/// An answer.
pub(super) struct Known {
    id: String,
    pub(super) text: Rope,
    /// How many tokens each line has.
    pub(super) counts: Vec<u32>,
}

impl Memory {
    /// Takes over what the client is about to be told, and gives it a name that no other answer has.
    pub(crate) fn remember(&self, text: Rope, counts: Vec<u32>) -> String {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed).to_string();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Known { id: id.clone(), text, counts });
        id
    }

    /// What was remembered by that name, if it is the last.
    pub(super) fn take(&self, id: &str) -> Option<Known> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.as_ref().is_some_and(|known| known.id == id) { known.take() } else { None }
    }
}
