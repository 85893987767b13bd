//! `addsub` against searches, and values from theory.

use crate::common::{self, Random, board, node, solve, solve_within};
use crate::search::{self, State, lists};
use sgg_game::{Board, Outcome, Total, Value};

fn with_k(count: usize, arcs: &[(usize, usize)], k: &[u32]) -> Board {
    let mut board = board("addsub", count, arcs);
    for (v, &k) in k.iter().enumerate() {
        let v = node(&board, v);
        board.set_k(v, Some(k));
    }
    board
}

/// One stone off a node with an out-arc, K picks of its out-neighbours for it.
fn replace(out: &[Vec<usize>], k: &[u32], stones: &[u8]) -> Vec<State> {
    let mut all = Vec::new();
    for (v, heads) in out.iter().enumerate() {
        if stones[v] == 0 || heads.is_empty() {
            continue;
        }
        let mut next = vec![stones.to_vec()];
        next[0][v] -= 1;
        for _ in 0..k[v] {
            next = next
                .iter()
                .flat_map(|state| {
                    heads.iter().map(|&w| {
                        let mut state = state.clone();
                        state[w] += 1;
                        state
                    })
                })
                .collect();
            next.sort();
            next.dedup();
        }
        all.extend(next);
    }
    all
}

#[test]
fn values_are_heaps_that_cancel_the_stone() {
    let mut random = Random::new(10);
    let mut checked = 0;
    for _ in 0..1_500 {
        let count = 2 + random.below(4);
        let arcs = common::random_dag(&mut random, count, 8);
        let out = lists(count, &arcs);
        let k: Vec<u32> = (0..count).map(|_| random.below(4) as u32).collect();
        let mut board = with_k(count, &arcs, &k);
        solve(&mut board);
        for v in 0..count {
            let start: Vec<State> =
                (0..9).map(|heap| (0..count).map(|w| u8::from(v == w)).chain([heap]).collect()).collect();
            let moves = |state: &State| search::beside_a_heap(state, |stones| replace(&out, &k, stones));
            let Some(outcomes) = search::outcomes(&start, moves, 6_000) else { continue };
            let lost: Vec<usize> = (0..9).filter(|&heap| outcomes[&start[heap]] == Outcome::Second).collect();
            assert_eq!(lost.len(), 1, "a value above 8?");
            assert_eq!(common::value(&board, v), Value::Nimber(lost[0] as u64), "{arcs:?} {k:?} node {v}");
            checked += 1;
        }
    }
    assert!(checked > 4_000, "{checked}");
}

#[test]
fn positions_go_to_whom_the_search_says() {
    let mut random = Random::new(11);
    let mut checked = 0;
    for _ in 0..2_500 {
        let count = 2 + random.below(4);
        let arcs = common::random_dag(&mut random, count, 7);
        let out = lists(count, &arcs);
        let k: Vec<u32> = (0..count).map(|_| random.below(4) as u32).collect();
        let mut board = with_k(count, &arcs, &k);
        solve(&mut board);
        let stones: Vec<u8> = (0..count).map(|_| [0, 0, 1, 1, 2][random.below(5)]).collect();
        let moves = |state: &State| replace(&out, &k, state);
        let Some(outcomes) = search::outcomes(std::slice::from_ref(&stones), moves, 6_000) else { continue };
        let listed: Vec<(usize, u64)> =
            stones.iter().enumerate().filter(|stone| *stone.1 > 0).map(|(v, &n)| (v, u64::from(n))).collect();
        assert_eq!(common::sum(&board, &listed).outcome, outcomes[&stones], "{arcs:?} {k:?} {stones:?}");
        checked += 1;
    }
    assert!(checked > 2_000, "{checked}");
}

#[test]
fn parallel_arcs_are_one() {
    // Thirty-three ways to the one node below: with K = 1 the chain 0 -> 1 -> 2, and two moves lose.
    let mut arcs = vec![(0, 1); 33];
    arcs.push((1, 2));
    let mut board = with_k(3, &arcs, &[1, 1, 1]);
    solve(&mut board);
    assert_eq!(common::values(&board), [0, 1, 0].map(Value::Nimber));
}

/// Node i points to all before it.
fn all_before(count: usize) -> Vec<(usize, usize)> {
    (0..count).flat_map(|i| (0..i).map(move |j| (i, j))).collect()
}

#[test]
fn where_each_points_to_all_before_values_double_beyond_64_bits() {
    // The values below node i are 0, 1, 2, .., 2^(i-2): with K large all XORs of them, so that it has 2^(i-1).
    let mut board = with_k(80, &all_before(80), &[1000; 80]);
    solve(&mut board);
    assert_eq!(common::value(&board, 0), Value::Nimber(0));
    for i in 1..65 {
        assert_eq!(common::value(&board, i), Value::Nimber(1 << (i - 1)));
    }
    for i in 65..80 {
        assert_eq!(common::value(&board, i), Value::Power(i as u32 - 1));
    }
    let sum = common::sum(&board, &[(3, 1), (71, 1), (67, 3), (70, 2)]);
    assert_eq!(sum.total, Total::Nimber { powers: vec![70, 66], low: 4 });
    assert_eq!(sum.outcome, Outcome::First);
    assert_eq!(common::sum(&board, &[(71, 2), (70, 4)]).outcome, Outcome::Second);
}

#[test]
fn k_just_large_enough_and_one_too_small() {
    // Below node i lie 0 and i - 1 powers of two: K = i - 1 reaches all XORs; K = i - 2 misses the one number
    // that needs all i - 1, which is 2^(i-1) - 1.
    let mut k = vec![1000; 20];
    k[19] = 18;
    let mut board = with_k(20, &all_before(20), &k);
    solve(&mut board);
    assert_eq!(common::value(&board, 19), Value::Nimber(1 << 18));
    let last = node(&board, 19);
    board.set_k(last, Some(17));
    solve(&mut board);
    assert_eq!(common::value(&board, 19), Value::Nimber((1 << 18) - 1));
    board.set_k(last, Some(1));
    solve(&mut board);
    // One pick: the mex of 0, 1, 2, 4, ...
    assert_eq!(common::value(&board, 19), Value::Nimber(3));
}

#[test]
fn sinks_deletes_and_missing_k() {
    let mut board = board("addsub", 4, &[(0, 1), (2, 0), (3, 1)]);
    solve(&mut board);
    // Node 1 is a sink and needs no K; the others lack it, and 2 lies above one that does.
    let unknown = |board: &Board| -> Vec<bool> {
        common::values(board).iter().map(|value| *value == Value::Unknown).collect()
    };
    assert_eq!(unknown(&board), [true, false, true, true]);
    assert_eq!(common::sum(&board, &[(0, 2)]).outcome, Outcome::Unknown);
    let (zero, two, three) = (node(&board, 0), node(&board, 2), node(&board, 3));
    board.set_k(two, Some(0));
    solve(&mut board);
    assert_eq!(unknown(&board), [true, false, true, true]);
    board.set_k(zero, Some(5));
    board.set_k(three, Some(0));
    solve(&mut board);
    // K = 5 stones on a sink: nothing can be done with them, so node 0 has value 1; a delete has value 1.
    assert_eq!(common::values(&board), [1, 0, 1, 1].map(Value::Nimber));
}

#[test]
fn over_budget_is_told_and_spreads_only_upwards() {
    // Thirty powers, 0 and 3 below node 31, and K = 10: beyond any search of one step.
    let mut k = vec![1000; 35];
    k[31] = 10;
    k[33] = 0;
    // Node 34 has the mex of 0, 1 and 2.
    k[34] = 1;
    let mut arcs = all_before(32);
    arcs.extend([(32, 31), (33, 31), (34, 0), (34, 1), (34, 2), (31, 34)]);
    let mut board = with_k(35, &arcs, &k);
    solve_within(&mut board, 1);
    assert_eq!(common::value(&board, 34), Value::Nimber(3));
    assert_eq!(common::value(&board, 31), Value::Unknown);
    assert_eq!(common::value(&board, 32), Value::Unknown);
    assert_eq!(common::value(&board, 33), Value::Nimber(1), "a delete looks at nothing below");
    assert_eq!(board.over_budget(), [node(&board, 31)]);
    let reason = board.over_budget_reason(node(&board, 31)).unwrap();
    assert_eq!((reason.degree, reason.k, reason.rank), (32, 10, 30));
    assert_eq!(board.over_budget_reason(node(&board, 32)), None);
    assert_eq!(common::sum(&board, &[(31, 1)]).outcome, Outcome::Unknown);
    assert_eq!(common::sum(&board, &[(31, 2), (32, 4), (1, 1)]).outcome, Outcome::First);
    // More budget. Ten picks make every number with ten bits or fewer, the lowest two together counting as one.
    // 2^12 - 4 has ten; the next number has bits 0 and 2 to 11, which need eleven picks.
    solve(&mut board);
    assert_eq!(common::value(&board, 31), Value::Nimber((1 << 12) - 3));
    assert_eq!(board.over_budget(), []);
    solve_within(&mut board, 1);
    assert_eq!(board.over_budget(), [node(&board, 31)]);
}

#[test]
fn values_are_powers_or_small_and_parallel_arcs_never_matter() {
    let mut random = Random::new(12);
    for _ in 0..300 {
        let arcs = common::random_dag(&mut random, 20, 60);
        let k: Vec<u32> = (0..20).map(|_| [1, 2, 3, 1000, 1001][random.below(5)]).collect();
        let mut once = with_k(20, &arcs, &k);
        let mut doubled = arcs.clone();
        doubled.extend(arcs.iter().filter(|_| random.chance(50)));
        let mut twice = with_k(20, &doubled, &k);
        solve(&mut once);
        solve(&mut twice);
        assert_eq!(common::values(&once), common::values(&twice));
    }
}
