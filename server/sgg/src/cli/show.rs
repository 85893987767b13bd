//! `sgg show`: the file as an editor shows it.

use super::args::Show;
use super::input::Input;
use super::open::solved_file;
use super::output::{Out, Paint};
use super::style;
use super::text::{columns, push_visible, visible_text};
use super::{Exit, Outcome};
use anstyle::Style;
use sgg_ide::{Config, DIAGNOSTICS_MAX, Diagnostic, Hint, Lens, code_lenses, diagnostics, inlay_hints};
use sgg_model::{Snapshot, language};
use sgg_syntax::{Token, TokenKind};
use std::io::{self, Write};
use std::ops::Range;

/// Hints and lenses are asked for in pieces of so many lines, so that a long file needs no memory for all.
const PIECE_LINES: usize = 1_000;

pub(crate) fn run(arguments: &Show) -> Outcome {
    let input = Input::named(&arguments.file);
    let Some(snapshot) = solved_file(&input, &arguments.settings) else { return Ok(Exit::Failed) };
    let config = arguments.settings.config();
    let found = diagnostics(&snapshot, &config, DIAGNOSTICS_MAX);
    let mut out = Out::lock();
    let mut screen = Screen { paint: out.paint, snapshot: &snapshot, config: &config };
    let mut rest = found.list.as_slice();
    for start in (0..line_count(&snapshot)).step_by(PIECE_LINES) {
        let end = (start + PIECE_LINES).min(line_count(&snapshot));
        let here = rest.partition_point(|diagnostic| diagnostic.place.line < end);
        let (now, later) = rest.split_at_checked(here).unwrap_or((rest, &[]));
        screen.piece(&mut out, start..end, now)?;
        rest = later;
    }
    if found.more > 0 {
        writeln!(out, "{} {} more", if config.ascii { "..." } else { "…" }, found.more)?;
    }
    out.flush()?;
    std::mem::forget(snapshot);
    Ok(Exit::Clean)
}

/// The lines of a text, without the empty one behind its last line end.
fn line_count(snapshot: &Snapshot) -> usize {
    let count = snapshot.text.lines.len();
    let last_is_empty = count > 0 && snapshot.text.line(count - 1).is_empty();
    if last_is_empty { count - 1 } else { count }
}

struct Screen<'a> {
    paint: Paint,
    snapshot: &'a Snapshot,
    config: &'a Config,
}

impl Screen<'_> {
    fn piece(&mut self, out: &mut Out, lines: Range<usize>, found: &[Diagnostic]) -> io::Result<()> {
        let hints = inlay_hints(self.snapshot, lines.clone(), self.config);
        let lenses = code_lenses(self.snapshot, lines.clone(), self.config);
        for number in lines {
            let text = self.snapshot.text.line(number);
            for lens in equal_range(&lenses, |lens| lens.place.line, number) {
                self.lens(out, &text, lens)?;
            }
            let hints = equal_range(&hints, |hint| hint.line, number);
            let found = equal_range(found, |diagnostic| diagnostic.place.line, number);
            self.line(out, &text, hints, found)?;
            for diagnostic in found {
                self.below(out, &text, hints, diagnostic)?;
            }
        }
        Ok(())
    }

    /// A header's line of words, above it and indented as it is.
    fn lens(&self, out: &mut Out, text: &str, lens: &Lens) -> io::Result<()> {
        let indent = columns(text.get(..lens.place.span.start as usize).unwrap_or(""), 0);
        let words = visible_text(&lens.text);
        writeln!(out, "{:indent$}{}", "", self.paint.text(style::DIM, words))
    }

    fn line(&self, out: &mut Out, text: &str, hints: &[Hint], found: &[Diagnostic]) -> io::Result<()> {
        let tokens = if self.paint.colours { language().tokens(text) } else { Vec::new() };
        let mut line = Line { paint: self.paint, out: String::new(), column: 0 };
        let mut at = 0;
        let mut hints = hints.iter().peekable();
        let mut tokens = tokens.iter().peekable();
        while at < text.len() {
            let next_hint = hints.peek().map_or(text.len(), |hint| hint.column as usize);
            if next_hint <= at {
                if let Some(hint) = hints.next() {
                    line.push(&hint.label, style::DIM);
                }
                continue;
            }
            while tokens.next_if(|token| token.span.end as usize <= at).is_some() {}
            let (style, until) = self.style_at(tokens.peek().copied(), at, text.len());
            let until = faded_until(found, at, until.min(next_hint));
            let faded = found.iter().any(|diagnostic| {
                let span = diagnostic.place.span;
                diagnostic.unnecessary && (span.start as usize..span.end as usize).contains(&at)
            });
            let piece = text.get(at..until.end).unwrap_or("");
            line.push(piece, if faded { style::DIM } else { style });
            at = until.end;
        }
        hints.for_each(|hint| line.push(&hint.label, style::DIM));
        writeln!(out, "{}", line.out)
    }

    /// The style at a byte, and up to where it holds.
    fn style_at(&self, token: Option<&Token>, at: usize, end: usize) -> (Style, usize) {
        match token {
            Some(token) if token.span.start as usize <= at => {
                (style::token(token.kind), token.span.end as usize)
            }
            Some(token) => (style::token(TokenKind::Node), token.span.start as usize),
            None => (Style::new(), end),
        }
    }

    /// What is wrong, below its line.
    fn below(&self, out: &mut Out, text: &str, hints: &[Hint], found: &Diagnostic) -> io::Result<()> {
        let span = found.place.span;
        let start = column_of(text, hints, span.start, true);
        let end = column_of(text, hints, span.end, false);
        let style = style::severity(found.severity);
        let carets = "^".repeat(end.saturating_sub(start).max(1));
        let code = format!("{}[{}]", found.severity.as_str(), found.code.as_str());
        let message = visible_text(&found.message);
        let paint = self.paint;
        writeln!(out, "{:start$}{} {}: {message}", "", paint.text(style, carets), paint.text(style, code))
    }
}

/// A line on its way to the terminal.
struct Line {
    paint: Paint,
    out: String,
    column: usize,
}

impl Line {
    fn push(&mut self, text: &str, style: Style) {
        if !self.paint.colours || style == Style::new() {
            self.column = push_visible(&mut self.out, text, self.column);
            return;
        }
        let mut seen = String::with_capacity(text.len());
        self.column = push_visible(&mut seen, text, self.column);
        self.out.push_str(&self.paint.text(style, seen).to_string());
    }
}

/// From a byte to where the text begins or ends to be faded, at most to `until`.
fn faded_until(found: &[Diagnostic], at: usize, until: usize) -> Range<usize> {
    let faded = found.iter().filter(|diagnostic| diagnostic.unnecessary);
    let borders = faded.flat_map(|diagnostic| {
        let span = diagnostic.place.span;
        [span.start as usize, span.end as usize]
    });
    at..borders.filter(|border| *border > at).fold(until, usize::min)
}

/// In which column a byte of the line stands, hints included; those at the byte itself only where they are meant
/// to be before it.
fn column_of(text: &str, hints: &[Hint], byte: u32, with_own: bool) -> usize {
    let before = hints.iter().filter(|hint| hint.column < byte || (with_own && hint.column == byte));
    let mut column = 0;
    let mut at = 0;
    for hint in before {
        column += columns(text.get(at..hint.column as usize).unwrap_or(""), column);
        column += columns(&hint.label, column);
        at = hint.column as usize;
    }
    column + columns(text.get(at..byte as usize).unwrap_or(""), column)
}

/// The items of a line, of items in the order of lines.
fn equal_range<T>(items: &[T], line_of: impl Fn(&T) -> usize, line: usize) -> &[T] {
    let start = items.partition_point(|item| line_of(item) < line);
    let end = items.partition_point(|item| line_of(item) <= line);
    items.get(start..end).unwrap_or(&[])
}
