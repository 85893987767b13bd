//! What is wrong, in words, with what mends it.

use crate::{Config, Place};
use sgg_model::Snapshot;

/// A diagnostic's code: every one has a page in the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// A line that can't be read.
    Syntax,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Values are missing or an expectation fails.
    Error,
    /// Probably a mistake.
    Warning,
    /// Worth knowing.
    Information,
    /// A gentle pointer.
    Hint,
}

/// Something wrong at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its code.
    pub code: Code,
    /// How bad it is, settings applied.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// One sentence.
    pub message: String,
    /// Other places that belong to it, each with a few words.
    pub related: Vec<Related>,
    /// What mends it; the first one is the preferred one.
    pub fixes: Vec<Fix>,
    /// Shown faded.
    pub unnecessary: bool,
}

/// Another place that belongs to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// A few words.
    pub message: String,
}

/// A change that mends a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does.
    pub title: String,
    /// The edits, in the order of the text, without overlap.
    pub edits: Vec<Edit>,
    /// There is one reading only: it may be applied unasked.
    pub safe: bool,
}

/// A piece of text to be replaced; a new line is written as `\n` (the file's own line end takes its place).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What to replace. An insertion is empty.
    pub place: Place,
    /// By what.
    pub text: String,
}

/// What is wrong with a file, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    /// The first ones.
    pub list: Vec<Diagnostic>,
    /// How many more there are.
    pub more: usize,
}

/// What is wrong with a file: at most `most` of it.
pub fn diagnostics(_snapshot: &Snapshot, _config: &Config, _most: usize) -> Diagnostics {
    Diagnostics::default()
}
