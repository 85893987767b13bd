//! `sgg/tests`: the expectations of a file, or of all files, as a tree of tests.

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use crate::lsp::call::{Cancel, to_json};
use crate::lsp::direct::Document;
use crate::lsp::places::Places;
use crate::lsp::protocol::Range;
use crate::lsp::refusal::{invalid, plain};
use crate::lsp::server::{Server, State};
use crate::lsp::snapshot::Snapshot;
use crate::lsp::snapshot::Status;
use crate::lsp::workspace::Unopened;

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Params {
    text_document: Option<Document>,
}

#[derive(Serialize)]
struct TestFile {
    uri: String,
    version: Option<i32>,
    state: Status,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    id: String,
    label: String,
    range: Range,
    expectations: Vec<Expectation>,
    children: Vec<Test>,
}

#[derive(Serialize)]
struct Expectation {
    range: Range,
    expected: String,
    actual: Option<String>,
    outcome: &'static str,
    message: Option<String>,
}

/// The answer to `sgg/tests`.
pub(crate) async fn answer(server: &Server, params: serde_json::Value) -> Result<Option<()>> {
    let params: Params = match params {
        serde_json::Value::Null => Params::default(),
        params => serde_json::from_value(params).map_err(|error| invalid(&plain(&error.to_string())))?,
    };
    let uri = params.text_document.map(|document| document.uri);
    let snapshots = server.state().documents.snapshots(uri.as_deref());
    let uris: Vec<String> = snapshots.iter().map(|snapshot| snapshot.uri.clone()).collect();
    let of_open = move |cancel: &Cancel| -> Vec<TestFile> {
        snapshots.iter().map(|snapshot| file(snapshot, cancel)).collect()
    };
    if uri.is_some() && !uris.is_empty() {
        let work = move |cancel: &Cancel| to_json(&of_open(cancel));
        return server.on_pool(server.call(), &uris, work).await.map(|()| None);
    }
    let work = move |unopened: &Unopened, cancel: &Cancel| {
        let mut files = of_open(cancel);
        let found = match &uri {
            Some(uri) => unopened.find_one(uri).into_iter().collect(),
            None => unopened.find(cancel),
        };
        let solved = found.iter().filter_map(|found| unopened.solve(found, cancel).ok());
        files.extend(solved.map(|snapshot| file(&snapshot, cancel)));
        to_json(&files)
    };
    let start = |state: &mut State, cancel: &Cancel| state.documents.stop_on_edit(&uris, cancel);
    server.on_disk(server.call(), start, work).await.map(|()| None)
}

fn file(snapshot: &Snapshot, cancel: &Cancel) -> TestFile {
    let tests = sgg_ide::tests(&snapshot.file, &snapshot.config, &|| cancel.is_stopped());
    let mut places = snapshot.places();
    TestFile {
        uri: snapshot.uri.clone(),
        version: snapshot.version,
        state: snapshot.status(),
        tests: tests.into_iter().map(|game| test(snapshot, &mut places, game)).collect(),
    }
}

/// A game with its rounds: no deeper.
fn test(snapshot: &Snapshot, places: &mut Places<'_>, game: sgg_ide::Test) -> Test {
    let children = game.children.iter().cloned().map(|round| single(snapshot, places, round)).collect();
    Test { children, ..single(snapshot, places, game) }
}

fn single(snapshot: &Snapshot, places: &mut Places<'_>, test: sgg_ide::Test) -> Test {
    Test {
        id: test.id,
        label: test.label,
        range: places.range(test.place),
        expectations: test.expectations.into_iter().map(|one| expectation(snapshot, places, one)).collect(),
        children: Vec::new(),
    }
}

fn expectation(
    snapshot: &Snapshot,
    places: &mut Places<'_>,
    expectation: sgg_ide::Expectation,
) -> Expectation {
    let told = snapshot.reveal || expectation.outcome == sgg_ide::Judgement::Passed;
    Expectation {
        range: places.range(expectation.place),
        expected: expectation.expected,
        actual: expectation.actual.filter(|_| told),
        outcome: match expectation.outcome {
            sgg_ide::Judgement::Passed => "passed",
            sgg_ide::Judgement::Failed => "failed",
            sgg_ide::Judgement::Unsettled => "unsettled",
        },
        message: expectation.message.filter(|_| told),
    }
}
