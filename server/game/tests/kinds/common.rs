//! What the tests share: a generator of random numbers, random graphs, and boards from lists of pairs.

use std::sync::atomic::AtomicBool;

use sgg_game::{ArcOrder, Board, Cycle, Meter, Node, Progress, SharedEdge, Sum, Tag, Value, kind_named};

/// Marsaglia's xorshift with 64 bits of state: the same numbers everywhere and for ever.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Up to `most` arcs without a cycle, some of them parallel, between nodes in no order.
pub fn random_dag(random: &mut Random, count: usize, most: usize) -> Vec<(usize, usize)> {
    let mut rank: Vec<usize> = (0..count).collect();
    random.shuffle(&mut rank);
    let arcs: Vec<(usize, usize)> =
        (0..random.below(most + 1)).map(|_| (random.below(count), random.below(count))).collect();
    let falling = arcs.into_iter().filter(|(u, v)| u != v);
    falling.map(|(u, v)| if rank[u] > rank[v] { (u, v) } else { (v, u) }).collect()
}

/// Up to `most` arcs, loops and parallel ones among them.
pub fn random_digraph(random: &mut Random, count: usize, most: usize) -> Vec<(usize, usize)> {
    (0..random.below(most + 1)).map(|_| (random.below(count), random.below(count))).collect()
}

/// Whether `v` is on or above a cycle: some way from it is longer than there are nodes.
pub fn leads_to_cycle(out: &[Vec<usize>], v: usize) -> bool {
    let mut reached = vec![v];
    for _ in 0..=out.len() {
        let mut next: Vec<usize> = reached.iter().flat_map(|&w| out[w].iter().copied()).collect();
        next.sort_unstable();
        next.dedup();
        reached = next;
    }
    !reached.is_empty()
}

/// A board of that kind with nodes 0..count and these arcs; the tag is the number of the arc.
pub fn board(kind: &str, count: usize, arcs: &[(usize, usize)]) -> Board {
    let mut board = Board::new(kind_named(kind).unwrap());
    let nodes: Vec<Node> = (0..count).map(|_| board.add_node()).collect();
    let arcs = arcs.iter().enumerate().map(|(i, &(u, v))| (nodes[u], nodes[v], Tag(i as u32)));
    board.insert_all(arcs);
    board
}

pub fn node(board: &Board, index: usize) -> Node {
    board.graph().node(index).unwrap()
}

pub fn solve(board: &mut Board) {
    solve_within(board, sgg_game::NODE_BUDGET_DEFAULT);
}

pub fn solve_within(board: &mut Board, node_budget: u64) {
    let cancel = AtomicBool::new(false);
    let mut meter = Meter { node_budget, left: u64::MAX, cancel: &cancel };
    assert_eq!(board.advance(&mut meter), Progress::Done);
    assert!(board.settled());
}

/// The cycles to show.
pub fn cycles(board: &Board, most: usize) -> Vec<Cycle> {
    let cancel = AtomicBool::new(false);
    board.cycles(&by_tag, &|_| true, most, &mut Meter::new(&cancel)).unwrap()
}

/// An edge on two cycles to show.
pub fn by_tag(_: Node, _: Node, tag: Tag) -> u128 {
    u128::from(tag.0)
}

pub fn shared_edge(board: &Board, order: &ArcOrder<'_>) -> Option<SharedEdge> {
    let cancel = AtomicBool::new(false);
    board.shared_edge(order, &|_| true, &mut Meter::new(&cancel)).unwrap()
}

pub fn value(board: &Board, index: usize) -> Value {
    board.value(node(board, index))
}

pub fn values(board: &Board) -> Vec<Value> {
    board.graph().nodes().map(|node| board.value(node)).collect()
}

pub fn sum(board: &Board, stones: &[(usize, u64)]) -> Sum {
    board.sum(&mut stones.iter().map(|&(index, count)| (node(board, index), count)))
}
