//! `dag` and what all kinds in topological order share, against searches that know no theory.

use crate::common::{self, Random, board, solve};
use sgg_game::{Outcome, Total, Value};

#[test]
fn heaps_of_nim_are_worth_their_size() {
    // Bouton (1901): a heap of n has value n; 1 + 3 + 4 has nim-sum 6.
    let arcs: Vec<(usize, usize)> = (0..40).flat_map(|n| (0..n).map(move |m| (n, m))).collect();
    let mut heaps = board("dag", 40, &arcs);
    solve(&mut heaps);
    for n in 0..40 {
        assert_eq!(common::value(&heaps, n), Value::Nimber(n as u64));
    }
    let sum = common::sum(&heaps, &[(1, 1), (3, 1), (4, 1)]);
    assert_eq!(sum.outcome, Outcome::First);
    assert_eq!(sum.total, Total::Nimber { powers: vec![], low: 6 });
}
