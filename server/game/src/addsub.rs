//! `addsub`: take one stone off a node that has an out-arc, put exactly K(node) stones on its out-neighbours,
//! repetition allowed. UVa 12163.
//!
//! A node's value is the mex of the XORs of K picks from the set D of its out-neighbours' values; parallel arcs
//! never matter. [`closed`] gives it by linear algebra wherever K is not below the rank of D, and there it is 0
//! or a power of two; [`bounded`] searches the rest within the node's budget. So a value is a number below 2^64 or a
//! single power of two; where it is neither, it is `?`.

mod bounded;
mod closed;
mod codes;
mod pairs;
mod picks;
mod span;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use crate::ordered::{BROKEN, NodeRule, Ordered, UNSETTLED};
use crate::solver::{PENDING, Setup, Solver, UNKNOWN_SUM, nimber_sum};
use crate::{Form, Meter, Node, Outcome, OverBudget, Progress, Rules, Sum, Total, Value};
use bounded::Search;
use closed::Below;
use codes::Codes;
pub use picks::Picks;

/// The kind.
pub(crate) static RULES: Rules = Rules {
    name: "addsub",
    directed: true,
    stones: true,
    k: true,
    ground: false,
    acyclic: true,
    cactus: false,
    form: Form::Nimber,
    value_name: "Grundy value",
    solver,
};

fn solver() -> Box<dyn Solver> {
    Box::new(Ordered::<AddSub>::default())
}

/// The mex of the XORs of K picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Number(u64),
    /// 2 to this power.
    Power(u32),
    OverBudget,
    /// 2^64 or more, and not known to be a single power of two.
    TooLarge,
    /// It is not known yet.
    Paused,
}

/// The rule, and the nodes over their budgets.
#[derive(Clone, Debug, Default)]
struct AddSub {
    over: BTreeMap<Node, OverBudget>,
    /// The keys of `over`, as they were when solving last came to an end or a pause.
    over_listed: Vec<Node>,
    over_changed: bool,
    node_budget: Option<u64>,
    search: Kept,
    codes: Codes,
}

/// The search that has paused, if one has. A copy begins it anew.
#[derive(Debug, Default)]
struct Kept(Option<Search>);

impl Clone for Kept {
    fn clone(&self) -> Kept {
        Kept(None)
    }
}

impl AddSub {
    fn forget(&mut self, node: Node) {
        if !self.over.is_empty() && self.over.remove(&node).is_some() {
            self.over_changed = true;
        }
    }

    fn over(&mut self, node: Node, below: &Below, k: u32, answer: Answer) -> u32 {
        let too_large = answer == Answer::TooLarge;
        self.over.insert(node, OverBudget { degree: below.len(), k, rank: below.rank(), too_large });
        self.over_changed = true;
        UNSETTLED
    }
}

impl NodeRule for AddSub {
    fn begin(&mut self, meter: &Meter<'_>) -> bool {
        let before = self.node_budget.replace(meter.node_budget);
        before.is_some_and(|before| before != meter.node_budget)
    }

    fn end(&mut self, progress: Progress) {
        if progress == Progress::Done {
            self.search.0 = None;
        }
        if std::mem::take(&mut self.over_changed) {
            self.over_listed = self.over.keys().copied().collect();
        }
    }

    fn code(
        &mut self,
        setup: &Setup,
        node: Node,
        codes: &[u32],
        meter: &mut Meter<'_>,
    ) -> Option<(u32, u64)> {
        self.forget(node);
        let out = setup.graph.out(node);
        if out.is_empty() {
            return Some((0, 0));
        }
        let steps = out.len() as u64;
        match setup.k(node) {
            None => Some((BROKEN, steps)),
            // A stone simply goes away: what lies below does not matter.
            Some(0) => Some((1, steps)),
            Some(_) if out.iter().any(|arc| codes[arc.node.index()] == UNSETTLED) => Some((UNSETTLED, steps)),
            Some(k) => {
                let quick = closed::mex_of_units(self.codes.below(out, codes), k);
                if let Some(code) = quick.and_then(|answer| self.codes.encode(answer)) {
                    return Some((code, steps));
                }
                let below = Below::new(self.codes.below(out, codes));
                let (answer, cost) = match quick {
                    Some(answer) => (answer, 0),
                    None => closed::mex(&below, k, meter, &mut self.search.0),
                };
                if answer == Answer::Paused {
                    meter.spend(cost);
                    return None;
                }
                let code = self.codes.encode(answer).unwrap_or_else(|| self.over(node, &below, k, answer));
                Some((code, steps + cost))
            }
        }
    }

    fn broken(&mut self, node: Node) {
        self.forget(node);
    }

    fn concerns(_old: u32, _new: u32, _above: u32) -> bool {
        true
    }

    fn value(&self, code: u32) -> Value {
        match self.codes.decode(code) {
            Ok(number) => Value::Nimber(number),
            Err(exponent) => Value::Power(exponent),
        }
    }

    /// The nim-sum over nodes with an odd number of stones. What is over budget matters only there; a cycle or
    /// a missing K matters under any stone, for each of two that cancel can still move.
    fn sum(&self, codes: &[u32], stones: &mut dyn Iterator<Item = (Node, u64)>) -> Sum {
        let mut low = 0;
        let mut powers = BTreeSet::new();
        for (node, count) in stones {
            let code = codes[node.index()];
            let odd = count % 2 == 1;
            if code == BROKEN || code == PENDING || code == UNSETTLED && odd {
                return UNKNOWN_SUM;
            }
            if !odd {
                continue;
            }
            match self.codes.decode(code) {
                Ok(number) => low ^= number,
                Err(exponent) => {
                    if !powers.remove(&exponent) {
                        powers.insert(exponent);
                    }
                }
            }
        }
        if powers.is_empty() {
            return nimber_sum(low);
        }
        let powers = powers.into_iter().rev().collect();
        Sum { outcome: Outcome::First, total: Total::Nimber { powers, low } }
    }

    fn over_budget(&self) -> &[Node] {
        &self.over_listed
    }

    fn over_budget_reason(&self, node: Node) -> Option<OverBudget> {
        self.over.get(&node).copied()
    }
}
