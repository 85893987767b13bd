//! What is wrong with a line that the strict reading refused: the line is read once more, leniently, and every slip
//! on the way is noted with the edits that mend it.

use crate::indents::Indents;
use crate::pieces::{Kind, LowSort, Piece, Pieces, Text, Way, is_invisible};
use crate::slip::{Edit, KeywordWhy, New, Slip, SlipKind};
use crate::strict::is_keyword;
use crate::{Arrow, LINE_BYTES_MAX, Language, Line, Problem, ProblemCode, Role, Span, Statement};

/// Reads a line that is not written as the reference says.
pub(crate) fn mend(language: &Language, line: &str) -> Line {
    if line.len() > LINE_BYTES_MAX {
        return too_long(line);
    }
    let mut pieces = Pieces::cut_start(line);
    if pieces.crowded {
        return crowded(language, line, &mut pieces);
    }
    let mut mender = Mender::new(language, line, &pieces);
    let statement = mender.statement();
    mender.finish(statement)
}

/// A line that is not looked through: its start tells what it was.
fn too_long(line: &str) -> Line {
    let mut start = crate::scan::Scanner::new(line);
    start.blanks();
    let role = match start.bare().map(|word| word.text(line)) {
        Some("stones") => Role::Stones,
        Some("expect") => Role::Expect,
        _ => Role::Graph,
    };
    let span = Span::new(0, line.len());
    let problem = Problem { code: ProblemCode::Limit, span, slip: Slip::new(SlipKind::LineLimit) };
    Line { statement: Statement::Broken(role), comment: None, problems: vec![problem] }
}

/// A line with so many words that only its start is looked at.
fn crowded(language: &Language, line: &str, pieces: &mut Pieces) -> Line {
    pieces.pieces.truncate(START_PIECES);
    for (index, piece) in pieces.pieces.iter_mut().enumerate() {
        if piece.partner >= START_PIECES {
            piece.partner = index;
        }
    }
    pieces.comment = None;
    let mut mender = Mender::new(language, line, pieces);
    mender.muted = true;
    let statement = mender.statement();
    let span = Span::new(0, line.len());
    let problem = Problem { code: ProblemCode::Syntax, span, slip: Slip::new(SlipKind::Crowded) };
    Line { statement, comment: None, problems: vec![problem] }
}

/// So many pieces tell what a line was meant to be.
const START_PIECES: usize = 64;

/// A walk over a line's pieces.
pub(crate) struct Mender<'a> {
    pub(crate) language: &'a Language,
    pub(crate) line: &'a str,
    pub(crate) cut: &'a Pieces,
    pub(crate) pieces: &'a [Piece],
    /// The next piece.
    pub(crate) at: usize,
    pub(crate) problems: Vec<Problem>,
    pub(crate) comment: Option<Span>,
    /// Brackets before this piece are known not to be attributes.
    pub(crate) no_attributes_before: usize,
    /// A `:` was taken for the line's arrow.
    pub(crate) colon_arrow: bool,
    pub(crate) has_arrow: bool,
    /// Lists end before this piece.
    pub(crate) until: usize,
    /// A sign between entries may part statements as well.
    pub(crate) unclear: bool,
    /// So many groups were to be turned round.
    pub(crate) turned: usize,
    /// Each `;` before a name that may be a node of its own, and the last piece of that name.
    pub(crate) loose: Vec<(usize, usize)>,
    /// How far what gets a line of its own is indented, once a header was read or a statement got one.
    pub(crate) indents: Option<Indents>,
    /// Slips are not noted: the pieces are read once more.
    pub(crate) muted: bool,
}

impl<'a> Mender<'a> {
    pub(crate) fn new(language: &'a Language, line: &'a str, cut: &'a Pieces) -> Self {
        let (pieces, comment) = (cut.pieces.as_slice(), cut.comment);
        let has_arrow = pieces.iter().any(|piece| is_arrow(piece.kind));
        Mender {
            language,
            line,
            cut,
            pieces,
            at: 0,
            problems: Vec::new(),
            comment,
            no_attributes_before: 0,
            colon_arrow: false,
            has_arrow,
            until: usize::MAX,
            unclear: false,
            turned: 0,
            loose: Vec::new(),
            indents: None,
            muted: false,
        }
    }

    pub(crate) fn peek(&self) -> Option<Piece> {
        self.pieces.get(self.at).copied()
    }

    pub(crate) fn piece(&self, index: usize) -> Option<Piece> {
        self.pieces.get(index).copied()
    }

    pub(crate) fn kind(&self, index: usize) -> Option<Kind> {
        self.pieces.get(index).map(|piece| piece.kind)
    }

    pub(crate) fn text(&self, span: Span) -> &'a str {
        span.text(self.line)
    }

    /// The text of a piece that is a word; empty for others.
    pub(crate) fn word(&self, index: usize) -> &'a str {
        self.pieces
            .get(index)
            .filter(|piece| piece.kind == Kind::Word)
            .map_or("", |piece| self.text(piece.span))
    }

    /// The piece is a word of digits.
    pub(crate) fn is_number(&self, index: usize) -> bool {
        let word = self.word(index);
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Nothing touches the piece from behind.
    pub(crate) fn gap_after(&self, index: usize) -> bool {
        self.pieces.get(index + 1).is_none_or(|next| next.gap)
    }

    /// The end of the last piece.
    pub(crate) fn end(&self) -> u32 {
        self.pieces.last().map_or(0, |piece| piece.span.end)
    }

    /// From the start of one piece to the end of another.
    pub(crate) fn between(&self, first: usize, last: usize) -> Span {
        match (self.piece(first), self.piece(last)) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span { start: self.end(), end: self.end() },
        }
    }

    /// Notes a slip. Slips of the same sort become one problem with all edits, so that the number of problems does
    /// not grow with the line.
    pub(crate) fn note(
        &mut self,
        kind: SlipKind,
        span: Span,
        safe: bool,
        edits: impl IntoIterator<Item = Edit>,
    ) {
        if self.muted {
            return;
        }
        let code = kind.code();
        let sort = std::mem::discriminant(&kind);
        let mut edits: Vec<Edit> = edits.into_iter().collect();
        let same = self.problems.iter_mut().find(|problem| {
            std::mem::discriminant(&problem.slip.kind) == sort
                && problem.slip.edits.is_empty() == edits.is_empty()
        });
        match same {
            Some(problem) => {
                problem.slip.edits.append(&mut edits);
                problem.slip.safe &= safe;
            }
            None => self.problems.push(Problem { code, span, slip: Slip { edits, safe, ..Slip::new(kind) } }),
        }
    }

    /// Notes what mends a slip as well that was noted already.
    pub(crate) fn note_other(&mut self, kind: SlipKind, edits: impl IntoIterator<Item = Edit>) {
        if self.muted {
            return;
        }
        if let Some(problem) = self.problems.iter_mut().find(|problem| problem.slip.kind == kind) {
            problem.slip.other.extend(edits);
        }
    }

    /// The first piece is followed by something that is or looks like an arrow.
    fn arrow_follows(&self) -> bool {
        matches!(self.kind(1), Some(Kind::Arrow(_) | Kind::Looks(_)))
    }

    /// The first word is only the start of a name: `k-1`, `k(1) -> a`.
    fn goes_on(&self) -> bool {
        match self.piece(1) {
            Some(next) if !next.gap => match next.kind {
                Kind::Word | Kind::Sign(_) | Kind::Dash => true,
                Kind::Open(_) => self.has_arrow && next.partner > 1,
                _ => false,
            },
            _ => false,
        }
    }

    fn statement(&mut self) -> Statement {
        if self.glued_name() {
            return Statement::Broken(Role::Graph);
        }
        let word = self.word(0).replace(is_invisible, "");
        let word = if self.goes_on() { "" } else { word.as_str() };
        if is_keyword(word) && !self.arrow_follows() {
            return self.keyword_statement(word);
        }
        if self.pieces.is_empty() {
            return Statement::Blank;
        }
        if self.foreign() {
            return Statement::Broken(Role::Graph);
        }
        if let Some(header) = self.header_slip(word) {
            return header;
        }
        if !self.has_arrow {
            if let Some(statement) = self.near_keyword(word) {
                return statement;
            }
        }
        self.edge();
        Statement::Broken(Role::Graph)
    }

    /// A statement by its keyword, which is the first piece (or meant by it).
    pub(crate) fn keyword_statement(&mut self, keyword: &str) -> Statement {
        self.at = 1;
        match keyword {
            "game" => return self.game(),
            "round" => return self.round(),
            _ => {}
        }
        let role = match keyword {
            "stones" => Role::Stones,
            "expect" => Role::Expect,
            _ => Role::Graph,
        };
        if self.keyword_with_arrow(keyword) {
            return Statement::Broken(role);
        }
        if let Some(next) = self.peek().filter(|next| !next.gap) {
            if matches!(next.kind, Kind::Text(_) | Kind::Star | Kind::Dots) || self.is_coordinate(1) {
                self.note(SlipKind::Glued, next.span, true, [Edit::insert(next.span.start, " ")]);
            }
        }
        match keyword {
            "nodes" | "ground" => self.names_statement(),
            "k" => self.entries_statement(crate::slip::Sort::K),
            "stones" => self.entries_statement(crate::slip::Sort::Stones),
            _ => self.expect(),
        }
        Statement::Broken(role)
    }

    /// A line that starts with a keyword and has an arrow later on, where the arrow can't stand for `=`: an edge
    /// whose first node is called like the keyword, or an edge behind a needless word.
    fn keyword_with_arrow(&mut self, keyword: &str) -> bool {
        let end = (0..self.pieces.len()).find(|index| self.parts_list(*index));
        let own = self.pieces.iter().take(end.unwrap_or(usize::MAX));
        let stray = own.enumerate().any(|(index, piece)| {
            is_arrow(piece.kind)
                && !(matches!(keyword, "stones" | "k" | "expect") && self.is_number(index + 1))
        });
        let Some(first) = self.piece(0).filter(|_| stray) else { return false };
        let drop =
            matches!(keyword, "nodes" | "ground") && self.pieces.len() > 1 && !is_keyword(self.word(1));
        let edit = if drop {
            let end = self.piece(1).map_or(first.span.end, |next| next.span.start);
            Edit::remove(Span { start: first.span.start, end })
        } else {
            Edit::replace(first.span, crate::as_string(self.text(first.span)))
        };
        self.note(SlipKind::KeywordInGroup { drop }, first.span, false, [edit]);
        self.at = usize::from(drop);
        self.edge();
        true
    }

    /// A first word that was likely meant to be a keyword.
    fn near_keyword(&mut self, word: &str) -> Option<Statement> {
        let (keyword, why) = crate::words::meant_keyword(word)?;
        let first = self.piece(0)?;
        if matches!(keyword, "game" | "round") {
            // What stands behind it makes it no header: it harms the lines below less as a line of the game above.
            self.keyword_slip(first.span, keyword, why);
            self.keyword_statement(keyword);
            return Some(Statement::Broken(Role::Graph));
        }
        if why != KeywordWhy::OneEdit {
            self.keyword_slip(first.span, keyword, why);
            return Some(self.keyword_statement(keyword));
        }
        // One edit away: only when the rest reads as that statement.
        let mut trial = Mender::new(self.language, self.line, self.cut);
        let statement = trial.keyword_statement(keyword);
        if trial.problems.iter().any(|problem| problem.slip.edits.is_empty()) {
            return None;
        }
        self.problems = trial.problems;
        self.keyword_slip(first.span, keyword, why);
        Some(statement)
    }

    pub(crate) fn keyword_slip(&mut self, span: Span, keyword: &'static str, why: KeywordWhy) {
        let safe = why != KeywordWhy::OneEdit;
        self.note(SlipKind::Keyword { keyword, why }, span, safe, [Edit::replace(span, keyword)]);
    }

    /// Adds the slips of single signs that no other edit covers, and makes sure that a broken line has a problem.
    fn finish(mut self, statement: Statement) -> Line {
        self.quotes_first();
        self.glued_comment();
        self.add_lows();
        self.drop_overlaps();
        let readable = matches!(statement, Statement::Blank);
        let mended = |problem: &Problem| problem.code != ProblemCode::GluedComment;
        if !self.problems.iter().any(mended) && !readable {
            let span = self.between(0, self.pieces.len().saturating_sub(1));
            self.note(SlipKind::Unreadable, span, false, []);
        }
        self.problems.sort_by_key(|problem| problem.span.start);
        let reads_well = |arrow| {
            let mended =
                apply(self.line, self.problems.iter().flat_map(|problem| &problem.slip.edits), arrow);
            // A statement that shares the line has got one of its own.
            mended.len() <= LINE_BYTES_MAX && mended.split('\n').all(crate::strict::is_strict)
        };
        let edits = self.problems.iter().flat_map(|problem| &problem.slip.edits);
        let by_kind = edits.into_iter().any(|edit| !matches!(edit.new, New::Text(_)));
        let half = self.is_guess() || self.problems.iter().any(|problem| !problem.slip.safe);
        if half || !reads_well(Arrow::Arc) || by_kind && !reads_well(Arrow::Edge) {
            // Half a repair is offered, but never made unasked.
            for problem in &mut self.problems {
                problem.slip.safe = false;
            }
        }
        Line { statement, comment: self.comment, problems: self.problems }
    }

    /// The line may say something else than what it is mended to: an arc behind a `;` that looks like a number of stones,
    /// statements that went into a title, or a number with its digits in groups.
    fn is_guess(&self) -> bool {
        let swallows = |kind: &SlipKind| match kind {
            SlipKind::Assign => self.has_arrow,
            SlipKind::UnquotedTitle => true,
            _ => false,
        };
        let several = self.problems.iter().any(|problem| swallows(&problem.slip.kind))
            && (0..self.pieces.len()).any(|index| self.is_semicolon(index));
        let grouped = |index: usize| {
            let touches = |index: usize| self.piece(index).is_some_and(|piece| !piece.gap);
            self.piece(index).is_some_and(|sign| self.text(sign.span) == ",")
                && touches(index)
                && touches(index + 1)
                && self.is_number(index + 1)
                && self.word(index + 1).len() == 3
                && index.checked_sub(1).is_some_and(|before| self.is_number(before))
        };
        several || (0..self.pieces.len()).any(grouped)
    }

    /// The hint that is given for a readable line too.
    fn glued_comment(&mut self) {
        let (Some(comment), Some(last)) = (self.comment, self.pieces.last().copied()) else { return };
        if last.kind == Kind::Word && last.span.end == comment.start && self.text(comment).starts_with('#') {
            let span = Span { start: comment.start, end: comment.start + 1 };
            self.note(SlipKind::GluedComment, span, true, [Edit::insert(comment.start, " ")]);
        }
    }

    /// A quote that is not closed, or not by its like, decides what the rest of the line is: it is mended alone.
    fn quotes_first(&mut self) {
        let stray = |piece: &Piece| match piece.kind {
            Kind::Text(Text::Open) => true,
            Kind::Text(Text::Curly) => self.text(piece.span).starts_with('"'),
            _ => false,
        };
        let is_quote =
            |problem: &Problem| matches!(problem.slip.kind, SlipKind::OpenString | SlipKind::CurlyQuotes);
        if self.pieces.iter().any(stray) && self.problems.iter().any(is_quote) {
            self.problems.retain(is_quote);
        }
    }

    fn add_lows(&mut self) {
        let mut covers: Vec<Span> =
            self.problems.iter().flat_map(|problem| &problem.slip.edits).map(|edit| edit.span).collect();
        covers.retain(|span| span.start < span.end);
        covers.sort_unstable();
        let mut covers = covers.into_iter().peekable();
        for low in &self.cut.lows {
            while covers.next_if(|cover| cover.end <= low.span.start).is_some() {}
            if covers.peek().is_some_and(|cover| cover.start < low.span.end) {
                continue;
            }
            let kind = match low.sort {
                LowSort::White(sign) => SlipKind::White { sign },
                LowSort::Lookalike => SlipKind::Lookalike,
                LowSort::CommentSign => SlipKind::CommentSign,
                LowSort::CommentInside => SlipKind::CommentInside,
            };
            let safe = low.sort != LowSort::CommentInside;
            self.note(kind, low.span, safe, [Edit::replace(low.span, low.new)]);
        }
    }

    /// Two edits never touch the same text: of two that would, the wider or earlier one stays.
    fn drop_overlaps(&mut self) {
        let mut all = Vec::new();
        for (problem_at, problem) in self.problems.iter().enumerate() {
            let spans = problem.slip.edits.iter().enumerate();
            all.extend(spans.map(|(edit_at, edit)| (edit.order(), edit.span, problem_at, edit_at)));
        }
        all.sort_unstable();
        let mut end = 0;
        let mut dropped = Vec::new();
        for (_, span, problem_at, edit_at) in all {
            if span.start < end {
                dropped.push((problem_at, edit_at));
            }
            end = end.max(span.end);
        }
        dropped.sort_unstable();
        for (problem_at, problem) in self.problems.iter_mut().enumerate() {
            let mut edit_at = 0;
            let count = problem.slip.edits.len();
            problem.slip.edits.retain(|_| {
                edit_at += 1;
                dropped.binary_search(&(problem_at, edit_at - 1)).is_err()
            });
            if problem.slip.edits.len() < count {
                problem.slip.other.clear();
                // It stands where there is still something to mend.
                problem.span = problem.slip.edits.first().map_or(problem.span, |edit| edit.span);
            }
        }
        // A problem whose edits all lie within a wider one is mended by that.
        let mut problem_at = 0;
        self.problems.retain(|problem| {
            problem_at += 1;
            let first_dropped = dropped.partition_point(|(of, _)| *of < problem_at - 1);
            let lost = dropped.get(first_dropped).is_some_and(|(of, _)| *of == problem_at - 1);
            !(lost && problem.slip.edits.is_empty())
        });
    }

    /// The text within a span, with the edits that are noted so far and lie within it.
    pub(crate) fn mended(&self, span: Span) -> String {
        let noted = self.problems.iter().flat_map(|problem| &problem.slip.edits).cloned();
        let lows = self.cut.lows.iter().map(|low| Edit::replace(low.span, low.new));
        let mut inside: Vec<Edit> = noted
            .chain(lows)
            .filter(|edit| span.start <= edit.span.start && edit.span.end <= span.end)
            .collect();
        for edit in &mut inside {
            edit.span.start -= span.start;
            edit.span.end -= span.start;
        }
        apply(self.text(span), &inside, Arrow::Arc).trim().to_owned()
    }
}

pub(crate) fn is_arrow(kind: Kind) -> bool {
    matches!(kind, Kind::Arrow(_) | Kind::Looks(_))
}

/// The way an arrow points.
pub(crate) fn way(kind: Kind) -> Option<Way> {
    match kind {
        Kind::Arrow(Arrow::Arc) => Some(Way::Forward),
        Kind::Arrow(Arrow::Edge) => Some(Way::Plain),
        Kind::Looks(way) => Some(way),
        _ => None,
    }
}

/// The line with the edits made. Those that overlap an earlier one are left out.
pub(crate) fn apply<'e>(line: &str, edits: impl IntoIterator<Item = &'e Edit>, arrow: Arrow) -> String {
    let mut edits: Vec<&Edit> = edits.into_iter().collect();
    edits.sort_by_key(|edit| edit.order());
    let mut mended = String::with_capacity(line.len() + 16);
    let mut at = 0;
    for edit in edits {
        if (edit.span.start as usize) < at {
            continue;
        }
        mended.push_str(line.get(at..edit.span.start as usize).unwrap_or(""));
        mended.push_str(&edit.new.text(arrow));
        at = edit.span.end as usize;
    }
    mended.push_str(line.get(at..).unwrap_or(""));
    mended
}

impl New {
    /// The text, for this arrow.
    pub fn text(&self, arrow: Arrow) -> std::borrow::Cow<'_, str> {
        match self {
            New::Text(text) => text.as_ref().into(),
            New::Arrow { before, after } => format!("{before}{}{after}", arrow.text()).into(),
            New::Chain { groups, both } => chain(groups, *both, arrow).into(),
        }
    }
}

fn chain(groups: &[String], both: bool, arrow: Arrow) -> String {
    let between = format!(" {} ", arrow.text());
    let mut groups: Vec<&str> = groups.iter().map(String::as_str).collect();
    match arrow {
        Arrow::Edge => {}
        Arrow::Arc if both => groups.extend(groups.first().copied()),
        Arrow::Arc => groups.reverse(),
    }
    groups.join(&between)
}
