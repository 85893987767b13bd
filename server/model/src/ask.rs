//! Questions about a game and its positions that those who show them have.

use crate::foremost::by_name;
use crate::{Class, Game, LineId, Mask, Text, mentions};
use rustc_hash::FxHashSet;
use sgg_game::{Node, Tag};
use sgg_syntax::{Item, Role, Statement};
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

/// So many bytes of a game's first lines are read for names: about a millisecond.
const LOOKED_BYTES_MAX: usize = 1 << 16;

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

    /// Its nodes whose names start with a text, and whether these are all there are. In a game of more than `looked`
    /// nodes so many names of its first lines are compared with it, until `most` are found; in any other, of very many
    /// the first by name are taken. Names that continue it by a digit or two are found in a game of any size. Which ones
    /// are found does not depend on the history of edits.
    pub fn nodes_called(&self, text: &Text, start: &str, looked: usize, most: usize) -> (Vec<Node>, bool) {
        let few = self.node_count() <= looked;
        let mut found = match few {
            true => {
                let called = |node: &Node| self.names.starts_with(node.index(), start);
                by_name(&self.names, self.nodes().filter(called), most)
            }
            false => self.first_called(text, start, looked, most),
        };
        let all = few && found.len() < most;
        if !all {
            let tens = (0..10).map(|digit| format!("{start}{digit}"));
            let hundreds = (0..100).map(|digits| format!("{start}{digits:02}"));
            let longer = [start.to_owned()].into_iter().chain(tens).chain(hundreds);
            let mut seen: FxHashSet<Node> = found.iter().copied().collect();
            found.extend(longer.filter_map(|name| self.node(&name)).filter(|node| seen.insert(*node)));
        }
        (found, all)
    }

    /// Those of the first `looked` names in its lines that start with a text, as far as they are `most`.
    fn first_called(&self, text: &Text, start: &str, looked: usize, most: usize) -> Vec<Node> {
        let (mut left, mut bytes) = (looked, LOOKED_BYTES_MAX);
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut found = Vec::new();
        let mut downwards = text.downwards();
        let mask = mentions::OTHERS.or(Mask::of(Class::Edge));
        for (number, _) in text.lines.select(text.game_lines(self.header()), mask) {
            let (line_text, line) = downwards.parse(number);
            let mut take = |name: &str| {
                let called = self.node(name).filter(|_| name.starts_with(start) && found.len() < most);
                found.extend(called.filter(|node| seen.insert(*node)));
            };
            for (_, item) in mentions::items(&line) {
                match item {
                    Item::Star => {}
                    _ if left == 0 => break,
                    Item::Name(name) => {
                        left = left.saturating_sub(1);
                        take(&name.text(&line_text));
                    }
                    Item::Range(range) => {
                        let count = usize::try_from(range.count()).unwrap_or(usize::MAX).min(left);
                        left -= count;
                        let prefix = range.prefix(&line_text);
                        if prefix.starts_with(start) || start.starts_with(prefix) {
                            range.names(&line_text).take(count).for_each(|name| take(&name));
                        }
                    }
                }
            }
            bytes = bytes.saturating_sub(line_text.len());
            if left == 0 || bytes == 0 || found.len() >= most {
                break;
            }
        }
        found
    }

    /// The first `most` of some nodes by their names.
    pub fn first_by_name(&self, nodes: impl Iterator<Item = Node>, most: usize) -> Vec<Node> {
        by_name(&self.names, nodes, most)
    }

    /// The nodes that a node's first arcs lead to: of the first `most` arcs in the order of the text. O(arcs of the node).
    pub fn first_followers(&self, text: &Text, node: Node, most: usize) -> Vec<Node> {
        let out = self.board().out(node);
        // A line's arcs stand in the order of the text, nearly always side by side.
        let runs = out.chunk_by(|a, b| a.tag == b.tag).enumerate();
        let runs = runs.filter_map(|(at, run)| Some((LineId::of(run.first()?.tag), at, run)));
        let runs = text.lines.foremost_of(runs, |(line, at, _)| (*line, *at), most);
        runs.into_iter().flat_map(|(_, _, run)| run).take(most).map(|arc| arc.node).collect()
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
        self.first_undeclared(text, in_graph, self.undeclared_in_graph.iter().copied())
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
            let found = game.nodes_called(&snapshot.text, start, looked, 100).0;
            found.into_iter().map(|node| game.name(node)).collect()
        };
        assert_eq!(called("a", 100), ["a1", "a2", "a10", "a b"]);
        assert_eq!(called("a1", 100), ["a1", "a10"]);
        assert_eq!(called("a b", 100), ["a b"]);
        assert_eq!(called("b0", 100), ["b01"]);
        assert_eq!(called("b1", 100), [""; 0]);
        assert_eq!(called("1", 100), ["1", "11"]);
        assert_eq!(called("", 100).len(), 9);
        // Beyond the first ones only those that go on by digits.
        assert_eq!(called("a", 1), ["a1", "a2", "a10"]);
        let all = |looked, most| game.nodes_called(&snapshot.text, "a", looked, most).1;
        assert!(all(9, 100) && !all(1, 100) && !all(9, 1));
        assert_eq!(
            game.nodes_called(&snapshot.text, "a", 9, 1).0.len(),
            3,
            "the first, and two by their digits"
        );
        assert_eq!(game.mention_count(game.node("a1").unwrap()), 2);
    }

    #[test]
    fn followers_stand_in_the_order_of_the_text() {
        let (head, line) =
            ("game loopy\nhub -> last\n", "hub -> b -> hub -> x1..x99 -> hub -> z -> hub -> a\n");
        let followers = |document: &Document, most| -> Vec<String> {
            let snapshot = document.snapshot();
            let game = snapshot.games().next().unwrap();
            let found = game.first_followers(&snapshot.text, game.node("hub").unwrap(), most);
            found.into_iter().map(|node| game.name(node)).collect()
        };
        let mut typed = Document::open(head);
        typed.edit(11..11, line);
        typed.edit(11..11, "hub -> top\n");
        let opened = Document::open(&format!("game loopy\nhub -> top\n{line}hub -> last\n"));
        assert_eq!(followers(&opened, 3), ["top", "b", "x1"]);
        for most in [1, 2, 3, 50, 102, 103, 200] {
            assert_eq!(followers(&opened, most), followers(&typed, most));
        }
        assert_eq!(followers(&opened, 200).split_off(100), ["x99", "z", "a", "last"][..]);
    }
}
