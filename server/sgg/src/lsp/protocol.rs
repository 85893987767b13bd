//! The protocol's types: named here and nowhere else, so that a change of the crate behind them touches this file.

pub(crate) use tower_lsp::ls_types::*;
