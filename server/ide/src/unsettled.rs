//! Why a value is `?`.

use crate::followers::Followers;
use crate::terms::{TERMS_MAX, Term, first_terms};
use crate::words::count;
use sgg_game::{Node, Value};
use sgg_model::{Finding, Game, LineId, Snapshot, What};
use std::collections::HashSet;

/// Why a value is not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// This node went over its budget.
    OverBudget(Node),
    /// This node has arcs and no K-value.
    MissingK(Node),
    /// This node has several K-values.
    ConflictingK(Node),
    /// A cycle where none may be.
    Cycle,
}

/// A value that is not worked out, whatever the budget.
pub(crate) const TOO_LARGE: &str = "2^64 or more, and not worked out";

/// The search looks at so many arcs at most.
const ARCS_MAX: usize = 4096;

/// Why a node has no value: a walk down along followers that have none either, to where that begins.
pub(crate) fn reason(snapshot: &Snapshot, game: &Game, node: Node) -> Option<Reason> {
    let board = game.board();
    let mut at = node;
    let mut left = ARCS_MAX;
    let mut seen = HashSet::new();
    while seen.insert(at) {
        if board.over_budget_reason(at).is_some() {
            return Some(Reason::OverBudget(at));
        }
        let out = board.out(at);
        if game.kind().k && !out.is_empty() && game.k(at).is_none() {
            let said = !game.k_said(Some(at)).is_empty() || !game.k_said(None).is_empty();
            return Some(if said { Reason::ConflictingK(at) } else { Reason::MissingK(at) });
        }
        left = left.saturating_sub(out.len().max(1));
        if left == 0 {
            return anywhere(game);
        }
        match Followers::of(snapshot, game, at).of_value(&Value::Unknown) {
            Some(next) => at = next,
            None => break,
        }
    }
    if game.kind().acyclic { Some(Reason::Cycle) } else { None }
}

/// What there is in the game that can be a reason.
fn anywhere(game: &Game) -> Option<Reason> {
    if cycles(game).next().is_some() {
        return Some(Reason::Cycle);
    }
    // They stand in the order of the text; the board's depends on the history of edits.
    game.findings().iter().find_map(|Finding { what, .. }| match what {
        What::OverBudget(node, _) => Some(Reason::OverBudget(*node)),
        _ => None,
    })
}

/// Why a position has no verdict although its game is solved and its lines are good.
pub(crate) fn position_reason(snapshot: &Snapshot, game: &Game, header: LineId) -> Option<Reason> {
    let (first, _) = first_terms(snapshot, game, header, TERMS_MAX);
    let mut unsettled: Vec<&Term> = first.iter().filter(|term| term.value == Value::Unknown).collect();
    // A budget's `?` matters only under an odd number of stones; other reasons matter under any.
    unsettled.sort_by_key(|term| term.stones % 2 == 0);
    match unsettled.first() {
        Some(term) => reason(snapshot, game, term.node),
        None => anywhere(game),
    }
}

fn cycles(game: &Game) -> impl Iterator<Item = &sgg_game::Cycle> {
    game.findings().iter().filter_map(|Finding { what, .. }| match what {
        What::Cycle(cycle) => Some(cycle),
        _ => None,
    })
}

/// Above a cycle at most so many nodes are counted.
const COUNTED_MAX: usize = 1000;

/// `3 nodes have no value`, those on the game's cycles and above them; `many` where they are not soon counted.
pub(crate) fn cycle_words(game: &Game) -> String {
    let mut seen: HashSet<Node> = HashSet::new();
    let mut open: Vec<Node> = Vec::new();
    let mut left = 4 * COUNTED_MAX;
    for cycle in cycles(game).take(COUNTED_MAX) {
        let tails = cycle.arcs.iter().take(COUNTED_MAX).map(|arc| arc.0);
        open.extend(tails.filter(|tail| seen.insert(*tail)));
    }
    while let Some(node) = open.pop() {
        for arc in game.board().graph().into(node).iter().take(left) {
            left -= 1;
            if seen.insert(arc.node) {
                open.push(arc.node);
            }
        }
        // How many were seen until then depends on the history of edits.
        if seen.len() > COUNTED_MAX || left == 0 {
            return "many nodes have no value".to_owned();
        }
    }
    let have = if seen.len() == 1 { "has" } else { "have" };
    format!("{} {have} no value", count(seen.len() as u64, "node"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgg_game::Meter;
    use sgg_model::Document;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn of_several_nodes_over_their_budget_the_first_in_the_text_is_the_reason() {
        let rows = |letter| -> String {
            (1..20).map(|i| format!("{letter}{i} -> {letter}0..{letter}{}\n", i - 1)).collect()
        };
        let text = format!("game addsub\np1..p100 -> end\n{}k *=9\nstones p1..p100 v19\n", rows('v'));
        let never = AtomicBool::new(false);
        let solve = |document: &mut Document| {
            document.solve(&mut Meter { node_budget: 10, ..Meter::new(&never) });
        };
        let reason = |document: &Document| {
            let game = document.snapshot().game_at(0).unwrap();
            match position_reason(document.snapshot(), game, game.header()) {
                Some(Reason::OverBudget(node)) => game.name(node),
                other => panic!("{other:?}"),
            }
        };
        let mut document = Document::open(&text);
        solve(&mut document);
        assert_eq!(reason(&document), "v12");
        let start = "game addsub\n".len();
        document.edit(start..start, &rows('w'));
        solve(&mut document);
        assert_eq!(reason(&document), "w12");
    }
}
