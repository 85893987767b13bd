//! `loopy` against searches, and examples worked by hand.

use crate::common::{self, Random, board, solve};
use crate::search::{self, State, lists, slide};
use sgg_game::{Outcome, Total, Value};

fn infinite(set: &[u32]) -> Value {
    Value::Infinite(set.into())
}

#[test]
fn small_examples_worked_by_hand() {
    // A loop alone: one can go round for ever and has nothing else.
    let mut alone = board("loopy", 1, &[(0, 0)]);
    solve(&mut alone);
    assert_eq!(common::value(&alone, 0), infinite(&[]));
    assert_eq!(common::sum(&alone, &[(0, 1)]).outcome, Outcome::Draw);

    // A loop with a way out to a sink: inf{0}, a win for the player to move.
    let mut way_out = board("loopy", 2, &[(0, 0), (0, 1)]);
    solve(&mut way_out);
    assert_eq!(common::values(&way_out), [infinite(&[0]), Value::Nimber(0)]);
    assert_eq!(common::sum(&way_out, &[(0, 1)]).outcome, Outcome::First);
    // Beside it another such: whoever leaves one leaves the other to be taken, so both go round.
    assert_eq!(common::sum(&way_out, &[(0, 2)]).outcome, Outcome::Draw);
    assert_eq!(common::sum(&way_out, &[(0, 2)]).total, Total::Infinite(vec![]));

    // a -> b c, b -> a, c -> d: d has 0 and c has 1. Would b have 0, its unlabelled follower a needs a follower
    // of value 0: none. Would a have 0, its follower b needs one: none. So b is inf{} and a is inf{1}.
    let mut four = board("loopy", 4, &[(0, 1), (0, 2), (1, 0), (2, 3)]);
    solve(&mut four);
    assert_eq!(common::values(&four), [infinite(&[1]), infinite(&[]), Value::Nimber(1), Value::Nimber(0)]);
    // inf{1} + 1 = inf{0}: the first player moves from a to c, leaving 1 + 1.
    let sum = common::sum(&four, &[(0, 1), (2, 1)]);
    assert_eq!((sum.outcome, sum.total), (Outcome::First, Total::Infinite(vec![0])));

    // a and b lead to each other, and each to a sink: from a one goes to the sink, value 0 reverts both. Neither
    // a nor b can have 0 (a follower has it); 1 for a needs b to have a follower of value 1. Both are inf{0}.
    let mut pair = board("loopy", 3, &[(0, 1), (1, 0), (0, 2), (1, 2)]);
    solve(&mut pair);
    assert_eq!(common::values(&pair), [infinite(&[0]), infinite(&[0]), Value::Nimber(0)]);

    // u -> v, v -> u, v -> s with s a sink: u may have 1? No 0 below it: for 0, its follower v has s of value 0
    // to revert to, so u has 0; then v has followers 0 and 0 and no unlabelled ones: 1.
    let mut revert = board("loopy", 3, &[(0, 1), (1, 0), (1, 2)]);
    solve(&mut revert);
    assert_eq!(common::values(&revert), [0, 1, 0].map(Value::Nimber));
}

#[test]
fn values_are_told_by_heaps_beside_the_stone() {
    // With a heap x beside it: a finite value is the one x that makes the sum lost, and no x draws; for inf(A)
    // the first player wins with x in A, and all others draw.
    let mut random = Random::new(30);
    for _ in 0..4_000 {
        let count = 1 + random.below(6);
        let arcs = common::random_digraph(&mut random, count, 12);
        let out = lists(count, &arcs);
        let mut board = board("loopy", count, &arcs);
        solve(&mut board);
        for v in 0..count {
            let start: Vec<State> =
                (0..7).map(|heap| (0..count).map(|w| u8::from(v == w)).chain([heap]).collect()).collect();
            let moves = |state: &State| search::beside_a_heap(state, |stones| slide(&out, stones));
            let outcomes = search::outcomes(&start, moves, 100_000).unwrap();
            let with = |wanted: Outcome| -> Vec<u32> {
                (0..7).filter(|&heap| outcomes[&start[heap as usize]] == wanted).collect()
            };
            let value = match &with(Outcome::Second)[..] {
                [] => infinite(&with(Outcome::First)),
                [value] => {
                    assert!(with(Outcome::Draw).is_empty());
                    Value::Nimber(u64::from(*value))
                }
                several => panic!("{several:?}"),
            };
            assert_eq!(common::value(&board, v), value, "{arcs:?} node {v}");
        }
    }
}

#[test]
fn positions_go_to_whom_the_search_says() {
    let mut random = Random::new(31);
    for _ in 0..4_000 {
        let count = 1 + random.below(5);
        let arcs = common::random_digraph(&mut random, count, 9);
        let out = lists(count, &arcs);
        let mut board = board("loopy", count, &arcs);
        solve(&mut board);
        let stones: Vec<u8> = (0..count).map(|_| [0, 0, 1, 1, 2, 3][random.below(6)]).collect();
        let Some(outcomes) =
            search::outcomes(std::slice::from_ref(&stones), |state| slide(&out, state), 20_000)
        else {
            continue;
        };
        let listed: Vec<(usize, u64)> =
            stones.iter().enumerate().filter(|stone| *stone.1 > 0).map(|(v, &n)| (v, u64::from(n))).collect();
        assert_eq!(common::sum(&board, &listed).outcome, outcomes[&stones], "{arcs:?} {stones:?}");
    }
}

#[test]
fn counters_fall_where_play_reverts() {
    // Of a labelled node's followers, each that is no option of its heap has one of the node's own label that
    // was labelled before the node: so play can always revert, and the game ends.
    let mut random = Random::new(32);
    for _ in 0..2_000 {
        let count = 1 + random.below(9);
        let arcs = common::random_digraph(&mut random, count, 20);
        let mut board = board("loopy", count, &arcs);
        solve(&mut board);
        for v in board.graph().nodes() {
            let Value::Nimber(label) = board.value(v) else {
                assert_eq!(board.counter(v), None);
                continue;
            };
            for follower in board.out(v) {
                if matches!(board.value(follower.node), Value::Nimber(below) if below < label) {
                    continue;
                }
                let reverts = board.out(follower.node).iter().any(|arc| {
                    board.value(arc.node) == Value::Nimber(label)
                        && board.counter(arc.node) < board.counter(v)
                });
                assert!(reverts, "{arcs:?}");
            }
        }
    }
}

#[test]
fn without_cycles_it_is_dag() {
    let mut random = Random::new(33);
    for _ in 0..300 {
        let arcs = common::random_dag(&mut random, 40, 300);
        let (mut loopy, mut dag) = (board("loopy", 40, &arcs), board("dag", 40, &arcs));
        solve(&mut loopy);
        solve(&mut dag);
        assert_eq!(common::values(&loopy), common::values(&dag));
    }
}

#[test]
fn a_ring_of_a_million() {
    // No sink: nothing can be labelled.
    let count = 1_000_000;
    let mut arcs: Vec<(usize, usize)> = (0..count).map(|v| (v, (v + 1) % count)).collect();
    let mut ring = board("loopy", count, &arcs);
    solve(&mut ring);
    assert_eq!(common::value(&ring, 7), infinite(&[]));
    // With a sink beside it the label 0 reverts all the way round: the ring node that leads there gets 1 only if
    // its other follower can revert; with an even ring the labels alternate, 0 and 1.
    arcs.push((0, count));
    let mut sunk = board("loopy", count + 1, &arcs);
    solve(&mut sunk);
    assert_eq!(common::value(&sunk, count - 1), Value::Nimber(0));
    assert_eq!(common::value(&sunk, 0), Value::Nimber(1));
}
