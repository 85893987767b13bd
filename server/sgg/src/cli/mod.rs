//! The command line: one file for each command. It opens a document as the editor does and asks the same
//! functions, so the two cannot disagree.

mod args;
mod candidates;
mod check;
mod completions;
mod explain;
mod fmt;
mod input;
mod new;
mod open;
mod output;
mod prose;
mod rewrite;
mod show;
mod solve;
mod spot;
mod style;
mod text;

use args::{Command, Sgg};
use clap::Parser;
use output::{Say, say};
use std::io::{self, Write};
use std::process::ExitCode;
use text::visible_text;

/// How a command ended; an error is one of writing the output.
type Outcome = io::Result<Exit>;

/// What the exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    /// 0: nothing to complain about.
    Clean,
    /// 1: something was found.
    Found,
    /// 2: the command was wrong, or something could not be read or written.
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Clean => 0,
            Exit::Found => 1,
            Exit::Failed => 2,
        })
    }
}

/// Does what the process's arguments say.
pub fn run() -> ExitCode {
    if completions::answered() {
        return Exit::Clean.into();
    }
    let arguments = match Sgg::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // `--help` and `--version` come this way too, with the code 0.
            let printed = shown(&error).and_then(|()| io::stdout().flush());
            if error.exit_code() == 0 {
                return ended(printed.map(|()| Exit::Clean));
            }
            // Nobody listens where printing on standard error fails.
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let outcome = match arguments.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Fmt(arguments) => fmt::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Lsp(arguments) => {
            arguments.client_process.into_iter().for_each(crate::lsp::watch_client);
            return crate::lsp::run();
        }
    };
    ended(outcome)
}

fn ended(outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(exit) => exit.into(),
        // As with `sgg solve FILE | head`: who reads has had enough, and that is no failure.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Clean.into(),
        Err(error) => {
            say(Say::Error, format_args!("standard output: {error}"));
            Exit::Failed.into()
        }
    }
}

/// Prints what is wrong with the arguments. They may hold what a terminal obeys, so the words are those of the arguments
/// as they are to be seen.
fn shown(error: &clap::Error) -> io::Result<()> {
    let arguments = std::env::args_os().map(|argument| visible_text(&argument.to_string_lossy()));
    match Sgg::try_parse_from(arguments) {
        Err(seen) if seen.kind() == error.kind() => seen.print(),
        _ => {
            let text = error.render().to_string();
            let lines = text.lines().map(visible_text).collect::<Vec<_>>().join("\n");
            writeln!(io::stderr(), "{lines}")
        }
    }
}

/// Tells why a file could not be read or written.
fn complain(fault: &input::Fault) {
    say(Say::Error, fault);
}
