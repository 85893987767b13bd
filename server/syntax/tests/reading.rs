//! What well-written lines say. Every expected value is worked out from the reference by hand.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of tests fail loudly, as the tests themselves do"
)]

use sgg_syntax::{
    Arrow, Chain, Entry, Item, LINE_BYTES_MAX, Language, Literal, OutcomeWord, ProblemCode, Role, SlipKind,
    Span, Statement,
};

const LANGUAGE: Language = Language { kinds: &["dag", "loopy", "addsub", "nim", "cactus", "hackenbush"] };

/// The statement of a line in which nothing is wrong.
fn read(line: &str) -> Statement {
    let read = LANGUAGE.parse(line);
    assert_eq!(read.problems, [], "{line:?}");
    read.statement
}

fn chain(line: &str) -> Chain {
    match read(line) {
        Statement::Edge(chain) => chain,
        other => panic!("{line:?} is {other:?}"),
    }
}

/// Names as they stand in the line, ranges as their names, groups parted by bars.
fn groups(line: &str) -> String {
    let chain = chain(line);
    let group =
        |group: &[Entry<()>]| group.iter().map(|entry| item(line, &entry.item)).collect::<Vec<_>>().join(" ");
    chain.groups().map(group).collect::<Vec<_>>().join("|")
}

fn item(line: &str, item: &Item) -> String {
    match item {
        Item::Name(name) => name.text(line).into_owned(),
        Item::Range(range) => range.names(line).collect::<Vec<_>>().join("+"),
        Item::Star => "*".to_owned(),
    }
}

fn broken(line: &str) -> Role {
    match LANGUAGE.parse(line).statement {
        Statement::Broken(role) => role,
        other => panic!("{line:?} is {other:?}"),
    }
}

fn value(line: &str) -> Literal {
    match read(line) {
        Statement::ExpectValue(value) => value.value,
        other => panic!("{line:?} is {other:?}"),
    }
}

#[test]
fn places_are_bytes_of_the_line() {
    let chain = chain("  甲 -> b2..b4");
    assert_eq!(chain.entries[0].span, Span { start: 2, end: 5 });
    assert_eq!(chain.arrows[0].span, Span { start: 6, end: 8 });
    assert_eq!(chain.arrows[0].before, 1);
    assert_eq!(chain.entries[1].span, Span { start: 9, end: 15 });
    let Item::Range(range) = &chain.entries[1].item else { panic!() };
    assert_eq!((range.prefix, range.first, range.last, range.width), (Span { start: 9, end: 10 }, 2, 4, 0));
}

#[test]
fn edges_and_their_groups() {
    assert_eq!(groups("a->b"), "a|b");
    assert_eq!(groups("\ta  b ->c d\t->  e # f"), "a b|c d|e");
    assert_eq!(groups("5 ->"), "5|");
    assert_eq!(groups("4 --"), "4|");
    assert_eq!(groups("a -> b -> "), "a|b|");
    assert_eq!(groups("\"a b\" -> \"c\\\"\\\\\""), "a b|c\"\\");
    assert_eq!(groups("1.1 -- x' -- アイ"), "1.1|x'|アイ");
    assert_eq!(groups("0 .. 3 -> 01..03"), "0+1+2+3|01+02+03");
    assert_eq!(groups("5..5 -> 8..11"), "5|8+9+10+11");
    assert_eq!(groups("v_1..v_3 1.1..1.2 -> 098..101"), "v_1+v_2+v_3 1.1+1.2|098+099+100+101");
    let mixed = chain("a -> b -- c");
    assert_eq!(mixed.arrows.iter().map(|arrow| arrow.arrow).collect::<Vec<_>>(), [Arrow::Arc, Arrow::Edge]);
}

#[test]
fn keywords_are_nodes_before_an_arrow() {
    for word in ["game", "nodes", "k", "ground", "stones", "round", "expect"] {
        assert_eq!(groups(&format!("{word} -> a")), format!("{word}|a"));
        assert_eq!(groups(&format!("{word}--a")), format!("{word}|a"));
        assert_eq!(groups(&format!("a {word} -> b")), format!("a {word}|b"));
        assert_eq!(groups(&format!("\"{word}\" a -> b")), format!("{word} a|b"));
    }
    assert_eq!(groups("sg value first -> dag"), "sg value first|dag");
}

#[test]
fn headers() {
    let line = "game dag \"Game #1: \\\"x\\\"\" # a title with a hash";
    let Statement::Game(header) = read(line) else { panic!() };
    assert_eq!(header.keyword, Span { start: 0, end: 4 });
    assert_eq!(header.kind.unwrap().text(line), "dag");
    assert_eq!(header.title.unwrap().value, "Game #1: \"x\"");
    // A kind that is not known is for others to say.
    let Statement::Game(header) = read("game dgg") else { panic!() };
    assert_eq!((header.kind, header.title), (Some(Span { start: 5, end: 8 }), None));
    let Statement::Round(header) = read("  round") else { panic!() };
    assert_eq!(header.title, None);
    let Statement::Round(header) = read("  round \"\"") else { panic!() };
    assert_eq!(header.title.unwrap().value, "");
}

#[test]
fn broken_headers_are_headers() {
    for line in [
        "game",
        "game dag no quotes",
        "game \"x\"",
        "game !!",
        "gmae cactus \"two\"",
        "Game nim",
        "gam \"x\"",
        "game a -> b",
    ] {
        let read = LANGUAGE.parse(line);
        assert!(matches!(read.statement, Statement::Game(_)), "{line}");
        assert!(!read.problems.is_empty(), "{line}");
    }
    for line in ["round 3", "ROUND", "rond \"x\"", "roudn", "round \"4\" stones 1", "round x y"] {
        let read = LANGUAGE.parse(line);
        assert!(matches!(read.statement, Statement::Round(_)), "{line}");
        assert!(!read.problems.is_empty(), "{line}");
    }
    // No header: two edits, no kind or string behind it, or an arrow in the line.
    for line in ["gmea dag", "gmae two", "rond x", "gamee \"x\" - b"] {
        assert!(matches!(LANGUAGE.parse(line).statement, Statement::Broken(Role::Graph)), "{line}");
    }
    assert_eq!(groups("gmae -> dag"), "gmae|dag");
}

#[test]
fn entries_and_numbers() {
    let line = "stones a b = 3 0..2=9223372036854775807 *";
    let Statement::Stones(entries) = read(line) else { panic!() };
    let seen: Vec<_> = entries
        .iter()
        .map(|entry| (item(line, &entry.item), entry.value.as_ref().map(|n| n.value)))
        .collect();
    assert_eq!(
        seen,
        [
            ("a".to_owned(), None),
            ("b".to_owned(), Some(3)),
            ("0+1+2".to_owned(), Some(9_223_372_036_854_775_807)),
            ("*".to_owned(), None)
        ]
    );
    assert_eq!(entries[1].span.text(line), "b = 3");
    let line = "k *=1 a=0 b=2147483647 c=01";
    let Statement::K(entries) = read(line) else { panic!() };
    assert_eq!(entries.iter().map(|entry| entry.value.value).collect::<Vec<_>>(), [1, 0, 2_147_483_647, 1]);
    assert!(matches!(read("nodes c b a"), Statement::Nodes(names) if names.len() == 3));
    assert!(matches!(read("ground 1.1 2.1"), Statement::Ground(names) if names.len() == 2));
}

#[test]
fn expectations() {
    assert!(matches!(
        read("expect first"),
        Statement::ExpectOutcome(Span { start: 7, end: 12 }, OutcomeWord::First)
    ));
    assert!(matches!(read("expect second # c"), Statement::ExpectOutcome(_, OutcomeWord::Second)));
    assert!(matches!(read("expect draw"), Statement::ExpectOutcome(_, OutcomeWord::Draw)));
    let line = "expect sg a=inf{1} b = inf{ } c=1 d=2^70 *=0";
    let Statement::ExpectSg(entries) = read(line) else { panic!() };
    let values: Vec<_> = entries.into_iter().map(|entry| entry.value.value).collect();
    assert_eq!(
        values,
        [
            Literal::Infinite(vec![1]),
            Literal::Infinite(vec![]),
            Literal::Nimber { powers: vec![], low: 1 },
            Literal::Nimber { powers: vec![70], low: 0 },
            Literal::Nimber { powers: vec![], low: 0 }
        ]
    );
}

#[test]
fn values() {
    assert_eq!(value("expect value 6"), Literal::Nimber { powers: vec![], low: 6 });
    assert_eq!(value("expect value 18446744073709551615"), Literal::Nimber { powers: vec![], low: u64::MAX });
    assert_eq!(value("expect value 2^70 + 2^66 + 5"), Literal::Nimber { powers: vec![70, 66], low: 5 });
    assert_eq!(value("expect value 2^64"), Literal::Nimber { powers: vec![64], low: 0 });
    assert_eq!(value("expect value w"), Literal::Ordinal(vec![(1, 1)]));
    assert_eq!(value("expect value w^2*3 + w + 5"), Literal::Ordinal(vec![(2, 3), (1, 1), (0, 5)]));
    assert_eq!(value("expect value w^2*3+w+5"), Literal::Ordinal(vec![(2, 3), (1, 1), (0, 5)]));
    assert_eq!(value("expect value inf{0, 2}"), Literal::Infinite(vec![0, 2]));
    assert_eq!(value("expect value inf{}"), Literal::Infinite(vec![]));
    for line in [
        "expect value w + w",
        "expect value 1 + w",
        "expect value w*0",
        "expect value w^0",
        "expect value w + 0",
        "expect value 2^63",
        "expect value 2^64 + 2^64",
        "expect value 2^64 + 2^70",
        "expect value 3^70",
        "expect value 1 + 1",
        "expect value 18446744073709551616",
        "expect value inf{2,0}",
        "expect value inf{0,0}",
        "expect value inf{0,}",
        "expect value inf + 1",
        "expect value w + 2^64",
        "expect sg a=2^70+1",
        "expect sg a=w",
    ] {
        assert_eq!(broken(line), Role::Expect, "{line}");
    }
}

#[test]
fn the_first_word_tells_what_is_broken() {
    assert_eq!(broken("stones a="), Role::Stones);
    assert_eq!(broken("stones a -> b"), Role::Stones);
    assert_eq!(broken("stnoes a=3"), Role::Stones);
    assert_eq!(broken("heaps a=3"), Role::Stones);
    assert_eq!(broken("expect"), Role::Expect);
    assert_eq!(broken("Expect first"), Role::Expect);
    assert_eq!(broken("k a"), Role::Graph);
    assert_eq!(broken("nodes"), Role::Graph);
    assert_eq!(broken("root a"), Role::Graph);
    assert_eq!(broken("a b"), Role::Graph);
    assert_eq!(broken("a=3"), Role::Graph);
}

#[test]
fn comments() {
    let read = LANGUAGE.parse("a -> b # c");
    assert_eq!((read.comment, read.problems.len()), (Some(Span { start: 7, end: 10 }), 0));
    let read = LANGUAGE.parse("a -> b#2");
    assert_eq!(groups_of(&read.statement, "a -> b#2"), 2);
    assert_eq!(read.problems[0].code, ProblemCode::GluedComment);
    assert_eq!(read.problems[0].span, Span { start: 6, end: 7 });
    assert!(LANGUAGE.parse("a ->#2").problems.is_empty());
    assert!(LANGUAGE.parse("\"a\" -> \"b\"#2").problems.is_empty());
    assert_eq!(LANGUAGE.parse(" \t").statement, Statement::Blank);
    assert_eq!(LANGUAGE.parse("#").comment, Some(Span { start: 0, end: 1 }));
}

fn groups_of(statement: &Statement, line: &str) -> usize {
    let Statement::Edge(chain) = statement else { panic!("{line}") };
    chain.groups().count()
}

#[test]
fn limits() {
    let name = "n".repeat(255);
    assert_eq!(groups(&format!("{name} -> \"{name}\"")), format!("{name}|{name}"));
    let long = LANGUAGE.parse(&format!("{name}n -> a"));
    assert_eq!(long.problems[0].code, ProblemCode::Limit);
    assert_eq!(long.problems[0].slip.kind, SlipKind::NameLimit { bytes: 256 });
    let limited =
        |line: &str| LANGUAGE.parse(line).problems.iter().any(|problem| problem.code == ProblemCode::Limit);
    assert!(limited("stones a=9223372036854775808"));
    assert!(limited("stones a=99999999999999999999999"));
    assert!(limited("k a=2147483648"));
    assert!(limited("0..9999999999999999999 -> a"));
    assert!(!limited("0..999999999999999999 -> a"));
    let line = |length: usize| format!("stones {}", "a ".repeat(length))[..length].to_owned();
    assert!(matches!(LANGUAGE.parse(&line(LINE_BYTES_MAX)).statement, Statement::Stones(_)));
    let read = LANGUAGE.parse(&line(LINE_BYTES_MAX + 1));
    assert_eq!(read.statement, Statement::Broken(Role::Stones));
    assert_eq!(read.problems[0].code, ProblemCode::Limit);
    assert_eq!(LANGUAGE.parse(&"(".repeat(LINE_BYTES_MAX)).problems[0].slip.kind, SlipKind::Crowded);
}
