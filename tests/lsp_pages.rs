//! `server/FEATURES.md` and `server/PROTOCOL.md` say what the running server says: neither may rot.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::expect_used)]

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use support::Client;

const SERVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn page(name: &str) -> String {
    std::fs::read_to_string(Path::new(SERVER).join(name)).unwrap()
}

/// A client for which the server announces all that it can do.
fn announced() -> (Client, Value) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgg"));
    command.arg("lsp");
    let mut client = Client::start(command);
    let dynamic = json!({"dynamicRegistration": false});
    let result = client.initialize(json!({
        "textDocument": {"diagnostic": dynamic, "codeLens": dynamic},
        "workspace": {"diagnostics": {"refreshSupport": true}},
    }));
    (client, result["capabilities"].clone())
}

/// What stands between backquotes at the start of lines that begin so.
fn names(page: &str, before: &str) -> BTreeSet<String> {
    let lines = page.lines().filter_map(|line| line.strip_prefix(before)?.split('`').next());
    lines.map(str::to_owned).collect()
}

fn compare(page: &str, shape: &str, written: &BTreeSet<String>, real: &BTreeSet<String>) {
    let line = |name: &String| shape.replace("NAME", name);
    let missing: String =
        real.difference(written).map(|name| format!("\n  add to {page}: {}", line(name))).collect();
    let gone: String =
        written.difference(real).map(|name| format!("\n  take from {page}: {}", line(name))).collect();
    assert!(missing.is_empty() && gone.is_empty(), "{page} and the server differ:{missing}{gone}");
}

#[test]
fn every_capability_has_its_line() {
    let (client, capabilities) = announced();
    let mut real = BTreeSet::new();
    for (name, value) in capabilities.as_object().unwrap() {
        match name.as_str() {
            "workspace" | "experimental" => {
                real.extend(value.as_object().unwrap().keys().map(|inner| format!("{name}.{inner}")));
            }
            _ => drop(real.insert(name.clone())),
        }
    }
    let shape = "| `NAME` | what it does |";
    compare("server/FEATURES.md", shape, &names(&page("FEATURES.md"), "| `"), &real);
    assert_eq!(client.finish(), 0);
}

#[test]
fn every_command_has_its_section() {
    let (client, capabilities) = announced();
    let commands = capabilities["executeCommandProvider"]["commands"].as_array().unwrap();
    let real = commands.iter().map(|command| command.as_str().unwrap().to_owned()).collect();
    let written: BTreeSet<String> =
        names(&page("PROTOCOL.md"), "### `").into_iter().filter(|name| name.starts_with("sgg.")).collect();
    compare("server/PROTOCOL.md, under Commands", "### `NAME`", &written, &real);
    assert_eq!(client.finish(), 0);
}

#[test]
fn every_method_of_our_own_has_its_section() {
    let (mut client, _) = announced();
    let mut open = vec![Path::new(SERVER).join("sgg/src/lsp")];
    let mut real = BTreeSet::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        let quoted = text.split('"').filter(|word| word.strip_prefix("sgg/").is_some_and(is_word));
        real.extend(quoted.map(str::to_owned));
    }
    let page = page("PROTOCOL.md");
    let (requests, notifications) = page.split_once("\n## Notifications").expect("a section of that name");
    let of_own = |text: &str| -> BTreeSet<String> {
        names(text, "### `").into_iter().filter(|name| name.starts_with("sgg/")).collect()
    };
    let (requests, notifications) = (of_own(requests), of_own(notifications));
    let written = requests.union(&notifications).cloned().collect();
    compare("server/PROTOCOL.md, under Requests or Notifications", "### `NAME`", &written, &real);
    for request in requests {
        assert_ne!(client.call(&request, json!({})).err(), Some(-32601), "{request} is no request");
    }
    assert_eq!(client.finish(), 0);
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|sign| sign.is_ascii_alphabetic())
}
