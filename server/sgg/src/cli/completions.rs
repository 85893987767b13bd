//! `sgg completions`: what a shell completes.

use super::args::{Completions, Sgg};
use super::output::Out;
use super::{Exit, Outcome};
use clap::CommandFactory;
use std::io::Write;

pub(crate) fn run(arguments: &Completions) -> Outcome {
    // Into memory first: the generator panics where its writer fails.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Sgg::command(), "sgg", &mut script);
    let mut out = Out::lock();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Clean)
}
