//! One thin file for each feature: what `sgg_ide` says about a snapshot, in the protocol's types.
//!
//! A new feature: its file here, its line in `router`, its line in `capabilities`.

pub(crate) mod call_hierarchy;
pub(crate) mod code_action;
pub(crate) mod code_lens;
pub(crate) mod command;
pub(crate) mod completion;
pub(crate) mod configuration;
pub(crate) mod definition;
pub(crate) mod diagnostics;
pub(crate) mod document_highlight;
pub(crate) mod document_link;
pub(crate) mod document_symbol;
pub(crate) mod expectations;
pub(crate) mod folding_range;
pub(crate) mod formatting;
pub(crate) mod hover;
pub(crate) mod inlay_hint;
pub(crate) mod progress;
pub(crate) mod pull;
pub(crate) mod range_formatting;
pub(crate) mod references;
pub(crate) mod rename;
pub(crate) mod selection_range;
pub(crate) mod semantic_tokens;
pub(crate) mod semantic_tokens_delta;
pub(crate) mod workspace;
pub(crate) mod workspace_symbol;
