//! What `UPDATE=1` may write: shapes, and nothing that has to be worked out by hand.

use crate::suite::{Block, Case, Suite};

/// Whether one text may stand for another: the same values, verdicts and moves, perhaps in other places.
pub(crate) fn may_replace(old: &str, new: &str) -> bool {
    by_hand(old) == by_hand(new)
}

/// The words of a text that are typed by hand: whatever has a digit, `?`, `inf{}`, and who wins.
fn by_hand(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.lines().flat_map(|line| words_of(without_place(line))).collect();
    words.sort();
    words
}

fn words_of(line: &str) -> Vec<String> {
    let words = line.split(|sign: char| sign.is_whitespace() || matches!(sign, '`' | ';' | '.'));
    let words = words.map(|word| word.trim_matches([',', ':', '(', ')']).to_lowercase());
    words.filter(|word| is_by_hand(word)).collect()
}

fn is_by_hand(word: &str) -> bool {
    word.contains(|sign: char| sign.is_ascii_digit())
        || word.contains('?')
        || word.starts_with("inf{")
        || ["first", "second", "draw"].contains(&word)
}

/// A line without the `4:3-8` that it starts with.
fn without_place(line: &str) -> &str {
    let line = line.trim_start();
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    let is_place =
        first.contains(':') && first.chars().all(|sign| sign.is_ascii_digit() || ":-".contains(sign));
    if is_place { rest } else { line }
}

pub(crate) fn failure(suite: &Suite, case: &Case, output: &Block, actual: &str) -> String {
    format!(
        "--- {}:{}: {}: {}\nwritten:\n{}\ncomes out:\n{}",
        suite.path.file_name().unwrap_or_default().to_string_lossy(),
        output.lines.start,
        case.name,
        output.mark,
        output.text.trim_end(),
        actual.trim_end()
    )
}

#[test]
fn values_are_never_written() {
    let old = "4:3-8 error[expect-failed] Second wins, not First: the nim-sum 3 ⊕ 1 is 2\n";
    assert!(may_replace(old, "5:3-9 error[expect-failed] Second wins, not First: the nim-sum 1 ⊕ 3 is 2\n"));
    assert!(!may_replace(old, "4:3-8 error[expect-failed] First wins, not Second: the nim-sum 3 ⊕ 0 is 3\n"));
    assert!(!may_replace("", old));
    assert!(may_replace("4:3 hint[counts] these are names\n", "4:9 hint[counts] these are nodes\n"));
}
