//! Why a position has no verdict: an error, or nothing but a budget.

use rustc_hash::FxHashMap;
use sgg_game::{Node, Value};
use sgg_model::{Game, Position, State};

/// Whether an error is to blame that a position has no verdict.
pub(super) fn is_error(game: &Game, position: &Position) -> bool {
    if game.state() != State::Fresh || game.board().over_budget().is_empty() {
        return true;
    }
    let unknown = |node: &Node| game.value(*node) == Value::Unknown;
    let stones = position.stones(game).map(|(node, _)| node).filter(unknown);
    let mut below = Below { game, followers_left: FxHashMap::default(), order: Vec::new() };
    below.reach(stones.collect());
    // No stone lies on a `?`: then it is the position's own lines that are wrong.
    below.order.is_empty() || below.has_error()
}

/// The `?` nodes at and below some nodes.
struct Below<'a> {
    game: &'a Game,
    followers_left: FxHashMap<Node, usize>,
    order: Vec<Node>,
}

impl Below<'_> {
    fn followers(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let arcs = self.game.board().out(node).iter().map(|arc| arc.node);
        arcs.filter(|follower| self.game.value(*follower) == Value::Unknown)
    }

    fn reach(&mut self, mut open: Vec<Node>) {
        while let Some(node) = open.pop() {
            if self.followers_left.contains_key(&node) {
                continue;
            }
            self.followers_left.insert(node, self.followers(node).count());
            self.order.push(node);
            open.extend(self.followers(node));
        }
    }

    /// Whether one of them lacks its K-value, or lies on a cycle: then taking away, again and again, the nodes
    /// without followers leaves some.
    fn has_error(&mut self) -> bool {
        let lacks_k = |node: &Node| self.game.kind().k && self.game.k(*node).is_none();
        if self.order.iter().any(lacks_k) {
            return true;
        }
        let mut free: Vec<Node> = self.order.clone();
        free.retain(|node| self.followers_left.get(node) == Some(&0));
        let mut taken = 0;
        while let Some(node) = free.pop() {
            taken += 1;
            for arc in self.game.board().graph().into(node) {
                if let Some(left) = self.followers_left.get_mut(&arc.node).filter(|left| **left > 0) {
                    *left -= 1;
                    if *left == 0 {
                        free.push(arc.node);
                    }
                }
            }
        }
        taken < self.order.len()
    }
}
