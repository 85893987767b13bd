//! What waits to be written to the client, and the thread that writes it.
//!
//! Putting something in never waits. A client that does not read therefore fills memory, but only so far:
//! - Of what is only worth its newest state (a file's diagnostics, its status), one message waits, the newest.
//! - From [`BYTES_HIGH`] on the dispatcher takes no further message, so the reader soon stops reading: the client
//!   gets its answers before its next requests are looked at. Nothing else waits for that, so diagnostics, and the
//!   answers of the requests in flight, still come. A client that reads and writes at the same time (or that reads
//!   at least once in 8 MiB of answers) never notices.
//! - What comes in pieces, from threads of the pool, waits there while more than [`BYTES_LOW`] waits here.
//! - From [`BYTES_MAX`] on, which only requests in flight can still reach, an answer is replaced by an error.

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::future::poll_fn;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Poll, Waker};
use std::time::Duration;

use serde::Serialize;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Response};

use super::frame::Frame;
use super::log;

const BYTES_LOW: usize = 1024 * 1024;
const BYTES_HIGH: usize = 8 * 1024 * 1024;
const BYTES_MAX: usize = 64 * 1024 * 1024;
/// What a waiting message costs beside its bytes, roughly.
const ENTRY_BYTES: usize = 64;
/// What a pipe with any room at all takes whole: Linux' `PIPE_BUF`.
const ANY_ROOM_BYTES: usize = 4096;
/// Where more waits it is not held any longer.
const TOGETHER_BYTES_MAX: usize = 32 * 1024;
/// Who waits for the client to read looks after so long whether that is still wanted.
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// How long the end of the process waits for a client that may have stopped reading.
const DRAIN_MAX: Duration = Duration::from_millis(200);

/// What only the newest message about is worth sending.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Topic {
    /// `textDocument/publishDiagnostics` of a document.
    Diagnostics(String),
    /// `sgg/status` of a document.
    Status(String),
    /// What is wrong with the settings.
    Warning,
    /// What a person asked to be told.
    Answer,
}

enum Entry {
    Message(Frame),
    /// The newest message about it is in `newest`.
    Newest(Topic),
}

#[derive(Default)]
struct Queue {
    entries: VecDeque<Entry>,
    newest: HashMap<Topic, Frame>,
    bytes: usize,
    /// Somebody is writing: the writer, or who puts something in or releases it.
    writing: bool,
    /// More is about to come, to be written together with what waits.
    held: bool,
    dispatcher: Option<Waker>,
}

impl Queue {
    fn next(&mut self) -> Option<Frame> {
        while let Some(entry) = self.entries.pop_front() {
            let frame = match entry {
                Entry::Message(frame) => Some(frame),
                Entry::Newest(topic) => self.newest.remove(&topic),
            };
            if frame.is_some() {
                return frame;
            }
        }
        None
    }

    /// So many bytes wait no longer: the dispatcher may go on where that is enough.
    fn shrink(&mut self, bytes: usize) {
        self.bytes -= bytes;
        if self.bytes < BYTES_HIGH {
            if let Some(dispatcher) = self.dispatcher.take() {
                dispatcher.wake();
            }
        }
    }
}

#[derive(Clone, Default)]
pub(crate) struct Outbox(Arc<Shared>);

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    /// The writer waits here for something to write.
    some: Condvar,
    /// Threads of the pool wait here for the client to read.
    low: Condvar,
    /// The end of the process waits here for everything to be written.
    none: Condvar,
    output: OnceLock<File>,
}

#[derive(Serialize)]
struct Notification<'a, P> {
    jsonrpc: &'static str,
    method: &'a str,
    params: P,
}

impl Outbox {
    /// The answer to a request, from a result that is JSON already.
    pub(crate) fn answer(&self, id: &Id, result: &[u8]) {
        self.put_answer(
            id,
            Frame::new(|bytes| {
                bytes.reserve(result.len() + 64);
                bytes.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
                serde_json::to_writer(&mut *bytes, id)?;
                bytes.extend_from_slice(b",\"result\":");
                bytes.extend_from_slice(result);
                bytes.push(b'}');
                Ok(())
            }),
        );
    }

    pub(crate) fn respond(&self, response: &Response) {
        self.put_answer(response.id(), Frame::json(response));
    }

    /// A request to the client, or any message whose every instance counts.
    pub(crate) fn send(&self, message: &impl Serialize) {
        match Frame::json(message) {
            Ok(frame) => self.put(frame),
            Err(error) => log::line(format_args!("a message that is no JSON: {error}")),
        }
    }

    /// A notification whose every instance counts.
    pub(crate) fn notify(&self, method: &str, params: &impl Serialize) {
        self.send(&Notification { jsonrpc: "2.0", method, params });
    }

    /// A notification that takes the place of an older one about the same thing.
    pub(crate) fn notify_newest(&self, topic: Topic, method: &str, params: impl Serialize) {
        let frame = match Frame::json(&Notification { jsonrpc: "2.0", method, params }) {
            Ok(frame) => frame,
            Err(error) => return log::line(format_args!("{method} that is no JSON: {error}")),
        };
        let Err(frame) = self.write_now(frame) else { return };
        let mut queue = self.lock();
        queue.bytes += frame.len();
        if let Some(older) = queue.newest.insert(topic.clone(), frame) {
            queue.shrink(older.len());
        } else {
            queue.bytes += ENTRY_BYTES;
            queue.entries.push_back(Entry::Newest(topic));
        }
        self.wake_writer(queue);
    }

    /// Keeps what comes until `release`, which is called a moment later: to be written together wakes the client once.
    pub(crate) fn hold(&self) {
        if self.lock().bytes > TOGETHER_BYTES_MAX {
            self.release();
        }
        self.lock().held = true;
    }

    /// Writes what was held.
    pub(crate) fn release(&self) {
        let mut queue = self.lock();
        if !std::mem::take(&mut queue.held) || queue.entries.is_empty() {
            return;
        }
        if !queue.writing && queue.bytes <= TOGETHER_BYTES_MAX {
            let bytes = queue.bytes;
            let together = |queue: &mut Queue| {
                let mut together = Vec::with_capacity(bytes);
                while let Some(frame) = queue.next() {
                    together.extend_from_slice(frame.as_bytes());
                }
                queue.shrink(bytes);
                together
            };
            (queue, _) = self.write_here(queue, bytes, together);
        }
        self.wake_writer(queue);
    }

    /// Waits until the client has read enough for us to go on.
    pub(crate) async fn below_high_water(&self) {
        poll_fn(|context| {
            let mut queue = self.lock();
            if queue.bytes < BYTES_HIGH {
                return Poll::Ready(());
            }
            queue.dispatcher = Some(context.waker().clone());
            Poll::Pending
        })
        .await;
    }

    /// Has it?
    pub(crate) fn is_below_high_water(&self) -> bool {
        self.lock().bytes < BYTES_HIGH
    }

    /// Waits until the client has read nearly all, and blocks the thread for so long; whether it did before this is not
    /// wanted any more.
    pub(crate) fn wait_for_low_water(&self, unwanted: impl Fn() -> bool) -> bool {
        let mut queue = self.lock();
        while queue.bytes > BYTES_LOW && !unwanted() {
            let waited = self.0.low.wait_timeout(queue, LOOK_AGAIN);
            (queue, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        drop(queue);
        !unwanted()
    }

    /// Waits, for a short while, until everything is written: before the process ends.
    pub(crate) fn drain(&self) {
        let full = |queue: &mut Queue| queue.writing || !queue.entries.is_empty();
        let _ = self.0.none.wait_timeout_while(self.lock(), DRAIN_MAX, full);
    }

    fn put_answer(&self, id: &Id, frame: serde_json::Result<Frame>) {
        let why = match frame {
            Ok(frame) if self.has_room(frame.len()) => return self.put(frame),
            Ok(_) => "the answers before this one were not read".to_owned(),
            Err(error) => error.to_string(),
        };
        let mut error = Error::new(ErrorCode::InternalError);
        error.message = why.into();
        if let Ok(frame) = Frame::json(&Response::from_error(id.clone(), error)) {
            self.put(frame);
        }
    }

    fn has_room(&self, bytes: usize) -> bool {
        let waiting = self.lock().bytes;
        waiting == 0 || waiting + bytes <= BYTES_MAX
    }

    fn put(&self, frame: Frame) {
        let Err(frame) = self.write_now(frame) else { return };
        let mut queue = self.lock();
        queue.bytes += frame.len() + ENTRY_BYTES;
        queue.entries.push_back(Entry::Message(frame));
        self.wake_writer(queue);
    }

    /// Writes a message at once where nothing waits before it and the pipe has room, which is nearly always so: a
    /// thread less on the way of a keystroke. Gives the message back where it would have to wait.
    fn write_now(&self, frame: Frame) -> Result<(), Frame> {
        let queue = self.lock();
        if queue.writing || queue.held || !queue.entries.is_empty() {
            return Err(frame);
        }
        let (queue, written) = self.write_here(queue, frame.as_bytes().len(), |_| frame.as_bytes());
        self.wake_writer(queue);
        if written { Ok(()) } else { Err(frame) }
    }

    /// Writes a message of so many bytes on this thread, where nobody else is writing and the pipe has room; whether it
    /// did. The lock is let go while it writes: what others put in then wakes nobody, so whoever calls this wakes the
    /// writer. Whether there is room is asked under the lock: that never waits, and what it was asked for stays what is
    /// written, behind nothing that was put in meanwhile.
    fn write_here<'a, M: AsRef<[u8]>>(
        &'a self,
        mut queue: MutexGuard<'a, Queue>,
        bytes: usize,
        message: impl FnOnce(&mut Queue) -> M,
    ) -> (MutexGuard<'a, Queue>, bool) {
        let Some(output) = self.0.output.get().filter(|output| pipe_takes(output, bytes)) else {
            return (queue, false);
        };
        let message = message(&mut queue);
        queue.writing = true;
        drop(queue);
        write(output, message.as_ref());
        let mut queue = self.lock();
        queue.writing = false;
        // The process' end may wait for this.
        self.0.none.notify_all();
        (queue, true)
    }

    fn wake_writer(&self, queue: MutexGuard<'_, Queue>) {
        let idle = !queue.writing && !queue.held && !queue.entries.is_empty();
        drop(queue);
        if idle {
            self.0.some.notify_one();
        }
    }

    /// The next message to write; waits for one. `written` bytes have just been written.
    fn take(&self, written: usize) -> Frame {
        let mut queue = self.lock();
        queue.writing = false;
        queue.shrink(written);
        if queue.bytes <= BYTES_LOW {
            self.0.low.notify_all();
        }
        loop {
            let frame = if queue.writing || queue.held { None } else { queue.next() };
            if let Some(frame) = frame {
                queue.writing = true;
                return frame;
            }
            self.0.none.notify_all();
            queue = self.0.some.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn start_writer(outbox: Outbox) -> io::Result<()> {
    let output = stdout()?;
    let _ = outbox.0.output.set(output.try_clone()?);
    let write_all = move || {
        let mut written = 0;
        loop {
            let frame = outbox.take(written);
            write(&output, frame.as_bytes());
            written = frame.len() + ENTRY_BYTES;
        }
    };
    std::thread::Builder::new().name("writer".into()).spawn(write_all)?;
    Ok(())
}

/// One call for a whole message, or several. Where nobody reads any more, nobody is there to serve.
fn write(mut output: &File, message: &[u8]) {
    if let Err(error) = output.write_all(message) {
        log::line(format_args!("standard output: {error}"));
        log::flush();
        std::process::exit(1);
    }
}

/// Will so many bytes be taken without waiting? Of what is no pipe only a few are known to.
#[cfg(target_os = "linux")]
fn pipe_takes(output: &File, bytes: usize) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let empty = || rustix::io::ioctl_fionread(output).is_ok_and(|waiting| waiting == 0);
    let room = || rustix::pipe::fcntl_getpipe_size(output).unwrap_or(0);
    if bytes > ANY_ROOM_BYTES && (bytes > room() || !empty()) {
        return false;
    }
    let mut output = [PollFd::new(output, PollFlags::OUT)];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    matches!(poll(&mut output, Some(&now)), Ok(1))
        && output.iter().all(|output| output.revents() == PollFlags::OUT)
}

#[cfg(not(target_os = "linux"))]
fn pipe_takes(_: &File, _: usize) -> bool {
    false
}

/// The descriptor itself: the standard library's handle would split a message at its last line end.
fn stdout() -> io::Result<File> {
    #[cfg(unix)]
    let file = File::from(std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?);
    #[cfg(windows)]
    let file = File::from(std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?);
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Wake};

    use futures::FutureExt;

    use super::*;

    #[derive(Default)]
    struct Woken(AtomicUsize);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Without a writer: what takes bytes away is a newer message alone.
    #[test]
    fn a_smaller_newest_message_lets_the_dispatcher_go_on() {
        let outbox = Outbox::default();
        let tell = |words: &str| outbox.notify_newest(Topic::Warning, "window/showMessage", words);
        tell(&"x".repeat(BYTES_HIGH));
        let woken = Arc::<Woken>::default();
        let waker = Waker::from(woken.clone());
        let mut waiting = Box::pin(outbox.below_high_water());
        assert!(waiting.poll_unpin(&mut Context::from_waker(&waker)).is_pending());
        tell(&"y".repeat(BYTES_HIGH + 1));
        assert_eq!(woken.0.load(Ordering::Relaxed), 0);
        tell("z");
        assert_eq!(woken.0.load(Ordering::Relaxed), 1);
        assert!(waiting.poll_unpin(&mut Context::from_waker(&waker)).is_ready());
    }
}
