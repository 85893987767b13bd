//! Expectations that do not hold: what holds, and why.

use super::teller::{Teller, least};
use super::{Code, Diagnostic};
use crate::derivation::derivation;
use crate::named_lines::LOOKED_BYTES_MAX;
use crate::terms::{self, Term};
use crate::words::{outcome_word, who_wins};
use crate::{Edit, Place};
use sgg_game::{Form, Node, Outcome, Sum, Total, Value};
use sgg_model::{Class, Expected, Game, LineId, Mask, Position, mentions};
use sgg_syntax::{Item, Span, Statement};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Terms of a nim-sum that are written out.
const TERMS_SHOWN: usize = 8;
/// So many lines are looked at for entries of one node.
const SG_LINES_MAX: usize = 64;
/// Beyond so many nodes whose values differ from that of `*` they are not all written.
const NODES_WRITTEN: usize = 50;

impl Teller<'_> {
    /// An expectation of a whole position.
    pub(crate) fn failed(
        &self,
        game: &Game,
        number: usize,
        expected: &Expected,
        header: LineId,
    ) -> Option<Diagnostic> {
        let position = game.position(header)?;
        let sum = position.sum()?;
        let (_, line) = self.snapshot.text.parse(number);
        let (span, message, holds) = match (&line.statement, expected) {
            (Statement::ExpectOutcome(span, _), Expected::Outcome(word)) => {
                let told = outcome_message(sum.outcome, *word);
                (
                    *span,
                    format!("{told}: {}", self.why(game, header, position, sum)),
                    outcome_word(sum.outcome)?.to_owned(),
                )
            }
            (Statement::ExpectValue(literal), Expected::Value(_)) => {
                let (text, total) = (self.snapshot.text.line(number), sum.total.to_string());
                let written = self.cut(literal.span.text(&text));
                let shown = self.cut(&total);
                let message = match self.terms(game, header) {
                    Some(terms) => format!("the value is {shown}, not {written}: {terms} = {shown}"),
                    None => format!("the value is {shown}, not {written}"),
                };
                (literal.span, message, total)
            }
            _ => return None,
        };
        let title = format!("write what holds: `{}`", self.cut(&holds));
        let diagnostic = Diagnostic::new(Code::ExpectFailed, Place { line: number, span }, message);
        Some(diagnostic.fix(title, vec![Edit::replace(number, span, holds)]))
    }

    /// Why a position has its outcome.
    fn why(&self, game: &Game, header: LineId, position: &Position, sum: &Sum) -> String {
        if game.kind().stones && position.stones(game).next().is_none() {
            return "there are no stones, so there is no move".to_owned();
        }
        let total = self.cut(&sum.total.to_string());
        match &sum.total {
            Total::Infinite(_) => self.why_infinite(game, position, sum.outcome),
            Total::Nimber { .. } => match self.terms(game, header) {
                Some(terms) => format!("the nim-sum {terms} is {total}"),
                None => format!("the position's value is {total}"),
            },
            _ => format!("the position's value is {total}"),
        }
    }

    /// The values of the stones as a sum, `3 ⊕ 1 ⊕ 2`, where it is short and there is more than one.
    fn terms(&self, game: &Game, header: LineId) -> Option<String> {
        let mut terms = terms::terms(self.snapshot, game, header)?;
        terms.retain(|term| term.stones % 2 == 1);
        let finite = |term: &Term| matches!(term.value, Value::Nimber(_) | Value::Power(_));
        let shown = (2..=TERMS_SHOWN).contains(&terms.len()) && terms.iter().all(finite);
        let words: Vec<String> = terms.iter().map(|term| term.value.to_string()).collect();
        (shown && game.kind().form != Form::Ordinal).then(|| words.join(self.signs().xor))
    }

    /// Stones on infinite nodes decide: one of them and the rest, or several.
    fn why_infinite(&self, game: &Game, position: &Position, outcome: Outcome) -> String {
        let infinite = |entry: &(Node, u64)| matches!(game.value(entry.0), Value::Infinite(_));
        let rest = position.stones(game).filter(|entry| !infinite(entry) && entry.1 % 2 == 1);
        let rest = rest.fold(0, |sum, (node, _)| match game.value(node) {
            Value::Nimber(value) => sum ^ value,
            _ => sum,
        });
        let mut stones = position.stones(game).filter(infinite);
        match (stones.next(), stones.next()) {
            (Some((node, 1)), None) => {
                let within = if outcome == Outcome::First { "is" } else { "is not" };
                let value = self.cut(&game.value(node).to_string());
                format!(
                    "`{}` is {value}, and {rest}, the nim-sum of the rest, {within} among these",
                    self.name(game, node)
                )
            }
            _ => "several stones lie on nodes of infinite value, so nobody can force a win".to_owned(),
        }
    }

    /// The expected values of single nodes: each entry of the line is told once.
    pub(super) fn failed_sg(&self, game: &Game, number: usize, nodes: &[Node]) -> Vec<Diagnostic> {
        let line = self.read(number);
        let Statement::ExpectSg(entries) = &line.line.statement else { return Vec::new() };
        // The first entry that names a node tells of it.
        let mut by_entry: BTreeMap<Span, Vec<Node>> = BTreeMap::new();
        for node in nodes {
            if let Some(naming) = line.namings_of(&game.name(*node)).first() {
                by_entry.entry(naming.entry).or_default().push(*node);
            }
        }
        let mut list = Vec::new();
        for entry in entries {
            let here = by_entry.remove(&entry.span).unwrap_or_default();
            let Some((first, others)) = here.split_first() else { continue };
            let value = game.value(*first).to_string();
            let span = entry.value.span;
            let written = self.cut(span.text(&line.text));
            let differ = (least(nodes.len()), others.len());
            let message = self.value_message(game, *first, &written, differ);
            let diagnostic = Diagnostic::new(Code::ExpectFailed, Place { line: number, span }, message);
            // A range has one value for all its nodes: what holds can't be written there.
            list.push(match &entry.item {
                Item::Name(_) => match self.write_sg(game, *first, &value) {
                    Some(edits) => diagnostic.fix(format!("write what holds: `{value}`"), edits),
                    None => diagnostic,
                },
                Item::Range(_) | Item::Star => diagnostic,
            });
        }
        list
    }

    /// Writes a node's value wherever it is expected: another entry that agreed would contradict it then. Nothing
    /// where one of them is a range, or where that is too many lines to look at.
    fn write_sg(&self, game: &Game, node: Node, value: &str) -> Option<Vec<Edit>> {
        let name = game.name(node);
        let (mut edits, mut bytes) = (Vec::new(), 0);
        for (count, number) in self.game_lines(game, Mask::of(Class::ExpectSg)).enumerate() {
            let line = self.read(number);
            bytes += line.text.len();
            if count == SG_LINES_MAX || bytes > LOOKED_BYTES_MAX {
                return None;
            }
            let Statement::ExpectSg(entries) = &line.line.statement else { continue };
            for naming in line.namings_of(&name) {
                let at = entries.binary_search_by_key(&naming.entry.start, |entry| entry.span.start).ok()?;
                let entry = entries.get(at).filter(|entry| matches!(entry.item, Item::Name(_)))?;
                edits.push(Edit::replace(number, entry.value.span, value));
            }
        }
        Some(edits)
    }

    /// What a node is worth, why, and how many more differ from what is written.
    pub(crate) fn value_message(
        &self,
        game: &Game,
        node: Node,
        written: &str,
        (least, others): (&str, usize),
    ) -> String {
        let (name, value) = (self.name(game, node), game.value(node));
        let mut whys = self.whys.borrow_mut();
        let why = whys
            .entry((game.header(), node))
            .or_insert_with(|| derivation(self.snapshot, game, node, self.signs()).map(Rc::from));
        let why = why.as_ref().map_or(String::new(), |why| format!(": {why}"));
        let rest = match others {
            0 => String::new(),
            1 => format!("; {least}1 more node differs"),
            more => format!("; {least}{more} more nodes differ"),
        };
        format!("the {} of `{name}` is {value}, not {written}{why}{rest}", game.kind().value_name)
    }

    /// The value expected of all other nodes: how many differ, and the first of them.
    pub(crate) fn failed_star_sg(
        &self,
        game: &Game,
        number: usize,
        (count, first): (usize, Node),
        undeclared: &BTreeSet<Node>,
    ) -> Option<Diagnostic> {
        let (text, line) = self.snapshot.text.parse(number);
        let Statement::ExpectSg(entries) = &line.statement else { return None };
        let entry = entries.iter().rev().find(|entry| entry.item == Item::Star)?;
        let written = self.cut(entry.value.span.text(&text));
        let place = Place { line: number, span: entry.span };
        let told = |first| {
            let message = self.value_message(game, first, &written, ("", count.saturating_sub(1)));
            Diagnostic::new(Code::ExpectFailed, place, message)
        };
        if count > NODES_WRITTEN {
            return Some(told(first));
        }
        let literal = &entry.value.value;
        let differs = |node: &Node| {
            let named = game.has_own_sg(*node) || undeclared.contains(node);
            !named && !sgg_model::node_holds(literal, &game.value(*node))
        };
        let nodes = mentions::display_order(&self.snapshot.text, game).into_iter().filter(&differs);
        let nodes: Vec<Node> = nodes.collect();
        let diagnostic = told(nodes.first().copied().unwrap_or(first));
        let written: String =
            nodes.iter().map(|node| format!("{}={} ", self.name(game, *node), game.value(*node))).collect();
        // Where every node has an entry of its own then, `*` stands for none.
        let holds = |node: Node| !differs(&node) && !game.has_own_sg(node) && !game.is_undeclared(node);
        let edit = match game.nodes().any(holds) {
            true => Edit::insert(number, entry.span.start, written),
            false => Edit::replace(number, entry.span, written.trim_end()),
        };
        Some(diagnostic.fix("write what holds", vec![edit]))
    }
}

/// What holds, and that it is not what was expected.
fn outcome_message(holds: Outcome, expected: sgg_syntax::OutcomeWord) -> String {
    use sgg_syntax::OutcomeWord as Word;
    let expected = match expected {
        Word::First => "First",
        Word::Second => "Second",
        Word::Draw => return format!("{}, and it is no draw", outcome_told(holds)),
    };
    match holds {
        Outcome::First | Outcome::Second => format!("{}, not {expected}", outcome_told(holds)),
        _ => format!("{}, {expected} does not win", outcome_told(holds)),
    }
}

fn outcome_told(outcome: Outcome) -> &'static str {
    who_wins(outcome).unwrap_or("the game is a draw")
}
