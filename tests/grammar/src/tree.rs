//! The tree-sitter grammar's reading.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use tree_sitter::{Language, Node, Parser, Query, QueryCursor, StreamingIterator};

use crate::{Class, Classes, Kind, Lines};

static LANGUAGE: LazyLock<Language> = LazyLock::new(|| tree_sitter_sgg::LANGUAGE.into());
static HIGHLIGHTS: LazyLock<Query> =
    LazyLock::new(|| Query::new(&LANGUAGE, tree_sitter_sgg::HIGHLIGHTS_QUERY).expect("a valid query"));

/// A parser for the grammar.
pub fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&LANGUAGE).expect("a version that this library reads");
    parser
}

/// A text's tree, laid out by lines.
pub struct Tree {
    /// The tree itself.
    pub tree: tree_sitter::Tree,
    lines: Lines,
}

impl Tree {
    /// Parses the text.
    pub fn of(text: &str) -> Tree {
        Tree::from(parser().parse(text, None).expect("no time limit is set"), text)
    }

    /// Takes a tree that is parsed already.
    pub fn from(tree: tree_sitter::Tree, text: &str) -> Tree {
        Tree { tree, lines: Lines::of(text) }
    }

    /// The nodes of each line: its statement and its comment. Fails where one reaches beyond its line or where
    /// there is an error.
    pub fn lines(&self) -> Vec<Vec<Node<'_>>> {
        assert!(!self.tree.root_node().has_error(), "{}", self.tree.root_node().to_sexp());
        let mut lines = vec![Vec::new(); self.lines.ranges.len()];
        let mut rest = vec![self.tree.root_node()];
        while let Some(node) = rest.pop() {
            if matches!(node.kind(), "source_file" | "game_block" | "round_block") {
                rest.extend(children(node).rev().filter(Node::is_named));
                continue;
            }
            let line = self.lines.at(node.start_byte());
            let range = &self.lines.ranges[line];
            assert!(
                range.start <= node.start_byte()
                    && node.end_byte() <= range.end
                    && !node.byte_range().is_empty(),
                "{node:?} reaches beyond its line"
            );
            lines[line].push(node);
        }
        lines
    }

    /// The kind of statement of each line.
    pub fn kinds(&self) -> Vec<Kind> {
        self.lines().iter().map(|nodes| nodes.first().map_or(Kind::Blank, |node| kind(*node))).collect()
    }

    /// Each line's nodes with their places in the line.
    pub fn shapes(&self) -> Vec<String> {
        let shape = |line: usize, nodes: &Vec<Node<'_>>| {
            let mut shape = String::new();
            nodes.iter().for_each(|node| write_shape(*node, self.lines.ranges[line].start, &mut shape));
            shape
        };
        self.lines().iter().enumerate().map(|(line, nodes)| shape(line, nodes)).collect()
    }

    /// The class of each byte of each line, by the highlight query.
    pub fn classes(&self, text: &str) -> Vec<Classes> {
        let mut classes = vec![None; text.len()];
        let mut cursor = QueryCursor::new();
        let mut captures: BTreeMap<(usize, std::cmp::Reverse<usize>), Class> = BTreeMap::new();
        let mut matches = cursor.captures(&HIGHLIGHTS, self.tree.root_node(), text.as_bytes());
        while let Some((found, index)) = matches.next() {
            let capture = found.captures()[*index];
            let name = HIGHLIGHTS.capture_names()[capture.index as usize];
            let Some(class) = class(name) else { continue };
            let Range { start, end } = capture.node.byte_range();
            let before = captures.insert((start, std::cmp::Reverse(end)), class);
            assert!(
                before.is_none(),
                "two patterns match one node: {name} at {start} {:?} {:?}",
                &text[start..end],
                &text[start.saturating_sub(30)..]
            );
        }
        for ((start, end), class) in captures {
            classes[start..end.0].fill(Some(class));
        }
        self.lines.ranges.iter().map(|line| classes[line.clone()].to_vec()).collect()
    }
}

/// A node's children, in order.
pub fn children(node: Node<'_>) -> impl DoubleEndedIterator<Item = Node<'_>> {
    (0..node.child_count()).filter_map(move |index| node.child(index))
}

fn write_shape(node: Node<'_>, line_start: usize, shape: &mut String) {
    let Range { start, end } = node.byte_range();
    *shape += &format!("({} {}-{}", node.kind(), start - line_start, end - line_start);
    children(node).for_each(|child| {
        write_shape(child, line_start, shape);
    });
    shape.push(')');
}

fn kind(node: Node<'_>) -> Kind {
    match node.kind() {
        "comment" => Kind::Blank,
        "game" => Kind::Game,
        "round" => Kind::Round,
        "nodes" => Kind::Nodes,
        "edge" => Kind::Edge,
        "ground" => Kind::Ground,
        "k" => Kind::K,
        "stones" => Kind::Stones,
        "expect_outcome" => Kind::ExpectOutcome,
        "expect_value" => Kind::ExpectValue,
        "expect_sg" => Kind::ExpectSg,
        "expect_other" | "other" => Kind::Other,
        unknown => panic!("a line is no {unknown}"),
    }
}

/// The server's word for a capture; none for what lies within another capture.
fn class(capture: &str) -> Option<Class> {
    Some(match capture {
        "keyword" => Class::Keyword,
        "type" => Class::Kind,
        "string" => Class::Title,
        "variable" => Class::Node,
        "number" => Class::Number,
        "operator" | "punctuation.bracket" | "punctuation.delimiter" => Class::Operator,
        "comment" => Class::Comment,
        "string.escape" | "spell" => return None,
        unknown => panic!("the class of @{unknown}?"),
    })
}
