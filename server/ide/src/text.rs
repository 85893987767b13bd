//! Places in the text of one line. What parts words are blanks and tabs, and nothing else.

use sgg_syntax::{Line, Span};
use std::ops::Range;

const BLANKS: [char; 2] = [' ', '\t'];

/// The blanks that a line starts with.
pub(crate) fn indent(text: &str) -> &str {
    text.get(..text.len() - text.trim_start_matches(BLANKS).len()).unwrap_or("")
}

/// A part of a line without the blanks around it.
pub(crate) fn trimmed(text: &str, part: Range<usize>) -> Span {
    let inner = text.get(part.clone()).unwrap_or("").trim_start_matches(BLANKS);
    let start = part.end.saturating_sub(inner.len());
    let end = start + inner.trim_end_matches(BLANKS).len();
    Span { start: u32::try_from(start).unwrap_or(u32::MAX), end: u32::try_from(end).unwrap_or(u32::MAX) }
}

/// The whole line without the blanks around it.
pub(crate) fn whole(text: &str) -> Span {
    trimmed(text, 0..text.len())
}

/// A line's statement: without its comment, and without the blanks around it.
pub(crate) fn statement(text: &str, line: &Line) -> Span {
    trimmed(text, 0..line.comment.map_or(text.len(), |comment| comment.start as usize))
}
