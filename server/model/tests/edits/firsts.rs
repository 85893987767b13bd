//! Of what is too much to be told the first is found, whatever was typed before.

use super::{MOST, compare, findings, solved};
use sgg_model::{Document, Left};

/// Of what thousands of rounds say alike the first in the text is found, whichever came first, and the rest counted.
#[test]
fn of_what_is_said_alike_the_first_is_found() {
    let round = "round t\nstones a=2\nexpect first\n";
    let head = "game dag\na -> b\n";
    let mut document = Document::open(&format!("{head}{}", round.repeat(2_000)));
    document.edit(head.len()..head.len(), &round.repeat(100));
    compare(&mut document, "rounds above the others");
    let mut told = Vec::new();
    for at in (2..).step_by(3).take(2_000) {
        told.push(format!("  finding {} even a 2", at + 1));
        told.push(format!("  finding {} failed Outcome(First) {at}", at + 2));
        told.push(format!("  finding {} title of 2", at + 3));
    }
    assert_eq!(findings(&document), told);
    let left = document.snapshot().game_at(0).unwrap().findings_left();
    assert_eq!(left, Left { titles: 99, failed: 100, stones: 100, counts: 0 });
}

/// So it is with arcs that are said twice, whichever node came first.
#[test]
fn of_arcs_that_are_said_twice_the_first_are_found() {
    let twice = |numbers: &mut dyn Iterator<Item = usize>| -> String {
        numbers.map(|number| format!("n{number} -> z\nn{number} -> z\n")).collect()
    };
    let (head, last) = ("game dag\n", twice(&mut (0..3_000).rev()));
    let mut document = Document::open(&format!("{head}{last}"));
    solved(&mut document);
    document.edit(head.len()..head.len(), &twice(&mut (0..3_000)));
    document.edit(head.len() + last.len()..head.len() + 2 * last.len(), "");
    solved(&mut document);
    let told: Vec<String> =
        (0..2_000).map(|n| format!("  finding {} n{n}>z of {}", 2 * n + 2, 2 * n + 1)).collect();
    assert_eq!(findings(&document), told);
}

/// And with what does not hang on the ground.
#[test]
fn of_edges_that_hang_in_the_air_the_same_are_found_whatever_came_first() {
    let pairs = |numbers: &mut dyn Iterator<Item = usize>| -> String {
        numbers.map(|number| format!("n{number} -- m{number}\n")).collect()
    };
    let (head, last) = ("game hackenbush\nground g\n", pairs(&mut (0..3_000).rev()));
    let mut document = Document::open(&format!("{head}{last}"));
    solved(&mut document);
    document.edit(head.len()..head.len(), &pairs(&mut (0..3_000)));
    document.edit(head.len() + last.len()..head.len() + 2 * last.len(), "");
    compare(&mut document, "the order of the lines turned");
}

/// A document in which a line below the head gave all nodes their numbers and is gone; what is found is that of a fresh
/// one.
fn renumbered(head: &str, gone: &str, rest: &str) -> Document {
    let mut document = Document::open(&format!("{head}{gone}{rest}"));
    solved(&mut document);
    document.edit(head.len()..head.len() + gone.len(), "");
    compare(&mut document, gone);
    document
}

/// `u60 … u1`, each with what stands behind it.
fn backwards(count: usize, behind: &str) -> String {
    (1..=count).rev().map(|number| format!("u{number}{behind} ")).collect()
}

fn told(count: usize, words: impl Fn(usize) -> String) -> Vec<String> {
    (1..=count).map(|number| format!("  finding {}", words(number))).collect()
}

#[test]
fn of_nodes_with_too_many_stones_the_first_in_the_text_is_told() {
    let stones = format!("stones b={MOST} a={MOST}\nstones a b\n");
    let document = renumbered("game dag\n", "b -> a\n", &format!("a -> c\nb -> c\n{stones}"));
    assert_eq!(findings(&document), ["  finding 4 too many a"]);
}

#[test]
fn of_nodes_that_one_line_is_wrong_about_the_first_by_name_are_told() {
    let gone = format!("{}-> z\n", backwards(60, ""));
    let undeclared = renumbered("game dag\nnodes z\n", &gone, &format!("stones {}\n", backwards(60, "")));
    assert_eq!(findings(&undeclared), told(50, |number| format!("2 undeclared u{number} true")));

    let expected = format!("expect sg {}\n", backwards(60, "=5"));
    let failed = renumbered("game dag\n", &gone, &format!("u1..u60 -> z\n{expected}"));
    assert_eq!(findings(&failed), told(50, |number| format!("2 failed sg u{number}")));

    // Of arcs that were said before one line may have all that its game says.
    let gone = format!("{}-> z\n", backwards(2_010, ""));
    let doubled = renumbered("game dag\n", &gone, "z -> u1..u2010\nz -> u1..u2010\n");
    assert_eq!(findings(&doubled), told(2_000, |number| format!("2 z>u{number} of 1")));
}

/// Beside a `*` some have entries of their own, be they few or nearly all that are looked at first.
#[test]
fn of_nodes_with_even_stones_the_first_by_name_are_told() {
    let gone = format!("{}-> z\n", backwards(3_000, ""));
    for (stones, first) in [
        ("stones u1..u3000=2\n", 1),
        ("stones *=2\n", 1),
        ("stones *=2 u1..u20 u500=4\n", 21),
        ("stones *=2 u1..u990\n", 991),
    ] {
        let document = renumbered("game dag\n", &gone, &format!("u1..u3000 -> z\n{stones}"));
        let even = told(50, |number| format!("2 even u{} 2", first + number - 1));
        assert_eq!(findings(&document), even, "{stones}");
    }
}

/// Names whose ranks are one: all of five letters that start alike, looked through for two.
#[test]
fn names_of_one_rank_have_an_order() {
    let letters = || 'a'..='z';
    let words =
        letters().flat_map(|x| letters().flat_map(move |y| letters().map(move |z| format!("w{x}{y}{z}"))));
    let words: Vec<String> = words.collect();
    let document = Document::open(&format!("game dag\nnodes {}\n", words.join(" ")));
    let snapshot = document.snapshot();
    let game = snapshot.games().next().unwrap();
    let mut ranks = std::collections::BTreeMap::new();
    let same = |word: &String| {
        let rank = game.names_rank(game.node(word).unwrap());
        ranks.insert(rank, word.clone()).map(|first| (first, word.clone()))
    };
    let (first, second) = words.iter().find_map(same).unwrap();
    let document = renumbered(
        "game dag\nnodes z\n",
        &format!("{second} {first} -> z\n"),
        &format!("stones {second} {first}\n"),
    );
    let undeclared = |name: &str| format!("  finding 2 undeclared {name} true");
    assert_eq!(findings(&document), [undeclared(&first), undeclared(&second)]);
}

#[test]
fn of_cycles_that_touch_the_first_in_the_text_are_told() {
    let tree: String = (1..=2_100).rev().map(|number| format!("g -- u{number}\n")).collect();
    let loops: String = (1..=2_100).map(|number| format!("u{number} -- u{number} -- u{number}\n")).collect();
    let document = renumbered("game cactus\nground g\n", &tree, &format!("g -- u1..u2100\n{loops}"));
    assert_eq!(findings(&document), told(2_000, |number| format!("{} touching u{number}", number + 2)));
}

/// A node that is not declared, on thousands of lines of which the last were typed first.
#[test]
fn of_lines_with_an_undeclared_node_the_first_are_told() {
    let head = "game dag\nnodes z\n";
    let mut document = Document::open(&format!("{head}{}", "x -> z\n".repeat(1_100)));
    solved(&mut document);
    document.edit(head.len()..head.len(), &"x -> z\n".repeat(1_000));
    compare(&mut document, "lines above the others");
    let twice = |line: usize| (line > 2).then(|| format!("  finding {line} x>z of 2"));
    let told = (2..2_102).flat_map(|line| {
        let undeclared = (line < 2_002).then(|| format!("  finding {line} undeclared x true"));
        twice(line).into_iter().chain(undeclared)
    });
    assert_eq!(findings(&document), told.collect::<Vec<_>>());
    // What is known of a hub is forgotten where its lines come or go, and nowhere else.
    let edits = [
        (head.len(), 7, ""),
        (head.len(), 0, "\n# a comment\n"),
        (head.len() + 13 + 7 * 500, 1, "y"),
        (head.len() + 13, 0, "z -> x\nx -> x\n"),
        (head.len(), 0, "nodes x\n"),
        (head.len(), 8, ""),
    ];
    for (start, len, new) in edits {
        document.edit(start..start + len, new);
        compare(&mut document, new);
    }
}
