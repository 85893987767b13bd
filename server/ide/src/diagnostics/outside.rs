//! What stands before the first game: said once.

use super::teller::Teller;
use super::{Code, Diagnostic, Fix};
use crate::edits::length;
use crate::text::whole;
use crate::{Edit, Place};
use sgg_model::{Class, Mask, language};
use sgg_syntax::{Arrow, Span, Statement, near};

/// The one diagnostic of all lines before the first game.
pub(super) fn outside(teller: &Teller<'_>) -> Option<Diagnostic> {
    let text = &teller.snapshot.text;
    let (number, record) = text.lines.next(0, Mask::STATEMENT)?;
    if record.class == Class::Game {
        return None;
    }
    let line = text.line(number);
    let place = Place { line: number, span: whole(&line) };
    if let Some(other) = other_format(&line) {
        let message = format!("{other} `.sgg` file has names and arrows, below a line such as `game dag`");
        let mut diagnostic = Diagnostic::new(Code::OutsideGame, place, message);
        // A line of numbers would be mended to an arc.
        if !is_numbers(&line) {
            diagnostic.fixes.extend(own_fix(teller, number));
        }
        return Some(diagnostic);
    }
    if let Some((span, header)) = meant_header(&line, place.span) {
        let message =
            format!("this is no statement, and no `game` stands before it: did you mean `{header}`?");
        let edit = Edit::replace(number, span, header.clone());
        return Some(
            Diagnostic::new(Code::OutsideGame, place, message)
                .fix(format!("replace `{}` by `{header}`", span.text(&line)), vec![edit]),
        );
    }
    let kind = likely_kind(teller, number);
    let message =
        format!("this stands before the first `game` and belongs to none: write `game {kind}` above it");
    let edit = Edit::insert(number, 0, format!("game {kind}\n"));
    Some(
        Diagnostic::new(Code::OutsideGame, place, message)
            .fix(format!("insert `game {kind}` above"), vec![edit]),
    )
}

/// The header that a line is the beginning of, or a slip of: two words that are like `game` and a kind, and nothing but
/// a title behind them.
fn meant_header(line: &str, statement: Span) -> Option<(Span, String)> {
    let text = statement.text(line);
    let blank = [' ', '\t'];
    let (game, rest) = text.split_once(blank)?;
    let (word, title) = rest.trim_start_matches(blank).split_once(blank).unwrap_or((rest, ""));
    let (word, title) = (word.trim_matches(blank), title.trim_matches(blank));
    let like_game = "game".starts_with(game) || near(game, ["game"]).is_some();
    if !like_game || !(title.is_empty() || title.starts_with(['"', '#'])) {
        return None;
    }
    let mut begun = language().kinds.iter().filter(|kind| kind.starts_with(word));
    let kind = match (begun.next(), begun.next()) {
        (Some(kind), None) => kind,
        _ => near(word, language().kinds.iter().copied())?,
    };
    let end = statement.start + length(text.get(..text.len() - title.len())?.trim_end_matches(blank));
    Some((Span { start: statement.start, end }, format!("game {kind}")))
}

/// What mends the line by itself: `digraph G {` becomes a game.
fn own_fix(teller: &Teller<'_>, number: usize) -> Option<Fix> {
    let (text, line) = teller.snapshot.text.parse(number);
    let fix = line.problems.first()?.describe(&text, Arrow::Arc).fix?;
    let edits = fix.edits.into_iter().map(|(span, new)| Edit::replace(number, span, new));
    Some(Fix { title: fix.title, edits: edits.collect(), safe: false })
}

/// What else a text that starts with such a line may be.
fn other_format(line: &str) -> Option<&'static str> {
    let line = line.trim();
    if is_numbers(line) {
        return Some("a line of numbers: is this a judge's input? A");
    }
    let word = line.split(|sign: char| !sign.is_ascii_alphabetic()).next().unwrap_or("");
    let brace = line.contains('{');
    match word.to_ascii_lowercase().as_str() {
        "strict" | "digraph" => Some("this looks like DOT, the language of Graphviz: a"),
        "graph" if brace => Some("this looks like DOT, the language of Graphviz: a"),
        "graph" | "flowchart" | "statediagram" => Some("this looks like Mermaid: a"),
        _ => None,
    }
}

fn is_numbers(line: &str) -> bool {
    let number = |word: &str| word.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    line.split_ascii_whitespace().all(number)
}

/// The kind of game that the first lines fit.
fn likely_kind(teller: &Teller<'_>, first: usize) -> &'static str {
    let text = &teller.snapshot.text;
    let end = text.lines.next(first, Mask::GAME).map_or(text.lines.len(), |(number, _)| number);
    let mut kind = "dag";
    for (number, _) in text.lines.select(first..end, Mask::STATEMENT).take(LINES_READ) {
        match text.parse(number).1.statement {
            Statement::K(_) => return "addsub",
            Statement::Ground(_) => return "hackenbush",
            Statement::Edge(chain) if chain.arrows.iter().any(|at| at.arrow == Arrow::Edge) => {
                kind = "hackenbush";
            }
            _ => {}
        }
    }
    kind
}

/// So many lines tell which kind is meant.
const LINES_READ: usize = 32;
