//! Opening a text as the editor does, and solving it to the end.

use super::args::Settings;
use super::complain;
use super::input::Input;
use sgg_game::{Meter, Progress};
use sgg_model::Snapshot;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The state of a file, or of standard input, when all is solved; none, and a word of why, where it can't be read.
pub(crate) fn solved_file(input: &Input, settings: &Settings) -> Option<Arc<Snapshot>> {
    match input.read() {
        Ok(text) => Some(solved(text, settings)),
        Err(fault) => {
            complain(&fault);
            None
        }
    }
}

/// The text's state when all is solved.
pub(crate) fn solved(text: String, settings: &Settings) -> Arc<Snapshot> {
    let mut document = crate::reading::open(text);
    let cancel = AtomicBool::new(false);
    let mut meter = Meter::new(&cancel);
    if let Some(budget) = settings.budget {
        meter.node_budget = budget;
    }
    while document.solve(&mut meter) == Progress::Paused {}
    Arc::clone(document.snapshot())
}
