//! Lines that can't be read for a while, as lines are that are being typed.

use super::{KINDS, Random, compare, findings, line, solved};
use sgg_model::{Document, State};

/// A cycle of lines that can be read is told as in a fresh start, though a line is broken that closes another one.
#[test]
fn a_broken_line_hides_no_cycle_of_other_lines() {
    let text = "game dag\na -> b -> a\na -> c\nc -> a\n";
    let end = "game dag\na -> b -> a".len();
    let mut document = Document::open(text);
    solved(&mut document);
    let both = findings(&document);
    assert_eq!(both, ["  finding 1 cycle a>b:1 b>a:1"]);
    document.edit(end..end, ",");
    solved(&mut document);
    assert_eq!(findings(&document), ["  finding 3 cycle a>c:2 c>a:3"]);
    document.edit(end + 1..end + 1, ",");
    solved(&mut document);
    assert_eq!(findings(&document), ["  finding 3 cycle a>c:2 c>a:3"]);
    document.edit(end..end + 2, "");
    solved(&mut document);
    assert_eq!(findings(&document), both);
    // Of a loop, and of a cycle that leads through the broken line alone.
    let mut document = Document::open("game dag\na -> a\nb -> c\nc -> b\n");
    solved(&mut document);
    document.edit(15..15, ",");
    solved(&mut document);
    assert_eq!(findings(&document), ["  finding 3 cycle b>c:2 c>b:3"]);
    document.edit(23..23, ",");
    solved(&mut document);
    assert_eq!(findings(&document), Vec::<String>::new());
}

/// What lines that can be read say twice, or make no cactus, is told, though a line is broken that said it before.
#[test]
fn a_broken_line_hides_no_findings_between_other_lines() {
    let mut document = Document::open("game dag\na -> b\na -> b\na -> b\n");
    solved(&mut document);
    assert_eq!(findings(&document), ["  finding 2 a>b of 1", "  finding 3 a>b of 1"]);
    document.edit(9..15, "a => , b");
    solved(&mut document);
    assert_eq!(findings(&document), ["  finding 3 a>b of 2"]);

    let edges = "g -- a -- b -- g\na -- b\na -- b\n";
    let mut document = Document::open(&format!("game cactus\nground g\n{edges}"));
    solved(&mut document);
    let shared = |document: &Document| {
        let all = findings(document);
        all.into_iter().filter(|words| words.contains("not cactus")).collect::<Vec<_>>()
    };
    let start = "game cactus\nground g\n".len();
    let before = shared(&document);
    assert_eq!(before.len(), 1, "{before:?}");
    let second = start + "g -- a -- b -- g\n".len();
    document.edit(second..second + 6, "a -- , b");
    solved(&mut document);
    let without = shared(&document);
    let mut fresh = Document::open(&document.snapshot().text.rope.to_string());
    solved(&mut fresh);
    assert_eq!(without, shared(&fresh));
    assert!(without[0].contains("a>b:4") && !without[0].contains(":3"), "{without:?}");
    // And back.
    document.edit(second..second + 8, "a -- b");
    solved(&mut document);
    assert_eq!(shared(&document), before);
}

/// What a star means is counted as the text stands, though the values are from before.
#[test]
fn stones_of_nodes_that_are_gone_are_not_counted_while_a_line_is_broken() {
    let mut document = Document::open("game dag\na b c -> d\nstones *=2\nd -> e\n");
    solved(&mut document);
    let end = "game dag\na b c -> d\nstones *=2\nd -> e".len();
    document.edit(end..end, ",");
    solved(&mut document);
    let even = |names: &[&str]| -> Vec<String> {
        names.iter().map(|name| format!("  finding 2 even {name} 2")).collect()
    };
    let found = |document: &Document| {
        let mut found = findings(document);
        found.sort();
        found
    };
    assert_eq!(found(&document), even(&["a", "b", "c", "d"]));
    document.edit(10..14, "");
    solved(&mut document);
    assert_eq!(document.snapshot().text.line(1), "a -> d");
    assert_eq!(found(&document), even(&["a", "d"]));
}

/// `2 ⊕ 1 = 3`: UVa 11927's second sample without its middle.
#[test]
fn what_a_line_said_last_holds_while_it_is_typed() {
    let good = "game dag\n0 -> 1 2 4\n2 -> 3\nstones 0 2\nexpect first\n";
    let mut document = Document::open(good);
    solved(&mut document);
    let end = "game dag\n0 -> 1 2 4".len();
    let look = |document: &Document| {
        let game = document.snapshot().game_at(0).unwrap();
        let sum = game.position(game.header()).unwrap().sum().unwrap();
        let value = |name: &str| game.value(game.node(name).unwrap()).to_string();
        (game.state(), sum.total.to_string(), value("0"), value("2"), game.findings().len())
    };
    let values = ("3".to_owned(), "2".to_owned(), "1".to_owned());
    let expected = |state| (state, values.0.clone(), values.1.clone(), values.2.clone(), 0);
    assert_eq!(look(&document), expected(State::Fresh));
    for (range, text) in [(end..end, " -"), (end..end + 2, " ("), (end + 2..end + 2, "x")] {
        document.edit(range, text);
        solved(&mut document);
        assert_eq!(look(&document), expected(State::Stale));
    }
    document.edit(end..end + 3, "");
    solved(&mut document);
    assert_eq!(look(&document), expected(State::Fresh));
}

/// So it is where the line stands for so many edges that its game would be read again for less: 100 arcs into each of
/// 100 nodes, and `z -> 0`, whose value is mex {1}.
#[test]
fn what_a_large_line_said_last_holds_while_it_is_typed() {
    let mut document = Document::open("game dag\n0..99 -> 100..199\nz -> 0\n");
    solved(&mut document);
    let look = |document: &Document| {
        let game = document.snapshot().game_at(0).unwrap();
        let value = |name: &str| game.value(game.node(name).unwrap()).to_string();
        (game.state(), value("0"), value("z"))
    };
    let end = "game dag\n0..99 -> 100..199".len();
    document.edit(end..end, " !");
    solved(&mut document);
    assert_eq!(look(&document), (State::Stale, "1".to_owned(), "0".to_owned()));
    let second = "game dag\n0..99 -> 100..199 !\nz -> 0\n".len();
    document.edit(second..second, "100..199 -> 200..299\n");
    solved(&mut document);
    assert_eq!(look(&document).0, State::Stale);
    document.edit(end..end + 2, "");
    compare(&mut document, "mended");
    assert_eq!(look(&document), (State::Fresh, "0".to_owned(), "1".to_owned()));
}

/// The line that lost a first mention may have left while another one can't be read, and its id be another line's.
#[test]
fn a_first_mention_that_was_lost_while_a_line_was_broken_is_found_again() {
    let broken = "d ->> e";
    let mut document = Document::open("game dag\na -> b\nc -> a\nd -> e\ne -> f\n");
    solved(&mut document);
    let at = "game dag\na -> b\nc -> a\n".len();
    document.edit(at..at + "d -> e".len(), broken);
    solved(&mut document);
    document.edit("game dag\n".len().."game dag\na -> b\n".len(), "");
    solved(&mut document);
    let end = "game dag\nc -> a\nd ->> e\ne -> f\n".len();
    document.edit(end..end, "a -> z\n");
    solved(&mut document);
    let at = "game dag\nc -> a\n".len();
    document.edit(at..at + broken.len(), "d -> e");
    compare(&mut document, "mended");
    let snapshot = document.snapshot();
    let game = snapshot.game_at(0).unwrap();
    let first = game.first_mention(game.node("a").unwrap()).unwrap();
    assert_eq!(snapshot.text.lines.number(first.line), Some(1));
}

/// A line stays broken while others come and go, and is mended at last.
#[test]
fn a_document_with_a_line_that_was_broken_for_long_equals_a_fresh_one() {
    for seed in 1..=400 {
        let mut random = Random::new(seed);
        let kind = random.pick(KINDS);
        let lines: String = (0..8).map(|_| format!("{}\n", line(&mut random, kind))).collect();
        let head = format!("game {kind}\n");
        let good = if matches!(kind, "cactus" | "hackenbush") { "q1 -- q2\n" } else { "q1 -> q2\n" };
        let mut document = Document::open(&format!("{head}{good}{lines}"));
        solved(&mut document);
        let mut history = vec![format!("{head}{good}{lines}")];
        let arrow = head.len() + "q1 ".len();
        document.edit(arrow..arrow, "!");
        solved(&mut document);
        let start = head.len() + "!".len() + good.len();
        for _ in 0..12 {
            let text = document.snapshot().text.rope.to_string();
            let starts: Vec<usize> = std::iter::once(start)
                .chain(text.match_indices('\n').map(|(at, _)| at + 1))
                .filter(|at| *at >= start)
                .collect();
            let from = random.below(starts.len());
            let (range, new) = match random.below(2) {
                0 if from + 1 < starts.len() => (starts[from]..starts[from + 1], String::new()),
                _ => (starts[from]..starts[from], format!("{}\n", line(&mut random, kind))),
            };
            history.push(format!("{range:?} -> {new:?}"));
            document.edit(range, &new);
            solved(&mut document);
        }
        document.edit(arrow..arrow + 1, "");
        compare(&mut document, &format!("seed {seed}: {}", history.join("\n")));
    }
}
