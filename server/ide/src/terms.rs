//! What a position is the sum of.

use crate::named_lines::LOOKED_BYTES_MAX;
use sgg_game::{Form, Node, Value};
use sgg_model::{Class, Game, LineId, Mask, Position, Snapshot, mentions};
use sgg_syntax::Item;
use std::collections::{HashMap, HashSet};

/// The stones on one node, or a node of the ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    /// The node.
    pub(crate) node: Node,
    /// How many stones lie on it; 1 for a node of the ground.
    pub(crate) stones: u64,
    /// Its value.
    pub(crate) value: Value,
}

/// Beyond so many nodes with stones a sum is not written out, and nothing looks at them all.
pub(crate) const TERMS_MAX: usize = 64;

/// Stones are put in the order of their lines when these are not more than this, and no range is longer.
const LINES_MAX: usize = 32;
const RANGE_MAX: u64 = 1024;
/// Of many, the first ones are looked for in so many lines.
const LINES_LOOKED: usize = 256;

/// All terms of a position, in the order of the text; none where they are many.
pub(crate) fn terms(snapshot: &Snapshot, game: &Game, header: LineId) -> Option<Vec<Term>> {
    let stones = match game.kind().stones {
        true => stones_in_order(snapshot, game, header)?,
        false => ground(game)?,
    };
    let term = |(node, stones)| Term { node, stones, value: game.value(node) };
    Some(stones.into_iter().map(term).collect())
}

/// Some terms, for a list that is cut: all of them in order, or the first ones of many. And how many there are.
pub(crate) fn first_terms(
    snapshot: &Snapshot,
    game: &Game,
    header: LineId,
    most: usize,
) -> (Vec<Term>, usize) {
    if let Some(mut all) = terms(snapshot, game, header) {
        let total = all.len();
        all.truncate(most);
        return (all, total);
    }
    let term = |node, stones| Term { node, stones, value: game.value(node) };
    match game.position(header) {
        Some(position) if game.kind().stones => {
            let first = first_stones(snapshot, game, header, position, most);
            (first.into_iter().map(|(node, stones)| term(node, stones)).collect(), position.stone_count(game))
        }
        _ => {
            let ground = game.board().ground();
            (ground.iter().take(most).map(|node| term(*node, 1)).collect(), ground.len())
        }
    }
}

fn ground(game: &Game) -> Option<Vec<(Node, u64)>> {
    let ground = game.board().ground();
    (ground.len() <= TERMS_MAX).then(|| ground.iter().map(|node| (*node, 1)).collect())
}

/// Some of many stones: those that come first in the text, then those that only `*` means, in the order in which the
/// game's lines name their nodes.
fn first_stones(
    snapshot: &Snapshot,
    game: &Game,
    header: LineId,
    position: &Position,
    most: usize,
) -> Vec<(Node, u64)> {
    let text = &snapshot.text;
    let Some(start) = text.lines.number(header) else { return Vec::new() };
    let end = text.lines.next(start + 1, Mask::HEADER).map_or(text.lines.len(), |(number, _)| number);
    let own = text.lines.select(start + 1..end, Mask::of(Class::Stones)).take(LINES_LOOKED);
    let class = if game.lists_nodes() { Class::Nodes } else { Class::Edge };
    let all = text.lines.select(text.game_lines(game.header()), Mask::of(class)).take(LINES_LOOKED);
    let mut seen = HashSet::new();
    let (mut found, mut bytes) = (Vec::new(), 0);
    for (number, _) in own.chain(all) {
        let (line_text, line) = text.parse(number);
        bytes += line_text.len();
        if bytes > LOOKED_BYTES_MAX {
            break;
        }
        for (_, item) in mentions::items(&line) {
            if found.len() >= most {
                return found;
            }
            let mut take = |name: &str| {
                let meant = |node: &Node| position.names(*node) || !game.is_undeclared(*node);
                let node = game.node(name).filter(|node| meant(node) && seen.insert(*node));
                let amount = node.map(|node| (node, position.amount(node)));
                found.extend(amount.filter(|(_, amount)| *amount > 0 && found.len() < most));
            };
            match item {
                Item::Star => {}
                Item::Name(name) => take(&name.text(&line_text)),
                Item::Range(range) => {
                    range.names(&line_text).take(RANGE_MAX as usize).for_each(|name| take(&name));
                }
            }
        }
    }
    found
}

/// The order is that of the text and not that of the nodes' numbers, which depends on the history of edits.
fn stones_in_order(snapshot: &Snapshot, game: &Game, header: LineId) -> Option<Vec<(Node, u64)>> {
    let mut stones: Vec<(Node, u64)> = game.position(header)?.stones(game).take(TERMS_MAX + 1).collect();
    if stones.len() > TERMS_MAX {
        return None;
    }
    let text = &snapshot.text;
    let start = text.lines.number(header)? + 1;
    let end = text.lines.next(start, Mask::HEADER).map_or(text.lines.len(), |(number, _)| number);
    let mut ranks: HashMap<Node, usize> = HashMap::new();
    for (seen, (number, _)) in text.lines.select(start..end, Mask::of(Class::Stones)).enumerate() {
        if seen >= LINES_MAX {
            return None;
        }
        let (line_text, line) = text.parse(number);
        for (_, item) in mentions::items(&line) {
            if matches!(item, Item::Range(range) if range.count() > RANGE_MAX) {
                return None;
            }
            mentions::each_node(game, &line_text, item, |node| {
                let next = ranks.len();
                ranks.entry(node).or_insert(next);
            });
        }
    }
    // Nodes that only `*` means stand behind the others.
    let first_line =
        |node: Node| game.first_mention(node).and_then(|mention| text.lines.number(mention.line));
    stones.sort_by_cached_key(|(node, _)| {
        let rank = ranks.get(node).copied();
        (rank.unwrap_or(usize::MAX), rank.is_none().then(|| (first_line(*node), game.name(*node))))
    });
    Some(stones)
}

/// What a term adds to a sum, in nim-sum: an even number of stones cancels out, but every stone of an infinite
/// value counts. At most `most` values.
pub(crate) fn summands(terms: &[Term], most: usize) -> Vec<&Value> {
    let mut values = Vec::new();
    for term in terms {
        let times = match term.value {
            Value::Infinite(_) => usize::try_from(term.stones).unwrap_or(usize::MAX),
            _ => (term.stones % 2) as usize,
        };
        values.extend(std::iter::repeat_n(&term.value, times.min(most.saturating_sub(values.len()))));
    }
    values
}

/// What some stones on a node add to the value of a position, as it is written; `None` for a sum of nothing known.
pub(crate) fn contribution(form: Form, value: &Value, stones: u64) -> sgg_game::Total {
    use sgg_game::Total;
    match (form, value) {
        (_, Value::Unknown) => Total::Unknown,
        (Form::Ordinal, Value::Nimber(class)) => match u32::try_from(*class) {
            Ok(_) if stones == 0 => Total::Ordinal(Vec::new()),
            Ok(class) => Total::Ordinal(vec![(class, stones)]),
            Err(_) => Total::Unknown,
        },
        (_, Value::Infinite(set)) => match stones {
            0 => Total::Nimber { powers: Vec::new(), low: 0 },
            1 => Total::Infinite(set.iter().map(|value| u64::from(*value)).collect()),
            _ => Total::Infinite(Vec::new()),
        },
        (_, value) => crate::words::nim_sum((stones % 2 == 1).then_some(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{document, solve};

    /// The first three terms of a text after an edit, whose nodes the edit numbers last.
    fn first(text: &str, typed: &str, line: usize) -> (Vec<(String, u64)>, usize) {
        let mut document = document(text);
        let at = document.snapshot().text.rope.line_to_byte(line);
        document.edit(at..at, typed);
        solve(&mut document);
        let snapshot = document.snapshot();
        let game = snapshot.game_at(0).unwrap();
        let (terms, total) = first_terms(snapshot, game, game.header(), 3);
        (terms.iter().map(|term| (game.name(term.node), term.stones)).collect(), total)
    }

    #[test]
    fn the_first_of_many_terms_are_those_that_come_first_in_the_text() {
        let many = "game dag\nv1..v100 -> end\nstones v1..v100\n";
        let named = |names: [(&str, u64); 3]| names.map(|(name, stones)| (name.to_owned(), stones)).to_vec();
        let told = first(many, "stones zz v7=2 z=0\n", 2);
        assert_eq!(told, (named([("zz", 1), ("v7", 3), ("v1", 1)]), 102));
        // Those that only `*` means follow.
        let told = first("game dag\nv1..v100 -> end\nstones *=2 v9\n", "zz -> end\n", 1);
        assert_eq!(told, (named([("v9", 1), ("zz", 2), ("end", 2)]), 102));
    }
}
