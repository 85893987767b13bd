//! The positions of a game. A file may have very many rounds, and an edit concerns few of them: who they are is looked
//! up, not looked for.

use crate::LineId;
use crate::position::{Position, Stone};
use rustc_hash::{FxHashMap, FxHashSet};
use sgg_game::Node;
use std::collections::BTreeSet;

/// The positions, by their headers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Positions {
    /// Boxed: most games have one, and the smallest hash table has places for several.
    all: FxHashMap<LineId, Box<Position>>,
    /// Those of which something is to be said.
    speaking: FxHashSet<LineId>,
    /// Those with lines that may be meant as counts, and some that had such lines.
    counting: FxHashSet<LineId>,
    /// Who lays stones where: once that was asked, and would have taken long.
    laid: Option<Laid>,
}

/// Where stones lie or lay: whether they still do, the position tells.
#[derive(Clone, Debug, Default)]
struct Laid {
    /// By entries for a few nodes, by these nodes' numbers.
    few: BTreeSet<(usize, LineId)>,
    /// By entries for many nodes or all.
    many: FxHashSet<LineId>,
}

/// So many positions are looked through.
const LOOKED_MAX: usize = 64;
/// An entry for more nodes is kept as a whole.
const FEW_NODES_MAX: usize = 16;

impl Laid {
    fn add(&mut self, header: LineId, stone: &Stone) {
        let numbers = stone.nodes.map(|run| run.first.index()..=run.last.index());
        match numbers.filter(|numbers| numbers.end() - numbers.start() < FEW_NODES_MAX) {
            Some(numbers) => self.few.extend(numbers.map(|number| (number, header))),
            None => drop(self.many.insert(header)),
        }
    }

    /// Those that may lay stones on a node.
    fn on(&self, node: Node) -> impl Iterator<Item = LineId> + '_ {
        let place = |header| (node.index(), LineId(header));
        self.few.range(place(0)..=place(u32::MAX)).map(|(_, header)| *header)
    }
}

impl Positions {
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn headers(&self) -> impl Iterator<Item = LineId> + '_ {
        self.all.keys().copied()
    }

    pub(crate) fn get(&self, header: LineId) -> Option<&Position> {
        self.all.get(&header).map(|position| &**position)
    }

    pub(crate) fn get_mut(&mut self, header: LineId) -> Option<&mut Position> {
        self.all.get_mut(&header).map(|position| &mut **position)
    }

    /// The position of a header, an empty one where it has none yet.
    pub(crate) fn get_or_new(&mut self, header: LineId) -> &mut Position {
        self.all.entry(header).or_default()
    }

    pub(crate) fn remove(&mut self, header: LineId) {
        self.all.remove(&header);
        self.speaking.remove(&header);
        self.counting.remove(&header);
    }

    /// Takes all of them away.
    pub(crate) fn take_all(&mut self) -> impl Iterator<Item = Box<Position>> + use<> {
        std::mem::take(self).all.into_values()
    }

    /// Takes away what their `stones` lines said.
    pub(crate) fn clear_stones(&mut self) {
        self.laid = None;
        self.counting.clear();
        for position in self.all.values_mut() {
            (position.stones, position.counts) = (Vec::new(), Vec::new());
        }
    }

    /// Adds the stones of a line, and how many bare entries it has where these may be meant as counts.
    pub(crate) fn lay(&mut self, header: LineId, stones: &mut Vec<Stone>, count: Option<(LineId, usize)>) {
        if let Some(laid) = &mut self.laid {
            stones.iter().for_each(|stone| laid.add(header, stone));
        }
        if count.is_some() {
            self.counting.insert(header);
        }
        let position = self.get_or_new(header);
        position.stones.append(stones);
        position.counts.extend(count);
    }

    /// The headers of those that lay stones on any of some nodes; `*` may mean all.
    pub(crate) fn on(&mut self, nodes: &BTreeSet<Node>) -> Vec<LineId> {
        let lays =
            |stone: &Stone| stone.nodes.is_none_or(|run| nodes.range(run.first..=run.last).next().is_some());
        if self.all.len() <= LOOKED_MAX {
            let on = self.all.iter().filter(|(_, position)| position.stones.iter().any(lays));
            return on.map(|(header, _)| *header).collect();
        }
        let laid = self.laid.get_or_insert_with(|| {
            let mut laid = Laid::default();
            for (header, position) in &self.all {
                position.stones.iter().for_each(|stone| laid.add(*header, stone));
            }
            laid
        });
        let few = nodes.iter().flat_map(|node| laid.on(*node));
        let may: BTreeSet<LineId> = laid.many.iter().copied().chain(few).collect();
        let lays =
            |header: &LineId| self.all.get(header).is_some_and(|position| position.stones.iter().any(lays));
        may.into_iter().filter(lays).collect()
    }

    /// Remembers whether something is to be said of a position.
    pub(crate) fn judged(&mut self, header: LineId) {
        match self.get(header).is_some_and(|position| !position.findings.is_empty()) {
            true => self.speaking.insert(header),
            false => self.speaking.remove(&header),
        };
    }

    /// Those of which something is to be said.
    pub(crate) fn speaking(&self) -> impl Iterator<Item = (LineId, &Position)> {
        self.speaking.iter().filter_map(|header| Some((*header, self.get(*header)?)))
    }

    /// The lines that may be meant as counts, and how many entries each has.
    pub(crate) fn counts(&self) -> impl Iterator<Item = &(LineId, usize)> {
        self.counting.iter().filter_map(|header| self.get(*header)).flat_map(|position| &position.counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;
    use sgg_game::{Board, kind_named};

    /// Lines come, are typed again and go, and headers with them: who is found is who is found by looking at all.
    #[test]
    fn those_with_stones_on_a_node_are_found() {
        let mut board = Board::new(kind_named("dag").unwrap());
        let nodes: Vec<Node> = (0..60).map(|_| board.add_node()).collect();
        let mut random = Random(7);
        let mut below = |bound: usize| random.below(bound);
        let mut positions = Positions::default();
        let (mut found, mut asked) = (0, 0);
        for step in 0..6_000 {
            let header = LineId(below(200) as u32);
            let line = LineId(1_000 + below(400) as u32);
            match below(8) {
                0 => positions.remove(header),
                1 | 2 => positions.get_or_new(header).stones.retain(|stone| stone.line.0 % 3 != line.0 % 3),
                3 if below(20) == 0 => {
                    positions.lay(header, &mut vec![Stone { nodes: None, amount: 1, line }], None);
                }
                _ => {
                    let mut stones = Vec::new();
                    let first = below(nodes.len());
                    let width = [1, 1, 1, 3, 40][below(5)];
                    for node in nodes.iter().skip(first).take(width) {
                        Stone::push(&mut stones, *node, 1, line);
                    }
                    positions.lay(header, &mut stones, None);
                }
            }
            if step % 10 == 0 {
                let wanted: BTreeSet<Node> = (0..1 + below(2)).map(|_| nodes[below(nodes.len())]).collect();
                let lays = |stone: &Stone| {
                    stone
                        .nodes
                        .is_none_or(|run| wanted.iter().any(|node| run.first <= *node && *node <= run.last))
                };
                let mut right: Vec<LineId> = positions.headers().collect();
                right.retain(|header| positions.get(*header).unwrap().stones.iter().any(lays));
                right.sort();
                let mut on = positions.on(&wanted);
                on.sort();
                assert_eq!(on, right, "step {step}, {wanted:?}");
                asked += usize::from(positions.len() > LOOKED_MAX);
                found += on.len();
            }
        }
        assert!(asked > 500 && found > 5_000, "{asked} {found}");
    }
}
