//! One server with one open file: what is typed, and how long the answers take.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::formats::Format;
use crate::games::Random;
use crate::wire::Process;

/// A server to be measured.
#[derive(Clone)]
pub(crate) struct Spec {
    pub(crate) name: String,
    pub(crate) command: Vec<String>,
    pub(crate) format: &'static Format,
}

pub(crate) struct Session {
    process: Process,
    uri: String,
    language: &'static str,
    lines: Vec<String>,
    version: i64,
    next_id: i64,
    /// The server wants the whole text with every change.
    whole: bool,
    hints: bool,
    random: Random,
    typed: Option<(usize, usize)>,
}

/// What is done to the text.
pub(crate) enum Change<'a> {
    Type(usize, usize),
    Erase(usize, usize),
    InsertLine(usize, &'a str),
    RemoveLine(usize),
}

/// From the moment before a change was sent.
pub(crate) struct Times {
    pub(crate) diagnostics: Duration,
    pub(crate) hints: Option<Duration>,
}

const VIEWPORT_LINES: usize = 60;

impl Session {
    /// Starts the server; also, how long it took to answer `initialize`.
    pub(crate) fn start(spec: &Spec, folder: &str, text: &str) -> (Self, Duration) {
        let path = format!("{folder}/bench.{}", spec.format.extension);
        std::fs::write(&path, text).unwrap();
        let start = Instant::now();
        let mut process = Process::start(&spec.name, &spec.command);
        let capabilities = json!({
            "general": {"positionEncodings": ["utf-8", "utf-16"]},
            "textDocument": {
                "publishDiagnostics": {"versionSupport": true},
                "inlayHint": {"dynamicRegistration": false},
            },
        });
        let params =
            json!({"processId": null, "rootUri": format!("file://{folder}"), "capabilities": capabilities});
        process.send(&[json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})]);
        let (at, answer) = process.wait("answer to initialize", |message| message["id"] == 0);
        process.send(&[notification("initialized", &json!({}))]);
        let offered = &answer["result"]["capabilities"];
        let sync = &offered["textDocumentSync"];
        let session = Self {
            process,
            uri: format!("file://{path}"),
            language: spec.format.language,
            lines: text.split('\n').map(str::to_owned).collect(),
            version: 1,
            next_id: 0,
            whole: sync == 1 || sync["change"] == 1,
            hints: !matches!(offered["inlayHintProvider"], Value::Null | Value::Bool(false)),
            random: Random::new(7),
            typed: None,
        };
        (session, at - start)
    }

    pub(crate) fn memory_mib(&self) -> Option<f64> {
        self.process.memory_mib()
    }

    pub(crate) fn rest(&mut self, quiet: Duration) {
        self.process.rest(quiet);
    }

    /// How long the first diagnostics took.
    pub(crate) fn open(&mut self) -> Duration {
        let text = self.lines.join("\n");
        let document = json!({"uri": self.uri, "languageId": self.language, "version": 1, "text": text});
        let start =
            self.process.send(&[notification("textDocument/didOpen", &json!({"textDocument": document}))]);
        self.diagnostics(None) - start
    }

    /// When diagnostics came of the current version, or of none, for servers that do not tell it. Where it is known
    /// whether something is wrong: those that say so.
    fn diagnostics(&mut self, wrong: Option<bool>) -> Instant {
        let version = self.version;
        let due = |message: &Value| {
            let (told, none) = (&message["params"]["version"], json!([]));
            message["method"] == "textDocument/publishDiagnostics"
                && (told.is_null() || told == version)
                && wrong.is_none_or(|wrong| (message["params"]["diagnostics"] != none) == wrong)
        };
        self.process.wait("diagnostics", due).0
    }

    /// A letter behind the last number of some line; the next time it is taken away again.
    pub(crate) fn keystroke(&mut self) -> Change<'static> {
        if let Some((line, column)) = self.typed.take() {
            return Change::Erase(line, column);
        }
        loop {
            let line = self.random.below(self.lines.len());
            let digit = |sign: char| sign.is_ascii_digit();
            let statement = self.lines[line].trim_start();
            if statement.starts_with("stones") || statement.starts_with("expect") {
                continue;
            }
            if let Some(at) = self.lines[line].rfind(digit) {
                self.typed = Some((line, at + 1));
                return Change::Type(line, at + 1);
            }
        }
    }

    /// Makes a change, perhaps one of which it is known whether it makes something wrong; asks for the hints around it,
    /// and waits for what comes.
    pub(crate) fn change(&mut self, change: &Change<'_>, wrong: Option<bool>) -> Times {
        let line = match *change {
            Change::Type(line, _)
            | Change::Erase(line, _)
            | Change::InsertLine(line, _)
            | Change::RemoveLine(line) => line,
        };
        let mut messages = vec![self.changed(change)];
        if self.hints {
            messages.push(self.hints_around(line));
        }
        let start = self.process.send(&messages);
        let at = self.diagnostics(wrong);
        let hints = self.hints.then(|| {
            let id = self.next_id;
            self.process.wait("hints", |message| message["id"] == id && message["method"].is_null()).0 - start
        });
        Times { diagnostics: at - start, hints }
    }

    /// So many changes at once: how long until the diagnostics of the last.
    pub(crate) fn burst(&mut self, count: usize) -> Duration {
        let mut messages = Vec::new();
        for _ in 0..count {
            let change = self.keystroke();
            messages.push(self.changed(&change));
        }
        let start = self.process.send(&messages);
        self.diagnostics(None) - start
    }

    fn hints_around(&mut self, line: usize) -> Value {
        self.next_id += 1;
        let first = line.saturating_sub(VIEWPORT_LINES / 2);
        let last = (first + VIEWPORT_LINES).min(self.lines.len() - 1);
        let range = range((first, 0), (last, 0));
        let params = json!({"textDocument": {"uri": self.uri}, "range": range});
        json!({"jsonrpc": "2.0", "id": self.next_id, "method": "textDocument/inlayHint", "params": params})
    }

    /// Makes the change in our own text too.
    fn changed(&mut self, change: &Change<'_>) -> Value {
        self.version += 1;
        let (range, text) = match *change {
            Change::Type(line, column) => {
                self.lines[line].insert(column, '7');
                (range((line, column), (line, column)), "7".to_owned())
            }
            Change::Erase(line, column) => {
                self.lines[line].remove(column);
                (range((line, column), (line, column + 1)), String::new())
            }
            Change::InsertLine(line, text) => {
                self.lines.insert(line, text.to_owned());
                (range((line, 0), (line, 0)), format!("{text}\n"))
            }
            Change::RemoveLine(line) => {
                self.lines.remove(line);
                (range((line, 0), (line + 1, 0)), String::new())
            }
        };
        let event = if self.whole {
            json!({"text": self.lines.join("\n")})
        } else {
            json!({"range": range, "text": text})
        };
        let document = json!({"uri": self.uri, "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": [event]});
        notification("textDocument/didChange", &params)
    }
}

fn range(start: (usize, usize), end: (usize, usize)) -> Value {
    let place = |(line, column)| json!({"line": line, "character": column});
    json!({"start": place(start), "end": place(end)})
}

fn notification(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}
