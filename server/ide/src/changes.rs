//! Edits of one text after another, put together.

use std::iter::Peekable;
use std::ops::Range;

/// Some bytes of a text, and what stands there instead.
pub(crate) type Change = (Range<usize>, String);

/// What turns a first text into a last one: in the order of the first, apart from each other.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    list: Vec<Change>,
}

impl Changes {
    /// Adds changes of the text as it is after those so far: in its order, without overlap.
    pub(crate) fn then(&mut self, next: Vec<Change>) {
        let mut walk = Walk {
            first: std::mem::take(&mut self.list).into_iter().peekable(),
            next: next.into_iter().peekable(),
            removed: 0,
            added: 0,
        };
        while let Some(change) = walk.cluster() {
            self.list.push(change);
        }
    }

    pub(crate) fn into_list(self) -> Vec<Change> {
        self.list
    }
}

/// Two lists of changes, gone through in the order of the text between them.
struct Walk<First: Iterator, Next: Iterator> {
    first: Peekable<First>,
    next: Peekable<Next>,
    /// What the first changes so far have taken from the first text, and added to it.
    removed: usize,
    added: usize,
}

impl<First: Iterator<Item = Change>, Next: Iterator<Item = Change>> Walk<First, Next> {
    /// Where the next one of the first changes stands in the text between.
    fn first_start(&mut self) -> Option<usize> {
        let start = self.first.peek()?.0.start;
        Some((start + self.added).saturating_sub(self.removed))
    }

    /// The next changes of both lists that touch each other, as one change of the first text.
    fn cluster(&mut self) -> Option<Change> {
        let starts = [self.first_start(), self.next.peek().map(|change| change.0.start)];
        let start = starts.into_iter().flatten().min()?;
        let old_start = (start + self.removed).saturating_sub(self.added);
        let mut end = start;
        // What the first changes have written here, with its place, and what becomes of it.
        let mut written: Vec<Change> = Vec::new();
        let mut rewritten: Vec<Change> = Vec::new();
        loop {
            if self.first_start().is_some_and(|at| at <= end) {
                let at = self.first_start().unwrap_or(end);
                let Some((old, new)) = self.first.next() else { break };
                self.removed += old.len();
                self.added += new.len();
                end = end.max(at + new.len());
                written.push((at..at + new.len(), new));
            } else if let Some(change) = self.next.next_if(|change| change.0.start <= end) {
                end = end.max(change.0.end);
                rewritten.push(change);
            } else {
                break;
            }
        }
        let old_end = (end + self.removed).saturating_sub(self.added);
        Some((old_start..old_end, rewrite(start..end, &written, &rewritten)))
    }
}

/// The text of a range where all that stands there was written, or is written anew.
fn rewrite(range: Range<usize>, written: &[Change], rewritten: &[Change]) -> String {
    let mut text = String::new();
    let mut sources = written.iter().peekable();
    let mut keep = |text: &mut String, kept: Range<usize>| {
        while let Some((at, source)) = sources.peek() {
            let from = kept.start.max(at.start).saturating_sub(at.start);
            let to = kept.end.min(at.end).saturating_sub(at.start);
            text.push_str(source.get(from..to).unwrap_or(""));
            if at.end > kept.end {
                break;
            }
            sources.next();
        }
    };
    let mut at = range.start;
    for (gone, new) in rewritten {
        keep(&mut text, at..gone.start);
        text.push_str(new);
        at = gone.end;
    }
    keep(&mut text, at..range.end);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(text: &str, changes: &[Change]) -> String {
        let mut text = text.to_owned();
        for (range, new) in changes.iter().rev() {
            text.replace_range(range.clone(), new);
        }
        text
    }

    fn check(first: &[(Range<usize>, &str)], next: &[(Range<usize>, &str)], wanted: &str, count: usize) {
        let own = |list: &[(Range<usize>, &str)]| -> Vec<Change> {
            list.iter().map(|(range, new)| (range.clone(), (*new).to_owned())).collect()
        };
        let text = "0123456789";
        let mut changes = Changes::default();
        changes.then(own(first));
        changes.then(own(next));
        let list = changes.into_list();
        assert_eq!(apply(&apply(text, &own(first)), &own(next)), wanted);
        assert_eq!((apply(text, &list).as_str(), list.len()), (wanted, count), "{list:?}");
    }

    #[test]
    fn changes_that_touch_become_one() {
        check(&[(2..3, "abc")], &[(7..8, "x")], "01abc34x6789", 2);
        check(&[(2..3, "abc")], &[(3..4, "")], "01ac3456789", 1);
        check(&[(2..3, "abc")], &[(5..5, "x")], "01abcx3456789", 1);
        check(&[(2..3, "abc")], &[(2..2, "x")], "01xabc3456789", 1);
        check(&[(2..2, "ab"), (4..6, "")], &[(1..7, "x")], "0x789", 1);
        check(&[(2..2, "ab"), (4..6, "c")], &[(3..5, "x"), (6..6, "y")], "01ax3yc6789", 2);
        check(&[(0..2, ""), (2..4, "")], &[(0..0, "x")], "x456789", 1);
        check(&[(1..2, "")], &[(0..1, "")], "23456789", 1);
        check(&[], &[(0..1, "a"), (5..6, "b")], "a1234b6789", 2);
    }
}
