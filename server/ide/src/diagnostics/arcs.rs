//! A single arc in a line of many: where it stands, and how to take it out of there.

use crate::named_lines::NamedLine;
use crate::text::indent;
use crate::{Edit, Place};
use sgg_model::{count, language};
use sgg_syntax::{Chain, Entry, Item, NameRange, Span, Statement, join_number, quote, split_number};
use std::collections::BTreeSet;
use std::ops::Range;

/// An arc where a line says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ArcAt {
    /// Which of the line's arrows.
    arrow: usize,
    /// Which of its entries are the ends.
    tail: usize,
    head: usize,
}

/// The names of an arc's ends.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    pub(super) tail: String,
    pub(super) head: String,
}

/// Of a longer line no arc is taken where it would have to be read again.
const READ_AGAIN_MAX: usize = 64 * 1024;

/// A line of edges.
pub(super) struct ArcLine<'a> {
    named: &'a NamedLine,
    number: usize,
    text: &'a str,
    chain: &'a Chain,
}

/// What takes an arc out of its line, and the text that is of no use then.
pub(super) struct Removal {
    pub(super) edits: Vec<Edit>,
    pub(super) faded: Span,
}

impl<'a> ArcLine<'a> {
    pub(super) fn new(named: &'a NamedLine) -> Option<ArcLine<'a>> {
        match &named.line.statement {
            Statement::Edge(chain) => Some(ArcLine { named, number: named.number, text: &named.text, chain }),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Where the line says an arc, given by the names of its ends, in the order of the text.
    pub(super) fn find(&self, ends: &Ends) -> Vec<ArcAt> {
        let heads = self.named.which_name(&ends.head);
        let mut found = Vec::new();
        for tail in self.named.which_name(&ends.tail) {
            let arrow = self.chain.arrows.partition_point(|arrow| arrow.before as usize <= tail);
            if arrow == self.chain.arrows.len() {
                break;
            }
            let group = self.group(arrow + 1);
            let start = heads.partition_point(|head| *head < group.start);
            let heads = heads.iter().skip(start).take_while(|head| **head < group.end);
            found.extend(heads.map(|head| ArcAt { arrow, tail, head: *head }));
        }
        found
    }

    /// From one end of an arc to the other.
    pub(super) fn span(&self, arc: ArcAt) -> Span {
        let (tail, head) = (self.entry_span(arc.tail), self.entry_span(arc.head));
        Span { start: tail.start, end: head.end }
    }

    pub(super) fn place(&self, arc: ArcAt) -> Place {
        Place { line: self.number, span: self.span(arc) }
    }

    /// Both groups that the arc comes from, where each of them has several nodes.
    pub(super) fn groups(&self, arc: ArcAt) -> Option<Span> {
        let (left, right) = (self.group(arc.arrow), self.group(arc.arrow + 1));
        if self.is_single(&left) || self.is_single(&right) {
            return None;
        }
        Some(Span {
            start: self.entry_span(left.start).start,
            end: self.entry_span(right.end.checked_sub(1)?).end,
        })
    }

    /// How many arcs the line says.
    pub(super) fn count(&self) -> u64 {
        let counts: Vec<u64> = self.chain.groups().map(count).collect();
        counts.windows(2).map(|pair| pair.iter().product::<u64>()).fold(0, u64::saturating_add)
    }

    /// Takes an arc out, where that is simple: between two single nodes, or where one end of the line is a group.
    /// `ends` are the names of its ends, and those of other arcs between the same entries that go as well.
    pub(super) fn remove(&self, arc: ArcAt, ends: &[Ends]) -> Option<Removal> {
        let (left, right) = (self.group(arc.arrow), self.group(arc.arrow + 1));
        let first = arc.arrow == 0;
        let last = arc.arrow + 1 == self.chain.arrows.len();
        let removal = match (self.is_single(&left), self.is_single(&right)) {
            (true, true) if first && last => {
                self.remove_statement(ends.iter().any(|ends| ends.tail == ends.head))
            }
            (true, true) => self.cut(&left, &right, first, last),
            (true, false) if last => self.remove_entry(&right, arc.head, ends.iter().map(|ends| &*ends.head)),
            (false, true) if first => self.remove_entry(&left, arc.tail, ends.iter().map(|ends| &*ends.tail)),
            _ => None,
        }?;
        (self.keeps_starts(arc, (&left, &right)) || self.is_readable(&removal.edits)).then_some(removal)
    }

    /// Whether what is left, without an arc between two groups, starts no line or group anew but at a single node with an
    /// arrow behind it, which no keyword is: then it is readable, as it was.
    fn keeps_starts(&self, arc: ArcAt, (left, right): (&Range<usize>, &Range<usize>)) -> bool {
        match (self.is_single(left), self.is_single(right)) {
            (true, true) => self.chain.arrows.len() > 1,
            (true, false) => arc.head > right.start,
            (false, true) => arc.tail > left.start,
            (false, false) => false,
        }
    }

    /// Takes the whole statement away; a comment stays. A loop's node stays too.
    pub(super) fn remove_statement(&self, keep_tail: bool) -> Option<Removal> {
        let end = self.entry_span(self.chain.entries.len().checked_sub(1)?).end;
        let whole = Span { start: self.entry_span(0).start, end };
        if keep_tail {
            let span = Span { start: self.chain.arrows.last()?.span.end, end };
            return Some(Removal { edits: vec![Edit::replace(self.number, span, "")], faded: whole });
        }
        let edit = match self.named.line.comment {
            Some(comment) => Edit::replace(self.number, Span { start: whole.start, end: comment.start }, ""),
            None => Edit::remove_line(self.number, self.text),
        };
        Some(Removal { edits: vec![edit], faded: whole })
    }

    /// Cuts the line between two single nodes; what would be left as a single node goes.
    fn cut(&self, left: &Range<usize>, right: &Range<usize>, first: bool, last: bool) -> Option<Removal> {
        let (left, right) = (self.entry_span(left.start), self.entry_span(right.start));
        let edit = match (first, last) {
            (true, _) => Edit::replace(self.number, Span { start: left.start, end: right.start }, ""),
            (_, true) => Edit::replace(self.number, Span { start: left.end, end: right.end }, ""),
            _ => {
                let between = Span { start: left.end, end: right.start };
                Edit::replace(self.number, between, format!("\n{}", indent(self.text)))
            }
        };
        Some(Removal { edits: vec![edit], faded: Span { start: left.start, end: right.end } })
    }

    /// Takes nodes of one entry out of their group, which keeps others.
    fn remove_entry<'n>(
        &self,
        group: &Range<usize>,
        at: usize,
        names: impl Iterator<Item = &'n str>,
    ) -> Option<Removal> {
        let entry = self.entry(at)?;
        let span = entry.span;
        if let Item::Range(range) = &entry.item {
            let pieces =
                range_without(self.text, range, names.filter_map(|name| split_number(name).2).collect());
            if !pieces.is_empty() {
                let edit = Edit::replace(self.number, span, pieces.join(" "));
                return Some(Removal { edits: vec![edit], faded: span });
            }
        }
        if group.len() < 2 {
            return None;
        }
        let gap = match at > group.start {
            true => Span { start: self.entry_span(at - 1).end, end: span.end },
            false => Span { start: span.start, end: self.entry_span(at + 1).start },
        };
        Some(Removal { edits: vec![Edit::replace(self.number, gap, "")], faded: span })
    }

    /// Whether every line is still a good one after the edits: a node called `k` may come first in a group by them.
    fn is_readable(&self, edits: &[Edit]) -> bool {
        if self.text.len() > READ_AGAIN_MAX {
            return false;
        }
        let mut text = self.text.to_owned();
        for edit in edits.iter().rev().filter(|edit| !edit.whole_line) {
            let span = edit.place.span;
            if text.get(span.start as usize..span.end as usize).is_none() {
                return false;
            }
            text.replace_range(span.start as usize..span.end as usize, &edit.text);
        }
        text.lines().all(|line| {
            let line = language().parse(line);
            matches!(line.statement, Statement::Edge(_) | Statement::Blank)
        })
    }

    // --- groups and entries ---

    fn group(&self, index: usize) -> Range<usize> {
        let end = |index: usize| self.chain.arrows.get(index).map(|arrow| arrow.before as usize);
        let start = index.checked_sub(1).and_then(end).unwrap_or(0);
        start..end(index).unwrap_or(self.chain.entries.len())
    }

    fn entry(&self, at: usize) -> Option<&Entry<()>> {
        self.chain.entries.get(at)
    }

    fn entry_span(&self, at: usize) -> Span {
        self.entry(at).map(|entry| entry.span).unwrap_or_default()
    }

    fn is_single(&self, group: &Range<usize>) -> bool {
        group.len() == 1 && self.chain.entries.get(group.clone()).is_some_and(|entries| count(entries) == 1)
    }
}

/// What is left of a range without some of its numbers, as names and ranges.
pub(super) fn range_without(text: &str, range: &NameRange, gone: BTreeSet<u64>) -> Vec<String> {
    let name = |number| quote(&join_number(range.prefix(text), range.width, number));
    let mut pieces = Vec::new();
    let mut next = range.first;
    for end in gone.into_iter().chain([range.last.saturating_add(1)]) {
        match end.checked_sub(next) {
            None | Some(0) => {}
            Some(1) => pieces.push(name(next)),
            Some(_) => pieces.push(format!("{}..{}", name(next), name(end - 1))),
        }
        next = end.saturating_add(1);
    }
    pieces
}

/// Where a line says an arc or, in undirected kinds, an edge either way round.
pub(super) fn place_of(line: &NamedLine, ends: &Ends, directed: bool) -> Option<Place> {
    let arcs = ArcLine::new(line)?;
    let mut found = arcs.find(ends);
    if found.is_empty() && !directed {
        found = arcs.find(&Ends { tail: ends.head.clone(), head: ends.tail.clone() });
    }
    found.last().map(|arc| arcs.place(*arc))
}
