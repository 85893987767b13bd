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
    /// Mentions in edge lines.
    pub(crate) edges: u32,
    /// Other mentions.
    pub(crate) others: Others,
    /// The best place for its hint, the first of the best rank.
    pub(crate) first: Option<Mention>,
}

/// Mentions outside of edge lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Others {
    pub(crate) declared: u32,
    pub(crate) graph: u32,
    pub(crate) loose: u32,
}

impl Facts {
    /// Whether any line mentions it.
    pub(crate) fn live(&self) -> bool {
        self.edges > 0 || self.others != Others::default()
    }

    /// One mention more, of a file that is read in its order. Whether no line mentioned it before.
    pub(crate) fn mention(&mut self, usage: Use, here: Option<Mention>) -> bool {
        let was_live = self.live();
        *self.counter(usage) += 1;
        if let Some(here) = here.filter(|here| self.first.is_none_or(|first| here.rank < first.rank)) {
            self.first = Some(here);
        }
        !was_live
    }

    pub(crate) fn counter(&mut self, usage: Use) -> &mut u32 {
        match usage {
            Use::Edge => &mut self.edges,
            Use::Declared => &mut self.others.declared,
            Use::Graph => &mut self.others.graph,
            Use::Loose => &mut self.others.loose,
        }
    }

    /// Whether it is mentioned without being declared; `listed` when the game has `nodes` lines.
    pub(crate) fn undeclared(&self, listed: bool) -> bool {
        let declared = self.others.declared > 0 || (!listed && self.edges > 0);
        !declared && self.live()
    }

    /// Whether, undeclared, it keeps its game from being solved.
    pub(crate) fn in_graph(&self) -> bool {
        self.edges > 0 || self.others.graph > 0
    }
}

/// Facts by node. In a large game nearly all nodes stand in edge lines only: theirs take 12 bytes, so that reading
/// the file seldom leaves the cache.
#[derive(Clone, Debug, Default)]
pub(crate) struct FactTable {
    rows: Vec<Row>,
    others: Vec<Others>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Row {
    edges: u32,
    /// The line of the first mention.
    line: u32,
    /// From the lowest bit: two for the first mention, one more than its rank, 0 where there is none; the rest is one
    /// more than the place in `others`, 0 where it has none.
    rest: u32,
}

impl Row {
    fn others(&self) -> Option<usize> {
        (self.rest >> 2).checked_sub(1).map(|at| at as usize)
    }

    fn first(&self) -> Option<Mention> {
        let rank = match self.rest & 3 {
            0 => return None,
            1 => MentionRank::Edge,
            2 => MentionRank::Other,
            _ => MentionRank::Group,
        };
        Some(Mention { line: LineId(self.line), rank })
    }

    fn set_first(&mut self, first: Option<Mention>) {
        self.rest = self.rest & !3 | first.map_or(0, |first| first.rank as u32 + 1);
        self.line = first.map_or(0, |first| first.line.0);
    }
}

impl FactTable {
    #[inline]
    pub(crate) fn get(&self, node: Node) -> Facts {
        self.rows.get(node.index()).map_or_else(Facts::default, |row| self.facts(row))
    }

    #[inline]
    fn facts(&self, row: &Row) -> Facts {
        let others = row.others().and_then(|at| self.others.get(at));
        Facts { edges: row.edges, others: others.copied().unwrap_or_default(), first: row.first() }
    }

    /// Changes a node's facts; the table grows to hold them.
    #[inline]
    pub(crate) fn change<T>(&mut self, node: Node, change: impl FnOnce(&mut Facts) -> T) -> Option<T> {
        if self.rows.len() <= node.index() {
            self.rows.resize(node.index() + 1, Row::default());
        }
        let mut facts = self.get(node);
        let changed = change(&mut facts);
        let row = self.rows.get_mut(node.index())?;
        row.edges = facts.edges;
        row.set_first(facts.first);
        if row.others().is_none() && facts.others != Others::default() {
            self.others.push(Others::default());
            row.rest |= (self.others.len() as u32) << 2;
        }
        if let Some(others) = row.others().and_then(|at| self.others.get_mut(at)) {
            *others = facts.others;
        }
        Some(changed)
    }
}
