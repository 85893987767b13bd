//! The line that nearly every line of a large file is, read with as little ado as possible: one edge, two bare names.

use crate::{Arrow, NAME_BYTES_MAX, split_number};

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
    let (tail, rest) = name(without_blanks(line))?;
    let rest = without_blanks(rest);
    let (arrow, rest) = match rest.as_bytes() {
        [b'-', b'>', ..] => (Arrow::Arc, rest.get(2..)?),
        [b'-', b'-', b'-' | b'>', ..] => return None,
        [b'-', b'-', ..] => (Arrow::Edge, rest.get(2..)?),
        _ => return None,
    };
    let (head, rest) = name(without_blanks(rest))?;
    without_blanks(rest).is_empty().then_some(PlainEdge { tail, arrow, head })
}

fn without_blanks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t'])
}

/// A name at the start, and what follows it.
fn name(text: &str) -> Option<(PlainName<'_>, &str)> {
    let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'');
    let length = text.bytes().take_while(is_sign).count();
    if length == 0 || length > NAME_BYTES_MAX {
        return None;
    }
    let (name, rest) = text.split_at_checked(length)?;
    let (prefix, width, number) = split_number(name);
    Some((PlainName { prefix, number, width }, rest))
}
