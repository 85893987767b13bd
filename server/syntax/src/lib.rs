//! One line of `.sgg` text becomes one [`Line`]: a statement with ranges relative to the line, and what is
//! wrong with it. Parsing never fails, looks at that line alone and knows no game, file or protocol.

mod describe;
mod entries;
mod expect;
mod foreign;
mod format;
mod groups;
mod header;
mod indents;
mod large;
mod mend;
mod name;
mod near;
mod pieces;
mod plain;
mod scan;
mod several;
mod slip;
mod statement;
mod strict;
mod tokens;
mod value;
mod words;
mod worth;

pub use describe::Forms;
pub use name::{
    NAME_BYTES_MAX, NUMBER_DIGITS_MAX, as_string, is_bare, is_name_sign, join_number, quote, split_number,
    unquote, width_within,
};
pub use near::{near, one_edit, same_but_for_case};
pub use pieces::is_invisible;
pub use plain::{PlainEdge, PlainName, plain_edge};
pub use scan::BadRange;
pub use slip::{Edit, ForeignWhat, KeywordWhy, New, Slip, SlipKind, Sort, ValueWhy};
pub use statement::*;
pub use strict::KEYWORDS;
pub use tokens::{Token, TokenKind};

/// The words that a line's reading depends on and that this crate does not own.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// The kinds of game, as written behind `game`.
    pub kinds: &'static [&'static str],
}

impl Language {
    /// Reads one line, given without its line end.
    pub fn parse(&self, line: &str) -> Line {
        let mut read = Line::default();
        if line.len() <= LINE_BYTES_MAX && strict::read(line, &mut read).is_some() {
            return read;
        }
        mend::mend(self, line)
    }
}

/// A line may have so many bytes.
pub const LINE_BYTES_MAX: usize = 1 << 20;
