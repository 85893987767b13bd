//! What is known of each node between two searches.

use std::collections::HashMap;

use crate::bits::Bits;
use crate::solver::Changes;
use crate::{Graph, Node, Tag};

pub(super) use crate::solver::PENDING;

/// The ground's depth.
pub(super) const GROUND: u32 = 0;
/// The depth of a node that waits for the search.
pub(super) const WAITING: u32 = u32::MAX;
/// The depth of a node that the search did not come to.
const AWAY: u32 = u32::MAX - 1;
/// With this bit it is no depth but the ground node that the clump is counted at, kept by the first node entered.
const ROOT: u32 = 1 << 31;

/// By node, and what follows from all.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    values: Vec<u32>,
    /// How deep the search was when it entered the node, the ground having 0; or what the constants tell.
    pub(super) depth: Vec<u32>,
    /// Nodes that hang on the ground, and the ground.
    hanging: Bits,
    /// Nodes but the ground where two cycles meet.
    touching: Bits,
    /// Nodes whose edge from above lies on two cycles.
    shared: Bits,
    /// Nodes whose edge from above lies on none.
    bridged: Bits,
    /// What clumps that several edges join to the ground are worth there, by the first node entered. Another is
    /// worth one more than that node.
    blocks: HashMap<Node, u32>,
}

impl Known {
    /// One node more.
    pub(super) fn grow(&mut self) {
        self.values.push(PENDING);
        self.depth.push(AWAY);
        let count = self.values.len();
        for bits in self.sets() {
            bits.grow(count);
        }
    }
    fn sets(&mut self) -> [&mut Bits; 4] {
        [&mut self.hanging, &mut self.touching, &mut self.shared, &mut self.bridged]
    }
    /// Nothing but the values is known, for whoever still shows them; this is the ground.
    pub(super) fn forget(&mut self, ground: &[Node]) {
        let count = self.values.len();
        self.depth.fill(WAITING);
        for bits in self.sets() {
            *bits = Bits::with_size(count);
        }
        self.blocks = HashMap::new();
        for node in ground {
            self.depth[node.index()] = GROUND;
            self.hanging.set(node.index());
        }
    }

    pub(super) fn is_ground(&self, node: Node) -> bool {
        self.depth[node.index()] == GROUND
    }
    pub(super) fn waits(&self, node: Node) -> bool {
        self.depth[node.index()] == WAITING
    }
    /// A node is to be searched again; its clump is taken from the ground node that it was counted at.
    pub(super) fn call(&mut self, node: Node, changes: &mut Changes) {
        let i = node.index();
        let depth = std::mem::replace(&mut self.depth[i], WAITING);
        if depth & ROOT != 0 && depth != AWAY {
            let block = self.blocks.remove(&node).unwrap_or_else(|| self.values[i] + 1);
            self.add(Node(depth ^ ROOT), block, changes);
        }
        for bits in self.sets() {
            bits.clear(i);
        }
    }
    /// The search does not come to a node any more.
    pub(super) fn dismiss(&mut self, node: Node) {
        self.depth[node.index()] = AWAY;
    }

    /// Keeps that a clump is counted at that ground node, as `block`; `bridge` tells that a single edge joins them.
    pub(super) fn count(&mut self, root: Node, ground: Node, block: u32, bridge: bool) {
        self.depth[root.index()] = ROOT | ground.0;
        if !bridge {
            self.blocks.insert(root, block);
        }
    }
    /// Adds to a ground node's value.
    pub(super) fn add(&mut self, ground: Node, value: u32, changes: &mut Changes) {
        self.set_value(ground, self.values[ground.index()] ^ value, changes);
    }
    pub(super) fn set_value(&mut self, node: Node, value: u32, changes: &mut Changes) {
        if std::mem::replace(&mut self.values[node.index()], value) != value {
            changes.note(node, self.values.len());
        }
    }
    pub(super) fn set_hanging(&mut self, node: Node) {
        self.hanging.set(node.index());
    }
    pub(super) fn set_touching(&mut self, node: Node) {
        self.touching.set(node.index());
    }
    pub(super) fn set_shared(&mut self, node: Node) {
        self.shared.set(node.index());
    }
    pub(super) fn set_bridged(&mut self, node: Node) {
        self.bridged.set(node.index());
    }

    pub(super) fn value(&self, node: Node) -> u32 {
        self.values[node.index()]
    }
    pub(super) fn hangs(&self, node: Node) -> bool {
        self.hanging.get(node.index())
    }
    pub(super) fn all_hang(&self) -> bool {
        self.hanging.count() == self.values.len()
    }
    /// Nodes but the ground where two cycles meet, ascending.
    pub(super) fn touching(&self) -> impl Iterator<Item = Node> {
        members(&self.touching)
    }
    /// The edges of the 2-edge-connected parts, apart from the ground, in which one lies on two cycles. `None` where
    /// `spend` says so.
    pub(super) fn shared_parts(
        &self,
        graph: &Graph,
        spend: &mut impl FnMut(usize) -> bool,
    ) -> Option<Vec<(Node, Node, Tag)>> {
        let mut edges = Vec::new();
        if self.shared.count() == 0 {
            return Some(edges);
        }
        let mut met = Bits::with_size(self.values.len());
        let mut open = Vec::new();
        for node in members(&self.shared) {
            if met.set(node.index()) {
                open.push(node);
            }
            while let Some(node) = open.pop() {
                if !spend(1 + graph.out(node).len() + graph.into(node).len()) {
                    return None;
                }
                let out = graph.out(node).iter().map(|arc| (node, arc.node, arc));
                let into = graph.into(node).iter().map(|arc| (arc.node, node, arc));
                for (tail, head, arc) in out.chain(into).filter(|(.., arc)| !self.is_bridge(node, arc.node)) {
                    // An edge stands at both its ends, but the ground's list is not gone through.
                    if tail == node || self.is_ground(tail) {
                        edges.push((tail, head, arc.tag));
                    }
                    if !self.is_ground(arc.node) && met.set(arc.node.index()) {
                        open.push(arc.node);
                    }
                }
            }
        }
        Some(edges)
    }
    /// Whether the edge between two nodes that the search was at, one perhaps the ground, lies on no cycle. Of those
    /// from a node down to one that is one deeper, it is the one that the search took, or parallel to that.
    fn is_bridge(&self, node: Node, other: Node) -> bool {
        let depth = |node: Node| match self.depth[node.index()] {
            depth if depth & ROOT != 0 => GROUND + 1,
            depth => depth,
        };
        let (low, high) = if depth(node) < depth(other) { (node, other) } else { (other, node) };
        depth(low) + 1 == depth(high) && self.bridged.get(high.index())
    }
}

fn members(set: &Bits) -> impl Iterator<Item = Node> {
    std::iter::successors(set.next(0), |&node| set.next(node + 1)).map(|node| Node(node as u32))
}
