//! What a selection grows to: a name, its entry, the part of the line, the statement, the line, the round, the game, the
//! file.

use crate::edits::length;
use crate::naming::title;
use crate::symbols::block;
use crate::text::{statement, trimmed, whole};
use sgg_model::{Mask, Snapshot, mentions};
use sgg_syntax::{Item, Line, Span, Statement};
use std::borrow::Cow;
use std::ops::Range;

/// A piece of text, from one place to another: each a line and a byte in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The first byte.
    pub start: (usize, u32),
    /// One past the last.
    pub end: (usize, u32),
}

/// For all cursors together so many bytes of lines are looked at; those that are left select no less than a statement.
const BYTES_MAX: usize = 32 * 1024 * 1024;

/// What selections at bytes of lines grow to, the smallest first; each is within the next one and larger.
pub fn selections(snapshot: &Snapshot, cursors: &[(usize, u32)]) -> Vec<Vec<Extent>> {
    let last = snapshot.text.lines.len().saturating_sub(1);
    let mut left = BYTES_MAX;
    let mut kept: Option<(usize, Cow<'_, str>, Line)> = None;
    let grown = cursors.iter().map(|(line, column)| {
        let line = *line.min(&last);
        let (number, text, read) = match kept.take().filter(|kept| kept.0 == line) {
            Some(kept) => kept,
            None => {
                let (text, read) = snapshot.text.parse(line);
                (line, text, read)
            }
        };
        let mut spans = Vec::new();
        if let Some(rest) = left.checked_sub(text.len()) {
            left = rest;
            parts(&text, &read, (*column).min(length(&text)), &mut spans);
        }
        let extents = selection(snapshot, (number, *column), (&text, &read), spans);
        kept = Some((number, text, read));
        extents
    });
    grown.collect()
}

/// The extents around some spans of a line that hold the cursor, the smallest first.
fn selection(
    snapshot: &Snapshot,
    (line, column): (usize, u32),
    (text, read): (&str, &Line),
    mut spans: Vec<Span>,
) -> Vec<Extent> {
    let last = snapshot.text.lines.len().saturating_sub(1);
    let column = column.min(length(text));
    let statement = statement(text, read);
    spans.extend([statement, whole(text), Span { start: 0, end: length(text) }]);
    let mut found = vec![Extent { start: (line, column), end: (line, column) }];
    let in_line = |span: Span| Extent { start: (line, span.start), end: (line, span.end) };
    let headers = [Mask::HEADER, Mask::GAME];
    let blocks = headers.into_iter().filter_map(|mask| snapshot.text.lines.previous(line + 1, mask));
    let blocks = blocks.map(|(header, _)| lines(snapshot, block(snapshot, header)));
    let file = lines(snapshot, 0..last + 1);
    for extent in spans.into_iter().map(in_line).chain(blocks).chain([file]) {
        let inner = found.last().copied().unwrap_or(extent);
        if extent != inner && extent.start <= inner.start && inner.end <= extent.end {
            found.push(extent);
        }
    }
    // The cursor alone is no selection, unless there is nothing else.
    let first = usize::from(found.len() > 1);
    found.split_off(first)
}

fn lines(snapshot: &Snapshot, lines: Range<usize>) -> Extent {
    let last = lines.end.saturating_sub(1);
    Extent { start: (lines.start, 0), end: (last, length(&snapshot.text.line(last))) }
}

/// The pieces of a line around a byte, the smallest first.
fn parts(text: &str, line: &Line, column: u32, spans: &mut Vec<Span>) {
    let on = |span: &Span| (span.start..=span.end).contains(&column);
    if let Some(comment) = line.comment.filter(|comment| column > comment.start) {
        spans.extend(word(text, column));
        let inner = text.get(comment.start as usize..).unwrap_or("").trim_start_matches(['#', ' ', '\t']);
        spans.extend([trimmed(text, text.len() - inner.len()..text.len()), comment]);
        return;
    }
    if let Some(span) = title(line).map(|title| title.span).filter(on) {
        spans.extend(word(text, column).filter(|word| word.start > span.start && word.end < span.end));
        spans.extend([inside(span), span]);
    }
    let entry = mentions::items(line).find(|(span, _)| on(span));
    if let Some((entry, item)) = entry {
        let names = match item {
            Item::Name(name) => vec![*name],
            Item::Range(range) => vec![range.from, range.to],
            Item::Star => Vec::new(),
        };
        for name in names.iter().filter(|name| on(&name.span)) {
            spans.extend(name.quoted.then(|| inside(name.span)));
            spans.push(name.span);
        }
        if let (Some(first), Some(last)) = (names.first(), names.last()) {
            let value = Span { start: last.span.end, end: entry.end };
            let number = value.text(text).trim_start_matches(['=', ' ', '\t']);
            let number = Span { start: entry.end - length(number), end: entry.end };
            spans.extend(Some(number).filter(|number| number.start < number.end && on(number)));
            spans.push(Span { start: first.span.start, end: last.span.end });
        }
        spans.push(entry);
    } else {
        spans.extend(word(text, column));
    }
    if let Statement::Edge(chain) = &line.statement {
        let groups = chain
            .groups()
            .filter_map(|group| Some(Span { start: group.first()?.span.start, end: group.last()?.span.end }));
        spans.extend(groups.filter(on).take(1));
    } else if let Some(entries) = all_entries(line) {
        spans.extend(Some(entries).filter(on));
    }
}

/// From the first entry of a line to the last.
fn all_entries(line: &Line) -> Option<Span> {
    let mut spans = mentions::items(line).map(|(span, _)| span);
    let first = spans.next()?;
    Some(Span { start: first.start, end: spans.last().unwrap_or(first).end })
}

/// The word around a byte, as blanks part words.
fn word(text: &str, column: u32) -> Option<Span> {
    let (before, behind) = text.split_at_checked(column as usize)?;
    let start = before.rfind([' ', '\t']).map_or(0, |at| at + 1);
    let end = behind.find([' ', '\t']).map_or(text.len(), |at| before.len() + at);
    let span = Span { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()? };
    (span.start < span.end).then_some(span)
}

/// A string without its quotes.
fn inside(span: Span) -> Span {
    let start = (span.start + 1).min(span.end);
    Span { start, end: span.end.saturating_sub(1).max(start) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::snapshot;

    #[test]
    fn many_cursors_in_a_long_line_select_no_less_than_the_statement() {
        let file = snapshot(&format!("game dag\n  a -> {}\n", "b".repeat(900_000)));
        let grown = selections(&file, &[(1, 2); 100]);
        let start = |extents: &Vec<Extent>| (extents[0].start, extents[0].end);
        let name = ((1, 2), (1, 3));
        assert_eq!(grown.iter().filter(|extents| start(extents) == name).count(), BYTES_MAX / 900_007);
        assert!(grown.iter().all(|extents| extents.len() > 2), "each has its line, game and file");
    }
}
