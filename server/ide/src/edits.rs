//! Changes of the text: what a fix consists of, and what the text is after them.

use crate::Place;
use crate::changes::Change;
use sgg_model::Text;
use sgg_syntax::Span;
use std::collections::BTreeMap;
use std::ops::Range;

/// A piece of text to be replaced; a new line is written as `\n` (the file's own line end takes its place).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What to replace. An insertion is empty.
    pub place: Place,
    /// By what.
    pub text: String,
    /// The line goes, with its end; `place` is all of it.
    pub whole_line: bool,
}

impl Edit {
    pub(crate) fn replace(line: usize, span: Span, text: impl Into<String>) -> Edit {
        Edit { place: Place { line, span }, text: text.into(), whole_line: false }
    }

    pub(crate) fn insert(line: usize, column: u32, text: impl Into<String>) -> Edit {
        Edit::replace(line, Span { start: column, end: column }, text)
    }

    pub(crate) fn remove_line(line: usize, text: &str) -> Edit {
        let span = Span { start: 0, end: length(text) };
        Edit { place: Place { line, span }, text: String::new(), whole_line: true }
    }

    /// The edit that replaces some bytes of the whole text. It may reach over line ends.
    pub(crate) fn of_bytes(text: &Text, (bytes, new): Change) -> Edit {
        let line = text.rope.byte_to_line(bytes.start.min(text.rope.len_bytes()));
        let start = text.rope.line_to_byte(line) + text.bom(line);
        let column = |byte: usize| u32::try_from(byte.saturating_sub(start)).unwrap_or(u32::MAX);
        let new = match line_end(text) {
            "\n" => new,
            end => new.replace(end, "\n"),
        };
        Edit::replace(line, Span { start: column(bytes.start), end: column(bytes.end) }, new)
    }

    /// The bytes of the whole text, byte order mark and line ends included, that are replaced, and by what.
    pub fn resolve(&self, text: &Text) -> (Range<usize>, String) {
        let rope = &text.rope;
        let start_of = |line: usize| match line < rope.len_lines() {
            true => rope.line_to_byte(line),
            false => rope.len_bytes(),
        };
        let start = start_of(self.place.line) + text.bom(self.place.line);
        if self.whole_line {
            return (start..start_of(self.place.line + 1).max(start), String::new());
        }
        let at = |column: u32| (start + column as usize).min(rope.len_bytes());
        let new = match line_end(text) {
            "\n" => self.text.clone(),
            end => self.text.replace('\n', end),
        };
        (at(self.place.span.start)..at(self.place.span.end), new)
    }
}

/// The text after some edits; of edits that overlap, those that come later in the text are left out.
pub fn apply_edits(text: &Text, edits: &[Edit]) -> String {
    let mut resolved: Vec<_> = edits.iter().map(|edit| edit.resolve(text)).collect();
    resolved.sort_by_key(|(range, _)| (range.start, range.end));
    let old = text.rope.to_string();
    let mut new = String::with_capacity(old.len());
    let mut at = 0;
    for (range, replacement) in resolved {
        let Some(kept) = old.get(at..range.start) else { continue };
        new.push_str(kept);
        new.push_str(&replacement);
        at = range.end;
    }
    new.push_str(old.get(at..).unwrap_or(""));
    new
}

/// Edits in the order of the text; of those that overlap, the one that starts first.
pub(crate) fn in_order(edits: Vec<Edit>, text: &Text) -> Vec<Edit> {
    let mut taken: BTreeMap<usize, (usize, Edit)> = BTreeMap::new();
    for edit in edits {
        let range = edit.resolve(text).0;
        if is_free(&taken, &range) {
            taken.insert(range.start, (range.end, edit));
        }
    }
    taken.into_values().map(|(_, edit)| edit).collect()
}

/// Whether a range touches none of those that are taken, by their starts.
pub(crate) fn is_free(taken: &BTreeMap<usize, (usize, Edit)>, range: &Range<usize>) -> bool {
    let before = taken
        .range(..=range.start)
        .next_back()
        .is_some_and(|(start, (end, _))| *end > range.start || *start == range.start);
    !before && taken.range(range.start..range.end.max(range.start + 1)).next().is_none()
}

/// How the file ends its lines: as it ends the first one.
fn line_end(text: &Text) -> &'static str {
    let mut signs = text.rope.line(0).chars_at(text.rope.line(0).len_chars());
    match (signs.prev(), signs.prev()) {
        (Some('\n'), Some('\r')) => "\r\n",
        (Some('\r'), _) => "\r",
        _ => "\n",
    }
}

/// A line's length as a column. A line has at most 1 MiB where it is read.
pub(crate) fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgg_model::Document;

    fn after(text: &str, edits: &[Edit]) -> String {
        apply_edits(&Document::open(text).snapshot().text, edits)
    }

    #[test]
    fn edits_keep_every_other_byte() {
        let text = "\u{feff}game dag\r\n  a -> b\r\n  stones a";
        let edits = [
            Edit::replace(0, Span { start: 5, end: 8 }, "loopy"),
            Edit::insert(1, 8, "\n  c ->"),
            Edit::replace(2, Span { start: 9, end: 10 }, "b"),
        ];
        assert_eq!(after(text, &edits), "\u{feff}game loopy\r\n  a -> b\r\n  c ->\r\n  stones b");
    }

    #[test]
    fn a_line_goes_with_its_end() {
        assert_eq!(after("a\rb\rc", &[Edit::remove_line(1, "b")]), "a\rc");
        assert_eq!(after("a\nb", &[Edit::remove_line(1, "b")]), "a\n");
        assert_eq!(after("\u{feff}a\nb", &[Edit::remove_line(0, "a")]), "\u{feff}b");
    }

    #[test]
    fn of_edits_that_overlap_the_first_one_counts() {
        let edits = [Edit::replace(0, Span { start: 0, end: 2 }, "x"), Edit::remove_line(0, "abc")];
        assert_eq!(after("abc\nd", &edits), "xc\nd");
    }
}
