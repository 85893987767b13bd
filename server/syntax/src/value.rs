//! Values as they are written in expectations.

use crate::scan::Scanner;
use crate::{Literal, Located, Span};

impl Scanner<'_> {
    /// A value, sums included.
    pub(crate) fn literal(&mut self) -> Option<Located<Literal>> {
        let start = self.at;
        let first = self.term()?;
        let mut terms = vec![first];
        while self.sign(b'+') {
            self.blanks();
            terms.push(self.term()?);
        }
        let value = Terms(terms).strict()?;
        Some(Located { span: Span::new(start, self.at), value })
    }

    /// A value as a single node has it: a decimal, one power of two, or `inf{…}`.
    pub(crate) fn simple_literal(&mut self) -> Option<Located<Literal>> {
        let start = self.at;
        let value = match self.term()? {
            Term::Transfinite(..) => return None,
            Term::Finite(low) => Literal::Nimber { powers: Vec::new(), low },
            term => Terms(vec![term]).strict()?,
        };
        Some(Located { span: Span::new(start, self.at), value })
    }

    fn term(&mut self) -> Option<Term> {
        let word = self.bare()?;
        match word.text(self.line) {
            "inf" => self.infinite(),
            "w" => {
                let exponent = self.behind(b'^')?;
                let factor = self.behind(b'*')?;
                // `^1` and `*1` are left out: a value is written one way.
                let exponent =
                    exponent.map_or(Some(1), |number| Some(number).filter(|number| *number > 1))?;
                let factor = factor.map_or(Some(1), |number| Some(number).filter(|number| *number > 1))?;
                Some(Term::Transfinite(u32::try_from(exponent).ok()?, factor))
            }
            text => {
                let number = one_way(text)?;
                match self.behind(b'^')? {
                    None => Some(Term::Finite(number)),
                    Some(exponent) if text == "2" && exponent >= 64 => {
                        Some(Term::Power(u32::try_from(exponent).ok()?))
                    }
                    Some(_) => None,
                }
            }
        }
    }

    /// The number behind a sign: `Some(None)` when the sign is not there.
    fn behind(&mut self, sign: u8) -> Option<Option<u64>> {
        if !self.sign(sign) {
            return Some(None);
        }
        self.blanks();
        Some(Some(self.one_way_number()?))
    }

    fn one_way_number(&mut self) -> Option<u64> {
        one_way(self.bare()?.text(self.line))
    }

    fn infinite(&mut self) -> Option<Term> {
        if !self.sign(b'{') {
            return None;
        }
        let mut values: Vec<u64> = Vec::new();
        if self.sign(b'}') {
            return Some(Term::Infinite(values));
        }
        loop {
            self.blanks();
            let value = self.one_way_number()?;
            if values.last().is_some_and(|last| *last >= value) {
                return None;
            }
            values.push(value);
            if self.sign(b'}') {
                return Some(Term::Infinite(values));
            }
            if !self.sign(b',') {
                return None;
            }
        }
    }
}

/// A number without leading zeros: a value is written one way.
fn one_way(text: &str) -> Option<u64> {
    let padded = text.len() > 1 && text.starts_with('0');
    crate::scan::decimal(text).filter(|_| !padded)
}

/// What is added up in a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    Finite(u64),
    /// 2 to such a power.
    Power(u32),
    /// `w` to such a power, so many times.
    Transfinite(u32, u64),
    Infinite(Vec<u64>),
}

/// A sum.
pub(crate) struct Terms(pub(crate) Vec<Term>);

impl Terms {
    /// The value, if its terms are of one sort, go from high to low, and none is idle.
    pub(crate) fn strict(self) -> Option<Literal> {
        let (last, before) = self.0.split_last()?;
        let low = match last {
            Term::Finite(0) if !before.is_empty() => return None,
            Term::Finite(low) => *low,
            _ => 0,
        };
        let high = if matches!(last, Term::Finite(_)) { before } else { self.0.as_slice() };
        match high.first() {
            None => Some(Literal::Nimber { powers: Vec::new(), low }),
            Some(Term::Infinite(values)) => (self.0.len() == 1).then(|| Literal::Infinite(values.clone())),
            Some(Term::Power(_)) => {
                let powers: Option<Vec<u32>> = high
                    .iter()
                    .map(|term| if let Term::Power(power) = term { Some(*power) } else { None })
                    .collect();
                let powers = powers.filter(|powers| powers.is_sorted_by(|left, right| left > right))?;
                Some(Literal::Nimber { powers, low })
            }
            Some(Term::Transfinite(..)) => {
                let terms: Option<Vec<(u32, u64)>> = high
                    .iter()
                    .map(|term| {
                        if let Term::Transfinite(power, factor) = term {
                            Some((*power, *factor))
                        } else {
                            None
                        }
                    })
                    .collect();
                let mut terms = terms.filter(|terms| terms.is_sorted_by(|left, right| left.0 > right.0))?;
                if low > 0 {
                    terms.push((0, low));
                }
                Some(Literal::Ordinal(terms))
            }
            Some(Term::Finite(_)) => None,
        }
    }
}
