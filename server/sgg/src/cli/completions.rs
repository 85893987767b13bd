//! `sgg completions`: what a shell completes. Its script asks the command itself at each tab, by way of a variable of
//! the environment, so that files, codes and kinds are those that are there.

use super::args::{Completions, Sgg};
use super::output::Out;
use super::{Exit, Outcome};
use clap::CommandFactory;
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};
use std::ffi::OsString;
use std::io::{self, Write};

/// What a shell's script sets where it asks.
const VARIABLE: &str = "SGG_COMPLETE";
/// The generator's own for these two neither quote a blank in a file's name as they must, nor put together what bash
/// has taken apart at `=`, nor leave the cursor behind one in zsh.
const BASH: &str = include_str!("completions.bash");
const ZSH: &str = include_str!("completions.zsh");

pub(crate) fn run(arguments: &Completions) -> Outcome {
    let mut script = Vec::new();
    match arguments.shell {
        Shell::Bash => script.extend(BASH.bytes()),
        Shell::Zsh => script.extend(ZSH.bytes()),
        shell => {
            let shells = Shells::builtins();
            let shell = shells.completer(&shell.to_string()).ok_or(io::ErrorKind::Unsupported)?;
            shell.write_registration(VARIABLE, "sgg", "sgg", "sgg", &mut script)?;
        }
    }
    let mut out = Out::lock();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Clean)
}

/// Answers a shell that asks, if one does.
pub(super) fn answered() -> bool {
    if std::env::var_os(VARIABLE).is_none() {
        return false;
    }
    let words: Vec<OsString> = std::env::args_os().collect();
    let flags = word_at_cursor(&words).is_some_and(|word| word.as_encoded_bytes().starts_with(b"-"));
    let folder = std::env::current_dir().ok();
    let completion = CompleteEnv::with_factory(|| command(flags)).var(VARIABLE);
    // Whoever has pressed a key there has no use for a message.
    completion.try_complete(words, folder.as_deref()).unwrap_or(true)
}

/// The word to be completed; behind `--` stand the words of the line, from the command on.
fn word_at_cursor(words: &[OsString]) -> Option<&OsString> {
    let line = words.split(|word| word == "--").nth(1).map_or(0, <[OsString]>::len);
    let line = words.get(words.len() - line..)?;
    let index = std::env::var("_CLAP_COMPLETE_INDEX").ok().and_then(|index| index.parse::<usize>().ok());
    index.map_or_else(|| line.last(), |index| line.get(index))
}

/// The commands. Flags are offered where one is begun: else they would stand between a person and the only file.
fn command(flags: bool) -> clap::Command {
    let hide = |command: clap::Command| {
        command.mut_args(|arg| if arg.is_positional() { arg } else { arg.hide(true) }).disable_help_flag(true)
    };
    let command = Sgg::command();
    if flags { command } else { hide(command.mut_subcommands(hide)).disable_version_flag(true) }
}
