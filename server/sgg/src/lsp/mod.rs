//! The language server: `sgg lsp`, on standard input and output and nowhere else.
//!
//! `tower_lsp::Server::serve` is not used: a panic in a handler ends it, an undecodable body ends it, four busy
//! handlers block even a cancellation, and a client that writes before it reads deadlocks it. What is used is
//! `LspService`, the router from a method to a typed function of [`Server`], driven as the plain service that
//! it is:
//!
//! ```text
//! stdin -> reader thread -> Inbox -> dispatcher (this thread) -> Outbox -> writer thread -> stdout
//!                                        |  ^
//!                                        v  |   only what is slow
//!                          pools of threads: for open documents, for files on disk
//! ```
//!
//! What comes with every keystroke is read past `LspService`, see `direct`; and it is worked on by the reader's
//! thread itself where nothing comes before it, see `dispatch::lend`: waking the dispatcher's would take longer.
//!
//! Invariants, each with a whole-process test:
//! - Documents change in the dispatcher only, which one thread has at a time, in the order in which the messages came.
//! - The dispatcher waits for its inbox and its turn, and for a client that has let megabytes of answers lie to read
//!   some (see `outbox`); for no pipe, and for no pool but the moment in which an edit has stopped its work on a document.
//! - Every queue is bounded, in number and in bytes.
//! - A request is answered once, whatever happens to its handler.

mod call;
mod capabilities;
mod client;
mod direct;
mod dispatch;
mod documents;
mod frame;
mod guarded;
mod handlers;
mod inbox;
mod large;
mod lenient;
mod log;
mod memory;
mod message;
mod outbox;
mod parent;
mod places;
mod pool;
mod position;
mod protocol;
mod reader;
mod refusal;
mod router;
mod server;
mod settings;
mod snapshot;
mod solving;
mod turns;
mod uris;
mod wishes;
mod workspace;

use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use tower_lsp::LspServiceBuilder;

pub use call::Cancel;
pub(crate) use parent::watch as watch_client;
pub use server::Server;
pub use snapshot::Snapshot;

/// Serves on standard input and output until the client says `exit` or is gone.
pub fn run() -> ExitCode {
    serve(|builder| builder)
}

/// As [`run`], with more methods: how the tests bring requests that are slow or that panic, without
/// any of it in the binary that is shipped.
pub fn serve(extend: impl FnOnce(LspServiceBuilder<Server>) -> LspServiceBuilder<Server>) -> ExitCode {
    log::catch_panics();
    let runtime = match tokio::runtime::Builder::new_current_thread().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed("no runtime", &error),
    };
    let (inbox, outbox) = (inbox::Inbox::default(), outbox::Outbox::default());
    let (service, socket) = extend(router::build(|client| Server::new(client, outbox.clone()))).finish();
    let dispatcher = dispatch::Dispatcher::new(service, inbox.clone(), outbox.clone());
    let dispatcher = Arc::new(Mutex::new(dispatcher));
    let handle = runtime.handle().clone();
    if let Err(error) = outbox::start_writer(outbox.clone()) {
        return failed("standard output", &error);
    }
    if let Err(error) = reader::start(dispatcher.clone(), handle, inbox.clone(), outbox.clone()) {
        return failed("standard input", &error);
    }
    let code = runtime.block_on(dispatch::run(dispatcher, socket, inbox, outbox));
    // Not a return: dropping the runtime would wait for nothing useful, and pool threads may still be busy.
    std::process::exit(code)
}

fn failed(what: &str, error: &std::io::Error) -> ExitCode {
    log::line(format_args!("{what}: {error}"));
    log::flush();
    ExitCode::FAILURE
}
