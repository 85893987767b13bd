//! Reading a whole text: line by line, and what nearly all lines of a large file are many at a time.

use crate::{language, split_lines, without_bom};
use sgg_syntax::{Line, PlainEdge, plain_edge};

/// One line, read, or several that are alike.
#[derive(Debug)]
pub enum Run<'a> {
    /// Lines that are each one edge between two names.
    Edges(Vec<(&'a str, PlainEdge<'a>)>),
    /// Any line.
    Line(&'a str, Line),
}

impl Run<'_> {
    /// How many lines it has.
    pub fn lines(&self) -> usize {
        match self {
            Run::Edges(edges) => edges.len(),
            Run::Line(..) => 1,
        }
    }
}

/// So many edges at most are handed over at once.
const EDGES_MAX: usize = 1024;

/// The lines of a text, each read.
pub fn read_runs(text: &str) -> impl Iterator<Item = Run<'_>> {
    let mut lines = split_lines(without_bom(text));
    let mut held = None;
    std::iter::from_fn(move || {
        if let Some((text, line)) = held.take() {
            return Some(Run::Line(text, line));
        }
        let mut edges = Vec::new();
        for text in lines.by_ref() {
            match plain_edge(text) {
                Some(edge) => edges.push((text, edge)),
                None if edges.is_empty() => return Some(Run::Line(text, language().parse(text))),
                None => {
                    held = Some((text, language().parse(text)));
                    break;
                }
            }
            if edges.len() == EDGES_MAX {
                break;
            }
        }
        (!edges.is_empty()).then_some(Run::Edges(edges))
    })
}
