//! Values that have the form of one, but hold a number that is too large.

use crate::slip::ValueWhy;

/// The largest exponent.
pub(crate) const EXPONENT_MAX: u32 = u32::MAX;

/// Which number of the value is too large; none where none is, or where this is no value for another reason. The text
/// is in ASCII and without blanks.
pub(crate) fn too_large(text: &str) -> Option<ValueWhy> {
    if let Some(inner) = text.strip_prefix("inf{").and_then(|rest| rest.strip_suffix('}')) {
        let large = inner.split(',').filter(|number| is_number(number)).any(passes_u64);
        return (large && inner.split(',').all(is_number)).then_some(ValueWhy::Number);
    }
    let transfinite = text.contains('w');
    let mut found = None;
    for term in text.split('+') {
        found = found.or(term_too_large(term, transfinite)?);
    }
    found
}

/// What is too large in one term; none if it is no term.
fn term_too_large(term: &str, transfinite: bool) -> Option<Option<ValueWhy>> {
    let Some((before, behind)) = term.split_once('w') else {
        return if let Some(exponent) = term.strip_prefix("2^") {
            let large = if transfinite { Some(ValueWhy::Number) } else { exponent_too_large(exponent) };
            is_number(exponent).then_some(large)
        } else {
            let large = transfinite && passes_u64(term);
            is_number(term).then_some(large.then_some(ValueWhy::Number))
        };
    };
    let (exponent, factor) = behind.split_once('*').unwrap_or((behind, "1"));
    let exponent = if exponent.is_empty() { "1" } else { exponent.strip_prefix('^')? };
    let before = if before.is_empty() { "1" } else { before.strip_suffix('*').unwrap_or(before) };
    if !is_number(exponent) {
        return None;
    }
    let mut large = exponent_too_large(exponent);
    for factor in [before, factor] {
        let power = factor.strip_prefix("2^").filter(|power| is_number(power));
        if power.is_none() && !is_number(factor) {
            return None;
        }
        // A factor is written in decimal: a small power of two is not too large, but of another form.
        let passes = power.map_or_else(
            || passes_u64(factor),
            |power| power.parse::<u32>().is_ok_and(|p| p >= 64) || exponent_too_large(power).is_some(),
        );
        large = large.or(passes.then_some(ValueWhy::Number));
    }
    Some(large)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn passes_u64(digits: &str) -> bool {
    crate::scan::decimal(digits).is_none()
}

fn exponent_too_large(digits: &str) -> Option<ValueWhy> {
    let fits = crate::scan::decimal(digits).is_some_and(|exponent| exponent <= u64::from(EXPONENT_MAX));
    (!fits).then_some(ValueWhy::Exponent)
}
