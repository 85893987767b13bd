//! Standard input, on a thread of its own: frames, decoded, into the inbox.

use std::fs::File;
use std::io::{self, BufReader};
use std::time::Duration;

use tower_lsp::jsonrpc::{Error, Id};

use super::direct;
use super::frame::{self, BODY_BYTES_MAX, Incoming};
use super::inbox::Inbox;
use super::large;
use super::log;
use super::message::{self, Message};
use super::outbox::Outbox;

/// A longer buffer is given back after its message.
const BUFFER_KEPT_BYTES_MAX: usize = 256 * 1024;
/// How long the dispatcher may still be at it when the client has said `exit` or is gone.
const END_MAX: Duration = Duration::from_millis(500);

pub(crate) fn start(inbox: Inbox, outbox: Outbox) -> io::Result<()> {
    let input = stdin()?;
    let read = move || read_all(BufReader::with_capacity(64 * 1024, input), &inbox, &outbox);
    std::thread::Builder::new().name("reader".into()).spawn(read)?;
    Ok(())
}

/// The descriptor itself: a large read then goes straight into its message's buffer.
fn stdin() -> io::Result<File> {
    #[cfg(unix)]
    let file = File::from(std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?);
    #[cfg(windows)]
    let file = File::from(std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?);
    Ok(file)
}

fn read_all(mut input: BufReader<File>, inbox: &Inbox, outbox: &Outbox) {
    let mut body = Vec::new();
    let mut shut_down = false;
    loop {
        let read = frame::read(&mut input, &mut body);
        let bytes = body.len();
        let message = match read {
            Ok(Incoming::Body) => decode(&mut body),
            Ok(Incoming::TooLong(bytes)) => too_long(bytes),
            Ok(Incoming::End) => break,
            Err(broken) => {
                log::line(format_args!("{broken}"));
                break;
            }
        };
        if body.capacity() > BUFFER_KEPT_BYTES_MAX {
            body = Vec::new();
        }
        shut_down |= matches!(&message, Message::Request(request) if request.method() == "shutdown");
        let exit = matches!(&message, Message::Notification(request) if request.method() == "exit");
        inbox.push(message, bytes);
        if exit {
            return end(outbox, if shut_down { 0 } else { 1 });
        }
    }
    inbox.push(Message::End, 0);
    end(outbox, 1);
}

/// By the quick way for what looks as usual, else by the general one.
fn decode(body: &mut Vec<u8>) -> Message {
    let usual = if body.len() < large::BYTES_MIN { direct::decode(body) } else { large::decode(body) };
    usual.unwrap_or_else(|| message::decode(body))
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
