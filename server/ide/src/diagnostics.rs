//! What is wrong, in words, with what mends it.
//!
//! Nothing here grows with the file where little is wrong with it: lines with problems of their own and games with
//! findings are found by their marks, and each is looked at again only to be put into words.

mod arcs;
mod code;
mod duplicates;
mod expectation;
mod finding;
mod graph;
mod line;
mod nodes;
mod outside;
pub(crate) mod teller;

pub use code::{Code, Severity};

use crate::{Config, Edit, Place};
use sgg_model::{Game, Mask, Snapshot};
use teller::Teller;

/// Something wrong at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its code.
    pub code: Code,
    /// How bad it is, settings applied.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// One sentence.
    pub message: String,
    /// Other places that belong to it, each with a few words.
    pub related: Vec<Related>,
    /// What mends it; the first one is the preferred one.
    pub fixes: Vec<Fix>,
    /// Shown faded.
    pub unnecessary: bool,
}

/// Another place that belongs to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// A few words.
    pub message: String,
}

/// A change that mends a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does.
    pub title: String,
    /// The edits, in the order of the text, without overlap.
    pub edits: Vec<Edit>,
    /// There is one reading only: it may be applied unasked.
    pub safe: bool,
}

/// What is wrong with a file, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    /// The first ones.
    pub list: Vec<Diagnostic>,
    /// How many more there are.
    pub more: usize,
}

impl Diagnostic {
    pub(crate) fn new(code: Code, place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity(),
            place,
            message: message.into(),
            related: Vec::new(),
            fixes: Vec::new(),
            unnecessary: code.is_unnecessary(),
        }
    }

    pub(crate) fn relate(mut self, place: Place, message: impl Into<String>) -> Diagnostic {
        self.related.push(Related { place, message: message.into() });
        self
    }

    pub(crate) fn fix(mut self, title: impl Into<String>, edits: Vec<Edit>) -> Diagnostic {
        self.fixes.push(Fix { title: title.into(), edits, safe: false });
        self
    }
}

/// What is wrong with a file: at most `most` of it.
pub fn diagnostics(snapshot: &Snapshot, config: &Config, most: usize) -> Diagnostics {
    let teller = Teller { snapshot, config };
    let (mut list, mut more) = of_lines(&teller, most);
    let (of_games, more_of_games) = of_games(&teller, most);
    more += more_of_games;
    list.extend(of_games);
    let others = outside::outside(&teller).into_iter().chain(finding::game_titles(&teller, most));
    list.extend(others.filter_map(|diagnostic| teller.wanted(diagnostic)));
    list.sort_by_key(|diagnostic| diagnostic.place);
    more += list.len().saturating_sub(most);
    list.truncate(most);
    Diagnostics { list, more }
}

/// What a single line says by itself.
pub(crate) fn problems(snapshot: &Snapshot, line: usize, config: &Config) -> Vec<Diagnostic> {
    line::problems(&Teller { snapshot, config }, line)
}

/// What single lines say, and how much more there is of it.
fn of_lines(teller: &Teller<'_>, most: usize) -> (Vec<Diagnostic>, usize) {
    let lines = &teller.snapshot.text.lines;
    let mut list = Vec::new();
    let mut seen = 0;
    for (number, record) in lines.select(0..lines.len(), Mask::PROBLEM) {
        if list.len() > most {
            break;
        }
        let problems = line::problems(teller, number).into_iter();
        list.extend(problems.filter_map(|diagnostic| teller.wanted(diagnostic)));
        seen += usize::from(record.problems);
    }
    (list, lines.problems().saturating_sub(seen))
}

/// What games say beyond their single lines, and how much more there is of it.
fn of_games(teller: &Teller<'_>, most: usize) -> (Vec<Diagnostic>, usize) {
    let lines = &teller.snapshot.text.lines;
    let headers = lines.select(0..lines.len(), Mask::FINDINGS);
    let games: Vec<&Game> = headers.filter_map(|(_, record)| teller.snapshot.game(record.id)).collect();
    let mut list = Vec::new();
    let mut more = 0;
    for game in games {
        let mut tale = finding::Tale::new(teller, game);
        while list.len() <= most {
            let Some(told) = tale.next() else { break };
            list.extend(told.into_iter().filter_map(|diagnostic| teller.wanted(diagnostic)));
        }
        more += tale.left();
    }
    (list, more)
}
