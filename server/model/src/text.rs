//! The text of a file and its lines.

use crate::{LineId, Lines, Mask, Record};
use ropey::Rope;
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
        let Some(slice) = self.rope.get_line(number) else { return Cow::Borrowed("") };
        let whole: Cow<'_, str> = slice.into();
        let skip = self.bom(number);
        match whole {
            Cow::Borrowed(text) => Cow::Borrowed(without_end(text.get(skip..).unwrap_or(""))),
            Cow::Owned(text) => Cow::Owned(without_end(text.get(skip..).unwrap_or("")).to_owned()),
        }
    }

    /// How many bytes of a line the byte order mark takes: what columns of the line's text lack.
    pub fn bom(&self, number: usize) -> usize {
        let starts_with = number == 0 && self.rope.get_char(0) == Some(BOM);
        if starts_with { BOM.len_utf8() } else { 0 }
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

/// A text's lines without their ends, counted as the rope counts them: LF, CRLF and CR end a line.
pub(crate) fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = memchr::memchr2(b'\n', b'\r', text.as_bytes()) else {
            rest = None;
            return Some(text);
        };
        let (line, behind) = text.split_at(end);
        let skip = if behind.starts_with("\r\n") { 2 } else { 1 };
        rest = behind.get(skip..);
        Some(line)
    })
}

/// A text without its byte order mark.
pub(crate) fn without_bom(text: &str) -> &str {
    text.strip_prefix(BOM).unwrap_or(text)
}

fn without_end(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}
