//! `hackenbush` and `cactus` against a search over all sets of edges, and values from theory.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::common::{self, Random, board, node, solve};
use sgg_game::{Board, Outcome, Tag, Total, Value};

type Edges = Vec<(usize, usize)>;

/// The edges of `set` that some way without `without` joins to a node for which `to` holds.
fn hanging(edges: &Edges, set: u32, to: &dyn Fn(usize) -> bool, without: Option<usize>) -> HashSet<usize> {
    let mut reached: HashSet<usize> =
        edges.iter().flat_map(|&(a, b)| [a, b]).filter(|&v| to(v) && Some(v) != without).collect();
    loop {
        let before = reached.len();
        for (i, &(a, b)) in edges.iter().enumerate() {
            if set >> i & 1 == 1 {
                for (from, other) in [(a, b), (b, a)] {
                    if reached.contains(&from) && Some(other) != without {
                        reached.insert(other);
                    }
                }
            }
        }
        if reached.len() == before {
            break;
        }
    }
    let touches = |v: usize| reached.contains(&v);
    (0..edges.len()).filter(|&i| set >> i & 1 == 1 && (touches(edges[i].0) || touches(edges[i].1))).collect()
}

/// The value of the game on the edges of `set` with that ground: the least number that no cut leads to.
fn by_cuts(edges: &Edges, set: u32, ground: &dyn Fn(usize) -> bool, known: &mut HashMap<u32, u32>) -> u32 {
    let set = hanging(edges, set, ground, None).into_iter().fold(0, |all, i| all | 1 << i);
    if let Some(&value) = known.get(&set) {
        return value;
    }
    let cuts: HashSet<u32> = (0..edges.len())
        .filter(|&i| set >> i & 1 == 1)
        .map(|i| by_cuts(edges, set ^ 1 << i, ground, known))
        .collect();
    let value = (0..).find(|value| !cuts.contains(value)).unwrap();
    known.insert(set, value);
    value
}

fn grounded(kind: &str, count: usize, edges: &Edges, ground: &[usize]) -> Board {
    let mut board = board(kind, count, edges);
    let ground = ground.iter().map(|&v| node(&board, v)).collect();
    board.set_ground(ground);
    solve(&mut board);
    board
}

fn random_edges(random: &mut Random, count: usize, most: usize) -> Edges {
    (0..random.below(most + 1)).map(|_| (random.below(count), random.below(count))).collect()
}

fn position(board: &Board) -> u64 {
    match board.ground_sum().total {
        Total::Nimber { low, powers } if powers.is_empty() => low,
        other => panic!("{other}"),
    }
}

#[test]
fn positions_have_the_value_that_cuts_say() {
    let mut random = Random::new(40);
    for _ in 0..3_000 {
        let count = 1 + random.below(6);
        let edges = random_edges(&mut random, count, 9);
        let ground: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(count)).collect();
        let board = grounded("hackenbush", count, &edges, &ground);
        let all = (1 << edges.len()) - 1;
        let value = by_cuts(&edges, all, &|v| ground.contains(&v), &mut HashMap::new());
        assert_eq!(position(&board), u64::from(value), "{edges:?} {ground:?}");
        let first = board.ground_sum().outcome == Outcome::First;
        assert_eq!(first, value != 0);
        // Its parity is that of the edges that hang on the ground.
        let hanging = hanging(&edges, all, &|v| ground.contains(&v), None);
        assert_eq!(value as usize % 2, hanging.len() % 2);
    }
}

#[test]
fn a_node_s_value_is_that_of_what_hangs_on_it_alone() {
    let mut random = Random::new(41);
    for _ in 0..2_000 {
        let count = 1 + random.below(7);
        let edges = random_edges(&mut random, count, 9);
        let ground: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(count)).collect();
        let board = grounded("hackenbush", count, &edges, &ground);
        let all = (1 << edges.len()) - 1;
        let is_ground = |v: usize| ground.contains(&v);
        let hangs = hanging(&edges, all, &is_ground, None);
        let set = |edges: &HashSet<usize>| edges.iter().fold(0, |set, &i| set | 1 << i);
        let mut unreachable = Vec::new();
        for v in 0..count {
            let touches = |&i: &usize| edges[i].0 == v || edges[i].1 == v;
            if is_ground(v) {
                // Branches whose first ground node it is: those of the edges that hang on v but by no other
                // ground, unless an earlier ground node has the branch too.
                let earlier =
                    |w: usize| ground.iter().position(|&g| g == w) < ground.iter().position(|&g| g == v);
                let mut own = branches_at(&edges, &ground, v);
                for &w in ground.iter().filter(|&&w| earlier(w)) {
                    own = own.difference(&branches_at(&edges, &ground, w)).copied().collect();
                }
                let value = by_cuts(&edges, set(&own), &is_ground, &mut HashMap::new());
                assert_eq!(
                    common::value(&board, v),
                    Value::Nimber(u64::from(value)),
                    "{edges:?} {ground:?} {v}"
                );
                continue;
            }
            if !hangs.iter().any(touches) {
                unreachable.push(node(&board, v));
                assert_eq!(common::value(&board, v), Value::Nimber(0));
                continue;
            }
            // What hangs on the ground now, but no longer without v.
            let without = hanging(&edges, all, &is_ground, Some(v));
            let own: HashSet<usize> = hangs.difference(&without).copied().collect();
            let value = by_cuts(&edges, set(&own), &|w| w == v, &mut HashMap::new());
            assert_eq!(
                common::value(&board, v),
                Value::Nimber(u64::from(value)),
                "{edges:?} {ground:?} node {v}"
            );
        }
        assert_eq!(board.unreachable(), unreachable);
    }
}

/// The edges joined to ground node `v` without passing through any ground.
fn branches_at(edges: &Edges, ground: &[usize], v: usize) -> HashSet<usize> {
    let mut found = HashSet::new();
    let mut queue = VecDeque::from([v]);
    while let Some(w) = queue.pop_front() {
        for (i, &(a, b)) in edges.iter().enumerate() {
            if (a == w || b == w) && found.insert(i) {
                queue.extend([a, b].into_iter().filter(|u| !ground.contains(u)));
            }
        }
    }
    found
}

#[test]
fn stalks_cycles_and_the_bowtie() {
    for n in 1..50 {
        // A stalk of n edges is a heap of n (colon principle).
        let stalk: Edges = (0..n).map(|i| (i, i + 1)).collect();
        assert_eq!(position(&grounded("cactus", n + 1, &stalk, &[0])), n as u64);
        // A cycle of n edges on the ground is worth n mod 2 (fusion principle); n = 1 is a loop, 2 a pair.
        let ring: Edges = (0..n).map(|i| (i, (i + 1) % n)).collect();
        assert_eq!(position(&grounded("cactus", n, &ring, &[0])), n as u64 % 2);
        // The same cycle on a stalk of one edge.
        let mut raised: Edges = ring.iter().map(|&(a, b)| (a + 1, b + 1)).collect();
        raised.push((0, 1));
        assert_eq!(position(&grounded("cactus", n + 1, &raised, &[0])), (n as u64 % 2) + 1);
    }
    // Two triangles that meet on the ground: 1 and 1.
    let bowtie = vec![(0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0)];
    let board = grounded("cactus", 5, &bowtie, &[0]);
    assert_eq!(position(&board), 0);
    assert_eq!(board.touching_cycles(), []);
    // The same two on a stalk: they touch away from the ground.
    let raised: Edges = bowtie.iter().map(|&(a, b)| (a + 1, b + 1)).chain([(0, 1)]).collect();
    let board = grounded("cactus", 6, &raised, &[0]);
    assert_eq!(position(&board), 1);
    assert_eq!(board.touching_cycles(), [node(&board, 1)]);
}

#[test]
fn without_ground_there_is_no_game() {
    let mut board = board("hackenbush", 2, &[(0, 1)]);
    solve(&mut board);
    assert_eq!(common::values(&board), [Value::Unknown, Value::Unknown]);
    assert_eq!(board.ground_sum().outcome, Outcome::Unknown);
    assert_eq!(board.unreachable(), []);
    let ground = node(&board, 1);
    board.set_ground(vec![ground]);
    assert!(!board.settled());
    solve(&mut board);
    assert_eq!(common::values(&board), [0, 1].map(Value::Nimber));
    board.remove(node(&board, 0), ground, Tag(0));
    board.set_ground(vec![]);
    solve(&mut board);
    assert_eq!(board.ground_sum().outcome, Outcome::Second);
}

/// All simple cycles, as sets of edges, of the graph with all grounds made one.
fn simple_cycles(edges: &Edges) -> HashSet<Vec<usize>> {
    let mut found = HashSet::new();
    for (first, &(start, next)) in edges.iter().enumerate() {
        // From an edge on, along edges after it: each cycle is met with its first edge.
        let mut ways = vec![(next, vec![next], vec![first])];
        while let Some((at, nodes, way)) = ways.pop() {
            if at == start {
                let mut cycle = way.clone();
                cycle.sort_unstable();
                found.insert(cycle);
                continue;
            }
            for (i, &(a, b)) in edges.iter().enumerate().skip(first + 1) {
                let other = if a == at { b } else { a };
                if (a == at || b == at) && !way.contains(&i) && !nodes.contains(&other) {
                    let nodes = nodes.iter().copied().chain([other]).collect();
                    ways.push((other, nodes, way.iter().copied().chain([i]).collect()));
                }
            }
        }
    }
    found
}

#[test]
fn a_shared_edge_is_shown_with_both_its_cycles() {
    let mut random = Random::new(42);
    let mut shared_count = 0;
    for _ in 0..4_000 {
        let count = 1 + random.below(7);
        let edges = random_edges(&mut random, count, 8);
        let ground: Vec<usize> = (0..random.below(3)).map(|_| random.below(count)).collect();
        let fuse = |v: usize| if ground.contains(&v) { ground[0] } else { v };
        let fused: Edges = edges.iter().map(|&(a, b)| (fuse(a), fuse(b))).collect();
        let cycles = simple_cycles(&fused);
        let shared = (0..edges.len()).any(|i| cycles.iter().filter(|cycle| cycle.contains(&i)).count() > 1);
        let mut board = grounded("cactus", count, &edges, &ground);
        let found = common::shared_edge(&board, &common::by_tag);
        assert_eq!(found.is_some(), shared, "{edges:?} {ground:?}");
        if let Some(found) = found {
            shared_count += 1;
            let as_set = |cycle: &Vec<(sgg_game::Node, sgg_game::Node, Tag)>| {
                let mut set: Vec<usize> = cycle.iter().map(|edge| edge.2.0 as usize).collect();
                set.sort_unstable();
                set
            };
            let [one, other] = [as_set(&found.cycles[0]), as_set(&found.cycles[1])];
            assert!(one != other && cycles.contains(&one) && cycles.contains(&other));
            let tag = found.edge.2.0 as usize;
            assert!(one.contains(&tag) && other.contains(&tag));
            // In order: neighbours share a node.
            for cycle in &found.cycles {
                for (i, edge) in cycle.iter().enumerate() {
                    let next = &cycle[(i + 1) % cycle.len()];
                    let ends = |edge: &(sgg_game::Node, sgg_game::Node, Tag)| {
                        [fuse(edge.0.index()), fuse(edge.1.index())]
                    };
                    assert!(ends(edge).iter().any(|end| ends(next).contains(end)));
                }
            }
            // It does not depend on how the graph came about, only on what was declared first.
            let mut turned: Vec<_> = board.graph().arcs().collect();
            random.shuffle(&mut turned);
            for &(tail, head, tag) in &turned {
                board.remove(tail, head, tag);
                board.insert(tail, head, tag);
            }
            assert_eq!(common::shared_edge(&board, &common::by_tag), Some(found));
        } else {
            let touching: Vec<_> = (0..count)
                .filter(|v| {
                    let at =
                        |cycle: &&Vec<usize>| cycle.iter().any(|&i| edges[i].0 == *v || edges[i].1 == *v);
                    !ground.contains(v) && cycles.iter().filter(at).count() > 1
                })
                .map(|v| node(&board, v))
                .filter(|v| !board.unreachable().contains(v) && !ground.is_empty())
                .collect();
            assert_eq!(board.touching_cycles(), touching, "{edges:?} {ground:?}");
        }
    }
    assert!(shared_count > 500, "{shared_count}");
}

#[test]
fn the_order_of_edges_and_names_changes_no_position() {
    let mut random = Random::new(43);
    for _ in 0..500 {
        let count = 2 + random.below(30);
        let mut edges = random_edges(&mut random, count, 60);
        let ground = vec![0];
        let value = position(&grounded("hackenbush", count, &edges, &ground));
        random.shuffle(&mut edges);
        let mut names: Vec<usize> = (1..count).collect();
        random.shuffle(&mut names);
        let name = |v: usize| if v == 0 { 0 } else { names[v - 1] };
        let turn = |(a, b)| if random.chance(50) { (name(b), name(a)) } else { (name(a), name(b)) };
        let renamed: Edges = edges.into_iter().map(turn).collect();
        assert_eq!(position(&grounded("hackenbush", count, &renamed, &ground)), value);
    }
}

#[test]
fn a_stalk_of_a_million() {
    let count = 1_000_001;
    let stalk: Edges = (1..count).map(|v| (v - 1, v)).collect();
    let board = grounded("cactus", count, &stalk, &[0]);
    assert_eq!(position(&board), 1_000_000);
    assert_eq!(common::value(&board, 999_999), Value::Nimber(1));
}
