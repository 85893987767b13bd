//! The cycles that are shown: real, short, one for each component, and the same however the graph came about.

use std::collections::VecDeque;

use crate::common::{Random, board, random_digraph, solve};
use crate::search::lists;
use sgg_game::{Board, Cycle, Tag};

fn cycles(board: &Board) -> (Vec<Cycle>, usize) {
    board.cycles(&|_, _, tag| u128::from(tag.0), usize::MAX)
}

/// How many arcs the shortest way of one or more from `from` to `to` has.
fn distance(out: &[Vec<usize>], from: usize, to: usize) -> Option<usize> {
    let mut met = vec![None; out.len()];
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((v, length)) = queue.pop_front() {
        for &w in &out[v] {
            if met[w].is_none() {
                met[w] = Some(length + 1);
                queue.push_back((w, length + 1));
            }
        }
    }
    met[to]
}

fn check(board: &Board, arcs: &[(usize, usize)], cycle: &Cycle) {
    let tags: Vec<u32> = cycle.arcs.iter().map(|arc| arc.2.0).collect();
    assert_eq!(tags.iter().max(), tags.last(), "the last arc is the one declared last");
    for (i, &(tail, head, tag)) in cycle.arcs.iter().enumerate() {
        assert_eq!((tail.index(), head.index()), arcs[tag.0 as usize]);
        assert_eq!(head, cycle.arcs[(i + 1) % cycle.arcs.len()].0);
        assert!(board.out(tail).iter().any(|arc| arc.node == head && arc.tag == tag));
    }
}

#[test]
fn each_component_shows_a_shortest_cycle() {
    let mut random = Random::new(50);
    for _ in 0..4_000 {
        let count = 1 + random.below(9);
        let arcs = random_digraph(&mut random, count, 14);
        let out = lists(count, &arcs);
        let mut board = board(["dag", "nim", "addsub"][random.below(3)], count, &arcs);
        let before = cycles(&board);
        solve(&mut board);
        let (found, total) = cycles(&board);
        assert_eq!(before, (found.clone(), total), "solved or not");
        let round: Vec<Option<usize>> = (0..count).map(|v| distance(&out, v, v)).collect();
        let with =
            |v: usize, w: usize| v == w || distance(&out, v, w).is_some() && distance(&out, w, v).is_some();
        let leaders = (0..count).filter(|&v| round[v].is_some() && (0..v).all(|w| !with(v, w)));
        assert_eq!(leaders.count(), total);
        assert_eq!(found.len(), total);
        for cycle in &found {
            check(&board, &arcs, cycle);
            let v = cycle.arcs[0].0.index();
            let component: Vec<usize> = (0..count).filter(|&w| with(v, w)).collect();
            assert_eq!(component.len(), cycle.component);
            assert_eq!(component.iter().filter_map(|&w| round[w]).min(), Some(cycle.arcs.len()));
        }
        // Components come in the order of their first arcs, and fewer are their beginning.
        let (some, all) = board.cycles(&|_, _, tag| u128::from(tag.0), 1);
        assert_eq!((some.as_slice(), all), (&found[..total.min(1)], total));
    }
}

#[test]
fn nothing_depends_on_the_history_of_edits() {
    let mut random = Random::new(51);
    for round in 0..120 {
        let large = round % 12 == 0;
        let (count, most) = if large { (1_500, 4_000) } else { (40, 80) };
        let arcs = random_digraph(&mut random, count, most);
        let mut straight = board("dag", count, &arcs);
        solve(&mut straight);
        let mut turned = board("dag", count, &[]);
        let mut order: Vec<usize> = (0..arcs.len()).collect();
        random.shuffle(&mut order);
        let nodes: Vec<_> = turned.graph().nodes().collect();
        for &i in &order {
            let (tail, head) = (nodes[arcs[i].0], nodes[arcs[i].1]);
            turned.insert(tail, head, Tag(i as u32));
            // And some there and back.
            if random.chance(20) {
                turned.insert(head, tail, Tag(1 << 20));
                solve(&mut turned);
                assert!(turned.remove(head, tail, Tag(1 << 20)));
            }
        }
        solve(&mut turned);
        let (found, total) = cycles(&straight);
        assert_eq!(cycles(&turned), (found.clone(), total));
        for cycle in &found {
            check(&straight, &arcs, cycle);
        }
    }
}

#[test]
fn a_long_ring_with_a_short_cut() {
    // 3,000 nodes in a ring: beyond the exact search. The chord from 1500 back to 1400 closes 101 arcs.
    let mut arcs: Vec<(usize, usize)> = (0..3_000).map(|v| (v, (v + 1) % 3_000)).collect();
    arcs.push((1_500, 1_400));
    let mut ring = board("dag", 3_000, &arcs);
    solve(&mut ring);
    let (found, total) = cycles(&ring);
    assert_eq!((total, found[0].arcs.len(), found[0].component), (1, 101, 3_000));
    check(&ring, &arcs, &found[0]);
}
