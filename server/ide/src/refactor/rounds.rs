//! Rounds as games of their own.

use super::{Asked, Refactoring};
use crate::Edit;
use crate::text::indent;
use sgg_model::{Class, Mask, Text};
use sgg_syntax::{Span, Statement, as_string};
use std::collections::HashSet;
use std::ops::Range;

/// So many lines are written at most.
const LINES_MAX: usize = 1_000;

/// What belongs to the graph.
const GRAPH: Mask = Mask::of(Class::Edge)
    .or(Mask::of(Class::Nodes))
    .or(Mask::of(Class::K))
    .or(Mask::of(Class::Ground))
    .or(Mask::of(Class::ExpectSg));

impl Asked<'_> {
    /// Every round becomes a game with the graph's lines. What stands before the first round stays a position where
    /// it is one; else the first round takes its place.
    pub(super) fn rounds_as_games(&self) -> Option<Refactoring> {
        let Statement::Game(header) = &self.line.statement else { return None };
        let (game, text) = (self.game, &self.snapshot.text);
        let lines = self.game_lines();
        let rounds: Vec<usize> = text
            .lines
            .select(lines.clone(), Mask::of(Class::Round))
            .map(|(number, _)| number)
            .take(LINES_MAX)
            .collect();
        let first = *rounds.first()?;
        let graph: Vec<usize> =
            text.lines.select(lines.start..first, GRAPH).map(|(number, _)| number).take(LINES_MAX).collect();
        let unclear = GRAPH.or(Mask::of(Class::Broken));
        let below = text.lines.select(first..lines.end, unclear).next().is_some();
        let broken = text.lines.select(lines.clone(), Mask::of(Class::Broken)).next().is_some();
        let is_long = (graph.len() + 1) * rounds.len() + lines.len() > LINES_MAX;
        if below || broken || is_long || !game.kind().stones {
            return None;
        }
        let graph: String = graph.into_iter().map(|number| format!("\n{}", text.line(number))).collect();
        let title = |number: usize, round: usize| {
            let (_, line) = text.parse(round);
            let own = match line.statement {
                Statement::Round(header) => header.title.map(|title| title.value),
                _ => None,
            };
            match (game.title(), own) {
                (Some(title), Some(own)) => Some(format!("{title}: {own}")),
                (Some(title), None) => Some(format!("{title} {}", number + 1)),
                (None, own) => own,
            }
        };
        let mut edits = Vec::new();
        let ends = rounds.iter().skip(1).copied().chain([lines.end]);
        let own = game.has_own_position();
        let mut taken = self.titles_of_others();
        if own {
            taken.extend(game.title().map(str::to_owned));
        }
        for (number, (round, end)) in rounds.iter().copied().zip(ends).enumerate() {
            let new = match title(number, round) {
                // Two games of one title can't be told apart.
                Some(title) if !taken.insert(title.clone()) => return None,
                Some(title) => format!(" {}", as_string(&title)),
                None => String::new(),
            };
            if number == 0 && !own {
                let kind = header.kind?;
                let before = header.title.as_ref().map_or(kind, |title| title.span);
                let span = Span { start: kind.end, end: before.end };
                if span.text(self.text).trim() != new.trim() {
                    edits.push(Edit::replace(self.number, span, new));
                }
                edits.push(without_statement(text, round));
            } else {
                let head = format!("{}game {}{new}", indent(self.text), game.kind().name);
                edits.extend(as_game(text, round, &head, &graph, indent(self.text)));
            }
            edits.extend(indented(text, round, end));
        }
        edits.sort_by_key(|edit| edit.place);
        let count = crate::words::count(rounds.len() as u64, "round");
        let title = match rounds.len() {
            1 => "make the round a game".to_owned(),
            _ => format!("make each of the {count} a game"),
        };
        Some(Refactoring::new(title, edits))
    }

    /// The titles of the other games, the first ones of very many.
    fn titles_of_others(&self) -> HashSet<String> {
        let lines = &self.snapshot.text.lines;
        let games = lines.select(0..lines.len(), Mask::of(Class::Game)).take(LINES_MAX);
        let others = games.filter(|(number, _)| *number != self.number);
        others.filter_map(|(_, record)| Some(self.snapshot.game(record.id)?.title()?.to_owned())).collect()
    }
}

/// Where a line's statement is, and whether a comment stands behind it.
fn statement(text: &Text, number: usize) -> (Span, bool) {
    let (line_text, line) = text.parse(number);
    let start = crate::edits::length(indent(&line_text));
    let end = match &line.statement {
        Statement::Round(header) => header.title.as_ref().map_or(header.keyword.end, |title| title.span.end),
        _ => start,
    };
    (Span { start, end }, line.comment.is_some())
}

/// Takes a `round` away; a comment stays.
fn without_statement(text: &Text, number: usize) -> Edit {
    let (span, comment) = statement(text, number);
    let line = text.line(number);
    match comment {
        true => {
            let rest = line.get(span.end as usize..).unwrap_or("");
            let blanks = crate::edits::length(indent(rest));
            Edit::replace(number, Span { start: span.start, end: span.end + blanks }, "")
        }
        false => Edit::remove_line(number, &line),
    }
}

/// Makes a `round` line the header of a game with these lines, parted from what is above.
fn as_game(text: &Text, round: usize, head: &str, graph: &str, outer: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let leading = leading_comments(text, round);
    let above = leading.start.checked_sub(1).map(|above| text.line(above).trim().is_empty());
    let blank = if above == Some(false) { "\n" } else { "" };
    for number in leading.clone() {
        let old = Span { start: 0, end: crate::edits::length(indent(&text.line(number))) };
        let blank = if number == leading.start { blank } else { "" };
        edits.push(Edit::replace(number, old, format!("{blank}{outer}")));
    }
    let (span, _) = statement(text, round);
    let blank = if leading.is_empty() { blank } else { "" };
    edits.push(Edit::replace(round, Span { start: 0, end: span.end }, format!("{blank}{head}")));
    if !graph.is_empty() {
        edits.push(Edit::insert(round, crate::edits::length(&text.line(round)), graph));
    }
    edits
}

/// The comment lines right above a line.
fn leading_comments(text: &Text, number: usize) -> Range<usize> {
    let is_comment = |number: &usize| text.line(*number).trim_start_matches([' ', '\t']).starts_with('#');
    let count = (0..number).rev().take_while(is_comment).take(LINES_MAX).count();
    number - count..number
}

/// The lines of a round are indented as the round was. Comments that lead to the next round go with that one.
fn indented(text: &Text, round: usize, end: usize) -> Vec<Edit> {
    let line = text.line(round);
    let new = indent(&line).to_owned();
    let end = if text.lines.at(end).is_some_and(|record| record.class == Class::Round) {
        leading_comments(text, end).start.max(round + 1)
    } else {
        end
    };
    let mut edits = Vec::new();
    for number in round + 1..end {
        let line = text.line(number);
        let old = indent(&line);
        if old.len() > new.len() && old.len() < line.len() {
            let span = Span { start: 0, end: crate::edits::length(old) };
            edits.push(Edit::replace(number, span, new.clone()));
        }
    }
    edits
}
