//! Markdown that shows every name as it is.

/// A text as code: names and formulas keep their signs.
pub(crate) fn code(text: &str) -> String {
    let longest = text.split(|sign| sign != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    match longest {
        0 => format!("{fence}{text}{fence}"),
        _ => format!("{fence} {text} {fence}"),
    }
}

/// Signs beside letters and digits that Markdown leaves alone.
const PLAIN: &str = ".:' …?^{},+";

/// A text in bold: as code where it has signs that Markdown would read.
pub(crate) fn bold(text: &str) -> String {
    let plain = text.chars().all(|sign| sign.is_alphanumeric() || PLAIN.contains(sign));
    if plain { format!("**{text}**") } else { format!("**{}**", code(text)) }
}

/// The first paragraph of a page.
pub(crate) fn first_paragraph(page: &str) -> &str {
    page.split("\n\n").next().unwrap_or("").trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_signs() {
        assert_eq!(bold("1.4"), "**1.4**");
        assert_eq!(bold("_a_"), "**`_a_`**");
        assert_eq!(code("w^2*3"), "`w^2*3`");
        assert_eq!(code("\"a`b\""), "`` \"a`b\" ``");
    }
}
