//! <https://microsoft.github.io/language-server-protocol/specification#semanticTokens_deltaRequest>
//!
//! What the client has is remembered as its text and the number of tokens of each line: the text shares what it can
//! with the newer one, and only lines that differ are looked at again.

use std::ops::Range;

use ropey::Rope;

use super::semantic_tokens::{self, Writer};
use crate::lsp::call::Cancel;
use crate::lsp::memory::Known;
use crate::lsp::protocol::{
    SemanticTokensDelta, SemanticTokensEdit, SemanticTokensFullDeltaResult, SemanticTokensResult,
};
use crate::lsp::snapshot::Snapshot;

/// A token is so many numbers.
const NUMBERS: usize = 5;

/// What is new since an answer; all of it where that is not the last one.
pub(crate) fn since(snapshot: &Snapshot, id: &str, cancel: &Cancel) -> Option<SemanticTokensFullDeltaResult> {
    let new = &snapshot.file.text.rope;
    let known = snapshot.tokens.take(id);
    let change = known.as_ref().and_then(|known| Change::between(&known.text, new));
    let (Some(mut known), Some(change)) = (known, change) else {
        return match semantic_tokens::of(snapshot, cancel)? {
            SemanticTokensResult::Tokens(tokens) => Some(tokens.into()),
            SemanticTokensResult::Partial(_) => None,
        };
    };
    let edits = match change.is_none() {
        true => Vec::new(),
        false => vec![known.change(snapshot, &change, cancel)?],
    };
    let result_id = Some(snapshot.tokens.remember(new.clone(), known.counts));
    Some(SemanticTokensDelta { result_id, edits }.into())
}

/// Which lines differ: those from `first` on, up to `old_end` in the old text and to `new_end` in the new one.
#[derive(Debug, PartialEq, Eq)]
struct Change {
    first: usize,
    old_end: usize,
    new_end: usize,
}

impl Change {
    fn is_none(&self) -> bool {
        self.first == self.old_end && self.first == self.new_end
    }

    fn between(old: &Rope, new: &Rope) -> Option<Change> {
        let front = common_front(old, new);
        if front == old.len_bytes() && front == new.len_bytes() {
            return Some(Change { first: 0, old_end: 0, new_end: 0 });
        }
        let most = old.len_bytes().min(new.len_bytes()) - front;
        let back = common_back(old, new).min(most);
        // A CR may or may not have a LF behind it.
        let before = front.checked_sub(1).filter(|before| old.get_byte(*before) == Some(b'\r'));
        let start = before.unwrap_or(front);
        let first = old.byte_to_line(start).min(new.byte_to_line(start));
        let end = |text: &Rope| text.byte_to_line(text.len_bytes() - back) + 1;
        let change = Change { first, old_end: end(old), new_end: end(new) };
        let alike = old.len_lines() - change.old_end == new.len_lines() - change.new_end;
        alike.then_some(change)
    }
}

impl Known {
    /// The edit of the tokens; the counts become those of the new text.
    fn change(
        &mut self,
        snapshot: &Snapshot,
        change: &Change,
        cancel: &Cancel,
    ) -> Option<SemanticTokensEdit> {
        let sum =
            |counts: Option<&[u32]>| counts.map(|counts| counts.iter().map(|count| *count as usize).sum());
        let start: usize = sum(self.counts.get(..change.first))?;
        let mut deleted: usize = sum(self.counts.get(change.first..change.old_end))?;
        let before = self.counts.get(..change.first)?.iter().rposition(|count| *count > 0);
        let mut writer = Writer { line_before: before.unwrap_or(0) as u32, ..Writer::default() };
        let mut counts = Vec::new();
        let lines: Range<usize> = change.first..change.new_end;
        writer.lines(snapshot, lines, cancel, |count| counts.push(count))?;
        // The first token behind them is told in relation to the last one before it.
        let behind = self.counts.get(change.old_end..)?.iter().position(|count| *count > 0);
        if let Some(behind) = behind {
            let line = change.new_end + behind;
            let written = writer.data.len();
            writer.lines(snapshot, line..line + 1, cancel, |_| ())?;
            writer.data.truncate(written + 1);
            deleted += 1;
        }
        self.counts.splice(change.first..change.old_end, counts);
        let number = |tokens: usize| u32::try_from(tokens * NUMBERS).ok();
        Some(SemanticTokensEdit {
            start: number(start)?,
            delete_count: number(deleted)?,
            data: Some(writer.data),
        })
    }
}

/// How many bytes two texts have in common at their start.
fn common_front(a: &Rope, b: &Rope) -> usize {
    common(
        a.chunks(),
        b.chunks(),
        |a, b| a.iter().zip(b).take_while(|(a, b)| a == b).count(),
        |chunk, from| chunk.get(from..).unwrap_or_default(),
    )
}

/// How many bytes two texts have in common at their end.
fn common_back(a: &Rope, b: &Rope) -> usize {
    common(
        a.chunks_at_byte(a.len_bytes()).0.reversed(),
        b.chunks_at_byte(b.len_bytes()).0.reversed(),
        |a, b| a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count(),
        |chunk, from| chunk.get(..chunk.len() - from).unwrap_or_default(),
    )
}

/// Walks through two texts side by side for as long as they are equal.
fn common<'a>(
    mut a: impl Iterator<Item = &'a str>,
    mut b: impl Iterator<Item = &'a str>,
    equal: impl Fn(&[u8], &[u8]) -> usize,
    rest: impl Fn(&'a [u8], usize) -> &'a [u8],
) -> usize {
    let (mut left, mut right): (&[u8], &[u8]) = (&[], &[]);
    let mut total = 0;
    loop {
        if left.is_empty() {
            let Some(next) = a.next() else { return total };
            left = next.as_bytes();
        }
        if right.is_empty() {
            let Some(next) = b.next() else { return total };
            right = next.as_bytes();
        }
        let most = left.len().min(right.len());
        let same = if left == right { most } else { equal(left, right) };
        total += same;
        if same < most {
            return total;
        }
        (left, right) = (rest(left, same), rest(right, same));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(old: &str, new: &str) -> Change {
        Change::between(&Rope::from_str(old), &Rope::from_str(new)).unwrap()
    }

    #[test]
    fn lines_that_differ() {
        let change = |first, old_end, new_end| Change { first, old_end, new_end };
        assert!(between("a\nb", "a\nb").is_none());
        assert_eq!(between("a\nb\nc", "a\nx\nc"), change(1, 2, 2));
        assert_eq!(between("a\nb\nc", "a\nbb\nc"), change(1, 2, 2));
        assert_eq!(between("", "a\nb"), change(0, 1, 2));
        assert_eq!(between("a\nb", ""), change(0, 2, 1));
        assert_eq!(between("a\r\nb", "a\rb"), change(0, 2, 2));
        // A long text in many pieces, changed in the middle.
        let line = "game dag\n".repeat(5_000);
        let (old, new) = (format!("{line}x{line}"), format!("{line}y\n\n{line}"));
        assert_eq!(between(&old, &new), change(5_000, 5_001, 5_003));
    }

    #[test]
    fn equal_bytes_at_both_ends() {
        let (a, b) = (Rope::from_str("aaé"), Rope::from_str("aé"));
        assert_eq!((common_front(&a, &b), common_back(&a, &b)), (1, 3));
    }
}
