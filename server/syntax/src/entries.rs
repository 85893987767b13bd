//! Slips in `stones`, `k` and `expect sg`: entries that give nodes numbers or values.

use crate::Span;
use crate::mend::{Mender, is_arrow};
use crate::pieces::{Kind, Piece};
use crate::several::List;
use crate::slip::{Edit, SlipKind, Sort};
use crate::strict::{K_MAX, STONES_MAX};

/// The entries seen so far, for what only the whole line tells.
#[derive(Default)]
struct Seen {
    count: usize,
    valued: usize,
    /// The pieces of entries without a value, the first few of which a message names.
    bare: Vec<(usize, Span)>,
}

impl Mender<'_> {
    /// `stones …`, `k …`
    pub(crate) fn entries_statement(&mut self, sort: Sort) {
        if self.default_number() {
            if self.at < self.pieces.len() {
                self.entries(sort);
            }
            return;
        }
        self.keyword_sign();
        self.entries(sort);
    }

    /// `k=2`: the number of every node, or of every other one.
    fn default_number(&mut self) -> bool {
        let equal = self.kind(1) == Some(Kind::Equal) && (self.gap_after(2) || self.is_list_sign(3));
        let Some(keyword) = self.piece(0).filter(|_| equal && self.is_number(2)) else { return false };
        // `stones =3` may as well lack a name.
        let apart = self.piece(1).filter(|equal| equal.gap).map(|equal| Edit::insert(equal.span.start, "*"));
        let safe = apart.is_none() || self.word(0) == "k";
        let edit = apart.unwrap_or_else(|| Edit::insert(keyword.span.end, " *"));
        self.note(SlipKind::DefaultStar, self.between(0, 2), safe, [edit]);
        self.at = 3;
        true
    }

    /// Entries up to the end.
    pub(crate) fn entries(&mut self, sort: Sort) {
        let mut seen = Seen::default();
        while let Some(piece) = self.peek() {
            match piece.kind {
                Kind::Open(_) if self.is_coordinate(self.at) => self.named_entry(sort, &mut seen),
                Kind::Separator if self.parts_list(self.at) => self.other_statements(List::Entries(sort)),
                Kind::Separator | Kind::Open(_) | Kind::Close(_) => self.list_sign(),
                Kind::Star => self.star_entry(sort, piece, &mut seen),
                Kind::Equal | Kind::Colon => self.nameless(sort, piece),
                Kind::Dots => self.open_range(piece, None),
                Kind::Arrow(_) | Kind::Looks(_) => {
                    let new = if piece.gap || self.gap_after(self.at) { "" } else { " " };
                    self.note(SlipKind::StrayArrow, piece.span, false, [Edit::replace(piece.span, new)]);
                    self.at += 1;
                }
                _ => self.named_entry(sort, &mut seen),
            }
        }
        if seen.count == 0 {
            return self.empty_statement();
        }
        if sort != Sort::Stones {
            self.without_value(sort, &seen);
        }
    }

    fn named_entry(&mut self, sort: Sort, seen: &mut Seen) {
        let first = self.at;
        let span = self.name_or_range();
        seen.count += 1;
        if self.value_part(sort, first, span) {
            seen.valued += 1;
        } else {
            seen.bare.push((first, span));
        }
    }

    fn star_entry(&mut self, sort: Sort, star: Piece, seen: &mut Seen) {
        let index = self.at;
        self.at += 1;
        seen.count += 1;
        if self.peek().is_some_and(|next| !next.gap) && self.is_number(self.at) {
            // `*3`
            self.note(
                SlipKind::Assign,
                self.between(index, self.at),
                false,
                [Edit::insert(star.span.end, "=")],
            );
            self.number(sort, None);
            seen.valued += 1;
        } else if self.value_part(sort, index, star.span) {
            seen.valued += 1;
        } else {
            seen.bare.push((index, star.span));
            self.glued_entry();
        }
    }

    /// What gives the entry its value; false if nothing does.
    fn value_part(&mut self, sort: Sort, first: usize, item: Span) -> bool {
        let Some(sign) = self.peek() else { return false };
        let sign_at = self.at;
        match sign.kind {
            Kind::Equal => {
                self.at += 1;
                self.number(sort, Some((first, item)));
            }
            Kind::Colon => self.assign(sort, first, item, sign),
            Kind::Star if !self.assigns(sign_at + 1) => {
                if sign.gap && self.gap_after(sign_at) || self.kind(sign_at + 1) != Some(Kind::Word) {
                    self.glued_entry();
                    return false;
                }
                if self.is_number(sign_at + 1) {
                    self.assign(sort, first, item, sign);
                } else if self.is_number(first) && first + 1 == sign_at {
                    self.turned_entry(item, sign_at + 1);
                } else {
                    self.glued_entry();
                    return false;
                }
            }
            kind if is_arrow(kind) && self.is_number(sign_at + 1) => self.assign(sort, first, item, sign),
            _ => {
                self.glued_entry();
                return false;
            }
        }
        self.glued_entry();
        true
    }

    /// An `=` or `:` stands there: what is before it is an entry of its own.
    pub(crate) fn assigns(&self, index: usize) -> bool {
        matches!(self.kind(index), Some(Kind::Equal | Kind::Colon))
    }

    /// Entries that touch.
    fn glued_entry(&mut self) {
        let star = self.peek().filter(|next| !next.gap && next.kind == Kind::Star);
        match star {
            Some(star) => self.note(SlipKind::Glued, star.span, true, [Edit::insert(star.span.start, " ")]),
            None => self.glued(),
        }
    }

    /// Another sign than `=`.
    fn assign(&mut self, sort: Sort, first: usize, item: Span, sign: Piece) {
        let end = self.piece(self.at + 1).map_or(sign.span.end, |next| next.span.start);
        let span = Span { start: item.end, end };
        // `1 -> 3` in a line of stones may be an edge that lost its way, and `2*1` two stones on a node or one.
        let safe = !((is_arrow(sign.kind) || sign.kind == Kind::Star) && self.is_number(first));
        let number = self
            .piece(self.at + 1)
            .filter(|_| self.is_number(self.at + 1))
            .map_or(sign.span, |next| next.span);
        self.note(SlipKind::Assign, item.to(number), safe, [Edit::replace(span, "=")]);
        self.at += 1;
        self.number(sort, Some((first, item)));
    }

    /// `3*a`
    fn turned_entry(&mut self, number: Span, name_at: usize) {
        let Some(name) = self.piece(name_at) else { return };
        let new = format!("{}={}", self.text(name.span), self.text(number));
        let whole = number.to(name.span);
        self.note(SlipKind::Assign, whole, true, [Edit::replace(whole, new)]);
        self.at = name_at + 1;
    }

    /// `=3` without a name.
    fn nameless(&mut self, sort: Sort, sign: Piece) {
        let second = !sign.gap && self.at > 1 && self.kind(self.at - 1) == Some(Kind::Word);
        self.at += 1;
        if second {
            // `a=3=4`: which of the two was meant is not ours to guess.
            self.at += usize::from(self.is_number(self.at));
            let whole = self.between(self.at - 1, self.at - 1);
            return self.note(SlipKind::SecondNumber, sign.span.to(whole), false, []);
        }
        let edit = if self.is_number(self.at) { Some(Edit::insert(sign.span.start, "*")) } else { None };
        let apart = if sign.gap || self.gap_after(self.at - 1) { "" } else { " " };
        let remove = edit.is_none().then(|| Edit::replace(sign.span, apart));
        let colon = (sign.kind == Kind::Colon && edit.is_some()).then(|| Edit::replace(sign.span, "="));
        let blank = (!sign.gap && edit.is_some()).then(|| Edit::insert(sign.span.start, " "));
        let edits = [blank, edit, remove, colon];
        let named = self.is_number(self.at);
        self.note(SlipKind::NoName, sign.span, false, edits.into_iter().flatten());
        if named {
            self.number(sort, None);
        }
    }

    /// Entries of `k` and `expect sg` that lack their value.
    fn without_value(&mut self, sort: Sort, seen: &Seen) {
        let Some((first_at, first)) = seen.bare.first().copied() else { return };
        let is_pair = |pair: &[(usize, Span)]| matches!(pair, [(name, _), (value, _)] if *value == name + 1 && self.is_number(*value));
        if seen.valued == 0 && seen.bare.len() % 2 == 0 && seen.bare.chunks(2).all(is_pair) {
            let gap = |pair: &[(usize, Span)]| match pair {
                [(_, name), (_, value)] => {
                    Some(Edit::replace(Span { start: name.end, end: value.start }, "="))
                }
                _ => None,
            };
            let edits: Vec<Edit> = seen.bare.chunks(2).filter_map(gap).collect();
            return self.note(SlipKind::Pairs, first, false, edits);
        }
        if seen.count == 1 && self.is_number(first_at) {
            let edit = Edit::insert(first.start, "*=");
            return self.note(SlipKind::DefaultStar, first, false, [edit]);
        }
        // What value a node should have is not ours to guess; one stone a move is the usual K.
        let ends = seen.bare.iter().map(|(_, span)| Edit::insert(span.end, "=1"));
        let edits: Vec<Edit> = if sort == Sort::K { ends.collect() } else { Vec::new() };
        self.note(SlipKind::NoNumber(sort), first, false, edits);
    }

    /// The number or value behind `=`. `entry` is the entry's first piece and its place.
    fn number(&mut self, sort: Sort, entry: Option<(usize, Span)>) {
        while let Some(sign) = self.peek().filter(|piece| matches!(piece.kind, Kind::Equal | Kind::Colon)) {
            self.note(SlipKind::DoubledSign, sign.span, true, [Edit::remove(sign.span)]);
            self.at += 1;
        }
        if sort == Sort::Sg {
            return self.node_value();
        }
        let star = |piece: &Piece| {
            piece.kind != Kind::Star || !self.gap_after(self.at) && self.is_number(self.at + 1)
        };
        let Some(piece) = self.peek().filter(|piece| starts_number(piece.kind)).filter(star) else {
            let Some(sign) = self.at.checked_sub(1).and_then(|before| self.piece(before)) else { return };
            let edit =
                if sort == Sort::K { Edit::insert(sign.span.end, "1") } else { Edit::remove(sign.span) };
            return self.note(SlipKind::NoNumber(sort), sign.span, false, [edit]);
        };
        let first = self.at;
        self.at += 1;
        if !matches!(piece.kind, Kind::Text(_)) {
            while self.peek().is_some_and(|next| !next.gap && goes_on_number(next.kind)) {
                self.at += 1;
            }
        }
        let span = self.between(first, self.at - 1);
        self.number_slips(sort, span, entry);
    }

    fn number_slips(&mut self, sort: Sort, span: Span, entry: Option<(usize, Span)>) {
        let max = if sort == Sort::K { K_MAX } else { STONES_MAX };
        let text = self.text(span);
        let (plain, safe) = plain_number(text);
        if let Some(digits) = plain {
            match crate::scan::decimal(&digits) {
                Some(number) if number <= max => {
                    if digits != text {
                        self.note(SlipKind::NumberForm, span, safe, [Edit::replace(span, digits)]);
                    }
                }
                _ => self.note(SlipKind::NumberLimit { max }, span, false, []),
            }
            return;
        }
        // `3=a`
        let number =
            entry.filter(|(first, item)| self.is_number(*first) && self.between(*first, *first) == *item);
        let turned = number
            .filter(|_| crate::is_bare(text))
            .map(|(_, item)| Edit::replace(item.to(span), format!("{text}={}", self.text(item))));
        self.note(SlipKind::NotANumber(sort), span, false, turned);
    }
}

fn starts_number(kind: Kind) -> bool {
    matches!(kind, Kind::Word | Kind::Sign(_) | Kind::Dash | Kind::Text(_) | Kind::Star)
}

fn goes_on_number(kind: Kind) -> bool {
    matches!(kind, Kind::Word | Kind::Sign(_) | Kind::Dash)
}

/// The digits that were meant, and whether nothing else can have been: `+1`, `1_000`, `３`, `"3"`, `*3`, `1e3`.
fn plain_number(text: &str) -> (Option<String>, bool) {
    let text: String = text.chars().filter(|sign| !crate::pieces::is_invisible(*sign)).collect();
    let unquoted = text.trim_matches(|sign| crate::pieces::ascii(sign) == '"').trim();
    let unsigned = unquoted.strip_prefix(['+', '*']).unwrap_or(unquoted);
    let mut digits = String::new();
    let mut safe = !unquoted.starts_with('*');
    let mut signs = unsigned.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '0'..='9' => digits.push(sign),
            '０'..='９' => digits.extend(char::from_digit(u32::from(sign) - u32::from('０'), 10)),
            '_' | '\'' | '’' if !digits.is_empty() && signs.peek().is_some_and(char::is_ascii_digit) => {}
            'e' | 'E' if !digits.is_empty() => {
                let power: String = signs.by_ref().collect();
                let zeros = power.parse::<usize>().ok().filter(|zeros| *zeros <= 18);
                let Some(zeros) = zeros.filter(|_| power.bytes().all(|byte| byte.is_ascii_digit())) else {
                    return (None, false);
                };
                digits.extend(std::iter::repeat_n('0', zeros));
                safe = false;
            }
            _ => return (None, false),
        }
    }
    ((!digits.is_empty()).then_some(digits), safe)
}
