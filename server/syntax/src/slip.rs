//! The slips that a line can hold, each with its words and its fix.

use crate::{Arrow, Description, Fix, Problem, Span};

/// What exactly is wrong, and the edits that mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// Which slip it is.
    pub kind: SlipKind,
    /// What mends it, in no certain order, without overlap; may be empty.
    pub edits: Vec<Edit>,
    /// There is one reading only.
    pub safe: bool,
}

/// One replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub new: New,
}

/// A new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum New {
    /// This one.
    Text(String),
    /// The arrow that the game's kind uses.
    Arrow,
}

/// The sorts of slips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlipKind {
    /// A `#` within a word starts a comment.
    GluedComment,
    /// Nothing better is known than the place.
    Unreadable,
}

impl Slip {
    pub(crate) fn new(kind: SlipKind) -> Self {
        Slip { kind, edits: Vec::new(), safe: false }
    }

    pub(crate) fn insert(&mut self, at: u32, text: &str) {
        self.edits.push(Edit { span: Span { start: at, end: at }, new: New::Text(text.to_owned()) });
    }
}

impl Arrow {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Arrow::Arc => "->",
            Arrow::Edge => "--",
        }
    }
}

impl Problem {
    /// The problem in words. `line` is the line it was found in; `arrow` is the one that the game's kind uses.
    pub fn describe(&self, _line: &str, arrow: Arrow) -> Description {
        let edits: Vec<(Span, String)> = self
            .slip
            .edits
            .iter()
            .map(|edit| {
                let new = match &edit.new {
                    New::Text(text) => text.clone(),
                    New::Arrow => arrow.text().to_owned(),
                };
                (edit.span, new)
            })
            .collect();
        let fix = (!edits.is_empty()).then(|| Fix {
            title: "mend the line".to_owned(),
            edits,
            safe: self.slip.safe,
        });
        Description { message: "this line can't be read".to_owned(), fix }
    }
}
