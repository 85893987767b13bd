//! The colours, all of them from the sixteen that a person's terminal defines.

use anstyle::{AnsiColor, Effects, Style};
use sgg_ide::Severity;
use sgg_syntax::TokenKind;

pub(crate) const ERROR: Style = AnsiColor::BrightRed.on_default().effects(Effects::BOLD);
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);
pub(crate) const NOTE: Style = AnsiColor::BrightBlue.on_default().effects(Effects::BOLD);
pub(crate) const HINT: Style = AnsiColor::BrightCyan.on_default().effects(Effects::BOLD);
pub(crate) const STRONG: Style = Style::new().effects(Effects::BOLD);
pub(crate) const EMPHASIS: Style = Style::new().effects(Effects::ITALIC);
pub(crate) const DIM: Style = Style::new().effects(Effects::DIMMED);
pub(crate) const CODE: Style = AnsiColor::Cyan.on_default();

/// What is said of a place.
pub(crate) fn severity(severity: Severity) -> Style {
    match severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
        Severity::Information => NOTE,
        Severity::Hint => HINT,
    }
}

/// A token of the language.
pub(crate) fn token(kind: TokenKind) -> Style {
    match kind {
        TokenKind::Keyword => AnsiColor::Magenta.on_default(),
        TokenKind::Kind => AnsiColor::Cyan.on_default(),
        TokenKind::Title => AnsiColor::Green.on_default(),
        TokenKind::Node => Style::new(),
        TokenKind::Number => AnsiColor::Yellow.on_default(),
        TokenKind::Operator => AnsiColor::Blue.on_default(),
        TokenKind::Comment => AnsiColor::BrightBlack.on_default(),
        TokenKind::Unknown => AnsiColor::Red.on_default(),
    }
}
