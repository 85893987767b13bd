//! The cycles that are shown: real, short, one for each component, and the same however the graph came about.

use std::collections::VecDeque;

use std::sync::atomic::AtomicBool;

use crate::common::{self, Random, board, random_digraph, solve};
use crate::search::lists;
use sgg_game::{Board, Cycle, Meter, Node, Tag};

fn cycles(board: &Board) -> Vec<Cycle> {
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
        let found = cycles(&board);
        assert_eq!(before, found, "solved or not");
        let round: Vec<Option<usize>> = (0..count).map(|v| distance(&out, v, v)).collect();
        let with =
            |v: usize, w: usize| v == w || distance(&out, v, w).is_some() && distance(&out, w, v).is_some();
        let leaders = (0..count).filter(|&v| round[v].is_some() && (0..v).all(|w| !with(v, w)));
        assert_eq!(leaders.count(), found.len());
        for cycle in &found {
            check(&board, &arcs, cycle);
            let v = cycle.arcs[0].0.index();
            let component: Vec<usize> = (0..count).filter(|&w| with(v, w)).collect();
            assert_eq!(component.iter().filter_map(|&w| round[w]).min(), Some(cycle.arcs.len()));
        }
        // Components come in the order of their first arcs, and fewer are their beginning.
        assert_eq!(common::cycles(&board, 1), found[..found.len().min(1)]);
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
        let found = cycles(&straight);
        assert_eq!(cycles(&turned), found);
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
    let found = cycles(&ring);
    assert_eq!((found.len(), found[0].arcs.len()), (1, 101));
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
                kept += usize::from(!now.is_empty());
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
        ring.cycles(&common::by_tag, &|_| true, 9, &mut Meter { left, ..Meter::new(&cancel) })
    };
    assert_eq!(search(20_000, false), None);
    assert_eq!(search(u64::MAX, true), None);
    assert_eq!(search(u64::MAX, false).map(|cycles| (cycles[0].arcs.len(), cycles.len())), Some((30_000, 1)));
}

fn at_once(board: &Board, known: &[Cycle], wanted: &dyn Fn(Tag) -> bool) -> Option<Vec<Cycle>> {
    let never = AtomicBool::new(false);
    board.cycles_at_once(known, &common::by_tag, wanted, &mut Meter::new(&never))
}

#[test]
fn what_is_told_at_once_is_true() {
    let mut random = Random::new(53);
    let (mut kept, mut unsure) = (0, 0);
    for _ in 0..1_500 {
        let count = 2 + random.below(30);
        let mut board = board("dag", count, &[]);
        let nodes: Vec<Node> = board.graph().nodes().collect();
        let mut arcs: Vec<(usize, usize)> = Vec::new();
        let mut known: Vec<Cycle> = Vec::new();
        for tag in 0..60u32 {
            let (tail, head) = (random.below(count), random.below(count));
            arcs.push((tail, head));
            board.insert(nodes[tail], nodes[head], Tag(tag));
            let gone = random.below(arcs.len());
            if random.chance(45) {
                board.remove(nodes[arcs[gone].0], nodes[arcs[gone].1], Tag(gone as u32));
            }
            let broken = Tag(random.below(60) as u32);
            let unread = at_once(&board, &known, &|tag| tag != broken);
            unsure += usize::from(unread.is_none());
            for cycle in unread.iter().flatten() {
                check(&board, &arcs, cycle);
                assert!(cycle.arcs.iter().all(|arc| arc.2 != broken));
            }
            let told = at_once(&board, &known, &|_| true).unwrap();
            assert_eq!(told.is_empty(), cycles(&board).is_empty());
            told.iter().for_each(|cycle| check(&board, &arcs, cycle));
            for cycle in &known {
                let stands =
                    cycle.arcs.iter().all(|arc| board.out(arc.0).iter().any(|other| other.tag == arc.2));
                assert_eq!(stands, told.contains(cycle));
                kept += usize::from(stands);
            }
            known = if random.chance(50) { told } else { cycles(&board) };
        }
    }
    assert!(kept > 2_000 && unsure > 100, "{kept} {unsure}");
}

#[test]
fn the_cycle_that_one_arc_closes_is_told_at_once_and_is_a_shortest() {
    let mut random = Random::new(54);
    for _ in 0..2_000 {
        let count = 2 + random.below(40);
        let pair = |random: &mut Random| (random.below(count), random.below(count));
        let forward = std::iter::repeat_with(|| pair(&mut random)).take(3 * count).filter(|(a, b)| a < b);
        let mut arcs: Vec<(usize, usize)> = forward.collect();
        let mut board = board("nim", count, &arcs);
        solve(&mut board);
        let (a, b) = pair(&mut random);
        let back = (a.max(b), a.min(b));
        let nodes: Vec<Node> = board.graph().nodes().collect();
        board.insert(nodes[back.0], nodes[back.1], Tag(arcs.len() as u32));
        let way = match back.0 == back.1 {
            true => Some(0),
            false => distance(&lists(count, &arcs), back.1, back.0),
        };
        arcs.push(back);
        let told = at_once(&board, &[], &|_| true).unwrap();
        told.iter().for_each(|cycle| check(&board, &arcs, cycle));
        let lengths: Vec<usize> = told.iter().map(|cycle| cycle.arcs.len()).collect();
        assert_eq!(lengths, way.map(|way| way + 1).into_iter().collect::<Vec<_>>());
    }
}
