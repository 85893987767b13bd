//! Frames of code, for people: the line, what is wrong below it, related places, what helps.

use super::{Checked, Counts, Report};
use crate::cli::args::Settings;
use crate::cli::input::Fault;
use crate::cli::output::{Out, Paint, terminal_width};
use crate::cli::prose::wrapped;
use crate::cli::spot::Spot;
use crate::cli::style;
use crate::cli::text::columns;
use annotate_snippets::renderer::DEFAULT_TERM_WIDTH;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use anstream::adapter::strip_str;
use sgg_ide::{Diagnostic, Fix, Place, Severity};
use sgg_model::Snapshot;
use std::io::{self, Write};
use std::ops::Range;

/// Lines with something to show are in one frame where no more than so many lines lie between them.
const GAP_LINES_MAX: usize = 3;
/// So much of a long line is shown on either side of a place.
const SIDE_BYTES_MAX: usize = 400;

/// In fewer columns a message does not stand below its own start.
const COLUMNS_MIN: usize = 16;

pub(super) struct Frames {
    renderer: Renderer,
    /// How many columns a message may take with what stands before it; a terminal would break it within a word.
    columns: Option<usize>,
    paint: Paint,
    ascii: bool,
}

impl Frames {
    pub(super) fn new(out: &Out, settings: &Settings) -> Frames {
        let renderer = if out.paint.colours { Renderer::styled() } else { Renderer::plain() };
        let columns = terminal_width();
        let renderer = renderer.term_width(columns.unwrap_or(DEFAULT_TERM_WIDTH));
        let columns = columns.filter(|_| out.is_terminal);
        Frames { renderer, columns, paint: out.paint, ascii: settings.ascii }
    }
}

impl Report for Frames {
    fn file(&mut self, out: &mut Out, checked: &Checked<'_>) -> io::Result<()> {
        let path = checked.input.to_string();
        for done in &checked.mended {
            writeln!(out, "{} {path}:{}: {}", self.paint.text(style::HINT, "fixed"), done.line, done.title)?;
        }
        if !checked.mended.is_empty() {
            writeln!(out)?;
        }
        for diagnostic in &checked.diagnostics {
            let columns = self.columns;
            let frame = Frame { path: &path, snapshot: &checked.snapshot, diagnostic, columns };
            writeln!(out, "{}\n", frame.render(&self.renderer))?;
        }
        if checked.more > 0 {
            let dots = if self.ascii { "..." } else { "…" };
            writeln!(out, "{dots} {} more in {path}\n", checked.more)?;
        }
        Ok(())
    }

    fn fault(&mut self, _out: &mut Out, _fault: &Fault) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, out: &mut Out, counts: &Counts) -> io::Result<()> {
        writeln!(out, "{}", self.paint.text(style::STRONG, counts))
    }
}

struct Frame<'a> {
    path: &'a str,
    snapshot: &'a Snapshot,
    diagnostic: &'a Diagnostic,
    columns: Option<usize>,
}

/// A place with what is said of it.
struct Mark<'a> {
    place: Place,
    kind: AnnotationKind,
    label: Option<&'a str>,
}

impl<'a> Frame<'a> {
    fn render(&self, renderer: &Renderer) -> String {
        let (level, word) = match self.diagnostic.severity {
            Severity::Error => (Level::ERROR, "error"),
            Severity::Warning => (Level::WARNING, "warning"),
            Severity::Information => (Level::NOTE, "note"),
            Severity::Hint => (Level::HELP.with_name("hint"), "hint"),
        };
        let code = self.diagnostic.code.as_str();
        let before = word.len() + code.len() + "[]: ".len();
        let title = level.primary_title(self.wrapped(&self.diagnostic.message, before)).id(code);
        let mut group = Group::with_title(title);
        for marks in self.pieces() {
            group = self.piece(group, &marks);
        }
        if let Some(fix) = self.diagnostic.fixes.first() {
            group = self.help(group, fix);
        }
        let rendered = without_idle_marks(renderer.render(&[group]));
        match self.columns {
            Some(columns) if columns < before + COLUMNS_MIN => narrowed(&rendered, columns),
            _ => rendered,
        }
    }

    fn help(&self, group: Group<'a>, fix: &Fix) -> Group<'a> {
        let how = if fix.safe { " (`--fix` does it)" } else { "" };
        let last = self.diagnostic.related.iter().map(|related| related.place.line);
        let last = last.chain([self.diagnostic.place.line]).max().unwrap_or(0);
        let before = (last + 1).to_string().len() + " = help: ".len();
        group.element(Level::HELP.message(self.wrapped(&format!("{}{how}", fix.title), before)))
    }

    /// A text behind so many columns. In a terminal too narrow for that it is broken when all is put together.
    fn wrapped(&self, text: &str, before: usize) -> String {
        match self.columns.and_then(|columns| columns.checked_sub(before)) {
            Some(columns) if columns >= COLUMNS_MIN => wrapped(text, columns),
            _ => text.to_owned(),
        }
    }

    /// The places to show, those of neighbouring lines together; first the piece with the place itself.
    fn pieces(&self) -> Vec<Vec<Mark<'a>>> {
        let found = self.diagnostic;
        let mut marks = vec![Mark { place: found.place, kind: AnnotationKind::Primary, label: None }];
        marks.extend(found.related.iter().map(|related| Mark {
            place: related.place,
            kind: AnnotationKind::Context,
            label: Some(&related.message),
        }));
        marks.sort_by_key(|mark| mark.place);
        let mut pieces: Vec<Vec<Mark<'a>>> = Vec::new();
        for mark in marks {
            let last = pieces.last().and_then(|piece| piece.last()).map(|mark| mark.place.line);
            match (last, pieces.last_mut()) {
                (Some(line), Some(piece)) if mark.place.line - line <= GAP_LINES_MAX => piece.push(mark),
                _ => pieces.push(vec![mark]),
            }
        }
        let is_first = |piece: &Vec<Mark<'a>>| piece.iter().all(|mark| mark.kind != AnnotationKind::Primary);
        pieces.sort_by_key(is_first);
        pieces
    }

    fn piece(&self, group: Group<'a>, marks: &[Mark<'a>]) -> Group<'a> {
        let lines = marks.iter().map(|mark| mark.place.line);
        let first = lines.clone().min().unwrap_or(0);
        let last = lines.max().unwrap_or(first);
        let mut source = String::new();
        let mut annotations = Vec::new();
        let mut is_cut = false;
        for number in first..=last {
            let here = marks.iter().filter(|mark| mark.place.line == number);
            let line = self.snapshot.text.line(number);
            let cut = cut(&line, here.clone().map(|mark| mark.place.span.start as usize));
            is_cut |= cut.len() < line.len();
            let start = source.len();
            source.push_str(line.get(cut.clone()).unwrap_or(""));
            let end = source.len();
            let at = |byte: u32| (start + (byte as usize).saturating_sub(cut.start)).min(end);
            annotations.extend(here.map(|mark| {
                let span = mark.place.span;
                mark.kind.span(at(span.start)..at(span.end)).label(mark.label)
            }));
            source.push('\n');
        }
        let snippet = Snippet::source(source).line_start(first + 1).annotations(annotations);
        let main = marks.iter().find(|mark| mark.kind == AnnotationKind::Primary).or(marks.first());
        match main.filter(|_| is_cut).map(|mark| Spot::new(self.snapshot, &mark.place)) {
            // Of a line that is cut the column can't be counted in what is shown.
            Some(spot) => {
                let origin = Origin::path(self.path).line(spot.line).char_column(spot.column);
                group.element(origin).element(snippet)
            }
            None => group.element(snippet.path(self.path)),
        }
    }
}

/// A piece of a line that is cut has its place told before it, and the renderer marks it as one without a place.
fn without_idle_marks(rendered: String) -> String {
    if !rendered.contains(":::") {
        return rendered;
    }
    let is_idle = |line: &&str| strip_str(line).to_string().trim() == ":::";
    rendered.lines().filter(|line| !is_idle(line)).collect::<Vec<_>>().join("\n")
}

/// A frame whose prose is wider than a narrow terminal, broken at blanks: behind a word of its own width nothing can be
/// aligned there.
fn narrowed(rendered: &str, width: usize) -> String {
    let mut narrow = String::new();
    for (number, line) in rendered.lines().enumerate() {
        if number > 0 {
            narrow.push('\n');
        }
        let seen = strip_str(line).to_string();
        let is_prose = number == 0 || seen.trim_start().starts_with("= ");
        if !is_prose || columns(&seen, 0) <= width {
            narrow.push_str(line);
            continue;
        }
        let (mut start, mut column) = (0, 0);
        for (at, word) in line.split(' ').enumerate() {
            let wide = columns(&strip_str(word).to_string(), 0);
            if column > start && column + 1 + wide > width {
                narrow.push('\n');
                narrow.push_str(NARROW_INDENT);
                (start, column) = (NARROW_INDENT.len(), NARROW_INDENT.len());
            } else if at > 0 {
                narrow.push(' ');
                column += 1;
            }
            narrow.push_str(word);
            column += wide;
        }
    }
    narrow
}

/// What stands before a line of prose that goes on, in a narrow terminal.
const NARROW_INDENT: &str = "  ";

/// What is shown of a line: all of it, unless it is very long.
fn cut(line: &str, mut starts: impl Iterator<Item = usize>) -> Range<usize> {
    if line.len() <= 4 * SIDE_BYTES_MAX {
        return 0..line.len();
    }
    let at = starts.next().unwrap_or(0).min(line.len());
    let (mut start, mut end) = (at.saturating_sub(SIDE_BYTES_MAX), (at + SIDE_BYTES_MAX).min(line.len()));
    while !line.is_char_boundary(start) {
        start -= 1;
    }
    while !line.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_broken_in_a_narrow_terminal_and_code_is_not() {
        let rendered = "\u{1b}[1merror[limit]\u{1b}[0m: this line is too long\n --> a long path\n  |\n  = help: split it here";
        let wanted = "\u{1b}[1merror[limit]\u{1b}[0m:\n  this line is\n  too long\n --> a long path\n  |\n  = help: split\n  it here";
        assert_eq!(narrowed(rendered, 15), wanted);
        assert_eq!(narrowed("a averylongword b", 4), "a\n  averylongword\n  b");
    }
}
