//! `nim`: piles on nodes; take 1 or more stones from a pile, then set every out-neighbour's pile to anything.
//! Aizu "Person responsible for problem description don't w", Codeforces 1149E.

use std::collections::BTreeMap;

use crate::mex::Mex;
use crate::ordered::{NodeRule, Ordered};
use crate::solver::{PENDING, Setup, Solver, UNKNOWN_SUM};
use crate::{Form, Meter, Node, Outcome, Rules, Sum, Total, Value};

/// The kind.
pub(crate) static RULES: Rules = Rules {
    name: "nim",
    directed: true,
    stones: true,
    k: false,
    ground: false,
    acyclic: true,
    cactus: false,
    form: Form::Ordinal,
    value_name: "class",
    solver,
};

fn solver() -> Box<dyn Solver> {
    Box::new(Ordered::<Nim>::default())
}

/// A node's class: the mex of its followers'.
#[derive(Clone, Debug, Default)]
struct Nim {
    mex: Mex,
}

impl NodeRule for Nim {
    fn code(
        &mut self,
        setup: &Setup,
        node: Node,
        codes: &[u32],
        _meter: &mut Meter<'_>,
    ) -> Option<(u32, u64)> {
        Some((self.mex.of_followers(&setup.graph, node, codes), setup.graph.out(node).len() as u64))
    }
    fn concerns(old: u32, new: u32, above: u32) -> bool {
        Mex::concerns(old, new, above)
    }
    fn value(&self, code: u32) -> Value {
        Value::Nimber(u64::from(code))
    }
    /// The ordinal with, for each class c, w^c times the nim-sum of the piles of that class. The first player
    /// wins unless it is 0: raising piles makes the game long, but never endless.
    fn sum(&self, codes: &[u32], stones: &mut dyn Iterator<Item = (Node, u64)>) -> Sum {
        let mut classes = BTreeMap::<u32, u64>::new();
        for (node, count) in stones {
            let code = codes[node.index()];
            if code >= PENDING {
                return UNKNOWN_SUM;
            }
            *classes.entry(code).or_default() ^= count;
        }
        let terms: Vec<(u32, u64)> = classes.into_iter().rev().filter(|term| term.1 != 0).collect();
        let outcome = if terms.is_empty() { Outcome::Second } else { Outcome::First };
        Sum { outcome, total: Total::Ordinal(terms) }
    }
}
