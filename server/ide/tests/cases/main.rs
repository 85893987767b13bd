//! The suites of `tests/cases/*.md`, and what must hold of every text in them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::disallowed_methods
)]

mod fixes;
mod names;
mod navigation;
mod outputs;
mod random;
mod refactor;
mod reference;
mod suite;
mod typing;
mod update;

use outputs::Input;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use suite::Suite;

/// The project's root.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn suites() -> Vec<Suite> {
    let folder = root().join("tests/cases");
    let mut files = files_of(&folder);
    files.extend(files_of(&folder.join("diagnostics")));
    files.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    files.sort();
    files.iter().map(|path| Suite::read(path)).collect()
}

fn files_of(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn every_case_comes_out_as_written() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut failures = Vec::new();
    for mut suite in suites() {
        let mut changes = Vec::new();
        for case in &suite.cases {
            let input = Input::new(&case.input);
            for output in &case.outputs {
                let Some(actual) = input.output(&output.mark) else {
                    failures.push(format!("{}: no output is called `{}`", case.name, output.mark));
                    continue;
                };
                if actual.trim_end() == output.text.trim_end() {
                    continue;
                }
                match update && update::may_replace(&output.text, &actual) {
                    true => changes.push((output.lines.clone(), actual)),
                    false => failures.push(update::failure(&suite, case, output, &actual)),
                }
            }
        }
        suite.rewrite(changes);
    }
    assert!(failures.is_empty(), "{} cases differ\n\n{}", failures.len(), failures.join("\n\n"));
}

#[test]
fn every_code_occurs_in_a_case() {
    let mut codes = BTreeSet::new();
    for suite in suites() {
        for case in &suite.cases {
            let told = case.outputs.iter().filter(|output| output.mark == "diagnostics");
            let words = told.flat_map(|output| output.text.split(['[', ']']));
            codes.extend(words.filter_map(sgg_ide::Code::from_str));
        }
    }
    let missing: Vec<&str> =
        sgg_ide::Code::ALL.iter().filter(|code| !codes.contains(code)).map(|code| code.as_str()).collect();
    assert!(missing.is_empty(), "no case shows {missing:?}");
}
