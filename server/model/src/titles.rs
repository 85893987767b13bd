//! Titles of games or rounds, and which of them occur twice.

use crate::LineId;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Which lines have which title.
#[derive(Clone, Debug, Default)]
pub(crate) struct Titles {
    lines: FxHashMap<Box<str>, SmallVec<[LineId; 2]>>,
    doubled: FxHashSet<Box<str>>,
}

impl Titles {
    /// A line has this title.
    pub(crate) fn add(&mut self, title: &str, line: LineId) {
        let lines = self.lines.entry(title.into()).or_default();
        lines.push(line);
        if lines.len() == 2 {
            self.doubled.insert(title.into());
        }
    }

    /// A line has it no more.
    pub(crate) fn remove(&mut self, title: &str, line: LineId) {
        let Some(lines) = self.lines.get_mut(title) else { return };
        lines.retain(|other| *other != line);
        if lines.len() < 2 {
            self.doubled.remove(title);
        }
        if lines.is_empty() {
            self.lines.remove(title);
        }
    }

    /// The lines of each title that occurs twice, in no order.
    pub(crate) fn doubled(&self) -> impl Iterator<Item = &[LineId]> {
        self.doubled.iter().filter_map(|title| self.lines.get(title)).map(SmallVec::as_slice)
    }
}
