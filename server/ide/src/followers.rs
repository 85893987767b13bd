//! A node's followers and their values, cut to what can be shown.

use crate::words::Signs;
use sgg_game::{Node, Value};
use sgg_model::{Game, Snapshot};
use sgg_syntax::quote;
use std::collections::{BTreeSet, HashSet};

/// What is known of a node's followers.
#[derive(Clone, Debug)]
pub(crate) struct Followers {
    /// The first ones, each once, with their values.
    pub(crate) first: Vec<(Node, Value)>,
    /// How many there are; where not all were looked at, how many arcs.
    pub(crate) total: usize,
    /// Whether all were looked at.
    pub(crate) all: bool,
}

/// The values of no more of a node's followers are looked at. To find these, all its arcs are gone through where they
/// are more.
const LOOKED_MAX: usize = 1024;
/// A list is written out up to so many entries; a longer one is cut to `CUT_TO`.
const LISTED_MAX: usize = 8;
const CUT_TO: usize = 6;

impl Followers {
    pub(crate) fn of(snapshot: &Snapshot, game: &Game, node: Node) -> Followers {
        let arcs = game.board().out(node).len();
        let all = arcs <= LOOKED_MAX;
        // In the order of the text, whatever the history of edits.
        let followers = game.first_followers(&snapshot.text, node, LOOKED_MAX);
        let mut seen = HashSet::new();
        let nodes = followers.into_iter().filter(|node| seen.insert(*node));
        let first: Vec<(Node, Value)> = nodes.map(|node| (node, game.value(node))).collect();
        let total = if all { first.len() } else { arcs };
        Followers { first, total, all }
    }

    /// The first one of a value.
    pub(crate) fn of_value(&self, wanted: &Value) -> Option<Node> {
        self.first.iter().find(|(_, value)| value == wanted).map(|(node, _)| *node)
    }

    /// Their finite values, as far as they were looked at.
    pub(crate) fn finite(&self) -> BTreeSet<u64> {
        let number = |value: &Value| match value {
            Value::Nimber(number) => Some(*number),
            _ => None,
        };
        self.first.iter().filter_map(|(_, value)| number(value)).collect()
    }

    /// Those that a list of wanted ones shows: all where they are few, else one for each value and some more.
    fn shown(&self, wanted: impl Fn(&Value) -> bool) -> (Vec<&(Node, Value)>, usize) {
        let all: Vec<&(Node, Value)> = self.first.iter().filter(|(_, value)| wanted(value)).collect();
        let hidden = self.total - self.first.len();
        if all.len() + hidden <= LISTED_MAX {
            return (all, 0);
        }
        let mut values = HashSet::new();
        let (mut shown, mut others): (Vec<_>, Vec<_>) =
            all.iter().copied().partition(|(_, value)| values.insert(value.clone()));
        shown.sort_by_key(|(_, value)| match value {
            Value::Nimber(number) => (0, *number),
            Value::Power(exponent) => (1, u64::from(*exponent)),
            _ => (2, 0),
        });
        shown.append(&mut others);
        shown.truncate(CUT_TO);
        let more = all.len() + hidden - shown.len();
        (shown, more)
    }

    /// `3 → 0, 5 → 1, … 994 more`
    pub(crate) fn list(&self, game: &Game, signs: &Signs, wanted: impl Fn(&Value) -> bool) -> String {
        let (shown, more) = self.shown(wanted);
        let entry = |(node, value): &&(Node, Value)| arrow(game, *node, value, signs);
        signs.list(&shown.iter().map(entry).collect::<Vec<_>>(), more)
    }
}

/// `3 → 0`
pub(crate) fn arrow(game: &Game, node: Node, value: &Value, signs: &Signs) -> String {
    format!("{}{}{value}", quote(&game.name(node)), signs.arrow)
}

/// A set of numbers, cut: `{0, 1, 2, …}`. `open`: it may hold more than these.
pub(crate) fn set(numbers: &BTreeSet<u64>, open: bool, signs: &Signs) -> String {
    let mut words: Vec<String> = numbers.iter().take(LISTED_MAX).map(ToString::to_string).collect();
    if open || numbers.len() > LISTED_MAX {
        words.push(signs.more.to_owned());
    }
    format!("{{{}}}", words.join(", "))
}
