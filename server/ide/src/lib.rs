//! A snapshot in, plain data out: one file per feature. Knows no protocol, no I/O, no clock.

mod accept;
mod code_lens;
mod completion;
mod config;
mod derivation;
mod diagnostics;
mod edits;
mod expectations;
mod explain;
mod followers;
mod formatting;
mod hover;
mod inlay_hints;
mod place;
mod range_formatting;
mod refactor;
mod terms;
#[cfg(test)]
mod testing;
mod unsettled;
mod verdict;
mod words;

pub use accept::{Refusal, accept};
pub use code_lens::{Lens, LensAction, code_lenses};
pub use completion::{Completion, Completions, Sort, completion, completion_page};
pub use config::{Config, HintsWanted, Pace};
pub use diagnostics::{Code, Diagnostic, Diagnostics, Fix, Related, Severity, diagnostics, diagnostics_in};
pub use edits::{Edit, FIX_ROUNDS_MAX, apply_edits, fix_all_safe};
pub use expectations::{Expectation, Judgement, Test, tests};
pub use explain::{explain, explain_in_words, explained, explained_near};
pub use formatting::formatting;
pub use hover::{Hover, hover};
pub use inlay_hints::{Hint, hint_tooltip, inlay_hints};
pub use place::Place;
pub use range_formatting::range_formatting;
pub use refactor::{Refactoring, refactorings};
