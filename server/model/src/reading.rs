//! Reading a whole text: line by line, and what nearly all lines of a large file are many at a time.

use crate::{language, split_line, split_line_at, without_bom};
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
const EDGES_MAX: usize = 256;

/// The lines of a text, each read.
pub fn read_runs(text: &str) -> impl Iterator<Item = Run<'_>> {
    let mut rest = Some(without_bom(text));
    let mut held = None;
    // As many as last time: a list that grows is copied again and again.
    let mut room = 0;
    std::iter::from_fn(move || {
        if let Some((text, line)) = held.take() {
            return Some(Run::Line(text, line));
        }
        let mut edges = Vec::new();
        while let Some(text) = rest.filter(|_| edges.len() < EDGES_MAX) {
            if let Some((edge, end)) = plain_edge(text) {
                if edges.is_empty() {
                    edges.reserve(room);
                }
                let (text, behind) = split_line_at(text, end);
                edges.push((text, edge));
                rest = behind;
                continue;
            }
            let (text, behind) = split_line(text);
            let line = language().parse(text);
            rest = behind;
            if edges.is_empty() {
                return Some(Run::Line(text, line));
            }
            held = Some((text, line));
            break;
        }
        room = edges.len();
        (!edges.is_empty()).then_some(Run::Edges(edges))
    })
}
