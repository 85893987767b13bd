//! `hackenbush`: cut an edge of a multigraph; what no longer hangs on the ground is gone. See [`crate::fusion`].

use crate::fusion::Fusion;
use crate::solver::Solver;
use crate::{Form, Rules};

/// The kind.
pub(crate) static RULES: Rules = Rules {
    name: "hackenbush",
    directed: false,
    stones: false,
    k: false,
    ground: true,
    acyclic: false,
    cactus: false,
    form: Form::Nimber,
    value_name: "Grundy value",
    solver,
};

fn solver() -> Box<dyn Solver> {
    Box::new(Fusion::new(false))
}
