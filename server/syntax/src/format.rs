//! Canonical style: indentation by header lines, one blank between tokens, one blank line before a game, one line end
//! after the last line.

use crate::pieces::{Kind, Piece, Pieces};
use crate::{Language, Line, ProblemCode, Statement};

/// A line of the text, as far as its place in the text asks for it.
struct Row<'a> {
    text: &'a str,
    end: &'a str,
    class: Class,
    /// The blanks before it.
    indentation: usize,
    /// A blank line must stand before it.
    blank_before: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Blank,
    Comment,
    /// It goes into the text as it is.
    Raw,
    /// A readable statement.
    Statement,
}

/// The indentation of lines under `game`, and under `round`.
const UNDER_GAME: usize = 2;
const UNDER_ROUND: usize = 4;

impl Language {
    /// The whole text in canonical style. It means the same; lines that can't be read stay byte for byte. Blank lines
    /// at either end go; a text of none but these is empty.
    pub fn format(&self, text: &str) -> String {
        let (mark, body) = match text.strip_prefix('\u{FEFF}') {
            Some(body) => ("\u{FEFF}", body),
            None => ("", text),
        };
        let rows = self.rows(body);
        let mut formatted = String::with_capacity(text.len() + text.len() / 8);
        formatted.push_str(mark);
        // A line end to write where a line has none of its own.
        let mut end = "\n";
        let mut blank = None;
        let mut any = false;
        for row in &rows {
            if row.class == Class::Blank {
                blank = blank.or(Some(row.end));
            } else {
                if any && (blank.is_some() || row.blank_before) {
                    // Right behind a CR a LF would be a part of that line end.
                    let own = blank.unwrap_or(end);
                    formatted.push_str(if own == "\n" && formatted.ends_with('\r') { "\r" } else { own });
                }
                (blank, any) = (None, true);
                row.write(&mut formatted);
            }
            end = if row.end.is_empty() { end } else { row.end };
            if row.class != Class::Blank {
                formatted.push_str(end);
            }
        }
        formatted
    }

    fn rows<'a>(&self, body: &'a str) -> Vec<Row<'a>> {
        let mut rows: Vec<Row<'a>> = Vec::new();
        let mut under = 0;
        let mut rest = body;
        while !rest.is_empty() {
            let (text, end, behind) = split_line(rest);
            rest = behind;
            let line = self.parse(text);
            let mut row = Row { text, end, class: class(&line), indentation: under, blank_before: false };
            match line.statement {
                Statement::Game(_) => {
                    row.indentation = 0;
                    row.blank_before = true;
                    under = UNDER_GAME;
                }
                Statement::Round(_) if under > 0 => {
                    row.indentation = UNDER_GAME;
                    under = UNDER_ROUND;
                }
                _ => {}
            }
            rows.push(row);
        }
        place_comments(&mut rows);
        rows
    }
}

/// The line, its end, and what stands behind it.
fn split_line(text: &str) -> (&str, &str, &str) {
    let at = text.bytes().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(text.len());
    let (line, rest) = text.split_at_checked(at).unwrap_or((text, ""));
    let length = if rest.starts_with("\r\n") { 2 } else { rest.len().min(1) };
    let (end, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
    (line, end, behind)
}

fn class(line: &Line) -> Class {
    let readable = line.problems.iter().all(|problem| problem.code == ProblemCode::GluedComment);
    match line.statement {
        _ if !readable => Class::Raw,
        Statement::Blank if line.comment.is_some() => Class::Comment,
        Statement::Blank => Class::Blank,
        _ => Class::Statement,
    }
}

/// Comment lines stand as the next statement does (the last ones: as the one before), and those that lead to a game
/// are parted from what is above in its stead.
fn place_comments(rows: &mut [Row<'_>]) {
    let mut after = None;
    let mut leads = false;
    for row in rows.iter_mut().rev() {
        match row.class {
            Class::Blank => leads = false,
            Class::Comment => {
                row.blank_before = leads;
                row.indentation = after.unwrap_or(usize::MAX);
            }
            Class::Raw | Class::Statement => {
                after = Some(row.indentation);
                leads = row.blank_before;
            }
        }
    }
    let mut before = 0;
    let mut comment_before = false;
    for (index, row) in rows.iter_mut().enumerate() {
        let is_comment = row.class == Class::Comment;
        if is_comment && row.indentation == usize::MAX {
            row.indentation = before;
        }
        // Only the first line of such a block, and nothing at the top of the text.
        row.blank_before &= !comment_before && index > 0;
        comment_before = is_comment;
        if row.class == Class::Statement || row.class == Class::Raw {
            before = row.indentation;
        }
    }
}

impl Row<'_> {
    fn write(&self, out: &mut String) {
        let text = self.text.trim_matches([' ', '\t']);
        match self.class {
            Class::Blank => {}
            Class::Raw => out.push_str(self.text),
            Class::Comment => {
                self.indent(out);
                out.push_str(text);
            }
            Class::Statement => {
                self.indent(out);
                write_statement(text, out);
            }
        }
    }

    fn indent(&self, out: &mut String) {
        out.extend(std::iter::repeat_n(' ', self.indentation));
    }
}

/// A readable line without the blanks around it.
fn write_statement(text: &str, out: &mut String) {
    let cut = Pieces::cut(text);
    let words = |index: usize| cut.pieces.get(index).map_or("", |piece| piece.span.text(text));
    // `expect` may be a node: then an arrow follows, and no value.
    let value_from = if words(0) == "expect" && words(1) == "value" { 2 } else { usize::MAX };
    let mut before: Option<&Piece> = None;
    for (index, piece) in cut.pieces.iter().enumerate() {
        if before.is_some_and(|before| !is_tight(before.kind, piece.kind, index > value_from)) {
            out.push(' ');
        }
        out.push_str(piece.span.text(text));
        before = Some(piece);
    }
    if let Some(comment) = cut.comment {
        // The blanks before a trailing comment stay: comments may stand in a column.
        let end = before.map_or(0, |last| last.span.end as usize);
        out.push_str(text.get(end..comment.end as usize).unwrap_or(""));
    }
}

/// No blank stands between the two.
fn is_tight(left: Kind, right: Kind, in_value: bool) -> bool {
    let binds = |kind: Kind| match kind {
        Kind::Dots | Kind::Equal | Kind::Sign('^') | Kind::Separator | Kind::Open(_) => true,
        Kind::Star => in_value,
        _ => false,
    };
    binds(left) || binds(right) || matches!(right, Kind::Close(_))
}
