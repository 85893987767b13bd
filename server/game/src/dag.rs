//! `dag`: take one stone along one arc. UVa 11927, HDU 1524 = POJ 2425.

use crate::mex::Mex;
use crate::ordered::{NodeRule, Ordered};
use crate::solver::{PENDING, Setup, Solver, UNKNOWN_SUM, nimber_sum};
use crate::{Form, Meter, Node, Rules, Sum, Value};

/// The kind.
pub(crate) static RULES: Rules = Rules {
    name: "dag",
    directed: true,
    stones: true,
    k: false,
    ground: false,
    acyclic: true,
    cactus: false,
    form: Form::Nimber,
    value_name: "Grundy value",
    solver,
};

fn solver() -> Box<dyn Solver> {
    Box::new(Ordered::<Dag>::default())
}

/// A node's Grundy value: the mex of its followers'.
#[derive(Clone, Debug, Default)]
struct Dag {
    mex: Mex,
}

impl NodeRule for Dag {
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
    /// The nim-sum over nodes with an odd number of stones: two on one node cancel.
    fn sum(&self, codes: &[u32], stones: &mut dyn Iterator<Item = (Node, u64)>) -> Sum {
        let mut sum = 0;
        for (node, count) in stones {
            let code = codes[node.index()];
            if code >= PENDING {
                return UNKNOWN_SUM;
            }
            sum ^= if count % 2 == 1 { u64::from(code) } else { 0 };
        }
        nimber_sum(sum)
    }
}
