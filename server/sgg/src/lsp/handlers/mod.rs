//! One thin file for each feature: what `sgg_ide` says about a snapshot, in the protocol's types.
//!
//! A new feature: its file here, its line in `router`, its line in `capabilities`.

pub(crate) mod code_action;
pub(crate) mod code_lens;
pub(crate) mod command;
pub(crate) mod completion;
pub(crate) mod configuration;
pub(crate) mod diagnostics;
pub(crate) mod formatting;
pub(crate) mod hover;
pub(crate) mod inlay_hint;
pub(crate) mod progress;
pub(crate) mod pull;
pub(crate) mod range_formatting;
pub(crate) mod semantic_tokens;
pub(crate) mod semantic_tokens_delta;
pub(crate) mod tests;
pub(crate) mod workspace;
