//! Groups and ranges, written out and put together.

use super::{Asked, Refactoring, shown};
use crate::Edit;
use crate::text::indent;
use sgg_model::{count, language, mentions, misfit};
use sgg_syntax::{Entry, Item, Line, Span, Statement, quote, unquote};
use std::collections::HashSet;
use std::ops::Range;

/// So many names or arcs are written out, or put together.
const WRITTEN_MAX: u64 = 64;

/// An entry of a line, whatever its statement.
struct Part<'a> {
    span: Span,
    item: &'a Item,
    /// Its value as it is written, if it has one.
    value: Option<&'a str>,
}

impl Part<'_> {
    /// An entry for one of its names.
    fn with(&self, name: &str) -> String {
        match self.value {
            Some(value) => format!("{}={value}", quote(name)),
            None => quote(name),
        }
    }

    /// Its names, where they are few and bare.
    fn names(&self, text: &str) -> Option<Vec<String>> {
        match self.item {
            Item::Name(name) if !name.quoted => Some(vec![name.span.text(text).to_owned()]),
            Item::Range(range) if range.count() <= WRITTEN_MAX => Some(range.names(text).collect()),
            _ => None,
        }
    }
}

impl Asked<'_> {
    /// `0..3` as `0 1 2 3`
    pub(super) fn range_written_out(&self) -> Option<Refactoring> {
        let part = parts(self.line, self.text).into_iter().find(|part| self.is_on(part.span))?;
        let Item::Range(range) = part.item else { return None };
        if range.count() > WRITTEN_MAX {
            return None;
        }
        let entries: Vec<String> = range.names(self.text).map(|name| part.with(&name)).collect();
        let written = entries.join(" ");
        let title = format!("write out `{}`", shown(part.span.text(self.text)));
        Some(Refactoring::new(title, vec![Edit::replace(self.number, part.span, written)]))
    }

    /// `0 1 2 3` as `0..3`
    pub(super) fn names_as_range(&self) -> Option<Refactoring> {
        let parts = parts(self.line, self.text);
        let at = parts.iter().position(|part| self.is_on(part.span))?;
        let group = self.group_of(at, parts.len());
        let run = self.run(&parts, at, group);
        let here = parts.get(run.clone())?;
        let (first, last) = (here.first()?, here.last()?);
        let mut names = Vec::new();
        for part in here {
            names.extend(part.names(self.text)?);
        }
        let has_range = here.iter().any(|part| matches!(part.item, Item::Range(_)));
        if here.len() < 2 || (!has_range && here.len() < 3) {
            return None;
        }
        let new = match first.value {
            Some(value) => format!("{}..{}={value}", names.first()?, names.last()?),
            None => format!("{}..{}", names.first()?, names.last()?),
        };
        let span = Span { start: first.span.start, end: last.span.end };
        let title = format!("write `{}` for `{}`", shown(&new), shown(span.text(self.text)));
        Some(Refactoring::new(title, vec![Edit::replace(self.number, span, new)]))
    }

    /// The entries around one that go on by one number at a time, with equal values.
    fn run(&self, parts: &[Part<'_>], at: usize, group: Range<usize>) -> Range<usize> {
        let mut run = at..at + 1;
        while run.end < group.end
            && run.len() < WRITTEN_MAX as usize
            && self.goes_on(parts, run.start..run.end + 1)
        {
            run.end += 1;
        }
        while run.start > group.start
            && run.len() < WRITTEN_MAX as usize
            && self.goes_on(parts, run.start - 1..run.end)
        {
            run.start -= 1;
        }
        run
    }

    /// Whether these entries are what a range stands for.
    fn goes_on(&self, parts: &[Part<'_>], run: Range<usize>) -> bool {
        let Some(here) = parts.get(run) else { return false };
        let Some(first) = here.first() else { return false };
        let mut names = Vec::new();
        for part in here {
            let Some(more) = part.names(self.text).filter(|_| part.value == first.value) else {
                return false;
            };
            names.extend(more);
        }
        let (Some(from), Some(to)) = (names.first(), names.last()) else { return false };
        let text = format!("nodes {from}..{to}");
        let line = language().parse(&text);
        match mentions::items(&line).next() {
            Some((_, Item::Range(range))) if range.count() == names.len() as u64 => {
                range.names(&text).eq(names.iter().cloned())
            }
            _ => false,
        }
    }

    /// The entries of the group that one belongs to.
    fn group_of(&self, at: usize, total: usize) -> Range<usize> {
        let Statement::Edge(chain) = &self.line.statement else { return 0..total };
        let ends = chain.arrows.iter().map(|arrow| arrow.before as usize);
        let start = ends.clone().filter(|end| *end <= at).max().unwrap_or(0);
        start..ends.filter(|end| *end > at).min().unwrap_or(total)
    }

    /// `a b -> c d` as four lines.
    pub(super) fn arcs_apart(&self) -> Option<Refactoring> {
        let Statement::Edge(chain) = &self.line.statement else { return None };
        let groups: Vec<&[Entry<()>]> = chain.groups().collect();
        let total: u64 = groups.windows(2).map(pairs).fold(0, u64::saturating_add);
        if !(2..=WRITTEN_MAX).contains(&total) {
            return None;
        }
        let arrow = chain.arrows.first().map(|at| at.arrow)?;
        if misfit(self.game.kind(), self.line).is_some() {
            return None;
        }
        let mut arcs: Vec<[String; 2]> = Vec::new();
        for pair in groups.windows(2) {
            let [tails, heads] = pair else { continue };
            let heads = written(heads, self.text);
            for tail in written(tails, self.text) {
                arcs.extend(heads.iter().map(|head| [tail.clone(), head.clone()]));
            }
        }
        let order = match self.keeps_order(&written(&chain.entries, self.text), &arcs.concat()) {
            true => "",
            false => " (the nodes are then listed in another order)",
        };
        let line = |[tail, head]: [String; 2]| format!("{tail} {} {head}", arrow.text());
        let lines: Vec<String> = arcs.into_iter().map(line).collect();
        let end = chain.entries.last()?.span.end.max(chain.arrows.last()?.span.end);
        let span = Span { start: chain.entries.first()?.span.start, end };
        let rest: String =
            lines.iter().skip(1).map(|line| format!("\n{}{line}", indent(self.text))).collect();
        let word = if self.game.kind().directed { "arc" } else { "edge" };
        let mut edits = vec![Edit::replace(self.number, span, lines.first()?.clone())];
        // A comment stays behind the first of them.
        edits.push(Edit::insert(self.number, crate::edits::length(self.text), rest));
        Some(Refactoring::new(format!("write one {word} on each line{order}"), edits))
    }

    /// Whether the nodes first named in this line come in the same order when its names are written so.
    fn keeps_order(&self, before: &[String], behind: &[String]) -> bool {
        let first = |names: &[String]| {
            let mut seen = HashSet::new();
            let names = names.iter().filter(|name| seen.insert(unquote(name)));
            names.filter(|name| !self.appears_above(name, self.number)).cloned().collect::<Vec<_>>()
        };
        first(before) == first(behind)
    }
}

fn pairs(groups: &[&[Entry<()>]]) -> u64 {
    groups.iter().map(|group| count(group)).fold(1, u64::saturating_mul)
}

/// The names of a group as they are to be written.
fn written(group: &[Entry<()>], text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for entry in group {
        match &entry.item {
            Item::Name(name) => names.push(name.span.text(text).to_owned()),
            Item::Range(range) => names.extend(range.names(text)),
            Item::Star => {}
        }
    }
    names
}

/// The entries of a line.
fn parts<'a>(line: &'a Line, text: &'a str) -> Vec<Part<'a>> {
    let part = |(span, item): (Span, &'a Item)| {
        let name_end = match item {
            Item::Name(name) => name.span.end,
            Item::Range(range) => range.to.span.end,
            Item::Star => span.start + 1,
        };
        let rest = Span { start: name_end, end: span.end }.text(text).trim_start_matches([' ', '\t']);
        let value = rest.strip_prefix('=').map(|value| value.trim_matches([' ', '\t']));
        Part { span, item, value }
    };
    mentions::items(line).map(part).collect()
}
