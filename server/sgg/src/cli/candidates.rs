//! What a shell may complete an argument to.

use super::prose::first_sentence;
use clap_complete::engine::{ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter};
use sgg_game::KINDS;
use sgg_ide::{Code, Severity, explain, explained};
use std::ffi::OsStr;

/// Files of games, and folders on the way to them.
pub(super) fn games() -> ArgValueCompleter {
    let wanted = |path: &std::path::Path| path.is_file() && path.extension() == Some(OsStr::new("sgg"));
    ArgValueCompleter::new(PathCompleter::any().filter(wanted))
}

pub(super) fn kinds() -> ArgValueCandidates {
    ArgValueCandidates::new(|| KINDS.iter().map(|kind| CompletionCandidate::new(kind.name)).collect())
}

/// All that has a page; arrows by their other names, which no shell reads as anything else.
pub(super) fn pages() -> ArgValueCandidates {
    let candidate = |word: &'static str| {
        let word = match word {
            "->" => "arc",
            "--" => "edge",
            word => word,
        };
        let summary = explain(word).map(first_sentence);
        CompletionCandidate::new(word).help(summary.map(Into::into))
    };
    ArgValueCandidates::new(move || explained().map(candidate).collect())
}

/// `CODE=`, then the levels.
pub(super) fn severities() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let typed = typed.to_string_lossy();
        let all: Vec<String> = match typed.split_once('=') {
            None => Code::ALL.iter().map(|code| format!("{}=", code.as_str())).collect(),
            Some((code, _)) => {
                let levels = Severity::ALL.map(Severity::as_str).into_iter().chain([Severity::OFF]);
                levels.map(|level| format!("{code}={level}")).collect()
            }
        };
        all.into_iter().filter(|word| word.starts_with(&*typed)).map(CompletionCandidate::new).collect()
    })
}
