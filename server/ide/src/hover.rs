//! Why: the derivation of a value, the rule of a kind, the page of a word.

use crate::{Config, Place};
use sgg_model::Snapshot;

/// What is shown for a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The word.
    pub place: Place,
    /// In Markdown.
    pub markdown: String,
}

/// What there is to say of the word at a byte of a line.
pub fn hover(_snapshot: &Snapshot, _line: usize, _column: u32, _config: &Config) -> Option<Hover> {
    None
}
