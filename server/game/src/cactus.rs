//! `cactus`.

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
    (crate::dag::RULES.solver)()
}
