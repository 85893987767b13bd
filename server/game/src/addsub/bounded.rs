//! K below the rank: which numbers are XORs of at most K of the given vectors. This is syndrome decoding of
//! bounded weight, hard in general: exact within the node's budget of steps, else not at all. A search can pause, and
//! goes on where it stopped.

use super::Answer;
use super::pairs::Pairs;
use super::span::Span;
use crate::Meter;
use crate::bits::Bits;

/// What is asked for: the least number t for which t ^ offset is not a XOR of at most `k` vectors, those of the
/// basis of `span` and `others` (all distinct, none 0).
#[derive(Debug)]
pub(super) struct Problem {
    /// The values themselves: t is also the least that is no XOR of exactly `k` of them.
    pub(super) low: Vec<u64>,
    pub(super) span: Span,
    pub(super) others: Vec<u64>,
    pub(super) k: u32,
    /// The offset's coordinates.
    pub(super) start: u64,
}

/// What it comes to, and in how many steps, depends on the problem and the budget alone, not on where it pauses.
#[derive(Debug)]
pub(super) struct Search {
    problem: Problem,
    effort: Effort,
    method: Method,
}

#[derive(Debug)]
enum Method {
    /// Nothing is to be searched.
    Known(Answer),
    Ball(Ball),
    Subsets(Subsets),
    Meeting(Meeting),
}

/// Why a method stops.
enum Stop {
    OverBudget,
    Paused,
}

/// Counts a node's steps.
#[derive(Debug)]
struct Effort {
    budget: u64,
    spent: u64,
    looked: u64,
    /// At so many the search pauses.
    pause: u64,
}

/// Steps between two looks at what is outside; a search that is called again and again comes on by as many.
const PACE: u64 = 1 << 14;

impl Effort {
    /// To be asked where the search can go on later: nothing of what follows is counted or done yet.
    fn look(&mut self, meter: &Meter<'_>) -> Result<(), Stop> {
        if self.spent - self.looked > PACE {
            self.looked = self.spent;
            if meter.cancelled() || self.spent > self.pause {
                return Err(Stop::Paused);
            }
        }
        Ok(())
    }
    fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        self.spent += steps;
        if self.spent > self.budget { Err(Stop::OverBudget) } else { Ok(()) }
    }
}

/// The largest rank for a bitmap of the whole span, and the most vectors outside the basis for trying all of
/// their subsets.
const RANK_MAX: u32 = 20;
const EXCESS_MAX: usize = 20;
/// The most XORs of two values that are kept.
const PAIRS_MAX: usize = 1 << 22;
/// What each of them costs, about: where the budget does not allow for it, none is made.
const PAIR_STEPS: u64 = 8;

impl Search {
    pub(super) fn new(problem: Problem, budget: u64) -> Search {
        let method = Method::of(&problem, budget);
        Search { problem, effort: Effort { budget, spent: 0, looked: 0, pause: 0 }, method }
    }

    /// Whether it is the search for the picks of `k` of these values.
    pub(super) fn is_of(&self, low: &[u64], k: u32, budget: u64) -> bool {
        (self.problem.k, self.effort.budget) == (k, budget) && self.problem.low == low
    }

    /// The steps so far.
    pub(super) fn spent(&self) -> u64 {
        self.effort.spent
    }

    /// Goes on, until it is over, the meter's steps are spent or it is cancelled.
    pub(super) fn go_on(&mut self, meter: &Meter<'_>) -> Answer {
        let Search { problem, effort, method } = self;
        effort.looked = effort.spent;
        effort.pause = effort.spent.saturating_add(meter.left);
        let answer = match method {
            Method::Known(answer) => Ok(*answer),
            Method::Ball(ball) => ball.go_on(problem, effort, meter),
            Method::Subsets(subsets) => subsets.go_on(problem, effort, meter),
            Method::Meeting(meeting) => meeting.go_on(problem, effort, meter),
        };
        answer.unwrap_or_else(|stop| match stop {
            Stop::OverBudget => Answer::OverBudget,
            Stop::Paused => Answer::Paused,
        })
    }
}

impl Method {
    /// Which one is tried depends on the values, K and the budget alone.
    fn of(problem: &Problem, budget: u64) -> Method {
        if problem.k == 1 {
            let mex = problem.low.iter().zip(0..).take_while(|&(&value, number)| value == number).count();
            return Method::Known(Answer::Number(mex as u64));
        }
        let rank = problem.span.rank();
        let vectors = u64::from(rank) + problem.others.len() as u64;
        let round = if rank > RANK_MAX { u64::MAX } else { vectors << rank.saturating_sub(6) };
        if round.saturating_mul(u64::from(problem.k)) <= budget {
            return Method::Ball(Ball::new(problem));
        }
        let pairs = problem.low.len().saturating_mul(problem.low.len() + 1) / 2;
        // Two picks are met by two values, without any pairs.
        let pairs = if problem.k == 2 { 0 } else { pairs };
        let can_meet = problem.k <= 4 && pairs <= PAIRS_MAX && (pairs as u64) * PAIR_STEPS <= budget;
        let subsets = if problem.others.len() > EXCESS_MAX { usize::MAX } else { 1 << problem.others.len() };
        if can_meet && pairs.max(problem.low.len()) < subsets {
            return Method::Meeting(Meeting::default());
        }
        if subsets as u64 <= budget {
            return Method::Subsets(Subsets::new(problem));
        }
        // The ball may be full long before K rounds.
        if round <= budget { Method::Ball(Ball::new(problem)) } else { Method::Known(Answer::OverBudget) }
    }
}

/// The numbers from 0 on, with the coordinates of each, the offset's added. All below the least power of two outside
/// the span have some; that power is the answer when all of them are reached.
#[derive(Debug)]
struct Numbers {
    number: u64,
    coordinates: u64,
    outside: Option<u32>,
    /// Counting up flips a run of low bits: the coordinates of 2^0 ^ .. ^ 2^j.
    runs: [u64; 64],
}

impl Numbers {
    fn new(problem: &Problem) -> Numbers {
        let outside = problem.span.least_power_outside();
        let mut runs = [0; 64];
        let mut run = 0;
        for exponent in 0..outside.unwrap_or(64) {
            run ^= problem.span.coordinates(1 << exponent).unwrap_or_default();
            runs[exponent as usize] = run;
        }
        Numbers { number: 0, coordinates: problem.start, outside, runs }
    }
    /// What follows where all numbers are reached.
    fn end(&self) -> Option<Result<Answer, Stop>> {
        match self.outside {
            Some(exponent) if self.number >> exponent != 0 => Some(Ok(Answer::Power(exponent))),
            None if self.number == u64::MAX => Some(Ok(Answer::TooLarge)),
            _ => None,
        }
    }
    fn step(&mut self) {
        self.coordinates ^= self.runs[self.number.trailing_ones() as usize];
        self.number += 1;
    }
}

/// The ball of radius K as a bitmap over the coordinates, round by round, 64 at a time, until it is full.
/// O(K * vectors * 2^rank / 64).
#[derive(Debug)]
struct Ball {
    vectors: Vec<u64>,
    ball: Vec<u64>,
    size: u64,
    round: u32,
    /// The ball of the next round, and with how many vectors so far.
    next: Vec<u64>,
    vector: usize,
    is_grown: bool,
    numbers: Numbers,
}

impl Ball {
    fn new(problem: &Problem) -> Ball {
        let rank = problem.span.rank();
        let others =
            problem.others.iter().map(|&vector| problem.span.coordinates(vector).unwrap_or_default());
        let vectors: Vec<u64> = (0..rank).map(|i| 1 << i).chain(others).collect();
        let mut ball = vec![0u64; 1 << rank.saturating_sub(6)];
        ball[0] = 1;
        let (next, numbers) = (ball.clone(), Numbers::new(problem));
        Ball { vectors, ball, size: 1, round: 0, next, vector: 0, is_grown: false, numbers }
    }

    fn go_on(&mut self, problem: &Problem, effort: &mut Effort, meter: &Meter<'_>) -> Result<Answer, Stop> {
        while !self.is_grown {
            self.grow(problem, effort, meter)?;
        }
        loop {
            if let Some(end) = self.numbers.end() {
                return end;
            }
            effort.look(meter)?;
            effort.spend(1)?;
            let at = self.numbers.coordinates;
            if self.ball[(at >> 6) as usize] >> (at & 63) & 1 == 0 {
                return Ok(Answer::Number(self.numbers.number));
            }
            self.numbers.step();
        }
    }

    /// One round.
    fn grow(&mut self, problem: &Problem, effort: &mut Effort, meter: &Meter<'_>) -> Result<(), Stop> {
        while let Some(&vector) = self.vectors.get(self.vector) {
            effort.look(meter)?;
            effort.spend(self.ball.len() as u64)?;
            let (word, bit) = ((vector >> 6) as usize, vector & 63);
            for (i, &bits) in self.ball.iter().enumerate() {
                self.next[i ^ word] |= permuted(bits, bit);
            }
            self.vector += 1;
        }
        (self.round, self.vector) = (self.round + 1, 0);
        self.ball.copy_from_slice(&self.next);
        let grown: u64 = self.ball.iter().map(|bits| u64::from(bits.count_ones())).sum();
        let before = std::mem::replace(&mut self.size, grown);
        self.is_grown = grown == before || grown == 1 << problem.span.rank() || self.round == problem.k;
        Ok(())
    }
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
#[derive(Debug)]
struct Subsets {
    others: Vec<u64>,
    numbers: Numbers,
    /// In the order of the subsets, 0 where the number was not looked at yet.
    step: u64,
    subset: u64,
    coordinates: u64,
}

impl Subsets {
    fn new(problem: &Problem) -> Subsets {
        let others =
            problem.others.iter().map(|&vector| problem.span.coordinates(vector).unwrap_or_default());
        let (others, numbers) = (others.collect(), Numbers::new(problem));
        Subsets { others, numbers, step: 0, subset: 0, coordinates: 0 }
    }

    fn go_on(&mut self, problem: &Problem, effort: &mut Effort, meter: &Meter<'_>) -> Result<Answer, Stop> {
        loop {
            if let Some(end) = self.numbers.end() {
                return end;
            }
            if !self.reaches(problem.k, effort, meter)? {
                return Ok(Answer::Number(self.numbers.number));
            }
            self.numbers.step();
            self.step = 0;
        }
    }

    /// Whether the number is reached.
    fn reaches(&mut self, k: u32, effort: &mut Effort, meter: &Meter<'_>) -> Result<bool, Stop> {
        effort.look(meter)?;
        if self.step == 0 {
            effort.spend(1)?;
            (self.step, self.subset, self.coordinates) = (1, 0, self.numbers.coordinates);
            if self.coordinates.count_ones() <= k {
                return Ok(true);
            }
        }
        while self.step < 1 << self.others.len() {
            if self.step % 1024 == 0 {
                effort.look(meter)?;
                effort.spend(1024)?;
            }
            let other = self.step.trailing_zeros();
            self.subset ^= 1 << other;
            self.coordinates ^= self.others[other as usize];
            if self.coordinates.count_ones() + self.subset.count_ones() <= k {
                effort.spend(self.step % 1024)?;
                return Ok(true);
            }
            self.step += 1;
        }
        Ok(false)
    }
}

/// Meet in the middle for K from 2 to 4: number by number, with the values or all XORs of two of them at hand.
#[derive(Debug, Default)]
struct Meeting {
    /// None where K is 2.
    pairs: Pairs,
    /// The second halves, where they are small: else they are looked up in the sorted list.
    bitmap: Option<Bits>,
    is_prepared: bool,
    number: u64,
    /// How many of the first halves were tried for it.
    tried: usize,
}

/// Numbers of so many bits go into a bitmap.
const BITMAP_BITS_MAX: u32 = 22;

impl Meeting {
    fn go_on(&mut self, problem: &Problem, effort: &mut Effort, meter: &Meter<'_>) -> Result<Answer, Stop> {
        if !self.is_prepared {
            self.prepare(problem, effort, meter)?;
        }
        let Meeting { pairs, bitmap, number, tried, .. } = self;
        let (some, rest) = halves(problem, pairs.sorted());
        let cost = bitmap.as_ref().map_or_else(|| 4 + u64::from(rest.len().ilog2()), |_| 1);
        let contains = |number: u64| match &*bitmap {
            Some(bitmap) => number < bitmap.size() as u64 && bitmap.get(number as usize),
            None => rest.binary_search(&number).is_ok(),
        };
        while *number < u64::MAX {
            let mut found = false;
            while let Some(first) = some.get(*tried).filter(|_| !found) {
                effort.look(meter)?;
                effort.spend(cost)?;
                found = contains(*number ^ first);
                *tried += 1;
            }
            if !found {
                return Ok(Answer::Number(*number));
            }
            (*number, *tried) = (*number + 1, 0);
        }
        Err(Stop::OverBudget)
    }

    fn prepare(&mut self, problem: &Problem, effort: &mut Effort, meter: &Meter<'_>) -> Result<(), Stop> {
        let values: &[u64] = if problem.k == 2 { &[] } else { &problem.low };
        loop {
            effort.look(meter)?;
            let Some(steps) = self.pairs.step(values) else { break };
            effort.spend(steps)?;
        }
        self.is_prepared = true;
        let bits = 64 - problem.low.last().map_or(64, |value| value.leading_zeros());
        if bits > BITMAP_BITS_MAX {
            return Ok(());
        }
        let mut bitmap = Bits::with_size(1 << bits);
        for &number in halves(problem, self.pairs.sorted()).1 {
            bitmap.set(number as usize);
        }
        effort.spend(bitmap.size() as u64 / 64)?;
        self.bitmap = Some(bitmap);
        Ok(())
    }
}

/// The first halves of all picks, and the second ones.
fn halves<'a>(problem: &'a Problem, pairs: &'a [u64]) -> (&'a [u64], &'a [u64]) {
    match problem.k {
        2 => (&problem.low, &problem.low),
        3 => (&problem.low, pairs),
        _ => (pairs, pairs),
    }
}
