//! What is shown after edits is what a fresh start on the same text shows: hints, lenses, and hover at every byte.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use sgg_game::Meter;
use sgg_ide::{Config, HintsWanted, code_lenses, hint_tooltip, hover, inlay_hints};
use sgg_model::{Document, Snapshot, State};
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

/// xorshift64*: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    fn name(&mut self) -> &'static str {
        ["a", "b", "c", "d", "e", "v1", "v2", "v3", "\"x y\""][self.below(9)]
    }
}

fn line(random: &mut Random, kind: &str) -> String {
    let arrow = if matches!(kind, "cactus" | "hackenbush") { "--" } else { "->" };
    let mut name = || random.name();
    let (a, b, c) = (name(), name(), name());
    match random.below(18) {
        0 => format!("  stones {a} {b}={}", random.below(5)),
        1 => format!("  stones *={} {a}", random.below(3)),
        2 => "  expect first".into(),
        3 => format!("  expect value {}", random.below(4)),
        4 => format!("  expect sg {a}={} {b}=1", random.below(3)),
        5 => format!("  k {a}={}", random.below(4)),
        6 => format!("  k *={}", 1 + random.below(3)),
        7 => format!("  ground {a}"),
        8 => format!("  v1..v3 {arrow} {a}"),
        9 => format!("  {a} {b} {arrow} {c}"),
        10 => "  round".into(),
        11 => format!("  nodes {a} v1..v3 a b c d e"),
        12 => format!("  {a} {b}"),
        _ => format!("  {a} {arrow} {b}"),
    }
}

fn file(random: &mut Random) -> String {
    let kind = ["dag", "loopy", "addsub", "nim", "cactus", "hackenbush"][random.below(6)];
    let mut text = format!("game {kind}\n");
    for _ in 0..random.below(12) {
        text += &line(random, kind);
        text.push('\n');
    }
    text
}

/// Shows all that can be shown; `None` where values are kept from before a line that can't be read.
fn shown(document: &mut Document) -> Option<String> {
    document.solve(&mut Meter::new(&AtomicBool::new(false)));
    let snapshot: &Snapshot = document.snapshot();
    if snapshot.games().any(|game| game.state() == State::Stale) {
        return None;
    }
    let lines = snapshot.text.lines.len();
    let config =
        Config { hints: HintsWanted::All, stone_hints: true, verdict_hints: true, ..Config::default() };
    let mut out = String::new();
    for lens in code_lenses(snapshot, 0..lines, &config) {
        writeln!(out, "{lens:?}").unwrap();
    }
    for config in [Config::default(), config] {
        for hint in inlay_hints(snapshot, 0..lines, &config) {
            // A node's number depends on the history of edits.
            let why = hint.node.map(|node| hint_tooltip(snapshot, hint.line, node.index(), &config));
            writeln!(out, "{} {} {} {why:?}", hint.line, hint.column, hint.label).unwrap();
        }
    }
    for number in 0..lines {
        let length = snapshot.text.line(number).len();
        for column in (0..=length).step_by(2) {
            let told = hover(snapshot, number, column as u32, &Config::default());
            writeln!(out, "{number} {column} {told:?}").unwrap();
        }
    }
    Some(out)
}

#[test]
fn what_is_shown_depends_on_the_text_alone() {
    let mut random = Random(11);
    let mut compared = 0;
    for _ in 0..150 {
        let text = file(&mut random);
        let kind = text["game ".len()..].lines().next().unwrap().to_owned();
        let mut document = Document::open(&text);
        for _ in 0..12 {
            let text = document.snapshot().text.rope.to_string();
            let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
            let start = ends[random.below(ends.len())];
            let end = ends.iter().copied().find(|end| *end > start).unwrap_or(start);
            let new = format!("{}\n", line(&mut random, &kind));
            match random.below(3) {
                0 => document.edit(start..end, ""),
                1 => document.edit(start..end, &new),
                _ => document.edit(start..start, &new),
            }
            let Some(after) = shown(&mut document) else { continue };
            let text = document.snapshot().text.rope.to_string();
            let fresh = shown(&mut Document::open(&text)).unwrap();
            assert_eq!(after, fresh, "{text}");
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}
