//! What must hold of any line and any text: the sample files, and thousands of mutants of their lines.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "helpers of tests fail loudly, as the tests themselves do"
)]

use std::path::Path;

use sgg_syntax::{
    Arrow, Description, Entry, Fix, Item, Language, Line, Literal, Located, Name, Problem, ProblemCode, Span,
    Statement, plain_edge, split_number,
};

const LANGUAGE: Language = Language { kinds: &["dag", "loopy", "addsub", "nim", "cactus", "hackenbush"] };

/// Signs that slips are made of.
const SIGNS: &[&str] = &[
    " ",
    "\t",
    "-",
    ">",
    "<",
    "--",
    "->",
    "=",
    "..",
    ".",
    "…",
    "*",
    ",",
    ";",
    "&",
    ":",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "“",
    "”",
    "「",
    "'",
    "’",
    "#",
    "＃",
    "/",
    "//",
    "/*",
    "*/",
    "%",
    "\\",
    "^",
    "+",
    "?",
    "|",
    "@",
    "→",
    "←",
    "↔",
    "–",
    "—",
    "⇒",
    "＞",
    "－",
    "＝",
    "，",
    "、",
    "；",
    "：",
    "（",
    "）",
    "３",
    "×",
    "·",
    "ω",
    "∞",
    "²",
    "\u{3000}",
    "\u{a0}",
    "\u{200b}",
    "\u{200d}",
    "\u{feff}",
    "\u{c}",
    "\u{0}",
    "\u{301}",
    "é",
    "甲",
    "🍎",
    "0",
    "1",
    "9",
    "01",
    "a",
    "b",
    "k",
    "w",
    "inf",
    "2^",
    "game ",
    "round ",
    "nodes ",
    "ground ",
    "k ",
    "stones ",
    "expect ",
    "sg ",
    "value ",
    "first",
    "dag ",
    "digraph ",
    "graph ",
    "node ",
    "99999999999999999999",
    "<-",
    "<->",
    "-->",
    "---",
    " - ",
    "=>",
];

/// A small generator of numbers: the same ones in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

fn samples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/format");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "sgg"));
    files.sort();
    assert!(files.len() > 30);
    files.iter().map(|path| (path.display().to_string(), std::fs::read_to_string(path).unwrap())).collect()
}

fn sample_lines() -> Vec<String> {
    let mut lines: Vec<String> = samples()
        .iter()
        .flat_map(|(_, text)| {
            text.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    lines.sort();
    lines.dedup();
    lines
}

fn mutant(random: &mut Random, lines: &[String]) -> String {
    let mut line: Vec<char> = lines[random.below(lines.len())].chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(line.len() + 1);
        match random.below(7) {
            0 if at < line.len() => {
                line.remove(at);
            }
            1 if at + 1 < line.len() => line.swap(at, at + 1),
            2 => {
                let end = at + random.below(line.len() + 1 - at);
                let copy: Vec<char> = line[at..end].to_vec();
                line.splice(at..at, copy);
            }
            3 => {
                let other: Vec<char> = lines[random.below(lines.len())].chars().collect();
                let start = random.below(other.len() + 1);
                line.splice(at.., other[start..].to_vec());
            }
            _ => {
                let sign = random.pick(SIGNS);
                line.splice(at..at, sign.chars());
            }
        }
    }
    line.into_iter().filter(|sign| !matches!(sign, '\n' | '\r')).take(400).collect()
}

fn check_span(line: &str, span: Span) {
    assert!(span.start <= span.end, "{line:?} {span:?}");
    assert!(line.get(span.start as usize..span.end as usize).is_some(), "{line:?} {span:?}");
}

fn apply(line: &str, fix: &Fix) -> String {
    let mut mended = line.to_owned();
    for (span, new) in fix.edits.iter().rev() {
        check_span(line, *span);
        mended.replace_range(span.start as usize..span.end as usize, new);
    }
    mended
}

fn check_entries<V>(line: &str, entries: &[Entry<V>]) {
    for entry in entries {
        check_span(line, entry.span);
        let names: Vec<Name> = match &entry.item {
            Item::Name(name) => vec![*name],
            Item::Range(range) => {
                check_span(line, range.prefix);
                assert!(range.first <= range.last);
                vec![range.from, range.to]
            }
            Item::Star => vec![],
        };
        for name in names {
            check_span(line, name.span);
            assert!(!name.text(line).is_empty());
            assert!(name.text(line).len() <= 255);
            assert!(name.quoted || sgg_syntax::is_bare(&name.text(line)));
        }
    }
}

fn check_statement(line: &str, read: &Line) {
    match &read.statement {
        Statement::Nodes(entries) | Statement::Ground(entries) => check_entries(line, entries),
        Statement::Edge(chain) => {
            check_entries(line, &chain.entries);
            assert_eq!(chain.groups().count(), chain.arrows.len() + 1);
            assert_eq!(chain.groups().map(<[_]>::len).sum::<usize>(), chain.entries.len());
        }
        Statement::K(entries) => check_entries(line, entries),
        Statement::Stones(entries) => check_entries(line, entries),
        Statement::ExpectSg(entries) => check_entries(line, entries),
        Statement::Game(header) => {
            check_span(line, header.keyword);
            header
                .kind
                .into_iter()
                .chain(header.title.iter().map(|title| title.span))
                .for_each(|s| check_span(line, s));
        }
        Statement::Round(header) => {
            check_span(line, header.keyword);
            header.title.iter().for_each(|title| check_span(line, title.span));
        }
        Statement::ExpectOutcome(span, _) => check_span(line, *span),
        Statement::ExpectValue(value) => check_span(line, value.span),
        Statement::Blank => {}
        Statement::Broken(_) => {
            assert!(
                read.problems.iter().any(|problem| problem.code != ProblemCode::GluedComment),
                "{line:?}"
            );
        }
    }
    read.comment.into_iter().for_each(|span| check_span(line, span));
}

/// Each fix mends its problem, touches no other fix's text, and can be made.
fn check_fixes(line: &str, read: &Line, arrow: Arrow) {
    let mut all: Vec<(Span, String)> = Vec::new();
    for problem in &read.problems {
        check_span(line, problem.span);
        let description = problem.describe(line, arrow);
        assert!(!description.message.is_empty() && !description.message.contains('\n'));
        assert!(!description.message.contains("unexpected"));
        let Some(fix) = description.fix else { continue };
        assert!(!fix.title.is_empty());
        let mended = apply(line, &fix);
        assert_ne!(mended, line, "a fix that changes nothing: {problem:?}");
        let snippet =
            |line: &str, problem: &Problem| (problem.slip.kind.clone(), problem.span.text(line).to_owned());
        // Where several slips meet, mending one may show the other in a new light: then repair must end, that is all.
        let later = mended.split('\n').all(|mended| {
            let again = LANGUAGE.parse(mended).problems;
            let mut same = again.iter().filter(|other| snippet(mended, other) == snippet(line, problem));
            same.all(|other| other.span.start > problem.span.start)
        });
        assert!(read.problems.len() > 1 || later, "{line:?} -> {mended:?} still has {problem:?}");
        if let Some(other) = description.other {
            let or = apply(line, &other);
            assert!(!other.title.is_empty() && !other.safe && !fix.safe, "{line:?}: {problem:?}");
            assert!(or != line && or != mended, "{line:?} is offered twice: {problem:?}");
        }
        all.extend(fix.edits);
    }
    all.sort();
    for pair in all.windows(2) {
        assert!(pair[0].0.end <= pair[1].0.start, "edits overlap in {line:?}: {pair:?}");
    }
}

/// Making fix after fix ends, also where the second one of two is chosen.
fn check_repair_ends(line: &str, arrow: Arrow, fix_of: fn(Description) -> Option<Fix>) {
    let mut lines = vec![line.to_owned()];
    let mut history = lines.clone();
    for _ in 0..40 {
        let Some(text) = lines.pop() else { return };
        let read = LANGUAGE.parse(&text);
        if let Some(fix) = read.problems.iter().find_map(|problem| fix_of(problem.describe(&text, arrow))) {
            let mended = apply(&text, &fix);
            lines.extend(mended.split('\n').map(str::to_owned));
            history.push(mended);
        }
    }
    history.truncate(6);
    panic!("the repair of {line:?} goes on: {history:?}");
}

/// A safe fix of a whole line leaves a line that reads well.
fn check_safe(line: &str, read: &Line, arrow: Arrow) {
    let fixes: Vec<Fix> =
        read.problems.iter().filter_map(|problem| problem.describe(line, arrow).fix).collect();
    if fixes.is_empty() || fixes.len() < read.problems.len() || fixes.iter().any(|fix| !fix.safe) {
        return;
    }
    let mut edits: Vec<_> = fixes.into_iter().flat_map(|fix| fix.edits).collect();
    edits.sort_by_key(|(span, _)| (span.start, span.start < span.end));
    let mended = apply(line, &Fix { title: String::new(), edits, safe: true });
    for mended in mended.split('\n') {
        let again = LANGUAGE.parse(mended);
        let wrong = again.problems.iter().any(|problem| problem.code != ProblemCode::GluedComment);
        assert!(!wrong, "{line:?} -> {mended:?}: {:?}", again.problems);
    }
}

/// What is read in haste is what is read at leisure.
fn check_plain(line: &str, read: &Line) {
    let Some((plain, length)) = plain_edge(line) else { return };
    assert_eq!(length, line.len());
    for end in ["\n", "\r", "\r\nb -> c", "\n\n"] {
        assert_eq!(plain_edge(&format!("{line}{end}")), Some((plain, length)), "{line:?}");
    }
    let Statement::Edge(chain) = &read.statement else { panic!("{line:?} is no edge") };
    assert!(read.problems.is_empty() && read.comment.is_none(), "{line:?}");
    let [tail, head] = chain.entries.as_slice() else { panic!("{line:?} has other ends") };
    for (entry, name) in [(tail, plain.tail), (head, plain.head)] {
        let Item::Name(whole) = &entry.item else { panic!("{line:?} has more than names") };
        assert_eq!(split_number(&whole.text(line)), (name.prefix, name.width, name.number), "{line:?}");
    }
    let arrows: Vec<(Arrow, u32)> = chain.arrows.iter().map(|at| (at.arrow, at.before)).collect();
    assert_eq!(arrows, [(plain.arrow, 1)], "{line:?}");
}

#[test]
fn plain_edges_are_what_they_seem() {
    const PARTS: &[&str] = &[
        "a", "k", "game", "round", "stones", "7", "00", "x'", "_", ".", "..", "é", "\"a\"", " ", "\t", " ",
        "->", "--", "-", ">", "-->", "---", "#", "=", "*",
    ];
    let mut random = Random(0x0070_6c61_696e);
    let mut plain = 0;
    for _ in 0..100_000 {
        let mut line = String::new();
        for _ in 0..random.below(3) {
            line.push_str(random.pick(PARTS));
        }
        line.push_str(random.pick(&["a", "k", "game", "01", "n12"]));
        for _ in 0..random.below(2) {
            line.push_str(random.pick(PARTS));
        }
        line.push_str(random.pick(&["->", " -> ", "--", " -- "]));
        for _ in 0..random.below(2) {
            line.push_str(random.pick(PARTS));
        }
        line.push_str(random.pick(&["a", "stones", "9", " n012 ", "x0123456789123456789"]));
        for _ in 0..random.below(2) {
            line.push_str(random.pick(PARTS));
        }
        check_plain(&line, &LANGUAGE.parse(&line));
        plain += usize::from(plain_edge(&line).is_some());
    }
    assert!(plain > 10_000, "{plain}");
    let long = |length: usize| plain_edge(&format!("{} -> b", "a".repeat(length))).is_some();
    assert!(long(255) && !long(256));
}

fn check_line(line: &str) {
    let read = LANGUAGE.parse(line);
    check_plain(line, &read);
    check_statement(line, &read);
    let mut end = 0;
    for token in LANGUAGE.tokens(line) {
        check_span(line, token.span);
        assert!(token.span.start >= end && token.span.end > token.span.start, "{line:?} {token:?}");
        end = token.span.end;
    }
    for arrow in [Arrow::Arc, Arrow::Edge] {
        check_fixes(line, &read, arrow);
        check_safe(line, &read, arrow);
        check_repair_ends(line, arrow, |told| told.fix);
        check_repair_ends(line, arrow, |told| told.other.or(told.fix));
    }
}

fn item(line: &str, item: &Item) -> String {
    match item {
        Item::Name(name) => format!("{:?}", name.text(line)),
        Item::Range(range) => {
            format!("{}[{}]{}..{}", range.prefix(line), range.width, range.first, range.last)
        }
        Item::Star => "*".to_owned(),
    }
}

fn entries<V>(line: &str, entries: &[Entry<V>], value: impl Fn(&V) -> String) -> Vec<String> {
    entries.iter().map(|entry| format!("{}={}", item(line, &entry.item), value(&entry.value))).collect()
}

fn literal(value: &Located<Literal>) -> String {
    format!("{:?}", value.value)
}

/// What a line says, without places.
fn meaning(line: &str) -> String {
    let read = LANGUAGE.parse(line);
    let none = |(): &()| String::new();
    let statement = match &read.statement {
        Statement::Blank => String::new(),
        _ if read.problems.iter().any(|problem| problem.code != ProblemCode::GluedComment) => line.to_owned(),
        Statement::Game(header) => {
            let kind = header.kind.map(|kind| kind.text(line));
            format!("game {kind:?} {:?}", header.title.as_ref().map(|title| &title.value))
        }
        Statement::Round(header) => format!("round {:?}", header.title.as_ref().map(|title| &title.value)),
        Statement::Nodes(all) => format!("nodes {:?}", entries(line, all, none)),
        Statement::Ground(all) => format!("ground {:?}", entries(line, all, none)),
        Statement::Edge(chain) => {
            let arrows: Vec<_> = chain.arrows.iter().map(|arrow| arrow.arrow).collect();
            let groups: Vec<_> = chain.groups().map(|group| entries(line, group, none)).collect();
            format!("{groups:?} {arrows:?}")
        }
        Statement::K(all) => format!("k {:?}", entries(line, all, |number| number.value.to_string())),
        Statement::Stones(all) => {
            format!(
                "stones {:?}",
                entries(line, all, |number| format!("{:?}", number.as_ref().map(|n| n.value)))
            )
        }
        Statement::ExpectOutcome(_, word) => format!("expect {word:?}"),
        Statement::ExpectValue(value) => format!("expect value {}", literal(value)),
        Statement::ExpectSg(all) => format!("expect sg {:?}", entries(line, all, literal)),
        Statement::Broken(_) => unreachable!(),
    };
    let comment = read.comment.map_or("", |comment| comment.text(line));
    format!("{statement}{}", comment.trim_end_matches([' ', '\t']))
}

fn meanings(text: &str) -> Vec<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    text.split('\n').map(meaning).filter(|meaning| !meaning.trim().is_empty()).collect()
}

fn check_format(text: &str) {
    let formatted = LANGUAGE.format(text);
    assert_eq!(LANGUAGE.format(&formatted), formatted, "not idempotent: {text:?}");
    assert_eq!(meanings(&formatted), meanings(text));
    assert_eq!(line_ends(&formatted), line_ends(text), "{text:?}");
    let body = formatted.strip_prefix('\u{feff}');
    assert_eq!(body.is_some(), text.starts_with('\u{feff}'));
    let body = body.unwrap_or(&formatted);
    assert!(!body.starts_with(['\n', '\r']), "{text:?}");
    let (last, end) = body.split_at(body.trim_end_matches(['\n', '\r']).len());
    let wanted: &[&str] = if last.is_empty() { &[""] } else { &["\n", "\r", "\r\n"] };
    assert!(wanted.contains(&end), "{text:?}");
}

/// How the lines end that are not blank; one that does not end, as the line before.
fn line_ends(text: &str) -> Vec<&str> {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut ends, mut before) = (Vec::new(), "\n");
    while !rest.is_empty() {
        let (line, behind) = rest.split_at(rest.find(['\n', '\r']).unwrap_or(rest.len()));
        let length = if behind.starts_with("\r\n") { 2 } else { behind.len().min(1) };
        let (end, behind) = behind.split_at(length);
        before = if end.is_empty() { before } else { end };
        if !line.trim_matches([' ', '\t']).is_empty() {
            ends.push(before);
        }
        rest = behind;
    }
    ends
}

#[test]
fn samples_hold() {
    for line in sample_lines() {
        check_line(&line);
    }
    for (_, text) in samples() {
        check_format(&text);
    }
}

#[test]
fn mutants_hold() {
    let lines = sample_lines();
    let seed = std::env::var("SGG_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0x5667_6721);
    let mut random = Random(seed);
    let count = std::env::var("SGG_MUTANTS").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000);
    let mut broken = Vec::new();
    for _ in 0..count {
        let line = mutant(&mut random, &lines);
        if let Err(why) = std::panic::catch_unwind(|| check_line(&line)) {
            broken.push(format!("{line:?}: {}", why.downcast_ref::<String>().map_or("", String::as_str)));
        }
    }
    broken.truncate(20);
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn mutant_texts_format() {
    let lines = sample_lines();
    let mut random = Random(0x1234_5678_9abc);
    for _ in 0..1_000 {
        let mut text = String::new();
        if random.below(4) == 0 {
            text.push('\u{feff}');
        }
        let end = random.pick(&["\n", "\r\n"]);
        for _ in 0..random.below(14) {
            match random.below(6) {
                0 => {}
                1 => text.push_str(random.pick(&["# c", "  # c ", "\t#", "   "])),
                2 => text.push_str(&mutant(&mut random, &lines)),
                _ => text.push_str(&lines[random.below(lines.len())]),
            }
            text.push_str(end);
        }
        if random.below(3) == 0 {
            text.push_str("stones a");
        }
        check_format(&text);
    }
}
