//! Standard input, on a thread of its own: frames, decoded, into the inbox. What is short is done here and now, where
//! nothing comes before it.

use std::fs::File;
use std::hint::black_box;
use std::io::{self, BufRead, BufReader};
use std::time::Duration;

use tower_lsp::jsonrpc::{Error, Id};

use super::direct;
use super::dispatch;
use super::frame::{self, BODY_BYTES_MAX, Incoming};
use super::inbox::Inbox;
use super::large;
use super::log;
use super::message::{self, Message};
use super::outbox::Outbox;

/// What is longer goes past it, straight into its message's buffer.
const BUFFER_BYTES: usize = 16 * 1024;
/// Longer messages are none that are done within a moment.
const LENT_BYTES_MAX: usize = 256 * 1024;
/// A longer buffer is given back after its message.
const BUFFER_KEPT_BYTES_MAX: usize = 256 * 1024;
/// Some more than a file of 10,000 lines takes, with its text.
const WARM_BYTES: usize = 1024 * 1024;
/// How long the dispatcher may still be at it when the client has said `exit` or is gone.
const END_MAX: Duration = Duration::from_millis(500);

pub(crate) fn start(
    dispatcher: dispatch::Shared,
    runtime: tokio::runtime::Handle,
    inbox: Inbox,
    outbox: Outbox,
) -> io::Result<()> {
    let input = BufReader::with_capacity(BUFFER_BYTES, stdin()?);
    let read = move || {
        let _runtime = runtime.enter();
        Reader { input, body: Vec::new(), dispatcher, inbox, outbox, shut_down: false }.read_all();
    };
    std::thread::Builder::new().name("reader".into()).spawn(read)?;
    Ok(())
}

/// The descriptor itself, without the standard library's buffer.
fn stdin() -> io::Result<File> {
    #[cfg(unix)]
    let file = File::from(std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?);
    #[cfg(windows)]
    let file = File::from(std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?);
    Ok(file)
}

struct Reader {
    input: BufReader<File>,
    body: Vec<u8>,
    dispatcher: dispatch::Shared,
    inbox: Inbox,
    outbox: Outbox,
    shut_down: bool,
}

impl Reader {
    fn read_all(mut self) {
        let mut ahead = None;
        while let Some((message, bytes)) = ahead.take().or_else(|| self.next()) {
            ahead = self.next_if_here();
            self.shut_down |= matches!(&message, Message::Request(request) if request.method() == "shutdown");
            let exit = matches!(&message, Message::Notification(request) if request.method() == "exit");
            let is_initialized = message.method() == "initialized";
            self.pass_on(message, bytes, ahead.as_ref().map(|(message, _)| message));
            if is_initialized && ahead.is_none() && self.input.buffer().is_empty() {
                warm_up();
            }
            if exit {
                return end(&self.outbox, if self.shut_down { 0 } else { 1 });
            }
        }
        self.inbox.push(Message::End, 0);
        end(&self.outbox, 1);
    }

    fn pass_on(&self, message: Message, bytes: usize, next: Option<&Message>) {
        let lent = match message.is_short() && bytes <= LENT_BYTES_MAX {
            true => dispatch::lend(&self.dispatcher, message, next),
            false => Err(message),
        };
        if lent.is_err() || !next.is_some_and(dispatch::is_short_request) {
            self.outbox.release();
        }
        if let Err(message) = lent {
            self.inbox.push(message, bytes);
        }
    }

    /// The next message and the length of its body; waits for one. Nothing where no more can come.
    fn next(&mut self) -> Option<(Message, usize)> {
        match frame::read(&mut self.input, &mut self.body) {
            Ok(Incoming::Body) => Some(self.decoded()),
            Ok(Incoming::TooLong(bytes)) => Some((too_long(bytes), 0)),
            Ok(Incoming::End) => None,
            Err(broken) => {
                log::line(format_args!("{broken}"));
                None
            }
        }
    }

    /// The next message, where it is here as a whole.
    fn next_if_here(&mut self) -> Option<(Message, usize)> {
        let here = self.input.buffer();
        let mut rest = here;
        let Ok(Incoming::Body) = frame::read(&mut rest, &mut self.body) else { return None };
        let read = here.len() - rest.len();
        self.input.consume(read);
        Some(self.decoded())
    }

    fn decoded(&mut self) -> (Message, usize) {
        let bytes = self.body.len();
        let message = decode(&mut self.body);
        if self.body.capacity() > BUFFER_KEPT_BYTES_MAX {
            self.body = Vec::new();
        }
        (message, bytes)
    }
}

/// Has the system give this thread's heap its first pages, while the client makes its first file ready. The first touch of
/// each takes microseconds: a quarter of the time from a file's opening to its diagnostics, which come from here.
fn warm_up() {
    // Where glibc has given such a piece back once, it keeps what is smaller for the next allocations.
    drop(black_box(Vec::<u8>::with_capacity(2 * WARM_BYTES)));
    drop(black_box(vec![1_u8; WARM_BYTES]));
}

/// By the quick way for what looks as usual, else by the general one.
fn decode(body: &mut Vec<u8>) -> Message {
    match large::decode(body) {
        Some(opened) => Message::Notification(opened),
        None => direct::decode(body).map_or_else(|| message::decode(body), Message::Direct),
    }
}

/// The dispatcher ends the process. It may be busy, and the client must not wait for that.
fn end(outbox: &Outbox, code: i32) {
    std::thread::sleep(END_MAX);
    outbox.drain();
    log::flush();
    std::process::exit(code);
}

fn too_long(bytes: u64) -> Message {
    let mut error = Error::invalid_request();
    error.message = format!("a message of {bytes} bytes; at most {BODY_BYTES_MAX} are read").into();
    Message::Invalid(Id::Null, error)
}
