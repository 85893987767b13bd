//! From places of a text to the protocol's.

use std::ops::Range;

use ropey::Rope;
use sgg_ide::Place;
use sgg_model::Text;

use super::position::{Encoding, line_end, start_of_char};
use super::protocol::{self, Position};

/// The protocol's words for places of a text, in whatever order they are asked for. It remembers where the last one was:
/// the next one in the same line is counted on from there, and none costs more than a look into one piece of the rope,
/// for a line may have megabytes and tens of thousands of places.
pub(crate) struct Places<'a> {
    text: &'a Text,
    encoding: Encoding,
    /// The line of the last place that was looked at.
    line: Option<usize>,
    /// It, where the rope holds it in several pieces.
    long: Option<Long>,
    /// Some of it, or all.
    piece: Piece<'a>,
}

/// A line that the rope holds in several pieces: where it begins and ends in the text.
#[derive(Clone, Copy)]
struct Long {
    start: usize,
    end: usize,
    /// The code units before it.
    units: usize,
}

/// A part of a line.
#[derive(Clone, Copy, Default)]
struct Piece<'a> {
    text: &'a str,
    /// The byte of the line, and the column, that it begins at.
    byte: usize,
    column: usize,
    /// The byte of it, and the column, up to which was counted last.
    counted: (usize, usize),
}

impl<'a> Piece<'a> {
    fn new(text: &'a str, byte: usize, column: usize) -> Self {
        Self { text, byte, column, counted: (0, column) }
    }

    fn has(&self, byte: usize) -> bool {
        (self.byte..=self.byte + self.text.len()).contains(&byte)
    }

    /// The column of a byte of the line; past the end is the end, within a character that character's start.
    fn column(&mut self, encoding: Encoding, byte: usize) -> usize {
        let byte = start_of_char(self.text, byte.saturating_sub(self.byte));
        let (from, column) = if byte < self.counted.0 { (0, self.column) } else { self.counted };
        let column = column + encoding.units_of(self.text.get(from..byte).unwrap_or_default());
        self.counted = (byte, column);
        column
    }
}

impl<'a> Places<'a> {
    pub(crate) fn new(text: &'a Text, encoding: Encoding) -> Self {
        Self { text, encoding, line: None, long: None, piece: Piece::default() }
    }

    /// For places of one line, whose text is at hand.
    pub(crate) fn within(text: &'a Text, encoding: Encoding, line: usize, of_line: &'a str) -> Self {
        let piece = Piece::new(of_line, 0, bom_columns(text, encoding, line));
        Self { line: Some(line), piece, ..Self::new(text, encoding) }
    }

    pub(crate) fn range(&mut self, place: Place) -> protocol::Range {
        let start = self.position(place.line, place.span.start);
        protocol::Range::new(start, self.position(place.line, place.span.end))
    }

    /// A byte of a line. The client's columns count a byte order mark, ours do not.
    pub(crate) fn position(&mut self, line: usize, byte: u32) -> Position {
        let byte = byte as usize;
        let column = match self.encoding {
            Encoding::Utf8 => byte + self.text.bom(line),
            _ => self.column(line, byte),
        };
        position(line, column)
    }

    /// The place behind a line's last character.
    pub(crate) fn end_of_line(&mut self, line: usize) -> Position {
        let column = match self.encoding {
            Encoding::Utf8 => self.len_of(line) + self.text.bom(line),
            _ => self.column(line, usize::MAX),
        };
        position(line, column)
    }

    /// Some bytes of the whole text.
    pub(crate) fn range_of_bytes(&mut self, bytes: Range<usize>) -> protocol::Range {
        let start = self.position_of_byte(bytes.start);
        protocol::Range::new(start, self.position_of_byte(bytes.end))
    }

    fn position_of_byte(&mut self, byte: usize) -> Position {
        let rope = &self.text.rope;
        let byte = byte.min(rope.len_bytes());
        let line = rope.byte_to_line(byte);
        let start = rope.line_to_byte(line) + self.text.bom(line);
        self.position(line, u32::try_from(byte.saturating_sub(start)).unwrap_or(u32::MAX))
    }

    fn column(&mut self, line: usize, byte: usize) -> usize {
        self.enter(line);
        let Some(long) = self.long else { return self.piece.column(self.encoding, byte) };
        let byte = byte.min(long.end - long.start);
        if !self.piece.has(byte) {
            self.piece = self.piece_at(line, long, byte);
        }
        self.piece.column(self.encoding, byte)
    }

    /// How many bytes a line has.
    fn len_of(&mut self, line: usize) -> usize {
        self.enter(line);
        self.long.map_or(self.piece.text.len(), |long| long.end - long.start)
    }

    fn enter(&mut self, line: usize) {
        if self.line == Some(line) {
            return;
        }
        self.line = Some(line);
        let bom = self.text.bom(line);
        let columns = bom_columns(self.text, self.encoding, line);
        (self.long, self.piece) = match self.text.short_line(line) {
            Some((_, text)) => (None, Piece::new(text.get(bom..).unwrap_or_default(), 0, columns)),
            None => (self.long_line(line, bom), Piece::new("", 0, columns)),
        };
    }

    /// None where there is no such line.
    fn long_line(&self, line: usize, bom: usize) -> Option<Long> {
        let rope = &self.text.rope;
        if line >= rope.len_lines() {
            return None;
        }
        let start = rope.line_to_byte(line) + bom;
        let units = units_before(rope, self.encoding, rope.byte_to_char(start));
        Some(Long { start, end: line_end(rope, line, start), units })
    }

    /// What the rope holds in one piece around a byte of a long line.
    fn piece_at(&self, line: usize, long: Long, byte: usize) -> Piece<'a> {
        let (piece, start, char, _) = self.text.rope.chunk_at_byte(long.start + byte);
        let bom = bom_columns(self.text, self.encoding, line);
        match start.checked_sub(long.start) {
            Some(byte) => {
                let units = units_before(&self.text.rope, self.encoding, char);
                Piece::new(piece, byte, bom + units - long.units)
            }
            None => Piece::new(piece.get(long.start - start..).unwrap_or_default(), 0, bom),
        }
    }
}

fn position(line: usize, column: usize) -> Position {
    Position::new(u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}

/// How many of the client's columns a line's byte order mark takes.
pub(super) fn bom_columns(text: &Text, encoding: Encoding, line: usize) -> usize {
    if text.bom(line) > 0 { encoding.units('\u{feff}') } else { 0 }
}

/// How many code units a text has before a character.
fn units_before(rope: &Rope, encoding: Encoding, char: usize) -> usize {
    match encoding {
        Encoding::Utf8 => rope.char_to_byte(char),
        Encoding::Utf16 => rope.char_to_utf16_cu(char),
        Encoding::Utf32 => char,
    }
}

#[cfg(test)]
mod tests {
    use sgg_model::Document;

    use super::*;

    const ALL: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    #[test]
    fn columns_count_what_was_negotiated() {
        // Bytes: a 0, é 1-2, 😀 3-6, z 7. UTF-16: a 0, é 1, 😀 2-3, z 4. UTF-32: a 0, é 1, 😀 2, z 3.
        let text = Text::default();
        for (encoding, right) in [
            (Encoding::Utf16, [0, 1, 1, 2, 2, 2, 2, 4, 5, 5]),
            (Encoding::Utf32, [0, 1, 1, 2, 2, 2, 2, 3, 4, 4]),
        ] {
            let mut places = Places::within(&text, encoding, 0, "aé😀z");
            let columns: Vec<u32> = (0..10).map(|byte| places.position(0, byte).character).collect();
            assert_eq!(columns, right, "{encoding:?}");
        }
    }

    #[test]
    fn in_whatever_order_places_are_the_same() {
        let long = "aé😀z".repeat(1_000);
        let lines = ["\u{feff}aé😀z", "", "𝔾𝔾", &long, "x", &long];
        let ends = ["\r\n", "\n", "\r", "\r\n", "\n", ""];
        let joined: String = lines.iter().zip(ends).flat_map(|(line, end)| [*line, end]).collect();
        let document = Document::open(&joined);
        let text = &document.snapshot().text;
        for encoding in ALL {
            let mut all = Vec::new();
            for (number, line) in lines.iter().enumerate() {
                let bom = if number == 0 { '\u{feff}'.len_utf8() } else { 0 };
                for (byte, _) in
                    line.char_indices().chain([(line.len(), ' ')]).filter(|(byte, _)| *byte >= bom)
                {
                    all.push((number, byte - bom, encoding.units_of(&line[..byte])));
                }
                let end = position(number, encoding.units_of(line));
                assert_eq!(Places::new(text, encoding).end_of_line(number), end, "{encoding:?} {number}");
            }
            // From left to right, back, and with large steps through all lines.
            let steps = (0..all.len()).map(|step| step * 997 % all.len());
            let orders: [Vec<usize>; 3] =
                [(0..all.len()).collect(), (0..all.len()).rev().collect(), steps.collect()];
            for order in orders {
                let mut places = Places::new(text, encoding);
                for (line, byte, column) in order.into_iter().map(|at| all[at]) {
                    let told = places.position(line, byte as u32);
                    assert_eq!(told, position(line, column), "{encoding:?} {line}:{byte}");
                }
            }
            assert_eq!(Places::new(text, encoding).position(99, 0), position(99, 0));
        }
    }

    #[test]
    fn bytes_of_the_whole_text() {
        let document = Document::open("\u{feff}é\r\n😀b");
        let mut places = Places::new(&document.snapshot().text, Encoding::Utf16);
        let range = |start, end| protocol::Range::new(start, end);
        assert_eq!(places.range_of_bytes(3..5), range(position(0, 1), position(0, 2)));
        assert_eq!(places.range_of_bytes(7..11), range(position(1, 0), position(1, 2)));
        assert_eq!(places.range_of_bytes(0..99), range(position(0, 1), position(1, 3)));
    }
}
