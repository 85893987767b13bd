//! The closed form over GF(2).
//!
//! With d0 in D, E the span of {d ^ d0} and c = d0 for odd K, else 0, the XORs of exactly K picks from D are c ^
//! the XORs of at most K of D ^ d0 (a pick of d0 adds nothing to the latter). So for K >= rank(E) they are the
//! coset c + E, and for K odd with d0 not in E they never contain 0.

use super::Answer;
use super::bounded::{Problem, Search};
use super::span::Span;
use crate::Meter;

/// The distinct values below a node: numbers, and exponents of powers of two from 2^64 on. Both ascending.
#[derive(Debug)]
pub(super) struct Below {
    low: Vec<u64>,
    high: Vec<u32>,
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
    Some(match k {
        k if k >= missing => Answer::Power(missing),
        k if k < 64 => Answer::Number(u64::MAX >> (63 - k)),
        _ => Answer::TooLarge,
    })
}

/// The mex of the XORs of exactly `k` picks (k > 0) from the values below (at least one), and the steps of this call. A
/// search that pauses is kept, and gone on with where the same is asked again.
pub(super) fn mex(below: &Below, k: u32, meter: &Meter<'_>, kept: &mut Option<Search>) -> (Answer, u64) {
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
        let same = kept.take().filter(|search| search.is_of(&below.low, k, meter.node_budget));
        let problem = || Problem { low: below.low.clone(), span, others, k, start };
        let mut search = same.unwrap_or_else(|| Search::new(problem(), meter.node_budget));
        let before = search.spent();
        let answer = search.go_on(meter);
        let cost = search.spent() - before;
        if answer == Answer::Paused {
            *kept = Some(search);
        }
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
    if k >= exponent { Answer::Power(exponent) } else { Answer::TooLarge }
}
