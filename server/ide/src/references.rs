//! Where a node or a title is spoken of: its definition, and all other places.
//!
//! A node is defined where its value is shown: at its first mention by its own name in an edge line, else in `ground`,
//! `stones` or `k`, else within a range. It is declared in a `nodes` line where its game has one, and implemented where
//! its arcs are said. A title is defined where it stands.

use crate::Place;
use crate::named_lines::NamedLines;
use crate::naming::{Naming, Scope, Word, may_name, namings, node_of, title};
use sgg_model::{Class, Mask, MentionRank, Snapshot, language, mentions};
use sgg_syntax::{Item, Statement};
use std::ops::Range;

/// A place that speaks of a node or title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name, or the range that holds it.
    pub place: Place,
    /// The line says something of the node (its arcs, K-value, ground, or that it is one), rather than use it.
    pub writes: bool,
    /// It is the place where the node's value is shown.
    pub defines: bool,
}

/// Lines whose names are looked for where it is not known which lines have them.
const NAMING: Mask = mentions::OTHERS.or(Mask::of(Class::Edge));
const BROKEN: Mask = Mask::of(Class::Broken);
/// Highlights look at so many lines of each sort in all of the game; where there are more, at those near the cursor.
const LINES_MAX: usize = 400;
const NEAR_LINES: usize = 200;

/// Which places of a node are wanted.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    /// In a large game those near a line.
    near: Option<usize>,
    /// So many.
    most: usize,
    /// Nobody waits for the others.
    stopped: &'a dyn Fn() -> bool,
}

impl<'a> Wanted<'a> {
    pub(crate) const FIRST: Wanted<'static> = Wanted { near: None, most: 1, stopped: &|| false };

    pub(crate) fn all(stopped: &'a dyn Fn() -> bool) -> Self {
        Wanted { near: None, most: usize::MAX, stopped }
    }

    fn near(line: usize) -> Self {
        Wanted { near: Some(line), most: usize::MAX, stopped: &|| false }
    }
}

/// All places of what stands at a byte of a line, in the order of the text; as far as they were come to when `stopped`
/// says so.
pub fn references(
    snapshot: &Snapshot,
    line: usize,
    column: u32,
    stopped: &dyn Fn() -> bool,
) -> Vec<Reference> {
    match Word::at(snapshot, line, column) {
        Some(Word::Node { name, .. }) => {
            of_node(snapshot, &Scope::of(snapshot, line), &name, Wanted::all(stopped))
        }
        Some(Word::Title { title, .. }) => of_title(snapshot, line, &title),
        None => Vec::new(),
    }
}

/// The same without the declaration; titles have nothing but declarations.
pub fn uses(snapshot: &Snapshot, line: usize, column: u32, stopped: &dyn Fn() -> bool) -> Vec<Reference> {
    let mut found = references(snapshot, line, column, stopped);
    match Word::at(snapshot, line, column) {
        Some(Word::Node { .. }) => {
            let declared = declaration(snapshot, line, column).map(|target| target.place);
            found.retain(|found| Some(found.place) != declared);
        }
        _ => found.retain(|found| !found.defines),
    }
    found
}

/// The same, for showing them while the cursor moves: in a large game, those near the cursor.
pub fn highlights(snapshot: &Snapshot, line: usize, column: u32) -> Vec<Reference> {
    match Word::at(snapshot, line, column) {
        Some(Word::Node { name, .. }) => {
            of_node(snapshot, &Scope::of(snapshot, line), &name, Wanted::near(line))
        }
        Some(Word::Title { span, .. }) => {
            vec![Reference { place: Place { line, span }, writes: true, defines: true }]
        }
        None => Vec::new(),
    }
}

/// A word and a place that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The word that was asked for.
    pub origin: Place,
    /// Where it leads.
    pub place: Place,
}

/// Where what stands there is defined.
pub fn definition(snapshot: &Snapshot, line: usize, column: u32) -> Option<Target> {
    let word = Word::at(snapshot, line, column)?;
    let origin = Place { line, span: word.span() };
    let place = match &word {
        Word::Title { span, .. } => Place { line, span: *span },
        Word::Node { name, .. } => node_definition(snapshot, &Scope::of(snapshot, line), name)?,
    };
    Some(Target { origin, place })
}

/// Where a `nodes` line says that there is such a node; where none does, its definition.
pub fn declaration(snapshot: &Snapshot, line: usize, column: u32) -> Option<Target> {
    let defined = definition(snapshot, line, column)?;
    let Some(Word::Node { name, .. }) = Word::at(snapshot, line, column) else { return Some(defined) };
    let listing = Mask::of(Class::Nodes);
    let scope = Scope::of(snapshot, line);
    let lines = snapshot.text.lines.select(scope.lines, listing).map(|(number, _)| number);
    let declared = first_in(snapshot, lines, &name);
    Some(Target { place: declared.unwrap_or(defined.place), ..defined })
}

/// Where the arcs of what stands there are said: the places on the left of an arrow.
pub fn implementations(
    snapshot: &Snapshot,
    line: usize,
    column: u32,
    stopped: &dyn Fn() -> bool,
) -> Vec<Target> {
    let Some(word) = Word::at(snapshot, line, column) else { return Vec::new() };
    let Word::Node { name, .. } = &word else { return Vec::new() };
    let origin = Place { line, span: word.span() };
    let found = of_node(snapshot, &Scope::of(snapshot, line), name, Wanted::all(stopped));
    let is_edge =
        |place: Place| snapshot.text.lines.at(place.line).is_some_and(|record| record.class == Class::Edge);
    let found = found.into_iter().filter(|found| found.writes && is_edge(found.place));
    found.map(|found| Target { origin, place: found.place }).collect()
}

/// The place where a node's value is shown.
pub(crate) fn node_definition(snapshot: &Snapshot, scope: &Scope<'_>, name: &str) -> Option<Place> {
    node_definition_by(&NamedLines::default(), snapshot, scope, name)
}

/// The same for many nodes, which may be defined in one line.
pub(crate) fn node_definition_by(
    lines: &NamedLines,
    snapshot: &Snapshot,
    scope: &Scope<'_>,
    name: &str,
) -> Option<Place> {
    let mention = node_of(scope, name).and_then(|(game, node)| game.first_mention(node));
    let defined = mention.and_then(|mention| {
        let line = snapshot.text.lines.number(mention.line)?;
        let read = lines.at(snapshot, line);
        let named = read.namings_of(name);
        let own =
            |naming: &&&Naming| matches!(naming.item, Item::Name(_)) == (mention.rank != MentionRank::Group);
        let best = named.iter().find(own).or(named.first())?;
        Some(Place { line, span: best.span() })
    });
    // A line that can't be read now may have lost the name that it still defines.
    defined.or_else(|| of_node(snapshot, scope, name, Wanted::FIRST).first().map(|found| found.place))
}

/// Where a node of a scope is mentioned, in the order of the text.
pub(crate) fn of_node(
    snapshot: &Snapshot,
    scope: &Scope<'_>,
    name: &str,
    wanted: Wanted<'_>,
) -> Vec<Reference> {
    let home = node_of(scope, name).and_then(|(game, node)| game.first_mention(node));
    let home = home.and_then(|mention| snapshot.text.lines.number(mention.line));
    let mut found: Vec<Reference> = Vec::new();
    let mut downwards = snapshot.text.downwards();
    for line in lines(snapshot, scope, name, wanted.near) {
        if found.len() >= wanted.most || (wanted.stopped)() {
            break;
        }
        // Most of many lines that can't be read do not have the name at all.
        let text = downwards.line(line);
        if !may_name(&text, name) {
            continue;
        }
        let read = language().parse(&text);
        let start = found.len();
        let namings = namings(&text, &read).into_iter();
        found.extend(namings.filter(|naming| mentions::names(&naming.item, &text, name)).map(|naming| {
            let place = Place { line, span: naming.span() };
            Reference { place, writes: naming.writes, defines: false }
        }));
        if home == Some(line) && found.len() > start {
            let defined = node_definition(snapshot, scope, name);
            let here = found.iter_mut().skip(start).find(|found| Some(found.place) == defined);
            here.into_iter().for_each(|found| found.defines = true);
        }
    }
    found
}

/// The lines that may mention a node, in order, each once.
fn lines(snapshot: &Snapshot, scope: &Scope<'_>, name: &str, near: Option<usize>) -> Vec<usize> {
    let known = scope.game.filter(|game| game.limit().is_none());
    let wanted = |mask| of_class(snapshot, &scope.lines, mask, near);
    let Some(game) = known else { return wanted(NAMING.or(BROKEN)) };
    let mut found = wanted(BROKEN);
    if let Some(node) = game.node(name) {
        let most = if near.is_some() { LINES_MAX } else { usize::MAX };
        let edges = mentions::lines_of_edges(&snapshot.text, game, node, most);
        found.extend(edges.unwrap_or_else(|| wanted(Mask::of(Class::Edge))));
        if mentions::in_others(game, node) {
            found.extend(wanted(mentions::OTHERS));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The lines of some classes: all, or where there are too many for now, those near a line.
fn of_class(snapshot: &Snapshot, lines: &Range<usize>, mask: Mask, near: Option<usize>) -> Vec<usize> {
    let select = |lines: Range<usize>| snapshot.text.lines.select(lines, mask).map(|(number, _)| number);
    let Some(near) = near else { return select(lines.clone()).collect() };
    let all: Vec<usize> = select(lines.clone()).take(LINES_MAX + 1).collect();
    if all.len() <= LINES_MAX {
        return all;
    }
    let start = near.saturating_sub(NEAR_LINES).max(lines.start);
    select(start..near.saturating_add(NEAR_LINES).min(lines.end)).collect()
}

fn first_in(snapshot: &Snapshot, mut lines: impl Iterator<Item = usize>, name: &str) -> Option<Place> {
    lines.find_map(|line| {
        let (text, read) = snapshot.text.parse(line);
        let (span, _) = mentions::places(&read, &text, name).next()?;
        Some(Place { line, span })
    })
}

/// The headers of the same sort that have the same title: games of the file, or rounds of the game.
pub(crate) fn of_title(snapshot: &Snapshot, line: usize, wanted: &str) -> Vec<Reference> {
    let (_, read) = snapshot.text.parse(line);
    let (lines, class) = match read.statement {
        Statement::Game(_) => (0..snapshot.text.lines.len(), Class::Game),
        _ => (Scope::of(snapshot, line).lines, Class::Round),
    };
    let headers = snapshot.text.lines.select(lines, Mask::of(class));
    let same = headers.filter_map(|(number, _)| {
        let (_, read) = snapshot.text.parse(number);
        let span = title(&read).filter(|title| title.value == wanted)?.span;
        Some(Reference { place: Place { line: number, span }, writes: true, defines: true })
    });
    same.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::snapshot;

    fn lines(found: &[Reference]) -> Vec<usize> {
        found.iter().map(|found| found.place.line).collect()
    }

    #[test]
    fn highlights_of_a_hub_are_those_near_the_cursor() {
        let arcs: String = (0..3000).map(|number| format!("hub -> v{number}\n")).collect();
        let file = snapshot(&format!("game dag\n{arcs}stones hub\n"));
        assert_eq!(references(&file, 2000, 0, &|| false).len(), 3001);
        let near = lines(&highlights(&file, 2000, 0));
        assert_eq!(near, (1800..2200).chain([3001]).collect::<Vec<_>>());
        // A node of few arcs is shown wherever it stands.
        let (text, _) = file.text.parse(7);
        assert_eq!((&*text, lines(&highlights(&file, 7, 9))), ("hub -> v6", vec![7]));
    }

    #[test]
    fn many_other_lines_are_looked_at_near_the_cursor_only() {
        let rounds = "round\nstones b\n".repeat(1500);
        let file = snapshot(&format!("game dag\na -> b\n{rounds}"));
        assert_eq!(references(&file, 1, 5, &|| false).len(), 1501);
        // Those within 200 lines behind the cursor, every second one.
        assert_eq!(lines(&highlights(&file, 1, 5)).len(), 1 + 99);
        assert_eq!(lines(&highlights(&file, 1, 0)), [1]);
    }

    #[test]
    fn uses_are_all_places_but_the_declaration() {
        let places = |text, line, column| {
            let found = uses(&snapshot(text), line, column, &|| false).into_iter();
            found.map(|found| (found.place.line, found.place.span.start)).collect::<Vec<_>>()
        };
        // The line `nodes`, where there is one, by its name or within a range; else the definition.
        assert_eq!(places("game dag\nnodes a b\na -> b\nstones b\n", 2, 5), [(2, 5), (3, 7)]);
        assert_eq!(places("game dag\nnodes 1..3\n1 -> 2\nstones 2\n", 2, 5), [(2, 5), (3, 7)]);
        assert_eq!(places("game dag\na -> b\nstones b\n", 2, 7), [(2, 7)]);
        assert_eq!(places("game dag \"x\"\ngame dag \"x\"\n", 0, 11), []);
    }

    #[test]
    fn a_statement_that_is_kept_is_no_place() {
        let mut document = crate::testing::document("game dag\na -> b\nb -> c\n");
        document.edit(16..22, "b ->> c");
        crate::testing::solve(&mut document);
        let found = references(document.snapshot(), 1, 5, &|| false);
        assert_eq!(lines(&found), [1, 2]);
        document.edit(16..23, "x ->> ");
        let found = references(document.snapshot(), 1, 5, &|| false);
        assert_eq!(lines(&found), [1]);
    }

    #[test]
    fn a_node_whose_line_has_lost_its_name_is_defined_at_the_next() {
        let mut document = crate::testing::document("game dag\na -> b\nn -> a\nstones a\n");
        let at = |document: &sgg_model::Document| {
            definition(document.snapshot(), 3, 7).map(|found| (found.place.line, found.place.span.start))
        };
        assert_eq!(at(&document), Some((1, 0)));
        document.edit(9..15, "x ->> ");
        assert_eq!(at(&document), Some((2, 5)));
    }

    #[test]
    fn an_end_of_a_word_belongs_to_it() {
        let file = snapshot("game dag\nab->c\n");
        let at = |column| definition(&file, 1, column).map(|found| found.origin.span.start);
        assert_eq!(
            [at(0), at(1), at(2), at(3), at(4), at(5)],
            [Some(0), Some(0), Some(0), None, Some(4), Some(4)]
        );
        assert_eq!(definition(&file, 9, 0), None);
        assert_eq!(definition(&file, 2, 7), None);
    }
}
