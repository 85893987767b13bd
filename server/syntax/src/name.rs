//! Names: how they are written, read, and divided into a prefix and a number.

use std::borrow::Cow;

use crate::{Chain, Entry, Name, NameRange, Span};

/// A name may have so many bytes.
pub const NAME_BYTES_MAX: usize = 255;

/// The decimal number that a name ends in is at most its last 18 digits: each such number fits a `u64`, and so do
/// sums and counts of a few of them. A range's numbers have at most so many digits too.
pub const NUMBER_DIGITS_MAX: usize = 18;

impl Span {
    /// The span from `start` to `end`.
    pub(crate) fn new(start: usize, end: usize) -> Self {
        // A line has at most 1 MiB when it is read, so that neither number is cut.
        Span { start: u32::try_from(start).unwrap_or(u32::MAX), end: u32::try_from(end).unwrap_or(u32::MAX) }
    }

    /// The text at this place; empty when the line has no such place.
    pub fn text(self, line: &str) -> &str {
        line.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// From the start of this one to the end of the other.
    pub(crate) fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }
}

impl Name {
    /// The name itself: without the quotes and the `\` of a string.
    pub fn text<'a>(&self, line: &'a str) -> Cow<'a, str> {
        let text = self.span.text(line);
        if self.quoted { unquote(text) } else { Cow::Borrowed(text) }
    }
}

/// The text within a string, given with its quotes.
pub fn unquote(string: &str) -> Cow<'_, str> {
    let inner = string.strip_prefix('"').unwrap_or(string);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    let mut text = String::with_capacity(inner.len());
    let mut signs = inner.chars();
    while let Some(sign) = signs.next() {
        text.push(if sign == '\\' { signs.next().unwrap_or('\\') } else { sign });
    }
    Cow::Owned(text)
}

/// The name as it must be written in a file: bare where that is possible, else as a string.
pub fn quote(name: &str) -> String {
    if is_bare(name) { name.to_owned() } else { as_string(name) }
}

/// The text as a string, with quotes: `a "b"` is `"a \"b\""`.
pub fn as_string(text: &str) -> String {
    let mut string = String::with_capacity(text.len() + 2);
    string.push('"');
    for sign in text.chars() {
        if matches!(sign, '"' | '\\') {
            string.push('\\');
        }
        string.push(sign);
    }
    string.push('"');
    string
}

/// The sign may stand in a bare name (a `.` may only between two of these).
pub fn is_name_sign(sign: char) -> bool {
    match sign {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '\'' => true,
        '\0'..='\x7f' | '\u{200C}' | '\u{200D}' => false,
        _ => unicode_ident::is_xid_continue(sign),
    }
}

/// The name can be written without quotes.
pub fn is_bare(name: &str) -> bool {
    name.split('.').all(|part| !part.is_empty() && part.chars().all(is_name_sign))
}

/// How a name divides into a prefix and the decimal number it ends in: `v_01` is `("v_", 2, Some(1))`.
///
/// This is the one place that says so. The number is the run of digits `0`-`9` at the end, cut to its last
/// [`NUMBER_DIGITS_MAX`]. The second part is the width: how many digits there are when leading zeros are among
/// them, else 0 (`0` has none, `00` is of width 2). A name that ends in no digit is all prefix. Prefix, width and
/// number give the name back, see [`join_number`]: two names are equal exactly when all three are.
pub fn split_number(name: &str) -> (&str, u8, Option<u64>) {
    let (mut number, mut scale, mut digits, mut last) = (0u64, 1u64, 0usize, b'1');
    for byte in name.bytes().rev() {
        if !byte.is_ascii_digit() || digits == NUMBER_DIGITS_MAX {
            break;
        }
        number += u64::from(byte - b'0') * scale;
        scale *= 10;
        digits += 1;
        last = byte;
    }
    let Some(prefix) = name.get(..name.len() - digits) else { return (name, 0, None) };
    let width = if digits > 1 && last == b'0' { u8::try_from(digits).unwrap_or(0) } else { 0 };
    (prefix, width, (digits > 0).then_some(number))
}

/// The name that [`split_number`] divides so: the number is filled up with zeros to the width.
pub fn join_number(prefix: &str, width: u8, number: u64) -> String {
    format!("{prefix}{number:0width$}", width = usize::from(width))
}

/// The width that [`split_number`] finds in a name with this number, of a range of that width.
pub fn width_within(width: u8, number: u64) -> u8 {
    let digits = number.checked_ilog10().unwrap_or(0) + 1;
    if u32::from(width) > digits { width } else { 0 }
}

impl NameRange {
    /// How many names it stands for; at least one.
    pub fn count(&self) -> u64 {
        (self.last - self.first).saturating_add(1)
    }

    /// What all its names start with.
    pub fn prefix<'a>(&self, line: &'a str) -> &'a str {
        self.prefix.text(line)
    }

    /// The name at `index`, from 0, as width and number, just as [`split_number`] divides it.
    pub fn nth(&self, index: u64) -> Option<(u8, u64)> {
        let number = self.first.checked_add(index).filter(|number| *number <= self.last)?;
        Some((self.width_of(number), number))
    }

    /// The width that [`split_number`] finds in the name with this number: 0 where no zero leads.
    pub fn width_of(&self, number: u64) -> u8 {
        width_within(self.width, number)
    }

    /// All its names as texts. There may be very many: look at [`NameRange::count`] first.
    pub fn names<'a>(&self, line: &'a str) -> impl Iterator<Item = String> + use<'a> {
        let range = *self;
        let prefix = range.prefix(line);
        (range.first..=range.last).map(move |number| join_number(prefix, range.width, number))
    }
}

impl Chain {
    /// The entries of each group: one group more than there are arrows; only the last one may be empty.
    pub fn groups(&self) -> impl Iterator<Item = &[Entry<()>]> {
        let mut start = 0;
        (0..=self.arrows.len()).map(move |number| {
            let end = self.arrows.get(number).map_or(self.entries.len(), |arrow| arrow.before as usize);
            let group = self.entries.get(start..end).unwrap_or(&[]);
            start = end;
            group
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_names() {
        for name in
            ["a", "1", "1.1", "v_20", "x'", "'", "café", "cafe\u{301}", "甲", "アイ", "_", "a.b.c", "３"]
        {
            assert!(is_bare(name), "{name}");
            assert_eq!(quote(name), name);
        }
        for name in [
            "",
            ".5",
            "1st.",
            "a..b",
            "a-b",
            "(0,1)",
            "a b",
            "🍎",
            "a\u{200d}b",
            "a\u{200c}",
            "a#1",
            "\u{3000}",
        ] {
            assert!(!is_bare(name), "{name}");
        }
        assert_eq!(quote("a-b"), r#""a-b""#);
        assert_eq!(quote(r#"C:\"x""#), r#""C:\\\"x\"""#);
        assert_eq!(unquote(r#""C:\\\"x\"""#), r#"C:\"x""#);
    }

    #[test]
    fn names_divide_into_prefix_and_number() {
        assert_eq!(split_number("v_1"), ("v_", 0, Some(1)));
        assert_eq!(split_number("n0123"), ("n", 4, Some(123)));
        assert_eq!(split_number("0"), ("", 0, Some(0)));
        assert_eq!(split_number("00"), ("", 2, Some(0)));
        assert_eq!(split_number("abc"), ("abc", 0, None));
        assert_eq!(split_number("1.10"), ("1.", 0, Some(10)));
        assert_eq!(split_number("é7"), ("é", 0, Some(7)));
        assert_eq!(split_number("12345678901234567890"), ("12", 0, Some(345_678_901_234_567_890)));
        assert_eq!(split_number("10000000000000000000"), ("10", 18, Some(0)));
        for name in ["v_1", "n0123", "0", "00", "1.10", "10000000000000000000", "007", "x010"] {
            let (prefix, width, number) = split_number(name);
            assert_eq!(join_number(prefix, width, number.unwrap()), name);
        }
    }

    #[test]
    fn ranges_count_and_name() {
        let line = "n08..n11";
        let name = |start, end| Name { span: Span { start, end }, quoted: false };
        let range = NameRange {
            from: name(0, 3),
            to: name(5, 8),
            prefix: Span { start: 0, end: 1 },
            width: 2,
            first: 8,
            last: 11,
        };
        assert_eq!(range.count(), 4);
        assert_eq!(range.names(line).collect::<Vec<_>>(), ["n08", "n09", "n10", "n11"]);
        assert_eq!(range.nth(1), Some((2, 9)));
        assert_eq!(range.nth(2), Some((0, 10)));
        assert_eq!(range.nth(4), None);
        for (index, name) in range.names(line).enumerate() {
            let (_, width, number) = split_number(&name);
            assert_eq!(range.nth(index as u64), number.map(|number| (width, number)));
        }
    }
}
