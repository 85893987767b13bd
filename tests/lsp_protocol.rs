//! The language server as a process: what it answers to right and wrong messages, and how it ends.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::expect_used)]

mod support;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use support::{Client, PATIENCE, URI, body, frame, usage};

/// How soon the process must be gone when nothing is left to do; with room for a busy machine.
const SOON: Duration = Duration::from_secs(5);

fn sgg() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgg"));
    command.arg("lsp");
    command
}

fn ready() -> Client {
    let mut client = Client::start(sgg());
    client.initialize(json!({}));
    client
}

#[test]
fn a_session() {
    let mut client = Client::start(sgg());
    let result = client.initialize(json!({}));
    assert_eq!(result["serverInfo"]["name"], "sgg");
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(result["capabilities"]["textDocumentSync"]["change"], 2);
    client.open("game dag\n");
    client.diagnostics(1);
    client.change(2, json!([{"range": range(0, 0, 0, 0), "text": "x"}]));
    client.diagnostics(2);
    let hover = client.hover();
    assert!(client.answer(hover).is_ok());
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    let cleared = client.wait_for("empty diagnostics", |message| message["params"]["uri"] == URI);
    assert_eq!(cleared["params"]["diagnostics"], json!([]));
    assert_eq!(client.finish(), 0);
}

fn range(line: u32, start: u32, end_line: u32, end: u32) -> Value {
    json!({"start": {"line": line, "character": start}, "end": {"line": end_line, "character": end}})
}

#[test]
fn encodings() {
    for (offered, chosen) in [
        (json!(["utf-16", "utf-8"]), "utf-8"),
        (json!(["utf-32", "utf-16"]), "utf-32"),
        (json!(["utf-16"]), "utf-16"),
        (json!([]), "utf-16"),
        (Value::Null, "utf-16"),
    ] {
        let mut client = Client::start(sgg());
        let result = client.initialize(json!({"general": {"positionEncodings": offered}}));
        assert_eq!(result["capabilities"]["positionEncoding"], chosen);
    }
}

#[test]
fn what_a_client_did_not_offer_to_show_is_not_sent() {
    let related = json!({"relatedInformation": true});
    let tags = json!({"tagSupport": {"valueSet": [1]}});
    for (capabilities, shown) in [
        (json!({}), [false, false]),
        (json!({"textDocument": {"publishDiagnostics": related}}), [true, false]),
        (json!({"textDocument": {"publishDiagnostics": tags}}), [false, true]),
        (json!({"textDocument": {"publishDiagnostics": {"tagSupport": {"valueSet": [2]}}}}), [false, false]),
        (json!({"textDocument": {"diagnostic": related}}), [true, false]),
        (json!({"textDocument": {"diagnostic": tags, "publishDiagnostics": related}}), [true, true]),
    ] {
        let mut client = Client::start(sgg());
        client.initialize(capabilities.clone());
        // A cycle, and an edge that is said twice.
        client.open("game dag\n  a -> b\n  a -> b\n  b -> a\n");
        let told = client.diagnostics(1)["params"]["diagnostics"].clone();
        let told = told.as_array().unwrap();
        assert!(told.len() >= 2, "{told:?}");
        let has = |member: &str| told.iter().any(|one| one.get(member).is_some());
        assert_eq!(["relatedInformation", "tags"].map(has), shown, "{capabilities}");
        assert_eq!(client.finish(), 0);
    }
}

#[test]
fn two_spellings_of_a_uri_are_one_document_and_it_is_called_as_it_was_opened() {
    let mut client = ready();
    let (opened, other) = ("file:///c%3A/%c3%a9.sgg", "file:///c:/%C3%A9.sgg");
    let document = json!({"uri": opened, "languageId": "sgg", "version": 1, "text": "game dag\n  a -> b\n"});
    client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    assert_eq!(client.diagnostics(1)["params"]["uri"], opened);
    let document = json!({"uri": other, "version": 2});
    let changes = json!([{"text": "game dag\n  a -> b\n  b -> c\n"}]);
    client.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    assert_eq!(client.diagnostics(2)["params"]["uri"], opened);
    let at = json!({"textDocument": {"uri": other}, "position": {"line": 2, "character": 2},
        "context": {"includeDeclaration": true}});
    let places = client.call("textDocument/references", at).unwrap();
    let uris: Vec<&Value> = places.as_array().unwrap().iter().map(|place| &place["uri"]).collect();
    assert_eq!(uris, [opened, opened]);
    let tests = client.call("sgg/tests", json!({"textDocument": {"uri": other}})).unwrap();
    assert_eq!(tests[0]["uri"], opened);
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": other}}));
    let cleared = client.wait_for("empty diagnostics", |message| message["params"]["version"].is_null());
    assert_eq!(cleared["params"], json!({"uri": opened, "diagnostics": []}));
    assert_eq!(client.finish(), 0);
}

#[test]
fn exit_codes() {
    assert_eq!(ready().finish(), 0);

    let mut client = ready();
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_code(SOON), 1);

    let mut client = Client::start(sgg());
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_code(SOON), 1);

    let mut client = ready();
    client.close_stdin();
    assert_eq!(client.exit_code(SOON), 1);

    // All in one piece, and closed behind: the answers come, and `exit` counts.
    let mut client = Client::start(sgg());
    let initialize =
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}});
    let shutdown = json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown", "params": {}});
    let exit = json!({"jsonrpc": "2.0", "method": "exit"});
    client.write(&[frame(&initialize), frame(&shutdown), frame(&exit)].concat());
    client.close_stdin();
    assert_eq!(client.answer(2), Ok(Value::Null));
    assert_eq!(client.exit_code(SOON), 0);
}

#[test]
fn bodies_that_are_no_message_are_answered_and_serving_goes_on() {
    let mut client = ready();
    for (text, code) in [
        ("{\"jsonrpc\":", -32700),
        ("", -32700),
        ("\u{0}", -32700),
        ("[1, 2", -32700),
        ("[]", -32600),
        ("5", -32600),
        ("{\"jsonrpc\":\"2.0\"}", -32600),
        ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}]", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"shutdown\"}", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"shutdown\"}", -32600),
    ] {
        client.write(&body(text));
        let answer = client.wait_for(text, |message| message["id"].is_null() && message["error"].is_object());
        assert_eq!(answer["error"]["code"], code, "{text}");
    }
    client.write(b"Content-Length: 2\r\n\r\n\xff\xff");
    let answer = client.wait_for("bytes", |message| message["id"].is_null() && message["error"].is_object());
    assert_eq!(answer["error"]["code"], -32700);
    assert_eq!(client.finish(), 0);
}

#[test]
fn requests_that_cannot_be_served() {
    let mut client = Client::start(sgg());
    assert_eq!(client.call("textDocument/hover", json!({})), Err(-32002));
    assert_eq!(client.call("shutdown", Value::Null), Err(-32002));
    assert_eq!(client.call("initialize", json!({"capabilities": 5})), Err(-32602));
    client.open("before initialize: dropped");
    client.initialize(json!({}));
    assert_eq!(client.call("initialize", json!({"capabilities": {}})), Err(-32600));
    assert_eq!(client.call("no/such", json!({})), Err(-32601));
    assert_eq!(client.call("$/no/such", json!({})), Err(-32601));
    assert_eq!(client.call("", json!({})), Err(-32601));
    assert_eq!(client.call("textDocument/hover", json!({"textDocument": 5})), Err(-32602));
    assert_eq!(client.call("textDocument/hover", Value::Null), Err(-32602));
    assert_eq!(client.call("textDocument/didOpen", json!({})), Err(-32600));
    let at = json!({"textDocument": {"uri": "file:///not/open"}, "position": {"line": 7, "character": 9}});
    assert_eq!(client.call("textDocument/hover", at), Ok(Value::Null));
    client.send(json!({"jsonrpc": "2.0", "id": "a string", "method": "no/such"}));
    client.wait_for("an answer to a string", |message| message["id"] == "a string");

    // Notifications have no answer, whatever is wrong with them.
    client.notify("no/such", json!({}));
    client.notify("$/setTrace", json!({"value": "verbose"}));
    client.notify("textDocument/didOpen", json!({"textDocument": 5}));
    client.notify("textDocument/didOpen", Value::Null);
    client.notify("textDocument/hover", json!({}));
    client.notify("shutdown", Value::Null);
    client.notify("$/cancelRequest", json!({"id": 12345}));
    client.notify("$/cancelRequest", json!({"id": [1]}));
    client.change(7, json!([{"text": "not open"}]));
    client.send(json!({"jsonrpc": "2.0", "id": 99, "result": "an answer to nothing"}));
    let hover = client.hover();
    assert_eq!(client.answer(hover), Ok(Value::Null));
    assert_eq!(client.left_over(), Vec::<Value>::new());

    assert_eq!(client.call("shutdown", json!({})), Ok(Value::Null));
    assert_eq!(client.call("shutdown", Value::Null), Err(-32600));
    let hover = client.hover();
    assert_eq!(client.answer(hover), Err(-32600));
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_code(SOON), 0);
}

#[test]
fn a_refusal_is_a_short_sentence_without_names_of_our_own_types() {
    let mut client = ready();
    let long = "x".repeat(1_000_000);
    for (method, params, why) in [
        ("textDocument/hover", json!({}), "`textDocument` is missing"),
        ("textDocument/hover", json!({"textDocument": 5}), "5 stands where an object is expected"),
        (
            "workspace/diagnostic",
            json!({"previousResultIds": "x"}),
            "the string \"x\" stands where a list is expected",
        ),
        ("sgg/tests", json!({"textDocument": {"uri": 5}}), "5 stands where a string is expected"),
        ("textDocument/rename", json!(long), "stands where an object is expected"),
        ("workspace/executeCommand", json!({"command": long}), "there is no command `xxx"),
        (
            "workspace/executeCommand",
            json!({"command": "sgg.solve", "arguments": [{"textDocument": 5}]}),
            "5 stands where an object is expected",
        ),
        (
            "workspace/executeCommand",
            json!({"command": "sgg.explain", "arguments": [{"code": long}]}),
            "no diagnostic has the code `xxx",
        ),
    ] {
        let id = client.request(method, params);
        let error = client.response(id)["error"].clone();
        let message = error["message"].as_str().unwrap();
        assert_eq!(error["code"], -32602, "{message}");
        assert!(message.contains(why), "{message}");
        assert!(
            message.len() < 500 && !message.contains("struct") && !message.contains("Params"),
            "{message}"
        );
    }
    client.write(&body("5"));
    let answer = client.wait_for("a refusal", |message| message["error"].is_object());
    assert_eq!(answer["error"]["message"], "Invalid request: 5 stands where an object is expected");
    assert_eq!(client.finish(), 0);
}

#[test]
fn headers_in_any_case_and_input_in_any_pieces() {
    let mut client = Client::start(sgg());
    let initialize =
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}});
    let text = initialize.to_string();
    let header = format!(
        "content-type: application/vscode-jsonrpc; charset=utf8\r\nCONTENT-LENGTH:{}\r\n\r\n",
        text.len()
    );
    for byte in [header.as_bytes(), text.as_bytes()].concat() {
        client.write(&[byte]);
    }
    assert!(client.answer(0).is_ok());
    assert_eq!(client.finish(), 0);
}

/// What is here together is answered in order, and what is answered together does not wait for more.
#[test]
fn messages_in_one_write_and_cut_anywhere() {
    let mut client = ready();
    client.open("game dag\na -> b\n");
    client.diagnostics(1);
    let document = json!({"uri": URI});
    let hints = json!({"textDocument": document, "range": range(1, 0, 1, 0)});
    // The second move is typed and taken away again: `a` goes from 1 to 2 and back.
    let messages = |round: usize| {
        let edit = match round % 2 {
            0 => {
                json!({"range": {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 0}}, "text": "b -> c\na -> c"})
            }
            _ => {
                json!({"range": {"start": {"line": 2, "character": 0}, "end": {"line": 3, "character": 6}}, "text": ""})
            }
        };
        let change = json!({"textDocument": {"uri": URI, "version": round + 2}, "contentChanges": [edit]});
        let asked = |id: &str, method: &str, params: &Value| json!({"jsonrpc": "2.0", "id": format!("{round} {id}"), "method": method, "params": params});
        let numbered = |id: usize, method: &str, params: &Value| json!({"jsonrpc": "2.0", "id": 1000 + 10 * round + id, "method": method, "params": params});
        [
            json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": change}),
            numbered(0, "textDocument/inlayHint", &hints),
            asked("folds", "textDocument/foldingRange", &json!({"textDocument": document})),
            numbered(1, "textDocument/inlayHint", &hints),
            numbered(2, "textDocument/inlayHint", &hints),
        ]
    };
    let length = messages(0).iter().map(|message| frame(message).len()).sum::<usize>();
    for round in 0..length.min(900) {
        let bytes: Vec<u8> = messages(round).iter().flat_map(frame).collect();
        let (before, behind) = bytes.split_at(round.min(bytes.len()));
        client.write(before);
        if round % 20 < 2 {
            // Only now and then: it takes so long for sure to be read.
            std::thread::sleep(Duration::from_millis(2));
        }
        client.write(behind);
        let value = if round % 2 == 0 { ":2" } else { ":1" };
        let ids = [
            json!(1000 + 10 * round),
            json!(format!("{round} folds")),
            json!(1001 + 10 * round),
            json!(1002 + 10 * round),
        ];
        for id in ids {
            let answer = client.wait_for("the next answer", |message| message["method"].is_null());
            assert_eq!(answer["id"], id);
            if id.is_number() {
                assert_eq!(answer["result"][0]["label"], value, "{answer}");
            }
        }
    }
    assert_eq!(client.finish(), 0);
}

#[test]
fn a_broken_header_ends_the_server_with_a_word_of_why() {
    for bytes in [
        b"Content-Length: many\r\n\r\n{}".to_vec(),
        b"Content-Length: 99000000000\r\n\r\n{}".to_vec(),
        b"Content-Length: 18446744073709551616\r\n\r\n{}".to_vec(),
        b"Content-Type: x\r\n\r\n{}".to_vec(),
        b"hello\r\n\r\n".to_vec(),
        vec![b'x'; 8 * 1024],
    ] {
        let mut client = ready();
        client.write(&bytes);
        assert_eq!(client.exit_code(SOON), 1);
        client.wait_for_stderr("broken header");
    }
    let mut client = ready();
    client.write(b"Content-Length: 100\r\n\r\n{");
    client.close_stdin();
    assert_eq!(client.exit_code(SOON), 1);
}

#[test]
fn a_body_that_is_too_long_is_passed_over_without_memory() {
    let mut client = ready();
    let length = 330 * 1024 * 1024;
    client.write(format!("Content-Length: {length}\r\n\r\n").as_bytes());
    let piece = vec![b' '; 1024 * 1024];
    for _ in 0..330 {
        client.write(&piece);
    }
    let answer = client.wait_for("a refusal", |message| message["error"].is_object());
    assert_eq!(answer["error"]["code"], -32600);
    assert_eq!(answer["id"], Value::Null);
    if cfg!(target_os = "linux") {
        let (_, memory_mib) = usage(client.process());
        assert!(memory_mib < 50.0, "{memory_mib} MiB");
    }
    assert_eq!(client.finish(), 0);
}

#[test]
fn a_large_document() {
    let mut client = ready();
    let text = "0 -> 1 2 3 \"😀\"\n".repeat(1_000_000);
    client.open(&text);
    client.diagnostics(1);
    client.change(2, json!([{"range": range(999_999, 0, 999_999, 1), "text": "7"}]));
    client.diagnostics(2);
    assert_eq!(client.finish(), 0);
}

#[test]
fn six_hundred_messages_before_the_client_reads_or_answers() {
    let mut client = Client::start_unread(sgg());
    let initialize = json!({"capabilities": {"workspace": {
        "configuration": true, "didChangeConfiguration": {"dynamicRegistration": true}}}});
    let first = client.request("initialize", initialize);
    client.notify("initialized", json!({}));
    client.open("game dag\n");
    let mut hovers = Vec::new();
    for version in 2..302 {
        client.change(version, json!([{"range": range(0, 0, 0, 0), "text": "x"}]));
        client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
        hovers.push(client.hover());
    }
    client.read_on();
    assert!(client.answer(first).is_ok());
    for hover in hovers {
        assert!(client.answer(hover).is_ok());
    }
    client.diagnostics(301);
    client.server_request("workspace/configuration");
    // It is never answered, and `shutdown` does not wait for it.
    assert_eq!(client.finish(), 0);
}

#[test]
fn settings_are_asked_for_and_the_answer_may_come_late_or_wrong() {
    let capabilities = json!({"workspace": {
        "configuration": true, "didChangeConfiguration": {"dynamicRegistration": true}}});
    for (answer, what) in [
        (json!({"result": [{"reveal": false}]}), "settings"),
        (json!({"result": [null]}), "null"),
        (json!({"result": null}), "no list"),
        (json!({"result": 5}), "nonsense"),
        (json!({"error": {"code": -32601, "message": "?", "more": 1}}), "an error"),
        (json!({"error": "?"}), "an error that is none"),
    ] {
        let mut client = Client::start(sgg());
        client.initialize(capabilities.clone());
        let registration = client.server_request("client/registerCapability");
        let method = &registration["params"]["registrations"][0]["method"];
        assert_eq!(method, "workspace/didChangeConfiguration");
        let asked = client.server_request("workspace/configuration");
        client.open("game dag\n");
        client.diagnostics(1);
        let mut message = json!({"jsonrpc": "2.0", "id": asked["id"]});
        message.as_object_mut().unwrap().extend(answer.as_object().unwrap().clone());
        client.send(message.clone());
        client.send(message);
        let hover = client.hover();
        assert!(client.answer(hover).is_ok(), "{what}");
        assert_eq!(client.finish(), 0, "{what}");
    }
}

#[test]
fn a_client_without_lenses_is_told_who_wins_by_a_hint() {
    let lens = json!({"textDocument": {"codeLens": {}}});
    let off = json!({"inlayHints": {"verdict": "off"}});
    // Without a word about settings as well: then the defaults hold, for what the client can show.
    for (capabilities, options, wanted) in [
        (json!({}), json!(null), vec![":1", ":0", "First wins · value 1"]),
        (json!({}), json!({}), vec![":1", ":0", "First wins · value 1"]),
        (json!({}), off, vec![":1", ":0"]),
        (lens.clone(), json!(null), vec![":1", ":0"]),
        (json!({"workspace": {"codeLens": {"refreshSupport": true}}}), json!(null), vec![":1", ":0"]),
        (lens, json!({"inlayHints": {"verdict": "on"}}), vec![":1", ":0", "First wins · value 1"]),
    ] {
        let mut client = Client::start(sgg());
        let params = json!({"capabilities": capabilities, "initializationOptions": options});
        client.call("initialize", params).unwrap();
        client.notify("initialized", json!({}));
        client.open("game dag\n  a -> b\n  stones a\n");
        client.diagnostics(1);
        let params = json!({"textDocument": {"uri": URI}, "range": range(0, 0, 3, 0)});
        let hints = client.call("textDocument/inlayHint", params).unwrap();
        let labels = hints.as_array().unwrap().iter().map(|hint| hint["label"].as_str().unwrap());
        let mut labels: Vec<&str> = labels.collect();
        labels.sort_by_key(|label| label.len() > 2);
        assert_eq!(labels, wanted, "{capabilities} {options}");
        assert_eq!(client.finish(), 0);
    }
}

#[test]
fn an_older_client_s_files_are_read_and_its_words_are_plain() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("older");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("other.sgg"), "game dag \"found\"\n").unwrap();
    let mut client = Client::start(sgg());
    let capabilities = json!({"textDocument": {"hover": {"contentFormat": ["plaintext"]}}});
    let params =
        json!({"processId": null, "rootUri": null, "rootPath": folder, "capabilities": capabilities});
    client.call("initialize", params).unwrap();
    client.notify("initialized", json!({}));
    let found = client.call("workspace/symbol", json!({"query": "found"})).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 1);

    let document = json!({"uri": URI, "text": "game dag\na -> b\n  stones 0 -> -> foo bar\n"});
    client.notify("textDocument/didOpen", json!({"textDocument": document}));
    for (version, text) in [(Value::Null, "# one\n"), (json!(1.0), "# two\n"), (json!(1u64 << 40), "")] {
        let change = json!({"range": range(0, 0, 0, 0), "text": text});
        let params = json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": [change]});
        client.notify("textDocument/didChange", params);
    }
    let hover = |client: &mut Client, line: u32, character: u32| {
        let position = json!({"line": line, "character": character});
        client
            .call("textDocument/hover", json!({"textDocument": {"uri": URI}, "position": position}))
            .unwrap()
    };
    let node = hover(&mut client, 3, 0);
    assert_eq!(node["contents"]["kind"], "plaintext");
    let words = node["contents"]["value"].as_str().unwrap();
    assert!(words.starts_with("a · Grundy value") && !words.contains(['*', '`']), "{words}");
    assert_eq!(node["range"], range(3, 0, 3, 1));
    // The problem is told wherever it stands in its line.
    let [at, beside] = [3, 20].map(|character| hover(&mut client, 4, character)["range"].clone());
    assert_eq!((at, beside), (range(4, 2, 4, 8), Value::Null));

    let change = json!({"range": {"start": {"line": -1, "character": 0}}, "text": ""});
    let params = json!({"textDocument": {"uri": URI, "version": 9}, "contentChanges": [change]});
    client.notify("textDocument/didChange", params);
    client.wait_for_stderr("out of step until it is opened again");
}

#[test]
fn what_comes_with_every_keystroke_is_answered_alike_however_it_is_written() {
    let mut client = Client::start(sgg());
    let document = json!({"uri": URI});
    let hints = json!({"textDocument": document, "range": range(0, 0, 9, 0)});
    let asked =
        [("textDocument/inlayHint", &hints), ("textDocument/diagnostic", &json!({"textDocument": document}))];
    for (method, params) in asked {
        assert_eq!(client.call(method, params.clone()), Err(-32002), "{method}");
    }
    client.initialize(json!({}));
    for (method, params) in asked {
        assert!(client.call(method, params.clone()).is_ok(), "{method} of a file that is not open");
    }
    client.open("game dag\na -> b\n");
    client.change(
        2,
        json!([{"range": range(1, 6, 1, 6), "text": " c"}, {"range": range(2, 0, 2, 0), "text": "c -> d\n"}]),
    );
    client.diagnostics(2);
    for (method, params) in asked {
        let quick = client.call(method, params.clone()).unwrap();
        client.send(json!({"jsonrpc": "2.0", "id": "a", "method": method, "params": params}));
        let general = client.wait_for("the answer", |message| message["id"] == "a");
        assert_eq!(quick, general["result"], "{method}");
    }
    let shown = client.call("textDocument/inlayHint", hints.clone()).unwrap();
    let labels: Vec<&str> =
        shown.as_array().unwrap().iter().map(|hint| hint["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["no stones", ":2", ":0", ":1", ":0"]);
    let wrong = json!({"textDocument": document, "range": {"start": {"line": -1, "character": 0}}});
    assert_eq!(client.call("textDocument/inlayHint", wrong), Err(-32602));

    assert_eq!(client.call("shutdown", Value::Null), Ok(Value::Null));
    client.change(3, json!([{"text": "game dag\n"}]));
    for (method, params) in asked {
        assert_eq!(client.call(method, params.clone()), Err(-32600), "{method}");
    }
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_code(SOON), 0);
}

#[test]
fn a_client_that_answers_no_request_is_not_asked_without_end() {
    let mut client = Client::start(sgg());
    client.initialize(json!({"workspace": {"configuration": true}}));
    for _ in 0..500 {
        client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    }
    let hover = client.hover();
    assert!(client.answer(hover).is_ok());
    std::thread::sleep(Duration::from_millis(200));
    let asked =
        client.left_over().iter().filter(|message| message["method"] == "workspace/configuration").count();
    assert!((1..=64).contains(&asked), "{asked}");
    assert_eq!(client.finish(), 0);
}

#[test]
fn a_client_that_does_not_read_gets_everything_later_and_memory_is_bounded() {
    const REQUESTS: i64 = 400_000;
    let mut client = Client::start_unread(sgg());
    client.request("initialize", json!({"capabilities": {}}));
    client.notify("initialized", json!({}));
    client.open("game dag\n");
    let mut stdin = client.take_stdin();
    let (sent, sending) = std::sync::mpsc::channel();
    let writer = std::thread::spawn(move || {
        use std::io::Write;
        let at = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}});
        for id in 2..REQUESTS {
            let hover = json!({"jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": at});
            stdin.write_all(&frame(&hover)).unwrap();
        }
        sent.send(()).unwrap();
        stdin
    });
    let blocked = sending.recv_timeout(Duration::from_secs(4)).is_err();
    assert!(blocked, "the server has taken everything");
    if cfg!(target_os = "linux") {
        let (_, memory_mib) = usage(client.process());
        assert!(memory_mib < 60.0, "{memory_mib} MiB");
    }
    client.read_on();
    for id in 1..REQUESTS {
        client.wait_for("an answer", |message| message["id"] == id);
    }
    client.put_stdin(writer.join().unwrap());
    assert_eq!(client.call("shutdown", Value::Null).map_err(|_| ()), Ok(Value::Null));
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_code(PATIENCE), 0);
}

#[test]
fn of_diagnostics_that_wait_only_the_newest_is_sent() {
    let mut client = Client::start_unread(sgg());
    client.request("initialize", json!({"capabilities": {}}));
    client.notify("initialized", json!({}));
    // Where there is nothing to hover on, the answers are short: what waits stays far from the bound.
    client.open("# a comment\n");
    // First what fills the pipe, so that the rest must wait.
    for _ in 0..2000 {
        client.hover();
    }
    for version in 2..2002 {
        client.change(version, json!([{"range": range(0, 0, 0, 0), "text": "x"}]));
        client.hover();
    }
    // What the server has not looked at yet is told one by one once somebody reads: it is given the time.
    support::at_rest(client.process());
    client.read_on();
    client.diagnostics(2001);
    let published = client.left_over();
    let published = published.iter().filter(|m| m["method"] == "textDocument/publishDiagnostics");
    let versions: Vec<i64> = published.map(|m| m["params"]["version"].as_i64().unwrap()).collect();
    assert!(versions.is_sorted() && versions.len() < 20, "{versions:?}");
    assert_eq!(client.finish(), 0);
}

#[test]
fn the_client_closes_its_end_without_a_word() {
    let mut client = Client::start_unread(sgg());
    client.request("initialize", json!({"capabilities": {}}));
    client.stop_reading();
    // The next answer finds nobody.
    let mut stdin = client.take_stdin();
    let hover = frame(&json!({"jsonrpc": "2.0", "id": 2, "method": "no/such"}));
    while std::io::Write::write_all(&mut stdin, &hover).is_ok() && client.is_alive() {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(client.exit_code(SOON), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn the_clients_process_ends() {
    let mut editor = Command::new("sleep").arg("600").spawn().unwrap();
    let mut client = Client::start(sgg());
    client.call("initialize", json!({"processId": editor.id(), "capabilities": {}})).unwrap();
    // The server looks every second, and tells nobody: only time shows that it has looked and gone on.
    std::thread::sleep(Duration::from_millis(1500));
    assert!(client.is_alive());
    // Not waited for, so still there as a zombie.
    editor.kill().unwrap();
    assert_eq!(client.exit_code(SOON), 1);
    editor.wait().unwrap();

    // Gone before we have looked.
    let mut client = Client::start(sgg());
    client.request("initialize", json!({"processId": editor.id(), "capabilities": {}}));
    assert_eq!(client.exit_code(SOON), 1);
}
