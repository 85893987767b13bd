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

/// The line as a plain edge. Of many lines that are one it says so of those with few blanks and names in ASCII without
/// dots; what it says is what [`Language::parse`](crate::Language::parse) says of that line.
pub fn plain_edge(line: &str) -> Option<PlainEdge<'_>> {
    if line.len() > 2 * NAME_BYTES_MAX {
        return None;
    }
    let (tail, at) = name(line, behind_blanks(line, 0))?;
    let at = behind_blanks(line, at);
    let arrow = match line.as_bytes().get(at..)? {
        [b'-', b'>', ..] => Arrow::Arc,
        [b'-', b'-', b'-' | b'>', ..] => return None,
        [b'-', b'-', ..] => Arrow::Edge,
        _ => return None,
    };
    let (head, at) = name(line, behind_blanks(line, at + 2))?;
    (behind_blanks(line, at) == line.len()).then_some(PlainEdge { tail, arrow, head })
}

fn behind_blanks(line: &str, at: usize) -> usize {
    let rest = line.as_bytes().get(at..).unwrap_or(&[]);
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// The name that starts at a place, and where it ends. One look at each byte does for both.
#[inline]
fn name(line: &str, start: usize) -> Option<(PlainName<'_>, usize)> {
    let bytes = line.as_bytes().get(start..)?;
    let (mut length, mut digits, mut number) = (0, 0, 0_u64);
    for byte in bytes {
        match byte {
            b'0'..=b'9' => {
                digits += 1;
                number = number.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'\'' => (digits, number) = (0, 0),
            _ => break,
        }
        length += 1;
    }
    if length == 0 || length > NAME_BYTES_MAX {
        return None;
    }
    let end = start + length;
    let (prefix, width, number) = match digits {
        0 => (line.get(start..end)?, 0, None),
        1..=NUMBER_DIGITS_MAX => {
            let zeros_lead = digits > 1 && bytes.get(length - digits) == Some(&b'0');
            (line.get(start..end - digits)?, if zeros_lead { digits as u8 } else { 0 }, Some(number))
        }
        _ => split_number(line.get(start..end)?),
    };
    Some((PlainName { prefix, number, width }, end))
}
