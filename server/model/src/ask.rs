//! Questions about a game and its positions that those who show them have.

use crate::{Class, Game, LineId, Mask, Text};
use sgg_game::{Node, Tag};
use sgg_syntax::{Role, Statement};
use std::ops::Range;

/// What keeps a game from having values, or a position from having a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// The line of that number can't be read.
    Unreadable(usize),
    /// The line of that number is not one that the game's kind has.
    Unusable(usize),
    /// A node is mentioned and not declared.
    Undeclared(Node),
    /// A node has more stones than any may have.
    TooManyStones(Node),
}

impl LineId {
    /// The line that declared an arc.
    pub fn of(tag: Tag) -> LineId {
        LineId(tag.0)
    }
}

impl Game {
    /// Whether its nodes have values at all, be they from before the last changes.
    pub fn is_valued(&self) -> bool {
        self.has_values()
    }

    /// Whether a node is mentioned and not declared.
    pub fn is_undeclared(&self, node: Node) -> bool {
        self.undeclared.contains(&node)
    }

    /// How often its lines mention a node.
    pub fn mention_count(&self, node: Node) -> u64 {
        let facts = self.facts.get(node);
        let others = facts.others;
        [facts.edges, others.declared, others.graph, others.loose].into_iter().map(u64::from).sum()
    }

    /// Its nodes whose names start with a text, and whether these are all there are: `looked` names are compared with
    /// it, until `most` are found. Names that continue it by a digit or two are found in a game of any size.
    pub fn nodes_called(&self, start: &str, looked: usize, most: usize) -> (Vec<Node>, bool) {
        let graph = self.board.graph();
        let named = (0..self.names.len().min(looked)).filter(|number| self.names.starts_with(*number, start));
        let live = named.filter_map(|number| graph.node(number)).filter(|node| self.is_live(*node));
        let mut found: Vec<Node> = live.take(most).collect();
        let all = self.names.len() <= looked && found.len() < most;
        if !all {
            let tens = (0..10).map(|digit| format!("{start}{digit}"));
            let hundreds = (0..100).map(|digits| format!("{start}{digits:02}"));
            let longer = [start.to_owned()].into_iter().chain(tens).chain(hundreds);
            let last = if found.len() < most {
                looked.checked_sub(1)
            } else {
                found.last().map(|node| node.index())
            };
            let behind = longer.filter_map(|name| self.node(&name));
            found.extend(behind.filter(|node| last.is_none_or(|last| node.index() > last)));
        }
        (found, all)
    }

    /// A number that orders nodes by their names, nearly; it does not depend on the history of edits.
    pub fn names_rank(&self, node: Node) -> u64 {
        self.names.rank(node.index())
    }

    /// How many rounds it has.
    pub fn round_count(&self) -> usize {
        self.positions.len().saturating_sub(1)
    }

    /// How many nodes have another value than `expect sg` says.
    pub fn failed_sg_count(&self) -> usize {
        self.sg_failed.len()
    }

    /// The first thing that keeps it from being solved. O(1) where nothing does.
    pub fn blocker(&self, text: &Text) -> Option<Blocker> {
        if !self.blocked() {
            return None;
        }
        if self.broken > 0 {
            let lines = text.game_lines(self.header());
            return broken_line(text, lines, Role::Graph);
        }
        let in_graph = |node: &Node| self.facts.get(*node).in_graph();
        let all = self.undeclared.iter().copied().filter(in_graph);
        self.first_undeclared(text, in_graph, all)
    }

    /// What keeps the position of a header from having a verdict, its game apart.
    pub fn position_blocker(&self, text: &Text, header: LineId) -> Option<Blocker> {
        let position = self.position(header)?;
        if position.broken > 0 {
            let start = text.lines.number(header)? + 1;
            let end = text.lines.next(start, Mask::HEADER).map_or(text.lines.len(), |(number, _)| number);
            return broken_line(text, start..end, Role::Stones);
        }
        if let Some(node) = position.findings.too_many {
            return Some(Blocker::TooManyStones(node));
        }
        let has_stones = |node: &Node| position.names(*node) && position.amount(*node) > 0;
        self.first_undeclared(text, has_stones, position.among(&self.undeclared))
    }

    /// The undeclared node that the text mentions first, of those wanted, which are `all`. The first ones are known to
    /// be in order as long as nothing changes.
    fn first_undeclared(
        &self,
        text: &Text,
        wanted: impl Fn(&Node) -> bool,
        all: impl Iterator<Item = Node>,
    ) -> Option<Blocker> {
        let known: &[Node] = if self.settled { &self.said.undeclared } else { &[] };
        let first = known.iter().copied().find(wanted).or_else(|| self.first_of(text, all));
        first.map(Blocker::Undeclared)
    }

    /// Of some nodes the one that the text mentions first; their numbers depend on the history of edits.
    pub fn first_of(&self, text: &Text, nodes: impl Iterator<Item = Node>) -> Option<Node> {
        self.foremost(text).first(nodes)
    }
}

/// The first line that can't be read or used and harms what `role` says.
fn broken_line(text: &Text, lines: Range<usize>, role: Role) -> Option<Blocker> {
    let mut downwards = text.downwards();
    text.lines.select(lines, Mask::of(Class::Broken)).find_map(|(number, _)| {
        let (_, line) = downwards.parse(number);
        match &line.statement {
            Statement::Broken(harms) => (*harms == role).then_some(Blocker::Unreadable(number)),
            statement => (crate::game::role(statement) == Some(role)).then_some(Blocker::Unusable(number)),
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::Document;

    #[test]
    fn nodes_by_the_start_of_their_names() {
        let document = Document::open("game dag\na1 a10 -> a2 \"a b\" b01\n11 -> 1 2\nstones x a1");
        let snapshot = document.snapshot();
        let game = snapshot.games().next().unwrap();
        let called = |start: &str, looked| -> Vec<String> {
            game.nodes_called(start, looked, 100).0.into_iter().map(|node| game.name(node)).collect()
        };
        assert_eq!(called("a", 100), ["a1", "a10", "a2", "a b"]);
        assert_eq!(called("a1", 100), ["a1", "a10"]);
        assert_eq!(called("a b", 100), ["a b"]);
        assert_eq!(called("b0", 100), ["b01"]);
        assert_eq!(called("b1", 100), [""; 0]);
        assert_eq!(called("1", 100), ["11", "1"]);
        assert_eq!(called("", 100).len(), 9);
        // Beyond the first ones only those that go on by digits.
        assert_eq!(called("a", 1), ["a1", "a2", "a10"]);
        let all = |looked, most| game.nodes_called("a", looked, most).1;
        assert!(all(9, 100) && !all(1, 100) && !all(9, 1));
        assert_eq!(game.nodes_called("a", 9, 1).0.len(), 3, "one by looking, two by their digits");
        assert_eq!(game.mention_count(game.node("a1").unwrap()), 2);
    }
}
