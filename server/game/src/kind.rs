//! The kinds of game, one line each.

use crate::solver::Solver;
use crate::{addsub, cactus, dag, hackenbush, loopy, nim};

/// What sets a kind of game apart, for those who read and show it.
#[derive(Debug)]
pub struct Rules {
    /// The word behind `game`.
    pub name: &'static str,
    /// Arcs `->`; else edges `--`.
    pub directed: bool,
    /// Stones lie on nodes, and there may be rounds.
    pub stones: bool,
    /// Nodes have K-values.
    pub k: bool,
    /// Nodes may stand on the ground.
    pub ground: bool,
    /// A cycle of arcs is an error.
    pub acyclic: bool,
    /// An edge on two cycles is an error.
    pub cactus: bool,
    /// Values of nodes and of positions that the kind can have.
    pub form: Form,
    /// What a node's value is called: "Grundy value", "class".
    pub value_name: &'static str,
    /// Makes what solves a game of this kind.
    pub(crate) solver: fn() -> Box<dyn Solver>,
}

/// The form of a kind's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nimbers.
    Nimber,
    /// Nodes have classes (decimals), positions have ordinals.
    Ordinal,
    /// Nimbers or `inf{…}`.
    Loopy,
}

/// A kind of game: an entry of [`KINDS`].
pub type Kind = &'static Rules;

/// Every kind of game.
pub static KINDS: &[&Rules] =
    &[&dag::RULES, &loopy::RULES, &addsub::RULES, &nim::RULES, &cactus::RULES, &hackenbush::RULES];

/// The kind of that name.
pub fn kind_named(name: &str) -> Option<Kind> {
    KINDS.iter().copied().find(|rules| rules.name == name)
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        self.name == other.name
    }
}

impl Eq for Rules {}
