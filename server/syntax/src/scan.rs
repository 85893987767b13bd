//! The words of a line, read strictly: what is not written as the reference says is not read.

use crate::name::{NAME_BYTES_MAX, NUMBER_DIGITS_MAX};
use crate::{Item, Name, NameRange, Number, Span, is_name_sign};

/// A place in a line, moving on word by word.
#[derive(Clone)]
pub(crate) struct Scanner<'a> {
    pub(crate) line: &'a str,
    pub(crate) at: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        Scanner { line, at: 0 }
    }

    /// The byte here.
    #[inline]
    pub(crate) fn byte(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    #[inline]
    pub(crate) fn byte_after(&self, distance: usize) -> Option<u8> {
        self.line.as_bytes().get(self.at + distance).copied()
    }

    /// Moves over blanks; says whether there were any.
    #[inline]
    pub(crate) fn blanks(&mut self) -> bool {
        let start = self.at;
        while matches!(self.byte(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        self.at > start
    }

    /// Nothing stands here, or a comment.
    #[inline]
    pub(crate) fn is_end(&self) -> bool {
        matches!(self.byte(), None | Some(b'#'))
    }

    /// Moves over blanks and then this byte, if it stands there; else stays.
    pub(crate) fn sign(&mut self, sign: u8) -> bool {
        let start = self.at;
        self.blanks();
        if self.byte() == Some(sign) {
            self.at += 1;
            return true;
        }
        self.at = start;
        false
    }

    /// A bare name, of any length.
    #[inline]
    pub(crate) fn bare(&mut self) -> Option<Span> {
        let start = self.at;
        loop {
            match self.byte() {
                Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'\'') => self.at += 1,
                Some(b'.') if self.at > start && self.name_sign_length(1) > 0 => self.at += 1,
                Some(0x80..) => match self.name_sign_length(0) {
                    0 => break,
                    length => self.at += length,
                },
                _ => break,
            }
        }
        (self.at > start).then(|| Span::new(start, self.at))
    }

    /// The bytes of the sign so far from here, if a name may hold it; else 0.
    fn name_sign_length(&self, distance: usize) -> usize {
        let sign = self.line.get(self.at + distance..).and_then(|rest| rest.chars().next());
        sign.filter(|sign| is_name_sign(*sign)).map_or(0, char::len_utf8)
    }

    /// A string with its quotes, and how many bytes its text has.
    pub(crate) fn string(&mut self) -> Option<(Span, usize)> {
        let start = self.at;
        let mut escapes = 0;
        let mut at = self.at + 1;
        let bytes = self.line.as_bytes();
        loop {
            match *bytes.get(at)? {
                b'"' => break,
                b'\\' if matches!(bytes.get(at + 1), Some(b'"' | b'\\')) => {
                    escapes += 1;
                    at += 2;
                }
                b'\\' => return None,
                _ => at += 1,
            }
        }
        self.at = at + 1;
        Some((Span::new(start, self.at), at - start - 1 - escapes))
    }

    /// A name, bare or quoted.
    #[inline]
    fn name(&mut self) -> Option<Name> {
        if self.byte() == Some(b'"') {
            let (span, bytes) = self.string()?;
            return (1..=NAME_BYTES_MAX).contains(&bytes).then_some(Name { span, quoted: true });
        }
        let span = self.bare()?;
        (span.end - span.start <= NAME_BYTES_MAX as u32).then_some(Name { span, quoted: false })
    }

    /// A name or a range.
    #[inline]
    pub(crate) fn item(&mut self) -> Option<(Span, Item)> {
        let name = self.name()?;
        self.item_from(name)
    }

    /// What starts with a name that is read already: that name, or a range.
    #[inline]
    pub(crate) fn item_from(&mut self, from: Name) -> Option<(Span, Item)> {
        let end = self.at;
        if matches!(self.byte(), Some(b'.' | b' ' | b'\t')) {
            self.blanks();
            if self.byte() == Some(b'.') {
                return self.range_from(from);
            }
            self.at = end;
        }
        Some((from.span, Item::Name(from)))
    }

    #[cold]
    fn range_from(&mut self, from: Name) -> Option<(Span, Item)> {
        if self.byte_after(1) != Some(b'.') || self.byte_after(2) == Some(b'.') {
            return None;
        }
        self.at += 2;
        self.blanks();
        let to = self.name()?;
        let range = range(self.line, from, to).ok()?;
        Some((from.span.to(to.span), Item::Range(Box::new(range))))
    }

    /// A number.
    pub(crate) fn number(&mut self) -> Option<Number> {
        let span = self.bare()?;
        let value = decimal(span.text(self.line))?;
        Some(Number { span, value })
    }
}

/// The number that is written so in digits, if it is below 2^64.
pub(crate) fn decimal(text: &str) -> Option<u64> {
    if text.is_empty() {
        return None;
    }
    text.bytes().try_fold(0u64, |number, digit| {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit < 10)?;
        number.checked_mul(10)?.checked_add(u64::from(digit))
    })
}

/// Why two names make no range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadRange {
    /// One of them is quoted.
    Quoted,
    /// One of them does not end in a number.
    NoNumber,
    /// They differ before their numbers.
    Prefix,
    /// There are leading zeros, and the numbers differ in length.
    Width,
    /// The second is smaller.
    Descending,
    /// A number has too many digits.
    Limit,
}

/// The range between two names.
pub(crate) fn range(line: &str, from: Name, to: Name) -> Result<NameRange, BadRange> {
    if from.quoted || to.quoted {
        return Err(BadRange::Quoted);
    }
    let (from_prefix, from_digits) = split_digits(from.span.text(line));
    let (to_prefix, to_digits) = split_digits(to.span.text(line));
    if from_digits.is_empty() || to_digits.is_empty() {
        return Err(BadRange::NoNumber);
    }
    if from_prefix != to_prefix {
        return Err(BadRange::Prefix);
    }
    if from_digits.len().max(to_digits.len()) > NUMBER_DIGITS_MAX {
        return Err(BadRange::Limit);
    }
    let padded = |digits: &str| digits.len() > 1 && digits.starts_with('0');
    let width = if padded(from_digits) || padded(to_digits) { from_digits.len() } else { 0 };
    if width > 0 && to_digits.len() != width {
        return Err(BadRange::Width);
    }
    let (first, last) = (decimal(from_digits).unwrap_or(0), decimal(to_digits).unwrap_or(0));
    if last < first {
        return Err(BadRange::Descending);
    }
    let start = from.span.start as usize;
    let prefix = Span::new(start, start + from_prefix.len());
    Ok(NameRange { from, to, prefix, width: u8::try_from(width).unwrap_or(0), first, last })
}

/// A name's text before its last digits, and these.
pub(crate) fn split_digits(name: &str) -> (&str, &str) {
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    name.split_at_checked(name.len() - digits).unwrap_or((name, ""))
}
