//! `sgg explain`: the pages of the reference.

use super::args::Explain;
use super::output::{Out, Say, prose_width, say};
use super::prose;
use super::style;
use super::{Exit, Outcome};
use sgg_ide::{Code, explain, explained_near};
use std::io::Write;

pub(crate) fn run(arguments: &Explain) -> Outcome {
    // A page may have two words: `expect value`.
    let mut word = arguments.word.join(" ");
    // To a command line `--` is the end of the flags; here it is an edge.
    if word.is_empty() && std::env::args_os().next_back().is_some_and(|last| last == "--") {
        word.push_str("--");
    }
    if word.is_empty() {
        return list();
    }
    let Some(page) = explain(&word) else {
        match explained_near(&word) {
            Some(near) => say(Say::Error, format_args!("there is no page `{word}`; did you mean `{near}`?")),
            None => say(Say::Error, format_args!("there is no page `{word}`; `sgg explain` lists the codes")),
        }
        return Ok(Exit::Failed);
    };
    let mut out = Out::lock();
    let heading = out.paint.text(style::STRONG, &word);
    writeln!(out, "{heading}\n")?;
    let text = prose::render(page, out.paint, prose_width());
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Clean)
}

const SEVERITY_WIDTH: usize = "information".len();

/// All codes, each with what it is.
fn list() -> Outcome {
    let mut out = Out::lock();
    let width = Code::ALL.iter().map(|code| code.as_str().len()).max().unwrap_or(0);
    for code in Code::ALL {
        let severity = code.severity();
        let word =
            out.paint.text(style::severity(severity), format!("{:<SEVERITY_WIDTH$}", severity.as_str()));
        let summary = explain(code.as_str()).map(prose::first_sentence).unwrap_or_default();
        let indent = width + 2 + SEVERITY_WIDTH + 2;
        let summary = prose::filled(summary.split(' '), prose_width(), indent);
        writeln!(out, "{:<width$}  {word}  {summary}", code.as_str())?;
    }
    out.flush()?;
    Ok(Exit::Clean)
}
