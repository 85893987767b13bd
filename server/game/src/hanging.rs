//! What hangs on a node of a game with a ground, piece by piece: why its value is what it is.
//!
//! Looked for from the node outward and within a bound, without the solver: a second way to the same values,
//! and the tests compare the two.

use std::collections::hash_map::{Entry, HashMap};

use crate::{Board, Node};

/// What hangs on a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hanging {
    /// The node itself hangs on the ground or is part of it.
    pub grounded: bool,
    /// The XOR of the pieces' values is the value of the node.
    pub pieces: Vec<Piece>,
}

/// A piece of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// An edge from the node to itself, or from one node of the ground to another. Worth 1.
    Loop,
    /// A single edge to what stands on it: worth one more than its upper end.
    Bridge(Node),
    /// Edges on cycles through the node: worth their number mod 2 XOR the values of the other nodes on them.
    Cycles {
        /// How many edges there are.
        edges: usize,
        /// The other nodes on them.
        nodes: Vec<Node>,
    },
}

impl Board {
    /// What hangs on a node; `None` where that takes more than so many looks at edges, or the kind has no ground.
    pub fn hanging(&self, node: Node, looks_max: usize) -> Option<Hanging> {
        if !self.kind().ground || self.ground().len() > looks_max {
            return None;
        }
        let ground: HashMap<Node, usize> =
            self.ground().iter().enumerate().map(|(rank, node)| (*node, rank)).collect();
        let rank = ground.get(&node).copied();
        let looks = looks_max - self.ground().len();
        let mut walk = Walk { board: self, node, rank, ground, looks, seen: HashMap::new() };
        let mut hanging = Hanging { grounded: rank.is_some(), pieces: Vec::new() };
        let (out, into) = (self.graph().out(node), self.graph().into(node));
        for (i, arc) in out.iter().chain(into).enumerate() {
            walk.look()?;
            let other = walk.ground.get(&arc.node);
            if arc.node == node || other.is_some() && rank.is_some() {
                // A loop stands in both lists. An edge between two of the ground counts at the first of them.
                let counts = if arc.node == node { i < out.len() } else { other > rank.as_ref() };
                hanging.pieces.extend(counts.then_some(Piece::Loop));
            } else if other.is_some() {
                hanging.grounded = true;
            } else if !walk.seen.contains_key(&arc.node) {
                match walk.branch(arc.node)? {
                    Branch::Hangs(piece) => hanging.pieces.push(piece),
                    Branch::Grounded => hanging.grounded = true,
                    Branch::Elsewhere => {}
                }
            }
        }
        if !hanging.grounded {
            hanging.pieces.clear();
        }
        Some(hanging)
    }
}

/// What is joined to a node by one of its edges.
enum Branch {
    Hangs(Piece),
    /// It has a way of its own to the ground.
    Grounded,
    /// It stands on the ground here and at a node that comes first.
    Elsewhere,
}

struct Walk<'a> {
    board: &'a Board,
    node: Node,
    /// The node's rank among those of the ground.
    rank: Option<usize>,
    ground: HashMap<Node, usize>,
    looks: usize,
    /// Nodes passed, and whether they have a way to the ground without the node.
    seen: HashMap<Node, bool>,
}

impl Walk<'_> {
    fn look(&mut self) -> Option<()> {
        self.looks = self.looks.checked_sub(1)?;
        Some(())
    }

    /// Whether a branch ends there: at the node, or with it at any node of the ground.
    fn is_foot(&self, node: Node) -> bool {
        node == self.node || self.rank.is_some() && self.ground.contains_key(&node)
    }

    fn branch(&mut self, start: Node) -> Option<Branch> {
        let board = self.board;
        let mut members = vec![start];
        self.seen.insert(start, false);
        let (mut at, mut feet, mut first) = (0, 0, self.rank);
        while let Some(&member) = members.get(at) {
            at += 1;
            for arc in board.graph().out(member).iter().chain(board.graph().into(member)) {
                self.look()?;
                if self.is_foot(arc.node) {
                    feet += 1;
                    first = first.min(self.ground.get(&arc.node).copied().or(first));
                } else if self.ground.contains_key(&arc.node) || self.seen.get(&arc.node) == Some(&true) {
                    self.seen.extend(members.iter().map(|member| (*member, true)));
                    return Some(Branch::Grounded);
                } else if let Entry::Vacant(place) = self.seen.entry(arc.node) {
                    place.insert(false);
                    members.push(arc.node);
                }
            }
        }
        if first < self.rank {
            return Some(Branch::Elsewhere);
        }
        Some(Branch::Hangs(if feet == 1 { Piece::Bridge(start) } else { self.cycles(start)? }))
    }

    /// The block that the node and `start` lie in, where what stands there has several feet: a depth-first search
    /// from the foot, which takes every other block away as it leaves it.
    fn cycles(&mut self, start: Node) -> Option<Piece> {
        let graph = self.board.graph();
        let mut depths: HashMap<Node, usize> = HashMap::from([(start, 1)]);
        let mut block = vec![start];
        let mut stack = vec![Frame { node: start, next: 0, depth: 1, low: 1, first: 0 }];
        while let Some(mut frame) = stack.pop() {
            let mut edges = graph.out(frame.node).iter().chain(graph.into(frame.node));
            let Some(arc) = edges.nth(frame.next) else {
                match stack.last_mut() {
                    Some(above) if frame.low < above.depth => above.low = above.low.min(frame.low),
                    Some(_) => block.truncate(frame.first),
                    None => {}
                }
                continue;
            };
            self.look()?;
            frame.next += 1;
            let new = depths.len() + 1;
            let depth = if self.is_foot(arc.node) { 0 } else { *depths.entry(arc.node).or_insert(new) };
            frame.low = frame.low.min(depth);
            stack.push(frame);
            if depth == new {
                stack.push(Frame { node: arc.node, next: 0, depth, low: depth, first: block.len() });
                block.push(arc.node);
            }
        }
        self.count(block)
    }

    fn count(&mut self, nodes: Vec<Node>) -> Option<Piece> {
        let graph = self.board.graph();
        let within: std::collections::HashSet<Node> = nodes.iter().copied().collect();
        let mut edges = 0;
        for &node in &nodes {
            for arc in graph.out(node) {
                self.look()?;
                let inner = arc.node != node && within.contains(&arc.node);
                edges += usize::from(inner || self.is_foot(arc.node));
            }
            for arc in graph.into(node) {
                self.look()?;
                edges += usize::from(self.is_foot(arc.node));
            }
        }
        Some(Piece::Cycles { edges, nodes })
    }
}

/// A node that a depth-first search has entered and not left.
struct Frame {
    node: Node,
    /// How many of its edges were looked at.
    next: usize,
    /// When it was met.
    depth: usize,
    /// The least depth that edges from here or below reach.
    low: usize,
    /// Where the nodes from here on begin in the block.
    first: usize,
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::{Meter, Tag, Value, kind_named};

    fn board(count: usize, ground: &[usize], edges: &[(usize, usize)]) -> Board {
        let mut board = Board::new(kind_named("hackenbush").unwrap());
        let nodes: Vec<Node> = (0..count).map(|_| board.add_node()).collect();
        board.insert_all(edges.iter().map(|(a, b)| (nodes[*a], nodes[*b], Tag(0))));
        board.set_ground(ground.iter().map(|index| nodes[*index]).collect());
        board.advance(&mut Meter::new(&AtomicBool::new(false)));
        board
    }

    fn worth(board: &Board, node: Node) -> u64 {
        let value = |node: &Node| match board.value(*node) {
            Value::Nimber(value) => value,
            other => panic!("{other:?}"),
        };
        let worth = |piece: &Piece| match piece {
            Piece::Loop => 1,
            Piece::Bridge(upper) => value(upper) + 1,
            Piece::Cycles { edges, nodes } => nodes.iter().fold(*edges as u64 % 2, |sum, n| sum ^ value(n)),
        };
        let hanging = board.hanging(node, usize::MAX).unwrap();
        hanging.pieces.iter().fold(0, |sum, piece| sum ^ worth(piece))
    }

    #[test]
    fn the_pieces_are_worth_what_the_solver_finds() {
        let mut state: u64 = 88_172_645_463_325_252;
        let mut below = |bound: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 20) as usize % bound
        };
        for _ in 0..20_000 {
            let count = 1 + below(9);
            let edges: Vec<(usize, usize)> = (0..below(14)).map(|_| (below(count), below(count))).collect();
            let ground: Vec<usize> = (0..1 + below(3)).map(|_| below(count)).collect();
            let board = board(count, &ground, &edges);
            let unreachable = board.unreachable();
            for node in board.graph().nodes() {
                let hanging = board.hanging(node, usize::MAX).unwrap();
                let context = format!("{node:?} of {edges:?} on {ground:?}: {hanging:?}");
                assert_eq!(Value::Nimber(worth(&board, node)), board.value(node), "{context}");
                assert_eq!(hanging.grounded, !unreachable.contains(&node), "{context}");
            }
        }
    }

    #[test]
    fn the_search_is_bounded() {
        let chain: Vec<(usize, usize)> = (0..999).map(|i| (i, i + 1)).collect();
        let board = board(1000, &[0], &chain);
        assert_eq!(board.hanging(board.graph().node(1).unwrap(), 100), None);
        let top = board.hanging(board.graph().node(998).unwrap(), 10_000).unwrap();
        assert_eq!(top.pieces, [Piece::Bridge(board.graph().node(999).unwrap())]);
    }
}
