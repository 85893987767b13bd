//! Columns: bytes within us, code units of the negotiated encoding in the protocol.
//!
//! <https://microsoft.github.io/language-server-protocol/specification#position>

use std::ops::Range;

use ropey::Rope;
use sgg_model::Text;

use super::protocol::{self, ClientCapabilities, PositionEncodingKind};

/// What a column counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    /// What the protocol has where nothing was said.
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// UTF-8 where the client offers it: our own columns, so nothing is converted. Else what it likes best.
    pub(crate) fn negotiate(client: &ClientCapabilities) -> Self {
        let offered = client.general.as_ref().and_then(|general| general.position_encodings.as_deref());
        let mut known = offered.unwrap_or_default().iter().filter_map(Self::of_kind);
        if known.clone().any(|encoding| encoding == Self::Utf8) {
            return Self::Utf8;
        }
        known.next().unwrap_or_default()
    }

    fn of_kind(kind: &PositionEncodingKind) -> Option<Self> {
        [Self::Utf8, Self::Utf16, Self::Utf32].into_iter().find(|encoding| encoding.kind() == *kind)
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// The byte in a line (without its line end) that a column stands at. Past the end is the end, as the protocol
    /// has it; within a character is that character's start.
    pub(crate) fn byte_of_column(self, line: &str, column: u32) -> usize {
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        if self == Self::Utf8 || line.is_ascii() {
            return start_of_char(line, column);
        }
        let mut units = 0;
        for (byte, char) in line.char_indices() {
            units += self.units(char);
            if units > column {
                return byte;
            }
        }
        line.len()
    }

    /// How many columns a text takes.
    pub(crate) fn units_of(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            _ if text.is_ascii() => text.len(),
            _ => text.chars().map(|char| self.units(char)).sum(),
        }
    }

    pub(crate) fn units(self, char: char) -> usize {
        match self {
            Self::Utf8 => char.len_utf8(),
            Self::Utf16 => char.len_utf16(),
            Self::Utf32 => 1,
        }
    }

    /// The bytes of a text that a range stands for, in logarithmic time even in a line of megabytes. One written
    /// backwards is the same range; a line past the last is the end of the text.
    pub(crate) fn bytes_of_range(self, text: &Text, range: protocol::Range) -> Range<usize> {
        let start = Start::of(text, range.start.line);
        let end = if range.end.line == range.start.line { start } else { Start::of(text, range.end.line) };
        let (start, end) = (start.byte(self, range.start.character), end.byte(self, range.end.character));
        start.min(end)..start.max(end)
    }

    /// The byte of its line that a position stands at, a byte order mark included; as quickly.
    pub(crate) fn byte_in_line(self, text: &Text, position: protocol::Position) -> usize {
        let start = Start::of(text, position.line);
        start.byte(self, position.character) - start.byte(self, 0)
    }

    /// The same for a line that the rope holds in several pieces.
    fn byte_in_long_line(self, rope: &Rope, line: usize, column: u32) -> usize {
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        let start = rope.line_to_byte(line);
        let char = |byte: usize| rope.byte_to_char(byte);
        let char = match self {
            Self::Utf8 => char(start.saturating_add(column).min(rope.len_bytes())),
            Self::Utf16 => {
                let unit = rope.char_to_utf16_cu(char(start)).saturating_add(column);
                rope.utf16_cu_to_char(unit.min(rope.len_utf16_cu()))
            }
            Self::Utf32 => char(start).saturating_add(column).min(rope.len_chars()),
        };
        rope.char_to_byte(char).min(line_end(rope, line, start))
    }
}

/// Where a line begins, in a text of which positions are looked up.
#[derive(Clone, Copy)]
enum Start<'a> {
    Short(usize, &'a str),
    Long(&'a Rope, usize),
    PastEnd(usize),
}

impl<'a> Start<'a> {
    fn of(text: &'a Text, line: u32) -> Self {
        let (rope, line) = (&text.rope, line as usize);
        match text.short_line(line) {
            Some((start, text)) => Self::Short(start, text),
            None if line < rope.len_lines() => Self::Long(rope, line),
            None => Self::PastEnd(rope.len_bytes()),
        }
    }

    fn byte(self, encoding: Encoding, column: u32) -> usize {
        match self {
            Self::Short(start, text) => start + encoding.byte_of_column(text, column),
            Self::Long(rope, line) => encoding.byte_in_long_line(rope, line, column),
            Self::PastEnd(end) => end,
        }
    }
}

/// Where the character begins that a byte of a text is in; past the end is the end.
pub(super) fn start_of_char(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&byte| text.is_char_boundary(byte)).unwrap_or(0)
}

/// The byte behind a line's last character, before its line end.
pub(super) fn line_end(rope: &Rope, line: usize, start: usize) -> usize {
    if line + 1 >= rope.len_lines() {
        return rope.len_bytes();
    }
    let mut end = rope.line_to_byte(line + 1);
    for sign in [b'\n', b'\r'] {
        if end > start && rope.get_byte(end - 1) == Some(sign) {
            end -= 1;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::protocol::{GeneralClientCapabilities, Position};
    use sgg_model::Document;

    const ALL: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    #[test]
    fn columns_count_what_was_negotiated() {
        // Bytes: a 0, é 1-2, 😀 3-6, z 7. UTF-16: a 0, é 1, 😀 2-3, z 4. UTF-32: a 0, é 1, 😀 2, z 3.
        let line = "aé😀z";
        for (encoding, columns) in [
            (Encoding::Utf8, [0, 1, 1, 3, 3, 3, 3, 7, 8, 8, 8]),
            (Encoding::Utf16, [0, 1, 3, 3, 7, 8, 8, 8, 8, 8, 8]),
            (Encoding::Utf32, [0, 1, 3, 7, 8, 8, 8, 8, 8, 8, 8]),
        ] {
            let bytes: Vec<usize> = (0..11).map(|column| encoding.byte_of_column(line, column)).collect();
            assert_eq!(bytes, columns, "{encoding:?}");
            assert_eq!(encoding.byte_of_column(line, u32::MAX), 8);
        }
    }

    /// The byte of a position, as the end of a range from the text's beginning.
    fn byte(encoding: Encoding, text: &Text, line: u32, column: u32) -> usize {
        let range = protocol::Range::new(Position::new(0, 0), Position::new(line, column));
        encoding.bytes_of_range(text, range).end
    }

    #[test]
    fn positions_in_a_text_are_columns_in_its_lines() {
        let long = "aé😀z".repeat(1_000);
        let lines = ["aé😀z", "", "𝔾𝔾", &long, "last 😀"];
        let ends = ["\r\n", "\n", "\r", "\r\n", ""];
        let joined: String = lines.iter().zip(ends).flat_map(|(line, end)| [*line, end]).collect();
        let document = Document::open(&joined);
        let text = &document.snapshot().text;
        for encoding in ALL {
            let mut start = 0;
            for (number, (line, end)) in (0..).zip(lines.iter().zip(ends)) {
                for column in
                    (0..20).chain(3_990..4_010).chain(4_990..5_010).chain(7_990..8_010).chain([u32::MAX])
                {
                    let right = start + encoding.byte_of_column(line, column);
                    assert_eq!(byte(encoding, text, number, column), right, "{encoding:?} {number}:{column}");
                }
                start += line.len() + end.len();
            }
            for line in [5, 6, u32::MAX] {
                assert_eq!(byte(encoding, text, line, 0), joined.len());
            }
            assert_eq!(byte(encoding, &Text::default(), 0, 5), 0);
        }
    }

    #[test]
    fn ranges_within_a_line_over_lines_and_backwards() {
        let document = Document::open("ab\ncd");
        let range = |start: (u32, u32), end: (u32, u32)| {
            let range = protocol::Range::new(Position::new(start.0, start.1), Position::new(end.0, end.1));
            Encoding::Utf16.bytes_of_range(&document.snapshot().text, range)
        };
        assert_eq!(range((1, 0), (1, 1)), 3..4);
        assert_eq!(range((0, 1), (1, 1)), 1..4);
        assert_eq!(range((1, 1), (0, 9)), 2..4);
        assert_eq!(range((1, 9), (7, 0)), 5..5);
    }

    #[test]
    fn lines_end_where_the_protocol_ends_them() {
        // The guard that no crate turns ropey's `unicode_lines` on.
        let rope = Rope::from_str("a\u{b}b\u{c}c\u{85}d\u{2028}e\u{2029}f\rg\nh\r\ni");
        assert_eq!(rope.len_lines(), 4);
    }

    #[test]
    fn utf8_where_offered_else_the_clients_first() {
        let negotiated = |kinds: Option<&[&'static str]>| {
            Encoding::negotiate(&ClientCapabilities {
                general: Some(GeneralClientCapabilities {
                    position_encodings: kinds
                        .map(|kinds| kinds.iter().map(|&kind| PositionEncodingKind::new(kind)).collect()),
                    ..Default::default()
                }),
                ..Default::default()
            })
        };
        assert_eq!(negotiated(None), Encoding::Utf16);
        assert_eq!(negotiated(Some(&[])), Encoding::Utf16);
        assert_eq!(negotiated(Some(&["utf-7"])), Encoding::Utf16);
        assert_eq!(negotiated(Some(&["utf-16", "utf-8"])), Encoding::Utf8);
        assert_eq!(negotiated(Some(&["utf-8"])), Encoding::Utf8);
        assert_eq!(negotiated(Some(&["utf-32", "utf-16"])), Encoding::Utf32);
        assert_eq!(negotiated(Some(&["utf-16", "utf-32"])), Encoding::Utf16);
        assert_eq!(Encoding::negotiate(&ClientCapabilities::default()), Encoding::Utf16);
    }
}
