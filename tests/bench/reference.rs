//! The yardstick for whole files: for each kind the plain loop that one would write for it alone, on the same bytes.
//! It knows one game of lines `  A -> B` with names of at most eight bytes, checks nothing and tells nothing.

use crate::games::stones_k;

/// A graph with numbered nodes, and their names.
pub(crate) struct Read {
    pub(crate) names: Vec<u64>,
    pub(crate) arcs: Vec<(u32, u32)>,
}

/// A name's bytes, and one more than its node's number; 0 where there is none.
#[derive(Clone, Copy, Default)]
struct Slot {
    name: u64,
    node: u32,
}

pub(crate) fn read(text: &[u8]) -> Read {
    // A file of this shape names a node in ten lines or less.
    let bits = (text.len() / 24).max(4096).next_power_of_two().trailing_zeros();
    let mut table = vec![Slot::default(); 1 << bits];
    let mut read = Read { names: Vec::new(), arcs: Vec::with_capacity(text.len() / 16) };
    let mut intern = |name: u64| {
        let mut hash = name.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mut at = (hash >> (64 - bits)) as usize;
        loop {
            let slot = &mut table[at];
            if slot.node == 0 {
                read.names.push(name);
                *slot = Slot { name, node: read.names.len() as u32 };
            }
            if slot.name == name {
                return slot.node - 1;
            }
            at = (at + 1) & ((1 << bits) - 1);
        }
    };
    let mut at = 0;
    while at < text.len() {
        let (tail, behind) = word(text, at);
        if matches!(text.get(behind..behind + 4), Some(b" -> " | b" -- ")) {
            let (head, end) = word(text, behind + 4);
            read.arcs.push((intern(tail), intern(head)));
            at = end;
        }
        at += text[at..].iter().position(|&byte| byte == b'\n').unwrap_or(text.len() - at) + 1;
    }
    read
}

/// The word at a place, blanks before it skipped: its first eight bytes, and where it ends.
fn word(text: &[u8], mut at: usize) -> (u64, usize) {
    while text.get(at) == Some(&b' ') {
        at += 1;
    }
    let (mut word, mut shift) = (0, 0);
    while let Some(&byte) = text.get(at).filter(|&&byte| byte > b' ') {
        if shift < 64 {
            word |= u64::from(byte) << shift;
            shift += 8;
        }
        at += 1;
    }
    (word, at)
}

pub(crate) fn name(word: u64) -> String {
    word.to_le_bytes().iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect()
}

/// Compressed rows: the followers of each node side by side.
struct Rows {
    starts: Vec<u32>,
    to: Vec<u32>,
}

impl Rows {
    fn new(nodes: usize, arcs: impl Iterator<Item = (u32, u32)> + Clone) -> Rows {
        let mut starts = vec![0u32; nodes + 2];
        for (tail, _) in arcs.clone() {
            starts[tail as usize + 2] += 1;
        }
        for node in 2..nodes + 2 {
            starts[node] += starts[node - 1];
        }
        let mut to = vec![0; starts[nodes + 1] as usize];
        for (tail, head) in arcs {
            let slot = &mut starts[tail as usize + 1];
            to[*slot as usize] = head;
            *slot += 1;
        }
        Rows { starts, to }
    }

    fn of(&self, node: u32) -> &[u32] {
        &self.to[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

const UNKNOWN: u32 = u32::MAX;

/// Each node's value by those of its followers, in an order that a depth-first search finds.
fn by_followers(read: &Read, mut value: impl FnMut(u32, &[u32], &[u32]) -> u32) -> Vec<u32> {
    let nodes = read.names.len();
    let rows = Rows::new(nodes, read.arcs.iter().copied());
    let mut values = vec![UNKNOWN; nodes];
    let mut next = rows.starts.clone();
    let mut stack = Vec::new();
    for root in 0..nodes as u32 {
        if values[root as usize] == UNKNOWN {
            stack.push(root);
        }
        while let Some(&node) = stack.last() {
            let (at, end) = (next[node as usize] as usize, rows.starts[node as usize + 1] as usize);
            match rows.to[at..end].iter().position(|&head| values[head as usize] == UNKNOWN) {
                Some(skip) => {
                    next[node as usize] += skip as u32;
                    stack.push(rows.to[at + skip]);
                }
                None => {
                    values[node as usize] = value(node, rows.of(node), &values);
                    stack.pop();
                }
            }
        }
    }
    values
}

/// The least number that no mark of this round is on.
struct Mex {
    marks: Vec<u32>,
    round: u32,
}

impl Mex {
    fn new() -> Mex {
        Mex { marks: vec![0; 1 << 16], round: 0 }
    }
    fn of(&mut self, met: impl Iterator<Item = u32>) -> u32 {
        self.round += 1;
        for value in met {
            self.marks[value as usize] = self.round;
        }
        self.marks.iter().position(|&mark| mark != self.round).unwrap_or(0) as u32
    }
}

/// `dag`, and the classes of `nim`.
pub(crate) fn dag(read: &Read) -> Vec<u32> {
    let mut mex = Mex::new();
    by_followers(read, |_, followers, values| mex.of(followers.iter().map(|&head| values[head as usize])))
}

/// The mex of all XORs of K followers' values, found by adding one after the other.
pub(crate) fn addsub(read: &Read) -> Vec<u32> {
    let (mut mex, mut seen) = (Mex::new(), Mex::new());
    let (mut sums, mut longer) = (Vec::new(), Vec::new());
    by_followers(read, |node, followers, values| {
        sums.clear();
        sums.extend((!followers.is_empty()).then_some(0));
        for _ in 0..stones_k(number(read.names[node as usize])) {
            seen.round += 1;
            longer.clear();
            for sum in &sums {
                for &head in followers {
                    let sum = sum ^ values[head as usize];
                    if std::mem::replace(&mut seen.marks[sum as usize], seen.round) != seen.round {
                        longer.push(sum);
                    }
                }
            }
            std::mem::swap(&mut sums, &mut longer);
        }
        mex.of(sums.iter().copied())
    })
}

/// The number in a name `n123`.
pub(crate) fn number(word: u64) -> usize {
    name(word)[1..].parse().unwrap()
}

/// Level by level, each by going back from the nodes that get its value: Smith (1966), Fraenkel and Perl (1975).
/// [`UNKNOWN`] is infinite.
pub(crate) fn loopy(read: &Read) -> Vec<u32> {
    let nodes = read.names.len();
    let out = Rows::new(nodes, read.arcs.iter().copied());
    let into = Rows::new(nodes, read.arcs.iter().map(|&(tail, head)| (head, tail)));
    let mut values = vec![UNKNOWN; nodes];
    let mut mex = Mex::new();
    for level in 0.. {
        let known = |values: &[u32], node: u32| {
            out.of(node)
                .iter()
                .map(|&head| values[head as usize])
                .filter(|&value| value != UNKNOWN)
                .collect::<Vec<_>>()
        };
        // Those that have all smaller values below them; how many followers have neither a value nor this one below.
        let able: Vec<bool> = (0..nodes as u32)
            .map(|node| values[node as usize] == UNKNOWN && mex.of(known(&values, node).into_iter()) == level)
            .collect();
        let open =
            |node| out.of(node).iter().filter(|&&head| values[head as usize] == UNKNOWN).count() as u32;
        let mut left: Vec<u32> = (0..nodes as u32).map(open).collect();
        let mut won = vec![false; nodes];
        let mut queue: Vec<u32> =
            (0..nodes as u32).filter(|&node| able[node as usize] && left[node as usize] == 0).collect();
        if !able.contains(&true) {
            return values;
        }
        while let Some(node) = queue.pop() {
            if won[node as usize] || values[node as usize] != UNKNOWN {
                continue;
            }
            values[node as usize] = level;
            for &above in into.of(node) {
                if values[above as usize] != UNKNOWN || std::mem::replace(&mut won[above as usize], true) {
                    continue;
                }
                for &top in into.of(above) {
                    left[top as usize] -= 1;
                    if left[top as usize] == 0 && able[top as usize] {
                        queue.push(top);
                    }
                }
            }
        }
    }
    values
}

/// The values below a node of `loopy` that is infinite, ascending.
pub(crate) fn finite_below(read: &Read, values: &[u32]) -> Vec<Vec<u32>> {
    let mut below = vec![Vec::new(); values.len()];
    for &(tail, head) in &read.arcs {
        if values[head as usize] != UNKNOWN {
            below[tail as usize].push(values[head as usize]);
        }
    }
    for values in &mut below {
        values.sort_unstable();
        values.dedup();
    }
    below
}

pub(crate) fn is_infinite(value: u32) -> bool {
    value == UNKNOWN
}

/// What stands on the first node named: parts that no single cut can part are fused, a branch over a single edge adds 1.
pub(crate) fn hackenbush(read: &Read) -> u32 {
    let nodes = read.names.len();
    let ends = |(at, &(a, b)): (usize, &(u32, u32))| [(a, b, at as u32), (b, a, at as u32)];
    let both = read.arcs.iter().enumerate().flat_map(ends);
    let to = Rows::new(nodes, both.clone().map(|(a, b, _)| (a, b)));
    let edge = Rows::new(nodes, both.map(|(a, _, at)| (a, at)));
    let mut entered = vec![0u32; nodes];
    let (mut low, mut worth) = (vec![0u32; nodes], vec![0u32; nodes]);
    let mut next = to.starts.clone();
    let mut used = vec![false; read.arcs.len()];
    let mut stack = vec![0u32];
    (entered[0], low[0]) = (1, 1);
    let mut count = 1;
    while let Some(&node) = stack.last() {
        let (v, at) = (node as usize, next[node as usize] as usize);
        if at < to.starts[v + 1] as usize {
            next[v] += 1;
            if std::mem::replace(&mut used[edge.to[at] as usize], true) {
                continue;
            }
            let w = to.to[at] as usize;
            if entered[w] == 0 {
                count += 1;
                (entered[w], low[w]) = (count, count);
                stack.push(w as u32);
            } else {
                // Closes a cycle: a loop where all of it is fused.
                low[v] = low[v].min(entered[w]);
                worth[v] ^= 1;
            }
            continue;
        }
        stack.pop();
        let Some(&below) = stack.last() else { break };
        let below = below as usize;
        let bridge = low[v] == entered[v];
        worth[below] ^= if bridge { worth[v] + 1 } else { worth[v] ^ 1 };
        low[below] = low[below].min(low[v]);
    }
    worth[0]
}
