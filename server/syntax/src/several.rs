//! Several statements in one line, parted by a sign as in other languages.

use crate::Span;
use crate::mend::{Mender, is_arrow};
use crate::pieces::{Kind, ascii};
use crate::slip::{Edit, SlipKind};
use crate::strict::{is_keyword, is_strict};

/// A sign that parts two edges, or may do so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parting {
    /// Its piece.
    at: usize,
    /// It parts nothing else: `;`. A `,` may as well stand in a group.
    sure: bool,
}

/// A sign of a list between two arrows, and the last bracket's end that it stands before.
struct Listed {
    at: usize,
    close: Option<usize>,
    semicolon: bool,
}

impl Mender<'_> {
    /// Where the line falls into several edges: between two arrows a single sign stands, and in no brackets of a list.
    /// Where it is not clear whether it does, no sign of this line is taken out unasked.
    pub(crate) fn partings(&mut self) -> Vec<Parting> {
        let mut partings = Vec::new();
        let mut listed: Vec<Listed> = Vec::new();
        let mut close = None;
        let mut group = self.at;
        let mut behind_arrow = false;
        for index in self.at..self.pieces.len() {
            let Some(piece) = self.piece(index) else { break };
            match piece.kind {
                kind if is_arrow(kind) => {
                    if behind_arrow {
                        listed.retain(|sign| sign.close.is_none_or(|close| close > index));
                        match self.parting(&listed, index) {
                            // `a -> {b; c -> d}` draws an arc from a group that is not closed.
                            _ if listed.iter().any(|sign| sign.close.is_some()) => self.unclear = true,
                            Ok(parting) => partings.extend(parting),
                            Err(Unclear) => self.unclear = true,
                        }
                    }
                    self.unclear |= !behind_arrow && self.parts_lists(&listed, group, index);
                    behind_arrow = true;
                    group = index + 1;
                    listed.clear();
                    close = None;
                }
                Kind::Open(_) if piece.partner > index => {
                    close = close.filter(|close| *close > index).or(Some(piece.partner));
                }
                // Mermaid writes groups with `&`, and nothing else.
                Kind::Separator if self.text(piece.span) != "&" => listed.push(Listed {
                    at: index,
                    close: close.filter(|close| *close > index),
                    semicolon: self.is_semicolon(index),
                }),
                _ => {}
            }
        }
        self.unclear |= behind_arrow && self.parts_lists(&listed, group, self.pieces.len());
        partings
    }

    /// A `;` of a group at the line's start or end stands between names: in DOT that is a statement of names alone and
    /// an edge, elsewhere a list.
    fn parts_lists(&self, listed: &[Listed], first: usize, end: usize) -> bool {
        let is_name = |index: &usize| self.names_within(*index, *index + 1);
        let (Some(from), Some(to)) = ((first..end).find(is_name), (first..end).rfind(is_name)) else {
            return false;
        };
        let outside = |sign: &Listed| sign.semicolon && sign.close.is_none_or(|close| close >= end);
        listed.iter().any(|sign| from < sign.at && sign.at < to && outside(sign))
    }

    /// What the signs before the arrow mean.
    fn parting(&self, listed: &[Listed], arrow: usize) -> Result<Option<Parting>, Unclear> {
        let sure = listed.iter().any(|sign| sign.semicolon);
        let mut parting = listed.iter().filter(|sign| sign.semicolon == sure);
        match (parting.next(), parting.next()) {
            (None, _) => Ok(None),
            (Some(sign), None) if self.names_within(sign.at + 1, arrow) => {
                Ok(Some(Parting { at: sign.at, sure }))
            }
            _ => Err(Unclear),
        }
    }

    fn names_within(&self, first: usize, end: usize) -> bool {
        (first..end).any(|index| {
            matches!(self.kind(index), Some(Kind::Word | Kind::Text(_) | Kind::Sign(_) | Kind::Dash))
        })
    }

    pub(crate) fn is_semicolon(&self, index: usize) -> bool {
        let sign = self.piece(index).filter(|piece| piece.kind == Kind::Separator);
        sign.is_some_and(|sign| self.text(sign.span).chars().all(|sign| ascii(sign) == ';'))
    }

    /// Writes what stands behind the sign here in the next line.
    pub(crate) fn part(&mut self, parting: Parting) {
        let Some(sign) = self.peek() else { return };
        let edits = self.next_line(self.at);
        if parting.sure {
            self.note(SlipKind::Parted, sign.span, true, edits);
        } else {
            let other = self.list_sign_edit();
            self.note(SlipKind::PartedOrListed, sign.span, false, edits);
            self.note_other(SlipKind::PartedOrListed, other);
        }
        self.at += 1;
    }

    fn next_line(&self, sign: usize) -> Option<Edit> {
        let (before, next) = (self.piece(sign.checked_sub(1)?)?, self.piece(sign + 1)?);
        let gap = Span { start: before.span.end, end: next.span.start };
        Some(Edit::replace(gap, format!("\n{}", self.indent_below())))
    }

    /// A `;` stands there, and what is behind it up to the next one is a statement: one with a word of its own, or an
    /// edge that can't be meant as a node and its number.
    pub(crate) fn statement_follows(&self, sign: usize) -> bool {
        if !self.is_semicolon(sign) {
            return false;
        }
        let mut end = sign + 1;
        let mut edge = false;
        while let Some(piece) = self.piece(end).filter(|_| !self.is_semicolon(end)) {
            edge |= is_arrow(piece.kind) && !self.is_number(end + 1);
            end += 1;
        }
        let text = if end > sign + 1 { self.text(self.between(sign + 1, end - 1)) } else { "" };
        (edge || is_keyword(self.word(sign + 1))) && is_strict(text)
    }

    /// Takes away a sign behind the end of a statement, or writes in lines of their own what it parts.
    pub(crate) fn sign_behind(&mut self) {
        match self.statement_follows(self.at) {
            true => self.other_statements(),
            false => self.list_sign(),
        }
    }

    /// Gives each statement behind the `;` here a line of its own.
    pub(crate) fn other_statements(&mut self) {
        while let Some(sign) = self.peek() {
            if self.statement_follows(self.at) {
                self.note(SlipKind::Parted, sign.span, true, self.next_line(self.at));
                self.at += 1;
            } else if self.is_semicolon(self.at) {
                self.list_sign();
            } else {
                self.at += 1;
            }
        }
    }
}

/// It can't be told how a line falls into edges.
struct Unclear;

impl Parting {
    pub(crate) fn at(self) -> usize {
        self.at
    }
}
