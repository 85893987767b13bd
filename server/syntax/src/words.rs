//! The words that are meant by words that are not known.

use crate::near::{one_edit, same_but_for_case};
use crate::slip::KeywordWhy;
use crate::strict::KEYWORDS;

/// What other tools and people call a statement.
const STATEMENT_SYNONYMS: [(&str, &str); 12] = [
    ("piles", "stones"),
    ("heaps", "stones"),
    ("tokens", "stones"),
    ("coins", "stones"),
    ("vertices", "nodes"),
    ("root", "ground"),
    ("pile", "stones"),
    ("heap", "stones"),
    ("token", "stones"),
    ("coin", "stones"),
    ("vertex", "nodes"),
    ("roots", "ground"),
];

/// What other tools and people call an outcome, or a form of expectation.
const EXPECTATION_SYNONYMS: [(&str, &str); 17] = [
    ("win", "first"),
    ("wins", "first"),
    ("winning", "first"),
    ("n", "first"),
    ("1st", "first"),
    ("lose", "second"),
    ("loses", "second"),
    ("losing", "second"),
    ("loss", "second"),
    ("p", "second"),
    ("2nd", "second"),
    ("tie", "draw"),
    ("drawn", "draw"),
    ("grundy", "sg"),
    ("nimber", "sg"),
    ("nimbers", "sg"),
    ("values", "sg"),
];

const EXPECTATIONS: [&str; 5] = ["first", "second", "draw", "value", "sg"];

/// Words shorter than this are too near to each other for one edit to tell what was meant.
const EDIT_LETTERS_MIN: usize = 4;

/// The keyword that was meant by a line's first word.
pub(crate) fn meant_keyword(word: &str) -> Option<(&'static str, KeywordWhy)> {
    let stones = || {
        let more = word.strip_prefix("stones")?;
        let few = (1..=2).contains(&more.len()) && more.bytes().all(|byte| byte.is_ascii_lowercase());
        few.then_some(("stones", KeywordWhy::OneEdit))
    };
    meant(word, &KEYWORDS, &STATEMENT_SYNONYMS).or_else(stones)
}

/// The word that was meant by the word behind `expect`.
pub(crate) fn meant_expectation(word: &str) -> Option<(&'static str, KeywordWhy)> {
    if EXPECTATIONS.contains(&word) {
        // It was quoted.
        return EXPECTATIONS.into_iter().find(|known| *known == word).map(|known| (known, KeywordWhy::Case));
    }
    // Too short for a guess from all words, but behind `expect` nothing else is near.
    let sg = || (word.len() == 3 && one_edit(word, "sg")).then_some(("sg", KeywordWhy::OneEdit));
    meant(word, &EXPECTATIONS, &EXPECTATION_SYNONYMS).or_else(sg)
}

fn meant(
    word: &str,
    known: &[&'static str],
    synonyms: &[(&str, &'static str)],
) -> Option<(&'static str, KeywordWhy)> {
    if word.is_empty() {
        return None;
    }
    if let Some(found) = known.iter().find(|known| same_but_for_case(word, known)) {
        return Some((found, KeywordWhy::Case));
    }
    if let Some((_, found)) = synonyms.iter().find(|(other, _)| word.eq_ignore_ascii_case(other)) {
        return Some((found, KeywordWhy::Synonym));
    }
    let long = word.chars().count() >= EDIT_LETTERS_MIN;
    let found =
        known.iter().find(|known| long && known.len() >= EDIT_LETTERS_MIN && one_edit(word, known))?;
    Some((found, KeywordWhy::OneEdit))
}
