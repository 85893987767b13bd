//! The findings of games, one after the other, in words.

use super::nodes::Undeclared;
use super::teller::Teller;
use super::{Code, Diagnostic, Severity};
use crate::Place;
use crate::derivation::values_hold;
use crate::naming::title;
use crate::text::statement;
use sgg_game::{ARCS_MAX, NODES_MAX, Node};
use sgg_model::{
    Class, ENTRIES_MAX, FILE_EDGES_MAX, FILE_ENTRIES_MAX, FILE_NODES_MAX, Finding, Game, GameLimit, Left,
    LineId, Mask, What,
};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;

/// The findings of one game, told in order. Some of one line become one diagnostic.
pub(super) struct Tale<'a> {
    teller: &'a Teller<'a>,
    game: &'a Game,
    /// Whether the findings are those of the text as it stands, though perhaps not all of them.
    current: bool,
    rest: &'a [Finding],
    /// Nodes that are not declared.
    undeclared: BTreeSet<Node>,
    /// What is known of them all.
    known: OnceCell<Undeclared>,
    /// Lines of names that look like counts.
    counts: BTreeSet<LineId>,
    /// The nodes that are declared, in the order of display, as many as a list of counts may have.
    order: OnceCell<Vec<Node>>,
    /// Nodes without K-value that were not told yet, where the game has no `k` line at all.
    without_k: Option<usize>,
    /// Findings that were passed over.
    passed: usize,
}

impl<'a> Tale<'a> {
    pub(super) fn new(teller: &'a Teller<'a>, game: &'a Game) -> Tale<'a> {
        let rest = teller.findings(game);
        let undeclared = rest.iter().filter_map(|finding| match finding.what {
            What::Undeclared { node, .. } => Some(node),
            _ => None,
        });
        let no_k = game.kind().k && teller.game_lines(game, Mask::of(Class::K)).next().is_none();
        let without_k = rest.iter().filter(|finding| matches!(finding.what, What::MissingK(_))).count();
        let counts = rest.iter().filter(|finding| finding.what == What::Counts).map(|finding| finding.line);
        Tale {
            counts: counts.collect(),
            teller,
            game,
            current: teller.findings_hold(game) || game.is_foretold(),
            rest,
            undeclared: undeclared.collect(),
            known: OnceCell::new(),
            order: OnceCell::new(),
            without_k: (no_k && without_k > 1).then_some(without_k),
            passed: 0,
        }
    }

    /// Tells of some lines only.
    pub(super) fn narrow(&mut self, lines: &Range<usize>) {
        let number = |finding: &Finding| self.teller.number(finding.line);
        let start = self.rest.partition_point(|finding| number(finding) < Some(lines.start));
        let end = self.rest.partition_point(|finding| number(finding) < Some(lines.end));
        // The first node without K-value, which speaks for all, may stand above.
        let above = self.rest.get(..start).unwrap_or(&[]);
        if above.iter().any(|finding| matches!(finding.what, What::MissingK(_))) {
            self.without_k = self.without_k.map(|_| 0);
        }
        self.rest = self.rest.get(start..end.max(start)).unwrap_or(&[]);
    }

    /// How many findings were not told.
    pub(super) fn left(&self) -> usize {
        let Left { titles, failed, stones, counts } = self.game.findings_left();
        // As with those that are found: values of before, and stones of before, are not told of.
        let valued = self.current && values_hold(self.game);
        let sound = self.current && self.game.broken_lines() == 0;
        let left = [
            (Code::DuplicateTitle, titles, true),
            (Code::ExpectFailed, failed, valued),
            (Code::EvenStones, stones, self.current),
            (Code::Counts, counts, sound),
        ];
        let left = left.into_iter().filter(|(code, _, told)| *told && self.is_wanted(*code));
        self.passed + self.count_wanted(self.rest) + left.map(|(_, count, _)| count).sum::<usize>()
    }

    fn count_wanted(&self, findings: &[Finding]) -> usize {
        findings.iter().filter(|finding| self.is_wanted(code(&finding.what))).count()
    }

    fn is_wanted(&self, code: Code) -> bool {
        self.teller.config.severity(code).is_some()
    }

    /// The next diagnostics that are errors, where others have no room any more; none at the end.
    pub(super) fn next_error(&mut self) -> Option<Vec<Diagnostic>> {
        let error = |finding: &Finding| {
            let severity = self.teller.config.severity(code(&finding.what));
            severity == Some(Severity::Error)
        };
        let before = self.rest.iter().position(error).unwrap_or(self.rest.len());
        self.passed += self.count_wanted(self.rest.get(..before).unwrap_or(&[]));
        self.rest = self.rest.get(before..).unwrap_or(&[]);
        self.next()
    }

    /// The next diagnostics; none at the end.
    pub(super) fn next(&mut self) -> Option<Vec<Diagnostic>> {
        let (finding, rest) = self.rest.split_first()?;
        let Some(number) = self.teller.number(finding.line) else {
            self.rest = rest;
            return Some(Vec::new());
        };
        if !self.is_wanted(code(&finding.what)) {
            self.rest = rest;
            return Some(Vec::new());
        }
        if let Some(told) = self.several(finding, number) {
            return Some(told);
        }
        self.rest = rest;
        Some(self.single(finding, number).into_iter().collect())
    }

    /// Findings of one line that are told together.
    fn several(&mut self, finding: &Finding, number: usize) -> Option<Vec<Diagnostic>> {
        let (teller, game, line) = (self.teller, self.game, finding.line);
        Some(match finding.what {
            What::Undeclared { listed, .. } => {
                let here = self.take_alike(line, |what| match what {
                    What::Undeclared { node, .. } => Some(*node),
                    _ => None,
                });
                let here: BTreeSet<Node> = here.into_iter().collect();
                if self.current {
                    let known = self.known.get_or_init(|| teller.known_of_undeclared(game, &self.undeclared));
                    teller.undeclared(game, number, &here, known, listed)
                } else {
                    Vec::new()
                }
            }
            What::DuplicateEdge(..) => {
                let copies = self.take_alike(line, |what| match what {
                    What::DuplicateEdge(tail, head, first) => Some((*tail, *head, *first)),
                    _ => None,
                });
                teller.duplicates(game, number, &copies)
            }
            What::DuplicateNode(..) => {
                let here = self.take_alike(line, |what| match what {
                    What::DuplicateNode(node, first) => Some((*node, *first)),
                    _ => None,
                });
                teller.relisted(game, number, &here)
            }
            What::EvenStones(..) => {
                let here = self.take_alike(line, |what| match what {
                    What::EvenStones(node, amount) => Some((*node, *amount)),
                    _ => None,
                });
                // Counts that are read as names say nothing about stones.
                let told = self.current && !self.counts.contains(&line);
                if told { teller.even_stones(game, number, &here) } else { Vec::new() }
            }
            What::FailedSg(_) => {
                let here = self.take_alike(line, |what| match what {
                    What::FailedSg(node) => Some(*node),
                    _ => None,
                });
                let told = self.current && values_hold(game);
                if told { teller.failed_sg(game, number, &here) } else { Vec::new() }
            }
            _ => return None,
        })
    }

    /// Takes the findings of one sort that stand next to each other on one line.
    fn take_alike<T>(&mut self, line: LineId, alike: impl Fn(&What) -> Option<T>) -> Vec<T> {
        let mut taken = Vec::new();
        while let Some((finding, rest)) = self.rest.split_first() {
            match alike(&finding.what).filter(|_| finding.line == line) {
                Some(one) => taken.push(one),
                None => break,
            }
            self.rest = rest;
        }
        taken
    }

    fn single(&mut self, finding: &Finding, number: usize) -> Option<Diagnostic> {
        let (teller, game) = (self.teller, self.game);
        let (line, what) = (finding.line, &finding.what);
        // These are told as long as the arcs they are made of stand in the text.
        match what {
            What::Cycle(cycle) => return teller.cycle(game, self.current, cycle),
            What::DuplicateTitle(first) => return title_twice(teller, number, *first, "rounds of this game"),
            _ if !self.current => return None,
            _ => {}
        }
        match what {
            What::NotCactus(shared) => teller.not_cactus(game, shared),
            What::TouchingCycles(node) => teller.touching_cycles(game, number, *node),
            What::NoGround => teller.no_ground(game, number),
            What::Unreachable(_) => teller.unreachable(number),
            What::MissingK(node) => self.missing_k(line, number, *node),
            What::ConflictingK(node) => teller.conflict(game, number, *node, Class::K),
            What::ConflictingSg(node) => teller.conflict(game, number, *node, Class::ExpectSg),
            // A line that can't be read may hold more nodes.
            What::Counts if game.broken_lines() > 0 => None,
            What::Counts => {
                teller.counts(game, number, self.order.get_or_init(|| teller.first_in_order(game)))
            }
            What::TooManyStones(node) => teller.too_many_stones(game, number, *node),
            What::TooLarge => too_large(teller, game, number),
            // Values from before a line that can't be read: what they say may not hold.
            _ if !values_hold(game) => None,
            What::Failed(expected, header) => teller.failed(game, number, expected, *header),
            What::FailedStarSg(count, first) => {
                teller.failed_star_sg(game, number, (*count, *first), &self.undeclared)
            }
            What::OverBudget(node, reason) => over_budget(teller, game, number, *node, *reason),
            What::Cycle(_)
            | What::DuplicateEdge(..)
            | What::DuplicateNode(..)
            | What::DuplicateTitle(_)
            | What::Undeclared { .. }
            | What::EvenStones(..)
            | What::FailedSg(_) => None,
        }
    }

    /// Where no node has a K-value, the first one speaks for all.
    fn missing_k(&mut self, line: LineId, number: usize, node: Node) -> Option<Diagnostic> {
        let Some(count) = self.without_k else {
            return self.teller.missing_k(self.game, number, node, 0);
        };
        self.without_k = Some(0);
        let others = self.rest.iter().filter(|finding| finding.line == line);
        let nodes = others.filter_map(|finding| match finding.what {
            What::MissingK(node) => Some(node),
            _ => None,
        });
        let place = |node: &Node| self.teller.mention(self.game, number, *node);
        let first = nodes.chain([node]).take(FIRST_AMONG).min_by_key(place)?;
        self.teller.missing_k(self.game, number, first, count.checked_sub(1)?)
    }
}

/// What a finding is told as.
fn code(what: &What) -> Code {
    match what {
        What::Undeclared { .. } => Code::UndeclaredNode,
        What::Cycle(_) => Code::Cycle,
        What::NotCactus(_) => Code::NotCactus,
        What::TouchingCycles(_) => Code::TouchingCycles,
        What::NoGround => Code::NoGround,
        What::Unreachable(_) => Code::Unreachable,
        What::MissingK(_) => Code::MissingK,
        What::ConflictingK(_) | What::ConflictingSg(_) => Code::ConflictingValue,
        What::DuplicateTitle(_) => Code::DuplicateTitle,
        What::DuplicateEdge(..) => Code::DuplicateEdge,
        What::DuplicateNode(..) => Code::DuplicateNode,
        What::Counts => Code::Counts,
        What::EvenStones(..) => Code::EvenStones,
        What::Failed(..) | What::FailedSg(_) | What::FailedStarSg(..) => Code::ExpectFailed,
        What::OverBudget(..) => Code::OverBudget,
        What::TooLarge | What::TooManyStones(_) => Code::Limit,
    }
}

/// Of so many nodes on a line the first one is looked for.
const FIRST_AMONG: usize = 64;

fn too_large(teller: &Teller<'_>, game: &Game, number: usize) -> Option<Diagnostic> {
    let line = teller.read(number);
    let place = Place { line: number, span: statement(&line.text, &line.line) };
    let grouped = super::line::grouped;
    let of_game = |most: u64, what| {
        format!(
            "with this line the game has more than {} {what}, the most that a game may have",
            grouped(most)
        )
    };
    let edges = if game.kind().directed { "arcs" } else { "edges" };
    let message = match game.limit()? {
        GameLimit::Nodes => of_game(NODES_MAX as u64, "nodes"),
        GameLimit::Edges => of_game(ARCS_MAX as u64, edges),
        GameLimit::Entries => of_game(ENTRIES_MAX, "entries outside of its edges"),
        GameLimit::File => format!(
            "the games of this file down to this one have more than {} nodes, {} edges or {} other entries, the most that \
             a file may have: give it a file of its own",
            grouped(FILE_NODES_MAX),
            grouped(FILE_EDGES_MAX),
            grouped(FILE_ENTRIES_MAX)
        ),
    };
    Some(Diagnostic::new(Code::Limit, place, message))
}

fn over_budget(
    teller: &Teller<'_>,
    game: &Game,
    number: usize,
    node: Node,
    reason: sgg_game::OverBudget,
) -> Option<Diagnostic> {
    let place = teller.mention(game, number, node)?;
    let name = teller.name(game, node);
    let sgg_game::OverBudget { degree, k, rank, too_large } = reason;
    let message = match too_large {
        true => format!(
            "the value of `{name}` is 2^64 or more, and of such values only single powers of two are worked out; it is \
             shown as `?`"
        ),
        false => format!(
            "the value of `{name}` was not found within the budget of steps: it has {degree} followers, and its K, {k}, \
             is below {rank}, the rank of their values; it is shown as `?`"
        ),
    };
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
    Some(Place { line: number, span: title(&teller.read(number).line)?.span })
}
