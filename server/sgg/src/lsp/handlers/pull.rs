//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_pullDiagnostics>
//!
//! Of a file that is not open the copy on disk is told.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};

use crate::lsp::call::{Cancel, to_json};
use crate::lsp::protocol::{
    Diagnostic, DocumentDiagnosticParams, PreviousResultId, ProgressToken, WorkspaceDiagnosticParams,
};
use crate::lsp::server::Server;
use crate::lsp::snapshot::Snapshot;
use crate::lsp::uris::normal;
use crate::lsp::workspace::{Found, Unopened, Unread};

use super::diagnostics;

/// So many files are told of in one piece, where the client takes pieces, or so many diagnostics.
const PIECE_FILES: usize = 32;
const PIECE_DIAGNOSTICS: usize = 1000;

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Report {
    Full {
        #[serde(skip_serializing_if = "Option::is_none")]
        result_id: Option<String>,
        items: Vec<Diagnostic>,
    },
    Unchanged {
        result_id: String,
    },
}

#[derive(Serialize)]
struct FileReport {
    uri: String,
    version: Option<i32>,
    #[serde(flatten)]
    report: Report,
}

const NOTHING: Report = Report::Full { result_id: None, items: Vec::new() };

fn report(snapshot: &Snapshot, previous: Option<&str>) -> Report {
    match (&snapshot.result_id, previous) {
        (Some(id), Some(previous)) if id == previous => Report::Unchanged { result_id: id.clone() },
        (id, _) => Report::Full { result_id: id.clone(), items: diagnostics::of(snapshot) },
    }
}

/// Of an open document of which there is something to say.
pub(crate) fn at_once(server: &Server, uri: &str, previous: Option<&str>) -> Result<Option<Vec<u8>>> {
    let snapshot = {
        let documents = &mut server.state().documents;
        if !documents.are_diagnostics_due(uri) {
            return Ok(None);
        }
        documents.snapshot(uri)
    };
    snapshot.map(|snapshot| to_json(&report(&snapshot, previous))).transpose()
}

pub(crate) async fn of_document(server: &Server, params: DocumentDiagnosticParams) -> Result<()> {
    let call = server.call();
    let (uri, previous) = (params.text_document.uri, params.previous_result_id);
    let waiting = server.state().documents.wait_for_diagnostics(uri.as_str());
    if let Some(waiting) = waiting {
        // An edit, or the end of the document: what was asked for is not there any more.
        waiting.await.map_err(|_| Error::content_modified())?;
    }
    // It is open, whatever an edit right behind that word has made due again.
    let snapshot = server.state().documents.snapshot(uri.as_str());
    if let Some(snapshot) = snapshot {
        call.set_answer(to_json(&report(&snapshot, previous.as_deref()))?);
        return Ok(());
    }
    let work = move |unopened: &Unopened, cancel: &Cancel| {
        let found = unopened.find_one(uri.as_str());
        to_json(&found.map_or(NOTHING, |found| of_found(unopened, &found, previous.as_deref(), cancel)))
    };
    server.on_disk(call, |_, _| (), work).await
}

fn of_found(unopened: &Unopened, found: &Found, previous: Option<&str>, cancel: &Cancel) -> Report {
    if previous == Some(found.result_id.as_str()) {
        return Report::Unchanged { result_id: found.result_id.clone() };
    }
    match unopened.solve(found, cancel) {
        Ok(snapshot) => report(&snapshot, None),
        Err(Unread::NotUtf8(fault)) => Report::Full {
            result_id: Some(found.result_id.clone()),
            items: vec![diagnostics::not_utf8(&fault, unopened.encoding())],
        },
        Err(Unread::Passed) => NOTHING,
    }
}

pub(crate) async fn of_workspace(server: &Server, params: WorkspaceDiagnosticParams) -> Result<()> {
    let call = server.call();
    let token = params.partial_result_params.partial_result_token;
    // A client that takes pieces asks again and again: it gets its answer when there is one.
    let waiting = match token.is_some() && !params.previous_result_ids.is_empty() {
        true => server.state().workspace.wait_for_change(),
        false => None,
    };
    if let Some(waiting) = waiting {
        waiting.await.map_err(|_| Error::content_modified())?;
    }
    let open = {
        let mut state = server.state();
        state.workspace.look_through();
        state.workspace.told_early |= state.documents.tell_early();
        state.documents.snapshots(None)
    };
    let mut previous = Previous::new(params.previous_result_ids);
    // Here and now, as they are when they are sent: nothing holds on to a document that is being edited.
    let told = open.iter().map(|snapshot| FileReport {
        report: report(snapshot, previous.take(&snapshot.uri).as_deref()),
        uri: snapshot.uri.clone(),
        version: snapshot.version,
    });
    let told: Vec<FileReport> = told.collect();
    drop(open);
    let server_then = server.clone();
    let rest = move |unopened: &Unopened, cancel: &Cancel| {
        let mut pieces = Pieces::new(&server_then, cancel, token);
        told.into_iter().for_each(|told| pieces.put(told));
        for found in unopened.find(cancel) {
            let before = previous.take(&found.uri);
            let report = of_found(unopened, &found, before.as_deref(), cancel);
            if cancel.is_stopped() {
                break;
            }
            pieces.put(FileReport { uri: found.uri, version: None, report });
        }
        // Of a file that was not come to nothing is known, least of all that it has no diagnostics.
        if cancel.is_stopped() {
            return Err(Error::request_cancelled());
        }
        // Files that are gone.
        let gone =
            previous.0.into_values().map(|(uri, _)| FileReport { uri, version: None, report: NOTHING });
        gone.for_each(|gone| pieces.put(gone));
        to_json(&json!({ "items": pieces.rest() }))
    };
    server.on_disk(call, |_, _| (), rest).await
}

/// What the client was told before: it may write a URI in another way than we do.
struct Previous(HashMap<String, (String, String)>);

impl Previous {
    fn new(ids: Vec<PreviousResultId>) -> Self {
        let ids = ids.into_iter().map(|id| (id.uri.as_str().to_owned(), id.value));
        Self(ids.map(|(uri, value)| (normal(&uri).into_owned(), (uri, value))).collect())
    }

    fn take(&mut self, uri: &str) -> Option<String> {
        self.0.remove(&*normal(uri)).map(|(_, value)| value)
    }
}

/// Reports on their way: all of them in pieces as they come, where the client takes them so, else all at the end.
struct Pieces<'a> {
    server: &'a Server,
    cancel: &'a Cancel,
    token: Option<ProgressToken>,
    waiting: Vec<FileReport>,
    diagnostics: usize,
}

impl<'a> Pieces<'a> {
    fn new(server: &'a Server, cancel: &'a Cancel, token: Option<ProgressToken>) -> Self {
        Self { server, cancel, token, waiting: Vec::new(), diagnostics: 0 }
    }

    fn put(&mut self, report: FileReport) {
        if let Report::Full { items, .. } = &report.report {
            self.diagnostics += items.len();
        }
        self.waiting.push(report);
        if self.waiting.len() >= PIECE_FILES || self.diagnostics >= PIECE_DIAGNOSTICS {
            self.send();
        }
    }

    fn send(&mut self) {
        let Some(token) = &self.token else { return };
        let items = std::mem::take(&mut self.waiting);
        self.diagnostics = 0;
        let piece = json!({ "token": token, "value": { "items": items } });
        self.server.notify_in_time("$/progress", &piece, self.cancel);
    }

    /// What the answer itself holds: nothing, where there were pieces.
    fn rest(mut self) -> Vec<FileReport> {
        if !self.waiting.is_empty() {
            self.send();
        }
        self.waiting
    }
}
