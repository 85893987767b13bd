//! The XORs of any two of some values, sorted, each once: made piece by piece, so that a search can pause between them.

/// What is made of them so far.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// The next one is of the values at these places, the second not behind the first.
    next: (usize, usize),
    /// Sorted, each with no XOR twice; but for the last two, one is more than twice as long as the one behind it.
    runs: Vec<Vec<u64>>,
    merge: Option<Merge>,
}

/// Two runs on their way to be one.
#[derive(Debug)]
struct Merge {
    runs: [Vec<u64>; 2],
    /// How far each is gone through.
    next: [usize; 2],
    merged: Vec<u64>,
}

/// So many are made or moved at a time: a fraction of a millisecond.
const PIECE: usize = 1 << 14;
/// Steps to make one and to sort it with its piece; it is moved a few times, two for a step.
const MAKE_STEPS: usize = 4;
const MOVES_PER_STEP: usize = 2;

impl Pairs {
    /// Goes on by a piece. The steps that it took, or nothing where all are made.
    pub(super) fn step(&mut self, values: &[u64]) -> Option<u64> {
        if let Some(mut merge) = self.merge.take() {
            let moved = merge.step();
            if merge.is_over() {
                merge.merged.shrink_to_fit();
                self.runs.push(merge.merged);
            } else {
                self.merge = Some(merge);
            }
            return Some((1 + moved / MOVES_PER_STEP) as u64);
        }
        let all_made = self.next.0 == values.len();
        if let [.., one, other] = self.runs.as_slice() {
            if all_made || one.len() <= 2 * other.len() {
                let [one, other] = [self.runs.pop(), self.runs.pop()].map(Option::unwrap_or_default);
                let merged = Vec::with_capacity(one.len() + other.len());
                self.merge = Some(Merge { runs: [one, other], next: [0, 0], merged });
                return Some(1);
            }
        }
        (!all_made).then(|| self.make(values))
    }

    /// All of them, once they are made.
    pub(super) fn sorted(&self) -> &[u64] {
        self.runs.first().map_or(&[], |run| run)
    }

    /// Makes a run.
    fn make(&mut self, values: &[u64]) -> u64 {
        let mut run = Vec::with_capacity(PIECE);
        while run.len() < PIECE && self.next.0 < values.len() {
            let (first, second) = self.next;
            let end = (first + 1).min(second + PIECE - run.len());
            run.extend(values[second..end].iter().map(|value| values[first] ^ value));
            self.next = if end > first { (first + 1, 0) } else { (first, end) };
        }
        let steps = MAKE_STEPS * run.len();
        run.sort_unstable();
        run.dedup();
        self.runs.push(run);
        steps as u64
    }
}

impl Merge {
    /// Moves a piece; returns how many there were.
    fn step(&mut self) -> usize {
        let [one, other] = &self.runs;
        let before = self.next;
        while self.next[0] + self.next[1] < before[0] + before[1] + PIECE {
            let (a, b) = (one.get(self.next[0]), other.get(self.next[1]));
            let Some(&least) = a.into_iter().chain(b).min() else { break };
            self.merged.push(least);
            self.next[0] += usize::from(a == Some(&least));
            self.next[1] += usize::from(b == Some(&least));
        }
        self.next[0] + self.next[1] - before[0] - before[1]
    }

    fn is_over(&self) -> bool {
        self.next == [self.runs[0].len(), self.runs[1].len()]
    }
}
