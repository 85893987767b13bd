//! Slips in `expect …`.

use crate::Span;
use crate::mend::Mender;
use crate::pieces::{Kind, Text, ascii};
use crate::several::List;
use crate::slip::{Edit, KeywordWhy, SlipKind, Sort};
use crate::worth::{self, Worth};

impl Mender<'_> {
    /// `expect …`, from behind the keyword.
    pub(crate) fn expect(&mut self) {
        self.keyword_sign();
        let Some(piece) = self.peek() else { return self.empty_statement() };
        match self.word(self.at) {
            "value" => return self.value_words(),
            "sg" => return self.sg_words(),
            "first" | "second" | "draw" => {
                self.at += 1;
                while matches!(self.peek().map(|piece| piece.kind), Some(Kind::Separator)) {
                    self.sign_behind();
                }
                return self.surplus();
            }
            _ => {}
        }
        if self.glued_value(piece.span) {
            return;
        }
        let word = self.outcome_word(self.text(piece.span));
        if let Kind::Text(state) = piece.kind {
            if let Some((word, _)) = word.filter(|_| state != Text::Open) {
                let new = if piece.gap { word.to_owned() } else { format!(" {word}") };
                self.note(SlipKind::QuotedWord, piece.span, true, [Edit::replace(piece.span, new)]);
                self.at += 1;
                return self.surplus();
            }
        }
        if let Some((word, why)) = word.filter(|_| piece.kind == Kind::Word && !self.assigns(self.at + 1)) {
            if self.near_word(piece.span, word, why) {
                return;
            }
        }
        self.without_form(piece.span);
    }

    /// The word of an outcome (or a form) that was meant, quoted or not.
    fn outcome_word(&self, text: &str) -> Option<(&'static str, KeywordWhy)> {
        let text = text.trim_matches(|sign| matches!(ascii(sign), '"' | '\''));
        crate::words::meant_expectation(text)
    }

    fn near_word(&mut self, span: Span, word: &'static str, why: KeywordWhy) -> bool {
        let (before, at) = (self.problems.len(), self.at);
        // One word for both: the class of one node, or the value of the whole.
        let many = self.pieces.iter().skip(self.at).any(|piece| piece.kind == Kind::Equal);
        let word = if word == "sg" && !many && self.pieces.len() == self.at + 2 { "value" } else { word };
        if word == "value" && self.at + 1 == self.pieces.len() {
            // That its value is missing is told once the word is right.
            self.at += 1;
            self.keyword_slip(span, word, why);
            return true;
        }
        match word {
            "value" => self.value_words(),
            "sg" => self.sg_words(),
            _ => {
                self.at += 1;
                self.surplus();
            }
        }
        let fits = self.problems.iter().skip(before).all(|problem| !problem.slip.edits.is_empty());
        if why == KeywordWhy::OneEdit && !fits {
            self.problems.truncate(before);
            self.at = at;
            return false;
        }
        self.keyword_slip(span, word, why);
        true
    }

    /// `expect value1`
    fn glued_value(&mut self, word: Span) -> bool {
        let digits = self.word(self.at).strip_prefix("value").unwrap_or("");
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || self.at + 1 != self.pieces.len() {
            return false;
        }
        let number = Span { start: word.end - digits.len() as u32, end: word.end };
        self.note(SlipKind::Glued, number, false, [Edit::insert(number.start, " ")]);
        self.at += 1;
        true
    }

    fn sg_words(&mut self) {
        self.at += 1;
        self.keyword_sign();
        self.entries(Sort::Sg);
    }

    fn value_words(&mut self) {
        self.at += 1;
        let behind = self.at;
        self.keyword_sign();
        let Some(first) = self.peek() else {
            let span = self.between(0, self.pieces.len().saturating_sub(1));
            return self.note(SlipKind::NoValue, span, false, []);
        };
        // A sign that went has left its blank.
        if !first.gap && self.at == behind {
            self.note(SlipKind::Glued, first.span, true, [Edit::insert(first.span.start, " ")]);
        }
        let other = self.next_statement();
        let end = other.unwrap_or(self.pieces.len());
        let span = self.between(self.at, end - 1);
        self.worth(span, worth::read(self.text(span), false));
        if other.is_some() {
            self.at = end;
            self.other_statements(List::None);
        }
    }

    /// `expect 3`, `expect a=1`: the word for the form is missing.
    fn without_form(&mut self, first: Span) {
        let blank = if self.peek().is_some_and(|piece| piece.gap) { "" } else { " " };
        let other = self.next_statement();
        let end = other.unwrap_or(self.pieces.len());
        let span = self.between(self.at, end - 1);
        if (self.at..end).any(|index| self.kind(index) == Some(Kind::Equal)) {
            self.note(
                SlipKind::NoForm { word: "sg" },
                span,
                true,
                [Edit::insert(first.start, format!("{blank}sg "))],
            );
            return self.entries(Sort::Sg);
        }
        let worth = worth::read(self.text(span), false);
        if worth.is_good() || worth.new.is_some() {
            self.note(
                SlipKind::NoForm { word: "value" },
                span,
                true,
                [Edit::insert(first.start, format!("{blank}value "))],
            );
            self.worth(span, worth);
            if other.is_some() {
                self.at = end;
                self.other_statements(List::None);
            }
            return;
        }
        self.note(SlipKind::NoExpectation, span, false, []);
    }

    /// The value behind a node's `=`.
    pub(crate) fn node_value(&mut self) {
        let first = self.at;
        let mut depth = 0usize;
        while let Some(piece) = self.peek() {
            let goes_on = match piece.kind {
                Kind::Open(_) => piece.partner > self.at || !piece.gap,
                _ if depth > 0 => true,
                Kind::Separator | Kind::Equal | Kind::Text(_) | Kind::Dots | Kind::Close(_) => false,
                Kind::Sign('+' | '^') => true,
                _ if self.at == first => true,
                Kind::Word | Kind::Dash => !piece.gap || self.at > first && self.sum_sign(self.at - 1),
                _ => !piece.gap && !self.assigns(self.at + 1),
            };
            if !goes_on {
                break;
            }
            match piece.kind {
                Kind::Open(_) if piece.partner > self.at => depth += 1,
                Kind::Close(_) if piece.partner < self.at => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
        }
        if self.at == first {
            let Some(sign) = first.checked_sub(1).and_then(|before| self.piece(before)) else { return };
            return self.note(SlipKind::NoNumber(Sort::Sg), sign.span, false, []);
        }
        let span = self.between(first, self.at - 1);
        self.worth(span, worth::read(self.text(span), true));
    }

    fn sum_sign(&self, index: usize) -> bool {
        matches!(self.kind(index), Some(Kind::Sign('+' | '^')))
    }

    fn worth(&mut self, span: Span, worth: Worth) {
        if worth.is_good() {
            return;
        }
        let edit = worth.new.map(|new| Edit::replace(span, new));
        if let Some(why) = worth.why {
            self.note(SlipKind::Value(why), span, worth.safe && edit.is_some(), edit);
        }
        self.at = self.at.max(self.pieces.partition_point(|piece| piece.span.start < span.end));
    }
}
