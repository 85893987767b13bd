//! How much is wrong altogether.

use serde::Serialize;
use sgg_ide::{Code, Config, Diagnostics, Severity, diagnostics};
use sgg_model::Snapshot;
use std::fmt::{self, Display};

/// What was found in all files, also what is not told one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    pub(super) files: usize,
    pub(super) errors: usize,
    pub(super) warnings: usize,
    pub(super) informations: usize,
    pub(super) hints: usize,
    /// Files and folders that could not be read; a report has them by name.
    #[serde(skip)]
    pub(super) unread: usize,
}

impl Counts {
    /// Adds one file's.
    pub(super) fn add(&mut self, snapshot: &Snapshot, config: &Config, told: &Diagnostics) {
        self.files += 1;
        if told.more == 0 {
            told.list.iter().for_each(|diagnostic| *self.of(diagnostic.severity) += 1);
            return;
        }
        // Which severities the rest has is asked for one by one: to list it all might take more memory than
        // there is.
        for severity in Severity::ALL {
            let these = diagnostics(snapshot, &only(config, severity), 1);
            *self.of(severity) += these.list.len() + these.more;
        }
    }

    fn of(&mut self, severity: Severity) -> &mut usize {
        match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Information => &mut self.informations,
            Severity::Hint => &mut self.hints,
        }
    }
}

/// A configuration with which only the diagnostics of one severity are left.
fn only(config: &Config, wanted: Severity) -> Config {
    let severities =
        Code::ALL.map(|code| (code, config.severity(code).filter(|severity| *severity == wanted))).to_vec();
    Config { severities, ..config.clone() }
}

impl Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.files, self.unread) {
            (0, 1..) => f.write_str("no file was checked")?,
            (files, _) => write!(f, "{}", Number(files, "file"))?,
        }
        let found = [
            (self.errors, "error"),
            (self.warnings, "warning"),
            (self.informations, "information"),
            (self.hints, "hint"),
        ];
        for (count, word) in found.into_iter().filter(|(count, _)| *count > 0) {
            // There is no plural of the word as the language server's protocol uses it.
            let word = if word == "information" { "note" } else { word };
            write!(f, ", {}", Number(count, word))?;
        }
        if self.files > 0 && found.iter().all(|(count, _)| *count == 0) {
            f.write_str(", nothing wrong")?;
        }
        if self.unread > 0 {
            write!(f, "; {} could not be read", self.unread)?;
        }
        Ok(())
    }
}

/// A number and a word, with its plural where there are several.
pub(super) struct Number(pub(super) usize, pub(super) &'static str);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}
