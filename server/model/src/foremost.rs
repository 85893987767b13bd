//! Of things that are too many to be told all, the first ones: by the lines that they belong to, then by the names of
//! their nodes. Nodes' numbers, and the order in sets of them, depend on the history of edits; this does not.

use crate::facts::FactTable;
use crate::{LineId, Lines, Names};
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
    /// The first `most` of some nodes, in the order in which the text mentions them. Of nearly all that are not among them
    /// no more is looked at than the chunk of their line.
    pub(crate) fn in_text(&self, nodes: impl Iterator<Item = Node>, most: usize) -> Vec<Node> {
        let chunk = |node: Node| self.facts.get(node).first.and_then(|first| self.lines.rank(first.line));
        let mut first = First::new(self.names, most);
        let mut known: Option<(LineId, Option<usize>)> = None;
        let mut last: Option<(Node, Option<usize>)> = None;
        for node in nodes {
            if let Some(cut) = first.last.filter(|cut| last.is_none_or(|(node, _)| node != cut.node)) {
                last = Some((cut.node, chunk(cut.node)));
            }
            let mention = self.facts.get(node).first;
            let behind = |(_, last): (Node, Option<usize>)| {
                mention.and_then(|mention| self.lines.rank(mention.line)) > last
            };
            if last.is_some_and(behind) {
                continue;
            }
            // Many of one line stand side by side, mostly.
            let number = match (mention, known) {
                (Some(mention), Some((line, number))) if mention.line == line => number,
                (Some(mention), _) => self.lines.number(mention.line),
                (None, _) => None,
            };
            known = mention.map(|mention| (mention.line, number)).or(known);
            if first.last.is_none_or(|last| number <= last.line) {
                first.add(Place::new(self.names, number, node, ()));
            }
        }
        first.sorted().into_iter().map(|place| place.node).collect()
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
    let mut first = First::new(names, most);
    places.for_each(|place| first.add(place));
    first.sorted()
}

/// The first ones of places that come one by one.
struct First<'a, T> {
    names: &'a Names,
    most: usize,
    first: Vec<Place<T>>,
    /// What is not before this is not among them.
    last: Option<Place<T>>,
}

impl<'a, T: Copy> First<'a, T> {
    fn new(names: &'a Names, most: usize) -> First<'a, T> {
        First { names, most, first: Vec::new(), last: None }
    }

    fn add(&mut self, place: Place<T>) {
        if self.last.is_some_and(|last| order(self.names, &place, &last).is_ge()) {
            return;
        }
        self.first.push(place);
        if self.first.len() > self.most.saturating_mul(2) {
            self.first.select_nth_unstable_by(self.most, |a, b| order(self.names, a, b));
            self.last = self.first.get(self.most).copied();
            self.first.truncate(self.most);
        }
    }

    fn sorted(mut self) -> Vec<Place<T>> {
        self.first.sort_by(|a, b| order(self.names, a, b));
        self.first.truncate(self.most);
        self.first
    }
}

fn order<T>(names: &Names, a: &Place<T>, b: &Place<T>) -> Ordering {
    let ranks = (a.line, a.rank).cmp(&(b.line, b.rank));
    ranks.then_with(|| names.compare(a.node.index(), b.node.index()))
}

#[cfg(test)]
mod tests {
    use crate::Document;
    use sgg_game::Node;

    /// However few are asked for, and in whichever order the nodes come: lines of several chunks, long ones, and nodes
    /// without a place.
    #[test]
    fn the_first_are_those_that_come_first_in_order() {
        let lines: String = (0..700).map(|at| format!("v{} w{at}\n", at * 37 % 500)).collect();
        let text = format!(
            "game dag\nexpect sg z3=0 z1=0 z2=0\n{}\nx1..x300 ->\n",
            lines.replace('\n', " -> end\n")
        );
        let document = Document::open(&text);
        let snapshot = document.snapshot();
        let game = snapshot.games().next().unwrap();
        let line =
            |node: Node| game.first_mention(node).and_then(|first| snapshot.text.lines.number(first.line));
        let mut all: Vec<Node> = game.nodes().collect();
        all.sort_by_key(|node| (line(*node), game.names_rank(*node)));
        assert_eq!(all.len(), 3 + 500 + 700 + 1 + 300);
        let shuffled = |step: usize| (0..all.len()).map(move |at| (at * step) % 1504);
        for step in [1, 3, 1503, 625] {
            for most in [0, 1, 2, 7, 100, 1_000, 2_000] {
                let nodes = shuffled(step).map(|at| all[at]);
                let told = game.foremost(&snapshot.text).in_text(nodes, most);
                assert_eq!(told, all[..most.min(all.len())], "{step} {most}");
            }
        }
    }
}
