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

impl Meter<'_> {
    /// Takes `steps`; false when the solver must pause now.
    pub fn spend(&mut self, steps: u64) -> bool {
        self.left = self.left.saturating_sub(steps);
        self.left > 0 && !self.cancel.load(Ordering::Relaxed)
    }
}
