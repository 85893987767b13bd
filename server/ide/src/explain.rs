//! The pages of the language's reference: for `sgg explain`, and for the hover on a kind, a keyword or a code.

use crate::Code;
use sgg_syntax::{near, same_but_for_case};

static REFERENCE: &str = include_str!("../../../grammar/reference.md");

/// Other words that have a page: the words behind `expect`.
const ALIASES: [(&str, &str); 10] = [
    ("expect first", "expect"),
    ("expect second", "expect"),
    ("expect draw", "expect"),
    ("first", "expect"),
    ("second", "expect"),
    ("draw", "expect"),
    ("value", "expect value"),
    ("sg", "expect sg"),
    ("arc", "->"),
    ("edge", "--"),
];

/// The page of a diagnostic's code, a kind, or a statement's first words: Markdown, without its heading.
pub fn explain(word: &str) -> Option<&'static str> {
    let alias = ALIASES.iter().find(|(other, _)| *other == word).map_or(word, |(_, name)| name);
    pages().find(|(name, _)| *name == alias).map(|(_, page)| page)
}

/// A diagnostic's page without its examples, in plain words: what is wrong, and the way out.
pub fn explain_in_words(code: &str) -> Option<String> {
    let page = explain(Code::from_str(code)?.as_str())?;
    let mut words: Vec<String> = Vec::new();
    let mut rest = page;
    while !rest.is_empty() {
        let end = match rest.starts_with("```") {
            true => rest.find("\n```\n").map_or(rest.len(), |at| at + "\n```\n".len()),
            false => rest.find("\n\n").map_or(rest.len(), |at| at + 1),
        };
        let (part, behind) = rest.split_at_checked(end)?;
        if !part.starts_with("```") && !part.starts_with('|') {
            words.push(part.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        rest = behind.trim_start();
    }
    // The page starts with the severity, as `*Error.*`.
    let words = words.join("\n\n");
    Some(words.strip_prefix('*').unwrap_or(&words).replacen(".*", ".", 1))
}

/// The words of all pages, in the order of the reference.
pub fn explained() -> impl Iterator<Item = &'static str> {
    pages().map(|(name, _)| name)
}

/// The word with a page that a word without one was likely meant to be.
pub fn explained_near(word: &str) -> Option<&'static str> {
    let near_word = near(word, explained()).filter(|name| word.len() > 2 || same_but_for_case(word, name));
    near_word.or_else(|| explained().find(|name| word.len() > 2 && name.contains(word)))
}

/// Every page with its word. A page ends at the next heading; a `#` within a fenced block is none.
fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = REFERENCE.get(at..).filter(|rest| !rest.is_empty())?;
            let line = rest.lines().next().unwrap_or("");
            let below = at + rest.find('\n').map_or(rest.len(), |end| end + 1);
            let Some(name) = line.strip_prefix("### ") else {
                at = below + fence_behind(line, below);
                continue;
            };
            let end = below + page_length(REFERENCE.get(below..).unwrap_or(""));
            at = end;
            return Some((name.trim(), REFERENCE.get(below..end).unwrap_or("").trim()));
        }
    })
}

/// How many bytes a fenced block has below its opening line; 0 where that line opens none.
fn fence_behind(line: &str, below: usize) -> usize {
    if !line.starts_with("```") {
        return 0;
    }
    let rest = REFERENCE.get(below..).unwrap_or("");
    rest.find("\n```\n").map_or(rest.len(), |end| end + "\n```\n".len())
}

fn page_length(text: &str) -> usize {
    let mut length = 0;
    let mut fenced = false;
    for line in text.split_inclusive('\n') {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        if line.starts_with('#') && !fenced {
            break;
        }
        length += line.len();
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgg_game::KINDS;

    #[test]
    fn every_code_kind_and_statement_has_a_page() {
        let codes = Code::ALL.iter().map(|code| code.as_str());
        let kinds = KINDS.iter().map(|kind| kind.name);
        let statements = ["game", "nodes", "->", "--", "k", "ground", "stones", "round", "expect"];
        for word in codes.chain(kinds).chain(statements).chain(ALIASES.map(|(alias, _)| alias)) {
            assert!(explain(word).is_some_and(|page| page.contains("```sgg")), "{word}");
        }
        assert_eq!(explained().count(), 11 + KINDS.len() + Code::ALL.len());
    }

    #[test]
    fn a_page_is_what_stands_below_its_heading() {
        let page = explain("cycle").unwrap();
        assert!(page.starts_with("*Error.*") && page.contains("makes every pair") && !page.contains("###"));
        assert!(!explain("limit").unwrap().contains("## JSON"));
    }

    #[test]
    fn a_page_in_plain_words() {
        let words = explain_in_words("touching-cycles").unwrap();
        assert!(words.starts_with("Information. In a `cactus` game two cycles share a node"), "{words}");
        assert!(
            words
                .ends_with("\n\nNothing needs to be done, unless the game is meant as input for that judge.")
        );
        assert!(explain_in_words("missing-k").unwrap().ends_with("or all others one with `k *=1`."));
        for code in Code::ALL {
            let words = explain_in_words(code.as_str()).unwrap();
            assert!(!words.contains("```") && words.contains("\n\n") && words.len() < 900, "{words}");
        }
        assert_eq!(explain_in_words("dag"), None);
    }

    #[test]
    fn an_unknown_word_is_near_a_known_one() {
        assert_eq!(explain("cycel"), None);
        assert_eq!(explained_near("cycel"), Some("cycle"));
        assert_eq!(explained_near("Dag"), Some("dag"));
        assert_eq!(explained_near("even"), Some("even-stones"));
        assert_eq!(explained_near("xyzzy"), None);
    }
}
