//! The dispatcher: takes one message after the other, and finishes or starts its work before it looks at the next.
//!
//! A handler is polled once, here and now. What changes a document, and what answers at once, is finished by then.
//! What is not (it waits for the pool, or for the client) becomes a task of its own.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::task::{Context, Poll, Waker};

use futures::{FutureExt, SinkExt};
use serde_json::json;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};
use tower_lsp::{ClientSocket, ExitedError, LspService};
use tower_service::Service;

use super::call::Call;
use super::client;
use super::direct::Direct;
use super::guarded::{attempt, each};
use super::inbox::Inbox;
use super::log;
use super::message::Message;
use super::outbox::Outbox;
use super::refusal;
use super::server::Server;

/// Requests that are neither answered nor refused. More than any editor has; a client beyond it may ask again.
const IN_FLIGHT_MAX: usize = 512;
/// Steps of solving after which a cycle that came or went is told before the values that depend on it.
const STEPS_UNTOLD: u64 = 4_000;
/// Steps of solving right behind an edit, whatever waits: two milliseconds at most, and nearly every edit needs far less.
const STEPS_AT_ONCE: u64 = 100_000;
/// Steps of solving between two looks at tasks, while no message waits: some 100 milliseconds.
const STEPS_BETWEEN: u64 = 40_000_000;
/// Edits in a row after which diagnostics are sent though more edits wait.
const EDITS_UNPUBLISHED_MAX: usize = 64;

type Handled = Result<Option<Response>, ExitedError>;
type Handler = Pin<Box<dyn Future<Output = Handled> + Send>>;

/// What is done with the messages, one after the other. Whoever holds its lock has the turn: the dispatcher's thread,
/// or the reader's, see [`lend`].
pub(crate) struct Dispatcher {
    service: LspService<Server>,
    inbox: Inbox,
    outbox: Outbox,
    in_flight: Arc<AtomicUsize>,
    shut_down: bool,
    /// Something is left to solve when no message waits.
    unsolved: bool,
    /// Edits in a row whose diagnostics were left out.
    unpublished: usize,
    /// What follows from the last message is not done yet: the turn was given up for it.
    unfinished: bool,
}

pub(crate) type Shared = Arc<Mutex<Dispatcher>>;

/// What is left to do behind a message, with the turn given up.
enum After {
    Nothing,
    /// To let the tasks run that it woke.
    Tasks,
    /// To give the client's answer to who asked.
    Answer(Response),
    End(i32),
}

/// Runs until the client says `exit` or is gone; gives the process' exit code.
pub(crate) async fn run(shared: Shared, socket: ClientSocket, inbox: Inbox, outbox: Outbox) -> i32 {
    let mut answers = std::pin::pin!(client::connect(socket, outbox.clone()));
    let code = loop {
        outbox.below_high_water().await;
        // While there is none, what is not solved is solved: nothing else has the turn then, so that a document is
        // always either being changed, being solved or at rest.
        while !inbox.any().load(Ordering::Relaxed) && turn(&shared).solve_on() {
            tokio::task::yield_now().await;
        }
        inbox.some().await;
        let after = turn(&shared).take_next();
        match after {
            After::Nothing => continue,
            After::Tasks => {}
            // Never waits: `LspService` keeps the other end in a table.
            After::Answer(response) => drop(answers.send(response).now_or_never()),
            After::End(code) => break code,
        }
        // Now, not after the messages behind it: a cancelled request's task gives the CPU back, and who asked the
        // client takes its answer, so that what follows from it is told right behind.
        tokio::task::yield_now().await;
        turn(&shared).finish();
    };
    outbox.drain();
    log::flush();
    code
}

/// Does a message at once, on the thread that has read it, where it is short and nothing comes before it: waking
/// another thread takes longer than the message. `next` is the one behind it, if that is here already. Gives the
/// message back where it has to wait for its turn.
pub(crate) fn lend(shared: &Shared, message: Message, next: Option<&Message>) -> Result<(), Message> {
    let mut dispatcher = match shared.try_lock() {
        Ok(dispatcher) => dispatcher,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => return Err(message),
    };
    // Messages are taken from the inbox with the turn only: where it is empty, the last one before this is done or
    // unfinished.
    let waits = dispatcher.inbox.any().load(Ordering::Relaxed) || dispatcher.unfinished;
    if waits || !dispatcher.outbox.is_below_high_water() {
        return Err(message);
    }
    if message.is_request() && next.is_some_and(is_short_request) {
        dispatcher.outbox.hold();
    }
    dispatcher.take(message);
    dispatcher.settle_unless(next.is_some_and(is_edit));
    if dispatcher.unsolved {
        dispatcher.inbox.push_internal(Message::Unsolved);
    }
    Ok(())
}

fn turn(shared: &Shared) -> MutexGuard<'_, Dispatcher> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Its answer is written together with the one before it; what an edit makes wrong is told at once.
pub(crate) fn is_short_request(message: &Message) -> bool {
    message.is_short() && message.is_request()
}

fn is_edit(message: &Message) -> bool {
    message.method() == "textDocument/didChange"
}

impl Dispatcher {
    pub(crate) fn new(service: LspService<Server>, inbox: Inbox, outbox: Outbox) -> Self {
        let in_flight = Arc::default();
        Self {
            service,
            inbox,
            outbox,
            in_flight,
            shut_down: false,
            unsolved: false,
            unpublished: 0,
            unfinished: false,
        }
    }

    /// Takes the next message from the inbox, if one is there.
    fn take_next(&mut self) -> After {
        let Some(message) = self.inbox.next() else { return After::Nothing };
        if matches!(message, Message::Unsolved) {
            return After::Nothing;
        }
        let after = self.take(message);
        match after {
            After::Nothing => self.finish(),
            _ => self.unfinished = true,
        }
        after
    }

    /// What is done behind each message that was taken from the inbox.
    fn finish(&mut self) {
        self.unfinished = false;
        self.settle_unless(self.inbox.next_is(is_edit));
    }

    fn take(&mut self, message: Message) -> After {
        match message {
            Message::Direct(direct) => self.direct(direct),
            Message::Request(request) => self.request(request),
            Message::Notification(request) => match request.method() {
                "exit" => return After::End(if self.shut_down { 0 } else { 1 }),
                // Without an id they are no requests; `LspService` would shut down all the same.
                "initialize" | "shutdown" => {}
                "$/cancelRequest" => {
                    self.notification(request);
                    return After::Tasks;
                }
                _ => self.notification(request),
            },
            Message::Response(response) => return After::Answer(response),
            Message::Invalid(id, error) => self.outbox.respond(&Response::from_error(id, error)),
            Message::Died(id) => self.bury(id),
            Message::Unsolved => {}
            Message::End => return After::End(1),
        }
        After::Nothing
    }

    /// Goes on with what is left to solve, until a message comes; whether something still is.
    fn solve_on(&mut self) -> bool {
        if self.unsolved {
            self.solve(STEPS_BETWEEN, true);
        }
        self.unsolved
    }

    /// Typing is faster than solving: where the next edit is here already, this one's diagnostics are not worth it.
    fn settle_unless(&mut self, next_is_edit: bool) {
        let leaves_out = next_is_edit && self.unpublished < EDITS_UNPUBLISHED_MAX;
        self.unpublished = if leaves_out { self.unpublished + 1 } else { 0 };
        if !leaves_out {
            self.settle();
        }
    }

    /// What takes microseconds, without a detour through `LspService`.
    fn direct(&mut self, direct: Direct) {
        let server = self.service.inner();
        let id = direct.id().map(Id::Number);
        let handled = attempt(|| server.at_once(&direct));
        match (handled.unwrap_or_else(|| Err(Error::internal_error())), id) {
            // It has to wait, or nothing may be asked now.
            (Ok(None), Some(_)) => self.request(direct.into_request()),
            (Ok(None), None) => self.notification(direct.into_request()),
            (Ok(Some(json)), Some(id)) => self.outbox.answer(&id, &json),
            (Ok(Some(_)), None) => {}
            (Err(error), Some(id)) => self.outbox.respond(&Response::from_error(id, error)),
            (Err(_), None) => log::line(format_args!("{} failed", direct.method())),
        }
    }

    fn request(&mut self, request: Request) {
        let Some(id) = request.id().cloned() else { return };
        let is_shutdown = request.method() == "shutdown";
        // The end is never too much.
        if self.in_flight.load(Ordering::Relaxed) >= IN_FLIGHT_MAX && !is_shutdown {
            return self.outbox.respond(&Response::from_error(id, refusal::too_much()));
        }
        // Some clients send empty parameters with it, which `LspService` would refuse.
        let request = if is_shutdown { Request::build("shutdown").id(id.clone()).finish() } else { request };
        let method = request.method().to_owned();
        let call = Arc::<Call>::default();
        self.service.inner().begin(call.clone());
        match self.start(request) {
            Ok(Started::Ready(handled)) => {
                self.shut_down |= is_shutdown && matches!(&handled, Ok(Some(response)) if response.is_ok());
                respond(&self.outbox, &id, &call, in_words(&method, handled));
            }
            Ok(Started::Pending(handler)) => self.spawn(id, call, handler),
            Err(Panicked) => self.bury(id),
        }
    }

    fn notification(&mut self, request: Request) {
        let method = request.method().to_owned();
        match self.start(request) {
            Ok(Started::Ready(_)) => {}
            // By our own rule a handler of a notification never awaits: what it does must be done by now.
            Ok(Started::Pending(_)) => {
                log::line(format_args!("{method} was not finished at once, and is dropped"))
            }
            Err(Panicked) => log::line(format_args!("{method} failed")),
        }
    }

    /// Calls a handler and polls it once.
    fn start(&mut self, request: Request) -> Result<Started, Panicked> {
        let service = &mut self.service;
        attempt(|| {
            let mut context = Context::from_waker(Waker::noop());
            // Always ready: `LspService` says otherwise only while `initialize` waits, and ours does not.
            let _ = service.poll_ready(&mut context);
            let mut handler = service.call(request);
            match handler.as_mut().poll(&mut context) {
                Poll::Ready(handled) => Started::Ready(handled),
                Poll::Pending => Started::Pending(handler),
            }
        })
        .ok_or(Panicked)
    }

    /// Goes on with a handler in a task of its own, which polls it again with a waker that works.
    fn spawn(&self, id: Id, call: Arc<Call>, handler: Handler) {
        let (inbox, outbox, in_flight) = (self.inbox.clone(), self.outbox.clone(), self.in_flight.clone());
        in_flight.fetch_add(1, Ordering::Relaxed);
        tokio::spawn(async move {
            let handled = AssertUnwindSafe(handler).catch_unwind().await;
            in_flight.fetch_sub(1, Ordering::Relaxed);
            match handled {
                Ok(handled) => respond(&outbox, &id, &call, handled),
                Err(_) => inbox.push_internal(Message::Died(id)),
            }
        });
    }

    /// Answers for a handler that died. First `LspService` is told, which holds the id as one in flight and would
    /// refuse it when it is used again.
    fn bury(&mut self, id: Id) {
        let cancel = Request::build("$/cancelRequest").params(json!({ "id": id })).finish();
        let _ = self.start(cancel);
        self.outbox.respond(&Response::from_error(id, Error::internal_error()));
    }

    /// Solves what the last message changed as far as that is quickly done, and says what is wrong.
    fn settle(&mut self) {
        self.solve(STEPS_UNTOLD, false);
        if self.unsolved {
            let server = self.service.inner();
            attempt(|| server.foretell());
            self.solve(STEPS_AT_ONCE, false);
        }
    }

    fn solve(&mut self, steps: u64, for_messages: bool) {
        let never = AtomicBool::new(false);
        let cancel = if for_messages { self.inbox.any() } else { &never };
        let server = self.service.inner();
        // What is left to solve does not depend on whether what is solved can be told.
        self.unsolved = attempt(|| server.solve(steps, cancel)).is_some_and(|all_solved| !all_solved);
        let tell: [fn(&Server); 3] = [Server::publish, Server::publish_status, Server::publish_progress];
        each(tell, |tell| tell(server));
    }
}

enum Started {
    Ready(Handled),
    Pending(Handler),
}

struct Panicked;

/// What is wrong with parameters that could not be read is told by `LspService`, at once, in its own words.
fn in_words(method: &str, mut handled: Handled) -> Handled {
    if let Ok(Some(response)) = &mut handled {
        let error = response.error().filter(|error| error.code == ErrorCode::InvalidParams);
        if let Some(why) = error.map(|error| error.message.as_ref()).filter(|why| refusal::is_foreign(why)) {
            let why = format!("the parameters of `{method}` can't be used: {}", refusal::plain(why));
            let error = Error::invalid_params(why);
            *response = Response::from_error(response.id().clone(), error);
        }
    }
    handled
}

/// Answers a request, once.
fn respond(outbox: &Outbox, id: &Id, call: &Call, handled: Handled) {
    let response = match handled {
        Ok(Some(response)) => response,
        // `LspService` passes over an unknown `$/...`, even where the client waits for an answer.
        Ok(None) => Response::from_error(id.clone(), Error::method_not_found()),
        Err(_) => Response::from_error(id.clone(), Error::invalid_request()),
    };
    match call.take_answer() {
        Some(json) if response.is_ok() => outbox.answer(id, &json),
        _ => outbox.respond(&response),
    }
}
