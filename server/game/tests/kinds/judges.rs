//! Judges' samples and the inputs on which published solutions go wrong. The answers are the judges', or were
//! found by search; none is this crate's.

use crate::common::{self, board, node, solve};
use sgg_game::Outcome::{First, Second};
use sgg_game::{Board, Outcome, Value};

fn outcome(board: &Board, stones: &[(usize, u64)]) -> Outcome {
    common::sum(board, stones).outcome
}

/// As a judge lists stones: node after node, one for each stone.
fn listed(board: &Board, stones: &[usize]) -> Outcome {
    let mut counts = std::collections::BTreeMap::<usize, u64>::new();
    for &v in stones {
        *counts.entry(v).or_default() += 1;
    }
    outcome(board, &counts.into_iter().collect::<Vec<_>>())
}

#[test]
fn uva_11927() {
    let mut one = board("dag", 4, &[(0, 1), (1, 2), (2, 3)]);
    solve(&mut one);
    assert_eq!(listed(&one, &[0]), First);
    let mut two = board("dag", 7, &[(0, 1), (0, 2), (0, 4), (2, 3), (4, 5), (5, 6), (4, 3)]);
    solve(&mut two);
    assert_eq!(listed(&two, &[0, 2, 4]), Second);
}

#[test]
fn uva_11927_chain_of_a_thousand() {
    // The input has a stone on the first node: 999 moves.
    let arcs: Vec<(usize, usize)> = (0..999).map(|v| (v, v + 1)).collect();
    let mut chain = board("dag", 1000, &arcs);
    solve(&mut chain);
    assert_eq!(listed(&chain, &[0]), First);
}

#[test]
fn uva_11927_cycle_is_refused_by_name() {
    let mut cycle = board("dag", 3, &[(0, 1), (1, 2), (2, 0)]);
    solve(&mut cycle);
    assert_eq!(listed(&cycle, &[0, 1, 2]), Outcome::Unknown);
    let cycles = common::cycles(&cycle, 9);
    let ends: Vec<(usize, usize)> = cycles[0].arcs.iter().map(|arc| (arc.0.index(), arc.1.index())).collect();
    assert_eq!((ends, cycles.len()), (vec![(0, 1), (1, 2), (2, 0)], 1));
}

#[test]
fn hdu_1524() {
    let mut sample = board("dag", 4, &[(0, 1), (0, 2), (2, 3)]);
    solve(&mut sample);
    assert_eq!([listed(&sample, &[0]), listed(&sample, &[0, 2])], [First, First]);
    let mut chain = board("dag", 4, &[(0, 1), (1, 2)]);
    solve(&mut chain);
    assert_eq!(
        [listed(&chain, &[0, 1]), listed(&chain, &[1, 1]), listed(&chain, &[0, 1, 3])],
        [First, Second, First]
    );
}

#[test]
fn poj_3710() {
    // Two trees: 1.1 - 1.2, and a stalk with a triangle on it. "Sally" is the first player.
    let mut sample = board("cactus", 6, &[(0, 1), (2, 3), (3, 4), (3, 5), (4, 5)]);
    let ground = vec![node(&sample, 0), node(&sample, 2)];
    sample.set_ground(ground);
    solve(&mut sample);
    assert_eq!(sample.ground_sum().outcome, First);
}

#[test]
fn poj_3710_traps() {
    for (count, edges) in [
        // Two triangles that touch.
        (5, vec![(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0)]),
        // One graph in two orders of its edges.
        (6, vec![(0, 1), (0, 2), (2, 3), (3, 4), (4, 5), (5, 2)]),
        (6, vec![(0, 2), (2, 3), (3, 4), (4, 5), (5, 2), (0, 1)]),
    ] {
        let mut tree = board("cactus", count, &edges);
        let ground = vec![node(&tree, 0)];
        tree.set_ground(ground);
        solve(&mut tree);
        assert_eq!(tree.ground_sum().outcome, Second, "Harry, {edges:?}");
    }
}

fn addsub(count: usize, arcs: &[(usize, usize)], k: &[u32]) -> Board {
    let mut board = board("addsub", count, arcs);
    for (v, &k) in k.iter().enumerate() {
        let v = node(&board, v);
        board.set_k(v, Some(k));
    }
    solve(&mut board);
    board
}

#[test]
fn uva_12163() {
    let one = addsub(4, &[(0, 1), (0, 2), (1, 3), (2, 1), (2, 3)], &[2, 1, 3, 2]);
    // A query is a list of nodes, or it is counts by node; the statement's {0, 0, 0, 5} is losing: counts.
    assert_eq!(outcome(&one, &[(3, 5)]), Second);
    assert_eq!(outcome(&one, &[(0, 3), (1, 4), (2, 5), (3, 6)]), First);
    assert_eq!(outcome(&one, &[(0, 2), (1, 4), (2, 2), (3, 1)]), Second);
    let two = addsub(3, &[(0, 1), (1, 2)], &[0, 3, 1]);
    assert_eq!(outcome(&two, &[(0, 1), (1, 1), (2, 1)]), Second);
    assert_eq!(outcome(&two, &[(1, 1), (2, 5)]), First);
}

#[test]
fn uva_12163_parallel_arcs() {
    let mut arcs = vec![(0, 1); 33];
    arcs.push((1, 2));
    let board = addsub(3, &arcs, &[1, 1, 1]);
    // Thirty-three ways to the one node below: 0 -> 1 -> 2 with K = 1 is a chain, and two moves lose.
    assert_eq!(outcome(&board, &[(0, 1)]), Second);
    assert_eq!(common::values(&board), [0, 1, 0].map(Value::Nimber));
}

#[test]
fn aizu_piles() {
    let arcs: Vec<(usize, usize)> = (0..5).map(|v| (v, v + 1)).collect();
    let mut chain = board("nim", 6, &arcs);
    solve(&mut chain);
    let piles = |piles: [u64; 6]| (0..6).zip(piles).collect::<Vec<_>>();
    assert_eq!(outcome(&chain, &piles([1, 2, 3, 4, 5, 6])), First);
    assert_eq!(outcome(&chain, &piles([1, 2, 3, 4, 2, 6])), Second);
}

#[test]
fn codeforces_1149e() {
    // Two pairs; 2 1 1 5 is won, and after the sample's move, 1 5 1 5, it is lost for the other.
    let mut pairs = board("nim", 4, &[(0, 1), (2, 3)]);
    solve(&mut pairs);
    assert_eq!(outcome(&pairs, &[(0, 2), (1, 1), (2, 1), (3, 5)]), First);
    assert_eq!(outcome(&pairs, &[(0, 1), (1, 5), (2, 1), (3, 5)]), Second);
}
