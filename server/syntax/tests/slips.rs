//! The slips: what each line becomes when its fixes are made, and whether they may be made unasked. Every expected
//! line is written by hand, as the person who slipped would have meant it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests fail loudly, as the tests themselves do"
)]

use sgg_syntax::{Arrow, Language, ProblemCode, SlipKind};

const LANGUAGE: Language = Language { kinds: &["dag", "loopy", "addsub", "nim", "cactus", "hackenbush"] };

/// The line with all fixes made, and whether all of them are safe; none when a problem has no fix.
fn mend(line: &str, arrow: Arrow) -> Option<(String, bool)> {
    let mut edits = Vec::new();
    let mut safe = true;
    for problem in LANGUAGE.parse(line).problems {
        let fix = problem.describe(line, arrow).fix?;
        safe &= fix.safe;
        edits.extend(fix.edits);
    }
    edits.sort_by_key(|(span, _)| (span.start, span.start < span.end));
    let mut mended = line.to_owned();
    for (span, new) in edits.iter().rev() {
        mended.replace_range(span.start as usize..span.end as usize, new);
    }
    Some((mended, safe))
}

fn check(line: &str, arrow: Arrow, wanted: &str, safe: bool) {
    let mended = mend(line, arrow).unwrap_or_else(|| panic!("{line:?} has a problem without a fix"));
    assert_eq!((mended.0.as_str(), mended.1), (wanted, safe), "{line:?}");
    for line in wanted.split('\n') {
        assert_eq!(LANGUAGE.parse(line).problems, [], "{wanted:?}");
    }
}

/// One reading: `--fix` may make it.
fn safe(line: &str, wanted: &str) {
    check(line, Arrow::Arc, wanted, true);
}

/// A good guess.
fn guess(line: &str, wanted: &str) {
    check(line, Arrow::Arc, wanted, false);
}

fn safe_edge(line: &str, wanted: &str) {
    check(line, Arrow::Edge, wanted, true);
}

fn no_fix(line: &str) {
    assert_eq!(mend(line, Arrow::Arc), None, "{line:?}");
}

fn message(line: &str) -> String {
    LANGUAGE.parse(line).problems[0].describe(line, Arrow::Arc).message
}

fn code(line: &str) -> ProblemCode {
    LANGUAGE.parse(line).problems[0].code
}

#[test]
fn arrows() {
    for arrow in ["→", "⇒", "=>", "-->", "-", "–", "—", ">", "＞", "⟶", "－＞", "--->", "==>", "->>", "---"]
    {
        safe(&format!("a {arrow} b"), "a -> b");
        safe_edge(&format!("a {arrow} b"), "a -- b");
    }
    safe("a→b", "a->b");
    safe("a=>b", "a->b");
    safe("a → b ⇒ c", "a -> b -> c");
    safe("a <- l", "l -> a");
    safe("  a b <- c <- d # e", "  d -> c -> a b # e");
    safe_edge("a <- l", "a -- l");
    guess("a <-> m", "a -> m -> a");
    check("a <-> m", Arrow::Edge, "a -- m", false);
    safe("a, b ← c", "c -> a b");
    no_fix("a -> b <- c");
    // A good arrow of the other sort is for the game's kind to judge.
    assert!(LANGUAGE.parse("a -- b").problems.is_empty());
}

#[test]
fn no_arrow() {
    safe("0 1", "0 -> 1");
    safe_edge("0 1", "0 -- 1");
    guess("0 1 2", "0 -> 1 2");
    guess("a b", "a -> b");
    guess("a, b, c", "a -> b c");
    guess("a", "a ->");
    guess("1: 2 3", "1 -> 2 3");
    guess("a=3 b", "stones a=3 b");
    guess("a -> -> b", "a -> b");
    no_fix("-> b");
    assert_eq!(
        message("a b"),
        "`a b` has no arrow: an edge is written `a -> b`, or one of the words `nodes`, `ground`, `k`, `stones`, \
         `expect` starts the line"
    );
}

#[test]
fn separators_and_brackets() {
    safe("a, b,c -> d", "a b c -> d");
    safe("a -> {b; c；d};", "a -> b c d");
    safe("甲、乙 -> 丙，丁", "甲 乙 -> 丙 丁");
    safe("a & b -> c", "a b -> c");
    safe("b -> {c d};", "b -> c d");
    safe("b -> {c, d}", "b -> c d");
    guess("b -> [c, d]", "b -> c d");
    guess("(a b) -> c", "a b -> c");
    safe("stones a=3, b=1;", "stones a=3 b=1");
    safe("nodes a, b", "nodes a b");
    assert_eq!(LANGUAGE.parse("a,b,c -> d").problems.len(), 1);
    guess("a -> c [label=\"x\"];", "a -> c ");
}

/// The line with the second fix of its only problem made: what else it can be meant as. It is no safer than the first.
fn or(line: &str, wanted: &str) {
    let problem = &LANGUAGE.parse(line).problems[0];
    let other = problem.describe(line, Arrow::Arc).other.unwrap();
    let mut mended = line.to_owned();
    for (span, new) in other.edits.iter().rev() {
        mended.replace_range(span.start as usize..span.end as usize, new);
    }
    assert_eq!((mended.as_str(), other.safe), (wanted, false), "{line:?}");
}

/// A `;` parts statements, as in DOT; a `,` between two arrows may part edges, or the nodes of a group.
#[test]
fn several_statements_in_one_line() {
    safe_edge("  a -- b; b -- c; c -- a # x", "  a -- b\n  b -- c\n  c -- a # x");
    safe("1 -> 2；3 -> 4", "1 -> 2\n3 -> 4");
    safe("a -> b, c; d, e -> f;", "a -> b c\nd e -> f");
    safe("a ->; b -> c", "a ->\nb -> c");
    safe("a <- b; c <- d", "b -> a\nd -> c");
    safe("{a → b; c - d}", "a -> b\nc -> d");
    safe("a -> b; stones a=2 b; expect first", "a -> b\nstones a=2 b\nexpect first");
    safe("stones a; a -> b", "stones a\na -> b");
    safe("nodes a b; a -> b;", "nodes a b\na -> b");
    safe("expect first; stones a", "expect first\nstones a");
    safe("expect value 3; expect first;", "expect value 3\nexpect first");
    safe("expect value ω; a -> b", "expect value w\na -> b");
    safe("game dag \"x\"; nodes a b", "game dag \"x\"\n  nodes a b");
    // No edge begins or ends at these.
    safe("a -> {b; c} -> d", "a -> b c -> d");
    safe("a -> b & c -> d", "a -> b c -> d");
    safe("stones a: 1; b: 2", "stones a=1 b=2");
    safe("a, b -> c, d;", "a b -> c d");
    // In DOT `c` is a node of its own.
    guess("a -> b; c", "a -> b c");
    or("a -> b; c", "a -> b\nc ->");
    or("  a -> b; c; \"d e\"; 0..3 # x", "  a -> b\n  c ->\n  \"d e\" ->\n  0..3 -> # x");
    or("  a -> b; game", "  a -> b\n  game ->");
    or("    a -> b; game; c", "    a -> b\n    game ->\n    c ->");
    or("a -> b; c; stones c", "a -> b\nc ->; stones c");
    or("a -> b; c; d -> e", "a -> b\nc ->; d -> e");
    guess("a -> b; c；d;", "a -> b c d");
    guess("a -> b; \"c\" # x", "a -> b \"c\" # x");
    guess("a, b -> c; d", "a b -> c d");
    guess("a -> b, c -> d", "a -> b\nc -> d");
    or("a -> b, c -> d", "a -> b c -> d");
    guess("a -> b -> c, d -> e", "a -> b -> c\nd -> e");
    or("a -> b -> c, d -> e", "a -> b -> c d -> e");
    guess("a -> b, c, d -> e", "a -> b c d -> e");
    guess("a -> b, -> c", "a -> b -> c");
    guess("a -> b; c; d => e", "a -> b c d -> e");
    guess("a → b, c → d", "a -> b\nc -> d");
    guess("stones a, k", "stones a k");
    guess("a -> b; Stones a", "a -> b Stones a");
    guess("a -> b; b c", "a -> b b c");
    guess("a -> b; b c;", "a -> b b c");
    guess("a b; c -> d", "a -> b\nc -> d");
    guess("a; b -> c", "a ->\nb -> c");
    let parted =
        &LANGUAGE.parse("a; b -> c; d -> e").problems[1].describe("a; b -> c; d -> e", Arrow::Arc).other;
    let edits: Vec<&str> = parted.iter().flat_map(|fix| &fix.edits).map(|(_, new)| new.as_str()).collect();
    assert_eq!(edits, ["", "\n"]);
    guess("a b; c => d", "a b c -> d");
    safe("a -> b c;", "a -> b c");
    guess("a, b -> c; d; e # x", "a b -> c d e # x");
    assert_eq!(
        message("a -> b, c -> d"),
        "`,` may part two edges, or two nodes of one group: write a line for each edge, or leave it out"
    );
    let titles = |line: &str| {
        let problem = &LANGUAGE.parse(line).problems[0];
        let told = problem.describe(line, Arrow::Arc);
        [told.fix, told.other].map(|fix| fix.map(|fix| fix.title))
    };
    assert_eq!(
        titles("a -> b, c -> d"),
        [
            Some("write each edge in a line of its own".to_owned()),
            Some("remove `,`: one edge, with a group in it".to_owned())
        ]
    );
    assert_eq!(titles("a -> b; c -> d")[1], None);
}

/// A header ends where a statement starts behind a sign. Words with no arrow may be its title.
#[test]
fn statements_behind_headers() {
    safe("game dag; a -> b", "game dag\n  a -> b");
    safe("game dag; a -> b; stones a", "game dag\n  a -> b\n  stones a");
    guess("game dag, a -> b", "game dag\n  a -> b");
    guess("game dag; stones a; expect first", "game dag\n  stones a\n  expect first");
    guess("  round; stones a", "  round\n    stones a");
    guess("round, stones a", "round\n  stones a");
    // A node may be called `round`.
    guess("round; a -> b", "round\n  a -> b");
    safe("round \"x\"; a -> b", "round \"x\"\n  a -> b");
    safe("round \"x\", stones a, b", "round \"x\"\n  stones a b");
    safe("game dag \"x\", nodes a b", "game dag \"x\"\n  nodes a b");
    guess("game dag two; a -> b", "game dag \"two; a -> b\"");
    or("game dag two; a -> b; stones a", "game dag \"two\"\n  a -> b\n  stones a");
    or("round x; stones a", "round \"x\"\n  stones a");
    assert_eq!(
        message("game dag; a -> b"),
        "a line holds one statement: write what stands behind `;` in the next line"
    );
}

/// Each statement is indented as its place in the game wants it.
#[test]
fn parted_statements_are_indented() {
    safe("round \"x\"; stones a; round \"y\"", "round \"x\"\n  stones a\nround \"y\"");
    safe(
        "  round \"x\"; stones a; round \"y\"; stones b",
        "  round \"x\"\n    stones a\n  round \"y\"\n    stones b",
    );
    safe("\tround \"x\"; stones a; round \"y\"", "\tround \"x\"\n\t\tstones a\n\tround \"y\"");
    safe(
        "game dag \"x\"; a -> b; round; stones a; round \"z\"; stones b",
        "game dag \"x\"\n  a -> b\n  round\n    stones a\n  round \"z\"\n    stones b",
    );
    safe("  a -> b; round \"y\"; stones a", "  a -> b\n  round \"y\"\n    stones a");
    safe(
        "    expect first; round \"y\"; stones b; game dag; a -> b",
        "    expect first\n  round \"y\"\n    stones b\ngame dag\n  a -> b",
    );
    safe("  round \"x\" round \"y\"", "  round \"x\"\n  round \"y\"");
    safe("  round \"x\"; round -> a", "  round \"x\"\n    round -> a");
}

/// A `,` before a statement may part it, or two entries of the list that it stands in.
#[test]
fn statements_behind_a_comma() {
    guess("  a -> b, stones a", "  a -> b\n  stones a");
    or("  a -> b, stones a", "  a -> b stones a");
    guess("stones a, expect first", "stones a\nexpect first");
    or("stones a, expect first", "stones a expect first");
    guess("a -> b, stones a, c, expect first", "a -> b\nstones a c\nexpect first");
    guess("a -> b, stones x, c -> d", "a -> b\nstones x\nc -> d");
    guess("stones a, expect first, b -> c", "stones a\nexpect first\nb -> c");
    guess("stones a; b -> c, d -> e", "stones a\nb -> c\nd -> e");
    // No list goes on so.
    safe("a -> b, stones a=2", "a -> b\nstones a=2");
    safe("expect first, stones a", "expect first\nstones a");
    safe("expect sg a=1, expect first", "expect sg a=1\nexpect first");
    safe("expect value inf{0,2}, expect first", "expect value inf{0,2}\nexpect first");
    safe("expect 3; expect first", "expect value 3\nexpect first");
    safe("expect 3, expect first", "expect value 3\nexpect first");
    safe("expect inf{0,2}; a -> b", "expect value inf{0,2}\na -> b");
    safe("expect 3; stones a=2", "expect value 3\nstones a=2");
    safe("stones a; stones b, c", "stones a\nstones b c");
    // A lone word is a name.
    guess("nodes a, round", "nodes a round");
    guess("a -> b, k", "a -> b k");
    guess("a -> b, c, k -> d", "a -> b c k -> d");
    assert_eq!(
        message("a -> b, stones a"),
        "`,` may part two statements, or two entries of one list: write a line for each statement, or leave it out"
    );
}

/// What is safe by itself is not made where something else in the line is only a guess.
#[test]
fn half_a_repair_is_not_safe() {
    for line in ["0 -1", "a -> http://x, b", "a <- b, c <- d", "stones a, stones b=３"] {
        let problems = LANGUAGE.parse(line).problems;
        assert!(!problems.is_empty() && problems.iter().all(|problem| !problem.slip.safe), "{line:?}");
    }
}

#[test]
fn names_with_other_signs() {
    safe("a-b -> c", "\"a-b\" -> c");
    safe("-1 -> 0", "\"-1\" -> 0");
    safe("A[1] -> A[2]", "\"A[1]\" -> \"A[2]\"");
    safe("🍎 -> 🍐", "\"🍎\" -> \"🍐\"");
    safe("a/b -> $s @t", "\"a/b\" -> \"$s\" \"@t\"");
    guess("1st. -> .5", "\"1st.\" -> \".5\"");
    safe("a -> .5", "a -> \".5\"");
    guess("a -> b.", "a -> \"b.\"");
    or("a -> b.", "a -> b");
    guess("a -> http://x", "a -> \"http://x\"");
    safe("stones a-b=3", "stones \"a-b\"=3");
    safe("ground a-1 b", "ground \"a-1\" b");
    safe("k-1 -> a", "\"k-1\" -> a");
    guess("a -> b / c -> d", "a -> b \"/\" c -> d");
    guess("0-3 -> 9", "\"0-3\" -> 9");
    guess("0:3 -> 9", "\"0:3\" -> 9");
    guess("a:1 -> b", "\"a:1\" -> b");
    guess("a(3) -> b", "\"a(3)\" -> b");
    guess("x^2 -> a+b", "\"x^2\" -> \"a+b\"");
    guess("a–b -> c", "\"a–b\" -> c");
    guess("(0,1) -> (0, 0) (1,0)", "\"(0,1)\" -> \"(0,0)\" \"(1,0)\"");
    guess("stones (1,2)=3", "stones \"(1,2)\"=3");
    guess("a#1 -> b", "\"a#1\" -> b");
    safe("a -> b#2", "a -> b #2");
    assert_eq!(message("a-b -> c"), "a name with `-` is written in quotes: `\"a-b\"` rather than `a-b`");
}

#[test]
fn strings() {
    safe("“a b” -> c", "\"a b\" -> c");
    safe("\"a\\b\" -> c", "\"a\\\\b\" -> c");
    guess("\"a -> b", "\"a\" -> b");
    guess("a\"b\" -> c", "a \"b\" -> c");
    no_fix("\"\" -> a");
    safe("x’ -> y", "x' -> y");
}

/// Where a string or a comment ends is looked for once in a line, however many of them there are: a line of 1 MiB is
/// told in no time, and as a short one is.
#[test]
fn strings_and_comments_by_the_ten_thousand() {
    for (unit, kind, count) in
        [("\"a” \\", SlipKind::CurlyQuotes, 40_000), ("/**/", SlipKind::CommentInside, 100_000)]
    {
        let line = unit.repeat(count) + &" ".repeat(600_000) + "a -> b";
        let slips = LANGUAGE.parse(&line).problems.into_iter().map(|problem| problem.slip);
        let edits: Vec<usize> = slips.filter(|slip| slip.kind == kind).map(|slip| slip.edits.len()).collect();
        assert_eq!(edits, [count], "{unit}");
    }
}

/// What parts statements is looked for once in a line, too.
#[test]
fn statements_by_the_ten_thousand() {
    let parted = SlipKind::Parted;
    for (start, unit, kind) in [
        ("", "a->b;", parted.clone()),
        ("", "a<-b;", parted.clone()),
        ("", "stones a;", parted),
        ("", "stones a,", SlipKind::StatementOrListed),
        ("a->", "b;", SlipKind::NodeOrListed),
    ] {
        let line = start.to_owned() + &unit.repeat(20_000);
        let slips = LANGUAGE.parse(&line).problems.into_iter().map(|problem| problem.slip);
        let edits = slips.filter(|slip| slip.kind == kind).map(|slip| slip.edits.len());
        assert_eq!(edits.sum::<usize>(), 19_999, "{unit}");
    }
    let line = " ".repeat(700_000) + &"a->b;".repeat(20_000);
    let slips = LANGUAGE.parse(&line).problems.into_iter().map(|problem| problem.slip);
    let edits = slips.filter(|slip| slip.kind == SlipKind::Parted).flat_map(|slip| slip.edits);
    assert!(edits.map(|edit| edit.new.text(Arrow::Arc).len()).all(|length| length < 100));
}

#[test]
fn white_and_invisible_signs() {
    safe("a\u{3000}->\u{a0}b", "a -> b");
    safe("a\u{200b} -> b", "a -> b");
    safe("ア\u{200b}イ -> b", "アイ -> b");
    safe("\u{c}a -> b\u{2028}c", " a -> b c");
    guess("a\u{200d}b -> c", "\"a\u{200d}b\" -> c");
    safe("stones\u{3000}甲＝3", "stones 甲=3");
    assert_eq!(
        message("a\u{3000}-> b"),
        "U+3000 (an ideographic space) is not a blank of this language: only a space or a tab parts words"
    );
}

#[test]
fn comments() {
    safe("// c -> d", "# c -> d");
    safe("a -> b // c", "a -> b # c");
    safe("% c", "# c");
    safe("/* c */", "# c");
    safe("＃ c", "# c");
    guess("a -> /* c */ b", "a ->  b");
}

#[test]
fn ranges() {
    safe("0...3 -> 9", "0..3 -> 9");
    safe("0…3 -> 9", "0..3 -> 9");
    guess("3..0 -> 9", "0..3 -> 9");
    guess("a..d -> z", "a b c d -> z");
    guess("1..v3 -> 9", "v1..v3 -> 9");
    guess("v1..3 -> 9", "v1..v3 -> 9");
    guess("1..03 -> 9", "01..03 -> 9");
    guess("\"a1\"..a3 -> 9", "a1..a3 -> 9");
    guess("0.. -> 9", "0 -> 9");
    no_fix("a1..b3 -> 9");
    assert_eq!(
        message("3..0 -> 9"),
        "`3..0` goes down: a range goes from the smaller number to the larger one"
    );
}

#[test]
fn numbers_of_nodes() {
    safe("stones a:3", "stones a=3");
    safe("stones a: 3 b : 4", "stones a=3 b=4");
    safe("stones a*3", "stones a=3");
    safe("stones 3*a", "stones a=3");
    safe("stones a×3", "stones a=3");
    safe("stones a -> 3", "stones a=3");
    safe("stones a --3", "stones a=3");
    guess("stones 1 -> 3", "stones 1=3");
    guess("stones 1*08", "stones 1=08");
    safe("stones a=３", "stones a=3");
    safe("stones a=1_000", "stones a=1000");
    safe("stones a=+1", "stones a=1");
    safe("stones a=\"3\"", "stones a=3");
    safe("stones a=3*=1", "stones a=3 *=1");
    safe("stones: a", "stones a");
    safe("stones:a", "stones a");
    safe("k: a=2", "k a=2");
    safe("k=2", "k *=2");
    safe("k = 2", "k *= 2");
    safe("k=2 a=1", "k *=2 a=1");
    safe("k=2, a=1", "k *=2 a=1");
    safe("stones=3 a", "stones *=3 a");
    guess("k=2 a", "k *=2 a=1");
    guess("stones =3", "stones *=3");
    guess("k 2", "k *=2");
    guess("k a 2 b 3", "k a=2 b=3");
    guess("k a", "k a=1");
    guess("stones a=", "stones a");
    guess("stones 3=a", "stones a=3");
    guess("stones a=1e3", "stones a=1000");
    guess("a=3 -> b", "a -> b");
    guess("a -> b=2", "a -> b");
    guess("a * 2 -> b", "a  -> b");
    guess("a -> 3*b", "a -> b");
    guess("a -> 3 * b c", "a -> b c");
    guess("3*a -> b", "a -> b");
    assert_eq!(message("a -> 3*b"), "numbers stand in `stones`, not in a list of nodes: leave out `3*` here");
    // It names nodes, only none that can be told: one thing is said of it.
    no_fix("ground *");
    assert_eq!(LANGUAGE.parse("ground *").problems.len(), 1);
    no_fix("stones a=x");
    no_fix("stones a=-1");
    no_fix("stones a=1.5");
    no_fix("stones a=9223372036854775808");
    no_fix("stones");
    // A `*` before `=` starts the default entry.
    assert!(LANGUAGE.parse("stones a *=3").problems.is_empty());
    safe("stones a*=3", "stones a *=3");
}

#[test]
fn keywords_and_arrows() {
    guess("stones a -> b", "\"stones\" a -> b");
    guess("k a -> b", "\"k\" a -> b");
    guess("nodes a -> b", "a -> b");
    guess("ground a -- b", "a -- b");
    guess("round a -> b", "\"round\" a -> b");
    guess("game a -> b", "\"game\" a -> b");
    guess("game dag -> x", "game dag");
}

#[test]
fn titles() {
    safe("game dag no quotes", "game dag \"no quotes\"");
    safe("game dag 'single'", "game dag \"single\"");
    safe("game dag “smart”", "game dag \"smart\"");
    safe("game dag \"unfinished", "game dag \"unfinished\"");
    safe("game dag \"C:\\new\"", "game dag \"C:\\\\new\"");
    safe("game \"sample\" dag", "game dag \"sample\"");
    safe("round 3", "round \"3\"");
    safe("round one two # c", "round \"one two\" # c");
    guess("game dag Game #1", "game dag \"Game #1\"");
    guess("game dag: \"x\"", "game dag \"x\"");
    safe("game: dag", "game dag");
    safe("game dag \"x\" {", "game dag \"x\"");
    guess("game", "game dag");
    guess("game \"x\"", "game dag \"x\"");
}

#[test]
fn statements_in_one_line() {
    safe("  round \"4\" stones 1 # c", "  round \"4\"\n    stones 1 # c");
    safe("game dag \"x\"  nodes a b", "game dag \"x\"\n  nodes a b");
    safe("\texpect first expect value 1", "\texpect first\n\texpect value 1");
    guess("round stones 1", "round\n  stones 1");
    guess("game dag stones 1", "game dag\n  stones 1");
    no_fix("round \"4\" stones 1,2=x");
    guess("round \"4\" stones 1 stones 2", "round \"4\"\n  stones 1 stones 2");
    let line = "round \"4\" stones 1";
    let title = LANGUAGE.parse(line).problems[0].describe(line, Arrow::Arc).fix.unwrap().title;
    assert_eq!(title, "write `stones 1` in the next line");
}

#[test]
fn words() {
    safe("Game DAG \"x\"", "game DAG \"x\"");
    safe("Stones a", "stones a");
    safe("EXPECT WIN", "expect first");
    safe("expect First", "expect first");
    safe("expect N", "expect first");
    safe("expect LOSE", "expect second");
    safe("expect P", "expect second");
    safe("expect tie", "expect draw");
    safe("expect “first”", "expect first");
    safe("expect grundy a=1", "expect sg a=1");
    safe("heaps a=3", "stones a=3");
    safe("vertices a b", "nodes a b");
    safe("root a", "ground a");
    guess("gmae cactus \"two\"", "game cactus \"two\"");
    guess("stnoes a=3", "stones a=3");
    guess("expcet first", "expect first");
    guess("expect frist", "expect first");
    guess("stone a, b", "stones a b");
    for line in ["Stones a", "stnoes a=3", "expect WIN", "gmae cactus"] {
        assert_eq!(code(line), ProblemCode::UnknownKeyword, "{line}");
    }
    // Three letters and one edit are no hint, and an arrow makes an edge of any other word.
    guess("kk a", "kk -> a");
    assert!(LANGUAGE.parse("Stones -> a").problems.is_empty());
    assert_eq!(message("stnoes a=3"), "`stnoes` is not known: did you mean `stones`?");
}

#[test]
fn expectations() {
    safe("expect 3", "expect value 3");
    safe("expect a=1", "expect sg a=1");
    safe("expect *=1", "expect sg *=1");
    safe("expect inf{0}", "expect value inf{0}");
    safe("expect sg a=1, b=0", "expect sg a=1 b=0");
    guess("expect sg a 1 b 0", "expect sg a=1 b=0");
    guess("expect first a", "expect first");
    no_fix("expect");
    no_fix("expect value");
    no_fix("expect value ?");
    no_fix("expect foo");
    no_fix("expect sg a");
    no_fix("expect sg a=w+1");
}

#[test]
fn values() {
    safe("expect value ω^2·3 + ω + 5", "expect value w^2*3 + w + 5");
    safe("expect value w^2 * 3 + w * 1 + 5", "expect value w^2*3 + w + 5");
    safe("expect value ω²", "expect value w^2");
    safe("expect value w^1", "expect value w");
    guess("expect value 5 + w", "expect value w + 5");
    guess("expect value 2*w", "expect value w*2");
    safe("expect value 2^3", "expect value 8");
    safe("expect value 2^66 + 2^70", "expect value 2^70 + 2^66");
    // 2^64 = 18446744073709551616; 2^70 = 1180591620717411303424, and 5 more.
    safe("expect value 18446744073709551616", "expect value 2^64");
    safe("expect value 1180591620717411303429", "expect value 2^70 + 5");
    safe("expect sg a=18446744073709551616", "expect sg a=2^64");
    no_fix("expect sg a=1180591620717411303429");
    no_fix("expect value 2^70 + 2^70");
    safe("expect value 01", "expect value 1");
    safe("expect sg a=00 b=inf{01,2}", "expect sg a=0 b=inf{1,2}");
    safe("expect value 2^070 + 05", "expect value 2^70 + 5");
    safe("expect value w^02*03", "expect value w^2*3");
    safe("expect value inf{2,0}", "expect value inf{0,2}");
    safe("expect value inf(0,2)", "expect value inf{0,2}");
    safe("expect value ∞{0,2}", "expect value inf{0,2}");
    safe("expect value inf{0 2}", "expect value inf{0,2}");
    guess("expect value inf", "expect value inf{}");
    safe("expect sg a=inf{2,0,2} b=0", "expect sg a=inf{0,2} b=0");
    safe("expect sg a=*3", "expect sg a=3");
}

/// What has the form of a value is told which limit it passes.
#[test]
fn values_that_are_too_large() {
    for line in ["expect value 2^99999999999", "expect value w^4294967296", "expect sg a=2^4294967296"] {
        assert!(message(line).starts_with("an exponent in"), "{line:?}: {}", message(line));
        assert!(message(line).ends_with("the most is 4294967295 here"), "{line:?}");
        assert_eq!(code(line), ProblemCode::Limit, "{line:?}");
    }
    for line in [
        "expect value w*2^64",
        "expect value w*18446744073709551616 + 3",
        "expect value w + 18446744073709551616",
        "expect value w + 2^70",
        "expect value inf{0,18446744073709551616}",
    ] {
        assert!(message(line).starts_with("a number in"), "{line:?}: {}", message(line));
        assert_eq!(code(line), ProblemCode::Limit, "{line:?}");
    }
    for line in ["expect value foo", "expect value w*x", "expect value w*2^63", "expect value inf{x}"] {
        assert_eq!(code(line), ProblemCode::Syntax, "{line:?}");
    }
}

#[test]
fn other_languages() {
    guess("digraph G {", "game dag \"G\"");
    guess("graph TD", "game dag");
    guess("rankdir=LR;", "");
    guess("node [shape=circle];", "");
    guess("}", "");
    guess("digraph { a -> b }", "a -> b");
    safe("A --> B", "A -> B");
    assert!(message("digraph G {").contains("DOT"));
}

#[test]
fn what_may_be_something_else_is_a_guess() {
    // Statements that would go into a title.
    guess("round x; stones a", "round \"x; stones a\"");
    guess("round x stones a", "round \"x stones a\"");
    safe("round last one", "round \"last one\"");
    // An arc that would become a number of stones.
    guess("stones a:3; b -> 2", "stones a=3 b=2");
    safe("stones a:3, b:2", "stones a=3 b=2");
    // Digits in groups.
    guess("stones a=1,000", "stones a=1 000");
    guess("a -> 1,000", "a -> 1 000");
    safe("a -> 1,2", "a -> 1 2");
    // An arc from a group that is not closed.
    no_safe_fix("a -> {b; c -> d}");
}

fn no_safe_fix(line: &str) {
    let read = LANGUAGE.parse(line);
    assert!(!read.problems.is_empty() && read.problems.iter().all(|problem| !problem.slip.safe), "{line}");
}
