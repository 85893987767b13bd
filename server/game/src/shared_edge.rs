//! The edge that makes a graph no cactus, with two of the cycles it lies on.

use crate::sorting::{PlacedArc, by_place, placed, sorted_by};
use crate::{ArcOrder, Node, SharedEdge, Tag};

type Edge = (Node, Node, Tag);

/// An edge on two cycles, and both: the first found when these edges are taken as declared, a search in breadth
/// from the ground (then from each first edge of what is left) makes the tree, and the edges outside it mark
/// their ways through it. Edges of tags that are not `wanted` are left out. `count` is how many nodes the graph has.
/// O(edges log edges); `None` where `spend` says so.
pub(crate) fn witness(
    edges: Vec<Edge>,
    ground: &[Node],
    count: usize,
    order: &ArcOrder<'_>,
    wanted: &dyn Fn(Tag) -> bool,
    spend: &mut impl FnMut(usize) -> bool,
) -> Option<Option<SharedEdge>> {
    if edges.is_empty() {
        return Some(None);
    }
    let mut declared: Vec<PlacedArc> = Vec::with_capacity(edges.len());
    for edge in edges {
        if wanted(edge.2) {
            declared.push(placed(order, edge));
        }
        if !spend(ORDER_STEPS) {
            return None;
        }
    }
    let declared = sorted_by(declared, |a, b| by_place(order, a, b), spend)?;
    let edges: Vec<Edge> = declared.into_iter().map(|(_, edge)| edge).collect();
    let tree = Tree::new(&edges, ground, count, spend)?;
    // By tree edge: the edge outside the tree whose cycle it lies on.
    let mut marks = vec![NONE; edges.len()];
    for closing in 0..edges.len() as u32 {
        if !spend(1) {
            return None;
        }
        if tree.contains(closing) {
            continue;
        }
        for edge in tree.way(closing) {
            let mark = &mut marks[edge as usize];
            if *mark != NONE {
                let cycles = [tree.cycle(&edges, *mark), tree.cycle(&edges, closing)];
                return Some(Some(SharedEdge { edge: edges[edge as usize], cycles }));
            }
            *mark = closing;
            if !spend(1) {
                return None;
            }
        }
    }
    Some(None)
}

/// What it costs to ask where an edge stands.
const ORDER_STEPS: usize = 4;
/// No edge.
const NONE: u32 = u32::MAX;
/// All grounds, which are one node.
const GROUND: u32 = 0;

/// A spanning forest of the nodes that the edges have, numbered as they come.
struct Tree {
    /// By edge: its ends.
    ends: Vec<(u32, u32)>,
    /// By node: the edge that leads to it, and its depth.
    above: Vec<(u32, u32)>,
}

impl Tree {
    fn new(
        edges: &[Edge],
        ground: &[Node],
        count: usize,
        spend: &mut impl FnMut(usize) -> bool,
    ) -> Option<Tree> {
        // One more than the number. Zeros cost nothing where nobody looks.
        let mut numbers = vec![0; count];
        for node in ground {
            numbers[node.index()] = GROUND + 1;
        }
        let mut last = GROUND + 1;
        let mut number = |node: Node| {
            let number = &mut numbers[node.index()];
            if *number == 0 {
                last += 1;
                *number = last;
            }
            *number - 1
        };
        let ends: Vec<(u32, u32)> = edges.iter().map(|edge| (number(edge.0), number(edge.1))).collect();
        let count = last as usize;
        let mut tree = Tree { ends, above: vec![(NONE, NONE); count] };
        let (starts, incident) = tree.incidence(count);
        let mut queue = Vec::with_capacity(count);
        for root in 0..last {
            if tree.above[root as usize].1 != NONE {
                continue;
            }
            tree.above[root as usize] = (NONE, 0);
            let mut next = queue.len();
            queue.push(root);
            while let Some(&node) = queue.get(next) {
                next += 1;
                let depth = tree.above[node as usize].1;
                let here = &incident[starts[node as usize] as usize..starts[node as usize + 1] as usize];
                if !spend(1 + here.len()) {
                    return None;
                }
                for &edge in here {
                    let other = tree.other(edge, node);
                    if tree.above[other as usize].1 == NONE {
                        tree.above[other as usize] = (edge, depth + 1);
                        queue.push(other);
                    }
                }
            }
        }
        Some(tree)
    }

    /// The edges at each node in the order declared: where each node's start, and all of them.
    fn incidence(&self, count: usize) -> (Vec<u32>, Vec<u32>) {
        let mut starts = vec![0u32; count + 2];
        for &(tail, head) in &self.ends {
            starts[tail as usize + 2] += 1;
            starts[head as usize + 2] += 1;
        }
        for node in 2..starts.len() {
            starts[node] += starts[node - 1];
        }
        let mut incident = vec![0; 2 * self.ends.len()];
        for (edge, &(tail, head)) in (0..).zip(&self.ends) {
            for node in [tail, head] {
                let slot = &mut starts[node as usize + 1];
                incident[*slot as usize] = edge;
                *slot += 1;
            }
        }
        (starts, incident)
    }

    fn other(&self, edge: u32, node: u32) -> u32 {
        let (tail, head) = self.ends[edge as usize];
        if tail == node { head } else { tail }
    }

    fn contains(&self, edge: u32) -> bool {
        let (tail, head) = self.ends[edge as usize];
        self.above[tail as usize].0 == edge || self.above[head as usize].0 == edge
    }

    /// The tree's edges between the ends of `edge`, by turns from the deeper end upwards.
    fn way(&self, edge: u32) -> impl Iterator<Item = u32> + '_ {
        let (mut tail, mut head) = self.ends[edge as usize];
        std::iter::from_fn(move || {
            if tail == head {
                return None;
            }
            let deeper = if self.above[tail as usize].1 >= self.above[head as usize].1 {
                &mut tail
            } else {
                &mut head
            };
            let edge = self.above[*deeper as usize].0;
            *deeper = self.other(edge, *deeper);
            Some(edge)
        })
    }

    /// The cycle that `closing` makes with the tree, from its head round to its tail, `closing` last.
    fn cycle(&self, edges: &[Edge], closing: u32) -> Vec<Edge> {
        let (mut tail, mut head) = self.ends[closing as usize];
        let (mut from_head, mut to_tail) = (Vec::new(), Vec::new());
        while tail != head {
            let lift = self.above[tail as usize].1 < self.above[head as usize].1;
            let (node, side) = if lift { (&mut head, &mut from_head) } else { (&mut tail, &mut to_tail) };
            let edge = self.above[*node as usize].0;
            side.push(edges[edge as usize]);
            *node = self.other(edge, *node);
        }
        from_head.extend(to_tail.into_iter().rev());
        from_head.push(edges[closing as usize]);
        from_head
    }
}
