//! `dag` against searches, and the literature.

use crate::common::{self, Random, board, node, solve};
use crate::search::{self, State, lists, slide};
use sgg_game::{Outcome, Total, Value};

#[test]
fn heaps_of_nim_are_worth_their_size() {
    // Bouton (1901): a heap of n has value n; 1 + 3 + 4 has nim-sum 6.
    let arcs: Vec<(usize, usize)> = (0..200).flat_map(|n| (0..n).map(move |m| (n, m))).collect();
    let mut heaps = board("dag", 200, &arcs);
    solve(&mut heaps);
    for n in 0..200 {
        assert_eq!(common::value(&heaps, n), Value::Nimber(n as u64));
    }
    let sum = common::sum(&heaps, &[(1, 1), (3, 1), (4, 1)]);
    assert_eq!(sum.outcome, Outcome::First);
    assert_eq!(sum.total, Total::Nimber { powers: vec![], low: 6 });
    assert_eq!(common::sum(&heaps, &[(1, 1), (2, 5), (3, 3), (9, 2)]).outcome, Outcome::Second);
}

/// The values of a game where `take` tells how much one may take from a heap, for heaps 0, 1, ...
fn subtraction(take: &[usize], count: usize) -> Vec<u64> {
    let arcs: Vec<(usize, usize)> =
        (0..count).flat_map(|n| take.iter().filter(move |&&s| s <= n).map(move |&s| (n, n - s))).collect();
    let mut heaps = board("dag", count, &arcs);
    solve(&mut heaps);
    (0..count)
        .map(|n| match common::value(&heaps, n) {
            Value::Nimber(value) => value,
            other => panic!("{other}"),
        })
        .collect()
}

#[test]
fn subtraction_games_have_their_periods() {
    // Berlekamp, Conway and Guy, Winning Ways, chapter 4: {1,2,3} has 0123, {1,3,4} has 0101232, {2,3} has 00112.
    for (take, period) in [
        (&[1, 2, 3][..], &[0, 1, 2, 3][..]),
        (&[1, 3, 4], &[0, 1, 0, 1, 2, 3, 2]),
        (&[2, 3], &[0, 0, 1, 1, 2]),
    ] {
        let values = subtraction(take, 300);
        assert!(values.iter().enumerate().all(|(n, &value)| value == period[n % period.len()]), "{take:?}");
    }
}

#[test]
fn wythoff_s_queen_has_its_table() {
    // OEIS A004481: the Grundy values of Wythoff's game, the first six rows and columns.
    let table = [
        [0, 1, 2, 3, 4, 5],
        [1, 2, 0, 4, 5, 3],
        [2, 0, 1, 5, 3, 4],
        [3, 4, 5, 6, 2, 0],
        [4, 5, 3, 2, 7, 6],
        [5, 3, 4, 0, 6, 8],
    ];
    let mut arcs = Vec::new();
    for (a, b) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
        arcs.extend((0..a).map(|less| (6 * a + b, 6 * less + b)));
        arcs.extend((0..b).map(|less| (6 * a + b, 6 * a + less)));
        arcs.extend((1..=a.min(b)).map(|both| (6 * a + b, 6 * (a - both) + b - both)));
    }
    let mut queen = board("dag", 36, &arcs);
    solve(&mut queen);
    for (i, &value) in table.iter().flatten().enumerate() {
        assert_eq!(common::value(&queen, i), Value::Nimber(value));
    }
}

#[test]
fn values_are_heaps_that_cancel_the_stone() {
    let mut random = Random::new(1);
    for _ in 0..2_000 {
        let count = 2 + random.below(6);
        let arcs = common::random_dag(&mut random, count, 14);
        let out = lists(count, &arcs);
        let mut board = board("dag", count, &arcs);
        solve(&mut board);
        for v in 0..count {
            let start: Vec<State> =
                (0..8).map(|heap| (0..count).map(|w| u8::from(v == w)).chain([heap]).collect()).collect();
            let moves = |state: &State| search::beside_a_heap(state, |stones| slide(&out, stones));
            let outcomes = search::outcomes(&start, moves, 100_000).unwrap();
            let lost: Vec<usize> = (0..8).filter(|&heap| outcomes[&start[heap]] == Outcome::Second).collect();
            assert_eq!(lost.len(), 1);
            assert_eq!(common::value(&board, v), Value::Nimber(lost[0] as u64), "{arcs:?} node {v}");
        }
    }
}

#[test]
fn positions_go_to_whom_the_search_says_and_cycles_to_nobody() {
    let mut random = Random::new(2);
    let mut unknown = 0;
    for round in 0..3_000 {
        let count = 2 + random.below(5);
        let arcs = if round % 2 == 0 {
            common::random_dag(&mut random, count, 10)
        } else {
            common::random_digraph(&mut random, count, 8)
        };
        let out = lists(count, &arcs);
        let mut board = board("dag", count, &arcs);
        solve(&mut board);
        let stones: Vec<u8> = (0..count).map(|_| [0, 0, 1, 1, 2, 3][random.below(6)]).collect();
        let Some(outcomes) =
            search::outcomes(std::slice::from_ref(&stones), |state| slide(&out, state), 20_000)
        else {
            continue;
        };
        let listed: Vec<(usize, u64)> =
            stones.iter().enumerate().filter(|stone| *stone.1 > 0).map(|(v, &n)| (v, u64::from(n))).collect();
        let sum = common::sum(&board, &listed);
        let on_cycle = listed.iter().any(|&(v, _)| common::leads_to_cycle(&out, v));
        if on_cycle {
            unknown += 1;
            assert_eq!(sum.outcome, Outcome::Unknown);
            assert_eq!(sum.total, Total::Unknown);
        } else {
            assert_eq!(sum.outcome, outcomes[&stones], "{arcs:?} {stones:?}");
        }
    }
    assert!(unknown > 300, "{unknown}");
}

#[test]
fn bounds_from_theory_hold() {
    // g(v) is at most the out-degree, and g(g+1)/2 at most the number of arcs.
    let mut random = Random::new(3);
    for _ in 0..200 {
        let arcs = common::random_dag(&mut random, 60, 600);
        let mut board = board("dag", 60, &arcs);
        solve(&mut board);
        for v in 0..60 {
            let Value::Nimber(g) = common::value(&board, v) else { panic!() };
            assert!(g as usize <= board.out(node(&board, v)).len());
            assert!((g * (g + 1) / 2) as usize <= arcs.len());
        }
    }
}

#[test]
fn a_chain_of_a_million_is_an_ordinary_file() {
    let count = 1_000_000;
    let arcs: Vec<(usize, usize)> = (1..count).map(|v| (v, v - 1)).collect();
    let mut chain = board("dag", count, &arcs);
    solve(&mut chain);
    assert_eq!(common::value(&chain, count - 1), Value::Nimber(1));
    assert_eq!(common::value(&chain, count - 2), Value::Nimber(0));
}
