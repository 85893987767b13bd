//! Several statements in one line, parted by a sign as in other languages.

use crate::Span;
use crate::indents::Indents;
use crate::mend::{Mender, is_arrow};
use crate::pieces::{Kind, ascii};
use crate::slip::{Edit, New, SlipKind, Sort};
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

impl<'a> Mender<'a> {
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
                            Err(Unclear) => {
                                self.unclear = true;
                                self.find_loose(&listed, index);
                            }
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
        if behind_arrow && self.parts_lists(&listed, group, self.pieces.len()) {
            self.unclear = true;
            self.find_loose(&listed, self.pieces.len());
        }
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

    /// Each `;` of these before a single name that may be a node of its own, where that holds of all of them up to the
    /// next statement or the line's end.
    fn find_loose(&mut self, listed: &[Listed], end: usize) {
        let mut loose = Vec::new();
        for sign in listed.iter().filter(|sign| sign.semicolon && sign.close.is_none()).map(|sign| sign.at) {
            if self.statement_follows(sign) {
                self.loose.append(&mut loose);
                return;
            }
            let last = self.segment_end(sign, true) - 1;
            let single = last == sign + 1 || last == sign + 3 && self.kind(sign + 2) == Some(Kind::Dots);
            match last == sign {
                // The line may end with such a sign.
                true if sign + 1 == self.pieces.len() => {}
                _ if single && is_strict(&format!("{} ->", self.segment(sign, last + 1))) => {
                    loose.push((sign, last));
                }
                _ => return,
            }
        }
        if end == self.pieces.len() {
            self.loose.append(&mut loose);
        }
    }

    /// Takes the sign here, before a name, for one of a list or of statements.
    pub(crate) fn loose_sign(&mut self) -> bool {
        let found = self.loose.binary_search_by_key(&self.at, |(sign, _)| *sign).ok();
        let Some((_, last)) = found.and_then(|found| self.loose.get(found)).copied() else { return false };
        let span = self.between(self.at, self.at);
        let end = self.between(last, last).end;
        let arrow = Edit { span: Span { start: end, end }, new: New::arrow(" ", "") };
        // A node, whatever it is called: no header, which would move what stands behind it too.
        let other = self.in_next_line(self.at, "").into_iter().chain([arrow]);
        let listed = self.list_sign_edit(self.at);
        self.note(SlipKind::NodeOrListed, span, false, listed);
        self.note_other(SlipKind::NodeOrListed, other);
        self.at += 1;
        true
    }

    /// `a; b -> c`: the names before the first edge of the line may be some of its nodes.
    pub(crate) fn names_or_listed(&mut self, start: usize) {
        let Some(sign) = (start..self.pieces.len()).find(|index| self.statement_follows(*index)) else {
            return;
        };
        if is_keyword(self.word(sign + 1)) && !self.arrow_at(sign + 2) {
            return;
        }
        let Some(end) = self.piece(sign).map(|sign| sign.span.end) else { return };
        let parted = self.problems.iter().find(|problem| problem.slip.kind == SlipKind::Parted);
        let later =
            parted.into_iter().flat_map(|parted| &parted.slip.edits).filter(|edit| edit.span.start >= end);
        let other: Vec<Edit> = self.list_sign_edit(sign).into_iter().chain(later.cloned()).collect();
        self.note_other(SlipKind::Parted, other);
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
            let other = self.list_sign_edit(self.at);
            self.note(SlipKind::PartedOrListed, sign.span, false, edits);
            self.note_other(SlipKind::PartedOrListed, other);
        }
        self.at += 1;
    }

    pub(crate) fn next_line(&mut self, sign: usize) -> Option<Edit> {
        self.in_next_line(sign, self.statement_word(sign + 1))
    }

    /// The same for a statement that starts with that word.
    fn in_next_line(&mut self, sign: usize, word: &str) -> Option<Edit> {
        let (before, next) = (self.piece(sign.checked_sub(1)?)?, self.piece(sign + 1)?);
        let gap = Span { start: before.span.end, end: next.span.start };
        Some(Edit::replace(gap, format!("\n{}", self.indent_before(word))))
    }

    /// How far what starts there is indented in a line of its own.
    pub(crate) fn indent_of(&mut self, start: usize) -> String {
        self.indent_before(self.statement_word(start))
    }

    /// The word that makes what starts there a statement; a node's name makes none.
    fn statement_word(&self, start: usize) -> &'a str {
        if self.arrow_at(start + 1) { "" } else { self.word(start) }
    }

    fn indent_before(&mut self, word: &str) -> String {
        let own = self.own_indent();
        self.indents.get_or_insert_with(|| Indents::of_statement(own)).next(word)
    }

    /// The blanks before the line's first word.
    pub(crate) fn own_indent(&self) -> &'a str {
        let blanks =
            self.line.bytes().take(INDENT_MAX).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        self.line.get(..blanks).unwrap_or("")
    }

    fn arrow_at(&self, index: usize) -> bool {
        self.kind(index).is_some_and(is_arrow)
    }

    /// The end of what stands behind a sign, up to the next one: any, or a `;`.
    fn segment_end(&self, sign: usize, semicolon: bool) -> usize {
        let mut end = sign + 1;
        let parts = |kind, index| kind == Kind::Separator && (!semicolon || self.is_semicolon(index));
        while self.kind(end).is_some_and(|kind| !parts(kind, end)) {
            end += 1;
        }
        end
    }

    fn segment(&self, sign: usize, end: usize) -> &str {
        if end > sign + 1 { self.text(self.between(sign + 1, end - 1)) } else { "" }
    }

    /// What stands between a sign and that end is a statement: one with a word of its own, or an edge that can't be
    /// meant as a node and its number.
    fn is_statement(&self, sign: usize, end: usize) -> bool {
        let mut edges = (sign + 1..end).filter(|index| self.arrow_at(*index));
        let edge = edges.any(|arrow| !self.is_number(arrow + 1));
        (edge || is_keyword(self.word(sign + 1))) && is_strict(self.segment(sign, end))
    }

    /// A `;` stands there, and what is behind it is a statement.
    pub(crate) fn statement_follows(&self, sign: usize) -> bool {
        self.is_semicolon(sign)
            && (self.is_statement(sign, self.segment_end(sign, true))
                || self.is_statement(sign, self.segment_end(sign, false)))
    }

    /// Any sign of a list stands there, and what is behind it is a statement.
    fn any_statement_follows(&self, sign: usize) -> bool {
        self.statement_follows(sign)
            || self.is_comma(sign) && self.is_statement(sign, self.segment_end(sign, false))
    }

    fn is_comma(&self, index: usize) -> bool {
        let sign = self.piece(index).filter(|piece| piece.kind == Kind::Separator);
        sign.is_some_and(|sign| self.text(sign.span) != "&") && !self.is_semicolon(index)
    }

    /// What stands behind the sign is a statement, or may be one.
    pub(crate) fn parts_list(&self, sign: usize) -> bool {
        self.statement_follows(sign) || self.may_part(sign)
    }

    /// A `,` before a statement with a word of its own. A lone word is rather a name.
    fn may_part(&self, sign: usize) -> bool {
        is_keyword(self.word(sign + 1))
            && !self.arrow_at(sign + 2)
            && self.is_comma(sign)
            && self.segment_end(sign, false) > sign + 2
            && self.any_statement_follows(sign)
    }

    /// The first sign from here on that parts a statement of its own from a word or value that no list follows.
    pub(crate) fn next_statement(&self) -> Option<usize> {
        (self.at + 1..self.pieces.len()).find(|index| self.any_statement_follows(*index))
    }

    /// Takes away a sign behind the end of a statement, or writes in lines of their own what it parts.
    pub(crate) fn sign_behind(&mut self) {
        match self.any_statement_follows(self.at) {
            true => self.other_statements(List::None),
            false => self.list_sign(),
        }
    }

    /// The same behind a header that has no title: words with no arrow may be one.
    pub(crate) fn sign_behind_header(&mut self, round: bool) {
        if !self.any_statement_follows(self.at) {
            return self.list_sign();
        }
        let title = is_keyword(self.word(self.at + 1)) && !self.arrow_at(self.at + 2);
        // `round; a -> b` may have a node called `round`.
        let guess = title || round || self.is_comma(self.at);
        let first = self.problems.len();
        self.other_statements(List::None);
        if guess {
            self.problems.iter_mut().skip(first).for_each(|problem| problem.slip.safe = false);
        }
    }

    /// Gives each statement behind the sign here a line of its own. `list` is what the statement before it goes on with.
    pub(crate) fn other_statements(&mut self, mut list: List) {
        while let Some(sign) = self.peek() {
            if self.any_statement_follows(self.at) {
                self.other_statement(sign.span, list);
                list = self.list_of(self.at);
            } else if sign.kind == Kind::Separator {
                self.list_sign();
            } else {
                self.at += 1;
            }
        }
    }

    fn other_statement(&mut self, sign: Span, list: List) {
        let listed = self.is_comma(self.at) && self.may_go_on(list);
        let other = listed.then(|| self.list_sign_edit(self.at)).flatten();
        let edit = self.next_line(self.at);
        let kind = if listed { SlipKind::StatementOrListed } else { SlipKind::Parted };
        self.note(kind.clone(), sign, !listed, edit);
        if listed {
            self.note_other(kind, other);
        }
        self.at += 1;
    }

    /// What the statement that starts there ends with.
    fn list_of(&self, start: usize) -> List {
        match (self.statement_word(start), self.word(start + 1)) {
            ("game" | "round", _) => List::None,
            ("stones", _) => List::Entries(Sort::Stones),
            ("k", _) => List::Entries(Sort::K),
            ("expect", "sg") => List::Entries(Sort::Sg),
            ("expect", _) => List::None,
            ("nodes" | "ground", _) => List::Names,
            _ => List::Edge,
        }
    }

    /// What stands behind the sign here can be read as more of a list.
    fn may_go_on(&self, list: List) -> bool {
        let start = match list {
            List::None => return false,
            List::Names => "nodes",
            List::Edge => "a ->",
            List::Entries(Sort::Stones) => "stones",
            List::Entries(Sort::K) => "k",
            List::Entries(Sort::Sg) => "expect sg",
        };
        let end = self.segment_end(self.at, false);
        is_strict(&format!("{start} {}", self.segment(self.at, end)))
    }
}

/// No line is indented deeper: each statement that is parted from others gets its own copy of the blanks.
const INDENT_MAX: usize = 64;

/// What a statement ends with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List {
    /// No list.
    None,
    /// Names of nodes.
    Names,
    /// The last group of an edge.
    Edge,
    /// Nodes with their numbers.
    Entries(Sort),
}

/// It can't be told how a line falls into edges.
struct Unclear;

impl Parting {
    pub(crate) fn at(self) -> usize {
        self.at
    }
}
