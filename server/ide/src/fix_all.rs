//! The safe fixes of a whole file.

use crate::changes::Changes;
use crate::edits::is_free;
use crate::{Code, Config, Diagnostic, Edit, diagnostics};
use sgg_game::{Meter, Progress};
use sgg_model::{Document, Snapshot};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How often to look for safe fixes until none is left: one fix seldom makes room for more than another.
const FIX_ROUNDS_MAX: usize = 64;

/// Between the rounds a file is solved no further than this. What is known of it later may have a fix then.
const FIX_STEPS_MAX: u64 = 20_000_000;

/// Applies all fixes that may be applied unasked, and again what these have brought to light, until none is left, there
/// is no snapshot any more, or `stopped` says so between two rounds. `apply` is given a snapshot and edits of it, and
/// gives the snapshot of the text after them, solved.
pub fn fix_rounds(
    mut snapshot: Arc<Snapshot>,
    config: &Config,
    stopped: &dyn Fn() -> bool,
    mut apply: impl FnMut(Arc<Snapshot>, &[Edit]) -> Option<Arc<Snapshot>>,
) {
    for _ in 0..FIX_ROUNDS_MAX {
        if stopped() {
            return;
        }
        let edits = safe_edits(&snapshot, config);
        if edits.is_empty() || stopped() {
            return;
        }
        let Some(next) = apply(snapshot, &edits) else { return };
        snapshot = next;
    }
}

/// What [`fix_rounds`] does to a text, as edits of that text, in its order. One of them may reach over line ends. The
/// budget for a node is the one that the snapshot was solved with: under another one its values would be solved anew.
/// Of no use where `cancel` was set meanwhile.
pub fn fix_all_safe(
    snapshot: &Arc<Snapshot>,
    config: &Config,
    node_budget: u64,
    cancel: &AtomicBool,
) -> Vec<Edit> {
    let mut changes = Changes::default();
    let mut meter = Meter { node_budget, left: FIX_STEPS_MAX, cancel };
    let stopped = || cancel.load(Ordering::Relaxed);
    fix_rounds(Arc::clone(snapshot), config, &stopped, |snapshot, edits| {
        let mut next: Vec<_> = edits.iter().map(|edit| edit.resolve(&snapshot.text)).collect();
        next.sort_by_key(|(range, _)| (range.start, range.end));
        let mut document = Document::from(snapshot);
        next.iter().rev().for_each(|(range, text)| document.edit(range.clone(), text));
        changes.then(next);
        let done = document.solve(&mut meter) == Progress::Done;
        done.then(|| Arc::clone(document.snapshot()))
    });
    changes.into_list().into_iter().map(|change| Edit::of_bytes(&snapshot.text, change)).collect()
}

/// One round of it, without overlap, in the order of the text. Where two fixes meet, the first one is taken; so it is
/// where both cut arcs out of one line, which together could leave a node alone between them.
fn safe_edits(snapshot: &Snapshot, config: &Config) -> Vec<Edit> {
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
    first.list.iter().any(is_safe) || first.more > 0 && !safe_edits(snapshot, config).is_empty()
}
