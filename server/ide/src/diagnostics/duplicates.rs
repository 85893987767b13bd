//! Arcs that are said twice.

use super::arcs::{ArcAt, ArcLine, Ends};
use super::teller::Teller;
use super::{Code, Diagnostic, Fix};
use crate::Place;
use crate::named_lines::NamedLine;
use crate::words::count;
use sgg_game::Node;
use sgg_model::{Finding, Game, LineId, What};
use sgg_syntax::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// An arc that was said before: its ends, and the line that says it first.
pub(super) type ArcCopy = (Node, Node, LineId);

/// A copy where it stands.
struct Found {
    ends: Ends,
    name: String,
    at: ArcAt,
    /// How many stand before it in the same line, beside the first one of all.
    times: usize,
    first: Place,
    /// No comment touches a name of either line, so both mean this arc.
    sure: bool,
}

impl Teller<'_> {
    /// The arcs of one line that were said before. A line that says nothing new, and the nodes of one range, are
    /// told once.
    pub(super) fn duplicates(&self, game: &Game, number: usize, copies: &[ArcCopy]) -> Vec<Diagnostic> {
        let line = self.read(number);
        let Some(arcs) = ArcLine::new(&line) else { return Vec::new() };
        let found: Vec<Found> = copies
            .chunk_by(|one, next| one == next)
            .filter_map(|alike| self.copies(game, &line, &arcs, alike))
            .flatten()
            .collect();
        if found.len() > 1
            && found.len() as u64 == arcs.count()
            && found.iter().all(|f| f.first.line != number)
        {
            return self.all_copies(&arcs, &found).into_iter().collect();
        }
        let mut by_span: BTreeMap<Span, Vec<Found>> = BTreeMap::new();
        for one in found {
            let removal = arcs.remove(one.at, std::slice::from_ref(&one.ends));
            let span = removal.map_or_else(|| arcs.span(one.at), |removal| removal.faded);
            by_span.entry(span).or_default().push(one);
        }
        by_span.values_mut().for_each(|found| found.sort_by(|a, b| a.name.cmp(&b.name)));
        let complete = self.knows_all_copies(game);
        let told = by_span.into_iter().map(|(span, found)| copies_at(number, span, &arcs, &found, complete));
        told.flatten().collect()
    }

    /// The copies of one arc in a line.
    fn copies(
        &self,
        game: &Game,
        line: &NamedLine,
        arcs: &ArcLine<'_>,
        copies: &[ArcCopy],
    ) -> Option<Vec<Found>> {
        let (tail, head, first) = *copies.first()?;
        let ends = Ends { tail: game.name(tail), head: game.name(head) };
        let first = self.number(first)?;
        let line_of_first = self.read(first);
        let arcs_of_first = ArcLine::new(&line_of_first)?;
        let place = arcs_of_first.place(*arcs_of_first.find(&ends).first()?);
        let sure = !line.has_glued_comment() && !line_of_first.has_glued_comment();
        let name = self.arc_name(game, tail, head);
        let at = arcs.find(&ends).into_iter().skip(usize::from(first == line.number));
        let found = at.take(copies.len()).enumerate().map(|(times, at)| Found {
            name: name.clone(),
            ends: ends.clone(),
            at,
            times,
            first: place,
            sure,
        });
        Some(found.collect())
    }

    /// Whether all arcs of a game that were said before are found.
    fn knows_all_copies(&self, game: &Game) -> bool {
        self.of_game(&self.copies_complete, game, || {
            let is_copy = |finding: &&Finding| matches!(finding.what, What::DuplicateEdge(..));
            self.findings(game).iter().filter(is_copy).count() < self.copies_max()
        })
    }

    /// Whether a line may say an arc that is said before or again. A line that can't be read yet may say any.
    pub(super) fn may_be_copy(&self, game: &Game, line: LineId) -> bool {
        if game.broken_lines() > 0 || game.limit().is_some() {
            return true;
        }
        let lines = self.of_game(&self.copies, game, || {
            let copies = game.findings().iter().filter_map(|finding| match finding.what {
                What::DuplicateEdge(_, _, first) => Some([finding.line, first]),
                _ => None,
            });
            let lines: Vec<[LineId; 2]> = copies.take(COPIES_KNOWN).collect();
            (lines.len() < COPIES_KNOWN).then(|| Rc::new(lines.into_iter().flatten().collect()))
        });
        lines.as_ref().is_none_or(|lines: &Rc<BTreeSet<LineId>>| lines.contains(&line))
    }

    fn all_copies(&self, arcs: &ArcLine<'_>, found: &[Found]) -> Option<Diagnostic> {
        let removal = arcs.remove_statement(false)?;
        let place = Place { line: arcs.number(), span: removal.faded };
        let message = "all arcs of this line are said before: saying them again changes nothing";
        let mut diagnostic = Diagnostic::new(Code::DuplicateEdge, place, message);
        let mut firsts: Vec<Place> = found.iter().map(|found| found.first).collect();
        firsts.sort_unstable();
        firsts.dedup();
        for first in firsts.into_iter().take(FIRSTS_SHOWN) {
            diagnostic = diagnostic.relate(first, "said first here");
        }
        let safe = found.iter().all(|found| found.sure);
        diagnostic.fixes.push(Fix { title: "remove them".to_owned(), edits: removal.edits, safe });
        Some(diagnostic)
    }
}

/// A game with so many copies, and a line with so many, may have more than are found.
const COPIES_KNOWN: usize = 50;
/// So many first places of a line's arcs are shown.
const FIRSTS_SHOWN: usize = 20;

/// Copies that stand in one place: a single one, or several nodes of a range.
fn copies_at(
    number: usize,
    span: Span,
    arcs: &ArcLine<'_>,
    found: &[Found],
    complete: bool,
) -> Option<Diagnostic> {
    let (first, others) = found.split_first()?;
    let name = &first.name;
    let message = match others.len() {
        0 => format!("`{name}` is said before: saying it again changes nothing"),
        more => {
            let more = count(more as u64, "more arc");
            let least = if complete { "" } else { "at least " };
            format!("`{name}` and {least}{more} are said before: saying them again changes nothing")
        }
    };
    let mut diagnostic = Diagnostic::new(Code::DuplicateEdge, Place { line: number, span }, message)
        .relate(first.first, "said first here");
    let ends: Vec<Ends> = found.iter().map(|found| found.ends.clone()).collect();
    let title = match others.len() {
        0 => format!("remove the {} `{name}`", ordinal(first.times + 2)),
        _ => "remove them here".to_owned(),
    };
    let removal = arcs.remove(first.at, &ends);
    // `a -> b#2` may mean another arc than `a -> b`: then neither is for us to take away.
    let safe = found.iter().all(|found| found.sure);
    diagnostic.fixes.extend(removal.map(|removal| Fix { title, edits: removal.edits, safe }));
    Some(diagnostic)
}

/// What tells the copies of one arc apart in a menu.
fn ordinal(number: usize) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        _ => format!("number {number} of"),
    }
}
