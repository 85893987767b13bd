//! What the tests of the grammars share: three readings of a text, put in the same words.

mod random;
mod server;
mod text;
mod textmate;
mod tree;

pub use random::{Random, broken, file, line};
pub use server::Server;
pub use text::{LineEnd, Lines, samples};
pub use textmate::textmate;
pub use tree::{Tree, children, parser};

use std::path::PathBuf;

/// The kind of statement of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "they are the reference's words")]
pub enum Kind {
    Blank,
    Game,
    Round,
    Nodes,
    Edge,
    Ground,
    K,
    Stones,
    ExpectOutcome,
    ExpectValue,
    ExpectSg,
    /// It can't be read.
    Other,
}

impl Kind {
    /// `game` or `round`, readable or not: other lines belong to it.
    pub fn is_header(self) -> bool {
        matches!(self, Kind::Game | Kind::Round)
    }
}

/// The class of a token, as the server names it.
pub use sgg_syntax::TokenKind as Class;

/// Of each byte of a line.
pub type Classes = Vec<Option<Class>>;

/// The project's top folder.
pub fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// How many files a test makes up: `SGG_TRIALS`, or as many as take seconds.
pub fn trials(usual: usize) -> usize {
    match std::env::var("SGG_TRIALS") {
        Ok(number) => number.parse().expect("SGG_TRIALS is a number"),
        Err(_) => usual,
    }
}
