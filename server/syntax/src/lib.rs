//! One line of `.sgg` text becomes one [`Line`]: a statement with ranges relative to the line, and what is
//! wrong with it. Parsing never fails, looks at that line alone and knows no game, file or protocol.

mod format;
mod name;
mod near;
mod scan;
mod slip;
mod statement;
mod strict;
mod tokens;
mod value;

pub use name::{
    NAME_BYTES_MAX, NUMBER_DIGITS_MAX, as_string, is_bare, is_name_sign, join_number, quote, split_number,
    unquote,
};
pub use near::{near, one_edit, same_but_for_case};
pub use scan::BadRange;
pub use slip::{Edit, New, Slip, SlipKind};
pub use statement::*;
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
        if let Some(read) = strict::read(line).filter(|_| line.len() <= LINE_BYTES_MAX) {
            return read;
        }
        let span = Span::new(0, line.len());
        let problem = Problem { code: ProblemCode::Syntax, span, slip: Slip::new(SlipKind::Unreadable) };
        Line { statement: Statement::Broken(Role::Graph), comment: None, problems: vec![problem] }
    }
}

/// A line may have so many bytes.
pub const LINE_BYTES_MAX: usize = 1 << 20;
