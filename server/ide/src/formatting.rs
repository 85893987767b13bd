//! Canonical style, as the least edits that lead there.

use sgg_model::{Snapshot, language};
use std::ops::Range;

const MARK: char = '\u{feff}';

/// The edits that bring a file into canonical style: bytes of the whole text and what takes their place, in order.
/// Formatting moves no statement, so every one is compared with itself.
pub fn formatting(snapshot: &Snapshot) -> Vec<(Range<usize>, String)> {
    let old = snapshot.text.rope.to_string();
    let new = language().format(&old);
    pairs(&old, &new).filter_map(|(start, old, new)| difference(start, old, new)).collect()
}

/// The pieces of a text, each with the byte that it starts at and what it is in canonical style.
pub(crate) fn pairs<'a>(old: &'a str, new: &'a str) -> impl Iterator<Item = (usize, &'a str, &'a str)> {
    // A byte order mark stays, and is no part of the first line: blank lines behind it go.
    let body = old.strip_prefix(MARK).unwrap_or(old);
    let mut start = old.len() - body.len();
    pieces(body).zip(pieces(new.strip_prefix(MARK).unwrap_or(new))).map(move |(old, new)| {
        let at = start;
        start += old.len();
        (at, old, new)
    })
}

/// A text in pieces that formatting keeps apart: blank lines with the first line behind them that is not blank, its
/// end included; what is left at the end, which may be empty, is the last piece.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(word) = text.find(|sign: char| !matches!(sign, ' ' | '\t' | '\n' | '\r')) else {
            rest = None;
            return Some(text);
        };
        let end =
            text.get(word..).and_then(|line| line.find(['\n', '\r'])).map_or(text.len(), |end| word + end);
        let ends = text.get(end..).map_or(0, |behind| match behind.starts_with("\r\n") {
            true => 2,
            false => usize::from(!behind.is_empty()),
        });
        let (piece, behind) = text.split_at_checked(end + ends)?;
        rest = Some(behind);
        Some(piece)
    })
}

/// The least edit that makes `new` of `old`, which starts at a byte of the text; none where they are equal.
pub(crate) fn difference(start: usize, old: &str, new: &str) -> Option<(Range<usize>, String)> {
    if old == new {
        return None;
    }
    let same = |(a, b): &(char, char)| a == b;
    let before: usize = old.chars().zip(new.chars()).take_while(same).map(|(sign, _)| sign.len_utf8()).sum();
    let (old_rest, new_rest) = (old.get(before..).unwrap_or(""), new.get(before..).unwrap_or(""));
    let behind: usize = old_rest
        .chars()
        .rev()
        .zip(new_rest.chars().rev())
        .take_while(same)
        .map(|(sign, _)| sign.len_utf8())
        .sum();
    let text = new_rest.get(..new_rest.len() - behind).unwrap_or("").to_owned();
    Some((start + before..start + old.len() - behind, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::snapshot;

    fn formatted(text: &str) -> (usize, String) {
        let edits = formatting(&snapshot(text));
        let mut new = text.to_owned();
        for (range, replacement) in edits.iter().rev() {
            new.replace_range(range.clone(), replacement);
        }
        (edits.len(), new)
    }

    #[test]
    fn only_what_differs_is_touched() {
        assert_eq!(formatted("game dag\n  a -> b\n"), (0, "game dag\n  a -> b\n".into()));
        assert_eq!(formatted("game dag\n a  ->b\n  b -> c\n"), (1, "game dag\n  a -> b\n  b -> c\n".into()));
        assert_eq!(
            formatted("game dag\r\n\r\n\r\n\r\na -> b\r\ngame nim\r\n"),
            (2, "game dag\r\n\r\n  a -> b\r\n\r\ngame nim\r\n".into())
        );
        assert_eq!(formatted("\u{feff}\n\ngame dag\n\n"), (2, "\u{feff}game dag\n".into()));
        assert_eq!(formatted("game dag\r\n  a -> b"), (1, "game dag\r\n  a -> b\r\n".into()));
    }

    #[test]
    fn the_edits_lead_to_what_the_command_line_writes() {
        for text in [
            "",
            "\n",
            " \t\r\n\n",
            "\u{feff}",
            "\u{feff}\n",
            "# é\n\n\n game  dag\n  é->b #  x",
            "\u{feff}game dag\r a->b\r",
            "\u{feff} \r\n\r\n game dag\r\n  ? \r\n\r\n",
            "game dag\n\n\n",
            "\n\n# x\ngame dag\n  a ->-> b",
            "\ngame dag\n \n\t",
            "game dag\n  a -> b\r  \ngame nim\n",
        ] {
            assert_eq!(formatted(text).1, language().format(text), "{text:?}");
        }
    }
}
