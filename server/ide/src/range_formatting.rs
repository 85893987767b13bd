//! Canonical style of some lines. It costs what they cost, not what the file does: beyond them only the header that
//! they stand under, the statement before and the one behind are looked at, for on these their indentation depends.

use crate::formatting::{difference, pairs};
use sgg_model::{Class, Mask, Snapshot, language};
use std::ops::Range;

/// So many lines without a statement are looked at on either side.
const AROUND_MAX: usize = 1_000;

/// The edits that bring some lines into canonical style: bytes of the whole text and what takes their place, in order.
pub fn range_formatting(snapshot: &Snapshot, lines: Range<usize>) -> Vec<(Range<usize>, String)> {
    let text = &snapshot.text;
    let rope = &text.rope;
    let total = text.lines.len();
    let lines = lines.start.min(total)..lines.end.min(total);
    if lines.is_empty() {
        return Vec::new();
    }
    let before = text.lines.previous(lines.start, Mask::STATEMENT).map_or(0, |(number, _)| number);
    let first = if lines.start - before > AROUND_MAX { lines.start } else { before };
    let behind = text.lines.next(lines.end, Mask::STATEMENT).map_or(total, |(number, _)| number + 1);
    let last = if behind - lines.end > AROUND_MAX { lines.end } else { behind };
    // Stands for what is above, in canonical style.
    let header = first.checked_sub(1).and_then(|above| text.position_of(above));
    let header = match header.map(|(_, record)| record.class) {
        Some(Class::Round) => "game dag\n  round\n",
        Some(_) => "game dag\n",
        None if first > 0 => "a -> b\n",
        None => "",
    };
    // And a line for what is below: blank lines that lead to it stay.
    let footer = if last < total { "\"\n" } else { "" };
    let byte = |line: usize| if line < total { rope.line_to_byte(line) } else { rope.len_bytes() };
    let wanted = byte(lines.start)..byte(lines.end);
    let old = format!("{header}{}{footer}", rope.byte_slice(byte(first)..byte(last)));
    let new = language().format(&old);
    let at = |place: usize| place + header.len() - byte(first);
    let asked = at(wanted.start)..if lines.end == total { usize::MAX } else { at(wanted.end) };
    let found = pairs(&old, &new).flat_map(|(start, old, new)| within(&asked, start, old, new));
    let placed = found.filter_map(|(range, new)| {
        let back = |place: usize| (place + byte(first)).checked_sub(header.len());
        Some((back(range.start)?..back(range.end)?, new))
    });
    placed.collect()
}

/// What makes `new` of `old`, a piece that starts at a byte of the text, as far as it lies in the bytes asked for.
fn within(asked: &Range<usize>, start: usize, old: &str, new: &str) -> Vec<(Range<usize>, String)> {
    // What is inserted at the end belongs to the next line.
    let is_within = |edit: &(Range<usize>, String)| asked.contains(&edit.0.start) && edit.0.end <= asked.end;
    let Some(whole) = difference(start, old, new) else { return Vec::new() };
    if is_within(&whole) && asked.start <= start {
        return vec![whole];
    }
    // Blank lines and the line behind them, each by itself.
    let ((old_blank, old_line), (new_blank, new_line)) = (parted(old), parted(new));
    let line = difference(start + old_blank.len(), old_line, new_line).filter(is_within);
    let (had, has) = (ends(old_blank), ends(new_blank));
    let behind = start + old_blank.len();
    let blank = if had.len() < has.len() && asked.start <= behind && behind < asked.end {
        let more = has.get(had.len()..).into_iter().flatten().map(|_| line_end(new_blank)).collect();
        Some((behind..behind, more))
    } else {
        // Those that are too many go, as far as they are asked for.
        let starts = std::iter::once(0).chain(had.iter().copied());
        let lines = starts.zip(&had).map(|(from, to)| start + from..start + to);
        let free: Vec<_> = lines.filter(|line| asked.start <= line.start && line.end <= asked.end).collect();
        let gone = free.get(free.len().saturating_sub(had.len().saturating_sub(has.len()))..).unwrap_or(&[]);
        gone.first().zip(gone.last()).map(|(first, last)| (first.start..last.end, String::new()))
    };
    blank.into_iter().chain(line).collect()
}

/// The blank lines of a piece, and the line behind them.
fn parted(piece: &str) -> (&str, &str) {
    let end = piece.trim_end_matches(['\n', '\r']).len();
    let blanks = piece.get(..end).unwrap_or("").trim_end_matches([' ', '\t']).is_empty();
    let start = piece.get(..end).and_then(|text| text.rfind(['\n', '\r'])).map_or(0, |at| at + 1);
    piece.split_at_checked(if blanks { piece.len() } else { start }).unwrap_or((piece, ""))
}

/// Where the lines of a text end, their line ends included.
fn ends(text: &str) -> Vec<usize> {
    let ends = text.char_indices().filter(|(at, sign)| match sign {
        '\n' => true,
        '\r' => !text.get(at + 1..).is_some_and(|rest| rest.starts_with('\n')),
        _ => false,
    });
    ends.map(|(at, _)| at + 1).collect()
}

/// How the lines of a text end.
fn line_end(text: &str) -> &str {
    match text.find('\r').and_then(|at| text.get(at..)) {
        Some(rest) if rest.starts_with("\r\n") => "\r\n",
        Some(_) => "\r",
        None => "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formatting;
    use crate::testing::snapshot;

    fn formatted(text: &str, lines: Range<usize>) -> String {
        let mut new = text.to_owned();
        for (range, replacement) in range_formatting(&snapshot(text), lines).into_iter().rev() {
            new.replace_range(range, &replacement);
        }
        new
    }

    #[test]
    fn only_these_lines_are_touched() {
        let text = "game dag\na->b\nb->c\n round\n stones a\n#x\n expect first\n";
        assert_eq!(formatted(text, 1..2), "game dag\n  a -> b\nb->c\n round\n stones a\n#x\n expect first\n");
        assert_eq!(
            formatted(text, 3..6),
            "game dag\na->b\nb->c\n  round\n    stones a\n    #x\n expect first\n"
        );
        assert_eq!(formatted(text, 0..1), text);
        assert_eq!(formatted(text, 7..9), text);
        assert_eq!(formatted("a\n", 5..9), "a\n");
    }

    #[test]
    fn a_game_is_parted_from_what_is_above() {
        assert_eq!(formatted("game dag\na -> b\ngame dag\n", 2..3), "game dag\na -> b\n\ngame dag\n");
        assert_eq!(formatted("game dag\na -> b\n\n\n\ngame dag\n", 2..6), "game dag\na -> b\n\ngame dag\n");
        assert_eq!(formatted("# x\ngame dag\n", 1..2), "# x\ngame dag\n");
    }

    #[test]
    fn of_blank_lines_as_many_go_as_are_asked_for() {
        let text = "game dag\n\n\n\n  a -> b\n";
        assert_eq!(formatted(text, 1..4), "game dag\n\n  a -> b\n");
        assert_eq!(formatted(text, 1..3), "game dag\n\n  a -> b\n");
        assert_eq!(formatted(text, 2..4), "game dag\n\n  a -> b\n");
        assert_eq!(formatted(text, 3..4), "game dag\n\n\n  a -> b\n");
        assert_eq!(formatted("game dag\r\n\r\n \t\r\na -> b\r\n", 2..3), "game dag\r\n\r\na -> b\r\n");
        assert_eq!(formatted("game dag\n\n\n\na->b\n", 3..5), "game dag\n\n\n  a -> b\n");
        assert_eq!(formatted("game dag\n  a -> b\n\n\n\n", 2..4), "game dag\n  a -> b\n\n");
    }

    #[test]
    fn only_the_file_has_ends() {
        let far = "\n".repeat(3 * AROUND_MAX);
        let text = format!("game dag\n  a -> b\n{far}  b -> c\n");
        let middle = AROUND_MAX + 5;
        let one_blank_line = formatted(&text, middle..middle + 2);
        assert_eq!(one_blank_line.lines().count(), text.lines().count() - 1);
        assert_eq!(formatted("\n\ngame dag\n a -> b\n\n", 0..3), "game dag\n a -> b\n\n");
        assert_eq!(formatted("\n\ngame dag\n a -> b\n\n", 3..6), "\n\ngame dag\n  a -> b\n");
        assert_eq!(formatted("game dag\n  a->b", 1..2), "game dag\n  a -> b\n");
        assert_eq!(formatted("game dag\n  a->b", 0..1), "game dag\n  a->b");
    }

    #[test]
    fn every_line_of_a_file_together_are_the_file() {
        let text =
            "\u{feff}# é\r\n\r\n\r\n game  dag\r\na->b #  x\r\n# y\r\nround\r\nstones  a\r\n# z\r\n\r\n";
        let snapshot = snapshot(text);
        assert_eq!(range_formatting(&snapshot, 0..snapshot.text.lines.len()), formatting(&snapshot));
        // One after the other, from the end, so that places stay.
        let mut new = text.to_owned();
        for line in (0..snapshot.text.lines.len()).rev() {
            new = formatted(&new, line..line + 1);
        }
        let whole = language().format(text);
        assert_eq!(language().format(&new), whole);
        let lines = |text: &str| -> Vec<String> {
            text.split("\r\n").filter(|line| !line.is_empty()).map(str::to_owned).collect()
        };
        assert_eq!(lines(&new), lines(&whole));
    }
}
