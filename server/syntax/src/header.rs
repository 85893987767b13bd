//! Slips in `game` and `round` lines: a broken header is still a header.

use crate::indents::Indents;
use crate::mend::{Mender, is_arrow};
use crate::pieces::{Kind, Piece, Text};
use crate::slip::{Edit, KeywordWhy, SlipKind};
use crate::strict::{KEYWORDS, is_strict};
use crate::{
    GameHeader, Located, RoundHeader, Span, Statement, Title, as_string, one_edit, same_but_for_case, unquote,
};

impl Mender<'_> {
    /// A slip of a header's first word: one edit or a capital away from `game` and followed by a kind or a string,
    /// or from `round` and followed by a string or nothing, in a line without an arrow.
    pub(crate) fn header_slip(&mut self, word: &str) -> Option<Statement> {
        if self.has_arrow {
            return None;
        }
        // `Ground` is nearer to another word.
        let others = KEYWORDS.iter().filter(|keyword| !["game", "round"].contains(keyword));
        if others.into_iter().any(|keyword| same_but_for_case(word, keyword)) {
            return None;
        }
        let string = matches!(self.kind(1), Some(Kind::Text(_)));
        let kind = self.is_kind(self.word(1));
        let meant = [("game", string || kind), ("round", string || self.pieces.len() == 1)];
        let (keyword, _) = meant
            .into_iter()
            .find(|(keyword, fits)| *fits && (same_but_for_case(word, keyword) || one_edit(word, keyword)))?;
        let span = self.piece(0)?.span;
        let why = if same_but_for_case(word, keyword) { KeywordWhy::Case } else { KeywordWhy::OneEdit };
        self.keyword_slip(span, keyword, why);
        Some(self.keyword_statement(keyword))
    }

    fn is_kind(&self, word: &str) -> bool {
        self.language.kinds.iter().any(|kind| *kind == word || same_but_for_case(kind, word))
    }

    fn keyword_span(&self) -> Span {
        self.piece(0).map_or(Span::default(), |keyword| keyword.span)
    }

    /// `game KIND ["title"]`
    pub(crate) fn game(&mut self) -> Statement {
        self.keyword_sign();
        while self
            .peek()
            .is_some_and(|piece| matches!(piece.kind, Kind::Separator | Kind::Open(_) | Kind::Close(_)))
        {
            self.list_sign();
        }
        let keyword = self.keyword_span();
        self.indents = Some(Indents::of_game(self.own_indent()));
        let known = self.is_kind(self.word(self.at));
        if self.has_arrow && !known {
            self.quote_keyword(keyword);
            let kind = self.peek().filter(|piece| piece.kind == Kind::Word).map(|piece| piece.span);
            return Statement::Game(GameHeader { keyword, kind, title: None });
        }
        let (kind, title) = match self.peek() {
            Some(Piece { kind: Kind::Word, span, .. }) => {
                self.at += 1;
                (Some(span), self.title(false))
            }
            Some(piece @ Piece { kind: Kind::Text(state), .. }) => self.title_first(piece, state),
            _ => {
                self.no_kind(keyword);
                (None, None)
            }
        };
        Statement::Game(GameHeader { keyword, kind, title })
    }

    /// `round ["title"]`
    pub(crate) fn round(&mut self) -> Statement {
        self.keyword_sign();
        let keyword = self.keyword_span();
        self.indents = Some(Indents::of_round(self.own_indent()));
        let end = (self.at..self.pieces.len()).find(|index| self.statement_follows(*index));
        if self.pieces.iter().take(end.unwrap_or(usize::MAX)).any(|piece| is_arrow(piece.kind)) {
            self.quote_keyword(keyword);
            return Statement::Round(RoundHeader { keyword, title: None });
        }
        Statement::Round(RoundHeader { keyword, title: self.title(true) })
    }

    fn quote_keyword(&mut self, keyword: Span) {
        let edit = Edit::replace(keyword, as_string(self.text(keyword)));
        self.note(SlipKind::KeywordInGroup { drop: false }, keyword, false, [edit]);
    }

    fn no_kind(&mut self, keyword: Span) {
        let kinds = self.language.kinds;
        let span = if self.pieces.len() > 1 { self.between(1, self.pieces.len() - 1) } else { keyword };
        let edit = kinds.first().map(|kind| Edit::insert(keyword.end, format!(" {kind}")));
        self.note(SlipKind::NoKind { kinds }, span, false, edit);
    }

    /// `game "title" dag`
    fn title_first(&mut self, piece: Piece, state: Text) -> (Option<Span>, Option<Title>) {
        let keyword = self.keyword_span();
        self.at += 1;
        let kind = self.peek().filter(|next| next.kind == Kind::Word && next.gap);
        let Some(kind) = kind.filter(|_| self.at + 1 == self.pieces.len() && state != Text::Open) else {
            self.no_kind(keyword);
            self.at -= 1;
            return (None, self.title(false));
        };
        let (text, title) = self.title_text(piece, state);
        let whole = piece.span.to(kind.span);
        let new = format!("{} {text}", self.text(kind.span));
        self.note(SlipKind::KindBehindTitle, whole, true, [Edit::replace(whole, new)]);
        (Some(kind.span), title)
    }

    /// A string as it should be written, and the title that it is.
    fn title_text(&self, piece: Piece, state: Text) -> (String, Option<Title>) {
        let text = self.text(piece.span);
        let value = match state {
            Text::Good => unquote(text).into_owned(),
            Text::Escape => unescape(without_quotes(text)),
            Text::Curly => without_quotes(text).to_owned(),
            Text::Open => text.strip_prefix(first_sign(text)).unwrap_or("").trim_end().to_owned(),
        };
        (as_string(&value), Some(Located { span: piece.span, value }))
    }

    /// What stands behind a header's keyword and kind.
    fn title(&mut self, round: bool) -> Option<Title> {
        while self.peek().is_some_and(|piece| is_before_title(piece.kind)) {
            self.sign_behind_header(round);
        }
        if self.at + 1 == self.pieces.len() && self.peek().is_some_and(|piece| piece.kind == Kind::Open('{'))
        {
            self.list_sign();
        }
        let piece = self.peek()?;
        let Kind::Text(state) = piece.kind else { return self.unquoted_title() };
        self.at += 1;
        if !piece.gap {
            self.note(SlipKind::Glued, piece.span, true, [Edit::insert(piece.span.start, " ")]);
        }
        let (text, title) = self.title_text(piece, state);
        match state {
            Text::Open if text == "\"\"" => {
                self.note(SlipKind::OpenString, piece.span, false, [Edit::remove(piece.span)]);
                return None;
            }
            Text::Open => {
                let safe = !text.contains('#');
                self.note(SlipKind::OpenString, piece.span, safe, [Edit::replace(piece.span, text)]);
            }
            _ => self.string(piece, state),
        }
        while self.peek().is_some_and(|piece| is_behind_title(piece.kind)) {
            self.sign_behind();
        }
        self.surplus();
        title
    }

    /// Words behind the end of a statement.
    pub(crate) fn surplus(&mut self) {
        let Some(first) = self.peek() else { return };
        let span = self.between(self.at, self.pieces.len() - 1);
        let statement = crate::strict::is_keyword(self.word(self.at));
        let start = self
            .at
            .checked_sub(1)
            .and_then(|before| self.piece(before))
            .map_or(first.span.start, |p| p.span.end);
        // A statement that shares the line is not to be thrown away.
        if statement {
            let whole = start > 0 && is_strict(self.line.get(span.start as usize..).unwrap_or(""));
            let gap = Span { start, end: span.start };
            let edit = whole.then(|| Edit::replace(gap, format!("\n{}", self.indent_of(self.at))));
            // Behind a header's bare words it might be a title without quotes.
            let before = self.at.checked_sub(1).and_then(|before| self.kind(before));
            let told_apart = matches!(before, Some(Kind::Text(_))) || self.word(0) == "expect";
            // A node may be called like another statement.
            let alone = (self.at + 1..self.pieces.len()).all(|at| !crate::strict::is_keyword(self.word(at)));
            let safe = whole && told_apart && alone;
            self.note(SlipKind::Surplus { statement }, span, safe, edit);
            self.at = self.pieces.len();
            return;
        }
        let edit = Edit::remove(Span { start, end: span.end });
        self.note(SlipKind::Surplus { statement }, span, false, [edit]);
        self.at = self.pieces.len();
    }

    /// Words where a title in quotes should be.
    fn unquoted_title(&mut self) -> Option<Title> {
        let first = self.peek()?;
        let is_statement = crate::strict::is_keyword(self.word(self.at)) && self.pieces.len() > self.at + 1;
        if is_statement || is_arrow(first.kind) {
            self.surplus();
            return None;
        }
        let title_at = self.at;
        let mut last = self.pieces.len() - 1;
        while last > self.at && matches!(self.kind(last), Some(Kind::Separator | Kind::Open('{'))) {
            last -= 1;
        }
        let mut span = self.between(self.at, last);
        let has_string = (self.at..=last).any(|index| matches!(self.kind(index), Some(Kind::Text(_))));
        // `round x stones a` may be a round and its stones.
        let has_statement = (self.at..=last).any(|index| crate::strict::is_keyword(self.word(index)));
        let mut safe = !has_string && !self.has_arrow && !has_statement;
        // `#1` is a part of the title rather than a comment.
        let comment = self.cut.comment.filter(|comment| {
            let text = self.text(*comment);
            text.starts_with('#') && text.chars().nth(1).is_some_and(|sign| sign.is_ascii_digit())
        });
        if let Some(comment) = comment.filter(|_| last + 1 == self.pieces.len()) {
            span.end = comment.start + self.text(comment).trim_end().len() as u32;
            self.comment = None;
            safe = false;
        }
        self.at = last + 1;
        while self.peek().is_some() {
            self.list_sign();
        }
        let value = self.text(span).trim_matches(['\'', '‘', '’', '`']).to_owned();
        let new = if first.gap { as_string(&value) } else { format!(" {}", as_string(&value)) };
        self.note(SlipKind::UnquotedTitle, span, safe, [Edit::replace(span, new)]);
        self.title_or_statements(title_at, last, first.gap);
        Some(Located { span, value })
    }

    /// Statements that a `;` parts from a title without quotes may be meant as such.
    fn title_or_statements(&mut self, first: usize, last: usize, gap: bool) {
        let signs: Vec<usize> = (first + 1..last).filter(|index| self.statement_follows(*index)).collect();
        let Some(end) = signs.first() else { return };
        let span = self.between(first, end - 1);
        let title = as_string(self.text(span).trim_matches(['\'', '‘', '’', '`']));
        let title = Edit::replace(span, if gap { title } else { format!(" {title}") });
        let lines = signs.iter().filter_map(|sign| self.next_line(*sign));
        let edits: Vec<Edit> = [title].into_iter().chain(lines).collect();
        self.note_other(SlipKind::UnquotedTitle, edits);
    }
}

fn is_before_title(kind: Kind) -> bool {
    matches!(kind, Kind::Separator | Kind::Colon | Kind::Equal)
}

fn is_behind_title(kind: Kind) -> bool {
    matches!(kind, Kind::Separator | Kind::Colon | Kind::Open(_) | Kind::Close(_))
}

/// Only `\"` and `\\` are escapes; any other `\` is meant as itself.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let escaped = if sign == '\\' { signs.next_if(|next| matches!(next, '"' | '\\')) } else { None };
        plain.push(escaped.unwrap_or(sign));
    }
    plain
}

fn first_sign(text: &str) -> &str {
    text.chars().next().and_then(|sign| text.get(..sign.len_utf8())).unwrap_or("")
}

fn without_quotes(text: &str) -> &str {
    let mut signs = text.chars();
    signs.next();
    signs.next_back();
    signs.as_str()
}
