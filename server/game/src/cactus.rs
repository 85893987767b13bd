//! `cactus`: `hackenbush` where no edge lies on two cycles, all grounds fused first. POJ 3710.
//!
//! An edge that does has values all the same, those of `hackenbush`, and is shown with both its cycles.

use crate::fusion::Fusion;
use crate::solver::Solver;
use crate::{Form, Rules};

/// The kind.
pub(crate) static RULES: Rules = Rules {
    name: "cactus",
    directed: false,
    stones: false,
    k: false,
    ground: true,
    acyclic: false,
    cactus: true,
    form: Form::Nimber,
    value_name: "Grundy value",
    solver,
};

fn solver() -> Box<dyn Solver> {
    Box::new(Fusion::new(true))
}
