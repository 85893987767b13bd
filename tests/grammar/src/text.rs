//! Texts and their lines.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// How lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
    /// `\r`
    Cr,
}

impl LineEnd {
    /// All of them.
    pub const ALL: [LineEnd; 3] = [LineEnd::Lf, LineEnd::CrLf, LineEnd::Cr];

    /// As written.
    pub fn text(self) -> &'static str {
        match self {
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
            LineEnd::Cr => "\r",
        }
    }
}

/// Where the lines of a text stand in it, without their ends and without a BOM.
pub struct Lines {
    /// In order.
    pub ranges: Vec<Range<usize>>,
}

impl Lines {
    /// LF, CRLF and CR end a line, nothing else does.
    pub fn of(text: &str) -> Lines {
        let bytes = text.as_bytes();
        let mut start = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
        let mut ranges = Vec::new();
        let mut at = start;
        while at < bytes.len() {
            let end = match bytes[at] {
                b'\n' => 1,
                b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
                b'\r' => 1,
                _ => 0,
            };
            if end == 0 {
                at += 1;
                continue;
            }
            ranges.push(start..at);
            at += end;
            start = at;
        }
        ranges.push(start..bytes.len());
        Lines { ranges }
    }

    /// The line that holds the byte (its end included).
    pub fn at(&self, byte: usize) -> usize {
        self.ranges.partition_point(|line| line.start <= byte).saturating_sub(1)
    }
}

/// Every `.sgg` file of the project, with its path.
pub fn samples() -> Vec<(PathBuf, String)> {
    let root = crate::root();
    let mut paths = Vec::new();
    for folder in ["tests/cases", "tests/judge", "grammar/examples"] {
        collect(&root.join(folder), &mut paths);
    }
    paths.sort();
    assert!(paths.len() >= 40, "only {} sample files found", paths.len());
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(&path).expect("UTF-8"))).collect()
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.expect("a readable folder").path()) {
        if path.is_dir() {
            collect(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "sgg") {
            into.push(path);
        }
    }
}
