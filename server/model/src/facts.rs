//! What the lines of a game say of each node: how often it is mentioned, and where first.

use crate::LineId;
use sgg_game::Node;

/// How a line uses a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// In an edge line: declares the node unless `nodes` does.
    Edge,
    /// In a `nodes` line.
    Declared,
    /// In `k` or `ground`: where the node is not declared the game can't be solved.
    Graph,
    /// In `stones` or `expect sg`.
    Loose,
}

/// How good a place is for a node's hint; the best is the first in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MentionRank {
    /// By its own name in an edge line.
    Edge,
    /// By its own name in `ground`, `stones` or `k`.
    Other,
    /// Within a range, or in a `nodes` line.
    Group,
}

/// A line that mentions a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The line.
    pub line: LineId,
    /// How good a place it is.
    pub rank: MentionRank,
}

/// Counts, not places: places are found by looking at lines when there is something to say.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Facts {
    pub(crate) edges: u32,
    pub(crate) declared: u32,
    pub(crate) graph: u32,
    pub(crate) loose: u32,
    /// The best place for its hint, the first of the best rank.
    pub(crate) first: Option<Mention>,
}

impl Facts {
    /// Whether any line mentions it.
    pub(crate) fn live(&self) -> bool {
        self.edges > 0 || self.declared > 0 || self.graph > 0 || self.loose > 0
    }

    pub(crate) fn counter(&mut self, usage: Use) -> &mut u32 {
        match usage {
            Use::Edge => &mut self.edges,
            Use::Declared => &mut self.declared,
            Use::Graph => &mut self.graph,
            Use::Loose => &mut self.loose,
        }
    }

    /// Whether it is mentioned without being declared; `listed` when the game has `nodes` lines.
    pub(crate) fn undeclared(&self, listed: bool) -> bool {
        let declared = self.declared > 0 || (!listed && self.edges > 0);
        !declared && self.live()
    }

    /// Whether, undeclared, it keeps its game from being solved.
    pub(crate) fn in_graph(&self) -> bool {
        self.edges > 0 || self.graph > 0
    }
}

/// Facts by node.
#[derive(Clone, Debug, Default)]
pub(crate) struct FactTable(Vec<Facts>);

impl FactTable {
    pub(crate) fn get(&self, node: Node) -> Facts {
        self.0.get(node.index()).copied().unwrap_or_default()
    }

    /// Changes a node's facts; the table grows to hold them.
    pub(crate) fn change<T>(&mut self, node: Node, change: impl FnOnce(&mut Facts) -> T) -> Option<T> {
        if self.0.len() <= node.index() {
            self.0.resize(node.index() + 1, Facts::default());
        }
        self.0.get_mut(node.index()).map(change)
    }
}
