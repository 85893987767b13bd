//! `sgg fmt`: canonical style.

use super::args::Fmt;
use super::input::{self, Fault, Input};
use super::output::Out;
use super::rewrite::rewrite;
use super::{Exit, Outcome, complain};
use sgg_model::language;
use std::io::Write;

pub(crate) fn run(arguments: &Fmt) -> Outcome {
    let (inputs, faults) = input::find(&arguments.paths);
    faults.iter().for_each(complain);
    let mut exit = if faults.is_empty() { Exit::Clean } else { Exit::Failed };
    let mut out = Out::lock();
    for input in &inputs {
        let done = match format(input) {
            Ok(done) => done,
            Err(fault) => {
                complain(&fault);
                exit = Exit::Failed;
                continue;
            }
        };
        match (input, done.old != done.new, arguments.check) {
            (_, true, true) => {
                writeln!(out, "would change {input}")?;
                exit = exit.max(Exit::Found);
            }
            (_, false, true) | (Input::File(_), false, false) => {}
            (Input::Stdin, _, false) => out.write_all(done.new.as_bytes())?,
            (Input::File(path), true, false) => match rewrite(path, &done.old, &done.new) {
                Ok(()) => writeln!(out, "formatted {input}")?,
                Err(fault) => {
                    complain(&fault);
                    exit = Exit::Failed;
                }
            },
        }
    }
    out.flush()?;
    Ok(exit)
}

struct Formatted {
    old: String,
    new: String,
}

fn format(input: &Input) -> Result<Formatted, Fault> {
    let old = input.read()?;
    input.must_be_ours(&old)?;
    let new = language().format(&old);
    Ok(Formatted { old, new })
}
