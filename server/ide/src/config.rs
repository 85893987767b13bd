//! What a person can set: the same for the editor's settings and the command line's flags.

use crate::{Code, Severity};

/// The settings that decide what is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// Severities other than the usual ones; `None` turns a code off.
    pub severities: Vec<(Code, Option<Severity>)>,
    /// Which nodes get hints.
    pub hints: HintsWanted,
    /// Whether an entry of `stones` shows what it contributes.
    pub stone_hints: bool,
    /// Whether the verdict stands at the end of the header's line: for clients without code lens.
    pub verdict_hints: bool,
    /// No value is told, nor who wins, nor what follows from one.
    pub hidden: bool,
    /// Plain ASCII only.
    pub ascii: bool,
    /// What becomes of values that are not settled. Not a setting: whoever solves says so.
    pub pace: Pace,
}

/// What becomes of values that are not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// They are being worked out; so many percent are, where that is known.
    Going(Option<u8>),
    /// They stay as they are until a person asks for them, or saves the file.
    Held,
}

impl Default for Pace {
    fn default() -> Self {
        Pace::Going(None)
    }
}

/// Which mentions of a node show its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintsWanted {
    /// The first one.
    #[default]
    First,
    /// Every one.
    All,
    /// None.
    Off,
}

impl Config {
    /// How bad a code is; none where it is turned off.
    pub fn severity(&self, code: Code) -> Option<Severity> {
        let set = self.severities.iter().rev().find(|(other, _)| *other == code);
        set.map_or(Some(code.severity()), |(_, severity)| *severity)
    }
}
