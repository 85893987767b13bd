//! Columns: bytes within us, code units of the negotiated encoding in the protocol.
//!
//! <https://microsoft.github.io/language-server-protocol/specification#position>

use ropey::Rope;

use super::protocol::{ClientCapabilities, Position, PositionEncodingKind};

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
            let column = column.min(line.len());
            return (0..=column).rev().find(|&byte| line.is_char_boundary(byte)).unwrap_or(0);
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

    /// The column of a byte in a line; past the end is the end, within a character is that character's start.
    pub(crate) fn column_of_byte(self, line: &str, byte: usize) -> u32 {
        let byte = (0..=byte.min(line.len())).rev().find(|&byte| line.is_char_boundary(byte)).unwrap_or(0);
        let before = line.get(..byte).unwrap_or_default();
        let units = match self {
            Self::Utf8 => byte,
            _ if before.is_ascii() => byte,
            _ => before.chars().map(|char| self.units(char)).sum(),
        };
        u32::try_from(units).unwrap_or(u32::MAX)
    }

    pub(crate) fn units(self, char: char) -> usize {
        match self {
            Self::Utf8 => char.len_utf8(),
            Self::Utf16 => char.len_utf16(),
            Self::Utf32 => 1,
        }
    }

    /// The character of a text that a position stands at, in logarithmic time even in a line of megabytes.
    /// A line past the last is the end of the text.
    pub(crate) fn char_of_position(self, text: &Rope, position: Position) -> usize {
        let (line, column) = (position.line as usize, position.character as usize);
        if line >= text.len_lines() {
            return text.len_chars();
        }
        let start = text.line_to_char(line);
        let end = line_end(text, line, start);
        let char = match self {
            Self::Utf8 => {
                let byte = text.char_to_byte(start).saturating_add(column);
                text.byte_to_char(byte.min(text.len_bytes()))
            }
            Self::Utf16 => {
                let unit = text.char_to_utf16_cu(start).saturating_add(column);
                text.utf16_cu_to_char(unit.min(text.len_utf16_cu()))
            }
            Self::Utf32 => start.saturating_add(column),
        };
        char.min(end)
    }
}

/// Columns of a line from left to right, in linear time for all of them.
pub(crate) struct Columns<'a> {
    encoding: Encoding,
    text: &'a str,
    byte: usize,
    column: u32,
}

impl<'a> Columns<'a> {
    pub(crate) fn new(encoding: Encoding, text: &'a str) -> Self {
        Self { encoding, text, byte: 0, column: 0 }
    }

    /// The column of a byte, which begins a character and is not left of the one before.
    pub(crate) fn at(&mut self, byte: u32) -> u32 {
        let byte = (byte as usize).max(self.byte);
        let between = self.text.get(self.byte..).unwrap_or_default();
        self.column += self.encoding.column_of_byte(between, byte - self.byte);
        self.byte = byte;
        self.column
    }
}

/// The character behind a line's last, before its line end.
fn line_end(text: &Rope, line: usize, start: usize) -> usize {
    if line + 1 >= text.len_lines() {
        return text.len_chars();
    }
    let mut end = text.line_to_char(line + 1);
    if end > start && text.get_char(end - 1) == Some('\n') {
        end -= 1;
    }
    if end > start && text.get_char(end - 1) == Some('\r') {
        end -= 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::protocol::GeneralClientCapabilities;

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
        for (encoding, bytes) in [
            (Encoding::Utf8, [0, 1, 1, 3, 3, 3, 3, 7, 8, 8]),
            (Encoding::Utf16, [0, 1, 1, 2, 2, 2, 2, 4, 5, 5]),
            (Encoding::Utf32, [0, 1, 1, 2, 2, 2, 2, 3, 4, 4]),
        ] {
            let columns: Vec<u32> = (0..10).map(|byte| encoding.column_of_byte(line, byte)).collect();
            assert_eq!(columns, bytes, "{encoding:?}");
        }
    }

    #[test]
    fn columns_are_counted_on() {
        let line = "aé😀z";
        for (encoding, right) in [
            (Encoding::Utf8, [0, 1, 1, 3, 7, 8, 8]),
            (Encoding::Utf16, [0, 1, 1, 2, 4, 5, 5]),
            (Encoding::Utf32, [0, 1, 1, 2, 3, 4, 4]),
        ] {
            let mut columns = Columns::new(encoding, line);
            assert_eq!([0, 1, 1, 3, 7, 8, 8].map(|byte| columns.at(byte)), right, "{encoding:?}");
        }
    }

    #[test]
    fn positions_in_a_text_are_columns_in_its_lines() {
        let text = "aé😀z\r\n\n𝔾𝔾\rlast 😀";
        let rope = Rope::from_str(text);
        let lines = ["aé😀z", "", "𝔾𝔾", "last 😀"];
        let starts = [0, 10, 11, 20];
        for encoding in ALL {
            for (number, line) in (0..).zip(lines) {
                for column in (0..20).chain([u32::MAX]) {
                    let char = encoding.char_of_position(&rope, Position::new(number, column));
                    let byte = starts[number as usize] + encoding.byte_of_column(line, column);
                    assert_eq!(rope.char_to_byte(char), byte, "{encoding:?} {number}:{column}");
                }
            }
            for line in [4, 5, u32::MAX] {
                assert_eq!(encoding.char_of_position(&rope, Position::new(line, 0)), rope.len_chars());
            }
            assert_eq!(encoding.char_of_position(&Rope::new(), Position::new(0, 5)), 0);
        }
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
