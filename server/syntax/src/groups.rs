//! Slips in names, lists of names, and edges.

use crate::mend::{Mender, is_arrow, way};
use crate::name::NAME_BYTES_MAX;
use crate::pieces::{Kind, Piece, Text, Way, is_invisible, is_white};
use crate::scan::{BadRange, range};
use crate::several::List;
use crate::slip::{Edit, New, SlipKind};
use crate::{Name, Span, as_string};

/// A name that was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) span: Span,
    /// It is bare and as it should be.
    pub(crate) bare: bool,
}

/// Coordinates like `(0,1)` have at most so many pieces.
const COORDINATE_PIECES_MAX: usize = 16;

/// At most so many groups of a line are turned round: each looks through all edits.
const GROUPS_TURNED_MAX: usize = 64;

impl Mender<'_> {
    /// `nodes GROUP`, `ground GROUP`
    pub(crate) fn names_statement(&mut self) {
        self.keyword_sign();
        let count = self.group(List::Names);
        if count > 0 {
            return;
        }
        match self.problems.iter_mut().find(|problem| problem.slip.kind == SlipKind::NumberInEdge) {
            // `ground *` says something, though nothing that can be kept.
            Some(problem) => problem.slip.edits.clear(),
            None => self.empty_statement(),
        }
    }

    /// A `:` or `=` behind the keyword.
    pub(crate) fn keyword_sign(&mut self) {
        while let Some(sign) = self.peek().filter(|piece| matches!(piece.kind, Kind::Colon | Kind::Equal)) {
            let new = if self.gap_after(self.at) { "" } else { " " };
            self.note(SlipKind::KeywordSign, sign.span, true, [Edit::replace(sign.span, new)]);
            self.at += 1;
        }
    }

    pub(crate) fn empty_statement(&mut self) {
        let whole = self.between(0, self.pieces.len().saturating_sub(1));
        self.note(SlipKind::EmptyStatement, whole, false, []);
    }

    /// An edge, several of them, or a line that is nothing else.
    pub(crate) fn edge(&mut self) {
        for parting in self.partings() {
            self.until = parting.at();
            self.one_edge();
            if self.at != self.until {
                return;
            }
            self.part(parting);
        }
        self.until = usize::MAX;
        self.one_edge();
    }

    fn one_edge(&mut self) {
        let start = self.at;
        let mut groups = Vec::new();
        let mut arrows = Vec::new();
        let mut count_first = 0;
        loop {
            let first = self.at;
            let list = if arrows.is_empty() { List::Names } else { List::Edge };
            let count = self.group(list);
            if arrows.is_empty() {
                count_first = count;
            }
            groups.push((first, self.at, count));
            let Some(arrow) = self.peek().filter(|piece| is_arrow(piece.kind)) else { break };
            self.at += 1;
            arrows.push(self.with_head(arrow));
        }
        if self.problems.iter().any(|problem| problem.slip.kind == SlipKind::OpenString) {
            // What the string has swallowed may hold the arrow.
            return;
        }
        if arrows.is_empty() {
            self.names_or_listed(start);
            return self.no_arrow(start, count_first);
        }
        self.empty_groups(&groups, &arrows);
        if arrows.iter().any(|arrow| matches!(way(arrow.kind), Some(Way::Back | Way::Both))) {
            self.turned(&groups, &arrows);
        } else {
            self.arrow_signs(&arrows);
        }
    }

    /// `- >`, `< -`: the blank has split one arrow.
    fn with_head(&mut self, arrow: Piece) -> Piece {
        let Some(rest) = self.peek().filter(|rest| is_arrow(rest.kind)) else { return arrow };
        let kind = match (self.text(arrow.span), self.text(rest.span)) {
            ("-", ">") => rest.kind,
            ("<", "-") => arrow.kind,
            _ => return arrow,
        };
        self.at += 1;
        Piece { kind, span: arrow.span.to(rest.span), ..arrow }
    }

    /// Arrows drawn in another way. A good one beside them is left alone, whatever its sort.
    fn arrow_signs(&mut self, arrows: &[Piece]) {
        for arrow in arrows.iter().filter(|arrow| matches!(arrow.kind, Kind::Looks(_))) {
            self.note(
                SlipKind::ArrowSign,
                arrow.span,
                true,
                [Edit { span: arrow.span, new: New::arrow("", "") }],
            );
        }
    }

    fn empty_groups(&mut self, groups: &[(usize, usize, usize)], arrows: &[Piece]) {
        for ((_, end, count), arrow) in groups.iter().zip(arrows) {
            if *count > 0 {
                continue;
            }
            // Of two arrows in a row one goes; an arrow at the start of the line has nothing to lead from.
            let end = self.piece(end + 1).map_or(arrow.span.end, |next| next.span.start);
            let new = if arrow.gap { "" } else { " " };
            let edits = (arrows.len() > 1).then(|| Edit::replace(Span { start: arrow.span.start, end }, new));
            self.note(SlipKind::EmptyGroup, arrow.span, false, edits);
        }
    }

    /// `a <- b`, `a <-> b`
    fn turned(&mut self, groups: &[(usize, usize, usize)], arrows: &[Piece]) {
        let ways: Vec<Way> = arrows.iter().filter_map(|arrow| way(arrow.kind)).collect();
        let Some(span) = arrows
            .iter()
            .find(|arrow| matches!(way(arrow.kind), Some(Way::Back | Way::Both)))
            .map(|arrow| arrow.span)
        else {
            return;
        };
        let both = ways.contains(&Way::Both);
        let mixed = if both { ways.len() > 1 } else { ways.iter().any(|way| *way != Way::Back) };
        self.turned += groups.len();
        if mixed || self.turned > GROUPS_TURNED_MAX || groups.iter().any(|(_, _, count)| *count == 0) {
            return self.note(SlipKind::MixedWays, span, false, []);
        }
        let spans: Vec<Span> =
            groups.iter().map(|(first, end, _)| self.between(*first, end.saturating_sub(1))).collect();
        let (Some(first), Some(last)) = (spans.first(), spans.last()) else { return };
        let whole = first.to(*last);
        let groups: Vec<String> = spans.iter().map(|span| self.mended(*span)).collect();
        // The groups move with all their slips mended: this one problem stands for all of the line.
        let edit = Edit { span: whole, new: New::Chain { groups, both } };
        let kind = if both { SlipKind::BothWays } else { SlipKind::TurnedArrow };
        self.note(kind, span, !both, [edit]);
    }

    /// A line without an arrow that no keyword starts.
    fn no_arrow(&mut self, start: usize, count: usize) {
        let Some(first) = self.piece(start).filter(|_| !self.colon_arrow) else { return };
        let has_number = self.problems.iter().any(|problem| problem.slip.kind == SlipKind::NumberInEdge);
        if has_number && !self.has_arrow {
            // `a=3 b=2`: a list of stones that lacks its word.
            let number = self.problems.iter().find(|problem| problem.slip.kind == SlipKind::NumberInEdge);
            let number = number.map_or(first.span.start, |problem| problem.span.start);
            let before = self.pieces.partition_point(|piece| piece.span.end <= number);
            let named = before.checked_sub(1).and_then(|before| self.piece(before)).unwrap_or(first);
            self.problems.clear();
            if let Some(sign) = self.piece(before).filter(|_| self.is_name(before + 1)) {
                return self.equal_sign(sign, before);
            }
            self.at = start;
            self.entries(crate::slip::Sort::Stones);
            let edit = Edit::insert(first.span.start, "stones ");
            return self.note(SlipKind::MissingStones, named.span, false, [edit]);
        }
        self.at = start;
        self.muted = true;
        let name = self.skip_to_name();
        self.muted = false;
        let Some(name) = name else { return };
        let apart = self.peek().is_none_or(|next| next.gap) || self.is_list_sign(self.at);
        let after = if apart { "" } else { " " };
        let behind = Edit { span: Span { start: name.end, end: name.end }, new: New::arrow(" ", after) };
        let whole = self.between(start, self.pieces.len().saturating_sub(1));
        if count < 2 {
            return self.note(SlipKind::LonelyName, name, false, [behind]);
        }
        let safe = self.pieces.len() - start == 2 && self.is_number(start) && self.is_number(start + 1);
        self.note(SlipKind::MissingArrow, whole, safe, [behind]);
    }

    /// `a = b`
    fn equal_sign(&mut self, sign: Piece, index: usize) {
        let blank = |gap| if gap { "" } else { " " };
        let new = New::arrow(blank(sign.gap), blank(self.gap_after(index)));
        self.note(SlipKind::EqualSign, sign.span, false, [Edit { span: sign.span, new }]);
    }

    /// Whether a word stands there that is no attempt at a number.
    fn is_name(&self, index: usize) -> bool {
        let word = self.piece(index).filter(|piece| piece.kind == Kind::Word);
        word.is_some_and(|word| !self.text(word.span).contains(|sign: char| sign.is_numeric()))
    }

    /// The first name (or range) from here; its slips are noted already.
    fn skip_to_name(&mut self) -> Option<Span> {
        while let Some(piece) = self.peek() {
            match piece.kind {
                Kind::Separator | Kind::Close(_) | Kind::Colon | Kind::Dots | Kind::Equal | Kind::Star => {
                    self.at += 1
                }
                Kind::Open(_) if !self.is_coordinate(self.at) => self.at += 1,
                _ => return Some(self.name_or_range()),
            }
        }
        None
    }

    /// A list of names and ranges up to an arrow or the end; says how many there are.
    pub(crate) fn group(&mut self, list: List) -> usize {
        let mut count = 0;
        while let Some(piece) = self.peek() {
            match piece.kind {
                Kind::Arrow(_) | Kind::Looks(_) => break,
                Kind::Separator if self.at == self.until => break,
                Kind::Separator if self.parts_list(self.at) => self.other_statements(list),
                Kind::Separator if self.loose_sign() => {}
                Kind::Open(_) if self.attributes() => {}
                Kind::Open(_) if self.is_coordinate(self.at) => count += self.counted_name(),
                Kind::Separator | Kind::Open(_) | Kind::Close(_) => self.list_sign(),
                Kind::Colon => self.colon(count),
                Kind::Equal | Kind::Star => self.number_in_edge(),
                Kind::Dots => self.open_range(piece, None),
                _ if self.number_before_name() => {}
                _ => count += self.counted_name(),
            }
        }
        count
    }

    /// `3*` before the name that it counts.
    fn number_before_name(&mut self) -> bool {
        let (number, star) = (self.at, self.at + 1);
        let counts = self.is_number(number)
            && self.kind(star) == Some(Kind::Star)
            && !self.word(star + 1).is_empty()
            && !self.is_number(star + 1)
            && self.gap_after(number) == self.gap_after(star);
        let Some(name) = self.piece(star + 1).filter(|_| counts) else { return false };
        let span = self.between(number, star);
        let rest = Span { start: span.start, end: name.span.start };
        self.note(SlipKind::NumberInEdge, span, false, [Edit::remove(rest)]);
        self.at = star + 1;
        true
    }

    fn counted_name(&mut self) -> usize {
        self.name_or_range();
        1
    }

    /// A `:` that belongs to no name: an adjacency list's when it stands behind the first name, else superfluous.
    fn colon(&mut self, count: usize) {
        if count == 1
            && !self.has_arrow
            && !self.colon_arrow
            && self.word(0) != "nodes"
            && self.word(0) != "ground"
        {
            if let Some(colon) = self.peek() {
                let after = if self.gap_after(self.at) { "" } else { " " };
                let edit = Edit { span: colon.span, new: New::arrow(" ", after) };
                self.note(SlipKind::ColonArrow, colon.span, false, [edit]);
                self.at += 1;
                self.colon_arrow = true;
                return;
            }
        }
        self.list_sign();
    }

    pub(crate) fn is_list_sign(&self, index: usize) -> bool {
        match self.kind(index) {
            Some(Kind::Separator | Kind::Close(_)) => true,
            Some(Kind::Open(_)) => !self.is_coordinate(index),
            _ => false,
        }
    }

    /// A separator or bracket of a list: blanks do.
    pub(crate) fn list_sign(&mut self) {
        let Some(sign) = self.peek() else { return };
        let next = self.word(self.at + 1);
        let parts = self.unclear
            || crate::strict::is_keyword(next)
            || self.is_semicolon(self.at) && crate::words::meant_keyword(next).is_some();
        let safe = match sign.kind {
            Kind::Separator => !parts,
            kind => matches!(kind, Kind::Open('{') | Kind::Close('{')),
        };
        self.note(SlipKind::ListSign, sign.span, safe, self.list_sign_edit(self.at));
        self.at += 1;
    }

    /// What takes a separator or bracket away.
    pub(crate) fn list_sign_edit(&self, at: usize) -> Option<Edit> {
        let sign = self.piece(at)?;
        let comment = at + 1 == self.pieces.len() && self.comment.is_some_and(|it| it.start == sign.span.end);
        // Of signs that touch each other the last one leaves the blank.
        let touched = comment || !self.gap_after(at) && !self.is_list_sign(at + 1);
        let before = at.checked_sub(1).and_then(|before| self.piece(before));
        Some(match before {
            // One blank is left of two.
            Some(before) if sign.gap && !touched => {
                Edit::remove(Span { start: before.span.end, end: sign.span.end })
            }
            _ if sign.gap || !touched => Edit::remove(sign.span),
            _ => Edit::replace(sign.span, " "),
        })
    }

    /// `[label="x"]` of DOT: a bracket with `=` in it.
    fn attributes(&mut self) -> bool {
        let Some(open) = self.peek() else { return false };
        let last = open.partner;
        if open.kind != Kind::Open('[') || last == self.at || self.at < self.no_attributes_before {
            return false;
        }
        let equals = self.piece(last).map_or(0, |close| close.equals);
        if equals == open.equals {
            self.no_attributes_before = last;
            return false;
        }
        let span = self.between(self.at, last);
        self.note(SlipKind::Attributes, span, false, [Edit::remove(span)]);
        self.at = last + 1;
        true
    }

    /// `=3`, `*3` in a list of nodes.
    fn number_in_edge(&mut self) {
        let first = self.at;
        self.at += 1;
        if matches!(self.peek().map(|piece| piece.kind), Some(Kind::Word)) {
            self.at += 1;
        }
        let span = self.between(first, self.at - 1);
        let new = if self.gap_after(self.at - 1) { "" } else { " " };
        self.note(SlipKind::NumberInEdge, span, false, [Edit::replace(span, new)]);
    }

    /// A name, or a range with its slips.
    pub(crate) fn name_or_range(&mut self) -> Span {
        let from = self.name();
        let Some(dots) = self.peek().filter(|piece| piece.kind == Kind::Dots) else {
            self.glued();
            return from.span;
        };
        if !matches!(self.kind(self.at + 1), Some(Kind::Word | Kind::Text(_) | Kind::Sign(_) | Kind::Dash)) {
            self.open_range(dots, Some(from));
            return from.span;
        }
        self.at += 1;
        let to = self.name();
        self.range_slips(from, dots, to);
        self.glued();
        from.span.to(to.span)
    }

    fn range_slips(&mut self, from: Named, dots: Piece, to: Named) {
        if self.text(dots.span) != ".." {
            self.note(SlipKind::RangeDots, dots.span, true, [Edit::replace(dots.span, "..")]);
        }
        let name = |named: Named| Name { span: named.span, quoted: !named.bare };
        let Err(why) = range(self.line, name(from), name(to)) else { return };
        let whole = from.span.to(to.span);
        let fix = self.range_fix(why, from, to).map(|new| Edit::replace(whole, new));
        self.note(SlipKind::Range(why), whole, false, fix);
    }

    /// What a bad range was likely meant to be.
    fn range_fix(&self, why: BadRange, from: Named, to: Named) -> Option<String> {
        let (low, high) = (self.text(from.span), self.text(to.span));
        match why {
            BadRange::Descending => Some(format!("{high}..{low}")),
            BadRange::NoNumber => letters(low, high),
            BadRange::Width => {
                let (prefix, low) = crate::scan::split_digits(low);
                let (_, high) = crate::scan::split_digits(high);
                let width = low.len().max(high.len());
                let padded = format!("{prefix}{low:0>width$}..{prefix}{high:0>width$}");
                ascending(low, high).then_some(padded)
            }
            BadRange::Prefix => {
                // `v1..4` and `1..v4`: the prefix is written once.
                let ((from, low), (to, high)) =
                    (crate::scan::split_digits(low), crate::scan::split_digits(high));
                let prefix = if to.is_empty() {
                    from
                } else if from.is_empty() {
                    to
                } else {
                    return None;
                };
                ascending(low, high).then(|| format!("{prefix}{low}..{prefix}{high}"))
            }
            BadRange::Quoted => {
                let (low, high) = (crate::unquote(low), crate::unquote(high));
                let fits = |name: &str| crate::is_bare(name) && !crate::scan::split_digits(name).1.is_empty();
                (fits(&low) && fits(&high)).then(|| format!("{low}..{high}"))
            }
            BadRange::Limit => None,
        }
    }

    /// Dots without a name on one side.
    pub(crate) fn open_range(&mut self, dots: Piece, from: Option<Named>) {
        let start = from.map_or(dots.span.start, |from| from.span.start);
        let new = if dots.gap || self.gap_after(self.at) { "" } else { " " };
        self.note(
            SlipKind::RangeSide,
            Span { start, end: dots.span.end },
            false,
            [Edit::replace(dots.span, new)],
        );
        self.at += 1;
    }

    /// Something that a blank must part from what stands before it.
    pub(crate) fn glued(&mut self) {
        let Some(next) = self.peek().filter(|next| !next.gap) else { return };
        let apart = matches!(
            next.kind,
            Kind::Arrow(_)
                | Kind::Looks(_)
                | Kind::Equal
                | Kind::Star
                | Kind::Colon
                | Kind::Separator
                | Kind::Dots
        );
        if !apart && !matches!(next.kind, Kind::Open(_) | Kind::Close(_)) {
            self.note(SlipKind::Glued, next.span, false, [Edit::insert(next.span.start, " ")]);
        }
    }

    /// A name, mended where it must be quoted. At least one piece is taken.
    pub(crate) fn name(&mut self) -> Named {
        let first = self.at;
        let Some(piece) = self.peek() else { return Named { span: self.between(first, first), bare: false } };
        if let Kind::Text(state) = piece.kind {
            self.at += 1;
            self.quoted_name(piece, state);
            return Named { span: piece.span, bare: false };
        }
        let mut last = self.unit_end(first);
        while self.piece(last + 1).is_some_and(|next| !next.gap && self.joins(last + 1)) {
            last = self.unit_end(last + 1);
        }
        self.at = last + 1;
        let span = self.between(first, last);
        let bare = first == last && piece.kind == Kind::Word;
        if bare {
            self.name_limit(span, self.text(span).len());
        } else {
            self.quote_name(first, last, span);
        }
        Named { span, bare }
    }

    /// The last piece of the unit that starts here: a bracket group is one.
    fn unit_end(&self, index: usize) -> usize {
        match self.piece(index) {
            Some(piece) if matches!(piece.kind, Kind::Open(_)) => piece.partner.max(index),
            _ => index,
        }
    }

    /// The piece goes on with the name before it.
    fn joins(&self, index: usize) -> bool {
        let Some(piece) = self.piece(index) else { return false };
        match piece.kind {
            Kind::Word | Kind::Sign(_) | Kind::Dash => true,
            Kind::Colon => {
                let entries = matches!(self.word(0), "stones" | "k" | "expect");
                // `http://x` is one word.
                let goes_on = |kind| matches!(kind, Kind::Word | Kind::Sign('/'));
                let next = self.piece(index + 1).is_some_and(|next| !next.gap && goes_on(next.kind));
                next && !(entries && self.is_number(index + 1))
            }
            // `A[1]`, but not `a[label=x]`.
            Kind::Open(_) => self.piece(piece.partner).is_some_and(|close| {
                piece.partner > index && close.stretch == piece.stretch && close.equals == piece.equals
            }),
            _ => false,
        }
    }

    /// A bracket that starts a name like `(0,1)`: numbers in round brackets.
    pub(crate) fn is_coordinate(&self, index: usize) -> bool {
        let Some(open) = self.piece(index) else { return false };
        let length = open.partner.saturating_sub(index);
        if open.kind != Kind::Open('(') || !(2..=COORDINATE_PIECES_MAX).contains(&length) {
            return false;
        }
        let inner = index + 1..open.partner;
        inner.clone().any(|inside| self.kind(inside) == Some(Kind::Separator))
            && inner
                .clone()
                .all(|inside| self.is_number(inside) || self.kind(inside) == Some(Kind::Separator))
    }

    fn quote_name(&mut self, first: usize, last: usize, span: Span) {
        let visible =
            |sign: &char| !is_white(*sign) && !is_invisible(*sign) || matches!(sign, '\u{200C}' | '\u{200D}');
        // A coordinate's blanks go: `(0, 1)` and `(0,1)` are meant to be one node.
        let text: String =
            self.text(span).chars().filter(|sign| visible(sign) && !matches!(sign, ' ' | '\t')).collect();
        if text.len() > NAME_BYTES_MAX {
            return self.name_limit(span, text.len());
        }
        let one_reading = (first..=last).all(|index| match self.kind(index) {
            Some(Kind::Word | Kind::Open('[') | Kind::Close('[')) => true,
            Some(Kind::Dash) => self.piece(index).is_some_and(|dash| self.text(dash.span) == "-"),
            Some(Kind::Sign('.')) => index < last,
            Some(Kind::Sign(sign)) => !matches!(sign, '+' | '|' | '^' | '\u{200C}' | '\u{200D}'),
            _ => false,
        });
        // `a / b` may have been meant as two of something.
        let sign_alone =
            (first..=last).all(|index| matches!(self.kind(index), Some(Kind::Sign(sign)) if sign.is_ascii()));
        // `0-3` may have been meant as a range.
        let numbers = last == first + 2 && self.is_number(first) && self.is_number(last);
        self.note(
            SlipKind::QuoteName,
            span,
            one_reading && !numbers && !sign_alone,
            [Edit::replace(span, as_string(&text))],
        );
        // A full stop behind the line's last word is more likely one of a sentence.
        let stop =
            self.piece(last).filter(|stop| stop.kind == Kind::Sign('.') && last + 1 == self.pieces.len());
        let bare = self.piece(first).filter(|word| word.kind == Kind::Word && first + 1 == last);
        let noted = self.problems.iter().find(|problem| problem.slip.kind == SlipKind::QuoteName);
        let alone = noted.is_some_and(|problem| problem.slip.edits.len() == 1);
        if let Some((stop, _)) = stop.zip(bare).filter(|_| alone) {
            self.note_other(SlipKind::QuoteName, [Edit::remove(stop.span)]);
        }
    }

    fn name_limit(&mut self, span: Span, bytes: usize) {
        if bytes > NAME_BYTES_MAX {
            self.note(SlipKind::NameLimit { bytes }, span, false, []);
        }
    }

    /// The slips of a string, which is a name or a title.
    pub(crate) fn string(&mut self, piece: Piece, state: Text) {
        match state {
            Text::Good => {}
            Text::Escape => self.note(SlipKind::Escape, piece.span, true, escapes(self.line, piece.span)),
            Text::Curly => {
                let text = self.text(piece.span);
                let mut signs = text.chars();
                signs.next();
                signs.next_back();
                let edit = Edit::replace(piece.span, as_string(signs.as_str()));
                self.note(SlipKind::CurlyQuotes, piece.span, true, [edit]);
            }
            Text::Open => {}
        }
    }

    fn quoted_name(&mut self, piece: Piece, state: Text) {
        self.string(piece, state);
        if state == Text::Open {
            return self.open_string(piece);
        }
        let text = self.text(piece.span);
        let text = if state == Text::Good { crate::unquote(text) } else { text.into() };
        if text.is_empty() {
            self.note(SlipKind::EmptyName, piece.span, false, []);
        }
        self.name_limit(piece.span, text.len());
    }

    /// A name whose closing quote is missing: it most likely ends at the next blank.
    fn open_string(&mut self, piece: Piece) {
        let text = self.text(piece.span);
        let quote = text.chars().next().map_or(0, char::len_utf8);
        let inner = text.get(quote..).unwrap_or("");
        let end = inner.find([' ', '\t', '#', '"']).unwrap_or(inner.len());
        let name: String = inner.get(..end).unwrap_or("").replace('\\', "");
        let whole = Span { start: piece.span.start, end: piece.span.start + (quote + end) as u32 };
        let new = if name.is_empty() { String::new() } else { as_string(&name) };
        self.note(SlipKind::OpenString, piece.span, false, [Edit::replace(whole, new)]);
    }

    /// `a#1 -> b`: the comment has swallowed the arrow.
    pub(crate) fn glued_name(&mut self) -> bool {
        let (Some(comment), Some(last)) = (self.cut.comment, self.pieces.last().copied()) else {
            return false;
        };
        let behind = self.text(comment);
        let arrow = |text: &str| text.contains("->") || text.contains("--");
        if last.span.end != comment.start || last.kind != Kind::Word || self.has_arrow || !arrow(behind) {
            return false;
        }
        if crate::strict::is_keyword(self.word(0)) {
            return false;
        }
        let length = behind.find([' ', '\t', '-']).unwrap_or(behind.len());
        let span = Span { start: last.span.start, end: comment.start + length as u32 };
        let edit = Edit::replace(span, as_string(self.text(span)));
        self.note(SlipKind::GluedName, span, false, [edit]);
        true
    }
}

fn ascending(low: &str, high: &str) -> bool {
    crate::scan::decimal(low).zip(crate::scan::decimal(high)).is_some_and(|(low, high)| low <= high)
}

/// `a..d` in letters: `a b c d`.
fn letters(low: &str, high: &str) -> Option<String> {
    let (&[low], &[high]) = (low.as_bytes(), high.as_bytes()) else { return None };
    let alike = low.is_ascii_lowercase() && high.is_ascii_lowercase()
        || low.is_ascii_uppercase() && high.is_ascii_uppercase();
    if !alike || low > high {
        return None;
    }
    Some((low..=high).map(|letter| char::from(letter).to_string()).collect::<Vec<_>>().join(" "))
}

/// Each `\` that stands before another sign than `"` and `\` is doubled.
fn escapes(line: &str, span: Span) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut signs = span.text(line).char_indices();
    while let Some((at, sign)) = signs.next() {
        if sign == '\\' && !matches!(signs.next(), Some((_, '"' | '\\')) | None) {
            edits.push(Edit::insert(span.start + at as u32, "\\"));
        }
    }
    edits
}

impl New {
    pub(crate) fn arrow(before: &'static str, after: &'static str) -> Self {
        New::Arrow { before, after }
    }
}
