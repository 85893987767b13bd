//! `sgg solve`: verdicts and values.

mod cause;
mod json;
mod table;

use super::args::{Solve, SolveFormat};
use super::input::Input;
use super::open::solved_file;
use super::output::{Out, Say, say};
use super::{Exit, Outcome};
use sgg_game::{Outcome as Winner, Total};
use sgg_ide::{Config, DIAGNOSTICS_MAX, Severity, diagnostics};
use sgg_model::{Game, LineId, Mask, Position, Snapshot};
use sgg_syntax::{Line, Statement};
use std::io::Write;
use std::sync::Arc;

pub(crate) fn run(arguments: &Solve) -> Outcome {
    let input = Input::named(&arguments.file);
    let Some(snapshot) = solved_file(&input, &arguments.settings) else { return Ok(Exit::Failed) };
    let mut out = Out::lock();
    match arguments.format {
        SolveFormat::Text => table::write(&mut out, &snapshot, arguments.settings.ascii)?,
        SolveFormat::Json => json::write(&mut out, &snapshot)?,
    }
    out.flush()?;
    let missing = headers(&snapshot).any(|header| lacks_verdict(&snapshot, &header)) || is_outside(&snapshot);
    tell_of_errors(&snapshot, arguments, &input);
    // The process ends here: to give back the memory of a large file piece by piece would only take time.
    std::mem::forget(snapshot);
    Ok(if missing { Exit::Found } else { Exit::Clean })
}

/// A `game` line, its kind known or not.
struct Header {
    number: usize,
    id: LineId,
}

fn headers(snapshot: &Snapshot) -> impl Iterator<Item = Header> {
    let lines = snapshot.text.lines.select(0..snapshot.text.lines.len(), Mask::GAME);
    lines.map(|(number, record)| Header { number, id: record.id })
}

/// The word for the kind and the title, where the kind is not known.
fn unknown_game(snapshot: &Snapshot, header: &Header) -> (String, Option<String>) {
    let (text, line) = snapshot.text.parse(header.number);
    match line {
        Line { statement: Statement::Game(game), .. } => {
            let kind = game.kind.and_then(|span| text.get(span.start as usize..span.end as usize));
            (kind.unwrap_or("").to_owned(), game.title.map(|title| title.value))
        }
        _ => (String::new(), None),
    }
}

/// A position with the line of its header.
struct Round<'a> {
    number: usize,
    position: &'a Position,
}

impl Round<'_> {
    fn winner(&self) -> Winner {
        self.position.sum().map_or(Winner::Unknown, |sum| sum.outcome)
    }

    fn total(&self) -> &Total {
        self.position.sum().map_or(&Total::Unknown, |sum| &sum.total)
    }
}

/// A game's positions in the order of the text, the one before the first round included where it is one.
fn rounds<'a>(snapshot: &'a Snapshot, game: &'a Game, header: &Header) -> impl Iterator<Item = Round<'a>> {
    let number = header.number;
    let own = game.position(header.id).filter(|_| game.has_own_position());
    let lines = number + 1..snapshot.text.game_end(number);
    let others = snapshot.text.lines.select(lines, Mask::of(sgg_model::Class::Round));
    let others =
        others.filter_map(|(number, record)| Some(Round { number, position: game.position(record.id)? }));
    own.map(|position| Round { number, position }).into_iter().chain(others)
}

/// Whether a position of the game has no verdict, and errors are to blame.
fn lacks_verdict(snapshot: &Snapshot, header: &Header) -> bool {
    let Some(game) = snapshot.game(header.id) else { return true };
    rounds(snapshot, game, header)
        .any(|round| round.winner() == Winner::Unknown && cause::is_error(game, round.position))
}

/// Whether the file has no game, though it has statements: what they say belongs to none.
fn is_outside(snapshot: &Snapshot) -> bool {
    headers(snapshot).next().is_none()
        && diagnostics(snapshot, &Config::default(), 1).list.iter().any(|one| one.severity == Severity::Error)
}

/// Says on standard error that there is more to know: here only values are told.
fn tell_of_errors(snapshot: &Arc<Snapshot>, arguments: &Solve, input: &Input) {
    let found = diagnostics(snapshot, &arguments.settings.config(), DIAGNOSTICS_MAX);
    let errors = found.list.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    if errors > 0 {
        let words = match errors {
            1 => "1 error".to_owned(),
            _ if found.more > 0 => "errors".to_owned(),
            _ => format!("{errors} errors"),
        };
        say(Say::Note, format_args!("{input}: {words}; `sgg check` tells what is wrong"));
    }
}
