//! `--fix`: the fixes that have one reading only, applied until none is left.

use crate::cli::args::Settings;
use crate::cli::open::solved;
use sgg_ide::{Config, Edit, apply_edits, diagnostics, fix_rounds};
use sgg_model::Snapshot;
use std::collections::HashSet;
use std::sync::Arc;

/// A text, mended.
pub(super) struct Fixed {
    pub(super) text: String,
    /// As it was.
    pub(super) old: String,
    /// The state of the new text.
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) mended: Vec<Mended>,
}

/// Something that was done.
pub(super) struct Mended {
    /// In this line, counted from 1 in the text as it was at that moment.
    pub(super) line: usize,
    pub(super) title: String,
}

/// Applies the safe fixes. A line that is mended may show what was hidden behind it, so it is asked again.
pub(super) fn mend(old: String, settings: &Settings, config: &Config) -> Fixed {
    let snapshot = solved(old.clone(), settings);
    let mut fixed = Fixed { snapshot, text: old.clone(), old, mended: Vec::new() };
    fix_rounds(Arc::clone(&fixed.snapshot), config, &|| false, |snapshot, edits| {
        fixed.mended.extend(told(&snapshot, config, edits));
        fixed.text = apply_edits(&snapshot.text, edits);
        fixed.snapshot = solved(fixed.text.clone(), settings);
        Some(Arc::clone(&fixed.snapshot))
    });
    fixed
}

/// The titles of the fixes that some edits come from.
fn told(snapshot: &Snapshot, config: &Config, edits: &[Edit]) -> Vec<Mended> {
    let taken: HashSet<_> = edits.iter().map(|edit| (edit.place, &*edit.text)).collect();
    let all = diagnostics(snapshot, config, usize::MAX).list.into_iter();
    let fixes = all.filter_map(|found| found.fixes.into_iter().find(|fix| fix.safe));
    let done = fixes.filter(|fix| fix.edits.iter().all(|edit| taken.contains(&(edit.place, &*edit.text))));
    let line = |edits: &[Edit]| edits.first().map_or(0, |edit| edit.place.line + 1);
    done.map(|fix| Mended { line: line(&fix.edits), title: fix.title }).collect()
}
