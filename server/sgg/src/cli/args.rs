//! The commands and their flags.

use super::candidates::{games, kinds, pages, severities};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use sgg_ide::{Code, Config, Severity};
use sgg_syntax::near;
use std::path::PathBuf;

/// Combinatorial games on graphs: values, verdicts, and what is wrong with a game.
#[derive(Parser, Debug)]
#[command(name = "sgg", version, max_term_width = 100, disable_help_subcommand = false)]
pub(crate) struct Sgg {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Check(Check),
    Solve(Solve),
    Show(Show),
    Fmt(Fmt),
    Explain(Explain),
    New(New),
    Completions(Completions),
    Lsp(Lsp),
}

/// Tells what is wrong, expectations that do not hold included
///
/// Exit code: 0 if there is no error, 1 if there is one, 2 if the command was wrong or a file could not be read.
#[derive(Args, Debug)]
pub(crate) struct Check {
    /// Files, or folders to walk for .sgg files; `-` is standard input. This folder, if there is none
    #[arg(add = games())]
    pub(crate) paths: Vec<PathBuf>,
    /// How it is told
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
    /// Apply the safe fixes first, and write the files; the text of standard input goes to standard output
    #[arg(long)]
    pub(crate) fix: bool,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Frames of code, for people
    Text,
    /// One object, documented in grammar/reference.md
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub's workflows
    Github,
}

/// Prints who wins, and the values of all nodes
///
/// Exit code: 0, also where a budget left a position unknown; 1 if a position has no verdict because of errors, or if
/// all statements stand outside of a game; 2 if the command was wrong or the file could not be read.
#[derive(Args, Debug)]
pub(crate) struct Solve {
    /// The file; `-` is standard input
    #[arg(add = games())]
    pub(crate) file: PathBuf,
    /// How it is told
    #[arg(long, value_enum, default_value_t = SolveFormat::Text)]
    pub(crate) format: SolveFormat,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormat {
    /// Tables, for people
    Text,
    /// One object, documented in grammar/reference.md
    Json,
}

/// Shows a file as an editor does: values behind the nodes, verdicts above the games, what is wrong below its line
#[derive(Args, Debug)]
pub(crate) struct Show {
    /// The file; `-` is standard input
    #[arg(add = games())]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

/// Writes files in canonical style
///
/// Exit code: 0; 1 if --check finds something to change; 2 if the command was wrong or a file could not be read.
#[derive(Args, Debug)]
pub(crate) struct Fmt {
    /// Files, or folders to walk for .sgg files; `-` is standard input, written to standard output
    #[arg(required = true, add = games())]
    pub(crate) paths: Vec<PathBuf>,
    /// Write nothing, and tell which files would change
    #[arg(long)]
    pub(crate) check: bool,
}

/// Prints the page of a diagnostic, a statement or a kind of game
#[derive(Args, Debug)]
pub(crate) struct Explain {
    /// A code such as `cycle`, a kind such as `dag`, or a statement such as `stones`; without one all codes are listed
    #[arg(allow_hyphen_values = true, add = pages())]
    pub(crate) word: Vec<String>,
}

/// Prints a small game to start from
#[derive(Args, Debug)]
pub(crate) struct New {
    /// The kind of game
    #[arg(default_value = "dag", add = kinds())]
    pub(crate) kind: String,
    /// Write it to this file, which must not exist yet; `-` is standard output
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
}

/// Prints completions for a shell
///
/// bash: `source <(sgg completions bash)` in ~/.bashrc; zsh: the same with zsh in ~/.zshrc, behind `compinit`; fish:
/// `sgg completions fish | source` in ~/.config/fish/config.fish.
#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Runs the language server, on standard input and output
#[derive(Args, Debug)]
pub(crate) struct Lsp {
    /// What it does anyway; some editors say so
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
    /// The editor's process, as the protocol names it: the server ends when that does
    #[arg(long = "clientProcessId", value_name = "PID", value_parser = process, allow_negative_numbers = true)]
    pub(crate) client_process: Option<u32>,
}

/// What the editor's settings are too.
#[derive(Args, Debug, Default)]
pub(crate) struct Settings {
    /// Steps that the solver may take for a single node before its value is `?`
    #[arg(long, value_name = "STEPS", value_parser = steps, allow_negative_numbers = true)]
    pub(crate) budget: Option<u64>,
    /// Another severity for a code; may be repeated
    #[arg(long = "severity", value_name = "CODE=error|warning|information|hint|off", value_parser = severity,
        add = severities())]
    pub(crate) severities: Vec<(Code, Option<Severity>)>,
    /// Plain ASCII only, but for what the file says
    #[arg(long)]
    pub(crate) ascii: bool,
}

impl Settings {
    /// As `sgg_ide` wants them. The last word on a code counts.
    pub(crate) fn config(&self) -> Config {
        let mut severities: Vec<(Code, Option<Severity>)> = Vec::new();
        for (code, level) in &self.severities {
            severities.retain(|(known, _)| known != code);
            severities.push((*code, *level));
        }
        Config { severities, ascii: self.ascii, ..Config::default() }
    }
}

/// As the editor's setting: none at all would leave every value unknown.
fn steps(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|steps| *steps > 0);
    number.ok_or_else(|| format!("a whole number from 1 to {} is wanted, such as 20000000", u64::MAX))
}

fn process(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "the number of a process is wanted".to_owned())
}

fn severity(text: &str) -> Result<(Code, Option<Severity>), String> {
    let (word, level) = text.split_once('=').ok_or("this is written CODE=LEVEL, as in cycle=warning")?;
    let code = Code::from_str(word).ok_or_else(|| match near(word, Code::ALL.map(Code::as_str)) {
        Some(near) => format!("there is no code `{word}`; did you mean `{near}`?"),
        None => format!("there is no code `{word}`; `sgg explain` lists them"),
    })?;
    match (Severity::from_str(level), level) {
        (Some(severity), _) => Ok((code, Some(severity))),
        (None, Severity::OFF) => Ok((code, None)),
        _ => Err(format!("`{level}` is none of error, warning, information, hint, off")),
    }
}
