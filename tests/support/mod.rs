//! A client that speaks frames by hand, so that it can also speak them wrongly. Everything it waits for has an end.

#![allow(dead_code, reason = "each test binary uses a part")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::expect_used, unreachable_pub)]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Long, for a busy machine: a test that passes never waits for it.
pub const PATIENCE: Duration = Duration::from_secs(30);

pub const URI: &str = "file:///t.sgg";

pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    /// Until `read_on`, where nothing is read yet.
    stdout: Option<ChildStdout>,
    incoming: Option<Receiver<Value>>,
    waiting: VecDeque<Value>,
    stderr: Arc<Mutex<String>>,
    next_id: i64,
}

impl Client {
    pub fn start(command: Command) -> Self {
        let mut client = Self::start_unread(command);
        client.read_on();
        client
    }

    /// A client that reads what the server says, and never its standard error.
    pub fn start_stderr_unread(command: Command) -> Self {
        let mut client = Self::start_unread(command);
        client.read_stdout();
        client
    }

    /// A client that does not read what it is sent, for now.
    pub fn start_unread(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        Self {
            child,
            stdin,
            stdout,
            incoming: None,
            waiting: VecDeque::new(),
            stderr: Arc::default(),
            next_id: 0,
        }
    }

    pub fn read_on(&mut self) {
        self.read_stdout();
        self.read_stderr();
    }

    fn read_stdout(&mut self) {
        let (sender, receiver) = channel();
        let mut stdout = BufReader::new(self.stdout.take().unwrap());
        std::thread::spawn(move || {
            while let Some(message) = read_message(&mut stdout) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        self.incoming = Some(receiver);
    }

    pub fn stop_reading(&mut self) {
        self.stdout = None;
    }

    fn read_stderr(&mut self) {
        let Some(mut stderr) = self.child.stderr.take() else { return };
        let text = self.stderr.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = stderr.read(&mut buffer) {
                text.lock().unwrap().push_str(&String::from_utf8_lossy(&buffer[..read]));
            }
        });
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    pub fn stderr(&self) -> String {
        self.stderr.lock().unwrap().clone()
    }

    /// Its lines are written and read by threads of their own.
    pub fn wait_for_stderr(&self, words: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.stderr().contains(words) {
            assert!(Instant::now() < end, "{words} has not come; stderr: {}", self.stderr());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    // Out.

    pub fn write(&mut self, bytes: &[u8]) {
        self.stdin.as_mut().unwrap().write_all(bytes).unwrap();
    }

    pub fn send(&mut self, message: Value) {
        let frame = frame(&message);
        self.write(&frame);
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    pub fn request(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        self.send(json!({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params}));
        self.next_id
    }

    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// The pipe itself, for a writer that may have to wait.
    pub fn take_stdin(&mut self) -> ChildStdin {
        self.stdin.take().unwrap()
    }

    pub fn put_stdin(&mut self, stdin: ChildStdin) {
        self.stdin = Some(stdin);
    }

    // In.

    /// The first message, read or to come, that satisfies this; the others are kept.
    pub fn wait_for(&mut self, what: &str, mut predicate: impl FnMut(&Value) -> bool) -> Value {
        if let Some(at) = self.waiting.iter().position(&mut predicate) {
            return self.waiting.remove(at).unwrap();
        }
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.incoming.as_ref().unwrap().recv_timeout(left) {
                Ok(message) if predicate(&message) => return message,
                Ok(message) => self.waiting.push_back(message),
                Err(RecvTimeoutError::Timeout) => panic!("{what} has not come; stderr: {}", self.stderr()),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the server has ended before {what} came; stderr: {}", self.stderr())
                }
            }
        }
    }

    /// The whole answer to a request.
    pub fn response(&mut self, id: i64) -> Value {
        self.wait_for(&format!("the answer to {id}"), |message| {
            message["id"] == id && message["method"].is_null()
        })
    }

    /// The answer to a request: its result, or its error's code.
    pub fn answer(&mut self, id: i64) -> Result<Value, i64> {
        let response = self.response(id);
        match response["error"]["code"].as_i64() {
            Some(code) => Err(code),
            None => Ok(response["result"].clone()),
        }
    }

    pub fn call(&mut self, method: &str, params: Value) -> Result<Value, i64> {
        let id = self.request(method, params);
        self.answer(id)
    }

    pub fn server_request(&mut self, method: &str) -> Value {
        self.wait_for(method, |message| message["method"] == method && !message["id"].is_null())
    }

    pub fn diagnostics(&mut self, version: i64) -> Value {
        self.wait_for(&format!("diagnostics of version {version}"), |message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == version
        })
    }

    /// What has come and was asked for by nothing.
    pub fn left_over(&mut self) -> Vec<Value> {
        self.waiting.extend(self.incoming.as_ref().unwrap().try_iter());
        self.waiting.drain(..).collect()
    }

    // A session.

    pub fn initialize(&mut self, capabilities: Value) -> Value {
        let params = json!({"processId": null, "rootUri": null, "capabilities": capabilities});
        let result = self.call("initialize", params).unwrap();
        self.notify("initialized", json!({}));
        result
    }

    pub fn open(&mut self, text: &str) {
        let document = json!({"uri": URI, "languageId": "sgg", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn change(&mut self, version: i64, changes: Value) {
        let document = json!({"uri": URI, "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    pub fn hover(&mut self) -> i64 {
        let at = json!({"line": 0, "character": 0});
        self.request("textDocument/hover", json!({"textDocument": {"uri": URI}, "position": at}))
    }

    /// `shutdown`, `exit`, and the exit code.
    pub fn finish(mut self) -> i32 {
        assert_eq!(self.call("shutdown", Value::Null), Ok(Value::Null));
        self.send(json!({"jsonrpc": "2.0", "method": "exit"}));
        self.exit_code(PATIENCE)
    }

    pub fn exit_code(&mut self, within: Duration) -> i32 {
        let end = Instant::now() + within;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the server has not ended within {within:?}; stderr: {}", self.stderr());
    }

    pub fn is_alive(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn frame(message: &Value) -> Vec<u8> {
    body(&message.to_string())
}

pub fn body(body: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Panics, in the reading thread, on anything but a clean frame: the answers behind it then never come.
fn read_message(input: &mut impl BufRead) -> Option<Value> {
    let mut header = String::new();
    if input.read_line(&mut header).ok()? == 0 {
        return None;
    }
    let length = header.strip_prefix("Content-Length: ").unwrap().trim_end().parse().unwrap();
    let mut end = String::new();
    input.read_line(&mut end).unwrap();
    assert_eq!(end, "\r\n");
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    let message: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(message["jsonrpc"], "2.0");
    Some(message)
}

/// Seconds of CPU that a process has used, and its resident memory in MiB. Linux only.
pub fn usage(process: u32) -> (f64, f64) {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    let ticks: f64 = fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap();
    let pages: f64 = fields[21].parse().unwrap();
    (ticks / 100.0, pages * 4096.0 / 1024.0 / 1024.0)
}

/// Waits until a process has nothing to do, as far as that is to be seen: it uses no processor for a while.
pub fn at_rest(process: u32) {
    if !cfg!(target_os = "linux") {
        return std::thread::sleep(Duration::from_secs(2));
    }
    let end = Instant::now() + PATIENCE;
    let mut before = usage(process).0;
    let mut quiet = 0;
    while quiet < 20 {
        assert!(Instant::now() < end, "the server does not come to rest");
        std::thread::sleep(Duration::from_millis(10));
        let now = usage(process).0;
        quiet = if now > before { 0 } else { quiet + 1 };
        before = now;
    }
}

pub fn cancel(id: i64) -> Value {
    json!({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": id}})
}
