//! Why a node has its value, in one line: `mex{0, 1} = 2 (3 → 0, 5 → 1)`.
//!
//! What a kind has decides what is said (K-values, a ground, the form of its values), not its name.

use crate::followers::{Followers, arrow, set};
use crate::unsettled::{Reason, TOO_LARGE, reason};
use crate::verdict::lacks_ground;
use crate::words::{Signs, count};
use sgg_game::{Form, Node, Piece, Value};
use sgg_model::{Finding, Game, Snapshot, State, What};
use sgg_syntax::quote;
use std::collections::BTreeSet;

/// Whether values are those of the text, so that they follow from one another.
pub(crate) fn values_hold(game: &Game) -> bool {
    game.state() == State::Fresh && !lacks_ground(game)
}

/// The derivation of a value that is that of the text as it stands; nothing where it would take too long.
pub(crate) fn derivation(snapshot: &Snapshot, game: &Game, node: Node, signs: &Signs) -> Option<String> {
    let kind = game.kind();
    let value = game.value(node);
    if value == Value::Unknown {
        return reason(snapshot, game, node).map(|reason| unsettled(game, node, reason));
    }
    if kind.ground {
        return hanging(game, node, &value, signs);
    }
    if game.board().out(node).is_empty() {
        return Some("mex{} = 0 (no follower)".to_owned());
    }
    if kind.k {
        return picks(snapshot, game, node, &value, signs);
    }
    let followers = Followers::of(snapshot, game, node);
    Some(match (&value, kind.form) {
        (Value::Infinite(_), _) => infinite(game, &followers, &value, signs),
        (_, Form::Loopy) => {
            let mut parts = vec![mex(game, &followers, &value, signs)];
            parts.extend(answers(snapshot, game, &followers, &value, signs));
            parts.join("; ")
        }
        _ => mex(game, &followers, &value, signs),
    })
}

fn is_finite(value: &Value) -> bool {
    !matches!(value, Value::Infinite(_))
}

fn mex(game: &Game, followers: &Followers, value: &Value, signs: &Signs) -> String {
    let mut values = followers.finite();
    if let Value::Nimber(number) = value {
        // All that is below the mex is there, looked at or not.
        values.extend((0..*number).take(9));
    }
    let list = followers.list(game, signs, is_finite);
    let list = if list.is_empty() { "no follower has a finite value" } else { &list };
    format!("mex{} = {value} ({list})", set(&values, !followers.all, signs))
}

/// So many infinite followers are told how a move to them is answered.
const ANSWERS_MAX: usize = 3;
/// An infinite follower with more arcs is not looked into: very many nodes may lead to the same one.
const LOOKED_MAX: usize = 1024;

/// Smith's rule for a finite value k: what is infinite leads on to k.
fn answers(
    snapshot: &Snapshot,
    game: &Game,
    followers: &Followers,
    value: &Value,
    signs: &Signs,
) -> Vec<String> {
    let infinite = followers.first.iter().filter(|(_, value)| !is_finite(value));
    let told = infinite.take(ANSWERS_MAX).filter_map(|(node, own)| {
        if game.board().out(*node).len() > LOOKED_MAX {
            return None;
        }
        let answer = Followers::of(snapshot, game, *node).of_value(value)?;
        let next = arrow(game, answer, value, signs);
        Some(format!("{} leads on to {next}", arrow(game, *node, own, signs)))
    });
    told.collect()
}

/// Smith's rule for an infinite value: the mex is no value, for some infinite follower does not lead on to it.
fn infinite(game: &Game, followers: &Followers, value: &Value, signs: &Signs) -> String {
    let values = followers.finite();
    let list = followers.list(game, signs, is_finite);
    let from = match list.is_empty() {
        true => "no follower has a finite value".to_owned(),
        false => list,
    };
    let least = (0..).find(|number| !values.contains(number)).unwrap_or(0);
    let stuck = |node: Node| {
        let out = game.board().out(node);
        out.len() <= LOOKED_MAX && out.iter().all(|arc| game.value(arc.node) != Value::Nimber(least))
    };
    let mut endless = followers.first.iter().filter(|(_, value)| !is_finite(value));
    match endless.find(|(node, _)| followers.all && stuck(*node)) {
        Some((node, own)) => {
            let through = arrow(game, *node, own, signs);
            format!("{value} ({from}); not {least}, for {through} does not lead on to {least}")
        }
        None => format!("{value} ({from})"),
    }
}

fn picks(snapshot: &Snapshot, game: &Game, node: Node, value: &Value, signs: &Signs) -> Option<String> {
    let k = game.board().k(node)?;
    if k == 0 {
        return Some("K = 0, the stone just goes: mex{0} = 1".to_owned());
    }
    let followers = Followers::of(snapshot, game, node);
    let list = followers.list(game, signs, |_| true);
    let picks = game.board().picks(node);
    let sums = picks.as_ref().and_then(|picks| picks.sums.as_ref());
    let of = match sums {
        Some(sums) => {
            let sums: BTreeSet<u64> = sums.iter().copied().collect();
            format!("mex{} = {value}", set(&sums, false, signs))
        }
        None => format!("mex = {value}"),
    };
    let rank = picks.map_or(String::new(), |picks| format!(", rank {}", picks.rank));
    let picks = if k == 1 { "pick" } else { "picks" };
    Some(format!("{of}, of the XORs of K = {k} {picks}{rank} ({list})"))
}

/// No more edges are looked at for what hangs on a node: some hundred microseconds.
const EDGES_MAX: usize = 10_000;
/// So many pieces are told one by one.
const PIECES_MAX: usize = 6;

fn hanging(game: &Game, node: Node, value: &Value, signs: &Signs) -> Option<String> {
    let hanging = game.board().hanging(node, EDGES_MAX)?;
    if !hanging.grounded {
        return Some("it does not hang on the ground: 0".to_owned());
    }
    let loops = hanging.pieces.iter().filter(|piece| **piece == Piece::Loop).count();
    let mut told: Vec<(u64, String)> =
        hanging.pieces.iter().filter_map(|piece| piece_words(game, piece, signs)).collect();
    if loops > 0 {
        told.push((loops as u64 % 2, format!("{}: {}", count(loops as u64, "loop"), loops % 2)));
    }
    // Neither the order of edges nor that of nodes' numbers should show.
    told.sort_by(|a, b| b.cmp(a));
    let total = told.len();
    let values: Vec<String> = told.iter().take(PIECES_MAX).map(|(value, _)| value.to_string()).collect();
    let words: Vec<String> = told.into_iter().take(PIECES_MAX).map(|(_, words)| words).collect();
    Some(match total {
        0 => "nothing hangs on it: 0".to_owned(),
        1 => words.join(""),
        _ => {
            let more = total.saturating_sub(PIECES_MAX);
            let dots = if more > 0 { format!("{}{}", signs.xor, signs.more) } else { String::new() };
            let sum = values.join(signs.xor);
            format!("{sum}{dots} = {value} ({})", signs.list(&words, more))
        }
    })
}

/// `edge to b: 1 + 1 = 2`
fn piece_words(game: &Game, piece: &Piece, signs: &Signs) -> Option<(u64, String)> {
    let worth = |node: &Node| match game.value(*node) {
        Value::Nimber(value) => value,
        _ => 0,
    };
    match piece {
        Piece::Loop => None,
        Piece::Bridge(upper) => {
            let value = worth(upper);
            let name = quote(&game.name(*upper));
            Some((value + 1, format!("edge to {name}: {value} + 1 = {}", value + 1)))
        }
        Piece::Cycles { edges, nodes } => {
            let carried: Vec<u64> = nodes.iter().map(worth).filter(|value| *value > 0).collect();
            let parity = *edges as u64 % 2;
            let sum = carried.iter().fold(parity, |sum, value| sum ^ value);
            let what = format!("{} on cycles", count(*edges as u64, "edge"));
            Some(match carried.len() {
                0 => (sum, format!("{what}: {sum}")),
                _ => {
                    let above = carried.iter().fold(0, |sum, value| sum ^ value);
                    (sum, format!("{what}, and what stands there: {parity}{}{above} = {sum}", signs.xor))
                }
            })
        }
    }
}

fn unsettled(game: &Game, node: Node, reason: Reason) -> String {
    let name = |node| quote(&game.name(node));
    let above = |at: Node| if at == node { "it".to_owned() } else { name(at) };
    match reason {
        Reason::OverBudget(at) => {
            let known = game.board().over_budget_reason(at);
            let too_large = known.is_some_and(|known| known.too_large);
            let words = if too_large { TOO_LARGE } else { "over budget" };
            let told = known.filter(|_| !too_large).map_or(String::new(), |known| {
                format!(": {} different values below, K = {}, rank {}", known.degree, known.k, known.rank)
            });
            match at == node {
                true => format!("{words}{told}"),
                false => format!("{} below is {words}{told}", name(at)),
            }
        }
        Reason::MissingK(at) => format!("{} has no K-value", above(at)),
        Reason::ConflictingK(at) => format!("{} has several K-values", above(at)),
        Reason::Cycle => format!("on or above a cycle{}", cycle(game)),
    }
}

/// The game's cycle, where there is but one and it is short.
fn cycle(game: &Game) -> String {
    let mut cycles = game.findings().iter().filter_map(|Finding { what, .. }| match what {
        What::Cycle(cycle) => Some(cycle),
        _ => None,
    });
    match (cycles.next(), cycles.next()) {
        (Some(only), None) if only.arcs.len() <= 8 => {
            let tails = only.arcs.iter().map(|arc| arc.0);
            let names = tails.chain(only.arcs.first().map(|arc| arc.0)).map(|node| quote(&game.name(node)));
            format!(": {}", names.collect::<Vec<_>>().join(" -> "))
        }
        _ => String::new(),
    }
}
