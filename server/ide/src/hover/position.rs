//! What there is to say of a position: its sum step by step, and what holds.

use crate::Config;
use crate::hover::markdown::{bold, code};
use crate::terms::{TERMS_MAX, Term, contribution, first_terms, terms};
use crate::verdict::{expected_words, staleness, verdict};
use crate::words::{Signs, count};
use sgg_game::{Form, Outcome, Sum, Total, Value};
use sgg_model::{Expected, Game, Position, Snapshot};
use sgg_syntax::{OutcomeWord, quote};
use std::collections::BTreeMap;

/// A position's terms are told one by one up to so many.
const TOLD_MAX: usize = 8;

/// The page of the position that a line belongs to.
pub(crate) fn position_page(snapshot: &Snapshot, line: usize, config: &Config) -> Option<String> {
    let signs = Signs::of(config.ascii);
    let (number, record) = snapshot.text.position_of(line)?;
    let game = snapshot.game(snapshot.text.game_of(line)?.1.id)?;
    // A kind without rounds has one position, whatever stands in its lines.
    let (number, id) = match game.position(record.id) {
        Some(_) => (number, record.id),
        None => (snapshot.text.lines.number(game.header())?, game.header()),
    };
    let position = game.position(id)?;
    let words = verdict(snapshot, number, config)?.text;
    let mut parts = vec![match words.split_once(signs.dot) {
        Some((first, rest)) => format!("{}{}{rest}", bold(first), signs.dot),
        // Words that mark a name in them are Markdown already.
        None if words.contains('`') => words,
        None => bold(&words),
    }];
    let known = position.sum().filter(|sum| sum.outcome != Outcome::Unknown);
    let (told, total) = first_terms(snapshot, game, id, TOLD_MAX);
    if game.is_valued() && total > 0 {
        parts.push(list(game, &told, total, signs));
        let all = terms(snapshot, game, id).filter(|_| game.kind().form == Form::Ordinal);
        parts.extend(all.and_then(|all| classes(&all, known?, signs)));
    }
    if let Some(sum) = known.filter(|_| total > 0) {
        parts.push(rule(game, sum));
        parts.extend(position.failed().first().and_then(|_| amends(snapshot, game, position, sum)));
    }
    parts.extend(staleness(snapshot, game, config));
    Some(parts.join("\n\n"))
}

/// `- 4: 1 stone, value 2`
fn list(game: &Game, told: &[Term], total: usize, signs: &Signs) -> String {
    let kind = game.kind();
    let line = |term: &Term| {
        let name = code(&quote(&game.name(term.node)));
        let value = code(&term.value.to_string());
        if !kind.stones {
            return format!("- {name}: {value}");
        }
        let stones = count(term.stones, "stone");
        let what = if kind.form == Form::Ordinal { kind.value_name } else { "value" };
        let total = contribution(kind.form, &term.value, term.stones);
        let plain = format!("- {name}: {stones}, {what} {value}");
        match total.to_string() == term.value.to_string() {
            true => plain,
            false => format!("{plain}, contributes {}", code(&total.to_string())),
        }
    };
    let mut lines: Vec<String> = told.iter().map(line).collect();
    if total > told.len() {
        lines.push(format!("- {} {} more", signs.more, total - told.len()));
    }
    lines.join("\n")
}

/// The piles of each class and their nim-sum, the highest class first.
fn classes(terms: &[Term], sum: &Sum, signs: &Signs) -> Option<String> {
    let mut classes: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for term in terms {
        let Value::Nimber(class) = term.value else { return None };
        classes.entry(class).or_default().push(term.stones);
    }
    let line = |(class, piles): (&u64, &Vec<u64>)| {
        if let [pile] = piles.as_slice() {
            return format!("- class {class}: {}", code(&pile.to_string()));
        }
        let words: Vec<String> = piles.iter().take(TOLD_MAX).map(ToString::to_string).collect();
        let total = piles.iter().fold(0, |sum, pile| sum ^ pile);
        let more =
            if piles.len() > TOLD_MAX { format!("{}{}", signs.xor, signs.more) } else { String::new() };
        let written = format!("{}{more} = {total}", words.join(signs.xor));
        format!("- class {class}: {}", code(&written))
    };
    let mut lines: Vec<String> = classes.iter().rev().take(TOLD_MAX).map(line).collect();
    if classes.len() > TOLD_MAX {
        lines.push(format!("- {} {} more", signs.more, classes.len() - TOLD_MAX));
    }
    (terms.len() <= TERMS_MAX && sum.total != Total::Unknown).then(|| lines.join("\n"))
}

/// What decides who wins.
fn rule(game: &Game, sum: &Sum) -> String {
    match (&sum.total, game.kind().form) {
        (Total::Infinite(set), _) => match sum.outcome {
            Outcome::First => "First wins by a move to the value 0.".to_owned(),
            _ if set.is_empty() => "A draw: there is no way to a finite value.".to_owned(),
            _ => "A draw: there is no move to the value 0.".to_owned(),
        },
        (_, Form::Ordinal) => "First wins unless the piles' nim-sum is 0 in every class.".to_owned(),
        _ => "First wins unless the nim-sum is 0.".to_owned(),
    }
}

/// For an expectation that fails: what would have to be otherwise.
fn amends(snapshot: &Snapshot, game: &Game, position: &Position, sum: &Sum) -> Option<String> {
    let first = snapshot.text.lines.first(position.failed().iter().copied())?;
    let (_, expected) = position.expected().iter().find(|(line, _)| *line == first)?;
    let what = if game.kind().form == Form::Nimber { "nim-sum" } else { "value" };
    let needed = match expected {
        Expected::Outcome(OutcomeWord::Second) => "would have to be 0".to_owned(),
        Expected::Outcome(OutcomeWord::First) => match sum.total {
            Total::Infinite(_) => "would have to lead to 0".to_owned(),
            _ => "would have to be other than 0".to_owned(),
        },
        Expected::Outcome(OutcomeWord::Draw) => match game.kind().form {
            Form::Loopy => "would have to be infinite, with no way to 0".to_owned(),
            _ => return Some(format!("`expect draw`: there are no draws in `{}`.", game.kind().name)),
        },
        Expected::Value(_) => format!("is {}", code(&sum.total.to_string())),
    };
    Some(format!("{}: the {what} {needed}.", code(&format!("expect {}", expected_words(expected)))))
}
