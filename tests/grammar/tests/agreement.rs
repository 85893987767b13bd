//! The server's parser, the tree-sitter grammar and the TextMate grammar read a line alike. The server is the judge.

use std::collections::BTreeSet;

use sgg_grammar_tests::{
    Class, Kind, LineEnd, Lines, Random, Server, Tree, broken, file, root, samples, textmate, trials,
};
use sgg_syntax::{GameHeader, Statement};

/// The samples, made-up files, and both with broken lines; every line end, with and without BOM and last line end.
fn texts() -> Vec<String> {
    let mut random = Random::new(3);
    let mut texts = Vec::new();
    for (_, text) in samples() {
        let lines: Vec<String> = text.trim_start_matches('\u{FEFF}').lines().map(str::to_owned).collect();
        texts.push(text);
        for end in LineEnd::ALL {
            texts.push(lines.join(end.text()));
            texts.push(format!("\u{FEFF}{}{}", lines.join(end.text()), end.text()));
        }
        for _ in 0..3 {
            let broken: Vec<String> = lines.iter().map(|line| broken(&mut random, line)).collect();
            texts.push(broken.join("\n"));
        }
    }
    for trial in 0..trials(3_000) {
        let mut lines = file(&mut random);
        for line in &mut lines {
            if trial % 2 == 1 && random.once_in(3) {
                *line = broken(&mut random, line);
            }
        }
        let end = LineEnd::ALL[random.below(3)].text();
        let bom = if random.once_in(10) { "\u{FEFF}" } else { "" };
        texts.push(format!("{bom}{}{}", lines.join(end), if random.once_in(2) { end } else { "" }));
    }
    texts
}

/// Counts of what was compared, so that a test that compares nothing fails.
#[derive(Default, Debug)]
struct Compared {
    valid: usize,
    broken: usize,
    headers: usize,
    tokens: usize,
}

#[test]
fn statements_agree() {
    let server = Server::default();
    let mut compared = Compared::default();
    let mut differences = BTreeSet::new();
    for text in texts() {
        let tree = Tree::of(&text).kinds();
        let lines = Lines::of(&text).ranges;
        assert_eq!(tree.len(), lines.len());
        for (line, tree) in lines.iter().zip(tree) {
            let line = &text[line.clone()];
            let ours = server.kind(line);
            if server.is_valid(line) {
                compared.valid += 1;
                compared.headers += usize::from(ours.is_header());
                if ours != tree {
                    differences.insert(format!("{ours:?} {tree:?} {line:?}"));
                }
            } else {
                compared.broken += 1;
                let (ours, tree) = (header(ours), header(tree));
                if ours != tree && !is_beyond_the_grammar(line, &server) {
                    differences.insert(format!("broken: {ours:?} {tree:?} {line:?}"));
                }
            }
        }
    }
    println!("{compared:?}");
    report(&differences);
    assert!(compared.valid > 20_000 && compared.broken > 5_000 && compared.headers > 1_000, "{compared:?}");
}

fn header(kind: Kind) -> Option<Kind> {
    kind.is_header().then_some(kind)
}

/// Where a line's first word is a slip of a header and there is a second slip in the line, the server may find more
/// out than the grammar, which lists no kinds of game either. Headers that are spelled right always agree, unless a
/// sign touches them (the server may take both for one name), U+0000 stands in the line, or other invisible signs
/// behind their first word.
fn is_beyond_the_grammar(line: &str, server: &Server) -> bool {
    let holds_nul = line.contains('\0');
    let line = line.trim_start_matches(|sign: char| !sgg_syntax::is_name_sign(sign));
    let end = line.find(|sign: char| !sgg_syntax::is_name_sign(sign)).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    if holds_nul || rest.contains(['\u{B}', '\u{C}', '\u{200B}', '\u{200D}', '\u{FEFF}']) {
        return true;
    }
    if matches!(word, "game" | "round") {
        return !rest.is_empty() && !rest.starts_with([' ', '\t', '"', '#']);
    }
    let Some(header) = sgg_syntax::near(word, ["game", "round"]) else { return true };
    let line = format!("{header}{rest}");
    let mended = server.line(&line);
    let is_known =
        |kind: sgg_syntax::Span| sgg_game::KINDS.iter().any(|known| known.name == kind.text(&line));
    match mended.statement {
        Statement::Game(GameHeader { kind: Some(kind), .. }) => {
            !mended.problems.is_empty() || !is_known(kind)
        }
        _ => !mended.problems.is_empty(),
    }
}

#[test]
fn tokens_agree() {
    let server = Server::default();
    let texts = texts();
    let textmate = textmate(&texts);
    let mut compared = Compared::default();
    let mut differences = BTreeSet::new();
    for (text, textmate) in texts.iter().zip(textmate) {
        let tree = Tree::of(text).classes(text);
        for ((line, tree), textmate) in Lines::of(text).ranges.iter().zip(tree).zip(textmate) {
            let line = &text[line.clone()];
            if !server.is_valid(line) {
                continue;
            }
            compared.valid += 1;
            let ours = server.classes(line);
            compared.tokens +=
                (1..ours.len()).filter(|i| ours[*i].is_some() && ours[*i] != ours[i - 1]).count();
            for (grammar, theirs) in [("tree-sitter", &tree), ("TextMate", &textmate)] {
                if let Some(at) = first_difference(line, &ours, theirs) {
                    let (ours, theirs) = (ours[at], theirs[at]);
                    differences.insert(format!("{grammar}: {ours:?} {theirs:?} at {at} in {line:?}"));
                }
            }
        }
    }
    println!("{compared:?}");
    report(&differences);
    assert!(compared.valid > 20_000 && compared.tokens > 50_000, "{compared:?}");
}

/// Blanks between tokens have no class, whatever a grammar says.
fn first_difference(line: &str, ours: &[Option<Class>], theirs: &[Option<Class>]) -> Option<usize> {
    let is_blank = |at: usize| matches!(line.as_bytes()[at], b' ' | b'\t');
    (0..line.len()).find(|at| ours[*at] != theirs[*at] && !(ours[*at].is_none() && is_blank(*at)))
}

fn report(differences: &BTreeSet<String>) {
    let shown: Vec<&str> = differences.iter().take(60).map(String::as_str).collect();
    assert!(differences.is_empty(), "{} differences, such as\n{}", differences.len(), shown.join("\n"));
}

/// Every word that the server takes for a keyword, the grammars take for one, and the other way round. The words
/// tried are all those of the reference and of the grammars.
#[test]
fn keywords_agree() {
    let server = Server::default();
    let mut words = BTreeSet::new();
    for file in ["reference.md", "sgg.tmLanguage.json", "tree-sitter-sgg/src/grammar.json"] {
        let text = std::fs::read_to_string(root().join("grammar").join(file)).expect("a grammar's file");
        let found = text.split(|sign: char| !sign.is_ascii_alphabetic()).filter(|word| !word.is_empty());
        words.extend(found.map(str::to_owned));
    }
    assert!(words.len() > 100, "{} words", words.len());
    // First in the line, and in each place where a word has a meaning.
    let places = [
        "{}",
        "{} a=1",
        "{} a",
        "{} -> a",
        "game {}",
        "expect {}",
        "expect {} 1",
        "expect {} a=1",
        "expect value {}",
        "expect value {}{0}",
        "expect sg a={}{0}",
        "expect sg a={}",
        "stones {}",
        "a {} -> b",
        "nodes {}",
    ];
    let lines: Vec<String> =
        words.iter().flat_map(|word| places.iter().map(move |place| place.replacen("{}", word, 1))).collect();
    let lines: Vec<String> = lines.into_iter().filter(|line| server.is_valid(line)).collect();
    let text = lines.join("\n");
    let tree = Tree::of(&text).classes(&text);
    let textmate = textmate(&[text]);
    let mut keywords = BTreeSet::new();
    for ((line, tree), textmate) in lines.iter().zip(tree).zip(&textmate[0]) {
        let ours = server.classes(line);
        assert_eq!(first_difference(line, &ours, &tree), None, "tree-sitter: {line}");
        assert_eq!(first_difference(line, &ours, textmate), None, "TextMate: {line}");
        if ours[0] == Some(Class::Keyword) {
            keywords.insert(line.split(' ').next().expect("a word").to_owned());
        }
    }
    let expected = ["expect", "game", "ground", "k", "nodes", "round", "stones"];
    assert_eq!(keywords.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

/// Of every sign there is, the server and the tree-sitter grammar say alike whether names hold it; but for those
/// that the generator's older Unicode has not assigned.
#[test]
fn signs_of_names_agree() {
    let unassigned = regex::Regex::new(r"^\p{Cn}$").expect("a pattern");
    let signs: Vec<char> = ('\0'..=char::MAX).filter(|sign| !matches!(sign, '\n' | '\r' | '.')).collect();
    let text: String = signs.iter().map(|sign| format!("a{sign}b\n")).collect();
    let tree = Tree::of(&text);
    let mut differences = BTreeSet::new();
    let mut newer = 0;
    for (sign, nodes) in signs.iter().zip(tree.lines()) {
        let is_whole = nodes[0].child(0).is_some_and(|name| name.byte_range().len() == 2 + sign.len_utf8());
        let is_sign = sgg_syntax::is_name_sign(*sign);
        if is_sign && !is_whole && unassigned.is_match(sign.encode_utf8(&mut [0; 4])) {
            newer += 1;
        } else if is_whole != is_sign {
            differences.insert(format!("U+{:04X} {sign:?}", u32::from(*sign)));
        }
    }
    println!("{newer} signs are newer than the grammar");
    report(&differences);
}
