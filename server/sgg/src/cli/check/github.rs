//! Annotations of GitHub's workflows: `::error file=…,line=…,col=…::…`.

use super::{Checked, Counts, Report};
use crate::cli::input::Fault;
use crate::cli::output::Out;
use crate::cli::spot::Spot;
use crate::cli::text::visible;
use sgg_ide::{Diagnostic, Severity};
use std::borrow::Cow;
use std::io::{self, Write};

pub(super) struct Github;

impl Report for Github {
    fn file(&mut self, out: &mut Out, checked: &Checked<'_>) -> io::Result<()> {
        let path = checked.input.name();
        for diagnostic in &checked.diagnostics {
            let spot = Spot::new(&checked.snapshot, &diagnostic.place);
            annotation(out, &path, spot, diagnostic)?;
        }
        if checked.more > 0 {
            let (path, more) = (property(&path), checked.more);
            writeln!(out, "::notice file={path},title=sgg::… {more} more in this file")?;
        }
        Ok(())
    }

    fn fault(&mut self, out: &mut Out, fault: &Fault) -> io::Result<()> {
        let words = fault.to_string();
        match &fault.input {
            Some(input) => {
                writeln!(out, "::error file={},title=sgg::{}", property(&input.name()), data(&words))
            }
            None => writeln!(out, "::error title=sgg::{}", data(&words)),
        }
    }

    fn end(&mut self, _out: &mut Out, _counts: &Counts) -> io::Result<()> {
        Ok(())
    }
}

fn annotation(out: &mut Out, path: &str, spot: Spot, diagnostic: &Diagnostic) -> io::Result<()> {
    let command = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "notice",
    };
    let Spot { line, column, end_line, end_column } = spot;
    let (path, code, message) = (property(path), diagnostic.code.as_str(), data(&diagnostic.message));
    // Its last column is the last character's; ours is behind it.
    let last = if end_column > column { end_column - 1 } else { column };
    writeln!(
        out,
        "::{command} file={path},line={line},endLine={end_line},col={column},endColumn={last},title={code}::{message}"
    )
}

/// What would end a message.
fn data(text: &str) -> Cow<'_, str> {
    escaped(text, &['%', '\r', '\n'])
}

/// What would end a property.
fn property(text: &str) -> Cow<'_, str> {
    escaped(text, &['%', '\r', '\n', ':', ','])
}

fn escaped<'a>(text: &'a str, signs: &[char]) -> Cow<'a, str> {
    if text.chars().all(|sign| !signs.contains(&sign) && visible(sign) == sign) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for sign in text.chars() {
        match signs.contains(&sign) {
            true => safe.push_str(&format!("%{:02X}", u32::from(sign))),
            // The log that a person reads is a terminal too.
            false => safe.push(visible(sign)),
        }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_it() {
        assert_eq!(data("50 %\r\na:b,c"), "50 %25%0D%0Aa:b,c");
        assert_eq!(property("a:b,c%"), "a%3Ab%2Cc%25");
        assert_eq!(property("\u{1b}]0;x\u{7}\n"), "\u{241b}]0;x\u{2407}%0A");
    }
}
