//! A snapshot in, plain data out: one file per feature. Knows no protocol, no I/O, no clock.

mod accept;
mod changes;
mod code_lens;
mod completion;
mod config;
mod derivation;
mod diagnostics;
mod edits;
mod expectations;
mod explain;
mod fix_all;
mod folding;
mod followers;
mod formatting;
mod hierarchy;
mod hover;
mod inlay_hints;
mod links;
mod named_lines;
mod naming;
mod place;
mod plain;
mod range_formatting;
mod refactor;
mod references;
mod rename;
mod selection;
mod symbols;
mod terms;
#[cfg(test)]
mod testing;
mod text;
mod unsettled;
mod verdict;
mod words;

pub use accept::{Accepted, Refusal, Where, accept};
pub use code_lens::{Lens, code_lenses};
pub use completion::{Completion, Completions, Sort, completion, completion_page};
pub use config::{Config, HintsWanted, Pace};
pub use diagnostics::{
    Code, DIAGNOSTICS_MAX, Diagnostic, Diagnostics, Fix, Related, Severity, diagnostics, diagnostics_in,
};
pub use edits::{Edit, apply_edits};
pub use expectations::{Expectation, Judgement, Test, tests};
pub use explain::{explain, explain_in_words, explained, explained_near};
pub use fix_all::{End, Fixed, Round, fix_all_safe, fix_rounds, has_safe_fix};
pub use folding::{Fold, FoldKind, folds};
pub use formatting::formatting;
pub use hierarchy::{Direction, Neighbour, NodeItem, neighbours, prepare_hierarchy};
pub use hover::{Hover, hover};
pub use inlay_hints::{Hint, hint_tooltip, inlay_hints};
pub use links::{Link, document_links};
pub use place::Place;
pub use plain::plain;
pub use range_formatting::range_formatting;
pub use refactor::{Refactoring, refactorings};
pub use references::{
    Reference, Target, declaration, definition, highlights, implementations, references, uses,
};
pub use rename::{prepare_rename, rename};
pub use selection::{Extent, selections};
pub use symbols::{Symbol, SymbolKind, document_symbols, workspace_symbols};
pub use words::{outcome_word, who_wins};
