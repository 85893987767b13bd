//! The language server with handlers that are slow or die.
//!
//! This test is its own server: started with `serve` it runs the server of `sgg lsp` with a few requests more, so
//! that the binary that is shipped knows nothing of them.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::expect_used)]
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod support;

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Trial};
use serde_json::{Value, json};
use sgg::lsp::Server;
use support::{Client, URI, at_rest, cancel, usage};
use tower_lsp::jsonrpc::Result;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("serve") {
        return serve();
    }
    let tests: [(&str, fn()); 13] = [
        ("a_panic_fails_its_request_alone", a_panic_fails_its_request_alone),
        ("a_panic_on_the_pool", a_panic_on_the_pool),
        ("a_panic_after_waiting", a_panic_after_waiting),
        ("a_panic_in_a_notification", a_panic_in_a_notification),
        ("panics_while_nobody_reads_standard_error", panics_while_nobody_reads_standard_error),
        ("cancelled_work_gives_the_cpu_back", cancelled_work_gives_the_cpu_back),
        ("an_edit_stops_work_on_the_older_text", an_edit_stops_work_on_the_older_text),
        ("slow_requests_hold_nothing_up", slow_requests_hold_nothing_up),
        ("too_many_slow_requests", too_many_slow_requests),
        ("edits_apply_in_order", edits_apply_in_order),
        ("exit_while_everything_is_busy", exit_while_everything_is_busy),
        ("stdin_closed_while_everything_is_busy", stdin_closed_while_everything_is_busy),
        ("large_answers_that_nobody_reads", large_answers_that_nobody_reads),
    ];
    let trials = tests.map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit_code()
}

// The server.

fn serve() -> ExitCode {
    sgg::lsp::serve(|builder| {
        builder
            .custom_method("test/panic", panic_at_once)
            .custom_method("test/panicSlowly", panic_slowly)
            .custom_method("test/panicLater", panic_later)
            .custom_method("test/panicNotification", panic_notification)
            .custom_method("test/spin", spin)
            .custom_method("test/block", block)
            .custom_method("test/text", text)
            .custom_method("test/large", large)
    })
}

async fn panic_at_once(_: &Server) -> Result<Value> {
    panic!("at once")
}

async fn panic_slowly(server: &Server) -> Result<Option<Value>> {
    server.answer_slowly(URI, |_, _| panic!("slowly")).await
}

async fn panic_later(_: &Server) -> Result<Value> {
    tokio::task::yield_now().await;
    panic!("later")
}

async fn panic_notification(_: &Server) {
    panic!("notified")
}

/// Uses a core until it is stopped.
async fn spin(server: &Server) -> Result<Option<u64>> {
    let spin = |_: &_, cancel: &sgg::lsp::Cancel| {
        let mut turns = 0_u64;
        while !cancel.is_stopped() {
            turns = std::hint::black_box(turns.wrapping_add(1));
        }
        Ok(Some(turns))
    };
    server.answer_slowly(URI, spin).await
}

/// What no handler may do: holds the dispatcher itself.
async fn block(_: &Server) -> Result<()> {
    std::thread::sleep(Duration::from_secs(600));
    Ok(())
}

async fn text(server: &Server) -> Result<Option<String>> {
    server.answer_slowly(URI, |snapshot, _| Ok(Some(snapshot.file.text.rope.to_string()))).await
}

/// A mebibyte.
async fn large(server: &Server) -> Result<Option<String>> {
    server.answer_slowly(URI, |_, _| Ok(Some("x".repeat(1024 * 1024)))).await
}

// The tests.

fn ready() -> Client {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg("serve");
    let mut client = Client::start(command);
    client.initialize(json!({}));
    client.open("abc");
    client.diagnostics(1);
    client
}

const SOON: Duration = Duration::from_secs(5);

fn a_panic_fails_its_request_alone() {
    let mut client = ready();
    let hover = client.hover();
    assert_eq!(client.call("test/panic", Value::Null), Err(-32603));
    assert!(client.answer(hover).is_ok());
    // Its id is free again.
    for method in ["test/panic", "test/text"] {
        client.send(json!({"jsonrpc": "2.0", "id": "again", "method": method}));
        let answer = client.wait_for("an answer", |message| message["id"] == "again");
        let panicked = method == "test/panic";
        assert_eq!(answer["error"]["code"] == -32603, panicked, "{answer}");
        assert_eq!(answer["result"] == "abc", !panicked, "{answer}");
    }
    // The log is written by a thread of its own.
    let start = std::time::Instant::now();
    while !client.stderr().contains("at once") {
        assert!(start.elapsed() < SOON, "{}", client.stderr());
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(client.finish(), 0);
}

fn a_panic_on_the_pool() {
    let mut client = ready();
    for _ in 0..20 {
        assert_eq!(client.call("test/panicSlowly", Value::Null), Err(-32603));
    }
    assert_eq!(client.call("test/text", Value::Null), Ok(json!("abc")));
    assert_eq!(client.finish(), 0);
}

fn a_panic_after_waiting() {
    let mut client = ready();
    for _ in 0..3 {
        client.send(json!({"jsonrpc": "2.0", "id": "again", "method": "test/panicLater"}));
        let answer = client.wait_for("an answer", |message| message["id"] == "again");
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
    }
    assert_eq!(client.finish(), 0);
}

fn a_panic_in_a_notification() {
    let mut client = ready();
    client.notify("test/panicNotification", Value::Null);
    client.change(2, json!([{"text": "after"}]));
    client.diagnostics(2);
    assert_eq!(client.call("test/text", Value::Null), Ok(json!("after")));
    assert_eq!(client.finish(), 0);
}

fn panics_while_nobody_reads_standard_error() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg("serve");
    let mut client = Client::start_stderr_unread(command);
    client.initialize(json!({}));
    for _ in 0..3000 {
        assert_eq!(client.call("test/panic", Value::Null), Err(-32603));
    }
    assert_eq!(client.finish(), 0);
}

fn cancelled_work_gives_the_cpu_back() {
    let mut client = ready();
    let spins: Vec<i64> = (0..6).map(|_| client.request("test/spin", Value::Null)).collect();
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    for &id in &spins {
        client.send(cancel(id));
    }
    for id in spins {
        assert_eq!(client.answer(id), Err(-32800));
    }
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    if cfg!(target_os = "linux") {
        std::thread::sleep(Duration::from_millis(100));
        let (before, _) = usage(client.process());
        std::thread::sleep(Duration::from_millis(500));
        let (after, _) = usage(client.process());
        assert!(after - before < 0.1, "{} s of CPU after everything was cancelled", after - before);
    }
    assert_eq!(client.finish(), 0);
}

fn an_edit_stops_work_on_the_older_text() {
    let mut client = ready();
    for version in 2..6 {
        let spins: Vec<i64> = (0..4).map(|_| client.request("test/spin", Value::Null)).collect();
        client.change(version, json!([{"text": version.to_string()}]));
        for id in spins {
            assert_eq!(client.answer(id), Err(-32801));
        }
        assert_eq!(client.call("test/text", Value::Null), Ok(json!(version.to_string())));
    }
    let spin = client.request("test/spin", Value::Null);
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    assert_eq!(client.answer(spin), Err(-32801));
    assert_eq!(client.call("test/text", Value::Null), Ok(Value::Null));
    assert_eq!(client.finish(), 0);
}

fn slow_requests_hold_nothing_up() {
    let mut client = ready();
    let spins: Vec<i64> = (0..20).map(|_| client.request("test/spin", Value::Null)).collect();
    let start = Instant::now();
    for _ in 0..20 {
        let hover = client.hover();
        assert!(client.answer(hover).is_ok());
    }
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    for id in spins {
        client.send(cancel(id));
        assert_eq!(client.answer(id), Err(-32800));
    }
    // The same id twice at a time is refused, and the first is not lost.
    for _ in 0..2 {
        client.send(json!({"jsonrpc": "2.0", "id": "twice", "method": "test/spin"}));
    }
    let refused = client.wait_for("a refusal", |message| message["id"] == "twice");
    assert_eq!(refused["error"]["code"], -32600);
    client.notify("$/cancelRequest", json!({"id": "twice"}));
    let cancelled = client.wait_for("the other", |message| message["id"] == "twice");
    assert_eq!(cancelled["error"]["code"], -32800);
    assert_eq!(client.finish(), 0);
}

fn too_many_slow_requests() {
    let mut client = ready();
    let spins: Vec<i64> = (0..1000).map(|_| client.request("test/spin", Value::Null)).collect();
    let hover = client.hover();
    assert!(client.answer(hover).is_ok());
    for &id in &spins {
        client.send(cancel(id));
    }
    let codes: Vec<_> = spins.into_iter().map(|id| client.answer(id).unwrap_err()).collect();
    assert!(codes.iter().all(|code| [-32800, -32802].contains(code)), "{codes:?}");
    assert!(codes.iter().filter(|&&code| code == -32800).count() >= 100, "{codes:?}");
    assert_eq!(client.call("test/text", Value::Null), Ok(json!("abc")));
    assert_eq!(client.finish(), 0);
}

fn edits_apply_in_order() {
    let mut client = ready();
    let mut text = String::from("abc");
    for version in 2..502 {
        let at = (version * 7) % (text.len() as i64 + 1);
        let letter = char::from(b'a' + (version % 26) as u8);
        text.insert(at as usize, letter);
        let place = json!({"line": 0, "character": at});
        client.change(version, json!([{"range": {"start": place, "end": place}, "text": letter}]));
    }
    assert_eq!(client.call("test/text", Value::Null), Ok(json!(text)));
    client.diagnostics(501);
    assert_eq!(client.finish(), 0);
}

fn exit_while_everything_is_busy() {
    let mut client = ready();
    for _ in 0..8 {
        client.request("test/spin", Value::Null);
    }
    assert_eq!(client.call("shutdown", Value::Null), Ok(Value::Null));
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_code(SOON), 0);

    let mut client = ready();
    client.request("test/block", Value::Null);
    client.request("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_code(SOON), 0);
}

fn stdin_closed_while_everything_is_busy() {
    let mut client = ready();
    for _ in 0..8 {
        client.request("test/spin", Value::Null);
    }
    client.close_stdin();
    assert_eq!(client.exit_code(SOON), 1);

    let mut client = ready();
    client.request("test/block", Value::Null);
    client.close_stdin();
    assert_eq!(client.exit_code(SOON), 1);
}

fn large_answers_that_nobody_reads() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg("serve");
    let mut client = Client::start_unread(command);
    client.request("initialize", json!({"capabilities": {}}));
    client.notify("initialized", json!({}));
    client.open("abc");
    let requests: Vec<i64> = (0..240).map(|_| client.request("test/large", Value::Null)).collect();
    at_rest(client.process());
    if cfg!(target_os = "linux") {
        let (_, memory_mib) = usage(client.process());
        // A few times the bound of what may wait, for what the allocator keeps; all answers together are 240 MiB.
        assert!(memory_mib < 200.0, "{memory_mib} MiB");
    }
    client.read_on();
    for id in requests {
        // Where too much waited, an error came in the answer's place.
        assert!(matches!(client.answer(id), Ok(Value::String(_)) | Err(-32603)));
    }
    assert_eq!(client.call("test/text", Value::Null), Ok(json!("abc")));
    assert_eq!(client.finish(), 0);
}
