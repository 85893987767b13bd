//! A snapshot in, plain data out: one file per feature. Knows no protocol, no I/O, no clock.

mod code_lens;
mod config;
mod diagnostics;
mod hover;
mod inlay_hints;
mod place;
mod terms;
#[cfg(test)]
mod testing;
mod unsettled;
mod verdict;
mod words;

pub use code_lens::{Lens, LensAction, code_lenses};
pub use config::{Config, HintsWanted};
pub use diagnostics::{Code, Diagnostic, Diagnostics, Edit, Fix, Related, Severity, diagnostics};
pub use hover::{Hover, hover};
pub use inlay_hints::{Hint, inlay_hints};
pub use place::Place;
