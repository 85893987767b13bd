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
mod meant;
mod nodes;
mod outside;
mod relisted;
pub(crate) mod teller;

pub use code::{Code, Severity};

use crate::{Config, Edit, Place};
use sgg_model::{Game, Mask, Snapshot};
use std::ops::Range;
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
    /// What mends it; the first one is the preferred one, see [`Diagnostic::prefers_first`].
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

    /// Whether its first fix is to be preferred: of a line that can be meant in two ways neither is.
    pub fn prefers_first(&self) -> bool {
        match self.fixes.as_slice() {
            [first, _, ..] => first.safe || self.code != Code::Syntax,
            _ => true,
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

/// So much of what is wrong with a file is told, wherever it is shown; the rest is counted.
pub const DIAGNOSTICS_MAX: usize = 1_000;

/// What is wrong with a file: at most `most` of it.
pub fn diagnostics(snapshot: &Snapshot, config: &Config, most: usize) -> Diagnostics {
    of_file(&Teller::new(snapshot, config), most)
}

/// All that is wrong with a file, to be mended: also what is said so often that not all of it is told.
pub(crate) fn to_mend(snapshot: &Snapshot, config: &Config) -> Vec<Diagnostic> {
    of_file(&Teller::thorough(snapshot, config), usize::MAX).list
}

fn of_file(teller: &Teller<'_>, most: usize) -> Diagnostics {
    let (mut list, mut more) = of_lines(teller, most);
    let (of_games, more_of_games) = of_games(teller, most);
    more += more_of_games;
    list.extend(of_games);
    let others = outside::outside(teller).into_iter().chain(finding::game_titles(teller, most));
    list.extend(others.filter_map(|diagnostic| teller.wanted(diagnostic)));
    if list.len() > most {
        // What is left out is no error as far as that can be.
        list.sort_by_key(|diagnostic| (diagnostic.severity != Severity::Error, diagnostic.place));
        more += list.len() - most;
        list.truncate(most);
    }
    list.sort_by_key(|diagnostic| diagnostic.place);
    Diagnostics { list, more }
}

/// What a single line says by itself.
pub(crate) fn problems(snapshot: &Snapshot, line: usize, config: &Config) -> Vec<Diagnostic> {
    line::problems(&Teller::new(snapshot, config), line)
}

/// What is wrong in some lines, in the order of the text: at most `most` of it. It costs what is wrong in the games
/// that these lines belong to, not what is wrong in the file.
pub fn diagnostics_in(
    snapshot: &Snapshot,
    lines: Range<usize>,
    config: &Config,
    most: usize,
) -> Vec<Diagnostic> {
    let teller = Teller::new(snapshot, config);
    let table = &snapshot.text.lines;
    let mut list = Vec::new();
    for (number, _) in table.select(lines.clone(), Mask::PROBLEM).take(most) {
        list.extend(line::problems(&teller, number));
    }
    let first = snapshot.text.game_of(lines.start).map_or(lines.start, |(header, _)| header);
    for (_, record) in table.select(first..lines.end, Mask::FINDINGS) {
        let Some(game) = snapshot.game(record.id) else { continue };
        let mut tale = finding::Tale::new(&teller, game);
        tale.narrow(&lines);
        while list.len() <= most {
            let Some(told) = tale.next() else { break };
            list.extend(told);
        }
    }
    list.extend(outside::outside(&teller));
    list.extend(finding::game_titles(&teller, usize::MAX));
    let mut list: Vec<Diagnostic> = list
        .into_iter()
        .filter(|diagnostic| lines.contains(&diagnostic.place.line))
        .filter_map(|diagnostic| teller.wanted(diagnostic))
        .collect();
    list.sort_by_key(|diagnostic| diagnostic.place);
    list.truncate(most);
    list
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
    let (mut list, mut errors) = (Vec::new(), Vec::new());
    let mut more = 0;
    for game in games {
        let mut tale = finding::Tale::new(teller, game);
        while list.len() <= most {
            let Some(told) = tale.next() else { break };
            list.extend(told.into_iter().filter_map(|diagnostic| teller.wanted(diagnostic)));
        }
        while errors.len() <= most {
            let Some(told) = tale.next_error() else { break };
            errors.extend(told.into_iter().filter_map(|diagnostic| teller.wanted(diagnostic)));
        }
        more += tale.left();
    }
    list.append(&mut errors);
    (list, more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::snapshot;

    #[test]
    fn errors_are_told_where_others_have_no_room() {
        let text = format!("game dag\n  a -> b\n{}  b -> a\n", "  a -> b\n".repeat(9));
        let told = diagnostics(&snapshot(&text), &Config::default(), 3);
        let found: Vec<(usize, Code)> = told.list.iter().map(|one| (one.place.line, one.code)).collect();
        let wanted = [(2, Code::DuplicateEdge), (3, Code::DuplicateEdge), (11, Code::Cycle)];
        assert_eq!((found, told.more), (wanted.to_vec(), 7));
    }

    /// Neither a code that is off nor the end of what is told hides that a line may mean another arc.
    #[test]
    fn a_glued_comment_that_is_not_told_counts_all_the_same() {
        let file = snapshot("game dag\na -> b\na -> b#2\n");
        let off = Config { severities: vec![(Code::GluedComment, None)], ..Config::default() };
        for (config, most) in [(off, 9), (Config::default(), 1), (Config::default(), 9)] {
            for told in [diagnostics(&file, &config, most).list, diagnostics_in(&file, 0..4, &config, most)] {
                assert!(told.iter().flat_map(|one| &one.fixes).all(|fix| !fix.safe), "{told:?}");
                assert!(!told.is_empty());
            }
        }
        // Where there are so many copies that not all are found, no line is known to be none of them.
        let file = snapshot(&format!("game dag\n{}c -> d#1\n", "a -> b\n".repeat(60)));
        let told = diagnostics(&file, &Config::default(), 99).list;
        let mut glued = told.iter().filter(|one| one.code == Code::GluedComment);
        assert!(glued.next().is_some_and(|one| one.fixes.iter().all(|fix| !fix.safe)));
    }

    #[test]
    fn expectations_that_fail_are_counted_beyond_those_that_are_found() {
        let text = format!("game dag\na -> b\nstones a\n{}a -> b\n", "expect second\n".repeat(2_100));
        let snapshot = snapshot(&text);
        let told = diagnostics(&snapshot, &Config::default(), 3);
        let lines: Vec<usize> = told.list.iter().map(|one| one.place.line).collect();
        assert_eq!((lines, told.more), (vec![3, 4, 5], 2_098));
        let off = |code| Config { severities: vec![(code, None)], ..Config::default() };
        let told = |config| {
            let told = diagnostics(&snapshot, &config, 3);
            (told.list.len(), told.more)
        };
        assert_eq!((told(off(Code::ExpectFailed)), told(off(Code::DuplicateEdge))), ((1, 0), (3, 2_097)));
    }
}
