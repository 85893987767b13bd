//! Values of nodes and positions, written one way everywhere.

use std::fmt;

/// The value of one node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Not settled: on or above a cycle where none may be, over budget, or not solved yet. Shown as `?`.
    Unknown,
    /// A nimber below 2^64; in `nim` the class.
    Nimber(u64),
    /// The nimber 2^e, e >= 64.
    Power(u32),
    /// A loopy value: the finite values one can move to, ascending.
    Infinite(Box<[u32]>),
}

/// Who wins, the player to move being `First`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move wins.
    First,
    /// The other player wins.
    Second,
    /// Neither can force a win.
    Draw,
    /// Not settled.
    Unknown,
}

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Total {
    /// Not settled.
    Unknown,
    /// A nimber: exponents of its powers of two from 2^64 on, descending, and the rest.
    Nimber {
        /// Exponents, descending, each 64 or more.
        powers: Vec<u32>,
        /// What is below 2^64.
        low: u64,
    },
    /// Terms (exponent, coefficient) of an ordinal, exponents descending, coefficients not 0; empty for 0.
    Ordinal(Vec<(u32, u64)>),
    /// A loopy value, ascending.
    Infinite(Vec<u64>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Unknown => f.write_str("?"),
            Value::Nimber(value) => write!(f, "{value}"),
            Value::Power(exponent) => write!(f, "2^{exponent}"),
            Value::Infinite(set) => write_set(f, set.iter()),
        }
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Total::Unknown => f.write_str("?"),
            Total::Nimber { powers, low } => {
                for (i, exponent) in powers.iter().enumerate() {
                    write!(f, "{}2^{exponent}", if i == 0 { "" } else { " + " })?;
                }
                match (powers.is_empty(), low) {
                    (true, low) => write!(f, "{low}"),
                    (false, 0) => Ok(()),
                    (false, low) => write!(f, " + {low}"),
                }
            }
            Total::Ordinal(terms) if terms.is_empty() => f.write_str("0"),
            Total::Ordinal(terms) => {
                for (i, &(exponent, coefficient)) in terms.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { " + " })?;
                    match (exponent, coefficient) {
                        (0, c) => write!(f, "{c}")?,
                        (1, 1) => f.write_str("w")?,
                        (1, c) => write!(f, "w*{c}")?,
                        (e, 1) => write!(f, "w^{e}")?,
                        (e, c) => write!(f, "w^{e}*{c}")?,
                    }
                }
                Ok(())
            }
            Total::Infinite(set) => write_set(f, set.iter()),
        }
    }
}

fn write_set<T: fmt::Display>(f: &mut fmt::Formatter<'_>, set: impl Iterator<Item = T>) -> fmt::Result {
    f.write_str("inf{")?;
    for (i, value) in set.enumerate() {
        write!(f, "{}{value}", if i == 0 { "" } else { "," })?;
    }
    f.write_str("}")
}
