//! A file's lines become named games; kept up to date edit by edit.
//!
//! A game is the sum of its lines: each line's statement can be added to it and taken away again. What is kept are
//! counts, not places; where something has to be said, its place is found by looking at lines.

mod ask;
mod document;
mod facts;
mod findings;
mod fit;
mod foremost;
mod game;
mod lines;
mod lone;
mod masks;
pub mod mentions;
mod names;
mod position;
mod positions;
mod reading;
#[cfg(test)]
mod testing;
mod text;
mod titles;
mod votes;

pub use ask::Blocker;
pub use document::{Document, Draft, Snapshot, header_kind};
pub use facts::{Mention, MentionRank};
pub use findings::{COPIES_MAX, Finding, LINE_MAX, Left, What};
pub use fit::{ENTRIES_MAX, Misfit, count, edges, misfit};
pub use game::{FILE_EDGES_MAX, FILE_ENTRIES_MAX, FILE_NODES_MAX, Game, GameLimit, State};
pub use lines::{Class, LineId, Lines, Mask, NewLine, Record};
pub use names::Names;
pub use position::{Expected, Position, STONES_MAX, holds, node_holds};
pub use reading::{Run, read_runs};
pub use text::{Downwards, Text, language};
pub(crate) use text::{split_line, split_line_at, without_bom};
