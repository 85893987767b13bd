//! The line that nearly every line of a large file is, read with as little ado as possible: one edge, two bare names.

use crate::{Arrow, NAME_BYTES_MAX, NUMBER_DIGITS_MAX, split_number};

/// `A -> B` or `A -- B`, with nothing else in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainEdge<'a> {
    /// What stands before the arrow.
    pub tail: PlainName<'a>,
    /// The arrow.
    pub arrow: Arrow,
    /// What stands behind it.
    pub head: PlainName<'a>,
}

/// A bare name, divided as by [`split_number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainName<'a> {
    /// What stands before the number.
    pub prefix: &'a str,
    /// The number, if it has one.
    pub number: Option<u64>,
    /// How many digits the number has where zeros lead.
    pub width: u8,
}

/// The line that a text begins with as a plain edge, and the line's length without its end (LF, CR, or the text's end).
/// Of many lines that are one it says so of those with few blanks and names in ASCII without dots; what it says is what
/// [`Language::parse`](crate::Language::parse) says of that line.
#[inline]
pub fn plain_edge(text: &str) -> Option<(PlainEdge<'_>, usize)> {
    let mut at = behind_blanks(text, 0);
    let tail = name(text, &mut at)?;
    at = behind_blanks(text, at);
    let arrow = match text.as_bytes().get(at..)? {
        [b'-', b'>', ..] => Arrow::Arc,
        [b'-', b'-', b'-' | b'>', ..] => return None,
        [b'-', b'-', ..] => Arrow::Edge,
        _ => return None,
    };
    at = behind_blanks(text, at + 2);
    let head = name(text, &mut at)?;
    let end = behind_blanks(text, at);
    let ends = matches!(text.as_bytes().get(end), None | Some(b'\n' | b'\r'));
    if ends && end <= 2 * NAME_BYTES_MAX { Some((PlainEdge { tail, arrow, head }, end)) } else { None }
}

fn behind_blanks(text: &str, mut at: usize) -> usize {
    while let Some(b' ' | b'\t') = text.as_bytes().get(at) {
        at += 1;
    }
    at
}

/// The name that starts at a place, which moves behind it. One look at each byte does for both. In place, what is found
/// stays in the processor's registers.
#[inline(always)]
fn name<'a>(text: &'a str, at: &mut usize) -> Option<PlainName<'a>> {
    let bytes = text.as_bytes();
    let start = *at;
    let (mut end, mut digits_start, mut number) = (start, start, 0_u64);
    while let Some(byte) = bytes.get(end) {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
        } else if byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'\'') {
            (digits_start, number) = (end + 1, 0);
        } else {
            break;
        }
        end += 1;
    }
    *at = end;
    let digits = end - digits_start;
    if end == start || end - start > NAME_BYTES_MAX {
        return None;
    }
    if digits > NUMBER_DIGITS_MAX {
        return Some(with_long_number(text.get(start..end)?));
    }
    let zeros_lead = digits > 1 && bytes.get(digits_start) == Some(&b'0');
    let width = if zeros_lead { digits as u8 } else { 0 };
    let number = if digits > 0 { Some(number) } else { None };
    Some(PlainName { prefix: text.get(start..digits_start)?, number, width })
}

#[cold]
fn with_long_number(name: &str) -> PlainName<'_> {
    let (prefix, width, number) = split_number(name);
    PlainName { prefix, number, width }
}
