//! Other ways to write what the text says, and what it does not say yet: each is offered only where it applies, keeps
//! comments and changes no value.

mod expect;
mod groups;
mod join;
mod kinds;
mod rounds;

use crate::Edit;
use crate::text::indent;
use sgg_model::{Game, Mask, Snapshot, State};
use sgg_syntax::{Line, Span};

/// A change of the text that somebody may want.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refactoring {
    /// What it does.
    pub title: String,
    /// The edits, in the order of the text, without overlap.
    pub edits: Vec<Edit>,
}

impl Refactoring {
    fn new(title: impl Into<String>, edits: Vec<Edit>) -> Refactoring {
        Refactoring { title: title.into(), edits }
    }
}

/// What can be offered at a byte of a line. `reveal`: values may be written.
pub fn refactorings(snapshot: &Snapshot, line: usize, column: u32, reveal: bool) -> Vec<Refactoring> {
    let Some(game) = snapshot.game_at(line) else { return Vec::new() };
    let (text, read) = snapshot.text.parse(line);
    let asked = Asked { snapshot, game, number: line, column, text: &text, line: &read };
    let mut list = Vec::new();
    if reveal && game.state() == State::Fresh {
        list.extend(asked.expectations());
    }
    list.extend(asked.range_written_out());
    list.extend(asked.names_as_range());
    list.extend(asked.arcs_apart());
    list.extend(asked.arcs_joined());
    list.extend(asked.rounds_as_games());
    list.extend(asked.other_kinds());
    list
}

/// A place that is asked about.
struct Asked<'a> {
    snapshot: &'a Snapshot,
    game: &'a Game,
    number: usize,
    column: u32,
    text: &'a str,
    line: &'a Line,
}

impl Asked<'_> {
    fn is_on(&self, span: Span) -> bool {
        (span.start..=span.end).contains(&self.column)
    }

    /// The number of the game's header, and where the game ends.
    fn game_lines(&self) -> std::ops::Range<usize> {
        self.snapshot.text.game_lines(self.game.header())
    }

    /// Whether a node, by its name as it is written, has its place in the order of display by what stands above a line.
    /// False where that would take a look at many lines.
    fn appears_above(&self, written: &str, line: usize) -> bool {
        let Some(node) = self.game.node(&sgg_syntax::unquote(written)) else { return false };
        let first = self.game.first_mention(node);
        let number = first.and_then(|first| self.snapshot.text.lines.number(first.line));
        number.is_some_and(|number| number < line)
            || self.game.lists_nodes() && !self.game.is_undeclared(node)
    }

    /// A new line behind the last statement of those lines, indented as that one; under a header as it should be.
    fn line_behind(&self, lines: std::ops::Range<usize>, statement: &str) -> Option<Edit> {
        let text = &self.snapshot.text;
        let (last, record) = text.lines.previous(lines.end, Mask::STATEMENT)?;
        if last < lines.start {
            return None;
        }
        let above = text.line(last);
        let deeper = if last == lines.start && is_header(record.class) { "  " } else { "" };
        let edit = format!("\n{}{deeper}{statement}", indent(&above));
        Some(Edit::insert(last, crate::edits::length(&above), edit))
    }
}

fn is_header(class: sgg_model::Class) -> bool {
    matches!(class, sgg_model::Class::Game | sgg_model::Class::Round)
}

/// A text shortened to what a menu can show.
fn shown(text: &str) -> String {
    const CHARS_MAX: usize = 40;
    match text.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or("")),
        None => text.to_owned(),
    }
}
