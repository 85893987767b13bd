//! What a real Neovim said in a session on the tour, recorded by `tests/editors/nvim/record`, is said again.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::expect_used)]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::{Value, json};
use support::{Client, PATIENCE};

const SESSION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/editors/nvim/session.jsonl");

/// What the protocol says to a request that was taken back, or whose text has changed meanwhile.
const TAKEN_BACK: [i64; 2] = [-32800, -32801];

/// What Neovim has sent, without its answers to the server: those are given anew, because the server's questions have
/// other numbers each time.
fn sent() -> Vec<Value> {
    let session = std::fs::read_to_string(SESSION).unwrap();
    let messages = session.lines().map(|line| serde_json::from_str(line).unwrap());
    messages.filter(|message: &Value| !message["method"].is_null()).collect()
}

struct Session {
    client: Client,
    /// Answers that have come before they were waited for.
    early: BTreeMap<i64, Value>,
}

impl Session {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sgg"));
        command.arg("lsp");
        Self { client: Client::start(command), early: BTreeMap::new() }
    }

    /// Answers what the server has asked by now.
    fn answer_questions(&mut self) {
        for message in self.client.left_over() {
            let result = match message["method"].as_str() {
                Some("workspace/configuration") => json!([null]),
                Some("workspace/applyEdit") => json!({"applied": true}),
                _ => Value::Null,
            };
            match (message["id"].as_i64(), message["method"].is_null()) {
                (Some(id), true) => drop(self.early.insert(id, message)),
                (Some(id), false) => self.client.send(json!({"jsonrpc": "2.0", "id": id, "result": result})),
                (None, _) => {}
            }
        }
    }

    fn response(&mut self, id: i64) -> Value {
        self.early.remove(&id).unwrap_or_else(|| self.client.response(id))
    }

    fn assert_no_panic(&self) {
        let said = self.client.stderr();
        assert!(!said.contains("panic"), "{said}");
    }
}

fn is_taken_back(response: &Value) -> bool {
    response["error"]["code"].as_i64().is_some_and(|code| TAKEN_BACK.contains(&code))
}

#[test]
fn said_again_every_request_has_a_result() {
    let messages = sent();
    let cancels = messages.iter().filter(|message| message["method"] == "$/cancelRequest");
    let cancelled: BTreeSet<i64> = cancels.map(|message| message["params"]["id"].as_i64().unwrap()).collect();
    let mut session = Session::start();
    for message in &messages {
        session.client.send(message.clone());
        if let Some(id) = message["id"].as_i64().filter(|id| !cancelled.contains(id)) {
            let response = session.response(id);
            assert!(response["error"].is_null(), "{message}\n{response}");
        } else if message["method"] == "$/cancelRequest" {
            let response = session.response(message["params"]["id"].as_i64().unwrap());
            assert!(response["error"].is_null() || is_taken_back(&response), "{message}\n{response}");
        }
        session.answer_questions();
    }
    assert_eq!(session.client.exit_code(PATIENCE), 0);
    session.assert_no_panic();
}

#[test]
fn said_at_once_every_request_has_an_answer() {
    let messages = sent();
    let mut session = Session::start();
    let (last, before) = messages.split_last().unwrap();
    assert_eq!(last["method"], "exit");
    for message in before {
        session.client.send(message.clone());
    }
    for message in before.iter().filter(|message| !message["id"].is_null()) {
        let response = session.response(message["id"].as_i64().unwrap());
        assert!(response["error"].is_null() || is_taken_back(&response), "{message}\n{response}");
    }
    session.client.send(last.clone());
    assert_eq!(session.client.exit_code(PATIENCE), 0);
    session.assert_no_panic();
}
