//! The cycles that are shown: real, short, one for each component, and the same however the graph came about.

use std::collections::VecDeque;

use std::sync::atomic::AtomicBool;

use crate::common::{self, Random, board, random_digraph, solve};
use crate::search::lists;
use sgg_game::{Board, Cycle, Meter, Node, Tag};

fn cycles(board: &Board) -> (Vec<Cycle>, usize) {
    common::cycles(board, usize::MAX)
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
        let (some, all) = common::cycles(&board, 1);
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

/// The graphs are long and thin, so that many edits stand far from every cycle.
#[test]
fn cycles_are_said_to_change_wherever_they_do() {
    let mut random = Random::new(52);
    let (mut changed, mut kept) = (0, 0);
    for _ in 0..60 {
        let count = 30 + random.below(60);
        let mut board = board("dag", count, &[]);
        let nodes: Vec<Node> = board.graph().nodes().collect();
        let mut arcs: Vec<(Node, Node, Tag)> = Vec::new();
        let mut known = cycles(&board);
        for tag in 0..250 {
            let tail = random.below(count);
            let head = if random.chance(8) { tail + 1 } else { tail.saturating_sub(1 + random.below(4)) };
            match random.below(5) {
                0 if !arcs.is_empty() => {
                    let at = random.below(arcs.len());
                    let gone: Vec<_> = arcs.drain(at..(at + 1 + random.below(2)).min(arcs.len())).collect();
                    assert_eq!(board.remove_all(&gone), gone.len());
                }
                _ if head < count => {
                    arcs.push((nodes[tail], nodes[head], Tag(tag)));
                    board.insert(nodes[tail], nodes[head], Tag(tag));
                }
                _ => {}
            }
            if random.chance(60) {
                solve(&mut board);
            }
            let now = cycles(&board);
            if board.take_cycles_changed() {
                changed += 1;
                known = now;
            } else {
                kept += usize::from(!now.0.is_empty());
                assert_eq!(now, known);
            }
        }
    }
    assert!(changed > 2_000 && kept > 2_000, "{changed} {kept}");
}

#[test]
fn a_search_that_is_stopped_says_nothing() {
    let arcs: Vec<(usize, usize)> = (0..30_000).map(|v| (v, (v + 1) % 30_000)).collect();
    let mut ring = board("dag", 30_000, &arcs);
    solve(&mut ring);
    let search = |left, stopped| {
        let cancel = AtomicBool::new(stopped);
        ring.cycles(&|_, _, tag| u128::from(tag.0), &|_| true, 9, &mut Meter { left, ..Meter::new(&cancel) })
    };
    assert_eq!(search(20_000, false), None);
    assert_eq!(search(u64::MAX, true), None);
    assert_eq!(
        search(u64::MAX, false).map(|(cycles, total)| (cycles[0].arcs.len(), total)),
        Some((30_000, 1))
    );
}
