//! A Markdown file as a suite: a heading is a test, a block marked `sgg` is an input, each block behind it an output.

use std::ops::Range;
use std::path::{Path, PathBuf};

pub(crate) struct Suite {
    pub(crate) path: PathBuf,
    text: String,
    pub(crate) cases: Vec<Case>,
}

pub(crate) struct Case {
    /// The file and the headings that it stands under.
    pub(crate) name: String,
    pub(crate) input: Block,
    pub(crate) outputs: Vec<Block>,
}

#[derive(Clone)]
pub(crate) struct Block {
    /// What stands behind the fence: `sgg`, `diagnostics`, `fixed 2`.
    pub(crate) mark: String,
    pub(crate) text: String,
    /// The lines of its text, from 0.
    pub(crate) lines: Range<usize>,
}

impl Suite {
    pub(crate) fn read(path: &Path) -> Suite {
        let text = std::fs::read_to_string(path).unwrap();
        let file = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut cases: Vec<Case> = Vec::new();
        for (heading, block) in blocks(&text) {
            let is_input = block.mark.split(' ').next() == Some("sgg");
            if is_input {
                cases.push(Case { name: format!("{file}: {heading}"), input: block, outputs: Vec::new() });
            } else {
                let case =
                    cases.last_mut().unwrap_or_else(|| panic!("{file}: {heading}: output without input"));
                case.outputs.push(block);
            }
        }
        Suite { path: path.to_owned(), text, cases }
    }

    /// Writes other texts between fences.
    pub(crate) fn rewrite(&mut self, changes: Vec<(Range<usize>, String)>) {
        if changes.is_empty() {
            return;
        }
        let mut lines: Vec<String> = self.text.lines().map(str::to_owned).collect();
        for (range, new) in changes.into_iter().rev() {
            lines.splice(range, new.lines().map(str::to_owned));
        }
        self.text = lines.join("\n") + "\n";
        std::fs::write(&self.path, &self.text).unwrap();
    }
}

/// The fenced blocks of a text, each with the heading above it.
pub(crate) fn blocks(text: &str) -> Vec<(String, Block)> {
    let mut found = Vec::new();
    let mut heading = String::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        if let Some(mut block) = open.take() {
            if line == "```" {
                block.lines.end = number;
                found.push((heading.clone(), block));
            } else {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some(block);
            }
        } else if let Some(mark) = line.strip_prefix("```") {
            let lines = number + 1..number + 1;
            open = Some(Block { mark: mark.to_owned(), text: String::new(), lines });
        } else if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim().to_owned();
        }
    }
    assert!(open.is_none(), "under {heading:?}: a block has no end");
    found
}
