//! `sgg check`: what is wrong, in the words of the editor, in several forms.

mod counts;
mod fix;
mod frames;
mod github;
mod json;
mod sarif;

use super::args::{Check, CheckFormat};
use super::input::{self, Fault, Input};
use super::open::solved;
use super::output::{Out, Say, say};
use super::rewrite::rewrite;
use super::{Exit, Outcome, complain};
use counts::Counts;
use sgg_ide::{Config, DIAGNOSTICS_MAX, Diagnostic, End, diagnostics};
use sgg_model::Snapshot;
use std::io::{self, Write};
use std::sync::Arc;

/// A file and what is wrong with it.
struct Checked<'a> {
    input: &'a Input,
    snapshot: Arc<Snapshot>,
    diagnostics: Vec<Diagnostic>,
    /// How many more there are.
    more: usize,
    mended: Vec<fix::Mended>,
    /// More may be mended than was.
    unfinished: bool,
}

/// What is told where there was more to mend than `--fix` did.
const UNFINISHED: &str = "not all safe fixes were applied: run `--fix` again";

/// One way to tell it. What comes between the calls is the report's own matter.
trait Report {
    fn file(&mut self, out: &mut Out, checked: &Checked<'_>) -> io::Result<()>;
    /// A file or folder that could not be read or written; it is told on standard error anyway.
    fn fault(&mut self, out: &mut Out, fault: &Fault) -> io::Result<()>;
    fn end(&mut self, out: &mut Out, counts: &Counts) -> io::Result<()>;
}

pub(crate) fn run(arguments: &Check) -> Outcome {
    let (inputs, faults) = input::find(&arguments.paths);
    // Standard output is taken where it gets the mended text.
    let aside = arguments.fix && inputs.contains(&Input::Stdin);
    let out = if aside { Out::lock_error() } else { Out::lock() };
    let report: Box<dyn Report> = match arguments.format {
        CheckFormat::Text => Box::new(frames::Frames::new(&out, &arguments.settings)),
        CheckFormat::Json => Box::new(json::Json::default()),
        CheckFormat::Sarif => Box::new(sarif::Sarif::default()),
        CheckFormat::Github => Box::new(github::Github),
    };
    let config = arguments.settings.config();
    let mut run = Run { arguments, config, out, report, counts: Counts::default(), exit: Exit::Clean };
    for fault in &faults {
        run.unread(fault)?;
    }
    if inputs.is_empty() && faults.is_empty() {
        say(Say::Warning, "there are no .sgg files here");
    }
    for input in &inputs {
        run.file(input)?;
    }
    run.report.end(&mut run.out, &run.counts)?;
    run.out.flush()?;
    let errors = if run.counts.errors > 0 { Exit::Found } else { Exit::Clean };
    Ok(run.exit.max(errors))
}

struct Run<'a> {
    arguments: &'a Check,
    config: Config,
    out: Out,
    report: Box<dyn Report>,
    counts: Counts,
    exit: Exit,
}

impl Run<'_> {
    fn file(&mut self, input: &Input) -> io::Result<()> {
        let text = match input.read() {
            Ok(text) => text,
            Err(fault) => return self.unread(&fault),
        };
        let (snapshot, mended, end) = match self.arguments.fix {
            true => match input.must_be_ours(&text) {
                Ok(()) => self.fixed(input, text)?,
                Err(fault) => {
                    self.fault(&fault)?;
                    (solved(text, &self.arguments.settings), Vec::new(), End::Done)
                }
            },
            false => (solved(text, &self.arguments.settings), Vec::new(), End::Done),
        };
        let told = diagnostics(&snapshot, &self.config, DIAGNOSTICS_MAX);
        self.counts.add(&snapshot, &self.config, &told);
        let unfinished = end == End::Unfinished;
        if unfinished {
            say(Say::Warning, format_args!("{input}: {UNFINISHED}"));
        }
        let checked =
            Checked { input, snapshot, diagnostics: told.list, more: told.more, mended, unfinished };
        self.report.file(&mut self.out, &checked)
    }

    /// Mends the text, and writes it where it came from if anything changed.
    fn fixed(&mut self, input: &Input, text: String) -> io::Result<(Arc<Snapshot>, Vec<fix::Mended>, End)> {
        let fixed = fix::mend(text, &self.arguments.settings, &self.config);
        match input {
            Input::Stdin => {
                let mut stdout = io::stdout().lock();
                stdout.write_all(fixed.text.as_bytes())?;
                stdout.flush()?;
            }
            Input::File(path) if !fixed.mended.is_empty() => {
                if let Err(fault) = rewrite(path, &fixed.old, &fixed.text) {
                    self.fault(&fault)?;
                    // Nothing was mended, so what is told is of the file as it is.
                    let snapshot = solved(fixed.old, &self.arguments.settings);
                    return Ok((snapshot, Vec::new(), End::Done));
                }
            }
            Input::File(_) => {}
        }
        Ok((fixed.snapshot, fixed.mended, fixed.end))
    }

    fn unread(&mut self, fault: &Fault) -> io::Result<()> {
        self.counts.unread += 1;
        self.fault(fault)
    }

    fn fault(&mut self, fault: &Fault) -> io::Result<()> {
        complain(fault);
        self.exit = Exit::Failed;
        self.report.fault(&mut self.out, fault)
    }
}
