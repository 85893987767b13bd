//! The closed form over GF(2).
//!
//! With d0 in D, E the span of {d ^ d0} and c = d0 for odd K, else 0, the XORs of exactly K picks from D are c ^
//! the XORs of at most K of D ^ d0 (a pick of d0 adds nothing to the latter). So for K >= rank(E) they are the
//! coset c + E, and for K odd with d0 not in E they never contain 0.

use super::bounded;
use crate::Meter;

/// The distinct values below a node: numbers, and exponents of powers of two from 2^64 on. Both ascending.
#[derive(Debug)]
pub(super) struct Below {
    low: Vec<u64>,
    high: Vec<u32>,
}

/// The mex of the XORs of K picks.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Number(u64),
    /// 2 to this power.
    Power(u32),
    OverBudget,
    Cancelled,
}

impl Below {
    pub(super) fn new(values: impl Iterator<Item = Result<u64, u32>>) -> Below {
        let mut below = Below { low: Vec::new(), high: Vec::new() };
        for value in values {
            match value {
                Ok(number) => below.low.push(number),
                Err(exponent) => below.high.push(exponent),
            }
        }
        below.low.sort_unstable();
        below.low.dedup();
        below.high.sort_unstable();
        below.high.dedup();
        below
    }
    pub(super) fn len(&self) -> usize {
        self.low.len() + self.high.len()
    }
    /// The rank of E: each high value has a bit of its own, so that each but a chosen one adds one.
    pub(super) fn rank(&self) -> u32 {
        let Some(&first) = self.low.first() else { return (self.high.len() as u32).saturating_sub(1) };
        let mut span = Span::default();
        for &value in &self.low {
            span.insert(value ^ first);
        }
        span.rank() + self.high.len() as u32
    }
}

/// [`mex`] where every value is 0 or a power of two, as most are; `None` where some other is.
///
/// With 0 among them, the numbers reached have at most k bits, all present: the least missing one is a power of
/// two not present, or the least number of k + 1 bits. Without 0, they have as many bits as k, mod 2.
pub(super) fn mex_of_units(values: impl Iterator<Item = Result<u64, u32>>, k: u32) -> Option<Answer> {
    let (mut zero, mut present) = (false, 0);
    let mut high: Vec<u32> = Vec::new();
    for value in values {
        match value {
            Ok(0) => zero = true,
            Ok(number) if number.is_power_of_two() => present |= number,
            Ok(_) => return None,
            Err(exponent) => high.push(exponent),
        }
    }
    if !zero {
        return Some(Answer::Number(u64::from(k % 2 == 0)));
    }
    let mut missing = present.trailing_ones();
    if missing == 64 {
        high.sort_unstable();
        high.dedup();
        missing += (64..).zip(&high).take_while(|&(exponent, &other)| exponent == other).count() as u32;
    }
    match k {
        k if k >= missing => Some(Answer::Power(missing)),
        k if k < 64 => Some(Answer::Number(u64::MAX >> (63 - k))),
        _ => None,
    }
}

/// The mex of the XORs of exactly `k` picks (k > 0) from the values below (at least one), and its steps.
pub(super) fn mex(below: &Below, k: u32, meter: &Meter<'_>) -> (Answer, u64) {
    // High values alone: an odd number of them never cancels; an even number can, and makes no 1.
    let Some(&first) = below.low.first() else { return (Answer::Number(u64::from(k % 2 == 0)), 1) };
    let mut span = Span::default();
    let mut others = Vec::with_capacity(below.low.len());
    for &value in &below.low[1..] {
        if !span.insert(value ^ first) {
            others.push(value ^ first);
        }
    }
    let steps = 1 + below.len() as u64;
    let offset = if k % 2 == 1 { first } else { 0 };
    let Some(start) = span.coordinates(offset) else { return (Answer::Number(0), steps) };
    // A number is made without high values or with pairs that cancel, which are worth two picks of `first`: the
    // low values decide about it alone.
    if k < span.rank() {
        let problem = bounded::Problem { low: &below.low, span: &span, others: &others, k, start };
        let (answer, cost) = bounded::mex(&problem, meter);
        return (answer, steps + cost);
    }
    (full(&span, &below.high, k), steps)
}

/// Every number of the span is reached: the least power of two outside it.
fn full(span: &Span, high: &[u32], k: u32) -> Answer {
    if let Some(exponent) = span.least_power_outside() {
        return Answer::Power(exponent);
    }
    // All 64 bits are reached. From there on the powers present join in, each for one pick more.
    let mut exponent = 64;
    while high.binary_search(&exponent).is_ok() {
        exponent += 1;
    }
    if k >= exponent { Answer::Power(exponent) } else { Answer::OverBudget }
}

/// A linear span over GF(2) whose basis is made of inserted vectors, numbered in the order they came.
#[derive(Debug)]
pub(super) struct Span {
    /// By leading bit: a vector in echelon form, and which basis vectors it is the XOR of; 0 where there is none.
    rows: [(u64, u64); 64],
    basis: Vec<u64>,
}

impl Default for Span {
    fn default() -> Span {
        Span { rows: [(0, 0); 64], basis: Vec::new() }
    }
}

impl Span {
    pub(super) fn rank(&self) -> u32 {
        self.basis.len() as u32
    }
    /// Makes `vector` a basis vector if it is outside; false when it is inside.
    pub(super) fn insert(&mut self, vector: u64) -> bool {
        let (rest, mask) = self.reduce(vector);
        if rest == 0 {
            return false;
        }
        self.rows[rest.ilog2() as usize] = (rest, mask ^ 1 << self.basis.len());
        self.basis.push(vector);
        true
    }
    /// Which basis vectors XOR to `vector`; `None` when it is outside.
    pub(super) fn coordinates(&self, vector: u64) -> Option<u64> {
        let (rest, mask) = self.reduce(vector);
        (rest == 0).then_some(mask)
    }
    /// The least j with 2^j outside; `None` when all 64 bits are inside.
    pub(super) fn least_power_outside(&self) -> Option<u32> {
        (0..64).find(|&exponent| self.reduce(1 << exponent).0 != 0)
    }
    fn reduce(&self, mut vector: u64) -> (u64, u64) {
        let mut mask = 0;
        let mut rest = 0;
        while vector != 0 {
            let lead = vector.ilog2();
            let (row, parts) = self.rows[lead as usize];
            if row == 0 {
                rest ^= 1 << lead;
                vector ^= 1 << lead;
            } else {
                vector ^= row;
                mask ^= parts;
            }
        }
        (rest, mask)
    }
}
