//! Nodes that `nodes` lists twice.

use super::arcs::range_without;
use super::teller::Teller;
use super::{Code, Diagnostic, Fix};
use crate::named_lines::NamedLine;
use crate::text::statement;
use crate::{Edit, Place};
use sgg_game::Node;
use sgg_model::{Game, LineId};
use sgg_syntax::{Entry, Item, NameRange, Span, Statement, quote, split_number};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A node that a line lists again.
struct Again {
    name: String,
    first: Place,
    /// No comment touches a name of either line, so both mean this node.
    sure: bool,
}

impl Teller<'_> {
    /// The nodes of one `nodes` line that were listed before, each with the line that lists it first: told once for each
    /// name and range of the line, or once for all.
    pub(super) fn relisted(&self, game: &Game, number: usize, nodes: &[(Node, LineId)]) -> Vec<Diagnostic> {
        let line = self.read(number);
        let Statement::Nodes(entries) = &line.line.statement else { return Vec::new() };
        let mut found: BTreeMap<Span, Vec<Again>> = BTreeMap::new();
        for (node, first) in nodes {
            self.again(&line, game.name(*node), *first, &mut found);
        }
        // Where there are so many, they may not be all.
        let complete = nodes.len() < COMPLETE_MAX;
        let mut listed = if complete { Listed::default() } else { self.listed_before(&line, &found) };
        let whole: Vec<bool> = entries
            .iter()
            .map(|entry| {
                let found = found.get(&entry.span).map_or(&[][..], Vec::as_slice);
                !found.is_empty() && listed.take(&line.text, entry, found)
            })
            .collect();
        let all = found.len() > 1 && whole.iter().all(|whole| *whole);
        if all && found.values().flatten().all(|again| again.first.line != number) {
            return vec![whole_line(&line, &found)];
        }
        let entries = entries.iter().zip(whole).enumerate();
        let told = entries.filter_map(|(at, (entry, whole))| Some((at, found.remove(&entry.span)?, whole)));
        told.filter_map(|(at, found, whole)| {
            let known = if whole {
                Known::Whole
            } else if complete {
                Known::All
            } else {
                Known::First
            };
            self.listed_again(&line, at, found, known)
        })
        .collect()
    }

    /// The ranges of other lines that list something first which this line lists again.
    fn listed_before(&self, line: &NamedLine, found: &BTreeMap<Span, Vec<Again>>) -> Listed {
        let firsts: BTreeSet<usize> = found.values().flatten().map(|again| again.first.line).collect();
        let mut listed = Listed::default();
        for first in firsts.into_iter().filter(|first| *first < line.number) {
            let first = self.read(first);
            if let (Statement::Nodes(entries), false) = (&first.line.statement, first.has_glued_comment()) {
                entries.iter().for_each(|entry| listed.add(&first.text, &entry.item));
            }
        }
        listed
    }

    /// Adds the places in a line where it lists a node again.
    fn again(&self, line: &NamedLine, name: String, first: LineId, found: &mut BTreeMap<Span, Vec<Again>>) {
        let Some(first) = self.number(first) else { return };
        let line_of_first = self.read(first);
        let Some(span) = line_of_first.namings_of(&name).first().map(|naming| naming.span()) else { return };
        let sure = !line.has_glued_comment() && !line_of_first.has_glued_comment();
        let first = Place { line: first, span };
        for naming in line.namings_of(&name).into_iter().skip(usize::from(first.line == line.number)) {
            found.entry(naming.entry).or_default().push(Again { name: name.clone(), first, sure });
        }
    }

    fn listed_again(
        &self,
        line: &NamedLine,
        at: usize,
        mut found: Vec<Again>,
        known: Known,
    ) -> Option<Diagnostic> {
        let Statement::Nodes(entries) = &line.line.statement else { return None };
        let entry = entries.get(at)?;
        found.sort_by_key(|again| split_number(&again.name).2);
        let first = found.first()?;
        let name = self.cut(&quote(&first.name));
        let message = match found.len() {
            1 => format!("`{name}` is listed before: listing it again changes nothing"),
            _ => {
                format!("`{name}` and others of these are listed before: listing them again changes nothing")
            }
        };
        let place = Place { line: line.number, span: entry.span };
        let mut diagnostic =
            Diagnostic::new(Code::DuplicateNode, place, message).relate(first.first, "listed first here");
        let edit = match (&entry.item, known) {
            (_, Known::Whole) => Some(without(line, entries, at)),
            (Item::Range(range), Known::All) => {
                let gone = found.iter().filter_map(|again| split_number(&again.name).2).collect();
                let rest = range_without(&line.text, range, gone).join(" ");
                Some(Edit::replace(line.number, entry.span, rest))
            }
            _ => None,
        };
        let safe = found.iter().all(|again| again.sure);
        let title =
            if found.len() == 1 { format!("remove `{name}` here") } else { "remove them here".to_owned() };
        diagnostic.fixes.extend(edit.map(|edit| Fix { title, edits: vec![edit], safe }));
        Some(diagnostic)
    }
}

/// With so many things to be told of a line more may have been left out.
const COMPLETE_MAX: usize = 50;

/// So many first places of a line's nodes are shown.
const FIRSTS_SHOWN: usize = 20;

/// What is known of an entry's nodes that are listed before.
#[derive(Clone, Copy)]
enum Known {
    /// They are all its nodes.
    Whole,
    /// Which ones they are.
    All,
    /// Which ones the first of them are.
    First,
}

/// Numbered nodes that are listed before, by prefix and width: runs that do not touch, each with its last number.
#[derive(Default)]
struct Listed(HashMap<(String, u8), BTreeMap<u64, u64>>);

impl Listed {
    /// Whether all nodes of a line's next entry are listed before, of which these are known to be.
    fn take(&mut self, text: &str, entry: &Entry<()>, found: &[Again]) -> bool {
        for again in found.iter().filter(|again| again.sure) {
            if let (prefix, width, Some(number)) = split_number(&again.name) {
                self.add_run(prefix, width, number, number);
            }
        }
        let whole = match &entry.item {
            Item::Range(range) => range.count() == found.len() as u64 || self.holds(text, range),
            Item::Name(_) | Item::Star => true,
        };
        self.add(text, &entry.item);
        whole
    }

    fn holds(&self, text: &str, range: &NameRange) -> bool {
        let runs = self.0.get(&(range.prefix(text).to_owned(), range.width));
        let run = runs.and_then(|runs| runs.range(..=range.first).next_back());
        run.is_some_and(|(_, last)| *last >= range.last)
    }

    fn add(&mut self, text: &str, item: &Item) {
        if let Item::Range(range) = item {
            self.add_run(range.prefix(text), range.width, range.first, range.last);
        }
    }

    fn add_run(&mut self, prefix: &str, width: u8, mut first: u64, mut last: u64) {
        let runs = self.0.entry((prefix.to_owned(), width)).or_default();
        while let Some((start, end)) =
            runs.range(..=last.saturating_add(1)).next_back().map(|(a, b)| (*a, *b))
        {
            if end.saturating_add(1) < first {
                break;
            }
            runs.remove(&start);
            (first, last) = (first.min(start), last.max(end));
        }
        runs.insert(first, last);
    }
}

fn whole_line(line: &NamedLine, found: &BTreeMap<Span, Vec<Again>>) -> Diagnostic {
    let place = Place { line: line.number, span: statement(&line.text, &line.line) };
    let message = "all nodes of this line are listed before: listing them again changes nothing";
    let mut diagnostic = Diagnostic::new(Code::DuplicateNode, place, message);
    let mut firsts: Vec<Place> = found.values().flatten().map(|again| again.first).collect();
    firsts.sort_unstable();
    firsts.dedup();
    for first in firsts.into_iter().take(FIRSTS_SHOWN) {
        diagnostic = diagnostic.relate(first, "listed first here");
    }
    let safe = found.values().flatten().all(|again| again.sure);
    diagnostic.fixes.push(Fix {
        title: "remove them".to_owned(),
        edits: vec![without_statement(line)],
        safe,
    });
    diagnostic
}

/// Takes an entry out of its line, and the line away if there is no other. A comment stays.
fn without(line: &NamedLine, entries: &[Entry<()>], at: usize) -> Edit {
    let span = |at: usize| entries.get(at).map(|entry| entry.span);
    let gap = match (at.checked_sub(1).and_then(span), span(at), span(at + 1)) {
        (Some(before), Some(here), _) => Span { start: before.end, end: here.end },
        (None, Some(here), Some(behind)) => Span { start: here.start, end: behind.start },
        _ => return without_statement(line),
    };
    Edit::replace(line.number, gap, "")
}

fn without_statement(line: &NamedLine) -> Edit {
    match line.line.comment {
        Some(comment) => {
            let start = statement(&line.text, &line.line).start;
            Edit::replace(line.number, Span { start, end: comment.start }, "")
        }
        None => Edit::remove_line(line.number, &line.text),
    }
}
