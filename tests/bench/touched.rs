//! How many values a keystroke changes: the same edits again, made to a document in this process.

use std::sync::atomic::AtomicBool;

use sgg_game::{Meter, Value};
use sgg_model::Document;

use crate::session::Change;

/// By edit: how many nodes have another value than before it, new nodes among them.
pub(crate) fn values(text: &str, changes: &[Change<'_>]) -> Vec<usize> {
    let mut document = Document::open(text);
    let mut before = solved(&mut document);
    let mut touched = |change: &Change<'_>| {
        let byte = |line, column| document.snapshot().text.rope.line_to_byte(line) + column;
        let (range, new) = match *change {
            Change::Type(line, column) => (byte(line, column)..byte(line, column), "7".to_owned()),
            Change::Erase(line, column) => (byte(line, column)..byte(line, column) + 1, String::new()),
            Change::InsertLine(line, text) => (byte(line, 0)..byte(line, 0), format!("{text}\n")),
            Change::RemoveLine(line) => (byte(line, 0)..byte(line + 1, 0), String::new()),
        };
        document.edit(range, &new);
        let after = solved(&mut document);
        let same = before.iter().zip(&after).filter(|(before, after)| before == after).count();
        let count = after.len() - same;
        before = after;
        count
    };
    changes.iter().map(&mut touched).collect()
}

/// The values of all nodes that there ever were, in the order in which they came.
fn solved(document: &mut Document) -> Vec<Value> {
    let never = AtomicBool::new(false);
    document.solve(&mut Meter::new(&never));
    let game = document.snapshot().games().next().unwrap();
    game.board().graph().nodes().map(|node| game.board().value(node)).collect()
}
