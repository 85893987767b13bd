//! Of things that are too many to be told all, the first ones: by the lines that they belong to, then by the names of
//! their nodes. Nodes' numbers, and the order in sets of them, depend on the history of edits; this does not.

use crate::facts::FactTable;
use crate::{Lines, Names};
use sgg_game::Node;
use std::cmp::Ordering;

/// Where something stands among others of its sort.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<T> {
    /// The number of its line; none where lines do not matter.
    line: Option<usize>,
    /// Of its node's name.
    rank: u64,
    node: Node,
    pub(crate) what: T,
}

/// The names of a game's nodes, and the lines that first mention them.
#[derive(Clone, Copy)]
pub(crate) struct Foremost<'a> {
    pub(crate) lines: &'a Lines,
    pub(crate) names: &'a Names,
    pub(crate) facts: &'a FactTable,
}

impl Foremost<'_> {
    /// The first `most` of some nodes, in the order in which the text mentions them.
    pub(crate) fn in_text(&self, nodes: impl Iterator<Item = Node>, most: usize) -> Vec<Node> {
        let places = nodes.map(|node| self.in_text_at(node));
        of_places(self.names, places, most).into_iter().map(|place| place.node).collect()
    }

    /// The one that the text mentions first.
    pub(crate) fn first(&self, nodes: impl Iterator<Item = Node>) -> Option<Node> {
        let places = nodes.map(|node| self.in_text_at(node));
        places.min_by(|a, b| order(self.names, a, b)).map(|place| place.node)
    }

    fn in_text_at(&self, node: Node) -> Place<()> {
        let line = self.facts.get(node).first.and_then(|mention| self.lines.number(mention.line));
        Place::new(self.names, line, node, ())
    }
}

impl<T> Place<T> {
    pub(crate) fn new(names: &Names, line: Option<usize>, node: Node, what: T) -> Place<T> {
        Place { line, rank: names.rank(node.index()), node, what }
    }
}

/// The first `most` of some nodes by their names.
pub(crate) fn by_name(names: &Names, nodes: impl Iterator<Item = Node>, most: usize) -> Vec<Node> {
    let places = nodes.map(|node| Place::new(names, None, node, ()));
    of_places(names, places, most).into_iter().map(|place| place.node).collect()
}

/// The first `most` of some places, in order. O(places + told log told), without keeping what is not among them.
pub(crate) fn of_places<T: Copy>(
    names: &Names,
    places: impl Iterator<Item = Place<T>>,
    most: usize,
) -> Vec<Place<T>> {
    let mut first: Vec<Place<T>> = Vec::new();
    let mut last: Option<Place<T>> = None;
    for place in places {
        if last.is_some_and(|last| order(names, &place, &last).is_ge()) {
            continue;
        }
        first.push(place);
        if first.len() > most.saturating_mul(2) {
            first.select_nth_unstable_by(most, |a, b| order(names, a, b));
            last = first.get(most).copied();
            first.truncate(most);
        }
    }
    first.sort_by(|a, b| order(names, a, b));
    first.truncate(most);
    first
}

fn order<T>(names: &Names, a: &Place<T>, b: &Place<T>) -> Ordering {
    let ranks = (a.line, a.rank).cmp(&(b.line, b.rank));
    ranks.then_with(|| names.compare(a.node.index(), b.node.index()))
}
