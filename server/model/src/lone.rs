//! Lines that say nothing of a node but that it is there (`5 ->`, `nodes 0..9`), by the nodes that they name.

use crate::LineId;
use sgg_game::Node;
use std::collections::BTreeMap;

/// For each line the nodes it names, 64 neighbours at a time: a range of millions is as quickly said as a few names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lone {
    blocks: BTreeMap<(u32, LineId), u64>,
}

fn place(node: Node) -> (u32, u64) {
    ((node.index() / 64) as u32, 1 << (node.index() % 64))
}

impl Lone {
    /// A line names a node.
    pub(crate) fn add(&mut self, node: Node, line: LineId) {
        let (block, bit) = place(node);
        *self.blocks.entry((block, line)).or_default() |= bit;
    }

    /// A line names some nodes, neighbours mostly. Those that it named already.
    pub(crate) fn add_all(&mut self, nodes: &[Node], line: LineId) -> Vec<Node> {
        let mut again = Vec::new();
        for neighbours in nodes.chunk_by(|one, other| place(*one).0 == place(*other).0) {
            let Some(first) = neighbours.first() else { continue };
            let known = self.blocks.entry((place(*first).0, line)).or_default();
            for node in neighbours {
                let (_, bit) = place(*node);
                if *known & bit != 0 {
                    again.push(*node);
                }
                *known |= bit;
            }
        }
        again
    }

    /// A line names it no more.
    pub(crate) fn remove(&mut self, node: Node, line: LineId) {
        let (block, bit) = place(node);
        let Some(nodes) = self.blocks.get_mut(&(block, line)) else { return };
        *nodes &= !bit;
        if *nodes == 0 {
            self.blocks.remove(&(block, line));
        }
    }

    /// Whether a line names a node.
    pub(crate) fn has(&self, node: Node, line: LineId) -> bool {
        let (block, bit) = place(node);
        self.blocks.get(&(block, line)).is_some_and(|nodes| nodes & bit != 0)
    }

    /// The lines that name a node, in no order that means anything.
    pub(crate) fn lines(&self, node: Node) -> impl Iterator<Item = LineId> + '_ {
        let (block, bit) = place(node);
        let all = self.blocks.range((block, LineId(0))..=(block, LineId(u32::MAX)));
        all.filter(move |(_, nodes)| **nodes & bit != 0).map(|((_, line), _)| *line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgg_game::{Board, kind_named};

    #[test]
    fn lines_by_node() {
        let Some(kind) = kind_named("dag") else { unreachable!() };
        let mut board = Board::new(kind);
        let nodes: Vec<Node> = (0..130).map(|_| board.add_node()).collect();
        let mut lone = Lone::default();
        let (first, second) = (LineId(7), LineId(3));
        assert_eq!(lone.add_all(&nodes, first), []);
        assert_eq!(lone.add_all(&[nodes[64], nodes[0], nodes[64]], second), [nodes[64]]);
        lone.remove(nodes[0], second);
        lone.add(nodes[64], second);
        assert!(lone.has(nodes[64], second) && !lone.has(nodes[65], second));
        let lines = |lone: &Lone, at: usize| lone.lines(nodes[at]).collect::<Vec<_>>();
        assert_eq!(lines(&lone, 63), [first]);
        assert_eq!(lines(&lone, 64), [second, first]);
        assert_eq!(lone.blocks.len(), 4);
        lone.remove(nodes[64], first);
        assert_eq!(lines(&lone, 64), [second]);
        assert_eq!(lines(&lone, 65), [first]);
        nodes.iter().for_each(|node| lone.remove(*node, first));
        lone.remove(nodes[64], second);
        assert!(lone.blocks.is_empty());
    }
}
