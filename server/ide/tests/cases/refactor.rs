//! Every refactoring, at every place of every text that the tests know, keeps what the text means.

use crate::fixes::texts;
use crate::outputs::Input;
use sgg_game::{Sum, Value};
use sgg_ide::{Code, Refactoring, Severity, apply_edits, diagnostics, refactorings};
use sgg_model::{Game, Mask, Snapshot, language, mentions};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// A position as a person sees it: who wins and by what, and what every node of its game is worth.
type Seen = (Option<Sum>, BTreeMap<String, Value>);

fn values(game: &Game) -> BTreeMap<String, Value> {
    game.declared_nodes().map(|node| (game.name(node), game.value(node))).collect()
}

fn seen(snapshot: &Snapshot) -> Vec<Seen> {
    let headers = snapshot.text.lines.select(0..snapshot.text.lines.len(), Mask::HEADER);
    let positions = headers.filter_map(|(number, record)| {
        let game = snapshot.game_at(number)?;
        let position = game.position(record.id)?;
        let is_one = record.id != game.header() || game.has_own_position();
        is_one.then(|| (position.sum().cloned(), values(game)))
    });
    positions.collect()
}

/// The nodes of each game in the order in which they are listed.
fn orders(snapshot: &Snapshot) -> Vec<Vec<String>> {
    let order = |game: &Game| mentions::display_order(&snapshot.text, game);
    snapshot.games().map(|game| order(game).into_iter().map(|node| game.name(node)).collect()).collect()
}

/// What sorts of errors there are: a line of several nodes that becomes several lines may tell one several times.
fn errors(input: &Input) -> BTreeSet<Code> {
    let told = diagnostics(&input.snapshot, &input.config, usize::MAX).list.into_iter();
    told.filter(|one| one.severity == Severity::Error).map(|one| one.code).collect()
}

fn comments(snapshot: &Snapshot) -> Vec<String> {
    let lines = (0..snapshot.text.lines.len()).map(|number| snapshot.text.parse(number));
    let comments = lines.filter_map(|(text, line)| Some(line.comment?.text(&text).to_owned()));
    comments.collect()
}

/// Where a cursor may stand: at both ends of every word of a line.
fn columns(text: &str) -> Vec<u32> {
    let words = language().tokens(text).into_iter().flat_map(|token| [token.span.start, token.span.end]);
    let mut columns: Vec<u32> = words.chain([0]).collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}

fn all(snapshot: &Snapshot) -> Vec<Refactoring> {
    let mut told = HashSet::new();
    let mut list = Vec::new();
    for line in 0..snapshot.text.lines.len() {
        for column in columns(&snapshot.text.line(line)) {
            let here = refactorings(snapshot, line, column, true);
            list.extend(here.into_iter().filter(|one| told.insert(format!("{one:?}"))));
        }
    }
    list
}

fn wrong(input: &Input, before: &[Seen], action: &Refactoring) -> Option<String> {
    let text = &input.snapshot.text;
    let ranges: Vec<_> = action.edits.iter().map(|edit| edit.resolve(text).0).collect();
    if action.edits.is_empty() || ranges.windows(2).any(|pair| pair[0].end > pair[1].start) {
        return Some(format!("edits overlap or are none: {ranges:?}"));
    }
    for edit in &action.edits {
        let span = edit.place.span.start as usize..edit.place.span.end as usize;
        if text.line(edit.place.line).get(span).is_none() {
            return Some(format!("an edit stands beyond its line: {edit:?}"));
        }
    }
    let new = apply_edits(text, &action.edits);
    let after = input.after(&new);
    if text.rope == new {
        return Some("nothing changes".to_owned());
    }
    let (old_errors, new_errors) = (errors(input), errors(&after));
    if !new_errors.is_subset(&old_errors) {
        return Some(format!("errors {new_errors:#?} in\n{new}"));
    }
    if seen(&after.snapshot) != before {
        return Some(format!("other values in\n{new}\n{:#?}\n{before:#?}", seen(&after.snapshot)));
    }
    let (old_orders, new_orders) = (orders(&input.snapshot), orders(&after.snapshot));
    let is_silent = !action.title.ends_with(" (the nodes are then listed in another order)");
    if is_silent && old_orders.len() == new_orders.len() && old_orders != new_orders {
        return Some(format!("the nodes are listed in another order: {new_orders:?} for {old_orders:?}"));
    }
    let kept = comments(&after.snapshot);
    let lost = comments(&input.snapshot).into_iter().find(|comment| !kept.contains(comment));
    lost.map(|comment| format!("the comment {comment} is gone from\n{new}"))
}

#[test]
fn every_refactoring_keeps_what_the_text_means() {
    let mut failures = Vec::new();
    let mut titles = HashSet::new();
    for (name, block) in texts() {
        let input = Input::new(&block);
        let before = seen(&input.snapshot);
        for action in all(&input.snapshot) {
            titles.insert(action.title.split(['`', ' ']).next().unwrap_or("").to_owned());
            failures.extend(
                wrong(&input, &before, &action).map(|why| format!("{name}: {}: {why}", action.title)),
            );
        }
    }
    assert!(failures.is_empty(), "{} refactorings\n\n{}", failures.len(), failures.join("\n\n"));
    for word in ["make", "put", "write"] {
        assert!(titles.contains(word), "nothing was tried that starts with {word}: {titles:?}");
    }
}
