//! Instructions that a keystroke costs, counted by callgrind: without noise, so that a limit can be set to them.

use std::path::Path;
use std::process::{Command, ExitCode};

use serde_json::{Value, json};

use crate::games::{self, ARCS_FROM};
use crate::support::{Client, URI};
use crate::{LINES, SGG};

/// A keystroke at 100,000 lines may cost so much more than one at 10,000.
const RATIO_MAX: f64 = 1.2;
const KEYSTROKES: usize = 400;

pub(crate) fn compare() -> ExitCode {
    let mut grows = false;
    for (what, hints) in [("an edit and its diagnostics", false), ("the same, and the hints around it", true)]
    {
        // The difference of two runs: starting, opening and ending do not count.
        let [small, large] = LINES.map(|lines| {
            let [once, twice] = [1, 2].map(|times| count(lines, times * KEYSTROKES, hints));
            (twice - once) / KEYSTROKES as f64
        });
        let ratio = large / small;
        println!("{what}: {small:.0} at {} lines, {large:.0} at {}: ratio {ratio:.3}", LINES[0], LINES[1]);
        grows |= ratio > RATIO_MAX;
    }
    println!("the ratio may be {RATIO_MAX}");
    if grows { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Instructions of a whole session with so many keystrokes.
fn count(lines: usize, keystrokes: usize, hints: bool) -> f64 {
    let counts = Path::new(env!("CARGO_TARGET_TMPDIR")).join("callgrind.out");
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", &format!("--callgrind-out-file={}", counts.display()), SGG, "lsp"]);
    let mut client = Client::start(command);
    client.initialize(json!({"general": {"positionEncodings": ["utf-8"]}}));
    // A test that fails is told once the game is solved, and not before: edits sent earlier would interrupt that.
    let text = games::text(&games::groups(lines)).replace("expect second", "expect first");
    client.open(&text);
    solved(&mut client, 1);
    let texts: Vec<&str> = text.lines().collect();
    for at in 0..keystrokes {
        // A letter typed, then taken away again, at places all over the file.
        let place = (at / 2 * 2 * lines / KEYSTROKES) % lines;
        let (line, column) = (ARCS_FROM + place, texts[ARCS_FROM + place].len());
        let (end, new) = if at % 2 == 0 { (column, "7") } else { (column + 1, "") };
        let place = |character| json!({"line": line, "character": character});
        client.change(
            2 + at as i64,
            json!([{"range": {"start": place(column), "end": place(end)}, "text": new}]),
        );
        let asked = hints.then(|| hints_around(&mut client, line));
        solved(&mut client, 2 + at as i64);
        assert!(asked.is_none_or(|id| client.answer(id).is_ok()));
    }
    assert_eq!(client.finish(), 0);
    let counts = std::fs::read_to_string(counts).unwrap();
    let total = counts.lines().find_map(|line| line.strip_prefix("totals: ")).unwrap();
    total.trim().parse().unwrap()
}

fn hints_around(client: &mut Client, line: usize) -> i64 {
    let place = |line| json!({"line": line, "character": 0});
    let range = json!({"start": place(line.saturating_sub(30)), "end": place(line + 30)});
    client.request("textDocument/inlayHint", json!({"textDocument": {"uri": URI}, "range": range}))
}

fn solved(client: &mut Client, version: i64) {
    client.wait_for("diagnostics with the failed test", |message| {
        let told = &message["params"];
        message["method"] == "textDocument/publishDiagnostics"
            && told["version"] == version
            && told["diagnostics"] != Value::Array(Vec::new())
    });
}
