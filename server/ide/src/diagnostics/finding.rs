//! The findings of games, one after the other, in words.

use super::teller::Teller;
use super::{Code, Diagnostic};
use crate::Place;
use sgg_game::{ARCS_MAX, NODES_MAX, Node};
use sgg_model::{Class, Finding, Game, GameLimit, LineId, Mask, State, What};
use sgg_syntax::Statement;
use std::collections::BTreeSet;

/// The findings of one game, told in order. Some of one line become one diagnostic.
pub(super) struct Tale<'a> {
    teller: &'a Teller<'a>,
    game: &'a Game,
    /// Whether the findings are those of the text as it stands.
    current: bool,
    rest: &'a [Finding],
    /// Nodes that are not declared.
    undeclared: BTreeSet<Node>,
    /// Nodes without K-value that were not told yet, where the game has no `k` line at all.
    without_k: Option<usize>,
    /// The arc told last as said twice, its line, and how often it was told there.
    copies: Option<((Node, Node, usize), usize)>,
}

impl<'a> Tale<'a> {
    pub(super) fn new(teller: &'a Teller<'a>, game: &'a Game) -> Tale<'a> {
        let rest: &[Finding] = game.findings();
        let undeclared = rest.iter().filter_map(|finding| match finding.what {
            What::Undeclared { node, .. } => Some(node),
            _ => None,
        });
        let no_k = game.kind().k && teller.game_lines(game, Mask::of(Class::K)).next().is_none();
        let without_k = rest.iter().filter(|finding| matches!(finding.what, What::MissingK(_))).count();
        Tale {
            teller,
            game,
            current: teller.is_current(game),
            rest,
            undeclared: undeclared.collect(),
            without_k: (no_k && without_k > 1).then_some(without_k),
            copies: None,
        }
    }

    /// How many findings were not told.
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    /// The next diagnostics; none at the end.
    pub(super) fn next(&mut self) -> Option<Vec<Diagnostic>> {
        let (finding, rest) = self.rest.split_first()?;
        let Some(number) = self.teller.number(finding.line) else {
            self.rest = rest;
            return Some(Vec::new());
        };
        if let What::Undeclared { listed, .. } = finding.what {
            let mut here = BTreeSet::new();
            self.take_alike(finding.line, |what| match what {
                What::Undeclared { node, .. } => {
                    here.insert(*node);
                    true
                }
                _ => false,
            });
            let told = self.teller.undeclared(self.game, number, &here, &self.undeclared, listed);
            return Some(if self.current { told } else { Vec::new() });
        }
        if let What::EvenStones(..) = finding.what {
            let mut here = Vec::new();
            self.take_alike(finding.line, |what| match what {
                What::EvenStones(node, amount) => {
                    here.push((*node, *amount));
                    true
                }
                _ => false,
            });
            return Some(if self.current {
                self.teller.even_stones(self.game, number, &here)
            } else {
                Vec::new()
            });
        }
        self.rest = rest;
        Some(self.single(number, &finding.what).into_iter().collect())
    }

    /// Takes the findings of one sort that stand next to each other on one line.
    fn take_alike(&mut self, line: LineId, mut alike: impl FnMut(&What) -> bool) {
        while let Some((finding, rest)) = self.rest.split_first() {
            if finding.line != line || !alike(&finding.what) {
                return;
            }
            self.rest = rest;
        }
    }

    fn single(&mut self, number: usize, what: &What) -> Option<Diagnostic> {
        let (teller, game) = (self.teller, self.game);
        // These are told as long as the arcs they are made of stand in the text.
        match what {
            What::Cycle(cycle) => return teller.cycle(game, self.current, cycle),
            What::DuplicateEdge(tail, head, first) => {
                let copy = self.copy((*tail, *head, number));
                return teller.duplicate_edge(game, number, (*tail, *head), teller.number(*first)?, copy);
            }
            What::DuplicateTitle(first) => return title_twice(teller, number, *first, "rounds of this game"),
            _ if !self.current => return None,
            _ => {}
        }
        match what {
            What::NotCactus(shared) => teller.not_cactus(game, shared),
            What::TouchingCycles(node) => teller.touching_cycles(game, number, *node),
            What::NoGround => teller.no_ground(game, number),
            What::Unreachable(_) => teller.unreachable(game, number),
            What::MissingK(node) => self.missing_k(number, *node),
            What::ConflictingK(node) => teller.conflict(game, number, *node, Class::K),
            What::ConflictingSg(node) => teller.conflict(game, number, *node, Class::ExpectSg),
            // A line that can't be read may hold more nodes.
            What::Counts if game.broken_lines() > 0 => None,
            What::Counts => teller.counts(game, number),
            What::TooManyStones(node) => teller.too_many_stones(game, number, *node),
            What::TooLarge => too_large(teller, game, number),
            // Values from before a line that can't be read: what they say may not hold.
            _ if game.state() != State::Fresh => None,
            What::Failed(expected, header) => teller.failed(game, number, expected, *header),
            What::FailedSg(node) => teller.failed_sg(game, number, *node),
            What::FailedStarSg(count, first) => teller.failed_star_sg(game, number, *count, *first),
            What::OverBudget(node, reason) => over_budget(teller, game, number, *node, *reason),
            What::Cycle(_)
            | What::DuplicateEdge(..)
            | What::DuplicateTitle(_)
            | What::Undeclared { .. }
            | What::EvenStones(..) => None,
        }
    }

    /// How often an arc of a line was told before.
    fn copy(&mut self, arc: (Node, Node, usize)) -> usize {
        let copy = match self.copies {
            Some((last, told)) if last == arc => told + 1,
            _ => 0,
        };
        self.copies = Some((arc, copy));
        copy
    }

    /// Where no node has a K-value, the first one speaks for all.
    fn missing_k(&mut self, number: usize, node: Node) -> Option<Diagnostic> {
        match self.without_k {
            None => self.teller.missing_k(self.game, number, node, 0),
            Some(0) => None,
            Some(count) => {
                self.without_k = Some(0);
                self.teller.missing_k(self.game, number, node, count - 1)
            }
        }
    }
}

fn too_large(teller: &Teller<'_>, game: &Game, number: usize) -> Option<Diagnostic> {
    let place = teller.kind_place(game).filter(|place| place.line == number)?;
    let (most, what) = match game.limit()? {
        GameLimit::Nodes => (NODES_MAX, "nodes"),
        GameLimit::Edges if game.kind().directed => (ARCS_MAX, "arcs"),
        GameLimit::Edges => (ARCS_MAX, "edges"),
    };
    let most = super::line::grouped(most as u64);
    Some(Diagnostic::new(
        Code::Limit,
        place,
        format!("this game has more than {most} {what}, the most that a game may have"),
    ))
}

fn over_budget(
    teller: &Teller<'_>,
    game: &Game,
    number: usize,
    node: Node,
    reason: sgg_game::OverBudget,
) -> Option<Diagnostic> {
    let place = teller.mention(game, number, node)?;
    let message = format!(
        "the value of `{}` was not found within the budget of steps: it has {} followers, and its K, {}, is below \
         {}, the rank of their values; it is shown as `?`",
        teller.name(game, node),
        reason.degree,
        reason.k,
        reason.rank
    );
    Some(Diagnostic::new(Code::OverBudget, place, message))
}

/// Games of a file that have one title: told at all but the first.
pub(super) fn game_titles(teller: &Teller<'_>, most: usize) -> Vec<Diagnostic> {
    let mut doubled: Vec<(usize, LineId)> = Vec::new();
    for lines in teller.snapshot.doubled_titles() {
        let Some(first) = teller.snapshot.text.lines.first(lines.iter().copied()) else { continue };
        let others = lines.iter().filter(|line| **line != first);
        doubled.extend(others.filter_map(|line| Some((teller.number(*line)?, first))));
    }
    doubled.sort_unstable();
    let told = doubled.into_iter().take(most.saturating_add(1));
    told.filter_map(|(number, first)| title_twice(teller, number, first, "games of this file")).collect()
}

fn title_twice(teller: &Teller<'_>, number: usize, first: LineId, what: &str) -> Option<Diagnostic> {
    let place = title_place(teller, number)?;
    let first = title_place(teller, teller.number(first)?)?;
    let text = teller.snapshot.text.line(number);
    let message = format!(
        "two {what} have the title {}, so a report can't tell them apart: change one of them",
        teller.cut(place.span.text(&text))
    );
    Some(Diagnostic::new(Code::DuplicateTitle, place, message).relate(first, "the first one"))
}

fn title_place(teller: &Teller<'_>, number: usize) -> Option<Place> {
    let (_, line) = teller.snapshot.text.parse(number);
    let title = match line.statement {
        Statement::Game(header) => header.title,
        Statement::Round(header) => header.title,
        _ => None,
    };
    Some(Place { line: number, span: title?.span })
}
