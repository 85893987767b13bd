//! How long an editor waits for `sgg lsp`, beside a server that does nothing and any others.
//!
//! ```sh
//! cargo bench --bench latency                                # 10,000 and 100,000 lines
//! cargo bench --bench latency -- --large                     # and 1,000,000
//! cargo bench --bench latency -- --short                     # fewer edits
//! cargo bench --bench latency -- 'py: ruff server'           # and another server, with the graph in its language
//! cargo bench --bench latency -- --instructions              # under callgrind: does a keystroke grow with the file?
//! ```
//!
//! All servers are alive at once and take turns, a few edits each, so that a busy moment of the machine meets all.
//! What the bench itself and the pipes cost is what the null server shows: subtract it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod formats;
mod games;
mod instructions;
mod null;
mod report;
mod session;
#[path = "../support/mod.rs"]
mod support;
mod touched;
mod wire;

use std::process::ExitCode;
use std::time::Duration;

use formats::FORMATS;
use games::ARCS_FROM;
use report::Row;
use session::{Change, Session, Spec};

const SGG: &str = env!("CARGO_BIN_EXE_sgg");
/// The sizes of the usual run.
const LINES: [usize; 2] = [10_000, 100_000];
const LINES_LARGE: usize = 1_000_000;
/// Odd, so that the text ends otherwise than it began.
const BURST: usize = 501;
/// Edits in a turn.
const TURN: usize = 10;
/// Between keystrokes: long enough for the server to fall asleep.
const PAUSE: Duration = Duration::from_millis(5);

/// How much is measured.
struct Plan {
    lines: Vec<usize>,
    rounds: usize,
    edits: usize,
}

fn main() -> ExitCode {
    let mut plan = Plan { lines: LINES.to_vec(), rounds: 5, edits: 300 };
    let mut specs = vec![spec("null server", &[&own_path(), "null"], 0), spec("`sgg lsp`", &[SGG, "lsp"], 0)];
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "null" => {
                null::serve();
                return ExitCode::SUCCESS;
            }
            "--instructions" => return instructions::compare(),
            // What cargo adds by itself.
            "--bench" => {}
            "--large" => plan.lines.push(LINES_LARGE),
            "--short" => (plan.rounds, plan.edits) = (3, 100),
            other => match other_server(other) {
                Some(spec) => specs.push(spec),
                None => {
                    eprintln!("latency: `{other}` is no flag and no `LANGUAGE: COMMAND`");
                    return ExitCode::FAILURE;
                }
            },
        }
    }
    println!("{}", report::HOW);
    for &lines in &plan.lines {
        println!("{}", report::tables(lines, &measure(&specs, lines, &plan)));
    }
    ExitCode::SUCCESS
}

fn own_path() -> String {
    std::env::current_exe().unwrap().to_string_lossy().into_owned()
}

fn spec(name: &str, command: &[&str], format: usize) -> Spec {
    let command = command.iter().map(|&part| part.to_owned()).collect();
    Spec { name: name.to_owned(), command, format: &FORMATS[format] }
}

/// `py: ruff server`.
fn other_server(argument: &str) -> Option<Spec> {
    let (extension, command) = argument.split_once(':')?;
    let format = FORMATS.iter().position(|format| format.extension == extension)?;
    let parts: Vec<&str> = command.split_whitespace().collect();
    (!parts.is_empty()).then(|| spec(&format!("`{}`", command.trim()), &parts, format))
}

/// A server that is being measured, and its figures so far.
struct Measured {
    spec: Spec,
    session: Option<Session>,
    row: Row,
}

fn measure(specs: &[Spec], lines: usize, plan: &Plan) -> Vec<Row> {
    let arcs = games::usual(lines);
    let mut all: Vec<Measured> = specs
        .iter()
        .map(|spec| Measured {
            spec: spec.clone(),
            session: None,
            row: Row { name: spec.name.clone(), ..Row::default() },
        })
        .collect();
    for _ in 0..plan.rounds {
        for one in &mut all {
            one.session = None;
            one.start(&(one.spec.format.text)(&arcs));
        }
    }
    in_turns(&mut all, 2 * TURN, Measured::keystroke);
    for one in &mut all {
        one.row.forget_keystrokes();
    }
    in_turns(&mut all, plan.edits, Measured::keystroke);
    let (tail, head) = arcs[lines / 2];
    let back = format!("  n{head} -> n{tail}");
    in_turns(&mut all, plan.edits / 5, |one| {
        one.edit_of_sgg(ARCS_FROM + lines / 2, &back, |row| &mut row.cycle)
    });
    in_turns(&mut all, plan.edits / 5, |one| one.edit_of_sgg(1, "  x -> y", |row| &mut row.expect));
    in_turns(&mut all, 5, Measured::burst);
    for one in all.iter_mut().filter(|one| one.is_ours()) {
        one.row.touched = touched::values(&(one.spec.format.text)(&arcs), &one.row.keystrokes);
    }
    all.into_iter().map(|one| one.row).collect()
}

/// So many times each, a few at a time, each turn begun by another.
fn in_turns(all: &mut [Measured], times: usize, mut act: impl FnMut(&mut Measured)) {
    for turn in 0..times.div_ceil(TURN) {
        for place in 0..all.len() {
            let one = &mut all[(turn + place) % all.len()];
            for _ in 0..TURN.min(times - turn * TURN) {
                act(one);
            }
        }
    }
}

impl Measured {
    fn start(&mut self, text: &str) {
        let folder = env!("CARGO_TARGET_TMPDIR");
        let (mut session, took) = Session::start(&self.spec, folder, text);
        self.row.start.push(took);
        session.rest(Duration::from_millis(50));
        self.row.memory_idle_mib = session.memory_mib();
        self.row.open.push(session.open());
        // Until what is still being worked out is told as well.
        session.rest(Duration::from_millis(800));
        self.row.memory_open_mib = session.memory_mib();
        self.session = Some(session);
    }

    fn session(&mut self) -> &mut Session {
        self.session.as_mut().unwrap()
    }

    fn keystroke(&mut self) {
        let session = self.session();
        let change = session.keystroke();
        let times = session.change(&change, None);
        session.rest(PAUSE);
        self.row.diagnostics.push(times.diagnostics);
        self.row.hints.extend(times.hints);
        self.row.keystrokes.push(change);
    }

    fn is_ours(&self) -> bool {
        self.spec.command[0] == SGG
    }

    /// A line that makes something wrong is inserted and removed. In other languages it would mean nothing.
    fn edit_of_sgg(&mut self, at: usize, line: &str, figures: fn(&mut Row) -> &mut Vec<Duration>) {
        if self.spec.format.extension != "sgg" {
            return;
        }
        let ours = self.is_ours();
        for (change, wrong) in [(Change::InsertLine(at, line), true), (Change::RemoveLine(at), false)] {
            let times = self.session().change(&change, ours.then_some(wrong));
            self.session().rest(PAUSE);
            figures(&mut self.row).push(times.diagnostics);
        }
    }

    fn burst(&mut self) {
        let took = self.session().burst(BURST);
        self.session().rest(Duration::from_millis(100));
        self.row.burst.push(took);
    }
}
