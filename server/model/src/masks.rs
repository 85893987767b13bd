//! What chunks of lines hold, side by side, and of every 64 of them what they hold together: a search passes over a
//! million lines in a few steps.

use crate::Mask;
use std::ops::Range;

const GROUP: usize = 64;

/// A mask for each chunk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Masks {
    all: Vec<Mask>,
    groups: Vec<Mask>,
}

impl Masks {
    /// The first one at or behind `from` that meets a mask.
    pub(crate) fn next(&self, from: usize, mask: Mask) -> Option<usize> {
        let own = from / GROUP;
        let within = |start: usize, end: usize| {
            let part = self.all.get(start..end.min(self.all.len()))?;
            Some(start + part.iter().position(|found| found.meets(mask))?)
        };
        within(from, (own + 1) * GROUP).or_else(|| {
            let behind = self.groups.get(own + 1..)?.iter().position(|found| found.meets(mask))?;
            let group = own + 1 + behind;
            within(group * GROUP, (group + 1) * GROUP)
        })
    }

    /// The last one at or before `from` that meets a mask.
    pub(crate) fn previous(&self, from: usize, mask: Mask) -> Option<usize> {
        let own = from / GROUP;
        let within = |start: usize, end: usize| {
            let part = self.all.get(start..end.min(self.all.len()))?;
            Some(start + part.iter().rposition(|found| found.meets(mask))?)
        };
        within(own * GROUP, from + 1).or_else(|| {
            let group = self.groups.get(..own)?.iter().rposition(|found| found.meets(mask))?;
            within(group * GROUP, (group + 1) * GROUP)
        })
    }

    pub(crate) fn set(&mut self, at: usize, mask: Mask) {
        if let Some(entry) = self.all.get_mut(at).filter(|entry| **entry != mask) {
            *entry = mask;
            self.sum_up(at / GROUP);
        }
    }

    pub(crate) fn push(&mut self, mask: Mask) {
        self.all.push(mask);
        self.sum_up((self.all.len() - 1) / GROUP);
    }

    pub(crate) fn insert(&mut self, at: usize, masks: Vec<Mask>) {
        self.all.splice(at..at, masks);
        self.moved_from(at);
    }

    pub(crate) fn remove(&mut self, range: Range<usize>) {
        self.all.drain(range.clone());
        self.moved_from(range.start);
    }

    fn moved_from(&mut self, at: usize) {
        self.groups.truncate(self.all.len().div_ceil(GROUP));
        (at / GROUP..self.all.len().div_ceil(GROUP)).for_each(|group| self.sum_up(group));
    }

    fn sum_up(&mut self, group: usize) {
        let end = ((group + 1) * GROUP).min(self.all.len());
        let part = self.all.get(group * GROUP..end).unwrap_or_default();
        let sum = part.iter().fold(Mask::NONE, |sum, mask| sum.or(*mask));
        match self.groups.get_mut(group) {
            Some(entry) => *entry = sum,
            None => self.groups.push(sum),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Class;

    /// All searches, beside looking at every mask.
    fn check(masks: &Masks, plain: &[Mask]) {
        for mask in [Mask::GAME, Mask::HEADER, Mask::PROBLEM] {
            for from in 0..plain.len() + 2 {
                let next = (from..plain.len()).find(|at| plain[*at].meets(mask));
                assert_eq!(masks.next(from, mask), next, "behind {from} of {}", plain.len());
                let previous = (0..plain.len().min(from + 1)).rev().find(|at| plain[*at].meets(mask));
                assert_eq!(masks.previous(from, mask), previous, "before {from} of {}", plain.len());
            }
        }
    }

    #[test]
    fn searches_after_any_change_find_what_looking_at_all_finds() {
        let edge = Mask::of(Class::Edge);
        for length in [0, 1, 63, 64, 65, 128, 300] {
            let (mut masks, mut plain) = (Masks::default(), Vec::new());
            for at in 0..length {
                let mask = if at % 97 == 40 { Mask::GAME } else { edge };
                masks.push(mask);
                plain.push(mask);
            }
            check(&masks, &plain);
            for at in [0, 5, 63, 64, 199, 299] {
                if at < plain.len() {
                    masks.set(at, Mask::PROBLEM);
                    plain[at] = Mask::PROBLEM;
                    check(&masks, &plain);
                    let many = vec![edge, Mask::HEADER, edge];
                    masks.insert(at, many.clone());
                    plain.splice(at..at, many);
                    check(&masks, &plain);
                    masks.remove(at..at + 1);
                    plain.remove(at);
                    check(&masks, &plain);
                }
            }
            while !plain.is_empty() {
                masks.remove(plain.len() / 2..plain.len() / 2 + 1);
                plain.remove(plain.len() / 2);
            }
            check(&masks, &plain);
        }
    }
}
