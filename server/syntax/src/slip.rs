//! The slips that a line can hold, each with its words and its fix.

use crate::{Arrow, Description, Problem};

/// What exactly is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slip {}

impl Problem {
    /// The problem in words. `line` is the line it was found in; `arrow` is the one that the game's kind uses.
    pub fn describe(&self, _line: &str, _arrow: Arrow) -> Description {
        match self.slip {}
    }
}
