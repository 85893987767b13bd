//! From one place to another, and what a file consists of: as a whole process answers it.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::expect_used)]

mod support;

use std::process::Command;
use std::time::Instant;

use serde_json::{Value, json};
use support::{Client, URI};

/// UVa 11927, sample 2, with a name beyond ASCII before others.
const TEXT: &str = "\
# UVa 11927
# and more
game dag \"sample\"
  \"😀\" 0 -> 1 2
  2 -> 1
  round \"one\"
    stones 0..2
    stones \"😀\"=2
";

fn start(capabilities: Value, text: &str) -> Client {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgg"));
    command.arg("lsp");
    let mut client = Client::start(command);
    client.initialize(capabilities);
    client.open(text);
    client.diagnostics(1);
    client
}

fn at(line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character}})
}

fn file() -> Value {
    json!({"textDocument": {"uri": URI}})
}

fn with(mut params: Value, more: &Value) -> Value {
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    params
}

fn range(line: u32, start: u32, end: u32) -> Value {
    json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": end}})
}

#[test]
fn capabilities() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgg"));
    command.arg("lsp");
    let mut client = Client::start(command);
    let told = client.initialize(json!({}));
    for provider in [
        "definition",
        "declaration",
        "implementation",
        "references",
        "documentHighlight",
        "rename",
        "documentSymbol",
        "workspaceSymbol",
        "foldingRange",
        "selectionRange",
        "callHierarchy",
    ] {
        assert_eq!(told["capabilities"][format!("{provider}Provider")], true, "{provider}");
    }
    assert_eq!(told["capabilities"]["documentLinkProvider"], json!({"resolveProvider": false}));
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgg"));
    command.arg("lsp");
    let mut client = Client::start(command);
    let told = client.initialize(json!({"textDocument": {"rename": {"prepareSupport": true}}}));
    assert_eq!(told["capabilities"]["renameProvider"], json!({"prepareProvider": true}));
}

#[test]
fn definitions() {
    let mut client = start(json!({}), TEXT);
    // UTF-16: the sign before is two units.
    let place = json!([{"uri": URI, "range": range(3, 14, 15)}]);
    assert_eq!(client.call("textDocument/definition", at(6, 14)), Ok(place));
    let arcs = json!([{"uri": URI, "range": range(4, 2, 3)}]);
    assert_eq!(client.call("textDocument/implementation", at(3, 14)), Ok(arcs));
    assert_eq!(client.call("textDocument/definition", at(2, 0)), Ok(Value::Null));
    assert_eq!(client.call("textDocument/definition", at(99, 99)), Ok(Value::Null));
    let elsewhere = json!({"textDocument": {"uri": "file:///no"}, "position": {"line": 0, "character": 0}});
    assert_eq!(client.call("textDocument/definition", elsewhere), Ok(Value::Null));
    assert_eq!(client.finish(), 0);

    let links = json!({"textDocument": {"declaration": {"linkSupport": true}}});
    let mut client = start(links, "game dag\n  a -> b\n  nodes a b\n");
    let link = json!([{"originSelectionRange": range(1, 7, 8), "targetUri": URI,
        "targetRange": range(2, 10, 11), "targetSelectionRange": range(2, 10, 11)}]);
    assert_eq!(client.call("textDocument/declaration", at(1, 7)), Ok(link));
}

#[test]
fn references_and_highlights() {
    let mut client = start(json!({}), TEXT);
    let all = json!([range(3, 12, 13), range(4, 7, 8), range(6, 11, 15)]);
    let ranges = |found: Value| -> Value {
        found.as_array().unwrap().iter().map(|found| found["range"].clone()).collect()
    };
    let wanted = with(at(4, 8), &json!({"context": {"includeDeclaration": true}}));
    assert_eq!(ranges(client.call("textDocument/references", wanted).unwrap()), all);
    let others = with(at(4, 8), &json!({"context": {"includeDeclaration": false}}));
    let found = ranges(client.call("textDocument/references", others).unwrap());
    assert_eq!(found, json!([range(4, 7, 8), range(6, 11, 15)]));
    let found = client.call("textDocument/documentHighlight", at(4, 2)).unwrap();
    assert_eq!(ranges(found.clone()), json!([range(3, 14, 15), range(4, 2, 3), range(6, 11, 15)]));
    let kinds: Value = found.as_array().unwrap().iter().map(|found| found["kind"].clone()).collect();
    assert_eq!(kinds, json!([2, 3, 2]));
}

#[test]
fn renames_in_every_encoding() {
    // `1` behind the sign stands at 12 in UTF-16, 14 in UTF-8, 11 in UTF-32.
    for (encoding, column) in [("utf-16", 12), ("utf-8", 14), ("utf-32", 11)] {
        let client = json!({"general": {"positionEncodings": [encoding]},
            "workspace": {"workspaceEdit": {"documentChanges": true}}});
        let mut client = start(client, TEXT);
        let prepared = client.call("textDocument/prepareRename", at(4, 7)).unwrap();
        assert_eq!(prepared, json!({"range": range(4, 7, 8), "placeholder": "1"}));
        let asked = with(at(3, column), &json!({"newName": "(1)"}));
        let edits = json!([
            {"range": range(3, column, column + 1), "newText": "\"(1)\""},
            {"range": range(4, 7, 8), "newText": "\"(1)\""},
            {"range": range(6, 11, 15), "newText": "0 \"(1)\" 2"},
        ]);
        let document = json!({"uri": URI, "version": 1});
        let expected = json!({"documentChanges": [{"textDocument": document, "edits": edits}]});
        assert_eq!(client.call("textDocument/rename", asked), Ok(expected), "{encoding}");
        assert_eq!(client.finish(), 0);
    }
}

#[test]
fn renames_without_versions_and_behind_a_byte_order_mark() {
    let mut client = start(json!({}), "\u{feff}a -> b\n");
    let asked = with(at(0, 1), &json!({"newName": "c"}));
    let expected = json!({"changes": {URI: [{"range": range(0, 1, 2), "newText": "c"}]}});
    assert_eq!(client.call("textDocument/rename", asked), Ok(expected));
    // Its own name is no change.
    let asked = with(at(0, 1), &json!({"newName": "a"}));
    assert_eq!(client.call("textDocument/rename", asked), Ok(Value::Null));
}

#[test]
fn a_refused_rename_says_why() {
    let mut client = start(json!({}), TEXT);
    let id = client.request("textDocument/rename", with(at(4, 2), &json!({"newName": "1"})));
    let error = client.response(id)["error"].clone();
    assert_eq!(error["code"], -32803);
    assert_eq!(
        error["message"],
        "this game has a node `1` already (line 4), and a rename does not make one node of two"
    );
    let id = client.request("textDocument/rename", with(at(4, 2), &json!({"newName": "a\nb"})));
    assert_eq!(client.response(id)["error"]["message"], "a name can't go on in another line");
    let id = client.request("textDocument/rename", with(at(4, 2), &json!({"newName": "2\u{200b}"})));
    assert_eq!(
        client.response(id)["error"]["message"],
        "this name has an invisible sign, U+200B: it would look like another name"
    );
    assert_eq!(client.call("textDocument/prepareRename", at(2, 0)), Ok(Value::Null));
    assert_eq!(client.finish(), 0);
}

#[test]
fn symbols() {
    let trees = json!({"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}});
    let mut client = start(trees, TEXT);
    let found = client.call("textDocument/documentSymbol", file()).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 1);
    let game = &found[0];
    assert_eq!((&game["name"], &game["kind"]), (&json!("sample"), &json!(3)));
    assert_eq!(game["detail"], "dag · 1 round");
    assert_eq!(game["range"]["end"], json!({"line": 7, "character": 17}));
    assert_eq!(game["selectionRange"], range(2, 9, 17));
    let children = game["children"].as_array().unwrap();
    let told: Vec<&str> = children.iter().map(|child| child["name"].as_str().unwrap()).collect();
    assert_eq!(told, ["😀", "0", "1", "2", "one"]);
    // The sign and 0 lead to 1, worth 0, and to 2, worth 1.
    assert_eq!(children[0]["detail"], "2");
    assert_eq!(children[4]["detail"], "First wins · 2 ⊕ 0 ⊕ 1 = 3");
    assert_eq!(client.finish(), 0);

    let mut client = start(json!({}), TEXT);
    let flat = client.call("textDocument/documentSymbol", file()).unwrap();
    let flat = flat.as_array().unwrap();
    assert_eq!(flat.len(), 6);
    assert_eq!((&flat[5]["name"], &flat[5]["containerName"]), (&json!("one"), &json!("sample")));
    let found = client.call("workspace/symbol", json!({"query": "ONE"})).unwrap();
    assert_eq!(found[0]["location"], json!({"uri": URI, "range": range(5, 8, 13)}));
    assert_eq!(found.as_array().unwrap().len(), 1);
}

#[test]
fn folds_as_the_client_wants_them() {
    let mut client = start(json!({}), TEXT);
    let found = client.call("textDocument/foldingRange", file()).unwrap();
    let expected = json!([
        {"startLine": 0, "startCharacter": 11, "endLine": 1, "endCharacter": 10, "kind": "comment"},
        {"startLine": 2, "startCharacter": 17, "endLine": 7, "endCharacter": 17},
        {"startLine": 5, "startCharacter": 13, "endLine": 7, "endCharacter": 17},
    ]);
    assert_eq!(found, expected);
    let folding = json!({"textDocument": {"foldingRange": {"lineFoldingOnly": true, "rangeLimit": 1}}});
    let mut client = start(folding, TEXT);
    let found = client.call("textDocument/foldingRange", file()).unwrap();
    assert_eq!(found, json!([{"startLine": 2, "endLine": 7}]));
}

#[test]
fn selections_grow() {
    let mut client = start(json!({}), TEXT);
    let asked =
        with(file(), &json!({"positions": [{"line": 4, "character": 7}, {"line": 0, "character": 0}]}));
    let found = client.call("textDocument/selectionRange", asked).unwrap();
    let mut ranges = Vec::new();
    let mut next = &found[0];
    while !next.is_null() {
        ranges.push(next["range"].clone());
        next = &next["parent"];
    }
    let to = |line: u32, character: u32, end_line: u32, end: u32| json!({"start": {"line": line, "character": character}, "end": {"line": end_line, "character": end}});
    let expected = [range(4, 7, 8), range(4, 2, 8), range(4, 0, 8), to(2, 0, 7, 17), to(0, 0, 8, 0)];
    assert_eq!(ranges, expected);
    assert_eq!(found.as_array().unwrap().len(), 2);
    let many = with(file(), &json!({"positions": vec![json!({"line": 0, "character": 0}); 1001]}));
    assert_eq!(client.call("textDocument/selectionRange", many), Ok(Value::Null));
}

#[test]
fn links() {
    let tooltips = json!({"textDocument": {"documentLink": {"tooltipSupport": true}}});
    let mut client = start(tooltips, TEXT);
    let found = client.call("textDocument/documentLink", file()).unwrap();
    let target = "https://onlinejudge.org/external/119/11927.pdf";
    let link = json!({"range": range(0, 2, 11), "target": target, "tooltip": "UVa 11927 at onlinejudge.org"});
    assert_eq!(found, json!([link]));
}

#[test]
fn calls() {
    let mut client = start(json!({}), TEXT);
    let found = client.call("textDocument/prepareCallHierarchy", at(4, 2)).unwrap();
    let item = found[0].clone();
    assert_eq!((&item["name"], &item["detail"]), (&json!("2"), &json!("Grundy value 1 · sample")));
    let incoming = client.call("callHierarchy/incomingCalls", json!({"item": item})).unwrap();
    let names: Vec<&str> =
        incoming.as_array().unwrap().iter().map(|call| call["from"]["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["0", "😀"]);
    assert_eq!(incoming[0]["fromRanges"], json!([range(3, 14, 15)]));
    let outgoing = client.call("callHierarchy/outgoingCalls", json!({"item": item})).unwrap();
    assert_eq!(outgoing[0]["to"]["name"], "1");
    assert_eq!(outgoing[0]["fromRanges"], json!([range(4, 7, 8)]));
    assert_eq!(client.finish(), 0);
}

#[test]
fn values_that_are_hidden_are_hidden_here_too() {
    let mut client = start(json!({}), TEXT);
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"sgg": {"reveal": false}}}));
    let found = client.call("textDocument/documentSymbol", file()).unwrap();
    assert!(!found.to_string().contains("wins"), "{found}");
    let found = client.call("textDocument/prepareCallHierarchy", at(4, 2)).unwrap();
    assert_eq!(found[0]["detail"], "sample");
}

#[test]
fn a_large_document() {
    let arcs: String = (0..100_000).map(|line| format!("  {} -> {}\n", line, line + 1)).collect();
    let mut client = start(json!({}), &format!("game dag \"path\"\n{arcs}  stones 5\n"));
    let found = client.call("textDocument/documentSymbol", file()).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 1001);
    let found = client.call("workspace/symbol", json!({"query": "77777"})).unwrap();
    assert_eq!(found[0]["location"]["range"], range(77_777, 11, 16));
    let asked = with(at(6, 2), &json!({"newName": "five", "context": {"includeDeclaration": true}}));
    let found = client.call("textDocument/references", asked.clone()).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 3);
    let found = client.call("textDocument/rename", asked).unwrap();
    assert_eq!(found["changes"][URI].as_array().unwrap().len(), 3);
    assert_eq!(client.finish(), 0);
}

#[test]
fn files_that_are_not_open_are_searched_too() {
    let folder = std::env::temp_dir().join(format!("sgg-navigation-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("other.sgg"), "game nim \"elsewhere\"\n  a -> b\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgg"));
    command.arg("lsp");
    let mut client = Client::start(command);
    let root = format!("file://{}", folder.display());
    let folders = json!([{"uri": root, "name": "t"}]);
    client.call("initialize", json!({"workspaceFolders": folders, "capabilities": {}})).unwrap();
    client.notify("initialized", json!({}));
    client.open(TEXT);
    let found = client.call("workspace/symbol", json!({"query": "else"})).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(found[0]["name"], "elsewhere");
    assert!(found[0]["location"]["uri"].as_str().unwrap().ends_with("/other.sgg"), "{found}");
}

/// Each place in a long line is counted on from the one before: sixteen times the places take sixteen times as long, not
/// two hundred and fifty-six.
#[test]
fn many_places_in_one_line() {
    let seconds = |mentions: usize| {
        let text = format!("game dag\nb -> é{}\n", " a".repeat(mentions));
        let mut client = start(json!({}), &text);
        let once = |client: &mut Client| {
            let before = Instant::now();
            let highlights = client.call("textDocument/documentHighlight", at(1, 7)).unwrap();
            assert_eq!(highlights.as_array().unwrap().len(), mentions);
            let asked = with(at(1, 7), &json!({"newName": "c", "context": {"includeDeclaration": true}}));
            let references = client.call("textDocument/references", asked.clone()).unwrap();
            let last = 7 + 2 * (mentions as u32 - 1);
            assert_eq!(references[mentions - 1]["range"], range(1, last, last + 1));
            let renamed = client.call("textDocument/rename", asked).unwrap();
            assert_eq!(renamed["changes"][URI][mentions - 1]["range"], range(1, last, last + 1));
            before.elapsed().as_secs_f64()
        };
        (0..3).map(|_| once(&mut client)).fold(f64::INFINITY, f64::min)
    };
    let (few, many) = (seconds(1_500), seconds(24_000));
    assert!(many < 64.0 * few, "{many} s, and {few} s for a sixteenth");
}
