//! The queue from the reader to the dispatcher.
//!
//! Our own, not a channel: it is bounded in bytes as well as in number, and the dispatcher looks at the next
//! message without taking it.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use super::message::Message;

const MESSAGES_MAX: usize = 256;
/// The bodies of the messages that wait. One message may be longer; then it waits alone.
const BYTES_MAX: usize = 32 * 1024 * 1024;

#[derive(Clone, Default)]
pub(crate) struct Inbox(Arc<Shared>);

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    /// The reader waits here for room.
    room: Condvar,
    /// A message is here: what the dispatcher does meanwhile stops for it.
    any: AtomicBool,
}

#[derive(Default)]
struct Queue {
    messages: VecDeque<(Message, usize)>,
    bytes: usize,
    dispatcher: Option<Waker>,
}

impl Inbox {
    /// Puts a message at the end, and waits for room first: the reader then stops reading, and the client's writes
    /// wait in turn. Only the reader may call it.
    pub(crate) fn push(&self, message: Message, bytes: usize) {
        let mut queue = self.lock();
        while queue.messages.len() >= MESSAGES_MAX || (queue.bytes > 0 && queue.bytes + bytes > BYTES_MAX) {
            queue = self.0.room.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        self.put(queue, message, bytes);
    }

    /// As `push`, from within and so without waiting. Bounded by what calls it: one for each request in flight,
    /// and one word that something is left to solve.
    pub(crate) fn push_internal(&self, message: Message) {
        self.put(self.lock(), message, 0);
    }

    fn put(&self, mut queue: MutexGuard<'_, Queue>, message: Message, bytes: usize) {
        queue.messages.push_back((message, bytes));
        queue.bytes += bytes;
        self.0.any.store(true, Ordering::Relaxed);
        let dispatcher = queue.dispatcher.take();
        drop(queue);
        if let Some(dispatcher) = dispatcher {
            dispatcher.wake();
        }
    }

    /// Waits until a message is here.
    pub(crate) async fn some(&self) {
        poll_fn(|context| {
            let mut queue = self.lock();
            if !queue.messages.is_empty() {
                return Poll::Ready(());
            }
            queue.dispatcher = Some(context.waker().clone());
            Poll::Pending
        })
        .await;
    }

    /// The next message, if one is here.
    pub(crate) fn next(&self) -> Option<Message> {
        let mut queue = self.lock();
        let (message, bytes) = queue.messages.pop_front()?;
        queue.bytes -= bytes;
        self.0.any.store(!queue.messages.is_empty(), Ordering::Relaxed);
        drop(queue);
        self.0.room.notify_one();
        Some(message)
    }

    /// Set while a message waits: for work that is to stop then.
    pub(crate) fn any(&self) -> &AtomicBool {
        &self.0.any
    }

    /// Does the next message, if it is there already, satisfy this?
    pub(crate) fn next_is(&self, predicate: impl FnOnce(&Message) -> bool) -> bool {
        self.lock().messages.front().is_some_and(|(message, _)| predicate(message))
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
