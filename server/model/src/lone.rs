//! Edge lines without an arc (`5 ->`, `0..9`), by the nodes that they name.

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

    /// A line names it no more.
    pub(crate) fn remove(&mut self, node: Node, line: LineId) {
        let (block, bit) = place(node);
        let Some(nodes) = self.blocks.get_mut(&(block, line)) else { return };
        *nodes &= !bit;
        if *nodes == 0 {
            self.blocks.remove(&(block, line));
        }
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
        nodes.iter().for_each(|node| lone.add(*node, first));
        lone.add(nodes[64], second);
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
