//! Canonical style of some lines. It costs what they cost, not what the file does: beyond them only the header that
//! they stand under, the statement before and the one behind are looked at, for on these their indentation depends.

use crate::formatting::edits;
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
        None => "",
    };
    let byte = |line: usize| if line < total { rope.line_to_byte(line) } else { rope.len_bytes() };
    let wanted = byte(lines.start)..byte(lines.end);
    let old = format!("{header}{}", rope.byte_slice(byte(first)..byte(last)));
    let new = language().format(&old);
    let from = header.len() + wanted.start - byte(first);
    let placed = edits(&old, &new, from).into_iter().filter_map(|(range, new)| {
        let at = |place: usize| (place + byte(first)).checked_sub(header.len());
        Some((at(range.start)?..at(range.end)?, new))
    });
    placed.filter(|(range, _)| wanted.start <= range.start && range.end <= wanted.end).collect()
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
