//! The one binary: `sgg lsp` and the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    sgg::cli::run()
}
