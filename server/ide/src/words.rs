//! Signs and small words that several features share, so that a thing is written one way everywhere.

use sgg_game::{Outcome, Total, Value};
use sgg_syntax::Literal;
use std::collections::BTreeSet;

/// The signs that a terminal or font may lack, or what stands for them.
#[derive(Debug)]
pub(crate) struct Signs {
    /// Between two parts of a line of words.
    pub(crate) dot: &'static str,
    /// Between two summands.
    pub(crate) xor: &'static str,
    /// Where a list is cut.
    pub(crate) more: &'static str,
    /// From a node to its value.
    pub(crate) arrow: &'static str,
}

static UNICODE: Signs = Signs { dot: " · ", xor: " ⊕ ", more: "…", arrow: " → " };
static ASCII: Signs = Signs { dot: "; ", xor: " xor ", more: "...", arrow: " -> " };

impl Signs {
    /// The signs to write with.
    pub(crate) fn of(ascii: bool) -> &'static Signs {
        if ascii { &ASCII } else { &UNICODE }
    }

    /// A text from elsewhere with these signs.
    pub(crate) fn plain(&self, text: &str) -> String {
        if self.xor == UNICODE.xor {
            return text.to_owned();
        }
        let signs = [(UNICODE.dot, self.dot), (UNICODE.arrow, self.arrow), (UNICODE.xor, self.xor)];
        signs.iter().fold(text.replace(UNICODE.more, self.more), |text, (from, to)| text.replace(from, to))
    }

    /// A list: its first entries, and how many more there are.
    pub(crate) fn list(&self, first: &[String], more: usize) -> String {
        match more {
            0 => first.join(", "),
            more if first.is_empty() => format!("{} {more} more", self.more),
            more => format!("{}, {} {more} more", first.join(", "), self.more),
        }
    }
}

/// An outcome as `expect` has it; none of one that is not known.
pub fn outcome_word(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::First => Some("first"),
        Outcome::Second => Some("second"),
        Outcome::Draw => Some("draw"),
        Outcome::Unknown => None,
    }
}

/// `First wins`, `Second wins`; none where nobody does, or that is not known.
pub fn who_wins(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::First => Some("First wins"),
        Outcome::Second => Some("Second wins"),
        Outcome::Draw | Outcome::Unknown => None,
    }
}

/// `1 stone`, `3 stones`
pub(crate) fn count(number: impl Into<u64>, one: &str) -> String {
    let number = number.into();
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// A value from an expectation, as a total: totals are written one way.
pub(crate) fn written(literal: &Literal) -> Total {
    match literal {
        Literal::Nimber { powers, low } => Total::Nimber { powers: powers.clone(), low: *low },
        Literal::Ordinal(terms) => Total::Ordinal(terms.clone()),
        Literal::Infinite(set) => Total::Infinite(set.clone()),
    }
}

/// The nim-sum of some nodes' values. With one infinite value `inf{A}` it is `inf{a ^ x}` for the rest x; with
/// more it is `inf{}` (Smith 1966).
pub(crate) fn nim_sum<'a>(values: impl IntoIterator<Item = &'a Value>) -> Total {
    let mut low = 0;
    let mut powers = BTreeSet::new();
    let mut infinite: Option<&[u32]> = None;
    for value in values {
        match value {
            Value::Unknown => return Total::Unknown,
            Value::Nimber(number) => low ^= number,
            Value::Power(exponent) => {
                if !powers.remove(exponent) {
                    powers.insert(*exponent);
                }
            }
            Value::Infinite(set) => infinite = Some(if infinite.is_some() { &[] } else { set }),
        }
    }
    match infinite {
        Some(set) => {
            let shifted: BTreeSet<u64> = set.iter().map(|value| u64::from(*value) ^ low).collect();
            Total::Infinite(shifted.into_iter().collect())
        }
        None => Total::Nimber { powers: powers.into_iter().rev().collect(), low },
    }
}
