//! How much work may still be done: steps, not time, so that a test repeats exactly.

use std::sync::atomic::{AtomicBool, Ordering};

/// The bound on a piece of solving.
#[derive(Debug)]
pub struct Meter<'a> {
    /// Steps that one node may cost before it is `?` and `over-budget`. Never a bound on the whole.
    pub node_budget: u64,
    /// Steps left before the solver pauses; it can be called again and goes on where it stopped.
    pub left: u64,
    /// Set from outside when the work is not wanted any more.
    pub cancel: &'a AtomicBool,
}

/// The budget that a node has where nobody says otherwise.
pub const NODE_BUDGET_DEFAULT: u64 = 20_000_000;

/// Steps between two looks at the meter: some ten microseconds, so that neither the look nor the delay counts.
const PACE: u64 = 4096;

impl<'a> Meter<'a> {
    /// A meter with the default budget for a node and no bound on the whole.
    pub fn new(cancel: &'a AtomicBool) -> Meter<'a> {
        Meter { node_budget: NODE_BUDGET_DEFAULT, left: u64::MAX, cancel }
    }
}

impl Meter<'_> {
    /// Takes `steps`; false when the solver must pause now.
    pub fn spend(&mut self, steps: u64) -> bool {
        self.left = self.left.saturating_sub(steps);
        self.left > 0 && !self.cancelled()
    }
    /// Whether the work is not wanted any more.
    pub fn cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

/// Counts steps and looks at the meter every [`PACE`] of them. A fresh one lets that many pass first: however
/// little is left on the meter, a solver that is called again and again comes to its end.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    steps: u64,
}

impl Pace {
    /// Takes `steps`; false when the solver must pause now.
    pub(crate) fn spend(&mut self, meter: &mut Meter<'_>, steps: u64) -> bool {
        self.steps += steps;
        self.steps < PACE || meter.spend(std::mem::take(&mut self.steps))
    }
}
