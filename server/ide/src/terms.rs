//! What a position is the sum of.

use sgg_game::{Form, Node, Value};
use sgg_model::{Class, Game, LineId, Mask, Snapshot, mentions};
use sgg_syntax::Item;
use std::collections::HashMap;

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
            let first = position.stones(game).take(most);
            (first.map(|(node, stones)| term(node, stones)).collect(), position.stone_count(game))
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
