//! The text of a file and its lines.

use crate::{LineId, Lines, Mask, Record};
use ropey::Rope;
use ropey::str_utils::{byte_to_char_idx, byte_to_line_idx, line_to_byte_idx};
use sgg_game::KINDS;
use sgg_syntax::{Language, Line};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

const BOM: char = '\u{feff}';

static KIND_NAMES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| KINDS.iter().map(|kind| kind.name).collect());

/// The language with the kinds that this build knows.
pub fn language() -> Language {
    Language { kinds: &KIND_NAMES }
}

/// A rope and the table of its lines, which always agree.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// The text, a byte order mark included.
    pub rope: Rope,
    /// Its lines.
    pub lines: Lines,
}

impl Text {
    /// A line's text without its end and without the byte order mark; empty where there is no such line.
    pub fn line(&self, number: usize) -> Cow<'_, str> {
        if let Some((_, text)) = self.short_line(number) {
            return Cow::Borrowed(if number == 0 { without_bom(text) } else { text });
        }
        let Some(slice) = self.rope.get_line(number) else { return Cow::Borrowed("") };
        let text = slice.to_string();
        let text = without_end(&text);
        Cow::Owned(if number == 0 { without_bom(text) } else { text }.to_owned())
    }

    /// Where a line begins, and its text without its end, a byte order mark included: of nearly every line, found at
    /// once. None where the rope does not hold it in one piece, and where there is no such line.
    pub fn short_line(&self, number: usize) -> Option<(usize, &str)> {
        let (start, rest, is_last) = self.piece_from_line(number)?;
        let end = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).or(is_last.then_some(rest.len()))?;
        Some((start, rest.get(..end)?))
    }

    /// Where a line begins, what the piece of the rope that holds its beginning has from there, and whether that is the
    /// last piece.
    fn piece_from_line(&self, number: usize) -> Option<(usize, &str, bool)> {
        if number >= self.rope.len_lines() {
            return None;
        }
        let (piece, start, _, breaks) = self.rope.get_chunk_at_line_break(number)?;
        let offset = line_to_byte_idx(piece, number.checked_sub(breaks)?);
        Some((start + offset, piece.get(offset..)?, start + piece.len() == self.rope.len_bytes()))
    }

    /// How many bytes of a line the byte order mark takes: what columns of the line's text lack.
    pub fn bom(&self, number: usize) -> usize {
        let starts_with = number == 0 && self.rope.get_char(0) == Some(BOM);
        if starts_with { BOM.len_utf8() } else { 0 }
    }

    /// For lines that are asked for from top to bottom.
    pub fn downwards(&self) -> Downwards<'_> {
        Downwards { text: self, rest: "", number: 0 }
    }

    /// A line, read.
    pub fn parse(&self, number: usize) -> (Cow<'_, str>, Line) {
        let text = self.line(number);
        let line = language().parse(&text);
        (text, line)
    }

    /// Where the game ends whose header has that number: the next `game` line, or the end.
    pub fn game_end(&self, header: usize) -> usize {
        self.lines.next(header + 1, Mask::GAME).map_or(self.lines.len(), |(number, _)| number)
    }

    /// The lines of the game with that header, the header included.
    pub fn game_lines(&self, header: LineId) -> Range<usize> {
        match self.lines.number(header) {
            Some(start) => start..self.game_end(start),
            None => 0..0,
        }
    }

    /// The header of the game that a line belongs to.
    pub fn game_of(&self, number: usize) -> Option<(usize, Record)> {
        self.lines.previous(number + 1, Mask::GAME)
    }

    /// The header (`game` or `round`) of the position that a line belongs to.
    pub fn position_of(&self, number: usize) -> Option<(usize, Record)> {
        self.lines.previous(number + 1, Mask::HEADER)
    }
}

/// Lines from top to bottom: the next one is mostly found right behind the last, without a descent into the rope.
pub struct Downwards<'a> {
    text: &'a Text,
    /// What follows the last line in its piece of the rope.
    rest: &'a str,
    /// The line that it begins with.
    number: usize,
}

/// Where more lines are left out, a descent is quicker than to look for their ends.
const LEFT_OUT_MAX: usize = 8;

impl<'a> Downwards<'a> {
    /// A line's text, as [`Text::line`] has it.
    pub fn line(&mut self, number: usize) -> Cow<'a, str> {
        if let Some(line) = self.next_line(number) {
            return Cow::Borrowed(line);
        }
        let text = self.text;
        // The first line may have a byte order mark.
        if let Some((_, rest, _)) = text.piece_from_line(number).filter(|_| number > 0) {
            (self.rest, self.number) = (rest, number);
        }
        self.next_line(number).map_or_else(|| text.line(number), Cow::Borrowed)
    }

    /// A line, read.
    pub fn parse(&mut self, number: usize) -> (Cow<'a, str>, Line) {
        let text = self.line(number);
        let line = language().parse(&text);
        (text, line)
    }

    /// A line that ends in what is left of the piece.
    fn next_line(&mut self, number: usize) -> Option<&'a str> {
        let left_out = number.checked_sub(self.number).filter(|left_out| *left_out <= LEFT_OUT_MAX)?;
        let mut line = None;
        for _ in 0..=left_out {
            let end = memchr::memchr2(b'\n', b'\r', self.rest.as_bytes())?;
            let (before, behind) = self.rest.split_at_checked(end)?;
            // A piece never ends between CR and LF.
            let skip = if behind.starts_with("\r\n") { 2 } else { 1 };
            (self.rest, self.number) = (behind.get(skip..)?, self.number + 1);
            line = Some(before);
        }
        line
    }
}

/// A byte of the text, and what the rope counts there.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) byte: usize,
    pub(crate) char: usize,
    pub(crate) line: usize,
    pub(crate) is_behind_cr: bool,
}

impl Place {
    /// In one descent, which is why the rope is not asked for each. Beyond the text's end is its end, within a
    /// character that character's start.
    pub(crate) fn of(rope: &Rope, byte: usize) -> Place {
        let byte = byte.min(rope.len_bytes());
        let (piece, start, char, line) = rope.chunk_at_byte(byte);
        let offset = byte - start;
        let before = match offset.checked_sub(1) {
            Some(before) => piece.as_bytes().get(before).copied(),
            None => byte.checked_sub(1).and_then(|before| rope.get_byte(before)),
        };
        let (char, line) = (char + byte_to_char_idx(piece, offset), line + byte_to_line_idx(piece, offset));
        Place { byte, char, line, is_behind_cr: before == Some(b'\r') }
    }
}

/// A text's first line without its end, and what stands behind that, counted as the rope counts lines: LF, CRLF and CR
/// end one.
pub(crate) fn split_line(text: &str) -> (&str, Option<&str>) {
    split_line_at(text, memchr::memchr2(b'\n', b'\r', text.as_bytes()).unwrap_or(text.len()))
}

/// As [`split_line`], of a line of that length.
pub(crate) fn split_line_at(text: &str, end: usize) -> (&str, Option<&str>) {
    let (line, behind) = text.split_at_checked(end).unwrap_or((text, ""));
    let end = if behind.starts_with("\r\n") { 2 } else { 1 };
    (line, behind.get(end..))
}

/// A text without its byte order mark.
pub(crate) fn without_bom(text: &str) -> &str {
    text.strip_prefix(BOM).unwrap_or(text)
}

fn without_end(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use crate::Document;

    #[test]
    fn lines_from_top_to_bottom() {
        let ends = ["\n", "\r\n", "\r"];
        let mut lines: Vec<String> = (0..3000).map(|i| "é".repeat(1 + i * i % 90)).collect();
        lines[500] = "long ".repeat(2000);
        let text: String =
            lines.iter().enumerate().map(|(i, line)| format!("{line}{}", ends[i % 3])).collect();
        lines.push(String::new());
        let document = Document::open(&format!("\u{feff}{text}"));
        let text = &document.snapshot().text;
        for step in [1, 2, 7, 8, 9, 10, 500] {
            let mut downwards = text.downwards();
            for (number, line) in lines.iter().enumerate().step_by(step) {
                assert_eq!(downwards.line(number), *line, "line {number}, step {step}");
            }
            assert_eq!(downwards.line(lines.len()), "");
            assert_eq!(downwards.line(10), lines[10], "back again");
            assert_eq!(downwards.line(10), lines[10], "the same again");
        }
    }
}
