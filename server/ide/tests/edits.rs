//! What is shown after edits is what a fresh start on the same text shows: hints, lenses, and hover at every byte.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use sgg_game::Meter;
use sgg_ide::{
    Code, Config, Diagnostic, HintsWanted, code_lenses, completion, diagnostics, hint_tooltip, hover,
    inlay_hints,
};
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

/// A game beyond a limit is read as a whole at each edit, so the line that passes it is the first one in the text.
#[test]
fn the_line_that_passes_a_limit_depends_on_the_text_alone() {
    let told = |document: &mut Document| -> Vec<(usize, String)> {
        document.solve(&mut Meter::new(&AtomicBool::new(false)));
        let told = diagnostics(document.snapshot(), &Config::default(), usize::MAX).list;
        let limits = told.iter().filter(|one| one.code == Code::Limit);
        let text = &document.snapshot().text;
        limits
            .map(|one| (one.place.line, one.place.span.text(&text.line(one.place.line)).to_owned()))
            .collect()
    };
    let text = "game dag\n  0..4095 -> 5000..9095\n  a -> b # first\n  c -> d\n  nodes 0..5000000\n";
    let mut document = Document::open(text);
    assert_eq!(told(&mut document), [(2, "a -> b".to_owned())]);
    for (old, new, line, passes) in [
        ("  a -> b # first\n", "", 2, "c -> d"),
        ("game dag\n", "# above\ngame dag\n", 3, "c -> d"),
        ("  0..4095", "  x -> y\n  0..4095", 3, "0..4095 -> 5000..9095"),
        ("  0..4095", "  round\n    stones 0..6000000\n  0..4095", 4, "stones 0..6000000"),
        ("  round\n    stones 0..6000000\n", "", 3, "0..4095 -> 5000..9095"),
        ("  0..4095 ->", "  # ", 5, "nodes 0..5000000"),
        ("  nodes 0..5000000\n", "  round\n  stones 0..4999999\n", 6, "stones 0..4999999"),
    ] {
        let text = document.snapshot().text.rope.to_string();
        let at = text.find(old).unwrap();
        document.edit(at..at + old.len(), new);
        let wanted = [(line, passes.to_owned())];
        assert_eq!(told(&mut document), wanted, "{new}");
        let text = document.snapshot().text.rope.to_string();
        assert_eq!(told(&mut Document::open(&text)), wanted, "{text}");
    }
    // Where the limit holds again, nothing is said.
    let text = document.snapshot().text.rope.to_string();
    let at = text.find("4999999").unwrap();
    document.edit(at..at + 7, "5");
    assert_eq!(told(&mut document), []);
    document.edit(text.len() - 6..text.len() - 6, "  round\n  stones 0..4999999\n");
    assert_eq!(told(&mut document), [(8, "stones 0..4999999".to_owned())]);
}

fn listed(random: &mut Random) -> String {
    let items = ["a", "b", "c", "v1", "v2", "v1..v3", "v2..v4", "\"a\""];
    let mut group: String =
        (0..1 + random.below(4)).map(|_| format!(" {}", items[random.below(8)])).collect();
    match random.below(8) {
        0 => group += ",",
        1 => group += "#x",
        _ => {}
    }
    format!("  nodes{group}\n")
}

/// Whatever was typed before, also while a line can't be read.
#[test]
fn nodes_that_are_listed_twice_depend_on_the_text_alone() {
    let told = |document: &mut Document| -> Vec<Diagnostic> {
        document.solve(&mut Meter::new(&AtomicBool::new(false)));
        let told = diagnostics(document.snapshot(), &Config::default(), usize::MAX).list;
        told.into_iter().filter(|one| one.code == Code::DuplicateNode).collect()
    };
    let mut random = Random(5);
    let mut compared = 0;
    for _ in 0..60 {
        let lines: String = (0..3).map(|_| listed(&mut random)).collect();
        let mut document = Document::open(&format!("game dag\n{lines}"));
        told(&mut document);
        for _ in 0..20 {
            let text = document.snapshot().text.rope.to_string();
            let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
            let start = ends[random.below(ends.len())];
            let end = ends.iter().copied().find(|end| *end > start).unwrap_or(start);
            match random.below(5) {
                0 => document.edit(start..end, ""),
                1 => document.edit(start..start, &listed(&mut random)),
                _ => document.edit(start..end, &listed(&mut random)),
            }
            let after = told(&mut document);
            let text = document.snapshot().text.rope.to_string();
            assert_eq!(after, told(&mut Document::open(&text)), "{text}");
            compared += after.len();
        }
    }
    assert!(compared > 1_000, "{compared}");
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

/// Two documents of one text: a line below the head gave the first one's nodes their numbers, and is gone; the other one
/// is fresh.
fn renumbered(head: &str, gone: &str, rest: &str) -> [Document; 2] {
    let mut document = Document::open(&format!("{head}{gone}{rest}"));
    let never = AtomicBool::new(false);
    document.solve(&mut Meter::new(&never));
    document.edit(head.len()..head.len() + gone.len(), "");
    let mut both = [document, Document::open(&format!("{head}{rest}"))];
    both.iter_mut().for_each(|document| _ = document.solve(&mut Meter::new(&never)));
    both
}

/// Each with what stands behind it, the last one first.
fn backwards(letter: &str, count: usize, behind: &str) -> String {
    (1..=count).rev().map(|number| format!("{letter}{number}{behind} ")).collect()
}

#[test]
fn of_many_names_the_same_are_offered_whatever_was_typed_before() {
    // As many as are compared, and more; of each sort more than are offered.
    for count in [3_000, 11_000] {
        let gone = format!("stones {}{}\n", backwards("u", count, ""), backwards("w", count, ""));
        let rest =
            format!("u1..u{count} -> z\nw1..w{count} -> z\nstones u\nstones w1\nk w2\nstones v\nstones \n");
        let both = renumbered("game addsub\n", &gone, &rest);
        let lines = both[0].snapshot().text.lines.len();
        let mut offered = 0;
        for line in 2..lines {
            let column = both[0].snapshot().text.line(line).len() as u32;
            let [after, fresh] =
                both.each_ref().map(|document| completion(document.snapshot(), line, column, true));
            assert_eq!(after, fresh, "{count}, line {line}");
            offered += fresh.map_or(0, |fresh| fresh.list.len());
        }
        assert!(offered > 300, "{offered}");
    }
}

#[test]
fn of_names_that_share_a_rank_the_same_are_offered_whatever_was_typed_before() {
    // Numbers that no file counts to.
    let far =
        |count: usize| -> String { (1..=count).rev().map(|number| format!("u99{number:06} ")).collect() };
    let both =
        renumbered("game dag\n", &format!("stones {}\n", far(900)), "u99000001..u99000900 -> z\nstones u9\n");
    let [after, fresh] = both.each_ref().map(|document| completion(document.snapshot(), 2, 9, true));
    assert_eq!(after, fresh);
}

#[test]
fn of_many_followers_the_same_are_told_whatever_was_typed_before() {
    // On one line; on a line each, which were turned over; values below them tell which ones are shown.
    let below = "u1..u50 -> y -> x\n";
    let lines: String = (1..=3_000).map(|number| format!("hub -> u{number}\n")).collect();
    let turned: String = (1..=3_000).rev().map(|number| format!("hub -> u{number}\n")).collect();
    for (gone, arcs) in [
        (format!("{}-> z\n", backwards("u", 3_000, "")), "hub -> u1..u3000\n".to_owned()),
        (format!("hub -> {}\n", backwards("u", 3_000, "")), "hub -> u1..u3000\n".to_owned()),
        (turned, lines),
    ] {
        let both = renumbered("game dag\n", &gone, &format!("{below}{arcs}expect sg hub=7\n"));
        let [after, fresh] =
            both.each_ref().map(|document| hover(document.snapshot(), 2, 1, &Config::default()));
        assert_eq!(after, fresh);
        let [after, fresh] =
            both.each_ref().map(|document| diagnostics(document.snapshot(), &Config::default(), 9));
        assert_eq!(after, fresh);
    }
    // The last line was typed first.
    let (head, last) = ("game dag\nhub -> u0\n", format!("hub -> {}\n", backwards("v", 2_000, "")));
    let mut document = Document::open(&format!("{head}{last}"));
    let never = AtomicBool::new(false);
    document.solve(&mut Meter::new(&never));
    let above = "v1 v2 v3 v4 v5 -> u0\nhub -> w1..w1500\nw1 w9 -> u0\n";
    document.edit(head.len()..head.len(), above);
    document.solve(&mut Meter::new(&never));
    let mut fresh = Document::open(&format!("{head}{above}{last}"));
    fresh.solve(&mut Meter::new(&never));
    let told = |document: &Document| hover(document.snapshot(), 1, 1, &Config::default());
    assert_eq!(told(&document), told(&fresh));
}
