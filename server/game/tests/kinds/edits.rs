//! Boards that are edited, against boards and values made from nothing.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{self, Random, board, node, solve};
use crate::search::lists;
use sgg_game::{Board, Changed, Meter, NODE_BUDGET_DEFAULT, Node, Progress, Tag, Value};

/// The mex of what lies below each node, round after round until nothing is added: what is left is `?`.
fn by_rounds(count: usize, arcs: &[(usize, usize)]) -> Vec<Value> {
    let out = lists(count, arcs);
    let mut values: Vec<Option<u64>> = vec![None; count];
    loop {
        let mut grown = false;
        for v in 0..count {
            if values[v].is_none() && out[v].iter().all(|&w| values[w].is_some()) {
                let below: HashSet<u64> = out[v].iter().filter_map(|&w| values[w]).collect();
                values[v] = (0..).find(|value| !below.contains(value));
                grown = true;
            }
        }
        if !grown {
            return values.into_iter().map(|value| value.map_or(Value::Unknown, Value::Nimber)).collect();
        }
    }
}

/// A board and the list of what should be on it.
struct Edited {
    board: Board,
    arcs: Vec<(usize, usize, Tag)>,
    count: usize,
    next_tag: u32,
    seen: Vec<Value>,
}

impl Edited {
    fn new(kind: &str, count: usize) -> Edited {
        let board = board(kind, count, &[]);
        let seen = common::values(&board);
        Edited { board, arcs: Vec::new(), count, next_tag: 0, seen }
    }
    fn node(&self, v: usize) -> Node {
        node(&self.board, v)
    }
    fn insert(&mut self, tail: usize, head: usize) {
        self.next_tag += 1;
        let tag = Tag(self.next_tag);
        self.board.insert(self.node(tail), self.node(head), tag);
        self.arcs.push((tail, head, tag));
    }
    fn remove(&mut self, i: usize) {
        let (tail, head, tag) = self.arcs.swap_remove(i);
        assert!(self.board.remove(self.node(tail), self.node(head), tag));
        assert!(!self.board.remove(self.node(tail), self.node(head), tag));
    }
    fn pairs(&self) -> Vec<(usize, usize)> {
        self.arcs.iter().map(|&(tail, head, _)| (tail, head)).collect()
    }
    /// One random edit; `band` bounds how far an arc reaches (up or down, so that cycles come and go).
    fn edit(&mut self, random: &mut Random, most: usize, band: usize, upwards: usize) {
        if random.chance(1) && self.count < 200 {
            self.board.add_node();
            self.count += 1;
            self.seen.push(Value::Unknown);
        }
        if !self.arcs.is_empty() && random.below(2 * most) < self.arcs.len() + most / 2 {
            let i = random.below(self.arcs.len());
            return self.remove(i);
        }
        let (v, w) = if random.chance(5) && !self.arcs.is_empty() {
            // The same arc again, or its inverse.
            let (v, w, _) = self.arcs[random.below(self.arcs.len())];
            if random.chance(50) { (v, w) } else { (w, v) }
        } else {
            let v = random.below(self.count);
            (v, (v + random.below(band)).min(self.count - 1))
        };
        if v != w || random.chance(10) {
            let (low, high) = (v.min(w), v.max(w));
            if random.chance(upwards) { self.insert(low, high) } else { self.insert(high, low) }
        }
    }
    /// What changed is told, and nothing but that may have.
    fn check_changed(&mut self) {
        let now = common::values(&self.board);
        if let Changed::Nodes(nodes) = self.board.take_changed() {
            let told: HashSet<usize> = nodes.into_iter().map(Node::index).collect();
            for (v, (new, old)) in now.iter().zip(&self.seen).enumerate() {
                assert!(new == old || told.contains(&v), "node {v}: {old} to {new}");
            }
        }
        self.seen = now;
    }
}

fn run(kind: &str, seed: u64, edits: usize, count: usize, most: usize, band: usize, upwards: usize) -> usize {
    let mut random = Random::new(seed);
    let mut edited = Edited::new(kind, count);
    let mut cyclic = 0;
    for _ in 0..edits {
        for _ in 0..[1, 1, 1, 2, 5][random.below(5)] {
            edited.edit(&mut random, most, band, upwards);
        }
        solve(&mut edited.board);
        let right = by_rounds(edited.count, &edited.pairs());
        assert_eq!(common::values(&edited.board), right);
        cyclic += usize::from(right.contains(&Value::Unknown));
        edited.check_changed();
    }
    cyclic
}

#[test]
fn tens_of_thousands_of_edits() {
    let mut cyclic = 0;
    cyclic += run("dag", 60, 8_000, 12, 30, 12, 2);
    cyclic += run("dag", 61, 6_000, 8, 10, 8, 30);
    cyclic += run("nim", 62, 6_000, 30, 60, 6, 5);
    cyclic += run("dag", 63, 4_000, 40, 120, 40, 1);
    cyclic += run("nim", 64, 4_000, 60, 90, 5, 10);
    cyclic += run("dag", 65, 2_000, 120, 500, 120, 0);
    cyclic += run("dag", 66, 4_000, 25, 40, 25, 50);
    assert!((8_000..30_000).contains(&cyclic), "{cyclic}");
}

/// A board of the same arcs, K-values and ground, made from nothing.
fn afresh(edited: &Edited, k: &[Option<u32>]) -> Board {
    let mut fresh = board(edited.board.kind().name, edited.count, &edited.pairs());
    for (v, &k) in k.iter().enumerate().take(edited.count) {
        fresh.set_k(node(&fresh, v), k);
    }
    fresh.set_ground(edited.board.ground().iter().map(|v| node(&fresh, v.index())).collect());
    solve(&mut fresh);
    fresh
}

fn assert_same(edited: &Board, fresh: &Board) {
    assert_eq!(common::values(edited), common::values(fresh), "{}", edited.kind().name);
    assert_eq!(edited.over_budget(), fresh.over_budget());
    assert_eq!(edited.ground_sum(), fresh.ground_sum());
    assert_eq!(edited.unreachable(), fresh.unreachable());
    assert_eq!(edited.touching_cycles(), fresh.touching_cycles());
    let order = |tail: Node, head: Node, _: Tag| (tail.index() * 1_000_000 + head.index()) as u128;
    let shared = |board: &Board| common::shared_edge(board, &order).is_some();
    assert_eq!(shared(edited), shared(fresh));
}

#[test]
fn addsub_and_loopy_and_hackenbush_edited_are_as_from_nothing() {
    let mut random = Random::new(67);
    // The last are so thin that they fall into many pieces.
    for (kind, count, most) in [
        ("addsub", 15, 30),
        ("loopy", 15, 30),
        ("hackenbush", 15, 30),
        ("cactus", 15, 30),
        ("hackenbush", 40, 36),
        ("cactus", 40, 30),
    ] {
        let mut edited = Edited::new(kind, count);
        let mut k: Vec<Option<u32>> = vec![None; 200];
        for _ in 0..3_000 {
            edited.edit(&mut random, most, 15, 10);
            if kind == "addsub" {
                let v = random.below(edited.count);
                k[v] = [None, Some(0), Some(1), Some(2), Some(3), Some(9)][random.below(6)];
                edited.board.set_k(edited.node(v), k[v]);
            } else if random.chance(10) && kind != "loopy" {
                let ground = (0..random.below(4)).map(|_| random.below(edited.count));
                let ground: Vec<Node> = ground.map(|v| edited.node(v)).collect();
                edited.board.set_ground(ground);
            }
            solve(&mut edited.board);
            assert_same(&edited.board, &afresh(&edited, &k));
            edited.check_changed();
        }
    }
}

/// Goes on with a few thousand steps at a time, at times cancelled, at most so often; how often that paused.
fn solve_in_pieces(board: &mut Board, random: &mut Random, most: usize) -> usize {
    let cancel = AtomicBool::new(false);
    let (mut calls, mut pauses, mut left) = (0, 0, board.left());
    while calls < most && !board.settled() {
        let mut meter = Meter { node_budget: NODE_BUDGET_DEFAULT, left: 2_000, cancel: &cancel };
        cancel.store(random.chance(30), Ordering::Relaxed);
        let progress = board.advance(&mut meter);
        assert_eq!(progress == Progress::Done, board.settled());
        assert!(board.left() <= left && (board.left() == 0 || !board.settled()));
        left = board.left();
        calls += 1;
        pauses += usize::from(progress == Progress::Paused);
    }
    pauses
}

#[test]
fn a_solver_that_is_paused_and_cancelled_comes_to_the_same_end() {
    let mut random = Random::new(68);
    for (kind, count, most) in [
        ("dag", 6_000, 40_000),
        ("addsub", 4_000, 30_000),
        ("loopy", 4_000, 30_000),
        ("hackenbush", 4_000, 30_000),
        ("hackenbush", 8_000, 6_500),
        ("cactus", 8_000, 7_500),
    ] {
        let mut paused = Edited::new(kind, count);
        while paused.arcs.len() < most {
            let (v, w) = (random.below(count), random.below(count));
            if v != w {
                paused.insert(v.max(w), v.min(w));
            }
        }
        let k = vec![Some(5); count];
        for (v, &k) in k.iter().enumerate() {
            paused.board.set_k(paused.node(v), k);
        }
        paused.board.set_ground([0, 1, 2].map(|v| paused.node(v)).to_vec());
        let mut pauses = 0;
        for round in 0..60 {
            for _ in 0..3 {
                paused.remove(random.below(paused.arcs.len()));
                paused.insert(random.below(count), random.below(if round % 4 == 0 { 3 } else { count }));
            }
            // At times the next edit comes before the end.
            let most = if round % 3 == 2 { 1 + random.below(3) } else { usize::MAX };
            pauses += solve_in_pieces(&mut paused.board, &mut random, most);
            if round % 10 == 9 {
                solve(&mut paused.board);
                assert_same(&paused.board, &afresh(&paused, &k));
            }
        }
        assert!(pauses > 0, "{kind}");
    }
}

#[test]
fn many_at_once_are_as_one_by_one() {
    let mut random = Random::new(69);
    for _ in 0..300 {
        let count = 2 + random.below(30);
        let mut edited = Edited::new("dag", count);
        for _ in 0..6 {
            let added: Vec<(usize, usize)> = common::random_digraph(&mut random, count, 60);
            let added: Vec<(usize, usize, Tag)> = added
                .into_iter()
                .filter(|(u, v)| u > v || random.chance(3))
                .enumerate()
                .map(|(i, (u, v))| (u, v, Tag(i as u32 % 4)))
                .collect();
            let arcs = added.iter().map(|&(u, v, tag)| (edited.node(u), edited.node(v), tag));
            let arcs: Vec<_> = arcs.collect();
            edited.board.insert_all(arcs.iter().copied());
            edited.arcs.extend(added);
            solve(&mut edited.board);
            let right = by_rounds(count, &edited.pairs());
            assert_eq!(common::values(&edited.board), right);
            // Take some away, and some that are not there.
            random.shuffle(&mut edited.arcs);
            let gone = edited.arcs.split_off(random.below(edited.arcs.len() + 1));
            let mut named: Vec<(Node, Node, Tag)> =
                gone.iter().map(|&(u, v, tag)| (edited.node(u), edited.node(v), tag)).collect();
            named.push((edited.node(0), edited.node(1), Tag(77)));
            assert_eq!(edited.board.remove_all(&named), gone.len());
            solve(&mut edited.board);
            assert_eq!(edited.board.graph().arc_count(), edited.arcs.len());
            assert_eq!(common::values(&edited.board), by_rounds(count, &edited.pairs()));
            let mut left: Vec<(usize, usize, u32)> =
                edited.arcs.iter().map(|&(u, v, t)| (u, v, t.0)).collect();
            let arcs = edited.board.graph().arcs();
            let mut there: Vec<(usize, usize, u32)> =
                arcs.map(|(u, v, t)| (u.index(), v.index(), t.0)).collect();
            left.sort_unstable();
            there.sort_unstable();
            assert_eq!(left, there);
        }
    }
}

#[test]
fn before_the_first_solve_all_is_unknown() {
    let mut board = board("dag", 3, &[(0, 1)]);
    assert!(!board.settled());
    assert!(common::values(&board).iter().all(|value| *value == Value::Unknown));
    solve(&mut board);
    assert_eq!(common::values(&board), [1, 0, 0].map(Value::Nimber));
    // The old value stays until the sweep has come by.
    board.insert(node(&board, 1), node(&board, 2), Tag(9));
    assert_eq!(common::value(&board, 1), Value::Nimber(0));
    assert!(!board.settled());
    solve(&mut board);
    assert_eq!(common::values(&board), [0, 1, 0].map(Value::Nimber));
}

/// Of millions of arcs that close a cycle a tenth goes at once, the last ones: looked for one by one, this takes minutes.
#[test]
fn arcs_that_close_cycles_go_in_one_pass() {
    const COUNT: usize = 2_000_000;
    const STAY: usize = COUNT - COUNT / 10;
    let loops: Vec<(usize, usize)> = (0..COUNT).map(|v| (v, v)).collect();
    let mut edited = board("dag", COUNT, &loops);
    solve(&mut edited);
    let last: Vec<(Node, Node, Tag)> =
        (STAY..COUNT).map(|v| (node(&edited, v), node(&edited, v), Tag(v as u32))).collect();
    assert_eq!(edited.remove_all(&last), COUNT - STAY);
    solve(&mut edited);
    let mut fresh = board("dag", COUNT, &loops[..STAY]);
    solve(&mut fresh);
    assert!(common::values(&edited) == common::values(&fresh));
    assert_eq!([STAY - 1, STAY].map(|v| common::value(&edited, v)), [Value::Unknown, Value::Nimber(0)]);
}

/// Some thousand steps at a time, and between them edits anywhere: also while the order of the nodes is being made.
#[test]
fn an_order_half_made_may_be_edited() {
    const COUNT: usize = 5_000;
    let mut random = Random::new(70);
    for round in 0..150 {
        let mut edited = Edited::new("dag", COUNT);
        let arcs = (0..15_000).map(|_| (random.below(COUNT), random.below(COUNT)));
        let arcs: Vec<(usize, usize)> = arcs.filter(|(v, w)| v != w).collect();
        // Upwards the search for an order goes deep.
        let turn = |(v, w): (usize, usize)| if (round % 4 < 2) == (v < w) { (w, v) } else { (v, w) };
        let arcs = (1_000..).zip(arcs).map(|(tag, ends)| (turn(ends).0, turn(ends).1, Tag(tag)));
        edited.arcs = arcs.collect();
        let named: Vec<(Node, Node, Tag)> =
            edited.arcs.iter().map(|&(v, w, tag)| (edited.node(v), edited.node(w), tag)).collect();
        edited.board.insert_all(named.into_iter());
        for _ in 0..4 {
            solve_in_pieces(&mut edited.board, &mut random, 1);
            for _ in 0..random.below(3) {
                // Near the end, where the order comes last, or anywhere.
                let from = if round % 2 == 0 { COUNT - 100 } else { 0 };
                match random.below(4) {
                    0 => {
                        edited.board.add_node();
                        edited.count += 1;
                        edited.insert(edited.count - 1, random.below(COUNT));
                    }
                    1 => edited.insert(random.below(COUNT - from) + from, edited.count - 1),
                    2 => edited.insert(random.below(COUNT - from) + from, random.below(COUNT)),
                    _ => {
                        let tails = 0..edited.arcs.len();
                        let late = tails.filter(|&i| edited.arcs[i].0 >= from).collect::<Vec<_>>();
                        edited.remove(late[random.below(late.len())]);
                    }
                }
            }
        }
        solve(&mut edited.board);
        assert!(common::values(&edited.board) == by_rounds(edited.count, &edited.pairs()), "{round}");
        // And it goes on being edited.
        for _ in 0..5 {
            edited.insert(random.below(COUNT), random.below(COUNT));
            edited.remove(random.below(edited.arcs.len()));
        }
        solve(&mut edited.board);
        assert!(common::values(&edited.board) == by_rounds(edited.count, &edited.pairs()), "{round}");
    }
}

/// What was done of the order is kept where the edit is at nodes that it comes to yet.
#[test]
fn an_order_half_made_goes_on_behind_an_edit() {
    const COUNT: usize = 200_000;
    let chain: Vec<(usize, usize)> = (1..COUNT).map(|v| (v, v - 1)).collect();
    let never = AtomicBool::new(false);
    // In both the order is made half, and then all is done: how many steps that takes.
    let steps = |edit: &dyn Fn(&mut Board)| {
        let mut board = board("dag", COUNT, &chain);
        let mut first = Meter { left: COUNT as u64, ..Meter::new(&never) };
        assert_eq!(board.advance(&mut first), Progress::Paused);
        edit(&mut board);
        let mut rest = Meter { left: u64::MAX, ..Meter::new(&never) };
        assert_eq!(board.advance(&mut rest), Progress::Done);
        (u64::MAX - rest.left, common::value(&board, COUNT - 1))
    };
    let (alone, value) = steps(&|_| {});
    assert_eq!(value, Value::Nimber(1));
    let (above, value) = steps(&|board| {
        let new = board.add_node();
        board.insert(node(board, COUNT - 1), new, Tag(0));
        assert!(board.remove(node(board, COUNT - 2), node(board, COUNT - 3), Tag(COUNT as u32 - 3)));
    });
    // Node COUNT - 2 has lost its only arc, so that it is worth 0, as the new node is.
    assert_eq!(value, Value::Nimber(1));
    assert!(above < alone + 10_000, "{above} {alone}");
}

/// The search for an order is deep below node 0, by its first arc, when that goes: the second is not passed over.
#[test]
fn an_arc_goes_by_which_an_order_is_being_made() {
    const COUNT: usize = 100_000;
    let mut arcs = vec![(0, 1), (0, COUNT - 1)];
    arcs.extend((1..COUNT - 2).map(|v| (v, v + 1)));
    let mut board = board("dag", COUNT, &arcs);
    let never = AtomicBool::new(false);
    assert_eq!(board.advance(&mut Meter { left: 20_000, ..Meter::new(&never) }), Progress::Paused);
    assert!(board.remove(node(&board, 0), node(&board, 1), Tag(0)));
    solve(&mut board);
    assert_eq!(common::value(&board, 0), Value::Nimber(1));
}
