//! Diagnostics that the client asks for, and the files of the workspace that are not open: the language server as a
//! process.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::expect_used)]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use support::{Client, URI};

fn sgg() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgg"));
    command.arg("lsp");
    command
}

/// A client that asks for diagnostics.
fn ready(folders: &[&Path]) -> Client {
    let mut client = Client::start(sgg());
    let folders: Vec<Value> = folders.iter().map(|folder| json!({"uri": uri(folder), "name": "w"})).collect();
    let capabilities = json!({
        "textDocument": {"diagnostic": {}},
        "workspace": {
            "diagnostics": {"refreshSupport": true},
            "didChangeWatchedFiles": {"dynamicRegistration": true},
            "workspaceFolders": true,
        },
    });
    let params = json!({"processId": null, "capabilities": capabilities, "workspaceFolders": folders});
    let result = client.call("initialize", params).unwrap();
    let provider = json!({"interFileDependencies": false, "workspaceDiagnostics": true});
    assert_eq!(result["capabilities"]["diagnosticProvider"], provider);
    client.notify("initialized", json!({}));
    client
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp_workspace").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder.canonicalize().unwrap()
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    std::fs::write(folder.join(name), text).unwrap();
    uri(&folder.join(name))
}

const FAILING: &str = "game dag\n  a -> b\n  stones a\n  expect second\n";
const FINE: &str = "game dag\n  a -> b\n  stones a\n  expect first\n";

fn pull(client: &mut Client, uri: &str, previous: &Value) -> Value {
    let params = json!({"textDocument": {"uri": uri}, "previousResultId": previous});
    client.call("textDocument/diagnostic", params).unwrap()
}

fn pull_all(client: &mut Client, previous: Value) -> Vec<Value> {
    let result = client.call("workspace/diagnostic", json!({ "previousResultIds": previous })).unwrap();
    result["items"].as_array().unwrap().clone()
}

fn messages(report: &Value) -> Vec<&str> {
    let items = report["items"].as_array().unwrap().iter();
    items.map(|item| item["message"].as_str().unwrap()).collect()
}

const FIRST: &str = "First wins, not Second: the position's value is 1";

#[test]
fn diagnostics_are_told_to_who_asks() {
    let mut client = ready(&[]);
    client.open(FAILING);
    let report = pull(&mut client, URI, &Value::Null);
    assert_eq!(report["kind"], "full");
    assert_eq!(messages(&report), [FIRST]);
    let id = report["resultId"].clone();
    assert_eq!(pull(&mut client, URI, &id), json!({"kind": "unchanged", "resultId": id}));
    assert_eq!(pull(&mut client, URI, &json!("another"))["kind"], "full");
    client.change(2, json!([{"text": FINE}]));
    let fine = pull(&mut client, URI, &id);
    assert_eq!((&fine["kind"], &fine["items"]), (&json!("full"), &json!([])));
    // Other settings, other diagnostics: the client is told to ask again.
    client.change(3, json!([{"text": FAILING}]));
    let id = pull(&mut client, URI, &id)["resultId"].clone();
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": {"sgg": {"severity": {"expect-failed": "off"}}}}),
    );
    client.server_request("workspace/diagnostic/refresh");
    assert_eq!(pull(&mut client, URI, &id)["items"], json!([]));
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    assert_eq!(pull(&mut client, URI, &Value::Null), json!({"kind": "full", "items": []}));
    assert_eq!(pull(&mut client, "untitled:x", &Value::Null)["items"], json!([]));
    assert_eq!(client.call("textDocument/diagnostic", json!({})), Err(-32602));
    let pushed = client.left_over();
    assert!(
        pushed.iter().all(|message| message["method"] != "textDocument/publishDiagnostics"),
        "{pushed:?}"
    );
    assert_eq!(client.finish(), 0);
}

#[test]
fn who_does_not_ask_or_can_not_be_told_to_ask_again_is_sent_them() {
    for capabilities in [
        json!({"workspace": {"diagnostics": {"refreshSupport": true}}}),
        json!({"textDocument": {"diagnostic": {"dynamicRegistration": false}}}),
        json!({"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": false}}}),
    ] {
        let mut client = Client::start(sgg());
        let result = client.initialize(capabilities);
        assert_eq!(result["capabilities"]["diagnosticProvider"], Value::Null);
        client.open(FAILING);
        let told = json!({"items": client.diagnostics(1)["params"]["diagnostics"]});
        assert_eq!(messages(&told), [FIRST]);
        assert_eq!(client.finish(), 0);
    }
}

/// Nodes of an `addsub` game that each need a search: of thousands, seconds of solving.
fn searches(nodes: usize) -> String {
    let rows: String = (1..=40).map(|i| format!("  v{i} -> v0..v{}\n", i - 1)).collect();
    let tops: String = (1..nodes).map(|i| format!("  t{i} -> v0..v40 s{i}\n")).collect();
    format!("game addsub\n{rows}{tops}  k *=6\n  stones v40\n")
}

fn slow() -> String {
    searches(3000) + "  a b\n"
}

#[test]
fn an_answer_waits_a_little_for_values_and_none_is_given_for_an_older_text() {
    let mut client = ready(&[]);
    client.open(&slow());
    let params = json!({"textDocument": {"uri": URI}});
    let first = client.request("textDocument/diagnostic", params.clone());
    client.change(2, json!([{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "#"}]));
    client.change(3, json!([{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}, "text": ""}]));
    assert_eq!(client.answer(first), Err(-32801));
    let early = client.call("textDocument/diagnostic", params).unwrap();
    assert_eq!(early["kind"], "full");
    assert!(!early["items"].as_array().unwrap().is_empty(), "the line that can't be read is told of");
    assert_eq!(early["resultId"], Value::Null, "for what is not settled there is no later `unchanged`");
    client.change(4, json!([{"text": FAILING}]));
    assert_eq!(messages(&pull(&mut client, URI, &Value::Null)), [FIRST]);
    assert_eq!(client.finish(), 0);
}

/// What a whole workspace is told of a document that is still being solved is told again when that is solved: a request
/// that waits for a change is answered, and other clients are told to ask again.
#[test]
fn what_a_workspace_was_told_too_early_is_told_again() {
    for token in [Value::Null, json!("p")] {
        let folder = folder("early");
        let mut client = ready(&[&folder]);
        let registration = client.server_request("client/registerCapability");
        client.send(json!({"jsonrpc": "2.0", "id": registration["id"], "result": null}));
        client.open(&(searches(100) + "  expect first\n  expect second\n"));
        let ask = |client: &mut Client, ids: Value| {
            let params = json!({"previousResultIds": ids, "partialResultToken": token});
            client.request("workspace/diagnostic", params)
        };
        let reports = |client: &mut Client, id: i64| {
            let answer = client.answer(id).unwrap();
            let pieces = client.left_over().into_iter().filter(|message| message["method"] == "$/progress");
            let pieces: Vec<Value> = pieces.map(|piece| piece["params"]["value"]["items"].clone()).collect();
            let all = pieces.iter().chain([&answer["items"]]).flat_map(|items| items.as_array().unwrap());
            all.cloned().collect::<Vec<Value>>()
        };
        let id = ask(&mut client, json!([]));
        let early = reports(&mut client, id);
        assert_eq!((messages(&early[0]).len(), &early[0]["resultId"]), (0, &Value::Null));
        if token.is_null() {
            client.server_request("workspace/diagnostic/refresh");
        }
        let id = ask(&mut client, json!([{"uri": URI, "value": "early"}]));
        assert_eq!(messages(&reports(&mut client, id)[0]).len(), 1);
        assert_eq!(client.finish(), 0);
    }
}

/// The same of one that is edited meanwhile. The request that waits is all that is needed: the client is not told to ask
/// again, too.
#[test]
fn what_a_workspace_was_told_too_early_is_told_again_after_an_edit() {
    let folder = folder("edited");
    let mut client = ready(&[&folder]);
    let registration = client.server_request("client/registerCapability");
    client.send(json!({"jsonrpc": "2.0", "id": registration["id"], "result": null}));
    client.open(&slow());
    let ask = |client: &mut Client, ids: Value| {
        let params = json!({"previousResultIds": ids, "partialResultToken": "p"});
        client.request("workspace/diagnostic", params)
    };
    let early = ask(&mut client, json!([]));
    client.answer(early).unwrap();
    client.left_over();
    let waiting = ask(&mut client, json!([{"uri": URI, "value": "early"}]));
    client.change(2, json!([{"text": FAILING}]));
    let piece = client.wait_for("a piece", |message| message["method"] == "$/progress");
    assert_eq!(messages(&piece["params"]["value"]["items"][0]), [FIRST]);
    client.answer(waiting).unwrap();
    let hover = client.hover();
    client.answer(hover).unwrap();
    let refreshes = |message: &Value| message["method"] == "workspace/diagnostic/refresh";
    assert!(!client.left_over().iter().any(refreshes));
    assert_eq!(client.finish(), 0);
}

#[test]
fn files_that_are_not_open_are_told_of_too() {
    let folder = folder("unopened");
    let bad = write(&folder, "bad.sgg", FAILING);
    let fine = write(&folder, "fine.sgg", FINE);
    write(&folder, "other.txt", FAILING);
    let mut client = ready(&[&folder, &folder]);
    let items = pull_all(&mut client, json!([]));
    let uris: Vec<&str> = items.iter().map(|item| item["uri"].as_str().unwrap()).collect();
    assert_eq!(uris, [&bad, &fine]);
    assert_eq!(messages(&items[0]), [FIRST]);
    assert_eq!((&items[1]["items"], &items[1]["version"]), (&json!([]), &Value::Null));
    assert_eq!(messages(&pull(&mut client, &bad, &Value::Null)), [FIRST]);
    let id = &items[0]["resultId"];
    assert_eq!(pull(&mut client, &bad, id)["kind"], "unchanged");

    // As tests, by file and all together.
    let of_one = client.call("sgg/tests", json!({"textDocument": {"uri": bad}})).unwrap();
    assert_eq!((&of_one[0]["version"], &of_one[0]["state"]), (&Value::Null, &json!("fresh")));
    assert_eq!(of_one[0]["tests"][0]["expectations"][0]["outcome"], "failed");
    let all = client.call("sgg/tests", json!({})).unwrap();
    let uris: Vec<&Value> = all.as_array().unwrap().iter().map(|file| &file["uri"]).collect();
    assert_eq!(uris, [&bad, &fine]);

    // Nothing new, something new, something gone.
    let ids: Vec<Value> =
        items.iter().map(|item| json!({"uri": item["uri"], "value": item["resultId"]})).collect();
    let again = pull_all(&mut client, json!(ids));
    assert!(again.iter().all(|item| item["kind"] == "unchanged" && item["items"].is_null()), "{again:?}");
    write(&folder, "bad.sgg", &format!("{FAILING}# now\n"));
    std::fs::remove_file(folder.join("fine.sgg")).unwrap();
    let changed = pull_all(&mut client, json!(ids));
    assert_eq!(messages(&changed[0]), [FIRST]);
    assert_eq!((&changed[1]["uri"], &changed[1]["items"]), (&json!(fine), &json!([])));

    // What is open counts, not what is on disk.
    let document = json!({"uri": bad, "languageId": "sgg", "version": 5, "text": FINE});
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let open = pull_all(&mut client, json!([]));
    assert_eq!(open.len(), 1);
    assert_eq!((&open[0]["version"], &open[0]["items"]), (&json!(5), &json!([])));
    assert_eq!(client.finish(), 0);
}

#[test]
fn a_client_that_takes_pieces_gets_them_and_then_waits_for_a_change() {
    let folder = folder("pieces");
    for number in 0..40 {
        write(&folder, &format!("f{number}.sgg"), FAILING);
    }
    let mut client = ready(&[&folder]);
    let registration = client.server_request("client/registerCapability");
    let watched = &registration["params"]["registrations"][0];
    assert_eq!(watched["method"], "workspace/didChangeWatchedFiles");
    assert_eq!(watched["registerOptions"]["watchers"], json!([{"globPattern": "**/*.sgg"}]));
    client.send(json!({"jsonrpc": "2.0", "id": registration["id"], "result": null}));
    let ask = |client: &mut Client, ids: &Value| {
        let params = json!({"previousResultIds": ids, "partialResultToken": "p"});
        client.request("workspace/diagnostic", params)
    };
    let id = ask(&mut client, &json!([]));
    let items = |client: &mut Client| {
        let piece = client.wait_for("a piece", |message| message["method"] == "$/progress");
        assert_eq!(piece["params"]["token"], "p");
        piece["params"]["value"]["items"].as_array().unwrap().clone()
    };
    // All of it comes in pieces, and the answer itself holds nothing.
    let all = [items(&mut client), items(&mut client)].concat();
    assert_eq!(client.answer(id), Ok(json!({"items": []})));
    assert_eq!(all.len(), 40);
    let ids: Vec<Value> =
        all.iter().map(|item| json!({"uri": item["uri"], "value": item["resultId"]})).collect();
    let ids = json!(ids);
    let waiting = ask(&mut client, &ids);
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(client.left_over().iter().all(|message| message["id"] != waiting), "nothing has changed");
    write(&folder, "f7.sgg", FINE);
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({"changes": [{"uri": uri(&folder.join("f7.sgg")), "type": 2}]}),
    );
    let all = [items(&mut client), items(&mut client)].concat();
    assert_eq!(client.answer(waiting), Ok(json!({"items": []})));
    assert_eq!(all.iter().filter(|item| item["kind"] == "full").count(), 1);
    // Nobody waits: the client is told to ask again.
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    client.server_request("workspace/diagnostic/refresh");
    // Another that waits, and is not wanted any more.
    let id = ask(&mut client, &ids);
    assert!(client.answer(id).is_ok());
    let id = ask(&mut client, &ids);
    client.send(support::cancel(id));
    assert_eq!(client.answer(id), Err(-32800));
    assert_eq!(client.finish(), 0);
}

/// Waits until work on files that are not open has used some of the processor.
#[cfg(target_os = "linux")]
fn wait_until_busy(client: &Client) {
    let start = support::usage(client.process()).0;
    let end = std::time::Instant::now() + support::PATIENCE;
    while support::usage(client.process()).0 < start + 0.1 {
        assert!(std::time::Instant::now() < end, "nothing is being solved");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_open_does_not_wait_for_what_is_not() {
    let folder = folder("slow");
    for name in ["a.sgg", "b.sgg", "c.sgg", "d.sgg"] {
        write(&folder, name, &slow());
    }
    let mut client = ready(&[&folder]);
    client.open(FAILING);
    let all: Vec<i64> = (0..4).map(|_| client.request("sgg/tests", json!({}))).collect();
    wait_until_busy(&client);
    let first = client.request("workspace/symbol", json!({"query": "v"}));
    let second = client.request("workspace/symbol", json!({"query": "v4"}));
    // Of two searches the newer one counts, though neither has begun.
    assert_eq!(client.answer(first), Err(-32801));
    let of_open = client.call("sgg/tests", json!({"textDocument": {"uri": URI}})).unwrap();
    assert_eq!(of_open[0]["tests"][0]["expectations"][0]["outcome"], "failed");
    // Taken back, what is being solved stops at once.
    for id in &all {
        client.send(support::cancel(*id));
        assert_eq!(client.answer(*id), Err(-32800));
    }
    let found = client.answer(second).unwrap();
    let names: Vec<&Value> = found.as_array().unwrap().iter().map(|symbol| &symbol["name"]).collect();
    assert_eq!(names, ["v4"; 4]);
    let idle = support::usage(client.process()).0;
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(support::usage(client.process()).0 < idle + 0.1);
    assert_eq!(client.finish(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn what_was_solved_is_kept_until_the_file_or_the_budget_is_another() {
    let folder = folder("kept");
    let uri = write(&folder, "slow.sgg", &(searches(60) + "  expect first\n"));
    let mut client = ready(&[&folder]);
    let state = |client: &mut Client| {
        let before = support::usage(client.process()).0;
        let files = client.call("sgg/tests", json!({})).unwrap();
        (files[0]["state"].clone(), support::usage(client.process()).0 - before)
    };
    let set = |client: &mut Client, settings: Value| {
        client.notify("workspace/didChangeConfiguration", json!({"settings": {"sgg": settings}}));
    };
    let (fresh, seconds) = state(&mut client);
    assert_eq!(fresh, "fresh");
    set(&mut client, json!({"severity": {"even-stones": "off"}, "inlayHints": {"nodes": "all"}}));
    let id = pull(&mut client, &uri, &Value::Null)["resultId"].clone();
    let (fresh, again) = state(&mut client);
    assert_eq!(fresh, "fresh");
    assert!(again < seconds / 4.0, "{again} s, {seconds} s at first");
    // What is told may be another all the same.
    set(&mut client, json!({"severity": {"even-stones": "off", "syntax": "off"}}));
    assert_eq!(pull(&mut client, &uri, &id)["items"], json!([]));
    set(&mut client, json!({"solve": {"budget": 1}}));
    assert_eq!(state(&mut client).0, "overBudget");
    assert_eq!(client.finish(), 0);
}

#[test]
fn a_client_that_says_when_files_change_is_told_of_new_ones() {
    let folder = folder("new");
    std::fs::create_dir(folder.join("deep")).unwrap();
    write(&folder, "old.sgg", "game dag \"old\"\n");
    let mut client = ready(&[&folder]);
    let registration = client.server_request("client/registerCapability");
    client.send(json!({"jsonrpc": "2.0", "id": registration["id"], "result": null}));
    let titles = |client: &mut Client| {
        let found = client.call("workspace/symbol", json!({"query": ""})).unwrap();
        let names =
            found.as_array().unwrap().iter().map(|symbol| symbol["name"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(titles(&mut client), ["old"]);
    let new = write(&folder.join("deep"), "new.sgg", "game dag \"new\"\n");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": new, "type": 1}]}));
    assert_eq!(titles(&mut client), ["new", "old"]);
    std::fs::remove_file(folder.join("old.sgg")).unwrap();
    let old = uri(&folder.join("old.sgg"));
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [{"uri": old, "type": 3}]}));
    assert_eq!(titles(&mut client), ["new"]);
    assert_eq!(client.finish(), 0);
}

#[test]
fn a_file_that_is_not_utf_8_is_not_told_as_clean() {
    let folder = folder("latin1");
    // An `é` of UTF-8 first, one of Latin-1 behind it; a lone CR ends a line too.
    std::fs::write(folder.join("a.sgg"), b"game dag\r  # \xc3\xa9\xe9\n").unwrap();
    let mut client = ready(&[&folder]);
    let place = json!({"line": 1, "character": 5});
    let right = json!([{
        "range": {"start": place, "end": place}, "severity": 1, "source": "sgg",
        "message": "not UTF-8: line 2 has the byte 0xE9 (byte 15 of the file); save it as UTF-8",
    }]);
    let all = pull_all(&mut client, json!([]));
    assert_eq!(all[0]["items"], right);
    let file = uri(&folder.join("a.sgg"));
    assert_eq!(pull(&mut client, &file, &Value::Null)["items"], right);
    assert_eq!(pull(&mut client, &file, &all[0]["resultId"])["kind"], "unchanged");
    assert_eq!(client.finish(), 0);
}

#[cfg(unix)]
#[test]
fn folders_with_traps() {
    use std::os::unix::fs::symlink;
    let folder = folder("traps");
    let fine = write(&folder, "fine.sgg", FAILING);
    std::fs::create_dir_all(folder.join("folder.sgg/deep")).unwrap();
    symlink(&folder, folder.join("loop")).unwrap();
    symlink(folder.join("self.sgg"), folder.join("self.sgg")).unwrap();
    symlink(folder.join("fine.sgg"), folder.join("same.sgg")).unwrap();
    symlink("/dev/zero", folder.join("zero.sgg")).unwrap();
    symlink("/nowhere", folder.join("dangling.sgg")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.join("pipe.sgg")).status().unwrap().success());
    std::fs::write(folder.join("binary.sgg"), [0xff, 0xfe, 0]).unwrap();
    // A gigabyte that takes no room.
    std::fs::File::create(folder.join("huge.sgg")).unwrap().set_len(1 << 30).unwrap();
    let nowhere = folder.join("nowhere");
    let mut client = ready(&[&nowhere, &folder]);
    let items = pull_all(&mut client, json!([]));
    let uris: Vec<&str> = items.iter().map(|item| item["uri"].as_str().unwrap()).collect();
    assert_eq!(uris, [&uri(&folder.join("binary.sgg")), &fine]);
    assert_eq!(messages(&items[0]), ["not UTF-8 (at byte 0): it looks like UTF-16; save it as UTF-8"]);
    for name in ["huge.sgg", "folder.sgg", "pipe.sgg", "zero.sgg", "self.sgg", "none.sgg"] {
        let report = pull(&mut client, &uri(&folder.join(name)), &Value::Null);
        assert_eq!(report["items"], json!([]), "{name}");
    }
    assert_eq!(pull(&mut client, "file:///etc/passwd", &Value::Null)["items"], json!([]));
    // Anything may change.
    for params in
        [json!({"changes": [{"uri": "file:///", "type": 1}]}), json!({"changes": 5}), json!({}), Value::Null]
    {
        client.notify("workspace/didChangeWatchedFiles", params);
    }
    client.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({"event": {
        "added": [{"uri": "untitled:x", "name": "x"}, {"uri": "file:///nowhere", "name": "y"}],
        "removed": [{"uri": uri(&folder), "name": "z"}, {"uri": "file:///never", "name": "z"}]}}),
    );
    assert_eq!(pull_all(&mut client, json!([])), Vec::<Value>::new());
    client.wait_for_stderr("untitled:x is no folder on disk");
    for params in [json!({}), json!({"previousResultIds": 5}), json!({"previousResultIds": [{"uri": 1}]})] {
        assert_eq!(client.call("workspace/diagnostic", params), Err(-32602));
    }
    assert_eq!(client.finish(), 0);
}

/// Files of which a thousand things each are to be told, to a client that does not read for now: what waits for it is
/// bounded, and is given up where it is not wanted any more.
#[cfg(target_os = "linux")]
#[test]
fn pieces_that_nobody_reads() {
    let folder = folder("unread");
    let lines = "  a b\n".repeat(1_500);
    for number in 0..300 {
        write(&folder, &format!("f{number}.sgg"), &format!("game dag\n{lines}"));
    }
    let mut client = Client::start_unread(sgg());
    let folders = json!([{"uri": uri(&folder), "name": "w"}]);
    client.request("initialize", json!({"capabilities": {}, "workspaceFolders": folders}));
    client.notify("initialized", json!({}));
    let params = json!({"previousResultIds": [], "partialResultToken": "p"});
    let first = client.request("workspace/diagnostic", params.clone());
    support::at_rest(client.process());
    client.send(support::cancel(first));
    let second = client.request("workspace/diagnostic", params);
    support::at_rest(client.process());
    let (_, memory_mib) = support::usage(client.process());
    assert!(memory_mib < 60.0, "{memory_mib} MiB");
    client.read_on();
    assert_eq!(client.answer(first), Err(-32800));
    assert_eq!(client.answer(second), Ok(json!({"items": []})));
    let pieces = client.left_over();
    let items = pieces.iter().filter_map(|piece| piece["params"]["value"]["items"].as_array());
    assert!(items.map(Vec::len).sum::<usize>() >= 300);
    assert_eq!(client.finish(), 0);
}
