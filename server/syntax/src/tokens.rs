//! The tokens of a line with their classes, for colours.

use crate::{Language, Span};

/// A token's class, as far as the line alone tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `game`, `stones`, … and the words behind `expect`
    Keyword,
    /// The kind behind `game`, known or not.
    Kind,
    /// A title with its quotes.
    Title,
    /// A node's name, bare or quoted.
    Node,
    /// A number, or a word of a value (`w`, `inf`).
    Number,
    /// An arrow, `=`, `..`, `*` and the signs of values.
    Operator,
    /// A comment with its `#`.
    Comment,
    /// What can't be read.
    Unknown,
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where.
    pub span: Span,
    /// Its class.
    pub kind: TokenKind,
}

impl Language {
    /// The line's tokens, in order, without overlap. A line that can't be read has tokens too.
    pub fn tokens(&self, _line: &str) -> Vec<Token> {
        Vec::new()
    }
}
