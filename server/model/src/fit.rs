//! Whether a readable statement is one that its game's kind has.

use sgg_game::{ARCS_MAX, Form, Kind, NODES_MAX};
use sgg_syntax::{Arrow, Chain, Entries, Item, Line, Literal, Span, Statement};

/// The most entries that all lines of a game but its edges have, once ranges are written out: `nodes`, and one more
/// statement, may say something of each node.
pub const ENTRIES_MAX: u64 = 2 * NODES_MAX as u64;

/// Why a readable line can't be used in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The game's kind is not known.
    UnknownKind,
    /// An arrow that the kind does not have.
    WrongEdge,
    /// A statement that the kind does not have.
    Misplaced,
    /// A value, at that place, of a form that the kind's values never have.
    MisplacedValue(Span),
    /// More edges or entries, once ranges are written out, than any game may have.
    TooLong(u64),
}

/// What keeps `line` from being used in a game of that kind.
pub fn misfit(kind: Kind, line: &Line) -> Option<Misfit> {
    let has = match &line.statement {
        Statement::Round(_) | Statement::Stones(_) => kind.stones,
        Statement::K(_) => kind.k,
        Statement::Ground(_) => kind.ground,
        _ => true,
    };
    if !has {
        return Some(Misfit::Misplaced);
    }
    let (entries, _) = entries(&line.statement);
    if entries > ENTRIES_MAX {
        return Some(Misfit::TooLong(entries));
    }
    match &line.statement {
        Statement::Edge(chain) => {
            let arrow = if kind.directed { Arrow::Arc } else { Arrow::Edge };
            if chain.arrows.iter().any(|at| at.arrow != arrow) {
                return Some(Misfit::WrongEdge);
            }
            Some(edges(chain)).filter(|count| *count > ARCS_MAX as u64).map(Misfit::TooLong)
        }
        Statement::ExpectValue(literal) => {
            (!value_fits(kind.form, &literal.value)).then_some(Misfit::MisplacedValue(literal.span))
        }
        Statement::ExpectSg(entries) => {
            let wrong = entries.iter().find(|entry| !node_value_fits(kind.form, &entry.value.value));
            wrong.map(|entry| Misfit::MisplacedValue(entry.value.span))
        }
        _ => None,
    }
}

fn value_fits(form: Form, literal: &Literal) -> bool {
    match (form, literal) {
        (Form::Nimber, Literal::Nimber { .. }) => true,
        (Form::Ordinal, Literal::Nimber { powers, .. }) => powers.is_empty(),
        (Form::Ordinal, Literal::Ordinal(_)) => true,
        (Form::Loopy, Literal::Nimber { powers, .. }) => powers.is_empty(),
        (Form::Loopy, Literal::Infinite(_)) => true,
        _ => false,
    }
}

fn node_value_fits(form: Form, literal: &Literal) -> bool {
    match (form, literal) {
        (Form::Ordinal, Literal::Ordinal(_)) => false,
        _ => value_fits(form, literal),
    }
}

/// How many nodes a line names that is none of edges, repetitions counted, and whether by ranges.
pub(crate) fn entries(statement: &Statement) -> (u64, bool) {
    fn of<V>(entries: &Entries<V>) -> (u64, bool) {
        (count(entries), has_range(entries))
    }
    match statement {
        Statement::Nodes(entries) | Statement::Ground(entries) => of(entries),
        Statement::K(entries) => of(entries),
        Statement::Stones(entries) => of(entries),
        Statement::ExpectSg(entries) => of(entries),
        _ => (0, false),
    }
}

/// How many nodes some entries name, repetitions counted.
pub fn count<V>(entries: &[sgg_syntax::Entry<V>]) -> u64 {
    entries.iter().map(|entry| item_count(&entry.item)).fold(0, u64::saturating_add)
}

fn item_count(item: &Item) -> u64 {
    match item {
        Item::Name(_) | Item::Star => 1,
        Item::Range(range) => (range.last - range.first).saturating_add(1),
    }
}

/// How many edges a chain stands for, or mentions where it has none.
pub fn edges(chain: &Chain) -> u64 {
    // Nearly every line of a large file: one arrow between two names.
    if chain.arrows.len() == 1 && !has_range(&chain.entries) {
        let before = chain.arrows.first().map_or(0, |arrow| u64::from(arrow.before));
        let all = chain.entries.len() as u64;
        let edges = before.saturating_mul(all.saturating_sub(before));
        return if edges == 0 { all } else { edges };
    }
    let mut total = 0u64;
    let mut before = None;
    for group in chain.groups() {
        let here = count(group);
        total = total.saturating_add(match before {
            Some(before) => here.saturating_mul(before),
            None => 0,
        });
        before = Some(here);
    }
    // Each edge has two ends: so mentions are bounded too.
    let mentions = count(&chain.entries);
    if total == 0 { mentions } else { total.max(mentions / 2) }
}

/// Whether some entry is a range.
pub(crate) fn has_range<V>(entries: &Entries<V>) -> bool {
    entries.iter().any(|entry| matches!(entry.item, Item::Range(_)))
}
