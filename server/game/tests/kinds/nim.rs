//! `nim` against searches of boxes of piles.

use crate::common::{self, Random, board, solve};
use crate::search::{self, State, lists};
use sgg_game::{Outcome, Total, Value};

/// All moves where no pile is raised above `most`. With `most` = 2^b - 1 and piles within it the nim-sums that a
/// winning move aims at stay within it too, so that the box changes nobody's chances.
fn take_and_set(out: &[Vec<usize>], most: u8, piles: &[u8]) -> Vec<State> {
    let mut all = Vec::new();
    for (v, heads) in out.iter().enumerate() {
        let mut heads = heads.clone();
        heads.sort_unstable();
        heads.dedup();
        for left in 0..piles[v] {
            let mut next = vec![piles.to_vec()];
            next[0][v] = left;
            for &w in &heads {
                let set = |state: &State| {
                    let state = state.clone();
                    (0..=most).map(move |pile| {
                        let mut state = state.clone();
                        state[w] = pile;
                        state
                    })
                };
                next = next.iter().flat_map(set).collect();
            }
            all.extend(next);
        }
    }
    all
}

#[test]
fn positions_go_to_whom_the_search_says() {
    let mut random = Random::new(20);
    for round in 0..400 {
        let (count, most) = [(4, 3), (3, 7), (5, 1)][round % 3];
        let arcs = common::random_dag(&mut random, count, 7);
        let out = lists(count, &arcs);
        let mut board = board("nim", count, &arcs);
        solve(&mut board);
        let start = vec![most; count];
        let moves = |state: &State| take_and_set(&out, most, state);
        let outcomes = search::outcomes(&[start], moves, 100_000).unwrap();
        for (piles, &outcome) in &outcomes {
            let listed: Vec<(usize, u64)> =
                piles.iter().enumerate().filter(|p| *p.1 > 0).map(|(v, &n)| (v, u64::from(n))).collect();
            assert_eq!(common::sum(&board, &listed).outcome, outcome, "{arcs:?} {piles:?}");
        }
    }
}

#[test]
fn a_class_is_that_of_a_ladder_s_rung_that_cancels_it() {
    // Rung i leads to all rungs below it: by definition a single stone there is worth w^i. One stone on v and
    // one on rung i is lost for the player to move exactly when v has class i.
    let mut random = Random::new(21);
    for _ in 0..150 {
        let count = 1 + random.below(4);
        let mut arcs = common::random_dag(&mut random, count, 6);
        arcs.extend((0..4).flat_map(|i| (0..i).map(move |j| (count + i, count + j))));
        let out = lists(count + 4, &arcs);
        let mut board = board("nim", count + 4, &arcs);
        solve(&mut board);
        for v in 0..count {
            let rung = (0..4).find(|&rung| {
                let mut start = vec![0; count + 4];
                start[v] = 1;
                start[count + rung] = 1;
                let moves = |state: &State| take_and_set(&out, 1, state);
                search::outcomes(&[start.clone()], moves, 100_000).unwrap()[&start] == Outcome::Second
            });
            assert_eq!(common::value(&board, v), Value::Nimber(rung.unwrap() as u64), "{arcs:?} node {v}");
        }
    }
}

#[test]
fn the_value_is_an_ordinal() {
    // Three rungs of a ladder, piles 3, 1 and 5: w^2*3 + w + 5.
    let mut board = board("nim", 4, &[(1, 0), (2, 0), (2, 1)]);
    solve(&mut board);
    let sum = common::sum(&board, &[(2, 3), (1, 1), (0, 5)]);
    assert_eq!(sum.total, Total::Ordinal(vec![(2, 3), (1, 1), (0, 5)]));
    assert_eq!(sum.total.to_string(), "w^2*3 + w + 5");
    // Node 3 is alone, of class 0 like node 0: equal piles cancel.
    let sum = common::sum(&board, &[(0, 5), (3, 5)]);
    assert_eq!((sum.total, sum.outcome), (Total::Ordinal(vec![]), Outcome::Second));
}

#[test]
fn a_cycle_leaves_the_rest_alone() {
    let mut board = board("nim", 4, &[(0, 1), (1, 0), (2, 0), (3, 3)]);
    solve(&mut board);
    assert!(common::values(&board).iter().all(|value| *value == Value::Unknown));
    assert_eq!(common::sum(&board, &[(2, 2)]).outcome, Outcome::Unknown);
    assert_eq!(common::sum(&board, &[]).outcome, Outcome::Second);
}
