//! What several lines say of one thing, each counted, so that a line can be taken back.

use rustc_hash::FxHashMap;
use sgg_game::Node;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::hash::Hash;

/// The different values said, each with how often. One value is agreement, several are a conflict.
#[derive(Clone, Debug)]
pub(crate) enum Votes<T> {
    Few(SmallVec<[(T, u32); 1]>),
    /// A thing of which very many values are said.
    Many(FxHashMap<T, u32>),
}

/// More different values than this are looked up, not looked through.
const FEW_MAX: usize = 8;

impl<T> Default for Votes<T> {
    fn default() -> Self {
        Votes::Few(SmallVec::new())
    }
}

impl<T: Eq + Hash> Votes<T> {
    /// Somebody says `value`.
    pub(crate) fn add(&mut self, value: T) {
        match self {
            Votes::Many(all) => *all.entry(value).or_default() += 1,
            Votes::Few(all) => match all.iter_mut().find(|(said, _)| *said == value) {
                Some((_, count)) => *count += 1,
                None => {
                    all.push((value, 1));
                    if all.len() > FEW_MAX {
                        *self = Votes::Many(all.drain(..).collect());
                    }
                }
            },
        }
    }

    /// Somebody takes `value` back.
    pub(crate) fn remove(&mut self, value: &T) {
        match self {
            Votes::Many(all) => {
                if let Some(count) = all.get_mut(value) {
                    *count -= 1;
                    if *count == 0 {
                        all.remove(value);
                    }
                }
                if all.len() <= 1 {
                    *self = Votes::Few(all.drain().collect());
                }
            }
            Votes::Few(all) => {
                if let Some((_, count)) = all.iter_mut().find(|(said, _)| said == value) {
                    *count -= 1;
                    all.retain(|(_, count)| *count > 0);
                }
            }
        }
    }

    /// The one value, where there is agreement.
    pub(crate) fn agreed(&self) -> Option<&T> {
        match self {
            Votes::Few(all) => match all.as_slice() {
                [(value, _)] => Some(value),
                _ => None,
            },
            Votes::Many(_) => None,
        }
    }

    /// Whether different values are said.
    pub(crate) fn conflict(&self) -> bool {
        match self {
            Votes::Few(all) => all.len() > 1,
            Votes::Many(_) => true,
        }
    }

    /// Whether nobody says anything.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Votes::Few(all) if all.is_empty())
    }

    /// Some of the different values, as many as may be shown.
    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        let (few, many) = match self {
            Votes::Few(all) => (Some(all), None),
            Votes::Many(all) => (None, Some(all)),
        };
        let few = few.into_iter().flatten().map(|(value, _)| value);
        few.chain(many.into_iter().flat_map(FxHashMap::keys))
    }
}

/// Numbers said of nodes. Nearly always every node has one, said once: no entry of a hash table for that.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeVotes {
    /// By node.
    once: Vec<Option<u32>>,
    /// Of which something was said twice.
    several: BTreeMap<Node, Votes<u32>>,
}

impl NodeVotes {
    /// Somebody says `value` of a node.
    pub(crate) fn add(&mut self, node: Node, value: u32) {
        if self.once.len() <= node.index() {
            self.once.resize(node.index() + 1, None);
        }
        let Some(once) = self.once.get_mut(node.index()) else { return };
        if once.is_none() && !self.several.contains_key(&node) {
            *once = Some(value);
            return;
        }
        let votes = self.several.entry(node).or_default();
        [once.take(), Some(value)].into_iter().flatten().for_each(|value| votes.add(value));
    }

    /// Somebody takes it back.
    pub(crate) fn remove(&mut self, node: Node, value: u32) {
        if let Some(votes) = self.several.get_mut(&node) {
            votes.remove(&value);
            if votes.is_empty() {
                self.several.remove(&node);
            }
        } else if let Some(once) = self.once.get_mut(node.index()) {
            once.take_if(|said| *said == value);
        }
    }

    /// Whether anything is said of a node.
    pub(crate) fn any(&self, node: Node) -> bool {
        self.once(node).is_some() || self.several.contains_key(&node)
    }

    /// The one value of a node, where there is agreement.
    pub(crate) fn agreed(&self, node: Node) -> Option<u32> {
        self.once(node).or_else(|| self.several.get(&node)?.agreed().copied())
    }

    /// Whether different values are said of a node.
    pub(crate) fn conflict(&self, node: Node) -> bool {
        self.several.get(&node).is_some_and(Votes::conflict)
    }

    /// Some of the different values of a node, as many as may be shown.
    pub(crate) fn values(&self, node: Node) -> Vec<u32> {
        let several = self.several.get(&node).into_iter().flat_map(Votes::values);
        self.once(node).into_iter().chain(several.copied()).collect()
    }

    fn once(&self, node: Node) -> Option<u32> {
        self.once.get(node.index()).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgg_game::{Board, kind_named};

    #[test]
    fn numbers_of_nodes_come_and_go() {
        let mut board = Board::new(kind_named("addsub").unwrap());
        let (a, b) = (board.add_node(), board.add_node());
        let mut said = NodeVotes::default();
        said.add(b, 3);
        assert_eq!((said.any(a), said.any(b), said.agreed(b)), (false, true, Some(3)));
        said.add(b, 3);
        assert_eq!((said.agreed(b), said.conflict(b)), (Some(3), false));
        said.add(b, 4);
        assert_eq!((said.agreed(b), said.conflict(b)), (None, true));
        let mut values = said.values(b);
        values.sort_unstable();
        assert_eq!(values, [3, 4]);
        said.remove(b, 3);
        assert!(said.conflict(b));
        said.remove(b, 3);
        assert_eq!((said.agreed(b), said.values(b)), (Some(4), vec![4]));
        said.add(a, 7);
        said.remove(b, 4);
        assert_eq!((said.any(b), said.agreed(a)), (false, Some(7)));
        said.remove(a, 7);
        assert!(!said.any(a));
        said.add(b, 5);
        assert_eq!(said.agreed(b), Some(5));
    }
}
