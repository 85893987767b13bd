//! The word that is being typed, and what the language has at its place: told by the line alone, however broken.

use sgg_model::language;
use sgg_syntax::{Span, Token, TokenKind, is_name_sign, unquote};
use std::borrow::Cow;

/// Nothing is offered in longer lines: each request looks at the whole line.
const LINE_BYTES_MAX: usize = 1 << 16;

/// A word that is being typed; perhaps nothing yet.
pub(super) struct Typed<'a> {
    text: &'a str,
    /// The words before it.
    before: Vec<Token>,
    /// All words of the line.
    words: Vec<Token>,
    /// From the word's start to the cursor.
    pub(super) span: Span,
    /// Where the word ends behind the cursor.
    pub(super) end: u32,
    /// What stands at the cursor as an arrow that is not yet one.
    arrow: bool,
}

/// What the language has at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot<'a> {
    /// The first word of a line.
    Statement,
    /// The first word of a line with an arrow behind it.
    FirstName,
    /// The word behind `game`.
    Kind,
    /// The title of a game or a round.
    Title,
    /// A node in an edge line.
    EdgeName,
    /// A node in an edge line, or its arrow.
    NameOrArrow,
    /// An arrow.
    Arrow,
    /// An entry of the statement with that word.
    Entry(&'a str),
    /// The first name of a range; the second one.
    RangeStart(&'a str),
    /// The second name of a range; the first one.
    RangeEnd(&'a str),
    /// The word behind `expect`.
    Expectation,
    /// A position's value.
    Value,
    /// The value of the node that is written so.
    NodeValue(&'a str),
}

impl<'a> Typed<'a> {
    /// What is typed at a byte of a line; none within a comment.
    pub(super) fn at(text: &'a str, column: u32) -> Option<Typed<'a>> {
        let before_cursor = text.get(..column as usize)?;
        if text.len() > LINE_BYTES_MAX {
            return None;
        }
        let words = language().tokens(text);
        let here = language().tokens(before_cursor).pop();
        if here.is_some_and(|token| token.kind == TokenKind::Comment) {
            return None;
        }
        let shaft = before_cursor.len() - before_cursor.trim_end_matches(['-', '=', '>', '~']).len();
        let word = here.filter(|token| token.span.end == column && is_word(token.span.text(text)));
        let word_start = word.map_or(column, |token| token.span.start);
        let start = foreign_start(before_cursor, &words).unwrap_or(word_start);
        let mut typed = Typed {
            text,
            before: words.iter().copied().filter(|token| token.span.end <= start).collect(),
            end: end_of(text, &words, start, column),
            words,
            span: Span { start, end: column },
            arrow: false,
        };
        let is_edge = typed.before.first().is_some_and(|first| first.kind == TokenKind::Node);
        let run = before_cursor.get(before_cursor.len() - shaft..).unwrap_or("");
        if is_edge && shaft > 0 && run != "->" && run != "--" {
            typed.span.start = column - shaft as u32;
            typed.end = column;
            typed.before.retain(|token| token.span.end <= typed.span.start);
            typed.arrow = true;
        }
        Some(typed)
    }

    /// The word as far as it is typed, without quotes.
    pub(super) fn word(&self) -> Cow<'a, str> {
        let word = self.span.text(self.text);
        if self.is_quoted() { unquote(word) } else { Cow::Borrowed(word) }
    }

    /// Whether it is typed as a string.
    pub(super) fn is_quoted(&self) -> bool {
        self.span.text(self.text).starts_with('"')
    }

    /// Nothing parts the cursor from the word before it.
    pub(super) fn is_glued(&self) -> bool {
        self.span.start == self.span.end && self.last().is_some_and(|last| last.span.end == self.span.start)
    }

    /// Whether a blank stands behind the word.
    pub(super) fn has_blank_behind(&self) -> bool {
        self.text.get(self.end as usize..).is_some_and(|rest| rest.starts_with([' ', '\t']))
    }

    /// The names of the line's other words.
    pub(super) fn names(&self) -> impl Iterator<Item = String> + '_ {
        let others = self.words.iter().filter(|token| {
            token.kind == TokenKind::Node
                && (token.span.start < self.span.start || token.span.start >= self.end)
        });
        others.map(|token| unquote(token.span.text(self.text)).into_owned())
    }

    /// What the language has here; none where it has nothing that could be offered.
    pub(super) fn slot(&self) -> Option<Slot<'a>> {
        let slot = self.slot_by_what_is_before()?;
        match (slot, self.behind(0), self.behind(1)) {
            (Slot::Statement, "->" | "--", _) => Some(Slot::FirstName),
            (Slot::Statement | Slot::EdgeName | Slot::NameOrArrow | Slot::Entry(_), "..", to) => {
                Some(Slot::RangeStart(to)).filter(|_| !self.is_quoted())
            }
            _ => Some(slot),
        }
    }

    fn slot_by_what_is_before(&self) -> Option<Slot<'a>> {
        let Some(first) = self.before.first() else { return Some(Slot::Statement) };
        if first.kind != TokenKind::Keyword {
            return self.edge_slot();
        }
        let keyword = self.text_of(0);
        match (keyword, self.before.len()) {
            ("game", 1) => Some(Slot::Kind).filter(|_| !self.is_glued()),
            ("game", 2) | ("round", 1) => Some(Slot::Title).filter(|_| !self.is_glued()),
            ("game" | "round", _) => None,
            ("expect", 1) => Some(Slot::Expectation),
            ("expect", count) => match self.text_of(1) {
                "value" => (count == 2).then_some(Slot::Value),
                "sg" => self.entry_slot("expect sg"),
                _ => None,
            },
            _ => self.entry_slot(keyword),
        }
    }

    fn edge_slot(&self) -> Option<Slot<'a>> {
        if self.arrow {
            return Some(Slot::Arrow);
        }
        match self.text_of(self.before.len().checked_sub(1)?) {
            ".." => self.range_end(),
            "->" | "--" => Some(Slot::EdgeName),
            _ if self.last()?.kind == TokenKind::Node => Some(Slot::NameOrArrow).filter(|_| !self.is_glued()),
            _ => None,
        }
    }

    fn entry_slot(&self, statement: &'a str) -> Option<Slot<'a>> {
        let last = self.before.len().checked_sub(1)?;
        let open = |count: usize, token: &Token| match token.span.text(self.text) {
            "{" => count + 1,
            "}" => count.saturating_sub(1),
            _ => count,
        };
        if self.before.iter().fold(0, open) > 0 {
            return None;
        }
        match self.text_of(last) {
            "=" => {
                let is_range = last.checked_sub(2).is_some_and(|at| self.text_of(at) == "..");
                let value = statement == "expect sg" && !is_range;
                Some(Slot::NodeValue(self.text_of(last.checked_sub(1)?))).filter(|_| value)
            }
            ".." => self.range_end(),
            "^" | "+" | "," => None,
            _ => Some(Slot::Entry(statement)).filter(|_| !self.is_glued()),
        }
    }

    fn range_end(&self) -> Option<Slot<'a>> {
        let from = self.before.len().checked_sub(2)?;
        Some(Slot::RangeEnd(self.text_of(from))).filter(|_| !self.text_of(from).starts_with('"'))
    }

    /// One of the words behind this one.
    fn behind(&self, index: usize) -> &'a str {
        let mut behind = self.words.iter().filter(|token| token.span.start >= self.end);
        behind.nth(index).map_or("", |token| token.span.text(self.text))
    }

    fn last(&self) -> Option<&Token> {
        self.before.last()
    }

    fn text_of(&self, index: usize) -> &'a str {
        self.before.get(index).map_or("", |token| token.span.text(self.text))
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with('"') || text.ends_with(is_name_sign)
}

/// Where a name starts that is typed without the quotes that it needs: `(0,1`.
fn foreign_start(before_cursor: &str, words: &[Token]) -> Option<u32> {
    let start = before_cursor.rfind([' ', '\t', '=', '>']).map_or(0, |at| at + 1) as u32;
    let column = before_cursor.len() as u32;
    let mut here = words.iter().filter(|token| token.span.start >= start && token.span.end <= column);
    let is_dash = |token: &&Token| token.span.end == column && before_cursor.ends_with('-');
    here.any(|token| token.kind == TokenKind::Unknown && !is_dash(&token)).then_some(start)
}

/// Where the word that starts at `start` ends. A string without its closing quote ends at the cursor, for the next
/// quote is another string's: then the last string of the line has none.
fn end_of(text: &str, words: &[Token], start: u32, column: u32) -> u32 {
    let whole = words.iter().find(|token| token.span.start == start && start < column);
    let Some(end) = whole.map(|token| token.span.end).filter(|end| *end > column) else { return column };
    let is_open = |word: &str| word.starts_with('"') && (word.len() < 2 || !word.ends_with('"'));
    let open = words.iter().any(|token| is_open(token.span.text(text)));
    let rest = Span { start: column, end }.text(text);
    if open && rest.contains([' ', '\t']) { column } else { end }
}
