//! The games that are measured: made from seeds, the same on every machine.

#![allow(dead_code, reason = "each bench uses a part")]

use std::collections::HashSet;
use std::fmt::Write;

use sgg_game::{Board, Kind, Node, Tag, kind_named};

/// xorshift64*.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

/// Arcs or edges between nodes that are numbered from 0.
pub(crate) type Arcs = Vec<(usize, usize)>;

/// Arcs from smaller to larger numbers, at most `reach` apart: acyclic. No arc twice: that would be told.
pub(crate) fn forward(nodes: usize, count: usize, reach: usize) -> Arcs {
    let mut random = Random::new(42);
    let mut seen = HashSet::new();
    let arcs = std::iter::repeat_with(|| {
        let tail = random.below(nodes - 1);
        (tail, tail + 1 + random.below(reach.min(nodes - 1 - tail)))
    });
    arcs.filter(|&arc| seen.insert(arc)).take(count).collect()
}

/// The usual file: ten arcs a node, which reach over a third of the file.
pub(crate) fn usual(count: usize) -> Arcs {
    let nodes = (count / 10).max(10);
    forward(nodes, count, nodes / 3)
}

/// Groups of ten nodes that know nothing of each other: an edit changes ten values at most, however long the file.
pub(crate) fn groups(count: usize) -> Arcs {
    let pairs: Arcs = (0..9).flat_map(|tail| (tail + 1..10).map(move |head| (tail, head))).collect();
    let mut random = Random::new(42);
    let group = |start: usize| {
        // Every second of 45 pairs, around the end: none twice.
        let from = random.below(pairs.len());
        let pair = |at: usize| pairs[(from + 2 * at) % pairs.len()];
        (0..20).map(pair).map(|(tail, head)| (10 * start + tail, 10 * start + head)).collect::<Arcs>()
    };
    (0..count / 20).flat_map(group).collect()
}

/// One after another.
pub(crate) fn chain(count: usize) -> Arcs {
    (0..count).map(|at| (at, at + 1)).collect()
}

/// Any arcs: cycles everywhere.
pub(crate) fn tangled(nodes: usize, count: usize) -> Arcs {
    let mut random = Random::new(42);
    (0..count).map(|_| (random.below(nodes), random.below(nodes))).collect()
}

/// Triangles, each hung on a corner of an earlier one.
pub(crate) fn cactus(count: usize) -> Arcs {
    let mut random = Random::new(42);
    let triangle = |at: usize| {
        let (top, left, right) = (random.below(2 * at + 1), 2 * at + 1, 2 * at + 2);
        [(top, left), (left, right), (right, top)]
    };
    (0..count / 3).flat_map(triangle).collect()
}

/// A board with everything a kind needs, not yet solved.
pub(crate) fn board(kind: &str, arcs: &Arcs) -> Board {
    let kind: Kind = kind_named(kind).unwrap();
    let mut board = Board::new(kind);
    let count = arcs.iter().map(|&(tail, head)| tail.max(head) + 1).max().unwrap();
    let nodes: Vec<Node> = (0..count).map(|_| board.add_node()).collect();
    board.insert_all(arcs.iter().map(|&(tail, head)| (nodes[tail], nodes[head], Tag(0))));
    if kind.k {
        for (at, &node) in nodes.iter().enumerate() {
            board.set_k(node, Some(stones_k(at)));
        }
    }
    if kind.ground {
        board.set_ground(vec![nodes[0]]);
    }
    board
}

/// The K-value of a node by its number, where the kind has such.
pub(crate) fn stones_k(number: usize) -> u32 {
    1 + number as u32 % 5
}

/// A file of any kind with one edge a line, and so many stones on the nodes 0 and 1.
pub(crate) fn file(kind: &str, arcs: &Arcs, stones: [u32; 2]) -> String {
    let kind = kind_named(kind).unwrap();
    let arrow = if kind.directed { "->" } else { "--" };
    let count = arcs.iter().map(|&(tail, head)| tail.max(head) + 1).max().unwrap();
    let mut text = format!("game {} \"bench\"\n", kind.name);
    // First of all, so that they exist and have the first places.
    let ends = [(0, count - 1), (1, count - 1)];
    for (tail, head) in ends.iter().chain(arcs) {
        writeln!(text, "  n{tail} {arrow} n{head}").unwrap();
    }
    if kind.k {
        // Only of nodes that there are.
        let mut tails: Vec<usize> = ends.iter().chain(arcs).map(|arc| arc.0).collect();
        tails.sort_unstable();
        tails.dedup();
        for tails in tails.chunks(100) {
            let entries = tails.iter().map(|&at| format!(" n{at}={}", stones_k(at)));
            writeln!(text, "  k{}", entries.collect::<String>()).unwrap();
        }
    }
    match kind.ground {
        true => text.push_str("  ground n0\n"),
        false => writeln!(text, "  stones n0={} n1={}", stones[0], stones[1]).unwrap(),
    }
    text
}

/// Where in [`text`] the arcs start.
pub(crate) const ARCS_FROM: usize = 3;

/// A file with one arc a line, and nothing wrong in it. The position's value is 1 ^ 1 = 0, so that the `expect` holds
/// whatever the arcs are, until somebody edits the lines at the top.
pub(crate) fn text(arcs: &Arcs) -> String {
    let mut text = String::from("game dag \"bench\"\n  x -> end\n  y -> end\n");
    for (tail, head) in arcs {
        writeln!(text, "  n{tail} -> n{head}").unwrap();
    }
    text.push_str("  stones x y\n  expect second\n");
    text
}
