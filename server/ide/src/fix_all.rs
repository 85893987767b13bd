//! The safe fixes of a whole file.

use crate::changes::{Change, Changes};
use crate::edits::is_free;
use crate::{Code, Config, Diagnostic, Edit, diagnostics};
use sgg_game::{Meter, Progress};
use sgg_model::{Document, Snapshot, Text};
use sgg_syntax::{Span, Statement};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How often to look for safe fixes until none is left: one fix seldom makes room for more than another.
const FIX_ROUNDS_MAX: usize = 64;

/// Between the rounds a file is solved no further than this. What is known of it later may have a fix then.
const FIX_STEPS_MAX: u64 = 20_000_000;

/// Changes are close to each other where no more is between them.
const NEAR_BYTES: usize = 256;

/// What is mended at once.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// Without overlap, in the order of the text.
    pub edits: Vec<Edit>,
    /// The fixes that they are: the line that each begins in, and its title.
    pub mended: Vec<(usize, String)>,
}

/// Why no more was mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// No safe fix is left, or nobody wants one any more.
    Done,
    /// Some are left, or may be.
    Unfinished,
}

/// What all safe fixes do to a text.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// In the order of the text. One of them may reach over line ends.
    pub edits: Vec<Edit>,
    /// Whether the text has no safe fix after them.
    pub end: End,
}

/// Applies all fixes that may be applied unasked, and again what these have brought to light, until none is left, there
/// is no snapshot any more, or `stopped` says so between two rounds. `apply` is given a snapshot and what to mend in it,
/// and gives the snapshot of the text after that, solved.
pub fn fix_rounds(
    mut snapshot: Arc<Snapshot>,
    config: &Config,
    stopped: &dyn Fn() -> bool,
    mut apply: impl FnMut(Arc<Snapshot>, Round) -> Option<Arc<Snapshot>>,
) -> End {
    for number in 0.. {
        if stopped() {
            break;
        }
        let round = round(&snapshot, config);
        if round.edits.is_empty() || stopped() {
            break;
        }
        if number == FIX_ROUNDS_MAX {
            return End::Unfinished;
        }
        let Some(next) = apply(snapshot, round) else { return End::Unfinished };
        snapshot = next;
    }
    End::Done
}

/// What [`fix_rounds`] does to a text, as edits of that text. The budget for a node is the one that the snapshot was
/// solved with: under another one its values would be solved anew. Of no use where `cancel` was set meanwhile.
pub fn fix_all_safe(
    snapshot: &Arc<Snapshot>,
    config: &Config,
    node_budget: u64,
    cancel: &AtomicBool,
) -> Fixed {
    let mut changes = Changes::default();
    let mut meter = Meter { node_budget, left: FIX_STEPS_MAX, cancel };
    let stopped = || cancel.load(Ordering::Relaxed);
    let end = fix_rounds(Arc::clone(snapshot), config, &stopped, |snapshot, round| {
        let mut next: Vec<_> = round.edits.iter().map(|edit| edit.resolve(&snapshot.text)).collect();
        next.sort_by_key(|(range, _)| (range.start, range.end));
        let mut document = Document::from(snapshot);
        let near = together(&document.snapshot().text, &next);
        near.iter().rev().for_each(|(range, text)| document.edit(range.clone(), text));
        changes.then(next);
        let done = document.solve(&mut meter) == Progress::Done;
        done.then(|| Arc::clone(document.snapshot()))
    });
    let changes = changes.into_list().into_iter();
    Fixed { edits: changes.map(|change| Edit::of_bytes(&snapshot.text, change)).collect(), end }
}

/// Changes in order, with those in one that stand close to each other: what is between them is read again, which is
/// less than what each change costs.
fn together(text: &Text, changes: &[Change]) -> Vec<Change> {
    let mut near: Vec<Change> = Vec::new();
    for (range, new) in changes {
        match near.last_mut().filter(|(last, _)| range.start.saturating_sub(last.end) <= NEAR_BYTES) {
            Some((last, written)) if last.end <= range.start => {
                let between = text.rope.get_byte_slice(last.end..range.start);
                between.into_iter().flat_map(|between| between.chunks()).for_each(|s| written.push_str(s));
                written.push_str(new);
                last.end = range.end;
            }
            _ => near.push((range.clone(), new.clone())),
        }
    }
    near
}

/// One round of it. Where two fixes meet, the first one is taken; so it is where both cut a line at arrows next to each
/// other, and would leave a node alone between them.
fn round(snapshot: &Snapshot, config: &Config) -> Round {
    let mut taken: BTreeMap<usize, (usize, Edit)> = BTreeMap::new();
    let mut mended = Vec::new();
    let mut cuts = Cuts::default();
    for diagnostic in diagnostics::to_mend(snapshot, config) {
        let is_copy = diagnostic.code == Code::DuplicateEdge;
        let Some(fix) = diagnostic.fixes.into_iter().find(|fix| fix.safe) else { continue };
        let ranges: Vec<_> = fix.edits.iter().map(|edit| edit.resolve(&snapshot.text).0).collect();
        let is_free = ranges.iter().all(|range| is_free(&taken, range));
        if !is_free || is_copy && !cuts.take(snapshot, &fix.edits) {
            continue;
        }
        mended.push((fix.edits.first().map_or(0, |edit| edit.place.line), fix.title));
        taken.extend(ranges.into_iter().zip(fix.edits).map(|(r, edit)| (r.start, (r.end, edit))));
    }
    Round { edits: taken.into_values().map(|(_, edit)| edit).collect(), mended }
}

/// Where the last line that copies of arcs are taken out of is cut.
#[derive(Default)]
struct Cuts {
    line: Option<usize>,
    /// Where its arrows stand.
    arrows: Vec<Span>,
    /// Which of them was cut last.
    last: Option<usize>,
}

impl Cuts {
    /// Takes what removes one more arc, in the order of the text; not where that cuts at the arrow behind the last one.
    fn take(&mut self, snapshot: &Snapshot, edits: &[Edit]) -> bool {
        let Some(place) = edits.first().map(|edit| edit.place) else { return false };
        if self.line != Some(place.line) {
            let (_, line) = snapshot.text.parse(place.line);
            let arrows = match &line.statement {
                Statement::Edge(chain) => chain.arrows.iter().map(|arrow| arrow.span).collect(),
                _ => Vec::new(),
            };
            *self = Cuts { line: Some(place.line), arrows, last: None };
        }
        let arrow = self.arrows.partition_point(|arrow| arrow.start < place.span.start);
        if self.arrows.get(arrow).is_none_or(|arrow| arrow.end > place.span.end) {
            return true;
        }
        let apart = self.last.is_none_or(|last| last + 1 < arrow);
        if apart {
            self.last = Some(arrow);
        }
        apart
    }
}

/// Whether there is a fix that may be applied unasked.
pub fn has_safe_fix(snapshot: &Snapshot, config: &Config) -> bool {
    const LOOKED_MAX: usize = 1_000;
    let first = diagnostics(snapshot, config, LOOKED_MAX);
    let is_safe = |diagnostic: &Diagnostic| diagnostic.fixes.iter().any(|fix| fix.safe);
    first.list.iter().any(is_safe) || first.more > 0 && !round(snapshot, config).edits.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::snapshot;

    #[test]
    fn rounds_without_end_are_given_up_and_told_of() {
        let file = snapshot("game dag\na -> b, c\n");
        let mut rounds = 0;
        let end = fix_rounds(file, &Config::default(), &|| false, |snapshot, _| {
            rounds += 1;
            Some(snapshot)
        });
        assert_eq!((rounds, end), (FIX_ROUNDS_MAX, End::Unfinished));
    }

    #[test]
    fn rounds_that_are_just_enough_are_all() {
        let file = snapshot("game dag\na -> b, c\n");
        let mended = snapshot("game dag\na -> b c\n");
        let mut rounds = 0;
        let end = fix_rounds(file, &Config::default(), &|| false, |snapshot, _| {
            rounds += 1;
            Some(if rounds == FIX_ROUNDS_MAX { mended.clone() } else { snapshot })
        });
        assert_eq!((rounds, end), (FIX_ROUNDS_MAX, End::Done));
    }
}
