//! The one binary: `sgg lsp` and the command line.

fn main() {}
