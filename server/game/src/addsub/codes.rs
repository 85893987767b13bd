//! Values as codes of 32 bits.

use super::Answer;
use crate::Arc;

/// A code with this bit is 2 to the power of its other bits, 31 or more; without it, the number itself.
const POWER: u32 = 1 << 31;
/// With this bit too, it is that power less 1, the exponent from 32 to 64: the least number that takes as many
/// picks from single powers as the exponent says. From [`OTHER`] on, it stands for a number that is kept.
const LESS_ONE: u32 = 1 << 30;
const OTHER: u32 = POWER | LESS_ONE | 65;
/// Each of them is found by a search of more than 2^31 steps.
const OTHERS_MAX: usize = 1 << 20;

/// The codes, with the numbers that are none of their own.
#[derive(Clone, Debug, Default)]
pub(super) struct Codes {
    others: Vec<u64>,
}

impl Codes {
    /// The code of a settled answer, where it has one.
    pub(super) fn encode(&mut self, answer: Answer) -> Option<u32> {
        match answer {
            Answer::Number(number) if number < u64::from(POWER) => Some(number as u32),
            Answer::Number(number) if number & number.wrapping_add(1) == 0 => {
                Some(POWER | LESS_ONE | number.trailing_ones())
            }
            Answer::Number(number) if number.is_power_of_two() => Some(POWER | number.ilog2()),
            Answer::Number(number) => self.other(number),
            Answer::Power(exponent) if exponent < 31 => Some(1 << exponent),
            Answer::Power(exponent) => Some(POWER | exponent),
            Answer::OverBudget | Answer::TooLarge | Answer::Paused => None,
        }
    }

    fn other(&mut self, number: u64) -> Option<u32> {
        let known = self.others.iter().position(|other| *other == number);
        if known.is_none() && self.others.len() == OTHERS_MAX {
            return None;
        }
        let at = known.unwrap_or_else(|| {
            self.others.push(number);
            self.others.len() - 1
        });
        Some(OTHER + at as u32)
    }

    /// The number that a code stands for, or its exponent from 2^64 on.
    pub(super) fn decode(&self, code: u32) -> Result<u64, u32> {
        if code & POWER == 0 {
            return Ok(u64::from(code));
        }
        if code >= OTHER {
            return Ok(self.others[(code - OTHER) as usize]);
        }
        match code & !(POWER | LESS_ONE) {
            exponent if code & LESS_ONE != 0 => Ok(u64::MAX >> (64 - exponent)),
            exponent if exponent < 64 => Ok(1 << exponent),
            exponent => Err(exponent),
        }
    }

    /// The values at the ends of some arcs, as [`Codes::decode`] has them.
    pub(super) fn below(&self, out: &[Arc], codes: &[u32]) -> impl Iterator<Item = Result<u64, u32>> {
        out.iter().map(|arc| self.decode(codes[arc.node.index()]))
    }
}
