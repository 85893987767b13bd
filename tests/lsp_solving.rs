//! Expectations as tests, commands, and what the client is told of solving: the language server as a process.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::expect_used)]

mod support;

use std::process::Command;

use serde_json::{Value, json};
use support::{Client, URI};

fn sgg() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgg"));
    command.arg("lsp");
    command
}

fn ready(capabilities: Value, options: Value) -> Client {
    let mut client = Client::start(sgg());
    let params = json!({"processId": null, "capabilities": capabilities, "initializationOptions": options});
    client.call("initialize", params).unwrap();
    client.notify("initialized", json!({}));
    client
}

fn edits() -> Value {
    json!({"workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}}})
}

const FAILING: &str = "game dag \"one\"\n  a -> b\n  stones a\n  expect second\n  expect value 1\n";

fn range(line: u32, start: u32, end_line: u32, end: u32) -> Value {
    json!({"start": {"line": line, "character": start}, "end": {"line": end_line, "character": end}})
}

fn at(line: u32) -> Value {
    json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": 0}})
}

fn within(line: u32, end_line: u32) -> Value {
    json!({"textDocument": {"uri": URI}, "range": range(line, 0, end_line, 0)})
}

fn execute(client: &mut Client, command: &str, arguments: Value) -> Value {
    let id = client.request("workspace/executeCommand", json!({"command": command, "arguments": arguments}));
    client.response(id)
}

#[test]
fn expectations_are_tests() {
    let mut client = ready(json!({}), Value::Null);
    client.open(FAILING);
    let of_file = client.call("sgg/tests", json!({"textDocument": {"uri": URI}})).unwrap();
    let test = json!([{
        "uri": URI, "version": 1, "state": "fresh",
        "tests": [{
            "id": "1", "label": "one", "range": range(0, 0, 0, 14), "children": [],
            "expectations": [
                {
                    "range": range(3, 2, 3, 15), "expected": "expect second", "actual": "expect first",
                    "outcome": "failed", "message": "First wins, not Second: the position's value is 1"
                },
                {
                    "range": range(4, 2, 4, 16), "expected": "expect value 1", "actual": "expect value 1",
                    "outcome": "passed", "message": null
                },
            ]
        }]
    }]);
    assert_eq!(of_file, test);
    assert_eq!(client.call("sgg/tests", json!({})).unwrap(), test);
    assert_eq!(client.call("sgg/tests", json!({"textDocument": null, "more": 1})).unwrap(), test);
    assert_eq!(client.call("sgg/tests", json!({"textDocument": {"uri": "file:///none.sgg"}})), Ok(json!([])));
    for odd in [
        json!({"textDocument": 5}),
        json!({"textDocument": {"uri": [1]}}),
        json!([1]),
        json!({"textDocument": {}}),
    ] {
        assert_eq!(client.call("sgg/tests", odd.clone()), Err(-32602), "{odd}");
    }
    assert_eq!(client.finish(), 0);
}

#[test]
fn what_holds_is_written_for_the_version_that_it_holds_for() {
    let mut client = ready(edits(), Value::Null);
    client.open(FAILING);
    let lenses = client.call("textDocument/codeLens", json!({"textDocument": {"uri": URI}})).unwrap();
    let command = lenses[1]["command"].clone();
    let expected = json!({
        "title": "accept", "command": "sgg.accept",
        "arguments": [{"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}]
    });
    assert_eq!(command, expected);
    for (command, arguments) in [
        (command["command"].as_str().unwrap(), command["arguments"].clone()),
        ("sgg.accept", json!([at(3)])),
        ("sgg.accept", json!([within(2, 4)])),
        ("sgg.acceptAll", json!([{"textDocument": {"uri": URI}}])),
        ("sgg.acceptAll", json!([at(0)])),
    ] {
        let answer = execute(&mut client, command, arguments);
        assert_eq!((&answer["result"], &answer["error"]), (&Value::Null, &Value::Null));
        let apply = client.server_request("workspace/applyEdit");
        let changes = json!([{
            "textDocument": {"uri": URI, "version": 1},
            "edits": [{"range": range(3, 9, 3, 15), "newText": "first"}]
        }]);
        assert_eq!(apply["params"]["edit"], json!({"documentChanges": changes}));
        client.send(json!({"jsonrpc": "2.0", "id": apply["id"], "result": {"applied": true}}));
    }
    // A client that refuses: a person is told.
    execute(&mut client, "sgg.accept", json!([at(3)]));
    let apply = client.server_request("workspace/applyEdit");
    let refused = json!({"applied": false, "failureReason": "it is locked"});
    client.send(json!({"jsonrpc": "2.0", "id": apply["id"], "result": refused}));
    let told = client.wait_for("a word", |message| message["method"] == "window/showMessage");
    assert_eq!(told["params"]["message"], "the file was not changed (write what holds): it is locked");

    client.change(2, json!([{"range": range(3, 9, 3, 15), "text": "first"}]));
    let answer = execute(&mut client, "sgg.accept", json!([at(3)]));
    assert_eq!(answer["error"]["code"], -32803);
    assert_eq!(answer["error"]["message"], "nothing to accept: every expectation here holds");
    assert_eq!(client.finish(), 0);
}

#[test]
fn what_fails_in_some_lines_is_written_in_one_edit() {
    let mut client = ready(edits(), Value::Null);
    let round = |node: &str, first: &str| format!("  round\n    stones {node}\n    expect {first}\n");
    let rounds = [("a", "second"), ("b", "second"), ("b", "first"), ("a", "second")];
    let text: String = rounds.iter().map(|(node, who)| round(node, who)).collect();
    client.open(&format!("game dag\n  a -> b\n{text}"));
    let answer = execute(&mut client, "sgg.accept", json!([within(2, 11)]));
    assert_eq!((&answer["result"], &answer["error"]), (&Value::Null, &Value::Null));
    let apply = client.server_request("workspace/applyEdit");
    let edits = json!([
        {"range": range(4, 11, 4, 17), "newText": "first"},
        {"range": range(10, 11, 10, 16), "newText": "second"},
    ]);
    assert_eq!(apply["params"]["edit"]["documentChanges"][0]["edits"], edits);
    assert_eq!(client.finish(), 0);
}

/// A file that is looked through on the pool: an edit meanwhile stops that, and what is written is for the newest text.
#[test]
fn what_holds_in_a_large_file_is_written_for_the_version_that_it_holds_for() {
    let mut client = ready(edits(), Value::Null);
    let rounds = "  round\n    stones a\n    expect second\n".repeat(100_000);
    client.open(&format!("game dag\n  a -> b\n{rounds}"));
    let all = json!([{"textDocument": {"uri": URI}}]);
    let accept = json!({"command": "sgg.acceptAll", "arguments": all});
    let stopped = client.request("workspace/executeCommand", accept.clone());
    client.change(2, json!([{"range": range(4, 11, 4, 17), "text": "first"}]));
    let written = client.request("workspace/executeCommand", accept);
    assert_eq!(client.answer(stopped), Err(-32801));
    assert_eq!(client.answer(written), Ok(Value::Null));
    let apply = client.server_request("workspace/applyEdit");
    let change = &apply["params"]["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({"uri": URI, "version": 2}));
    let edits = change["edits"].as_array().unwrap();
    assert_eq!(edits.len(), 100_000 - 1);
    assert_eq!(edits[0], json!({"range": range(7, 11, 7, 17), "newText": "first"}));
    assert_eq!(client.finish(), 0);
}

#[test]
fn what_can_not_be_written_is_told() {
    let mut client = ready(edits(), Value::Null);
    // On the cycle nothing is known; of the two nodes one value is expected, and they differ.
    let text = "game dag\n  a -> b\n  stones a\n  expect second\ngame dag\n  c -> c\n  stones c\n  expect first\n\
                game dag\n  d2 -> d1\n  stones d2\n  expect sg d1..d2=4\n";
    client.open(text);
    let all = json!([{"textDocument": {"uri": URI}}]);
    let answer = execute(&mut client, "sgg.acceptAll", all.clone());
    assert_eq!((&answer["result"], &answer["error"]), (&Value::Null, &Value::Null));
    let apply = client.server_request("workspace/applyEdit");
    let edits = json!([{"range": range(3, 9, 3, 15), "newText": "first"}]);
    assert_eq!(apply["params"]["edit"]["documentChanges"][0]["edits"], edits);
    let told = client.wait_for("a word", |message| message["method"] == "window/showMessage");
    assert_eq!(told["params"]["type"], 3);
    assert_eq!(
        told["params"]["message"],
        "what holds is written, but line 8 stays as it is: values there are `?`, or not those of the text as it stands; \
         line 12 stays as it is: one value is expected of several nodes, and theirs differ"
    );
    // Hidden values are not written either.
    let hide = json!({"settings": {"sgg": {"reveal": false}}});
    client.notify("workspace/didChangeConfiguration", hide);
    for (command, arguments) in [("sgg.acceptAll", all), ("sgg.accept", json!([at(3)]))] {
        let answer = execute(&mut client, command, arguments);
        assert_eq!(answer["error"]["code"], -32803);
        let why = "values are hidden, and what holds would show them: turn the setting `reveal` on first";
        assert_eq!(answer["error"]["message"], why);
    }
    assert_eq!(client.finish(), 0);
}

#[test]
fn commands_that_can_not_be_run_say_why() {
    let mut client = ready(edits(), Value::Null);
    client.open(FAILING);
    let uri = json!({"textDocument": {"uri": URI}});
    let other = json!({"textDocument": {"uri": "file:///none.sgg"}, "position": {"line": 0, "character": 0}});
    for (command, arguments, code, words) in [
        (
            "sgg.nothing",
            json!([]),
            -32602,
            "there is no command `sgg.nothing`; there are sgg.solve, sgg.accept",
        ),
        ("", json!([uri]), -32602, "there is no command ``"),
        ("sgg.solve", json!([]), -32602, "`sgg.solve` takes one argument"),
        ("sgg.solve", json!([uri, uri]), -32602, "`sgg.solve` takes one argument"),
        ("sgg.solve", json!([5]), -32602, "the argument of `sgg.solve` is not"),
        ("sgg.solve", json!([{"textDocument": {"uri": 5}}]), -32602, "the argument of `sgg.solve` is not"),
        ("sgg.solve", json!([other]), -32803, "file:///none.sgg is not open"),
        ("sgg.accept", json!([uri]), -32602, "`sgg.accept` needs a `position` or a `range`"),
        ("sgg.accept", json!([at(6)]), -32602, "line 6 (from 0) is beyond the end: there are 6 lines"),
        ("sgg.accept", json!([at(u32::MAX)]), -32602, "is beyond the end"),
        ("sgg.accept", json!([within(3, 7)]), -32602, "line 6 (from 0) is beyond the end: there are 6 lines"),
        ("sgg.accept", json!([within(3, 1)]), -32803, "nothing is expected here"),
        ("sgg.accept", json!([within(2, 2)]), -32803, "nothing is expected here"),
        ("sgg.accept", json!([within(2, 3)]), -32803, "nothing is expected here"),
        (
            "sgg.accept",
            json!([{"textDocument": {"uri": URI}, "position": {"line": -1, "character": 0}}]),
            -32602,
            "is not",
        ),
        ("sgg.acceptAll", json!([null]), -32602, "the argument of `sgg.acceptAll` is not"),
    ] {
        let answer = execute(&mut client, command, arguments);
        assert_eq!(answer["error"]["code"], code, "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(words), "{answer}");
    }
    assert_eq!(client.call("workspace/executeCommand", json!({"arguments": []})), Err(-32602));
    assert_eq!(
        client.call("workspace/executeCommand", json!({"command": "sgg.solve", "arguments": 5})),
        Err(-32602)
    );
    assert_eq!(client.call("workspace/executeCommand", json!({"command": "sgg.solve"})), Err(-32602));
    let solve = execute(&mut client, "sgg.solve", json!([uri]));
    assert_eq!((&solve["result"], &solve["error"]), (&Value::Null, &Value::Null));
    assert_eq!(client.finish(), 0);

    let mut client = ready(json!({}), Value::Null);
    client.open(FAILING);
    let answer = execute(&mut client, "sgg.accept", json!([at(3)]));
    assert_eq!(answer["error"]["code"], -32803);
    assert!(answer["error"]["message"].as_str().unwrap().contains("workspace/applyEdit"), "{answer}");
    assert_eq!(client.finish(), 0);
}

fn status(client: &mut Client, version: i64, state: &str) -> Value {
    client.wait_for(&format!("{state} of {version}"), |message| {
        let params = &message["params"];
        message["method"] == "sgg/status" && params["version"] == version && params["state"] == state
    })
}

#[test]
fn a_client_that_asks_for_it_is_told_the_status() {
    let mut client = ready(json!({}), json!({"status": true, "reveal": true}));
    client.open("game dag\n  a -> b\n");
    assert_eq!(
        status(&mut client, 1, "fresh")["params"],
        json!({"uri": URI, "version": 1, "state": "fresh"})
    );
    client.change(2, json!([{"range": range(1, 8, 1, 8), "text": "\n  a b"}]));
    status(&mut client, 2, "stale");
    client.change(3, json!([{"text": "game dag\n"}]));
    status(&mut client, 3, "fresh");
    let others = client.left_over();
    assert!(
        others.iter().all(|message| message["method"] == "textDocument/publishDiagnostics"),
        "{others:?}"
    );
    assert_eq!(client.finish(), 0);

    let mut client = ready(json!({}), json!({"sgg": {"status": true, "reveal": false}}));
    client.open("game dag\n");
    status(&mut client, 1, "fresh");
    let hints = json!({"textDocument": {"uri": URI}, "range": range(0, 0, 9, 0)});
    assert_eq!(client.call("textDocument/inlayHint", hints), Ok(json!([])));
    assert_eq!(client.finish(), 0);

    let mut client = ready(json!({}), json!({"status": null}));
    client.open("game dag\n");
    client.diagnostics(1);
    let hover = client.hover();
    assert!(client.answer(hover).is_ok());
    assert_eq!(client.left_over(), Vec::<Value>::new());
    assert_eq!(client.finish(), 0);
}

#[test]
fn settings_may_come_without_the_name_of_their_section() {
    let mut client = ready(json!({}), Value::Null);
    client.open("game dag\n  a -> b\n");
    let hints = json!({"textDocument": {"uri": URI}, "range": range(0, 0, 9, 0)});
    assert_ne!(client.call("textDocument/inlayHint", hints.clone()), Ok(json!([])));
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": {"inlayHints": {"nodes": "off"}, "editor": 1}}),
    );
    let shown = client.call("textDocument/inlayHint", hints.clone()).unwrap();
    assert!(shown.as_array().unwrap().iter().all(|hint| hint["position"]["line"] == 0), "{shown}");
    assert_eq!(client.finish(), 0);
}

#[test]
fn settings_that_name_none_change_nothing_and_an_empty_section_sets_all_back() {
    let mut client = ready(json!({}), json!({"reveal": false}));
    client.open("game dag\n  a -> b\n  stones a\n");
    let titles = |client: &mut Client| {
        let lenses = client.call("textDocument/codeLens", json!({"textDocument": {"uri": URI}}));
        lenses.unwrap().as_array().map_or(0, Vec::len)
    };
    for (settings, lenses) in [(json!({}), 0), (Value::Null, 0), (json!({"sgg": {}}), 1)] {
        client.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
        assert_eq!(titles(&mut client), lenses, "{settings}");
    }
    assert_eq!(client.finish(), 0);
}

/// Seconds of solving: nodes of an `addsub` game that each need a search.
fn slow() -> String {
    let rows: String = (1..=40).map(|i| format!("  v{i} -> v0..v{}\n", i - 1)).collect();
    let tops: String = (1..3000).map(|i| format!("  t{i} -> v0..v40 s{i}\n")).collect();
    format!("game addsub\n{rows}{tops}  k *=6\n  stones v40\n  expect second\n")
}

fn progress() -> Value {
    json!({"window": {"workDoneProgress": true}, "workspace": {"codeLens": {"refreshSupport": true}}})
}

fn lens(client: &mut Client) -> String {
    let lenses = client.call("textDocument/codeLens", json!({"textDocument": {"uri": URI}})).unwrap();
    lenses[0]["command"]["title"].as_str().unwrap().to_owned()
}

#[test]
fn long_solving_is_shown_can_be_stopped_and_goes_on() {
    let mut client = ready(progress(), json!({"status": true}));
    client.open(&slow());
    let create = client.server_request("window/workDoneProgress/create");
    let token = create["params"]["token"].clone();
    client.send(json!({"jsonrpc": "2.0", "id": create["id"], "result": null}));
    let ours = |message: &Value| message["method"] == "$/progress" && message["params"]["token"] == token;
    let begin = client.wait_for("the beginning", ours);
    assert_eq!(begin["params"]["value"]["kind"], "begin");
    assert_eq!(begin["params"]["value"]["message"], "t.sgg");
    let mut percent = begin["params"]["value"]["percentage"].as_i64().unwrap();
    for _ in 0..2 {
        let report = client.wait_for("a report", ours);
        assert_eq!(report["params"]["value"]["kind"], "report");
        let next = report["params"]["value"]["percentage"].as_i64().unwrap();
        assert!(percent < next && next < 100, "{percent} {next}");
        percent = next;
    }
    assert!(lens(&mut client).starts_with("solving… "), "{}", lens(&mut client));
    // Others' tokens are nobody's.
    for other in
        [json!({"token": "x"}), json!({"token": 1}), json!({}), Value::Null, json!({"token": "sgg.solve/99"})]
    {
        client.notify("window/workDoneProgress/cancel", other);
    }
    client.notify("window/workDoneProgress/cancel", json!({"token": token}));
    status(&mut client, 1, "stale");
    client.wait_for("the end", |message| ours(message) && message["params"]["value"]["kind"] == "end");
    client.server_request("workspace/codeLens/refresh");
    assert_eq!(lens(&mut client), "not solved");
    let (before, _) = support::usage(client.process());
    std::thread::sleep(std::time::Duration::from_millis(500));
    let (after, _) = support::usage(client.process());
    assert!(after - before < 0.1, "stopped, and uses a core");
    // Nothing that was not settled fails, or can be accepted.
    let tests = client.call("sgg/tests", json!({})).unwrap();
    assert_eq!(tests[0]["state"], "stale");
    assert_eq!(tests[0]["tests"][0]["expectations"][0]["outcome"], "unsettled");

    execute(&mut client, "sgg.solve", json!([{"textDocument": {"uri": URI}}]));
    client.server_request("window/workDoneProgress/create");
    client.change(2, json!([{"text": "game dag\n"}]));
    status(&mut client, 2, "fresh");
    assert_eq!(client.finish(), 0);
}

/// Nodes of minutes each, where the budget allows it: whatever is asked meanwhile is answered at once.
#[test]
fn one_node_that_takes_long_holds_nothing_up() {
    let rows: String = (1..45).map(|i| format!("  v{i} -> v0..v{}\n", i - 1)).collect();
    let mut client = ready(json!({}), json!({"solve": {"budget": 1_000_000_000_000_u64}}));
    client.open(&format!("game addsub\n{rows}  k *=9\n"));
    std::thread::sleep(std::time::Duration::from_millis(300));
    let start = std::time::Instant::now();
    for version in 2..12 {
        let comment = json!([{"range": range(1, 0, 1, 0), "text": "# more\n"}]);
        client.change(version, comment);
        let hover = client.hover();
        client.response(hover);
    }
    assert_eq!(client.finish(), 0);
    // Some milliseconds; with room for a busy machine.
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

/// The values that the first fixes would change take minutes: what may come to light with them is told of.
#[test]
fn safe_fixes_that_are_not_all_are_told_of() {
    let rows: String = (1..45).map(|i| format!("  v{i} -> v0..v{}\n", i - 1)).collect();
    let mut client = ready(json!({}), json!({"solve": {"budget": 1_000_000_000_000_u64}}));
    client.open(&format!("game addsub\n  a -> b, c\n{rows}  k *=9\n"));
    let context = json!({"diagnostics": [], "only": ["source.fixAll"]});
    let params = json!({"textDocument": {"uri": URI}, "range": range(0, 0, 0, 0), "context": context});
    let asked = client.request("textDocument/codeAction", params);
    let told = client.wait_for("a word", |message| message["method"] == "window/showMessage");
    let message = told["params"]["message"].as_str().unwrap();
    assert_eq!(message, "more safe fixes may come to light: apply all safe fixes again");
    let actions = client.answer(asked).unwrap();
    let edits = json!([{"range": range(1, 8, 1, 9), "newText": ""}]);
    assert_eq!(actions[0]["edit"]["changes"][URI], edits);
    assert_eq!(client.finish(), 0);
}

fn open(client: &mut Client, uri: &str, text: &str) {
    let document = json!({"uri": uri, "languageId": "sgg", "version": 1, "text": text});
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
}

/// Three documents of minutes each, where the budget allows it, and one of a moment: that waits for none of them.
#[test]
fn a_document_that_takes_long_holds_no_other_up() {
    let rows: String = (1..45).map(|i| format!("  v{i} -> v0..v{}\n", i - 1)).collect();
    let arcs: String = (1..300_000).map(|i| format!("  {i} -> {}\n", i - 1)).collect();
    let mut client = ready(json!({}), json!({"status": true, "solve": {"budget": 1_000_000_000_000_u64}}));
    for uri in ["file:///a.sgg", "file:///z1.sgg", "file:///z2.sgg"] {
        open(&mut client, uri, &format!("game addsub\n{rows}  k *=9\n"));
    }
    let start = std::time::Instant::now();
    client.open(&format!("game dag\n{arcs}  stones 299999\n  expect first\n"));
    status(&mut client, 1, "fresh");
    // One move more below them all: every value is another one.
    client.change(2, json!([{"range": range(1, 0, 1, 0), "text": "  0 -> end\n"}]));
    status(&mut client, 2, "fresh");
    // Where one used up all steps and left the others what it could not, this took more than a minute.
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
    assert_eq!(client.finish(), 0);
}

#[test]
fn several_documents_are_told_of_in_the_order_of_their_uris() {
    let mut client = ready(json!({}), Value::Null);
    let uris: Vec<String> = (0..8).map(|number| format!("file:///{number}.sgg")).collect();
    for uri in uris.iter().rev() {
        open(&mut client, uri, "game dag\n  a -> a\n");
    }
    for _ in &uris {
        client.diagnostics(1);
    }
    let severity = json!({"sgg": {"severity": {"cycle": "warning"}}});
    client.notify("workspace/didChangeConfiguration", json!({"settings": severity}));
    let told: Vec<Value> = uris.iter().map(|_| client.diagnostics(1)["params"]["uri"].clone()).collect();
    assert_eq!(told, uris);
    assert_eq!(client.finish(), 0);
}

#[test]
fn what_an_edit_leaves_to_solve_is_solved_without_another_message() {
    let arcs: String = (1..300_000).map(|i| format!("  {i} -> {}\n", i - 1)).collect();
    let mut client = ready(json!({}), Value::Null);
    client.open(&format!("game dag\n{arcs}  stones 299999\n  expect first\n"));
    let diagnostics = |message: Value| message["params"]["diagnostics"].as_array().unwrap().len();
    assert_eq!(diagnostics(client.diagnostics(1)), 0);
    // Now the server is at rest.
    std::thread::sleep(std::time::Duration::from_millis(200));
    // One move more below them all: every value is another one.
    client.change(2, json!([{"range": range(1, 0, 1, 0), "text": "  0 -> end\n"}]));
    // On a busy machine there may be word of version 2 before its values are known.
    client.wait_for("the failed expectation", |message| {
        message["params"]["version"] == 2 && diagnostics(message.clone()) == 1
    });
    assert_eq!(client.finish(), 0);
}

#[test]
fn a_client_without_progress_is_not_asked_to_show_it() {
    let mut client = ready(json!({}), Value::Null);
    client.open(&slow());
    std::thread::sleep(std::time::Duration::from_millis(800));
    let others = client.left_over();
    assert!(
        others.iter().all(|message| message["method"] == "textDocument/publishDiagnostics"),
        "{others:?}"
    );
    assert_eq!(client.finish(), 0);
}

fn outcomes(client: &mut Client) -> Vec<String> {
    let tests = client.call("sgg/tests", json!({})).unwrap();
    let all = tests[0]["tests"][0]["expectations"].as_array().unwrap().clone();
    all.iter().map(|one| one["outcome"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn solving_when_the_file_is_saved() {
    let mut client = ready(json!({}), json!({"status": true, "solve": {"when": "onSave"}}));
    client.open(FAILING);
    status(&mut client, 1, "fresh");
    assert_eq!(client.diagnostics(1)["params"]["diagnostics"].as_array().unwrap().len(), 1);
    assert_eq!(lens(&mut client), "First wins · value 1 · expected second");
    // Values are kept, and nothing is said to fail by them.
    client.change(2, json!([{"range": range(1, 8, 1, 8), "text": " -> c"}]));
    status(&mut client, 2, "stale");
    assert_eq!(client.diagnostics(2)["params"]["diagnostics"], json!([]));
    assert_eq!(lens(&mut client), "First wins · value 1 · stale");
    assert_eq!(outcomes(&mut client), ["unsettled", "unsettled"]);
    let lenses = client.call("textDocument/codeLens", json!({"textDocument": {"uri": URI}})).unwrap();
    assert_eq!(lenses.as_array().unwrap().len(), 1, "nothing can be accepted");
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": URI}}));
    status(&mut client, 2, "fresh");
    // a -> b -> c: b is worth 1, a 0.
    assert_eq!(lens(&mut client), "Second wins · value 0 · expected value 1");
    assert_eq!(outcomes(&mut client), ["passed", "failed"]);
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": {"sgg": {"solve.when": "sometimes"}}}),
    );
    let told = client.wait_for("a word", |message| message["method"] == "window/showMessage");
    assert!(told["params"]["message"].as_str().unwrap().contains("onType, onSave, manual"), "{told}");
    assert_eq!(client.finish(), 0);
}

#[test]
fn settings_that_can_not_be_used_are_told_once() {
    let mut client = ready(json!({}), json!({"sgg": {"reveal": "no"}}));
    let mut give = |settings: Value| {
        client.notify("workspace/didChangeConfiguration", json!({"settings": {"sgg": settings}}));
    };
    give(json!({"reveal": "no"}));
    give(json!({"reveal": "no", "codeLens": true}));
    give(json!({"reveal": 1}));
    give(json!({"reveal": true}));
    give(json!({"reveal": 1}));
    client.open("game dag\n");
    let mut told = Vec::new();
    client.wait_for("diagnostics", |message| {
        if message["method"] == "window/showMessage" {
            told.push(message["params"]["message"].as_str().unwrap().to_owned());
        }
        message["method"] == "textDocument/publishDiagnostics"
    });
    let warning =
        |value| format!("setting `sgg.reveal` is {value}, but true or false is expected; it changes nothing");
    assert_eq!(told, [warning("\"no\""), warning("1"), warning("1")]);
    assert_eq!(client.finish(), 0);
}

#[test]
fn solving_when_a_person_says_so() {
    let mut client = ready(json!({}), json!({"status": true, "sgg": {"solve.when": "manual"}}));
    client.open(FAILING);
    status(&mut client, 1, "stale");
    assert_eq!(client.diagnostics(1)["params"]["diagnostics"], json!([]));
    assert_eq!(lens(&mut client), "not solved");
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": URI}}));
    assert_eq!(lens(&mut client), "not solved");
    let solve = json!([{"textDocument": {"uri": URI}}]);
    execute(&mut client, "sgg.solve", solve.clone());
    status(&mut client, 1, "fresh");
    assert_eq!(lens(&mut client), "First wins · value 1 · expected second");
    assert_eq!(client.diagnostics(1)["params"]["diagnostics"].as_array().unwrap().len(), 1);
    client.change(2, json!([{"range": range(3, 9, 3, 15), "text": "first"}]));
    status(&mut client, 2, "stale");
    assert_eq!(lens(&mut client), "First wins · value 1 · stale");
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"sgg": {"solve.when": "onType"}}}));
    status(&mut client, 2, "fresh");
    assert_eq!(lens(&mut client), "First wins · value 1 · as expected");
    assert_eq!(client.finish(), 0);
}

#[test]
fn a_uri_that_is_none_is_served_all_the_same() {
    let mut client = ready(json!({}), Value::Null);
    let raw = "file:///my games/é.sgg";
    let document = json!({"uri": raw, "languageId": "sgg", "version": 7, "text": FAILING});
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let told = client.diagnostics(7);
    assert_eq!(told["params"]["uri"], "file:///my%20games/%C3%A9.sgg");
    assert_eq!(told["params"]["diagnostics"].as_array().unwrap().len(), 1);
    let lenses = client.call("textDocument/codeLens", json!({"textDocument": {"uri": raw}})).unwrap();
    assert_eq!(lenses.as_array().unwrap().len(), 2);
    let solve = execute(&mut client, "sgg.solve", json!([{"textDocument": {"uri": raw}}]));
    assert_eq!(solve["error"], Value::Null);
    let at = json!({"textDocument": {"uri": raw}, "position": {"line": 1, "character": 2}});
    let mut item = client.call("textDocument/prepareCallHierarchy", at).unwrap()[0].clone();
    item["uri"] = json!(raw);
    let called = client.call("callHierarchy/outgoingCalls", json!({ "item": item })).unwrap();
    assert_eq!(called[0]["to"]["name"], "b");
    let nowhere = json!({"uri": "t.sgg", "languageId": "sgg", "version": 1, "text": ""});
    client.notify("textDocument/didOpen", json!({ "textDocument": nowhere }));
    assert!(client.call("sgg/tests", json!({})).is_ok());
    client.wait_for_stderr("`t.sgg` is no URI");
    assert_eq!(client.finish(), 0);
}
