//! Opening a text as the editor does, and solving it to the end.

use super::args::Settings;
use sgg_game::{Meter, Progress};
use sgg_model::Snapshot;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The text's state when all is solved.
pub(crate) fn solved(text: &str, settings: &Settings) -> Arc<Snapshot> {
    let mut document = crate::reading::open(text);
    let cancel = AtomicBool::new(false);
    let mut meter = Meter::new(&cancel);
    if let Some(budget) = settings.budget {
        meter.node_budget = budget;
    }
    while document.solve(&mut meter) == Progress::Paused {}
    Arc::clone(document.snapshot())
}
