//! For tests: a file as a person sees it, lenses above their lines and hints in place.

use crate::{Config, code_lenses, inlay_hints};
use sgg_game::Meter;
use sgg_model::{Document, Snapshot};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A file that is being edited.
pub(crate) fn document(text: &str) -> Document {
    let mut document = Document::open(text);
    solve(&mut document);
    document
}

pub(crate) fn solve(document: &mut Document) {
    document.solve(&mut Meter::new(&AtomicBool::new(false)));
}

/// A text, solved.
pub(crate) fn snapshot(text: &str) -> Arc<Snapshot> {
    document(text).snapshot().clone()
}

/// What one sees of a text.
pub(crate) fn screen(text: &str, config: &Config) -> String {
    seen(&snapshot(text), config)
}

/// What one sees of a snapshot.
pub(crate) fn seen(snapshot: &Snapshot, config: &Config) -> String {
    let total = snapshot.text.lines.len();
    let lenses = code_lenses(snapshot, 0..total, config);
    let hints = inlay_hints(snapshot, 0..total, config);
    let mut screen = String::new();
    for number in 0..total {
        let indent = snapshot.text.line(number).chars().take_while(|sign| *sign == ' ').count();
        for lens in lenses.iter().filter(|lens| lens.place.line == number) {
            screen += &format!("{:indent$}{}\n", "", lens.text);
        }
        let mut line = snapshot.text.line(number).into_owned();
        for hint in hints.iter().rev().filter(|hint| hint.line == number) {
            let blank = if hint.apart { " " } else { "" };
            line.insert_str(hint.column as usize, &format!("{blank}{}", hint.label));
        }
        screen += &line;
        screen.push('\n');
    }
    screen.truncate(screen.trim_end().len());
    screen
}
