//! The house: which room may know which, how large a file may be, and what is said in several places and must agree.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The only arrows between the server's rooms.
const ARROWS: &[(&str, &[&str])] = &[
    ("sgg-syntax", &[]),
    ("sgg-game", &[]),
    ("sgg-model", &["sgg-game", "sgg-syntax"]),
    ("sgg-ide", &["sgg-game", "sgg-model", "sgg-syntax"]),
    ("sgg", &["sgg-game", "sgg-ide", "sgg-model", "sgg-syntax"]),
];

/// What only the binary may know: the protocol, runtimes, the command line.
const BINARY_ONLY: &[&str] =
    &["tower-lsp-server", "tokio", "futures", "serde_json", "clap", "ignore", "annotate-snippets"];

fn metadata() -> serde_json::Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let arguments = ["metadata", "--format-version", "1", "--no-deps", "--locked", "--offline"];
    let output = Command::new(cargo).args(arguments).current_dir(ROOT).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_rooms_know_each_other_as_they_should() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let names: BTreeSet<&str> = packages.iter().map(|package| package["name"].as_str().unwrap()).collect();
    assert_eq!(names, ARROWS.iter().map(|(name, _)| *name).collect(), "a room without its arrows here");
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        let used: BTreeSet<&str> = dependencies
            .filter(|dependency| dependency["kind"].is_null())
            .map(|dependency| dependency["name"].as_str().unwrap())
            .collect();
        let rooms: BTreeSet<&str> = used.intersection(&names).copied().collect();
        let allowed = ARROWS.iter().find(|(room, _)| *room == name).unwrap().1;
        assert_eq!(rooms, allowed.iter().copied().collect(), "{name}");
        if name != "sgg" {
            let foreign: Vec<_> = BINARY_ONLY.iter().filter(|other| used.contains(**other)).collect();
            assert!(foreign.is_empty(), "{name} knows {foreign:?}");
        }
    }
}

#[test]
fn nothing_turns_other_line_ends_on() {
    // `unicode_lines` of ropey would count VT, FF, NEL, U+2028 and U+2029 as line ends; LSP does not.
    let text = ropey::Rope::from_str("a\u{b}b\u{c}c\u{85}d\u{2028}e\u{2029}f\ng\rh\r\ni");
    assert_eq!(text.len_lines(), 4);
}

/// The files of these folders whose names end so; what is built or fetched is none of ours.
fn files(folders: &[&str], ends: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| Path::new(ROOT).join(folder)).collect();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && !matches!(name.as_str(), "target" | "node_modules") {
                open.push(path);
            } else if path.extension().and_then(|end| end.to_str()).is_some_and(|end| ends.contains(&end)) {
                found.push(path);
            }
        }
    }
    found
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn a_file_is_read_in_one_sitting() {
    let mut long = Vec::new();
    for path in files(&["server", "editors", "tests"], &["rs", "ts", "lua", "py"]) {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        if lines > 700 {
            long.push((lines, path));
        }
    }
    assert!(long.is_empty(), "{long:#?}");
}

/// What a text says in brackets behind `severity`, in whatever an editor is configured with: the codes.
fn severities(text: &str) -> Vec<&str> {
    let mut codes = Vec::new();
    for (_, behind) in text.match_indices("severity").map(|(at, word)| text.split_at(at + word.len())) {
        let Some((between, value)) = behind.split_once(['{', '(']) else { continue };
        if !between.chars().all(|sign| " \":=".contains(sign)) {
            continue;
        }
        let value = value.split(['}', ')']).next().unwrap_or_default();
        let words = value.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '-');
        codes.extend(
            words.filter(|word| !["", "error", "warning", "information", "hint", "off"].contains(word)),
        );
    }
    codes
}

#[test]
fn the_codes_in_samples_of_settings_exist() {
    let reference = read("grammar/reference.md");
    let (_, section) = reference.split_once("\n## Diagnostics\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let known: BTreeSet<&str> = section.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    let mut pages = files(&["editors", "grammar", "server"], &["md", "txt", "toml"]);
    pages.push(Path::new(ROOT).join("README.md"));
    let mut samples = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for code in severities(&text) {
            assert!(known.contains(code), "{}: there is no code `{code}`", page.display());
            samples += 1;
        }
    }
    assert!(samples >= 2, "Emacs and Neovim have a sample each");
}

/// Where the version stands, and behind what.
const VERSIONS: &[(&str, &str)] = &[
    ("Cargo.lock", "name = \"sgg\"\nversion = \""),
    ("editors/emacs/sgg-mode.el", "\n;; Version: "),
    ("editors/vscode/package-lock.json", "\n  \"version\": \""),
    ("editors/vscode/package.json", "\n  \"version\": \""),
    ("editors/zed/Cargo.lock", "name = \"sgg-zed\"\nversion = \""),
    ("editors/zed/Cargo.toml", "\nversion = \""),
    ("editors/zed/extension.toml", "\nversion = \""),
    ("grammar/tree-sitter-sgg/CMakeLists.txt", "\n        VERSION \""),
    ("grammar/tree-sitter-sgg/Cargo.toml", "\nversion = \""),
    ("grammar/tree-sitter-sgg/Makefile", "\nVERSION := "),
    ("grammar/tree-sitter-sgg/package.json", "\n  \"version\": \""),
    ("grammar/tree-sitter-sgg/pyproject.toml", "\nversion = \""),
    ("grammar/tree-sitter-sgg/tree-sitter.json", "\n    \"version\": \""),
    ("tests/grammar/Cargo.lock", "name = \"sgg-game\"\nversion = \""),
    ("tests/grammar/Cargo.lock", "name = \"sgg-syntax\"\nversion = \""),
    ("tests/grammar/Cargo.lock", "name = \"tree-sitter-sgg\"\nversion = \""),
];

#[test]
fn all_parts_have_one_version_and_a_release_sets_each() {
    let version_in = |path: &str, before: &str| {
        let text = read(path);
        let (_, behind) = text.split_once(before).unwrap_or_else(|| panic!("{path} has no {before:?}"));
        behind.split(['"', '\n']).next().unwrap().to_owned()
    };
    let version = version_in("Cargo.toml", "[workspace.package]\nversion = \"");
    let release = read("server/release");
    let set: BTreeSet<&str> =
        release.split(|sign: char| sign.is_whitespace() || "'|()\"".contains(sign)).collect();
    for (path, before) in VERSIONS {
        assert_eq!(version_in(path, before), version, "{path}");
        assert!(set.contains(path), "server/release does not set the version in {path}");
    }
}
