//! Values that are not written in the one way: what was meant, and how it is written.

use crate::pieces::ascii;
use crate::scan::{Scanner, decimal};
use crate::slip::ValueWhy;

/// A value as it was meant.
pub(crate) struct Worth {
    /// Nothing is wrong when there is no reason.
    pub(crate) why: Option<ValueWhy>,
    /// How it is written.
    pub(crate) new: Option<String>,
    /// There is one reading.
    pub(crate) safe: bool,
}

impl Worth {
    fn bad(why: ValueWhy, new: Option<String>, safe: bool) -> Self {
        Worth { why: Some(why), new, safe }
    }

    pub(crate) fn is_good(&self) -> bool {
        self.why.is_none()
    }
}

/// Longer texts are no values that anyone means.
const VALUE_BYTES_MAX: usize = 4096;

/// Reads a value, of the whole position or of a single node.
pub(crate) fn read(text: &str, simple: bool) -> Worth {
    if is_strict(text, simple) {
        return Worth { why: None, new: None, safe: true };
    }
    let worth = if text.len() > VALUE_BYTES_MAX { None } else { lenient(text) };
    let Some(mut worth) = worth else { return Worth::bad(none_or_unsettled(text, simple), None, false) };
    if simple && !worth.new.as_deref().is_some_and(|new| is_strict(new, true)) {
        let sum = worth.new.as_deref().is_some_and(|new| new.contains('+') || new.contains('w'));
        worth = Worth::bad(
            if sum { ValueWhy::Sum } else { worth.why.unwrap_or(ValueWhy::None { node: true }) },
            None,
            false,
        );
    }
    worth
}

fn none_or_unsettled(text: &str, node: bool) -> ValueWhy {
    if text.trim_matches(|sign| ascii(sign) == '"') == "?" {
        return ValueWhy::Unsettled;
    }
    if text.len() > VALUE_BYTES_MAX {
        return ValueWhy::None { node };
    }
    crate::large::too_large(&plain(text).to_ascii_lowercase()).unwrap_or(ValueWhy::None { node })
}

fn is_strict(text: &str, simple: bool) -> bool {
    let mut scanner = Scanner::new(text);
    let read = if simple { scanner.simple_literal() } else { scanner.literal() };
    read.is_some() && scanner.at == text.len()
}

/// The value in ASCII and without blanks; in braces a blank parts as a comma does.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    let mut raised = false;
    let mut inside = false;
    while let Some(sign) = signs.next() {
        if let Some(digit) = superscript(sign) {
            if !raised {
                plain.push('^');
            }
            raised = true;
            plain.push(digit);
            continue;
        }
        raised = false;
        match ascii(sign) {
            ' ' | '\t'
                if inside && signs.peek().is_some_and(char::is_ascii_digit) && ends_in_digit(&plain) =>
            {
                plain.push(',')
            }
            '"' | ' ' | '\t' => {}
            sign if crate::pieces::is_white(sign) || crate::pieces::is_invisible(sign) => {}
            'ω' | 'Ω' | 'W' => plain.push('w'),
            '∞' => plain.push_str("inf"),
            '·' => plain.push('*'),
            '⊕' => plain.push('+'),
            '(' | '[' | '{' => {
                inside = true;
                plain.push('{');
            }
            ')' | ']' | '}' => {
                inside = false;
                plain.push('}');
            }
            other => plain.push(char::from_digit(fullwidth(other), 10).unwrap_or(other)),
        }
    }
    plain
}

fn ends_in_digit(text: &str) -> bool {
    text.ends_with(|sign: char| sign.is_ascii_digit())
}

fn fullwidth(sign: char) -> u32 {
    u32::from(sign).wrapping_sub(u32::from('０'))
}

fn superscript(sign: char) -> Option<char> {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = RAISED.iter().position(|raised| *raised == sign)?;
    char::from_digit(u32::try_from(digit).ok()?, 10)
}

fn lenient(text: &str) -> Option<Worth> {
    let text = plain(text).replace("**", "^");
    let low = text.to_ascii_lowercase();
    for infinite in ["infinity", "inf", "oo"] {
        if let Some(rest) = low.strip_prefix(infinite) {
            return infinite_value(rest);
        }
    }
    // `*3` is how books write the nimber 3; `*` alone is 1.
    if low == "*" {
        return Some(Worth::bad(ValueWhy::Form, Some("1".to_owned()), false));
    }
    sum(low.strip_prefix('*').unwrap_or(&low))
}

fn infinite_value(braces: &str) -> Option<Worth> {
    if braces.is_empty() {
        return Some(Worth::bad(ValueWhy::Braces, Some("inf{}".to_owned()), false));
    }
    let inner = braces.strip_prefix('{')?;
    let closed = inner.strip_suffix('}');
    let inner = closed.unwrap_or(inner).trim_end_matches(',');
    let values = inner.split([',', ';']).filter(|_| !inner.is_empty());
    let padded = inner.split([',', ';']).any(|number| number.len() > 1 && number.starts_with('0'));
    let mut values: Vec<u64> = values.map(decimal).collect::<Option<_>>()?;
    let ascending = values.is_sorted_by(|left, right| left < right);
    values.sort_unstable();
    values.dedup();
    let values: Vec<String> = values.iter().map(u64::to_string).collect();
    let why = match ascending {
        true if padded => ValueWhy::Form,
        true => ValueWhy::Braces,
        false => ValueWhy::Ascending,
    };
    Some(Worth::bad(why, Some(format!("inf{{{}}}", values.join(","))), true))
}

/// The terms of a sum, each sort on its own.
#[derive(Default)]
struct Sum {
    /// Exponents of two, of all terms, before they are put in order.
    bits: Vec<u32>,
    finite_terms: usize,
    large: bool,
    /// `w` to a power, so many times.
    transfinite: Vec<(u32, u64)>,
    /// A factor stands before `w`.
    turned: bool,
    /// A finite term stands before another one.
    finite_first: bool,
}

fn sum(text: &str) -> Option<Worth> {
    let mut sum = Sum::default();
    for term in text.split('+') {
        sum.add(term)?;
    }
    if sum.transfinite.is_empty() { sum.nimber() } else { sum.ordinal() }
}

impl Sum {
    fn add(&mut self, term: &str) -> Option<()> {
        if let Some(bits) = finite(term) {
            self.large |= bits.last().is_some_and(|bit| *bit >= 64);
            self.bits.extend(bits);
            self.finite_terms += 1;
            return Some(());
        }
        if let Some(exponent) = term.strip_prefix("2^") {
            self.bits.push(exponent.parse().ok()?);
            self.finite_terms += 1;
            return Some(());
        }
        let (before, behind) = term.split_once('w')?;
        let (exponent, factor) = match behind.split_once('*') {
            Some((exponent, factor)) => (exponent, decimal(factor)?),
            None => (behind, 1),
        };
        let exponent = if exponent.is_empty() { 1 } else { exponent.strip_prefix('^')?.parse().ok()? };
        let before = if before.is_empty() { 1 } else { decimal(before.strip_suffix('*').unwrap_or(before))? };
        self.turned |= before != 1;
        self.finite_first |= self.finite_terms > 0;
        self.transfinite.push((exponent, factor.checked_mul(before)?));
        Some(())
    }

    fn nimber(mut self) -> Option<Worth> {
        let ordered = self.bits.clone();
        self.bits.sort_unstable();
        let bits = self.bits.len();
        self.bits.dedup();
        if bits > self.bits.len() {
            // Two terms share a power: added up or by nimber addition? Not ours to say.
            return Some(Worth::bad(ValueWhy::Order, None, false));
        }
        let mut terms: Vec<String> =
            self.bits.iter().rev().filter(|bit| **bit >= 64).map(|bit| format!("2^{bit}")).collect();
        let low = self.bits.iter().filter(|bit| **bit < 64).fold(0u64, |low, bit| low | 1 << bit);
        if low > 0 || terms.is_empty() {
            terms.push(low.to_string());
        }
        let order = self.finite_terms > 1 && !ordered.is_sorted_by(|left, right| left > right);
        let why = if self.large {
            ValueWhy::Large
        } else if order {
            ValueWhy::Order
        } else {
            ValueWhy::Form
        };
        Some(Worth::bad(why, Some(terms.join(" + ")), true))
    }

    fn ordinal(mut self) -> Option<Worth> {
        if self.large || self.bits.iter().any(|bit| *bit >= 64) || self.finite_terms > 1 {
            return None;
        }
        let low = self.bits.iter().fold(0u64, |low, bit| low | 1 << bit);
        if low > 0 {
            self.transfinite.push((0, low));
        }
        let ordered = self.transfinite.is_sorted_by(|left, right| left.0 > right.0) && !self.finite_first;
        self.transfinite.retain(|(_, factor)| *factor > 0);
        self.transfinite.sort_by_key(|(exponent, _)| std::cmp::Reverse(*exponent));
        let mut terms: Vec<(u32, u64)> = Vec::new();
        for (exponent, factor) in self.transfinite {
            match terms.last_mut() {
                Some((last, sum)) if *last == exponent => *sum = sum.checked_add(factor)?,
                _ => terms.push((exponent, factor)),
            }
        }
        let terms: Vec<String> = terms.into_iter().map(term_text).collect();
        let new = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
        let why = if ordered { ValueWhy::Form } else { ValueWhy::Order };
        // Ordinals do not commute: another order, or a factor before `w`, may have been meant as it stands.
        Some(Worth::bad(why, Some(new), ordered && !self.turned))
    }
}

fn term_text((exponent, factor): (u32, u64)) -> String {
    let power = match exponent {
        0 => return factor.to_string(),
        1 => "w".to_owned(),
        _ => format!("w^{exponent}"),
    };
    if factor == 1 { power } else { format!("{power}*{factor}") }
}

/// More digits than these are not turned into powers of two.
const DECIMAL_DIGITS_MAX: usize = 400;

/// The powers of two of a decimal, from low to high.
fn finite(digits: &str) -> Option<Vec<u32>> {
    if digits.is_empty()
        || digits.len() > DECIMAL_DIGITS_MAX
        || !digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    // Limbs of 32 bits, the lowest first.
    let mut limbs: Vec<u32> = Vec::new();
    for digit in digits.bytes() {
        let mut carry = u64::from(digit - b'0');
        for limb in &mut limbs {
            let value = u64::from(*limb) * 10 + carry;
            *limb = (value & u64::from(u32::MAX)) as u32;
            carry = value >> 32;
        }
        if carry > 0 {
            limbs.push(carry as u32);
        }
    }
    let bits = limbs.iter().zip(0u32..).flat_map(|(limb, at)| {
        (0..32).filter(move |bit| limb & (1 << bit) != 0).map(move |bit| at * 32 + bit)
    });
    Some(bits.collect())
}
