//! Requests to the client: sent without waiting, answered whenever the client likes, or never.

use std::future::Future;
use std::sync::Arc;

use futures::StreamExt;
use tokio::sync::Semaphore;
use tower_lsp::jsonrpc::Result;
use tower_lsp::{Client, ClientSocket};

use super::log;
use super::outbox::Outbox;

/// Requests that wait for the client's answer. `tower_lsp::Client` remembers each for ever, so one that answers none
/// must not be asked without end.
const WAITING_MAX: usize = 64;

#[derive(Clone)]
pub(crate) struct Asker {
    client: Client,
    places: Arc<Semaphore>,
}

impl Asker {
    pub(crate) fn new(client: Client) -> Self {
        Self { client, places: Arc::new(Semaphore::new(WAITING_MAX)) }
    }

    /// Sends a request and goes on; `then` runs in a task of its own when the answer is there.
    /// False where it is not sent, because the client owes too many answers.
    ///
    /// ```ignore
    /// asker.ask("apply an edit", |client| async move { client.apply_edit(edit).await }, |answer| ...);
    /// ```
    pub(crate) fn ask<T, F>(
        &self,
        what: &'static str,
        request: impl FnOnce(Client) -> F,
        then: impl FnOnce(T) + Send + 'static,
    ) -> bool
    where
        F: Future<Output = Result<T>> + Send + 'static,
    {
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            log::line(format_args!("not asked ({what}): the client owes {WAITING_MAX} answers"));
            return false;
        };
        let answer = request(self.client.clone());
        tokio::spawn(async move {
            match answer.await {
                Ok(answer) => then(answer),
                Err(error) => log::line(format_args!("{what}: the client answered {error}")),
            }
            drop(place);
        });
        true
    }
}

/// Moves the requests that `tower_lsp::Client` makes into the outbox, which takes them without waiting; the answers
/// go to the sink that is given back.
pub(crate) fn connect(
    socket: ClientSocket,
    outbox: Outbox,
) -> impl futures::Sink<tower_lsp::jsonrpc::Response> {
    let (mut requests, responses) = socket.split();
    tokio::spawn(async move {
        while let Some(request) = requests.next().await {
            outbox.send(&request);
        }
    });
    responses
}
