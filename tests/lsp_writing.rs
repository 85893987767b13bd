//! What helps writing, as a process: completion, colours as they change, formatting of a part, code actions.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::expect_used)]

mod support;

use std::process::Command;

use serde_json::{Value, json};
use support::{Client, URI, cancel};

fn ready(capabilities: Value) -> Client {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgg"));
    command.arg("lsp");
    let mut client = Client::start(command);
    client.initialize(capabilities);
    client
}

fn range(line: u32, start: u32, end_line: u32, end: u32) -> Value {
    json!({"start": {"line": line, "character": start}, "end": {"line": end_line, "character": end}})
}

fn document() -> Value {
    json!({"uri": URI})
}

// --- completion ---

fn complete(client: &mut Client, line: u32, character: u32) -> Value {
    let at = json!({"line": line, "character": character});
    client.call("textDocument/completion", json!({"textDocument": document(), "position": at})).unwrap()
}

fn labels(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect()
}

#[test]
fn completion_for_a_client_that_can_little() {
    let mut client = ready(json!({}));
    client.open("game dag\n  \"é b\" -> c\n  stones é c\n");
    // Behind `é`, which is one unit of UTF-16: the name needs its quotes.
    let list = complete(&mut client, 2, 10);
    assert_eq!(labels(&list), ["\"é b\""]);
    assert_eq!(list["isIncomplete"], true);
    let item = &list["items"][0];
    assert_eq!(item["textEdit"], json!({"range": range(2, 9, 2, 10), "newText": "\"é b\""}));
    assert_eq!(item["filterText"], "é b");
    assert_eq!(item["detail"], "Grundy value 1");
    assert_eq!(item["kind"], 6);
    let resolved = client.call("completionItem/resolve", item.clone()).unwrap();
    let page = resolved["documentation"]["value"].as_str().unwrap();
    assert!(page.starts_with("\"é b\" · Grundy value 1, an N-position"), "{page}");
    assert_eq!(resolved["documentation"]["kind"], "plaintext");
    // What was offered before an edit says nothing of what is there now.
    client.change(2, json!([{"range": range(1, 0, 2, 0), "text": ""}]));
    let stale = client.call("completionItem/resolve", item.clone()).unwrap();
    assert_eq!(stale["documentation"], Value::Null);
    assert_eq!(client.finish(), 0);
}

#[test]
fn what_is_completed_holds_the_cursor_though_a_byte_order_mark_stands_before_it() {
    for (encoding, mark) in [("utf-8", 3), ("utf-16", 1), ("utf-32", 1)] {
        let mut client = ready(json!({"general": {"positionEncodings": [encoding]}}));
        client.open("\u{feff}ga\n");
        let before = json!({"textDocument": document(), "position": {"line": 0, "character": mark - 1}});
        assert_eq!(client.call("textDocument/completion", before), Ok(Value::Null));
        for column in [mark, mark + 2] {
            let list = complete(&mut client, 0, column);
            assert_eq!(list["items"][0]["textEdit"]["range"], range(0, mark, 0, column), "{encoding}");
        }
    }
}

#[test]
fn completion_with_snippets_and_two_ranges() {
    let item = json!({
        "snippetSupport": true, "insertReplaceSupport": true, "documentationFormat": ["markdown", "plaintext"]
    });
    let mut client = ready(json!({"textDocument": {"completion": {"completionItem": item}}}));
    client.open("ga\ngame dxg\n");
    let list = complete(&mut client, 0, 2);
    let game = &list["items"][0];
    assert_eq!(game["insertTextFormat"], 2);
    assert_eq!(game["documentation"]["kind"], "markdown");
    assert!(
        game["documentation"]["value"].as_str().unwrap().starts_with("`game KIND [\"title\"]` starts a game")
    );
    let list = complete(&mut client, 1, 6);
    assert_eq!(labels(&list), ["dag", "addsub"]);
    let edit = &list["items"][0]["textEdit"];
    assert_eq!(edit["insert"], range(1, 5, 1, 6));
    assert_eq!(edit["replace"], range(1, 5, 1, 8));
    assert_eq!(client.finish(), 0);
}

#[test]
fn hidden_values_are_not_offered() {
    let mut client = ready(json!({}));
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"sgg": {"reveal": false}}}));
    client.open("game dag\n  a -> b\n  stones a\n  expect \n");
    let list = complete(&mut client, 3, 9);
    assert_eq!(labels(&list), ["first", "second", "value", "sg"]);
    assert!(!list.to_string().contains("holds"));
    let list = complete(&mut client, 2, 9);
    assert!(!list.to_string().contains("Grundy value 1"), "{list}");
}

#[test]
fn names_of_a_large_game_are_asked_for_by_what_is_typed() {
    let mut client = ready(json!({}));
    let arcs: String = (1..=100_000).map(|node| format!("  n{node} -> n{}\n", node / 2)).collect();
    client.open(&format!("game dag\n{arcs}  stones n9999\n"));
    client.diagnostics(1);
    let list = complete(&mut client, 100_001, 14);
    let expected =
        ["n9999", "n99990", "n99991", "n99992", "n99993", "n99994", "n99995", "n99996", "n99997", "n99998"];
    assert_eq!(labels(&list)[..10], expected);
    assert_eq!(list["isIncomplete"], true);
    let list = complete(&mut client, 100_001, 9);
    assert_eq!(labels(&list).len(), 101);
    assert_eq!(list["isIncomplete"], true);
}

// --- colours ---

fn tokens(client: &mut Client) -> Value {
    client.call("textDocument/semanticTokens/full", json!({"textDocument": document()})).unwrap()
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().map_or(Vec::new(), |all| all.iter().map(|one| one.as_u64().unwrap()).collect())
}

/// The client's tokens after what the server said has changed of them.
fn applied(before: &[u64], answer: &Value) -> Vec<u64> {
    let mut tokens = before.to_vec();
    for edit in answer["edits"].as_array().unwrap() {
        let start = edit["start"].as_u64().unwrap() as usize;
        let end = start + edit["deleteCount"].as_u64().unwrap() as usize;
        tokens.splice(start..end, numbers(&edit["data"]));
    }
    tokens
}

#[test]
fn the_names_of_a_nodes_line_are_declarations() {
    let mut client = ready(json!({}));
    client.open("game dag\n  nodes a \"b c\" 0..2 # d\n  nodes -> a\n");
    let tokens = numbers(&tokens(&mut client)["data"]);
    let modifiers: Vec<u64> = tokens.chunks(5).map(|token| token[4]).collect();
    // `game dag`, then `nodes a "b c" 0 .. 2 # d`, then an arc from a node that is called `nodes`.
    assert_eq!(modifiers, [0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0]);
    assert_eq!(client.finish(), 0);
}

#[test]
fn colours_change_by_what_is_new() {
    let mut client = ready(json!({}));
    client.open("# é\n\ngame dag\n  a -> b\n\n  b -> c\n  stones a\n");
    let first = tokens(&mut client);
    let mut known = numbers(&first["data"]);
    let mut id = first["resultId"].as_str().unwrap().to_owned();
    let edits = [
        json!([{"range": range(3, 2, 3, 3), "text": "aa"}]),
        json!([{"range": range(1, 0, 1, 0), "text": "# x\n# y"}]),
        json!([{"range": range(0, 0, 0, 3), "text": ""}]),
        json!([]),
        json!([{"range": range(3, 0, 6, 0), "text": ""}]),
        json!([{"range": range(0, 0, 9, 0), "text": ""}]),
        json!([{"range": range(0, 0, 0, 0), "text": "game nim\r\n1 -> 2"}]),
        json!([{"range": range(0, 8, 1, 0), "text": "\r"}]),
        json!([{"text": "round"}]),
    ];
    for (version, edit) in (2..).zip(edits) {
        client.change(version, edit.clone());
        let params = json!({"textDocument": document(), "previousResultId": id});
        let answer = client.call("textDocument/semanticTokens/full/delta", params).unwrap();
        known = applied(&known, &answer);
        let whole = tokens(&mut client);
        assert_eq!(known, numbers(&whole["data"]), "{edit} {answer}");
        id = whole["resultId"].as_str().unwrap().to_owned();
    }
    // Of an answer that is not the last one nothing is remembered: all tokens come.
    let params = json!({"textDocument": document(), "previousResultId": "other"});
    let answer = client.call("textDocument/semanticTokens/full/delta", params).unwrap();
    assert_eq!(numbers(&answer["data"]), known);
    assert_eq!(client.finish(), 0);
}

#[test]
fn a_keystroke_in_a_large_file_changes_few_colours() {
    let mut client = ready(json!({}));
    client.open(&format!("game dag\n{}", "  a -> b\n".repeat(50_000)));
    let first = tokens(&mut client);
    client.change(2, json!([{"range": range(25_000, 3, 25_000, 3), "text": "x"}]));
    let params = json!({"textDocument": document(), "previousResultId": first["resultId"]});
    let answer = client.call("textDocument/semanticTokens/full/delta", params).unwrap();
    let edits = answer["edits"].as_array().unwrap();
    assert_eq!(edits.len(), 1);
    // Two of `game dag`, three of each line before; the line has three, and the next one is told from there.
    assert_eq!(edits[0]["start"], (2 + 3 * 24_999) * 5);
    assert_eq!(edits[0]["deleteCount"], 4 * 5);
    assert_eq!(numbers(&edits[0]["data"])[..10], [1, 2, 2, 2, 0, 0, 3, 2, 5, 0]);
}

// --- formatting of a part ---

#[test]
fn some_lines_are_formatted() {
    let mut client = ready(json!({}));
    client.open("game dag\n  é->b\nb   ->c\n");
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let params = json!({"textDocument": document(), "range": range(1, 0, 2, 0), "options": options});
    let edits = client.call("textDocument/rangeFormatting", params).unwrap();
    assert_eq!(edits, json!([{"range": range(1, 3, 1, 5), "newText": " -> "}]));
    assert_eq!(client.finish(), 0);
}

// --- code actions ---

fn actions(client: &mut Client, range: Value, only: Value) -> Vec<Value> {
    let mut context = json!({"diagnostics": []});
    if !only.is_null() {
        context["only"] = only;
    }
    let params = json!({"textDocument": document(), "range": range, "context": context});
    let answer = client.call("textDocument/codeAction", params).unwrap();
    answer.as_array().unwrap().clone()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().map(|action| action["title"].as_str().unwrap()).collect()
}

#[test]
fn actions_of_the_kinds_that_are_asked_for() {
    let workspace = json!({"workspaceEdit": {"documentChanges": true}});
    let mut client = ready(json!({ "workspace": workspace }));
    client.open("game dag\n  😀 -> b\n  \"😀\" -> b 0 1 2\n  stones b\n  expect first\n");
    client.diagnostics(1);
    // Behind `0`; the smiley is two units of UTF-16.
    let place = range(2, 13, 2, 13);
    let all = actions(&mut client, place.clone(), Value::Null);
    assert_eq!(titles(&all), ["write `0..2` for `0 1 2`", "write one arc on each line"]);
    let edit = &all[0]["edit"]["documentChanges"][0];
    assert_eq!(edit["textDocument"]["version"], 1);
    assert_eq!(edit["edits"], json!([{"range": range(2, 12, 2, 17), "newText": "0..2"}]));
    assert_eq!(all[0]["kind"], "refactor.rewrite");
    assert_eq!(actions(&mut client, place.clone(), json!(["refactor"])).len(), 2);
    assert_eq!(actions(&mut client, place.clone(), json!(["quickfix"])).len(), 0);
    assert_eq!(actions(&mut client, place, json!(["refactor.extract"])).len(), 0);
    let fixes = actions(&mut client, range(1, 0, 1, 0), json!(["quickfix"]));
    assert_eq!(titles(&fixes), ["replace `😀` by `\"😀\"`"]);
    assert_eq!(client.finish(), 0);
}

#[test]
fn of_two_readings_none_is_preferred() {
    let mut client = ready(json!({}));
    client.open("game dag\n  a -> b; c\n  a -> d, stones a\n  b → c\n");
    client.diagnostics(1);
    let mut preferred = |line: u32| -> Vec<Value> {
        let fixes = actions(&mut client, range(line, 0, line, 0), json!(["quickfix"]));
        fixes.into_iter().map(|fix| fix["isPreferred"].clone()).collect()
    };
    assert_eq!(preferred(1), [false, false]);
    assert_eq!(preferred(2), [false, false]);
    assert_eq!(preferred(3), [true]);
    assert_eq!(client.finish(), 0);
}

/// A game whose 30 arrows are wrong.
fn wrong_arrows() -> String {
    let lines: String = (0..30).map(|number| format!("  a{number} -- b{number}\n")).collect();
    format!("game dag\n{lines}")
}

fn places(action: &Value) -> usize {
    action["edit"]["changes"][URI].as_array().map_or(0, Vec::len)
}

#[test]
fn an_edit_of_many_places_is_sent_when_somebody_chooses_it() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgg"));
    command.arg("lsp");
    let mut client = Client::start(command);
    let support = json!({"resolveSupport": {"properties": ["edit"]}});
    let result = client.initialize(json!({"textDocument": {"codeAction": support}}));
    assert_eq!(result["capabilities"]["codeActionProvider"]["resolveProvider"], true);
    client.open(&wrong_arrows());
    client.diagnostics(1);
    let fixes = actions(&mut client, range(1, 6, 1, 6), json!(["quickfix"]));
    assert_eq!(titles(&fixes), ["replace `--` by `->`", "replace `--` by `->` in the whole game"]);
    assert_eq!((places(&fixes[0]), &fixes[0]["data"]), (1, &Value::Null));
    assert_eq!((&fixes[1]["edit"], &fixes[1]["kind"]), (&Value::Null, &json!("quickfix")));
    let resolve = |client: &mut Client, action: &Value| client.call("codeAction/resolve", action.clone());
    let resolved = resolve(&mut client, &fixes[1]).unwrap();
    assert_eq!((places(&resolved), &resolved["title"]), (30, &fixes[1]["title"]));
    assert_eq!(resolved["edit"]["changes"][URI][29], json!({"range": range(30, 6, 30, 8), "newText": "->"}));
    // What has its edit, or data of another server, comes back as it was.
    assert_eq!(resolve(&mut client, &fixes[0]).unwrap(), fixes[0]);
    let foreign = json!({"title": "x", "data": {"uri": 5}});
    assert_eq!(resolve(&mut client, &foreign).unwrap(), foreign);
    // After an edit, or where nothing is open any more, there is nothing that it stands for.
    client.change(2, json!([{"range": range(0, 0, 0, 0), "text": "# one line more\n"}]));
    assert_eq!(resolve(&mut client, &fixes[1]), Err(-32801));
    client.change(3, json!([{"text": "game dag\n  a => b\n  c => d\n"}]));
    for only in ["source", "source.fixAll", "source.fixAll.sgg", "source.fixAll.other"] {
        let all = actions(&mut client, range(0, 0, 0, 0), json!([only]));
        let kinds: Vec<&Value> = all.iter().map(|action| &action["kind"]).collect();
        assert_eq!(kinds.is_empty(), only.ends_with("other"), "{only}");
        assert!(kinds.iter().all(|kind| *kind == "source.fixAll.sgg"));
    }
    let all = actions(&mut client, range(0, 0, 0, 0), json!(["source.fixAll"]));
    assert_eq!((titles(&all), &all[0]["edit"]), (vec!["Apply all safe fixes"], &Value::Null));
    assert_eq!(places(&resolve(&mut client, &all[0]).unwrap()), 2);
    // What the first fixes bring to light is mended too: the second line is the first one's arc once more.
    client.change(4, json!([{"text": "game dag\n  a -> b, c\n  a → b\n"}]));
    let mends = actions(&mut client, range(0, 0, 0, 0), json!(["source.fixAll"]));
    let mended = resolve(&mut client, &mends[0]).unwrap();
    assert_eq!(
        mended["edit"]["changes"][URI],
        json!([{"range": range(1, 8, 1, 9), "newText": ""}, {"range": range(2, 0, 3, 0), "newText": ""}])
    );
    client.change(5, json!([{"text": "game dag\n  a -> b\n"}]));
    assert_eq!(actions(&mut client, range(0, 0, 0, 0), json!(["source.fixAll"])), Vec::<Value>::new());
    client.notify("textDocument/didClose", json!({"textDocument": document()}));
    assert_eq!(resolve(&mut client, &all[0]), Err(-32801));
    assert_eq!(client.finish(), 0);
}

/// Of a file of this length each line is mended, and all but one of them go then.
#[test]
fn all_safe_fixes_hold_nothing_up_and_stop_when_nobody_wants_them() {
    let mut client = ready(json!({}));
    let text = format!("game dag\n{}", "  a -> b, c\n".repeat(40_000));
    client.open(&text);
    client.diagnostics(1);
    let ask = |client: &mut Client| {
        let context = json!({"diagnostics": [], "only": ["source.fixAll"]});
        let params = json!({"textDocument": document(), "range": range(0, 0, 0, 0), "context": context});
        client.request("textDocument/codeAction", params)
    };
    let (slow, quick) = (ask(&mut client), client.hover());
    let first = client.wait_for("an answer", |message| message["id"] == slow || message["id"] == quick);
    assert_eq!(first["id"], quick);
    client.send(cancel(slow));
    assert_eq!(client.answer(slow), Err(-32800));
    let slow = ask(&mut client);
    client.change(2, json!([{"text": text}]));
    assert_eq!(client.answer(slow), Err(-32801));
    assert_eq!(client.finish(), 0);
}

#[test]
fn a_client_that_asks_for_no_edit_later_has_it_at_once() {
    for support in [json!({}), json!({"resolveSupport": {"properties": ["command"]}})] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sgg"));
        command.arg("lsp");
        let mut client = Client::start(command);
        let result = client.initialize(json!({"textDocument": {"codeAction": support}}));
        assert_eq!(result["capabilities"]["codeActionProvider"]["resolveProvider"], Value::Null);
        client.open(&wrong_arrows());
        client.diagnostics(1);
        let fixes = actions(&mut client, range(1, 6, 1, 6), json!(["quickfix"]));
        assert_eq!((places(&fixes[1]), &fixes[1]["data"]), (30, &Value::Null));
        client.change(2, json!([{"text": "game dag\n  a => b\n  c => d\n"}]));
        let all = actions(&mut client, range(0, 0, 0, 0), json!(["source"]));
        assert_eq!(places(&all[0]), 2);
        assert_eq!(client.finish(), 0);
    }
}

#[test]
fn a_code_is_explained_in_any_editor() {
    let mut client = ready(json!({}));
    client.open("game dag\n  a -> b\n  b -> a\n");
    client.diagnostics(1);
    let fixes = actions(&mut client, range(2, 2, 2, 2), json!(["quickfix"]));
    assert_eq!(titles(&fixes), ["remove `b -> a`", "make the game `loopy`"]);
    let all = actions(&mut client, range(2, 2, 2, 2), Value::Null);
    assert_eq!(titles(&all)[..3], ["remove `b -> a`", "make the game `loopy`", "Explain `cycle`"]);
    let command = &all[2]["command"];
    let params = json!({"command": command["command"], "arguments": command["arguments"]});
    assert_eq!(client.call("workspace/executeCommand", params), Ok(Value::Null));
    let shown = client.wait_for("the page", |message| message["method"] == "window/showMessage");
    assert_eq!(shown["params"]["type"], 3);
    let text = shown["params"]["message"].as_str().unwrap();
    assert!(
        text.starts_with("cycle: Error. In a `dag`, `addsub` or `nim` game some arcs lead back"),
        "{text}"
    );
    assert!(text.contains("\n\nRemove the arc that closes the cycle"), "{text}");
    let params = json!({"command": "sgg.explain", "arguments": [{"code": "cycel"}]});
    assert_eq!(client.call("workspace/executeCommand", params), Err(-32602));
    assert_eq!(client.finish(), 0);
}

#[test]
fn hidden_values_are_not_written() {
    let mut client = ready(json!({}));
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"sgg": {"reveal": false}}}));
    client.open("game dag\n  a -> b\n  stones a\n");
    client.diagnostics(1);
    assert_eq!(actions(&mut client, range(2, 3, 2, 3), Value::Null).len(), 0);
}

#[test]
fn what_holds_is_hidden_where_an_expectation_fails() {
    let mut client = ready(json!({}));
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"sgg": {"reveal": false}}}));
    client.open("game dag\n  a -> b\n  stones a\n  expect second\n");
    let told = client.wait_for("the failed expectation", |message| {
        message["method"] == "textDocument/publishDiagnostics"
            && message.to_string().contains("expect-failed")
    });
    assert!(told.to_string().contains("what holds is hidden"), "{told}");
    assert!(!told.to_string().contains("First"), "{told}");
    let offered = actions(&mut client, range(3, 10, 3, 10), Value::Null);
    assert!(offered.iter().all(|action| action["edit"].is_null()), "{offered:?}");
    // The language's own pages give nothing away.
    let at = |line: u64, character: u64| json!({"textDocument": document(), "position": {"line": line, "character": character}});
    let page = client.call("textDocument/hover", at(0, 6)).unwrap();
    assert!(page.to_string().contains("Sprague"), "{page}");
    assert_eq!(client.call("textDocument/hover", at(1, 2)), Ok(Value::Null));
    assert_eq!(client.finish(), 0);
}
