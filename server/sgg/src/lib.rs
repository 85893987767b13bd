//! The one room that knows processes, threads and time: the language server and the command line.

pub mod cli;
pub mod lsp;
mod reading;
