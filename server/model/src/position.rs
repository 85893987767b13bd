//! A position: the stones of a game or round, what is expected of it, and who wins.

use crate::foremost::{Foremost, by_name};
use crate::{Game, LineId, Names};
use sgg_game::{Board, Form, Graph, Node, Outcome, Sum, Total, Value};
use sgg_syntax::{Literal, OutcomeWord};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The stones of one entry, or of several of one line whose nodes follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stone {
    /// Where they lie; everywhere else for `*`.
    pub(crate) nodes: Option<Run>,
    /// How many lie on each.
    pub(crate) amount: u64,
    pub(crate) line: LineId,
}

/// Nodes whose numbers follow each other: a range of millions is as quickly said as one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) first: Node,
    pub(crate) last: Node,
}

impl Run {
    /// The nodes, all of this graph.
    pub(crate) fn nodes(self, graph: &Graph) -> impl Iterator<Item = Node> + '_ {
        (self.first.index()..=self.last.index()).filter_map(|index| graph.node(index))
    }
}

impl Stone {
    /// Adds stones on a node to those of a line.
    pub(crate) fn push(stones: &mut Vec<Stone>, node: Node, amount: u64, line: LineId) {
        if let Some(Stone { nodes: Some(run), amount: same, .. }) = stones.last_mut() {
            if *same == amount && run.last.index() + 1 == node.index() {
                run.last = node;
                return;
            }
        }
        stones.push(Stone { nodes: Some(Run { first: node, last: node }), amount, line });
    }
}

/// What is expected of a whole position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// `expect first`, …
    Outcome(OutcomeWord),
    /// `expect value V`
    Value(Literal),
}

/// The stones of a game or round, and what follows from them.
#[derive(Clone, Debug, Default)]
pub struct Position {
    pub(crate) title: Option<String>,
    pub(crate) stones: Vec<Stone>,
    pub(crate) expected: Vec<(LineId, Expected)>,
    /// Lines of bare entries, one repeated, that may be meant as counts, with the number of entries.
    pub(crate) counts: Vec<(LineId, usize)>,
    /// `stones` lines that can't be read or used.
    pub(crate) broken: usize,
    pub(crate) findings: PositionFindings,
    /// The nodes with entries of their own, ascending, and how many stones each has. Neighbours with as many are one.
    merged: Vec<(Run, u64)>,
    /// How many stones every other node has.
    star: u64,
    star_too_many: bool,
    /// Nodes with more stones than any may have.
    overfull: Vec<Run>,
    sum: Option<Sum>,
}

/// What is to be said of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PositionFindings {
    /// Expectations that do not hold.
    pub(crate) failed: Vec<LineId>,
    /// Nodes with an even number of stones, and arcs.
    pub(crate) even: Vec<(Node, u64)>,
    /// The first node with more stones than any may have.
    pub(crate) too_many: Option<Node>,
}

/// How many stones one node may have.
pub const STONES_MAX: u64 = i64::MAX as u64;
/// How many `even-stones` hints one position gives at most.
const EVEN_MAX: usize = 100;
/// So many of the nodes that `*` may mean are put in order for all positions, which rarely name most of them.
const OTHERS_MAX: usize = 1_000;

/// The nodes that `*` may mean.
#[derive(Debug, Default)]
pub(crate) struct Others {
    nodes: Vec<Node>,
    /// The first with arcs, by their names.
    first: OnceCell<Vec<Node>>,
}

impl Others {
    pub(crate) fn new(nodes: Vec<Node>) -> Others {
        Others { nodes, first: OnceCell::new() }
    }

    fn first(&self, board: &Board, names: &Names) -> &[Node] {
        self.first.get_or_init(|| by_name(names, self.with_arcs(board), OTHERS_MAX))
    }

    fn with_arcs<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Node> + 'a {
        self.nodes.iter().copied().filter(|node| !board.out(*node).is_empty())
    }
}

impl PositionFindings {
    pub(crate) fn is_empty(&self) -> bool {
        self.failed.is_empty() && !self.speaks_of_stones()
    }

    pub(crate) fn speaks_of_stones(&self) -> bool {
        !self.even.is_empty() || self.too_many.is_some()
    }
}

impl Position {
    /// Its title, read.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Who wins and by what value; none where that is not known.
    pub fn sum(&self) -> Option<&Sum> {
        self.sum.as_ref()
    }

    /// The stones, node by node: nodes with entries of their own, ascending, then those that `*` means.
    pub fn stones<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = (Node, u64)> + 'a {
        let others = if self.star > 0 { Some(game.declared_nodes()) } else { None };
        self.all_stones(game.board().graph(), others.into_iter().flatten())
    }

    /// How many nodes have stones.
    pub fn stone_count(&self, game: &Game) -> usize {
        match self.star {
            0 => self.merged.iter().map(|(run, _)| run.last.index() - run.first.index() + 1).sum(),
            _ => self.stones(game).count(),
        }
    }

    /// How many stones lie on a node.
    pub fn amount(&self, node: Node) -> u64 {
        self.own_amount(node).unwrap_or(self.star)
    }

    /// Where it has entries of its own: how many stones they give it.
    fn own_amount(&self, node: Node) -> Option<u64> {
        let before = self.merged.partition_point(|(run, _)| run.last < node);
        let (run, amount) = self.merged.get(before)?;
        (run.first <= node).then_some(*amount)
    }

    fn all_stones<'a>(
        &'a self,
        graph: &'a Graph,
        others: impl Iterator<Item = Node> + 'a,
    ) -> impl Iterator<Item = (Node, u64)> + 'a {
        let named = self.merged.iter().filter(|(_, amount)| *amount > 0);
        let named = named.flat_map(|(run, amount)| run.nodes(graph).map(|node| (node, *amount)));
        let star = self.star;
        let others = others.filter(move |node| star > 0 && !self.names(*node));
        named.chain(others.map(move |node| (node, star)))
    }

    /// Whether an entry of its own names a node; else `*` means it.
    pub fn names(&self, node: Node) -> bool {
        self.own_amount(node).is_some()
    }

    /// What is expected of it, and where that stands.
    pub fn expected(&self) -> &[(LineId, Expected)] {
        &self.expected
    }

    /// The lines of expectations that do not hold.
    pub fn failed(&self) -> &[LineId] {
        &self.findings.failed
    }

    /// Whether there is anything in it that makes it a position even where rounds follow.
    pub fn is_stated(&self) -> bool {
        !self.stones.is_empty() || self.broken > 0 || !self.expected.is_empty()
    }

    /// Adds up the stones. What `*` means is not written out: a file may have very many rounds.
    fn merge(&mut self, graph: &Graph) {
        let star = self.stones.iter().filter(|stone| stone.nodes.is_none());
        let star: u128 = star.map(|stone| u128::from(stone.amount)).sum();
        let most = u128::from(STONES_MAX);
        self.star_too_many = star > most;
        self.star = star.min(most) as u64;
        // Where each entry begins and where it has ended.
        let mut bounds: Vec<(u32, bool, u32)> = Vec::with_capacity(2 * self.stones.len());
        for (at, stone) in (0..).zip(&self.stones) {
            let Some(run) = stone.nodes else { continue };
            bounds.push((run.first.index() as u32, true, at));
            bounds.push((run.last.index() as u32 + 1, false, at));
        }
        bounds.sort_unstable();
        self.overfull = Vec::new();
        self.merged = Vec::new();
        let (mut entries, mut amount, mut from) = (0_usize, 0_u128, 0);
        for (at, begins, entry) in bounds {
            if entries > 0 && from < at {
                self.push_merged(graph, from, at - 1, amount);
            }
            from = at;
            let own = self.stones.get(entry as usize).map_or(0, |stone| u128::from(stone.amount));
            if begins {
                (entries, amount) = (entries + 1, amount + own);
            } else {
                (entries, amount) = (entries - 1, amount - own);
            }
        }
    }

    fn push_merged(&mut self, graph: &Graph, first: u32, last: u32, amount: u128) {
        let (Some(first), Some(last)) = (graph.node(first as usize), graph.node(last as usize)) else {
            return;
        };
        if amount > u128::from(STONES_MAX) {
            self.overfull.push(Run { first, last });
        }
        let amount = amount.min(u128::from(STONES_MAX)) as u64;
        match self.merged.last_mut() {
            Some((run, same)) if *same == amount && run.last.index() + 1 == first.index() => run.last = last,
            _ => self.merged.push((Run { first, last }, amount)),
        }
    }

    /// Works out who wins, and which expectations do not hold. `known` is false while nothing is to be said.
    pub(crate) fn evaluate(&mut self, board: &Board, known: bool, others: &Others, foremost: Foremost<'_>) {
        let graph = board.graph();
        self.merge(graph);
        let known = known && self.is_sound();
        self.sum = match (known, board.kind().stones) {
            (false, _) => None,
            (true, true) => Some(board.sum(&mut self.all_stones(graph, others.nodes.iter().copied()))),
            (true, false) => Some(board.ground_sum()),
        };
        self.judge(board, others, foremost);
    }

    /// The same while the values are from before a line that can't be used: who wins stays, unless the stones are
    /// other ones.
    pub(crate) fn evaluate_stale(&mut self, board: &Board, others: &Others, foremost: Foremost<'_>) {
        let before = (std::mem::take(&mut self.merged), self.star);
        self.merge(board.graph());
        if (&self.merged, self.star) != (&before.0, before.1) || !self.is_sound() {
            self.sum = None;
        }
        self.judge(board, others, foremost);
    }

    fn is_sound(&self) -> bool {
        self.broken == 0 && self.overfull.is_empty() && !self.star_too_many
    }

    fn judge(&mut self, board: &Board, others: &Others, foremost: Foremost<'_>) {
        let kind = board.kind();
        let sum = self.sum.as_ref();
        let failed = |expected: &Expected| sum.is_some_and(|sum| !holds(expected, sum));
        self.findings.failed =
            self.expected.iter().filter(|(_, expected)| failed(expected)).map(|(line, _)| *line).collect();
        self.findings.too_many =
            foremost.first(self.overfull.iter().flat_map(|run| run.nodes(board.graph())));
        self.findings.even = match kind.stones && kind.form == Form::Nimber {
            true => self.even(board, others, foremost.names),
            false => Vec::new(),
        };
    }

    /// The first nodes by their names that have an even number of stones, and arcs.
    fn even(&self, board: &Board, others: &Others, names: &Names) -> Vec<(Node, u64)> {
        let is_even = |amount: u64| amount > 0 && amount % 2 == 0;
        let own = self.merged.iter().filter(|(_, amount)| is_even(*amount));
        let own = own.flat_map(|(run, _)| run.nodes(board.graph()));
        let mut even: Vec<Node> = own.filter(|node| !board.out(*node).is_empty()).collect();
        if is_even(self.star) {
            let first = others.first(board, names);
            let own = even.len();
            even.extend(first.iter().copied().filter(|node| !self.names(*node)).take(EVEN_MAX));
            if even.len() < own + EVEN_MAX && first.len() == OTHERS_MAX {
                even.truncate(own);
                even.extend(others.with_arcs(board).filter(|node| !self.names(*node)));
            }
        }
        let even = by_name(names, even.into_iter(), EVEN_MAX);
        even.into_iter().map(|node| (node, self.amount(node))).collect()
    }

    /// Those of some nodes that it lays stones on by entries of their own.
    pub(crate) fn among<'a>(&'a self, nodes: &'a BTreeSet<Node>) -> impl Iterator<Item = Node> + 'a {
        let runs = self.merged.iter().filter(|(_, amount)| *amount > 0);
        runs.flat_map(|(run, _)| nodes.range(run.first..=run.last).copied())
    }
}

/// Whether a position's expectation holds; one on a `?` neither holds nor fails, and counts as holding here.
pub fn holds(expected: &Expected, sum: &Sum) -> bool {
    match expected {
        Expected::Outcome(word) => {
            let wanted = match word {
                OutcomeWord::First => Outcome::First,
                OutcomeWord::Second => Outcome::Second,
                OutcomeWord::Draw => Outcome::Draw,
            };
            sum.outcome == Outcome::Unknown || sum.outcome == wanted
        }
        Expected::Value(literal) => match (literal, &sum.total) {
            (_, Total::Unknown) => true,
            (Literal::Nimber { powers, low }, Total::Nimber { powers: p, low: l }) => powers == p && low == l,
            (Literal::Nimber { powers, low }, Total::Ordinal(terms)) => {
                powers.is_empty()
                    && match terms.as_slice() {
                        [] => *low == 0,
                        [(0, coefficient)] => coefficient == low,
                        _ => false,
                    }
            }
            (Literal::Ordinal(wanted), Total::Ordinal(terms)) => wanted == terms,
            (Literal::Infinite(wanted), Total::Infinite(set)) => wanted == set,
            _ => false,
        },
    }
}

/// Whether a node's value is the one written; a `?` neither holds nor fails, and counts as holding here.
pub fn node_holds(literal: &Literal, value: &Value) -> bool {
    match (literal, value) {
        (_, Value::Unknown) => true,
        (Literal::Nimber { powers, low }, Value::Nimber(value)) => powers.is_empty() && low == value,
        (Literal::Nimber { powers, low }, Value::Power(exponent)) => {
            *low == 0 && powers.as_slice() == [*exponent]
        }
        (Literal::Infinite(wanted), Value::Infinite(set)) => {
            wanted.len() == set.len() && wanted.iter().zip(set.iter()).all(|(a, b)| *a == u64::from(*b))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;
    use sgg_game::kind_named;
    use std::collections::BTreeMap;

    /// Entries that overlap, touch and repeat, some of 0 stones, some of more than a node may have.
    #[test]
    fn entries_add_up_as_they_do_node_by_node() {
        const NODES: usize = 12;
        let mut board = Board::new(kind_named("dag").unwrap());
        let nodes: Vec<Node> = (0..NODES).map(|_| board.add_node()).collect();
        let mut random = Random(42);
        let mut below = |bound: usize| random.below(bound);
        for _ in 0..5_000 {
            let mut position = Position::default();
            let mut right: BTreeMap<usize, u128> = BTreeMap::new();
            for _ in 0..below(7) {
                let first = below(NODES);
                let last = first + below(NODES - first);
                let amount = [0, 1, 1, 2, STONES_MAX][below(5)];
                for node in &nodes[first..=last] {
                    Stone::push(&mut position.stones, *node, amount, LineId(0));
                    *right.entry(node.index()).or_default() += u128::from(amount);
                }
            }
            position.merge(board.graph());
            let most = u128::from(STONES_MAX);
            for (node, amount) in right.iter().map(|(node, amount)| (nodes[*node], *amount)) {
                assert_eq!(position.own_amount(node), Some(amount.min(most) as u64), "{position:?}");
            }
            assert!(
                nodes
                    .iter()
                    .all(|node| position.own_amount(*node).is_some() == right.contains_key(&node.index()))
            );
            let overfull = position.overfull.iter().flat_map(|run| run.nodes(board.graph()));
            let too_many = right.iter().filter(|(_, amount)| **amount > most).map(|(node, _)| nodes[*node]);
            assert_eq!(overfull.collect::<Vec<_>>(), too_many.collect::<Vec<_>>());
            let listed: Vec<Node> =
                position.all_stones(board.graph(), std::iter::empty()).map(|s| s.0).collect();
            let some = right.iter().filter(|(_, amount)| **amount > 0).map(|(node, _)| nodes[*node]);
            assert_eq!(listed, some.collect::<Vec<_>>());
            assert!(
                position.merged.windows(2).all(|pair| match pair {
                    [(a, x), (b, y)] =>
                        a.last < b.first && !(a.last.index() + 1 == b.first.index() && x == y),
                    _ => true,
                }),
                "not the shortest list: {position:?}"
            );
        }
    }
}
