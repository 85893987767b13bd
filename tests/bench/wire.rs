//! A server's process and its messages, each with the moment at which it had arrived whole.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{frame, usage};

/// What has not come by then will not come.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Process {
    name: String,
    child: Child,
    stdin: ChildStdin,
    incoming: Receiver<(Instant, Vec<u8>)>,
    /// What has come since the last message was sent and was not yet waited for.
    waiting: VecDeque<(Instant, Value)>,
}

impl Process {
    pub(crate) fn start(name: &str, command: &[String]) -> Self {
        let mut process = Command::new(&command[0]);
        process.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = process.spawn().unwrap_or_else(|error| panic!("{name} does not start: {error}"));
        let mut stdout = BufReader::with_capacity(1 << 16, child.stdout.take().unwrap());
        let (sender, incoming) = channel();
        // The moment is taken before a message is decoded or handed on: neither counts.
        std::thread::spawn(move || {
            while let Some(body) = read_body(&mut stdout) {
                if sender.send((Instant::now(), body)).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take().unwrap();
        Self { name: name.to_owned(), child, stdin, incoming, waiting: VecDeque::new() }
    }

    /// Sends these messages at once; returns the moment before.
    pub(crate) fn send(&mut self, messages: &[Value]) -> Instant {
        self.waiting.clear();
        let bytes: Vec<u8> = messages.iter().flat_map(frame).collect();
        let start = Instant::now();
        self.stdin.write_all(&bytes).unwrap_or_else(|error| panic!("{} does not read: {error}", self.name));
        start
    }

    /// The first message that satisfies this, and when it came.
    pub(crate) fn wait(&mut self, what: &str, predicate: impl Fn(&Value) -> bool) -> (Instant, Value) {
        if let Some(at) = self.waiting.iter().position(|(_, message)| predicate(message)) {
            return self.waiting.remove(at).unwrap();
        }
        let end = Instant::now() + PATIENCE;
        loop {
            let Some((at, message)) = self.next(end.saturating_duration_since(Instant::now())) else {
                panic!("{}: no {what} within {PATIENCE:?}, or it has ended", self.name);
            };
            if predicate(&message) {
                return (at, message);
            }
            self.waiting.push_back((at, message));
        }
    }

    /// Reads on until nothing has come for so long.
    pub(crate) fn rest(&mut self, quiet: Duration) {
        while self.next(quiet).is_some() {}
    }

    fn next(&mut self, timeout: Duration) -> Option<(Instant, Value)> {
        let (at, body) = self.incoming.recv_timeout(timeout).ok()?;
        let message: Value = serde_json::from_slice(&body).unwrap();
        if !message["method"].is_null() && !message["id"].is_null() {
            self.oblige(&message);
        }
        Some((at, message))
    }

    /// Answers a request of the server: no settings, and yes to all else.
    fn oblige(&mut self, request: &Value) {
        let asked = request["params"]["items"].as_array().map_or(0, Vec::len);
        let settings = request["method"] == "workspace/configuration";
        let result = if settings { json!(vec![Value::Null; asked]) } else { Value::Null };
        let answer = frame(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
        self.stdin.write_all(&answer).unwrap();
    }

    /// Resident memory, where the system tells it.
    pub(crate) fn memory_mib(&self) -> Option<f64> {
        cfg!(target_os = "linux").then(|| usage(self.child.id()).1)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lenient, for servers of all sorts: other headers, in any order.
fn read_body(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut length = None;
    loop {
        let mut header = String::new();
        if input.read_line(&mut header).ok()? == 0 {
            return None;
        }
        let Some((name, value)) = header.trim_end().split_once(':') else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok();
        }
    }
    let mut body = vec![0; length?];
    input.read_exact(&mut body).ok()?;
    Some(body)
}
