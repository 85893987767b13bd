//! A position: the stones of a game or round, what is expected of it, and who wins.

use crate::{Game, LineId};
use sgg_game::{Board, Form, Node, Outcome, Sum, Total, Value};
use sgg_syntax::{Literal, OutcomeWord};

/// The stones of one entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stone {
    /// Where they lie; everywhere else for `*`.
    pub(crate) node: Option<Node>,
    pub(crate) amount: u64,
    pub(crate) line: LineId,
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
    /// The nodes with entries of their own, ascending, and how many stones each has.
    pub(crate) merged: Vec<(Node, u64)>,
    /// How many stones every other node has.
    star: u64,
    star_too_many: bool,
    sum: Option<Sum>,
}

/// What is to be said of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PositionFindings {
    /// Expectations that do not hold.
    pub(crate) failed: Vec<LineId>,
    /// Nodes with an even number of stones, and arcs.
    pub(crate) even: Vec<(Node, u64)>,
    /// A node with more stones than any may have.
    pub(crate) too_many: Option<Node>,
}

/// How many stones one node may have.
pub const STONES_MAX: u64 = i64::MAX as u64;
/// How many `even-stones` hints one position gives at most.
const EVEN_MAX: usize = 100;

impl PositionFindings {
    pub(crate) fn is_empty(&self) -> bool {
        self.failed.is_empty() && self.even.is_empty() && self.too_many.is_none()
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
        self.all_stones(others.into_iter().flatten())
    }

    /// How many nodes have stones.
    pub fn stone_count(&self, game: &Game) -> usize {
        if self.star > 0 { self.stones(game).count() } else { self.merged.len() }
    }

    /// How many stones lie on a node.
    pub fn amount(&self, node: Node) -> u64 {
        match self.merged.binary_search_by_key(&node, |entry| entry.0) {
            Ok(at) => self.merged.get(at).map_or(0, |entry| entry.1),
            Err(_) => self.star,
        }
    }

    fn all_stones<'a>(
        &'a self,
        others: impl Iterator<Item = Node> + 'a,
    ) -> impl Iterator<Item = (Node, u64)> + 'a {
        let named = |node: &Node| self.merged.binary_search_by_key(node, |entry| entry.0).is_ok();
        let named_ones = self.merged.iter().copied().filter(|(_, amount)| *amount > 0);
        let star = self.star;
        named_ones.chain(others.filter(move |node| star > 0 && !named(node)).map(move |node| (node, star)))
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
    pub(crate) fn merge(&mut self) {
        let mut entries: Vec<(Node, u128)> =
            self.stones.iter().filter_map(|stone| Some((stone.node?, u128::from(stone.amount)))).collect();
        entries.sort_unstable_by_key(|entry| entry.0);
        entries.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 = if same { kept.1 + next.1 } else { kept.1 };
            same
        });
        let star: u128 = self
            .stones
            .iter()
            .filter(|stone| stone.node.is_none())
            .map(|stone| u128::from(stone.amount))
            .sum();
        let most = u128::from(STONES_MAX);
        self.findings.too_many = entries.iter().find(|(_, amount)| *amount > most).map(|(node, _)| *node);
        self.star_too_many = star > most;
        self.star = star.min(most) as u64;
        self.merged = entries.into_iter().map(|(node, amount)| (node, amount.min(most) as u64)).collect();
    }

    /// Works out who wins, and which expectations do not hold. `known` is false while nothing is to be said.
    pub(crate) fn evaluate(&mut self, board: &Board, known: bool, others: &[Node]) {
        self.merge();
        let known = known && self.is_sound();
        self.sum = match (known, board.kind().stones) {
            (false, _) => None,
            (true, true) => Some(board.sum(&mut self.all_stones(others.iter().copied()))),
            (true, false) => Some(board.ground_sum()),
        };
        self.judge(board, others);
    }

    /// The same while the values are from before a line that can't be used: who wins stays, unless the stones are
    /// other ones.
    pub(crate) fn evaluate_stale(&mut self, board: &Board, others: &[Node]) {
        let before = (std::mem::take(&mut self.merged), self.star);
        self.merge();
        if (&self.merged, self.star) != (&before.0, before.1) || !self.is_sound() {
            self.sum = None;
        }
        self.judge(board, others);
    }

    fn is_sound(&self) -> bool {
        self.broken == 0 && self.findings.too_many.is_none() && !self.star_too_many
    }

    fn judge(&mut self, board: &Board, others: &[Node]) {
        let kind = board.kind();
        let sum = self.sum.as_ref();
        let failed = |expected: &Expected| sum.is_some_and(|sum| !holds(expected, sum));
        self.findings.failed =
            self.expected.iter().filter(|(_, expected)| failed(expected)).map(|(line, _)| *line).collect();
        let even = |node: &Node, amount: &u64| amount % 2 == 0 && !board.out(*node).is_empty();
        self.findings.even = match kind.stones && kind.form == Form::Nimber {
            true => {
                let stones = self.all_stones(others.iter().copied());
                stones.filter(|(node, amount)| even(node, amount)).take(EVEN_MAX).collect()
            }
            false => Vec::new(),
        };
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
