//! `--fix`: the fixes that have one reading only, applied until none is left.

use crate::cli::args::Settings;
use crate::cli::open::solved;
use sgg_ide::{Config, End, apply_edits, fix_rounds};
use sgg_model::Snapshot;
use std::sync::Arc;

/// A text, mended.
pub(super) struct Fixed {
    pub(super) text: String,
    /// As it was.
    pub(super) old: String,
    /// The state of the new text.
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) mended: Vec<Mended>,
    /// Whether that is all.
    pub(super) end: End,
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
    let mut fixed = Fixed { snapshot, text: old.clone(), old, mended: Vec::new(), end: End::Done };
    fixed.end = fix_rounds(Arc::clone(&fixed.snapshot), config, &|| false, |snapshot, round| {
        let mended = round.mended.into_iter();
        fixed.mended.extend(mended.map(|(line, title)| Mended { line: line + 1, title }));
        fixed.text = apply_edits(&snapshot.text, &round.edits);
        fixed.snapshot = solved(fixed.text.clone(), settings);
        Some(Arc::clone(&fixed.snapshot))
    });
    fixed
}
