//! `addsub`.

use crate::solver::Solver;
use crate::{Form, Rules};

/// The kind.
pub(crate) static RULES: Rules = Rules {
    name: "addsub",
    directed: true,
    stones: true,
    k: true,
    ground: false,
    acyclic: true,
    cactus: false,
    form: Form::Nimber,
    value_name: "Grundy value",
    solver,
};

fn solver() -> Box<dyn Solver> {
    (crate::dag::RULES.solver)()
}
