//! The safe fixes of a whole file.

use crate::edits::is_free;
use crate::{Code, Config, Diagnostic, Edit, diagnostics};
use sgg_model::Snapshot;
use std::collections::BTreeMap;

/// How often to ask for safe fixes until none is left: one fix seldom makes room for more than another.
pub const FIX_ROUNDS_MAX: usize = 64;

/// All fixes that may be applied unasked, without overlap, in the order of the text. Where two meet, the first one
/// is taken; so it is where both cut arcs out of one line, which together could leave a node alone between them.
/// When the text has changed, ask again, a few times at most.
pub fn fix_all_safe(snapshot: &Snapshot, config: &Config) -> Vec<Edit> {
    let mut taken: BTreeMap<usize, (usize, Edit)> = BTreeMap::new();
    let mut cut: Option<usize> = None;
    for diagnostic in diagnostics(snapshot, config, usize::MAX).list {
        let Some(fix) = diagnostic.fixes.into_iter().find(|fix| fix.safe) else { continue };
        let cuts = diagnostic.code == Code::DuplicateEdge;
        if cuts && cut == Some(diagnostic.place.line) {
            continue;
        }
        let ranges: Vec<_> = fix.edits.iter().map(|edit| edit.resolve(&snapshot.text).0).collect();
        if ranges.iter().all(|range| is_free(&taken, range)) {
            cut = if cuts { Some(diagnostic.place.line) } else { cut };
            taken.extend(ranges.into_iter().zip(fix.edits).map(|(r, edit)| (r.start, (r.end, edit))));
        }
    }
    taken.into_values().map(|(_, edit)| edit).collect()
}

/// Whether there is a fix that may be applied unasked.
pub fn has_safe_fix(snapshot: &Snapshot, config: &Config) -> bool {
    const LOOKED_MAX: usize = 1_000;
    let first = diagnostics(snapshot, config, LOOKED_MAX);
    let is_safe = |diagnostic: &Diagnostic| diagnostic.fixes.iter().any(|fix| fix.safe);
    first.list.iter().any(is_safe) || first.more > 0 && !fix_all_safe(snapshot, config).is_empty()
}
