//! What a move from a node can make: for those who show why its value is what it is.

use super::closed::Below;
use crate::{Board, Node, Value};
use std::collections::BTreeSet;

/// The XORs of exactly K picks from the values below a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picks {
    /// The different values below, ascending.
    pub values: Vec<Value>,
    /// The rank of their differences: from K = rank on, the XORs of K picks are all that K's parity allows.
    pub rank: u32,
    /// All XORs, ascending, where they are few.
    pub sums: Option<Vec<u64>>,
}

/// More XORs than this are not listed.
const SUMS_MAX: usize = 64;
/// More followers than this are not looked at.
const FOLLOWERS_MAX: usize = 4096;

impl Board {
    /// The picks of a node with a K-value and followers whose values are all known, where that is quickly told.
    pub fn picks(&self, node: Node) -> Option<Picks> {
        let out = self.out(node);
        let k = self.k(node)?;
        if out.is_empty() || out.len() > FOLLOWERS_MAX {
            return None;
        }
        let codes: Option<BTreeSet<Result<u64, u32>>> =
            out.iter().map(|arc| code(self.value(arc.node))).collect();
        let codes = codes?;
        let rank = Below::new(codes.iter().copied()).rank();
        let values = codes.iter().map(|code| match code {
            Ok(number) => Value::Nimber(*number),
            Err(exponent) => Value::Power(*exponent),
        });
        let low: Option<Vec<u64>> = codes.iter().map(|code| code.ok()).collect();
        Some(Picks { values: values.collect(), rank, sums: low.and_then(|low| sums(&low, k, rank)) })
    }
}

fn code(value: Value) -> Option<Result<u64, u32>> {
    match value {
        Value::Nimber(number) => Some(Ok(number)),
        Value::Power(exponent) => Some(Err(exponent)),
        Value::Unknown | Value::Infinite(_) => None,
    }
}

/// Pick by pick. Picks beyond the rank change nothing but the parity: two of one value cancel.
fn sums(values: &[u64], k: u32, rank: u32) -> Option<Vec<u64>> {
    let picks = if k <= rank + 1 { k } else { rank + (k - rank) % 2 };
    let mut sums = BTreeSet::from([0]);
    for _ in 0..picks {
        let mut next = BTreeSet::new();
        for sum in &sums {
            next.extend(values.iter().map(|value| sum ^ value));
            if next.len() > SUMS_MAX {
                return None;
            }
        }
        sums = next;
    }
    Some(sums.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::{Meter, Tag, kind_named};

    #[test]
    fn the_mex_of_the_sums_is_the_value() {
        let mut state: u64 = 5;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let mut listed = 0;
        for _ in 0..2_000 {
            let mut board = Board::new(kind_named("addsub").unwrap());
            let nodes: Vec<Node> = (0..9).map(|_| board.add_node()).collect();
            for upper in 1..9 {
                board.set_k(nodes[upper], Some(below(7) as u32));
                for lower in 0..upper {
                    if below(3) > 0 {
                        board.insert(nodes[upper], nodes[lower], Tag(0));
                    }
                }
            }
            board.advance(&mut Meter::new(&AtomicBool::new(false)));
            for node in nodes {
                let Some(sums) = board.picks(node).and_then(|picks| picks.sums) else { continue };
                let mex = (0..).find(|number| sums.binary_search(number).is_err()).unwrap();
                assert_eq!(Value::Nimber(mex), board.value(node));
                listed += 1;
            }
        }
        assert!(listed > 10_000, "{listed}");
    }
}
