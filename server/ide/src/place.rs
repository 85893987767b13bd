//! Where something stands: a line and bytes in it.

use sgg_syntax::Span;

/// A range within one line, in bytes of the line's text (without byte order mark and line end).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line's number, from 0.
    pub line: usize,
    /// The bytes in it.
    pub span: Span,
}
