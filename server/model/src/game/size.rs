//! How much a game holds, and letting go of it.

use super::{Game, GameLimit};
use crate::fit::ENTRIES_MAX;
use sgg_game::{ARCS_MAX, NODES_MAX};

/// The games of a file may have so many nodes together: twice as many as one may have. In this crate's own
/// tests, fewer.
pub const FILE_NODES_MAX: u64 = if cfg!(test) { 3_000 } else { 2 * NODES_MAX as u64 };
/// And so many edges.
pub const FILE_EDGES_MAX: u64 = if cfg!(test) { 6_000 } else { 2 * ARCS_MAX as u64 };
/// And so many entries in lines that are no edges.
pub const FILE_ENTRIES_MAX: u64 = if cfg!(test) { 5_000 } else { 2 * ENTRIES_MAX };

/// Nodes, edges, and entries of other lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    nodes: u64,
    edges: u64,
    entries: u64,
}

impl Size {
    pub(crate) fn plus(self, other: Size) -> Size {
        Size {
            nodes: self.nodes + other.nodes,
            edges: self.edges + other.edges,
            entries: self.entries + other.entries,
        }
    }

    pub(crate) fn minus(self, other: Size) -> Size {
        Size {
            nodes: self.nodes.saturating_sub(other.nodes),
            edges: self.edges.saturating_sub(other.edges),
            entries: self.entries.saturating_sub(other.entries),
        }
    }

    /// Whether it is more than the games of a file may have together.
    pub(crate) fn is_too_large(self) -> bool {
        self.nodes > FILE_NODES_MAX || self.edges > FILE_EDGES_MAX || self.entries > FILE_ENTRIES_MAX
    }
}

impl Game {
    /// What it holds, as far as the text says it: while it is loaded all names are mentioned. One beyond its own limits
    /// has nodes alone.
    pub(crate) fn size(&self) -> Size {
        // Beyond the limit names may be known that are no nodes.
        let nodes = if self.is_loading() { self.names.len().min(NODES_MAX) } else { self.live };
        let (edges, entries) = if self.limit.is_none() { (self.size, self.entries()) } else { (0, 0) };
        Size { nodes: nodes as u64, edges, entries }
    }

    pub(crate) fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// Whether its file can't hold it.
    pub(crate) fn is_beyond(&self) -> bool {
        self.limit() == Some(GameLimit::File)
    }

    /// While it is loaded: lets go of all that it holds, as if nothing of it had been read for want of room.
    pub(crate) fn let_go(&mut self, needs: Size) {
        let mut empty = Game::new(self.header, self.kind(), self.title.take());
        empty.positions = std::mem::take(&mut self.positions);
        empty.positions.clear_stones();
        empty.changed_positions = std::mem::take(&mut self.changed_positions);
        empty.round_titles = std::mem::take(&mut self.round_titles);
        empty.range_lines = self.range_lines;
        empty.broken = self.broken;
        empty.limit = Some((GameLimit::File, self.header));
        empty.needs = Some(needs);
        *self = empty;
    }
}
