//! Titles of games or rounds, and which of them occur twice.

use crate::LineId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Which lines have which title.
#[derive(Clone, Debug, Default)]
pub(crate) struct Titles {
    lines: FxHashMap<Box<str>, Lines>,
    doubled: FxHashSet<Box<str>>,
}

/// Nearly every title has one line; one may have thousands, and lose them all at once.
#[derive(Clone, Debug)]
enum Lines {
    One(LineId),
    Several(FxHashSet<LineId>),
}

impl Titles {
    /// A line has this title.
    pub(crate) fn add(&mut self, title: &str, line: LineId) {
        match self.lines.get_mut(title) {
            None => drop(self.lines.insert(title.into(), Lines::One(line))),
            Some(Lines::Several(lines)) => drop(lines.insert(line)),
            Some(lines @ Lines::One(_)) => {
                if let Lines::One(first) = *lines {
                    *lines = Lines::Several(FxHashSet::from_iter([first, line]));
                }
                self.doubled.insert(title.into());
            }
        }
    }

    /// A line has it no more.
    pub(crate) fn remove(&mut self, title: &str, line: LineId) {
        match self.lines.get_mut(title) {
            Some(Lines::One(only)) if *only == line => drop(self.lines.remove(title)),
            Some(Lines::One(_)) | None => {}
            Some(lines @ Lines::Several(_)) => {
                if let Lines::Several(several) = lines {
                    several.remove(&line);
                    // To look for the first of many that are gone would take as long as they were many.
                    let last = if several.len() == 1 { several.iter().next().copied() } else { None };
                    if let Some(last) = last {
                        *lines = Lines::One(last);
                        self.doubled.remove(title);
                    }
                }
            }
        }
    }

    /// The lines of each title that occurs twice, in no order.
    pub(crate) fn doubled(&self) -> impl Iterator<Item = &FxHashSet<LineId>> {
        self.doubled.iter().filter_map(|title| match self.lines.get(title)? {
            Lines::Several(lines) => Some(lines),
            Lines::One(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubled(titles: &Titles) -> Vec<Vec<u32>> {
        let sorted = |lines: &FxHashSet<LineId>| {
            let mut lines: Vec<u32> = lines.iter().map(|line| line.0).collect();
            lines.sort_unstable();
            lines
        };
        titles.doubled().map(sorted).collect()
    }

    #[test]
    fn a_title_is_doubled_while_two_lines_have_it() {
        let mut titles = Titles::default();
        for line in [1, 2, 3] {
            titles.add("a", LineId(line));
        }
        titles.add("b", LineId(4));
        assert_eq!(doubled(&titles), [[1, 2, 3]]);
        titles.remove("a", LineId(2));
        titles.remove("a", LineId(7));
        titles.remove("b", LineId(7));
        assert_eq!(doubled(&titles), [[1, 3]]);
        titles.remove("a", LineId(1));
        assert_eq!(doubled(&titles), [[0; 0]; 0]);
        titles.add("b", LineId(5));
        assert_eq!(doubled(&titles), [[4, 5]]);
        for (title, line) in [("a", 3), ("b", 5), ("b", 4)] {
            titles.remove(title, LineId(line));
        }
        assert!(titles.lines.is_empty() && titles.doubled.is_empty());
    }
}
