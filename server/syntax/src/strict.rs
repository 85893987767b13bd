//! A line as the reference says it is written: read in one pass, without allocation for the usual line. A line that
//! is not written so is not read at all here; what is wrong with it is worked out elsewhere.

use crate::scan::Scanner;
use crate::slip::{Edit, Slip, SlipKind};
use crate::{
    Arrow, ArrowAt, Chain, Entries, Entry, GameHeader, Item, Line, Located, Name, Number, OutcomeWord,
    Problem, ProblemCode, RoundHeader, Span, Statement, Title, unquote,
};

/// Stones on one node.
pub(crate) const STONES_MAX: u64 = (1 << 63) - 1;

/// A K-value.
pub(crate) const K_MAX: u64 = (1 << 31) - 1;

/// Reads the line if it is written as the reference says; else it is left in any state, and the answer is none.
///
/// The line is filled in its place rather than returned: it is large, and moving it costs as much as reading it.
pub(crate) fn read(line: &str, read: &mut Line) -> Option<()> {
    let mut scanner = Scanner::new(line);
    scanner.blanks();
    match scanner.byte() {
        None | Some(b'#') => {}
        Some(b'"') => scanner.edge(None, &mut read.statement)?,
        Some(_) => scanner.statement(&mut read.statement)?,
    }
    scanner.end(read)
}

/// The line is written as the reference says.
pub(crate) fn is_strict(line: &str) -> bool {
    read(line, &mut Line::default()).is_some()
}

impl Scanner<'_> {
    #[inline]
    fn statement(&mut self, statement: &mut Statement) -> Option<()> {
        let word = self.bare()?;
        if is_keyword(word.text(self.line)) && !self.arrow_follows() {
            *statement = self.keyword_statement(word)?;
            return Some(());
        }
        self.edge(Some(word), statement)
    }

    #[inline]
    fn edge(&mut self, first: Option<Span>, statement: &mut Statement) -> Option<()> {
        *statement = Statement::Edge(Chain::default());
        let Statement::Edge(chain) = statement else { return None };
        self.chain(first, chain)
    }

    fn keyword_statement(&mut self, word: Span) -> Option<Statement> {
        Some(match word.text(self.line) {
            "game" => Statement::Game(self.game(word)?),
            "round" => Statement::Round(RoundHeader { keyword: word, title: self.title()? }),
            "nodes" => Statement::Nodes(self.entries(false, |_| Some(()))?),
            "ground" => Statement::Ground(self.entries(false, |_| Some(()))?),
            "k" => Statement::K(self.entries(true, Self::k_value)?),
            "stones" => Statement::Stones(self.entries(true, Self::stones_value)?),
            _ => self.expect()?,
        })
    }

    /// The next token is an arrow.
    fn arrow_follows(&self) -> bool {
        let mut ahead = self.clone();
        ahead.blanks();
        ahead.byte() == Some(b'-') && matches!(ahead.byte_after(1), Some(b'-' | b'>'))
    }

    /// Groups and arrows; `first` is a name that is read already.
    #[inline]
    fn chain(&mut self, first: Option<Span>, chain: &mut Chain) -> Option<()> {
        if let Some(span) = first {
            if span.end - span.start > crate::NAME_BYTES_MAX as u32 {
                return None;
            }
            let (span, item) = self.item_from(Name { span, quoted: false })?;
            chain.entries.push(Entry { span, item, value: () });
        }
        let mut group_start = 0;
        let mut apart = first.is_none();
        loop {
            apart |= self.blanks();
            match self.byte() {
                None | Some(b'#') => break,
                Some(b'-') => {
                    if chain.entries.len() == group_start {
                        return None;
                    }
                    group_start = chain.entries.len();
                    chain.arrows.push(self.arrow(group_start)?);
                    apart = true;
                }
                Some(_) => {
                    if !apart {
                        return None;
                    }
                    let (span, item) = self.item()?;
                    chain.entries.push(Entry { span, item, value: () });
                    apart = false;
                }
            }
        }
        (!chain.arrows.is_empty()).then_some(())
    }

    fn arrow(&mut self, before: usize) -> Option<ArrowAt> {
        let arrow = match (self.byte_after(1), self.byte_after(2)) {
            (Some(b'>'), _) => Arrow::Arc,
            (Some(b'-'), Some(b'-' | b'>')) => return None,
            (Some(b'-'), _) => Arrow::Edge,
            _ => return None,
        };
        let span = Span::new(self.at, self.at + 2);
        self.at += 2;
        Some(ArrowAt { arrow, span, before: u32::try_from(before).ok()? })
    }

    /// One or more entries. `value` reads what stands behind a name.
    fn entries<V>(&mut self, star: bool, value: impl Fn(&mut Self) -> Option<V>) -> Option<Entries<V>> {
        let mut entries = Entries::new();
        loop {
            let apart = self.blanks();
            if self.is_end() {
                break;
            }
            if !apart {
                return None;
            }
            let start = self.at;
            let item = if star && self.byte() == Some(b'*') {
                self.at += 1;
                Item::Star
            } else {
                self.item()?.1
            };
            let value = value(self)?;
            entries.push(Entry { span: Span::new(start, self.at), item, value });
        }
        (!entries.is_empty()).then_some(entries)
    }

    fn stones_value(&mut self) -> Option<Option<Number>> {
        if !self.sign(b'=') {
            return Some(None);
        }
        self.blanks();
        self.number().filter(|number| number.value <= STONES_MAX).map(Some)
    }

    fn k_value(&mut self) -> Option<Number> {
        if !self.sign(b'=') {
            return None;
        }
        self.blanks();
        self.number().filter(|number| number.value <= K_MAX)
    }

    fn game(&mut self, keyword: Span) -> Option<GameHeader> {
        self.blanks();
        let kind = Some(self.bare()?);
        Some(GameHeader { keyword, kind, title: self.title()? })
    }

    /// A title, or nothing, up to the line's end.
    fn title(&mut self) -> Option<Option<Title>> {
        let apart = self.blanks();
        if self.is_end() {
            return Some(None);
        }
        if !apart || self.byte() != Some(b'"') {
            return None;
        }
        let (span, _) = self.string()?;
        let value = unquote(span.text(self.line)).into_owned();
        self.blanks();
        self.is_end().then_some(Some(Located { span, value }))
    }

    fn expect(&mut self) -> Option<Statement> {
        self.blanks();
        let word = self.bare()?;
        let outcome = match word.text(self.line) {
            "value" => return self.expect_value(),
            "sg" => return Some(Statement::ExpectSg(self.entries(true, Self::sg_value)?)),
            "first" => OutcomeWord::First,
            "second" => OutcomeWord::Second,
            "draw" => OutcomeWord::Draw,
            _ => return None,
        };
        self.blanks();
        self.is_end().then_some(Statement::ExpectOutcome(word, outcome))
    }

    fn expect_value(&mut self) -> Option<Statement> {
        if !self.blanks() {
            return None;
        }
        let literal = self.literal()?;
        self.blanks();
        self.is_end().then_some(Statement::ExpectValue(literal))
    }

    fn sg_value(&mut self) -> Option<Located<crate::Literal>> {
        if !self.sign(b'=') {
            return None;
        }
        self.blanks();
        self.simple_literal()
    }

    /// The line's end, with or without a comment.
    #[inline]
    fn end(mut self, read: &mut Line) -> Option<()> {
        self.blanks();
        match self.byte() {
            None => {}
            Some(b'#') => self.comment(read),
            Some(_) => return None,
        }
        Some(())
    }

    fn comment(&self, read: &mut Line) {
        let comment = Span::new(self.at, self.line.len());
        read.comment = Some(comment);
        let glued = self.at.checked_sub(1).and_then(|before| self.line.as_bytes().get(before));
        if let Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'\'' | 0x80..) = glued {
            read.problems.push(glued_comment(comment));
        }
    }
}

/// The hint that a comment starts within a word.
fn glued_comment(comment: Span) -> Problem {
    let span = Span { start: comment.start, end: comment.start + 1 };
    let edits = vec![Edit::insert(comment.start, " ")];
    let slip = Slip { edits, safe: true, ..Slip::new(SlipKind::GluedComment) };
    Problem { code: ProblemCode::GluedComment, span, slip }
}

/// A word that starts a statement, when no arrow follows.
pub(crate) fn is_keyword(word: &str) -> bool {
    // Most lines start with a node: its first byte and length tell.
    let known = match (word.as_bytes().first(), word.len()) {
        (Some(b'g'), 4) => "game",
        (Some(b'g'), 6) => "ground",
        (Some(b'n'), 5) => "nodes",
        (Some(b'k'), 1) => "k",
        (Some(b's'), 6) => "stones",
        (Some(b'r'), 5) => "round",
        (Some(b'e'), 6) => "expect",
        _ => return false,
    };
    word == known
}

/// The words that start a statement.
pub const KEYWORDS: [&str; 7] = ["game", "nodes", "ground", "k", "stones", "round", "expect"];
