//! Long lines with thousands of things wrong: each line is read once, and each name looked up, however much is told.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "what is tested is how long it takes")]

use sgg_game::{Meter, Progress};
use sgg_ide::{Code, Config, apply_edits, diagnostics, fix_all_safe};
use sgg_model::Document;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// With room for a busy machine: each of these takes a tenth of a second, and took five to thirty-five when every
/// diagnostic read the lines of the others or looked through all names.
const PATIENCE: Duration = Duration::from_secs(4);

fn names(from: usize, to: usize, end: &str) -> String {
    (from..to).map(|number| format!(" node{number}x{end}")).collect()
}

/// Forty lines of fifty nodes, and one of what all lines below have in common.
fn declared() -> String {
    let lines: String =
        (0..40).map(|line| format!("{} -> end\n", names(50 * line, 50 * line + 50, ""))).collect();
    format!("{lines}{} -> end\n", names(10_000, 12_500, ""))
}

fn line(line: usize, end: &str) -> String {
    names(50 * line, 50 * line + 50, end) + &names(10_000, 12_500, "=1")
}

/// How much is told with that code, how much more there is, and of the first one the message.
fn told(text: &str, wanted: Code) -> (usize, usize, String) {
    let mut document = Document::open(text);
    let never = AtomicBool::new(false);
    assert_eq!(document.solve(&mut Meter::new(&never)), Progress::Done);
    let start = Instant::now();
    let told = diagnostics(document.snapshot(), &Config::default(), 1000);
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    let found: Vec<_> = told.list.iter().filter(|one| one.code == wanted).collect();
    (found.len(), told.more, found.first().unwrap().message.clone())
}

#[test]
fn conflicts_in_long_lines() {
    let lines: String = (0..20).map(|at| format!("k{}\nk *=1{}\n", line(at, "=3"), line(at, "=2"))).collect();
    let (count, more, first) = told(&format!("game addsub\n{}{lines}", declared()), Code::ConflictingValue);
    assert_eq!((count, more), (1000, 0));
    assert!(
        first.starts_with("`node0x` is given different K-values, by `node0x=3` and by `node0x=2`"),
        "{first}"
    );
}

#[test]
fn values_that_differ_in_long_lines() {
    let lines: String = (0..40).map(|at| format!("expect sg{}\n", line(at, "=7"))).collect();
    let (count, more, first) = told(&format!("game dag\n{}{lines}", declared()), Code::ExpectFailed);
    assert_eq!((count, more), (1000, 1000));
    assert_eq!(first, "the Grundy value of `node0x` is 1, not 7: mex{0} = 1 (end → 0)");
}

#[test]
fn names_that_are_near_to_others() {
    let declared: String = (0..7900).map(|number| format!("declared{number}x -> end\n")).collect();
    let used: String = (0..2000).map(|number| format!("round\nstones declarde{number}x\n")).collect();
    let (count, more, first) = told(&format!("game dag\n{declared}{used}"), Code::UndeclaredNode);
    assert_eq!((count, more), (1000, 1000));
    assert_eq!(first, "no arc of this game has a node `declarde0x`: did you mean `declared0x`?");
}

/// The lines that say whether each of the others offers to mend all of them are long.
#[test]
fn wrong_arrows_in_many_lines() {
    let long = format!("a{}\n", " -- b".repeat(10_000));
    let text = format!("game dag\n{}{}", long.repeat(51), "a -- b\n".repeat(3_000));
    let (count, more, first) = told(&text, Code::WrongEdge);
    assert_eq!((count, more), (1000, 2051));
    assert_eq!(first, "`--` in a `dag` game: its arcs are written `->`");
}

/// Fixes that stand close to each other are one change of the document.
#[test]
fn safe_fixes_of_very_many_lines() {
    let text = format!("game dag\n{}", "a -> b\n".repeat(80_000));
    let mut document = Document::open(&text);
    let never = AtomicBool::new(false);
    let meter = || Meter::new(&never);
    assert_eq!(document.solve(&mut meter()), Progress::Done);
    let start = Instant::now();
    let fixed = fix_all_safe(document.snapshot(), &Config::default(), meter().node_budget, &never);
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    assert_eq!(apply_edits(&document.snapshot().text, &fixed.edits), "game dag\na -> b\n");
}
