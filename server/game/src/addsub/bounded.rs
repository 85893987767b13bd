//! K below the rank: which numbers are XORs of at most K of the given vectors. This is syndrome decoding of
//! bounded weight, hard in general: exact within the node's budget of steps, else not at all.

use super::closed::{Answer, Span};
use crate::Meter;
use crate::bits::Bits;

/// What is asked for: the least number t for which t ^ offset is not a XOR of at most `k` vectors, those of the
/// basis of `span` and `others` (all distinct, none 0).
pub(super) struct Problem<'a> {
    /// The values themselves: t is also the least that is no XOR of exactly `k` of them.
    pub(super) low: &'a [u64],
    pub(super) span: &'a Span,
    pub(super) others: &'a [u64],
    pub(super) k: u32,
    /// The offset's coordinates.
    pub(super) start: u64,
}

/// Why a method gave up.
enum Stop {
    OverBudget,
    Cancelled,
}

/// Counts a node's steps.
struct Effort<'a, 'm> {
    spent: u64,
    polled: u64,
    meter: &'a Meter<'m>,
}

impl Effort<'_, '_> {
    fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        self.spent += steps;
        if self.spent - self.polled > 1 << 14 {
            self.polled = self.spent;
            if self.meter.cancelled() {
                return Err(Stop::Cancelled);
            }
        }
        if self.spent > self.meter.node_budget { Err(Stop::OverBudget) } else { Ok(()) }
    }
    fn left(&self) -> u64 {
        self.meter.node_budget.saturating_sub(self.spent)
    }
}

/// The largest rank for a bitmap of the whole span, and the most vectors outside the basis for trying all of
/// their subsets.
const RANK_MAX: u32 = 20;
const EXCESS_MAX: usize = 20;
/// The most XORs of two values that are kept.
const PAIRS_MAX: usize = 1 << 22;

/// The mex, and the steps it took. Which method is tried depends on the values, K and the budget alone.
pub(super) fn mex(problem: &Problem<'_>, meter: &Meter<'_>) -> (Answer, u64) {
    let mut effort = Effort { spent: 0, polled: 0, meter };
    let answer = methods(problem, &mut effort);
    let answer = answer.unwrap_or_else(|stop| match stop {
        Stop::OverBudget => Answer::OverBudget,
        Stop::Cancelled => Answer::Cancelled,
    });
    (answer, effort.spent)
}

fn methods(problem: &Problem<'_>, effort: &mut Effort<'_, '_>) -> Result<Answer, Stop> {
    if problem.k == 1 {
        let mex = problem.low.iter().zip(0..).take_while(|&(&value, number)| value == number).count();
        return Ok(Answer::Number(mex as u64));
    }
    let rank = problem.span.rank();
    let vectors = u64::from(rank) + problem.others.len() as u64;
    let round = if rank > RANK_MAX { u64::MAX } else { vectors << rank.saturating_sub(6) };
    if round.saturating_mul(u64::from(problem.k)) <= effort.left() {
        return by_ball(problem, effort);
    }
    let pairs = problem.low.len().saturating_mul(problem.low.len()) / 2;
    let subsets = if problem.others.len() > EXCESS_MAX { usize::MAX } else { 1 << problem.others.len() };
    if problem.k <= 4 && pairs <= PAIRS_MAX && pairs < subsets {
        return by_meeting(problem, effort);
    }
    if subsets as u64 <= effort.left() {
        return by_subsets(problem, effort);
    }
    // The ball may be full long before K rounds.
    if round <= effort.left() { by_ball(problem, effort) } else { Err(Stop::OverBudget) }
}

/// The least t that `reached` denies, given t's coordinates with the offset's added. All t below the least
/// power of two outside the span have some; that power is the answer when all of them are reached.
fn least(problem: &Problem<'_>, mut reached: impl FnMut(u64) -> Result<bool, Stop>) -> Result<Answer, Stop> {
    let outside = problem.span.least_power_outside();
    // Counting up flips a run of low bits: the coordinates of 2^0 ^ .. ^ 2^j.
    let mut runs = [0; 64];
    let mut run = 0;
    for exponent in 0..outside.unwrap_or(64) {
        run ^= problem.span.coordinates(1 << exponent).unwrap_or_default();
        runs[exponent as usize] = run;
    }
    let mut coordinates = problem.start;
    for number in 0..u64::MAX {
        if outside.is_some_and(|exponent| exponent < 64 && number >> exponent != 0) {
            break;
        }
        if !reached(coordinates)? {
            return Ok(Answer::Number(number));
        }
        coordinates ^= runs[number.trailing_ones() as usize];
    }
    outside.map_or(Err(Stop::OverBudget), |exponent| Ok(Answer::Power(exponent)))
}

/// The ball of radius K as a bitmap over the coordinates, round by round, 64 at a time, until it is full.
/// O(K * vectors * 2^rank / 64).
fn by_ball(problem: &Problem<'_>, effort: &mut Effort<'_, '_>) -> Result<Answer, Stop> {
    let rank = problem.span.rank();
    let others = problem.others.iter().map(|&vector| problem.span.coordinates(vector).unwrap_or_default());
    let vectors: Vec<u64> = (0..rank).map(|i| 1 << i).chain(others).collect();
    let mut ball = vec![0u64; 1 << rank.saturating_sub(6)];
    ball[0] = 1;
    let mut size = 1;
    for _ in 0..problem.k {
        let mut next = ball.clone();
        for &vector in &vectors {
            effort.spend(ball.len() as u64)?;
            let (word, bit) = ((vector >> 6) as usize, vector & 63);
            for (i, &bits) in ball.iter().enumerate() {
                next[i ^ word] |= permuted(bits, bit);
            }
        }
        ball = next;
        let grown: u64 = ball.iter().map(|bits| u64::from(bits.count_ones())).sum();
        if grown == std::mem::replace(&mut size, grown) || grown == 1 << rank {
            break;
        }
    }
    least(problem, |coordinates| {
        effort.spend(1)?;
        Ok(ball[(coordinates >> 6) as usize] >> (coordinates & 63) & 1 == 1)
    })
}

/// Moves every bit i to i ^ by (by < 64).
fn permuted(mut bits: u64, by: u64) -> u64 {
    const LOWER: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    for (i, lower) in LOWER.iter().enumerate() {
        if by >> i & 1 == 1 {
            bits = (bits & lower) << (1 << i) | bits >> (1 << i) & lower;
        }
    }
    bits
}

/// Number by number: the basis alone, then with every subset of the vectors outside it, in Gray's order.
/// O(numbers * 2^others).
fn by_subsets(problem: &Problem<'_>, effort: &mut Effort<'_, '_>) -> Result<Answer, Stop> {
    let others = problem.others.iter().map(|&vector| problem.span.coordinates(vector).unwrap_or_default());
    let others: Vec<u64> = others.collect();
    least(problem, |mut coordinates| {
        effort.spend(1)?;
        if coordinates.count_ones() <= problem.k {
            return Ok(true);
        }
        let mut subset: u64 = 0;
        for step in 1u64..1 << others.len() {
            if step % 1024 == 0 {
                effort.spend(1024)?;
            }
            let other = step.trailing_zeros();
            subset ^= 1 << other;
            coordinates ^= others[other as usize];
            if coordinates.count_ones() + subset.count_ones() <= problem.k {
                effort.spend(step % 1024)?;
                return Ok(true);
            }
        }
        Ok(false)
    })
}

/// Meet in the middle for K from 2 to 4: number by number, with all XORs of two values at hand.
fn by_meeting(problem: &Problem<'_>, effort: &mut Effort<'_, '_>) -> Result<Answer, Stop> {
    let low = problem.low;
    let bits = 64 - low.last().map_or(64, |value| value.leading_zeros());
    // Sorting costs more than a look at each: eight steps a pair.
    effort.spend(4 * (low.len() as u64).pow(2))?;
    let mut pairs: Vec<u64> =
        low.iter().enumerate().flat_map(|(i, &a)| low[..=i].iter().map(move |&b| a ^ b)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let (some, rest) = match problem.k {
        2 => (low, low),
        3 => (low, &pairs[..]),
        _ => (&pairs[..], &pairs[..]),
    };
    let rest = Lookup::new(rest, bits);
    effort.spend(rest.cost_once())?;
    for number in 0..u64::MAX {
        let mut found = false;
        for &first in some {
            effort.spend(rest.cost())?;
            if rest.contains(number ^ first) {
                found = true;
                break;
            }
        }
        if !found {
            return Ok(Answer::Number(number));
        }
    }
    Err(Stop::OverBudget)
}

/// A set of numbers to look up: a bitmap where they are small, else a sorted list.
enum Lookup<'a> {
    Bitmap(Bits),
    Sorted(&'a [u64]),
}

/// Numbers of so many bits go into a bitmap.
const BITMAP_BITS_MAX: u32 = 22;

impl<'a> Lookup<'a> {
    fn new(sorted: &'a [u64], bits: u32) -> Lookup<'a> {
        if bits > BITMAP_BITS_MAX {
            return Lookup::Sorted(sorted);
        }
        let mut bitmap = Bits::with_size(1 << bits);
        for &number in sorted {
            bitmap.set(number as usize);
        }
        Lookup::Bitmap(bitmap)
    }
    fn contains(&self, number: u64) -> bool {
        match self {
            Lookup::Bitmap(bitmap) => number < bitmap.size() as u64 && bitmap.get(number as usize),
            Lookup::Sorted(sorted) => sorted.binary_search(&number).is_ok(),
        }
    }
    /// Steps of making it.
    fn cost_once(&self) -> u64 {
        match self {
            Lookup::Bitmap(bitmap) => bitmap.size() as u64 / 64,
            Lookup::Sorted(_) => 0,
        }
    }
    /// Steps of one look.
    fn cost(&self) -> u64 {
        match self {
            Lookup::Bitmap(_) => 1,
            Lookup::Sorted(sorted) => 4 + u64::from(sorted.len().ilog2()),
        }
    }
}
