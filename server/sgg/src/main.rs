//! The one binary: `sgg lsp` and the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("lsp") => sgg::lsp::run(),
        _ => ExitCode::from(2),
    }
}
