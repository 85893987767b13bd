//! Random texts, full of mistakes: fixes do what they say there too, and edits lead to what a fresh start finds.

use crate::fixes;
use crate::outputs::Input;
use crate::suite::Block;
use sgg_game::{Meter, NODE_BUDGET_DEFAULT};
use sgg_ide::{Config, diagnostics};
use sgg_model::{Document, State};
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

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const KINDS: [&str; 9] = ["dag", "dag", "loopy", "addsub", "nim", "cactus", "hackenbush", "Dag", "chess"];
/// `gaol` is near to two others, and so are they.
const NAMES: [&str; 16] = [
    "a", "b", "c", "start", "strat", "1", "2", "01", "k", "\"x y\"", "1..3", "stones", "B", "goal", "gaol",
    "gaal",
];
const OTHERS: [&str; 29] = [
    "stones gaol",
    "expect sg gaol=0 goal=1",
    "k gaal=1 gaol=2",
    "stones a",
    "stones a b=2",
    "stones *=2 a",
    "stones 1 1 2",
    "stones a=9223372036854775807",
    "round \"r\"",
    "round",
    "expect first",
    "expect second",
    "expect value 2",
    "expect value inf{0}",
    "expect value w + 1",
    "expect sg a=1 1..2=0 *=3",
    "expect sg a=0",
    "k a=1",
    "k *=2 b=1",
    "k *=1",
    "ground a",
    "ground 1 start",
    "nodes a b 1..3 start",
    "Stones a",
    "a => b",
    "a, b -> c",
    "expect win",
    "# a comment",
    "game dag \"one\" # again",
];

fn line(random: &mut Random, arrow: &str) -> String {
    let name = |random: &mut Random| random.pick(&NAMES).to_owned();
    let arrow = if random.below(12) == 0 { random.pick(&["->", "--"]) } else { arrow };
    let comment = if random.below(8) == 0 { " # why" } else { "" };
    let statement = match random.below(12) {
        0..5 => random.pick(&OTHERS).to_owned(),
        5 => format!("{} {arrow}", name(random)),
        6 => format!("{} {arrow} {} {arrow} {}", name(random), name(random), name(random)),
        7 => format!("{} {} {arrow} {}", name(random), name(random), name(random)),
        8 => format!("{} {arrow} {} {} {}", name(random), name(random), name(random), name(random)),
        _ => format!("{} {arrow} {}", name(random), name(random)),
    };
    format!("  {statement}{comment}\n")
}

fn file(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..1 + random.below(2) {
        let kind = random.pick(&KINDS);
        let arrow = if matches!(kind, "cactus" | "hackenbush") { "--" } else { "->" };
        if random.below(20) > 0 {
            text.push_str(&format!("game {kind} \"{}\"\n", random.pick(&["one", "two", "three"])));
        }
        for _ in 0..random.below(9) {
            text.push_str(&line(random, arrow));
        }
    }
    match random.below(6) {
        0 => text.replace('\n', "\r\n"),
        1 => text.trim_end().to_owned(),
        2 => format!("\u{feff}{text}"),
        _ => text,
    }
}

#[test]
fn fixes_mend_random_texts() {
    let mut random = Random(7);
    let mut wrong = Vec::new();
    for _ in 0..4000 {
        let text = file(&mut random);
        let input = Input::new(&Block { mark: "sgg".to_owned(), text, lines: 0..0 });
        wrong.extend(fixes::wrong("random", &input));
    }
    assert!(wrong.is_empty(), "{} fixes\n\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n\n"));
}

/// While a line that can't be read keeps the last good values, fewer things are said than on a fresh start.
#[test]
fn edits_lead_to_what_a_fresh_start_finds() {
    let config = Config::default();
    let mut random = Random(11);
    for _ in 0..800 {
        let mut document = Document::open(&file(&mut random));
        solve(&mut document);
        for _ in 0..6 {
            let length = document.snapshot().text.rope.len_bytes();
            let rope = &document.snapshot().text.rope;
            let start = rope.line_to_byte(random.below(rope.len_lines()));
            let end =
                rope.line_to_byte((rope.byte_to_line(start) + random.below(2)).min(rope.len_lines() - 1));
            let new = if random.below(3) == 0 { String::new() } else { line(&mut random, "->") };
            document.edit(start..end.clamp(start, length), &new);
            // Unsolved, all places must be within the text, at least.
            let told = diagnostics(document.snapshot(), &config, usize::MAX).list;
            told.iter().for_each(|one| fixes::assert_within(document.snapshot(), one));
            solve(&mut document);
            let mut fresh = Document::open(&document.snapshot().text.rope.to_string());
            solve(&mut fresh);
            if document.snapshot().games().all(|game| game.state() == State::Fresh) {
                let told = diagnostics(document.snapshot(), &config, usize::MAX);
                let expected = diagnostics(fresh.snapshot(), &config, usize::MAX);
                assert_eq!(told, expected, "in\n{}", document.snapshot().text.rope);
            }
        }
    }
}

fn solve(document: &mut Document) {
    let cancel = AtomicBool::new(false);
    document.solve(&mut Meter { node_budget: NODE_BUDGET_DEFAULT, left: u64::MAX, cancel: &cancel });
}
