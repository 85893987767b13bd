//! Another name for a node within its game, or another title.
//!
//! Every line that changes is read again as it will be: the names, values and arrows must come out as they were but for
//! that one name. So no rename ever changes what a game is.

use crate::naming::{Naming, Scope, Word, around, lone_item, namings, title};
use crate::references::{Wanted, of_node, of_title};
use crate::{Edit, Place};
use sgg_model::{Class, Snapshot, language, mentions};
use sgg_syntax::{
    Arrow, Item, Line, NAME_BYTES_MAX, Span, Statement, TokenKind, as_string, is_invisible, join_number,
    quote, split_number, width_within,
};
use std::ops::RangeInclusive;

/// What can be renamed at a byte of a line, and its name without quotes.
pub fn prepare_rename(snapshot: &Snapshot, line: usize, column: u32) -> Option<(Place, String)> {
    let word = Word::at(snapshot, line, column)?;
    let place = Place { line, span: word.span() };
    Some(match word {
        Word::Node { name, .. } => (place, name),
        Word::Title { title, .. } => (place, title),
    })
}

/// The edits that rename what stands there, in the order of the text; why there are none. Some of them when `stopped`
/// says that nobody waits for them.
pub fn rename(
    snapshot: &Snapshot,
    line: usize,
    column: u32,
    new: &str,
    stopped: &dyn Fn() -> bool,
) -> Result<Vec<Edit>, String> {
    match Word::at(snapshot, line, column) {
        Some(Word::Node { name, .. }) => {
            rename_node(snapshot, &Scope::of(snapshot, line), &name, new, stopped)
        }
        Some(Word::Title { span, title }) => rename_title(snapshot, Place { line, span }, &title, new),
        None => Err("there is no node and no title here to rename".to_owned()),
    }
}

fn rename_node(
    snapshot: &Snapshot,
    scope: &Scope<'_>,
    old: &str,
    new: &str,
    stopped: &dyn Fn() -> bool,
) -> Result<Vec<Edit>, String> {
    let new = read_name(new)?;
    if new == old {
        return Ok(Vec::new());
    }
    if let Some(other) = of_node(snapshot, scope, &new, Wanted::FIRST).first() {
        return Err(format!(
            "this game has a node `{}` already (line {}), and a rename does not make one node of two",
            quote(&new),
            other.place.line + 1
        ));
    }
    let found = of_node(snapshot, scope, old, Wanted::all(stopped));
    let mut lines: Vec<usize> = found.iter().map(|found| found.place.line).collect();
    lines.dedup();
    let mut edits = Vec::new();
    for line in lines.into_iter().take_while(|_| !stopped()) {
        edits.extend(in_line(snapshot, line, old, &new)?);
    }
    Ok(edits)
}

/// The name that somebody typed, as it would be typed in a file or without the quotes that it needs.
fn read_name(typed: &str) -> Result<String, String> {
    let typed = typed.trim_matches([' ', '\t']);
    if typed.is_empty() {
        return Err("a node's name can't be empty".to_owned());
    }
    if has_line_end(typed) {
        return Err("a name can't go on in another line".to_owned());
    }
    if let Some(sign) = typed.chars().find(|sign| is_invisible(*sign)) {
        let code = u32::from(sign);
        return Err(format!(
            "this name has an invisible sign, U+{code:04X}: it would look like another name"
        ));
    }
    if let Some(Item::Name(name)) = lone_item(typed) {
        return Ok(name.text(typed).into_owned());
    }
    if typed.len() > NAME_BYTES_MAX {
        let bytes = typed.len();
        return Err(format!("a name has at most {NAME_BYTES_MAX} bytes, and this one has {bytes}"));
    }
    if lone_item(&as_string(typed)).is_some() {
        return Ok(typed.to_owned());
    }
    Err(format!("this can't be a name: {}", problem(&format!("{} ->", as_string(typed)))))
}

/// What is read line by line would be read as two.
fn has_line_end(text: &str) -> bool {
    text.contains(['\n', '\r'])
}

/// What is wrong with a line.
fn problem(line: &str) -> String {
    let read = language().parse(line);
    let problem = read.problems.first().map(|problem| problem.describe(line, Arrow::Arc).message);
    problem.unwrap_or_else(|| "no line could be read that has it".to_owned())
}

/// The edits of a line: with the name as it is best written, or else in quotes.
fn in_line(snapshot: &Snapshot, number: usize, old: &str, new: &str) -> Result<Vec<Edit>, String> {
    let (text, line) = snapshot.text.parse(number);
    let namings = namings(&text, &line);
    let held = namings.iter().filter(|naming| mentions::names(&naming.item, &text, old));
    let in_range = |naming: &&Naming| !naming.readable && matches!(naming.item, Item::Range(_));
    if let Some(range) = held.clone().find(in_range) {
        return Err(format!(
            "line {} can't be read, and `{}` there holds `{old}`: mend that line first",
            number + 1,
            range.span().text(&text)
        ));
    }
    let expected = shape(&text, &line).map(|shape| renamed(shape, old, new));
    for written in [quote(new), as_string(new)] {
        let edits: Vec<(Span, String)> =
            held.clone().map(|naming| one_edit(naming, &text, old, &written)).collect();
        let after = applied(&text, &edits);
        let read = language().parse(&after);
        let same = shape(&after, &read).is_some_and(|shape| Some(&shape) == expected.as_ref());
        if same && read.problems.len() <= line.problems.len() {
            return Ok(edits.into_iter().map(|(span, new)| Edit::replace(number, span, new)).collect());
        }
    }
    let line = number + 1;
    Err(match namings.iter().any(|naming| !naming.readable) {
        true => format!(
            "line {line} can't be read, and `{}` there may not be a name: mend that line first",
            quote(old)
        ),
        false => format!("line {line} could not be read any more with `{}` for `{}`", quote(new), quote(old)),
    })
}

/// A name is replaced; a range is split around it, each part with the value that the range had.
fn one_edit(naming: &Naming, text: &str, old: &str, written: &str) -> (Span, String) {
    let Item::Range(range) = &naming.item else { return (naming.span(), written.to_owned()) };
    let (before, behind) = around(range, text, old).unwrap_or_default();
    let value = Span { start: naming.span().end, end: naming.entry.end }.text(text);
    let parts = [before, Some(written.to_owned()), behind];
    let parts: Vec<String> = parts.into_iter().flatten().map(|part| format!("{part}{value}")).collect();
    (naming.entry, parts.join(" "))
}

fn applied(text: &str, edits: &[(Span, String)]) -> String {
    let mut new = String::with_capacity(text.len());
    let mut at = 0;
    for (span, replacement) in edits {
        new.push_str(text.get(at..span.start as usize).unwrap_or(""));
        new.push_str(replacement);
        at = span.end as usize;
    }
    new.push_str(text.get(at..).unwrap_or(""));
    new
}

/// What a line says, apart from where it says it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// The statement's sort, as its first word or as what it harms.
    Sort(Class, u8),
    Name(String),
    /// Prefix, width, first, last.
    Range(String, u8, u64, u64),
    Star,
    /// The value of the entry before, as it is written.
    Value(String),
    Arrow(Arrow),
    /// A token of a line that can't be read.
    Token(TokenKind, String),
    Comment(String),
}

/// A line as pieces; none where it names no nodes.
fn shape(text: &str, line: &Line) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    match &line.statement {
        Statement::Broken(role) => {
            pieces.push(Piece::Sort(Class::Broken, *role as u8));
            let namings = namings(text, line);
            let mut named = namings.iter().filter(|naming| matches!(naming.item, Item::Name(_))).peekable();
            for token in language().tokens(text) {
                if let Some(naming) = named.next_if(|naming| naming.entry == token.span) {
                    pieces.extend(piece(text, &naming.item));
                } else {
                    pieces.push(Piece::Token(token.kind, token.span.text(text).to_owned()));
                }
            }
            return Some(pieces);
        }
        Statement::Edge(chain) => {
            pieces.push(Piece::Sort(Class::Edge, 0));
            let mut arrows = chain.arrows.iter().peekable();
            for (at, entry) in chain.entries.iter().enumerate() {
                while let Some(arrow) = arrows.next_if(|arrow| arrow.before as usize <= at) {
                    pieces.push(Piece::Arrow(arrow.arrow));
                }
                pieces.extend(piece(text, &entry.item));
            }
            pieces.extend(arrows.map(|arrow| Piece::Arrow(arrow.arrow)));
        }
        statement => {
            pieces.push(Piece::Sort(class(statement)?, 0));
            for (entry, item) in mentions::items(line) {
                pieces.extend(piece(text, item));
                pieces.push(Piece::Value(value(text, entry, item).to_owned()));
            }
        }
    }
    pieces.extend(line.comment.map(|comment| Piece::Comment(comment.text(text).to_owned())));
    Some(pieces)
}

fn class(statement: &Statement) -> Option<Class> {
    Some(match statement {
        Statement::Nodes(_) => Class::Nodes,
        Statement::Ground(_) => Class::Ground,
        Statement::K(_) => Class::K,
        Statement::Stones(_) => Class::Stones,
        Statement::ExpectSg(_) => Class::ExpectSg,
        _ => return None,
    })
}

fn piece(text: &str, item: &Item) -> Option<Piece> {
    Some(match item {
        Item::Name(name) => Piece::Name(name.text(text).into_owned()),
        Item::Range(range) => numbers(range.prefix(text), range.width, range.first, range.last),
        Item::Star => Piece::Star,
    })
}

/// `3..3` is `3`, and `10..12` is the same out of `01..99` and out of `1..99`.
fn numbers(prefix: &str, width: u8, first: u64, last: u64) -> Piece {
    match first == last {
        true => Piece::Name(join_number(prefix, width, first)),
        false => Piece::Range(prefix.to_owned(), width_within(width, first), first, last),
    }
}

/// `=3`, as it is written.
fn value<'a>(text: &'a str, entry: Span, item: &Item) -> &'a str {
    let end = match item {
        Item::Name(name) => name.span.end,
        Item::Range(range) => range.to.span.end,
        Item::Star => entry.start + 1,
    };
    Span { start: end, end: entry.end }.text(text)
}

/// The pieces with the new name: a range that holds the old one is split around it.
fn renamed(pieces: Vec<Piece>, old: &str, new: &str) -> Vec<Piece> {
    let mut after = Vec::with_capacity(pieces.len());
    let mut pieces = pieces.into_iter().peekable();
    while let Some(piece) = pieces.next() {
        let value = pieces.next_if(|next| matches!(next, Piece::Value(_)));
        let mut parts = Vec::new();
        match piece {
            Piece::Name(name) if name == old => parts.push(Piece::Name(new.to_owned())),
            Piece::Range(prefix, width, first, last) if holds(&prefix, width, first..=last, old) => {
                let number = split_number(old).2.unwrap_or(first);
                parts.extend((number > first).then(|| numbers(&prefix, width, first, number - 1)));
                parts.push(Piece::Name(new.to_owned()));
                parts.extend((number < last).then(|| numbers(&prefix, width, number + 1, last)));
            }
            other => parts.push(other),
        }
        for part in parts {
            after.push(part);
            after.extend(value.clone());
        }
    }
    after
}

/// Whether a range names a node.
fn holds(prefix: &str, width: u8, numbers: RangeInclusive<u64>, name: &str) -> bool {
    let (own_prefix, own_width, number) = split_number(name);
    let held = number.filter(|number| numbers.contains(number));
    own_prefix == prefix && held.is_some_and(|number| width_within(width, number) == own_width)
}

fn rename_title(snapshot: &Snapshot, place: Place, old: &str, new: &str) -> Result<Vec<Edit>, String> {
    let typed = new.trim_matches([' ', '\t']);
    if has_line_end(typed) {
        return Err("a title can't go on in another line".to_owned());
    }
    let (text, line) = snapshot.text.parse(place.line);
    let with = |written: &str| {
        let after = applied(&text, &[(place.span, written.to_owned())]);
        let read = language().parse(&after);
        let value = title(&read).map(|title| title.value.clone());
        (read.problems.len() <= line.problems.len()).then_some(value).flatten().ok_or(after)
    };
    // As it would be typed in a file, with quotes, or without.
    let in_quotes = typed.len() > 1 && typed.starts_with('"') && typed.ends_with('"');
    let typed_so = if in_quotes { with(typed).ok() } else { None };
    let new = typed_so.unwrap_or_else(|| typed.to_owned());
    if new == old {
        return Ok(Vec::new());
    }
    if new.is_empty() {
        return Err("a title can't be empty; to have none, remove it from the line".to_owned());
    }
    if let Some(other) = of_title(snapshot, place.line, &new).first() {
        return Err(format!("line {} has the title {} already", other.place.line + 1, as_string(&new)));
    }
    match with(&as_string(&new)) {
        Ok(read) if read == new => Ok(vec![Edit::replace(place.line, place.span, as_string(&new))]),
        Ok(_) => Err("this can't be a title".to_owned()),
        Err(after) => Err(format!("this can't be a title: {}", problem(&after))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::snapshot;

    fn refused(text: &str, column: u32, new: &str) -> String {
        rename(&snapshot(text), 0, column, new, &|| false).unwrap_err()
    }

    #[test]
    fn what_no_line_can_hold_is_refused() {
        for new in ["a\nb", "a\rb", "\"a\nb\"", "\n"] {
            assert_eq!(refused("a -> b", 0, new), "a name can't go on in another line");
            assert_eq!(refused("game dag \"t\"", 10, new), "a title can't go on in another line");
        }
        let long = "x".repeat(NAME_BYTES_MAX + 1);
        assert_eq!(refused("a -> b", 0, &long), "a name has at most 255 bytes, and this one has 256");
        assert_eq!(refused("a -> b", 0, " \t"), "a node's name can't be empty");
        assert_eq!(
            refused("game dag \"t\"", 10, ""),
            "a title can't be empty; to have none, remove it from the line"
        );
    }

    #[test]
    fn a_name_that_looks_like_another_is_refused() {
        for (sign, code) in
            [('\u{200b}', "U+200B"), ('\u{202e}', "U+202E"), ('\u{ad}', "U+00AD"), ('\u{1}', "U+0001")]
        {
            for new in [format!("b{sign}"), format!("\"b{sign}\""), sign.to_string()] {
                let why = refused("a -> b", 0, &new);
                assert_eq!(
                    why,
                    format!("this name has an invisible sign, {code}: it would look like another name")
                );
            }
        }
        assert_eq!(rename(&snapshot("a -> b"), 0, 0, "a", &|| false), Ok(Vec::new()));
    }

    #[test]
    fn a_line_may_not_grow_beyond_its_limit() {
        let text = format!("a -> {}", "a ".repeat((1 << 19) - 4));
        let why = refused(&text, 0, "longer");
        assert_eq!(why, "line 1 could not be read any more with `longer` for `a`");
    }
}
