//! `loopy`.

use crate::solver::Solver;
use crate::{Form, Rules};

/// The kind.
pub(crate) static RULES: Rules = Rules {
    name: "loopy",
    directed: true,
    stones: true,
    k: false,
    ground: false,
    acyclic: false,
    cactus: false,
    form: Form::Loopy,
    value_name: "loopy value",
    solver,
};

fn solver() -> Box<dyn Solver> {
    (crate::dag::RULES.solver)()
}
