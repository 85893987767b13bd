//! What a line says by itself: it can't be read, or its game's kind can't use it.

use super::teller::{Teller, WrongArrows, a_game, arrow, edge_word, kind_names};
use super::{Code, Diagnostic, Fix};
use crate::text::{statement, whole};
use crate::{Edit, Place};
use sgg_game::{ARCS_MAX, Form, KINDS, Kind};
use sgg_model::{Class, ENTRIES_MAX, Game, Mask, Misfit, header_kind, language, mentions, misfit};
use sgg_syntax::{
    Arrow, Description, Forms, Item, KEYWORDS, Line, ProblemCode, SlipKind, Span, Statement, near, quote,
    same_but_for_case,
};
use std::rc::Rc;

/// The diagnostics of one line, in order.
pub(super) fn problems(teller: &Teller<'_>, number: usize) -> Vec<Diagnostic> {
    let (text, line) = teller.snapshot.text.parse(number);
    let told = Told { teller, number, text: &text, line: &line };
    if let Statement::Game(header) = &line.statement {
        let kind = header_kind(&text, &line);
        return match (kind, header.kind) {
            // A game of unknown kind says that and nothing else.
            (None, Some(span)) => vec![told.unknown_kind(span)],
            (kind, _) => told.own(kind.map_or(Arrow::Arc, arrow), Forms::Any),
        };
    }
    let Some(game) = teller.snapshot.game_at(number) else { return Vec::new() };
    let mut list = told.own(arrow(game.kind()), forms(game.kind()));
    told.weigh(game, &mut list);
    if let Some(glued) = list.iter_mut().find(|diagnostic| diagnostic.code == Code::GluedComment) {
        // Whether the arc, or node, is one that others say too hangs on what the sign means: no blank decides that unasked.
        let relists = game.lists_twice() && matches!(line.statement, Statement::Nodes(_));
        let copies = |line: sgg_model::Record| teller.may_be_copy(game, line.id);
        if relists || teller.snapshot.text.lines.at(number).is_none_or(copies) {
            glued.fixes.iter_mut().for_each(|fix| fix.safe = false);
        }
        glued.fixes.extend(told.quoted_whole(game));
    }
    list.extend(misfit(game.kind(), &line).and_then(|misfit| told.misfit(game, misfit)));
    list
}

/// A line that is told of.
struct Told<'a> {
    teller: &'a Teller<'a>,
    number: usize,
    text: &'a str,
    line: &'a Line,
}

impl Told<'_> {
    fn place(&self, span: Span) -> Place {
        Place { line: self.number, span }
    }

    /// The statement, without comment and blanks.
    fn statement(&self) -> Span {
        statement(self.text, self.line)
    }

    fn told(&self, code: Code, span: Span, message: String) -> Diagnostic {
        Diagnostic::new(code, self.place(span), message)
    }

    fn own(&self, arrow: Arrow, forms: Forms) -> Vec<Diagnostic> {
        let describe = |problem: &sgg_syntax::Problem| {
            let code = match problem.code {
                ProblemCode::Syntax => Code::Syntax,
                ProblemCode::UnknownKeyword => Code::UnknownKeyword,
                ProblemCode::GluedComment => Code::GluedComment,
                ProblemCode::Limit => Code::Limit,
            };
            let Description { message, fix, other } = problem.describe_in(self.text, arrow, forms);
            let mut diagnostic = self.told(code, problem.span, message);
            diagnostic.fixes.extend(fix.into_iter().chain(other).map(|fix| {
                let edits = fix.edits.into_iter().map(|(span, new)| Edit::replace(self.number, span, new));
                Fix { title: fix.title, edits: edits.collect(), safe: fix.safe }
            }));
            diagnostic
        };
        self.line.problems.iter().map(describe).collect()
    }

    /// What a line alone does not tell of its fixes: that they write a value of a form that the kind never has, or
    /// that a node is called as the keyword is, so that the line, or what is parted from it, may be an edge or a list.
    fn weigh(&self, game: &Game, list: &mut [Diagnostic]) {
        let start = self.statement().text(self.text);
        let word = start.split([' ', '\t']).next().unwrap_or("");
        let mut safe = !(["stones", "k"].contains(&word) && game.node(word).is_some());
        for (problem, one) in self.line.problems.iter().zip(list.iter_mut()) {
            if problem.slip.kind == SlipKind::Parted {
                safe &= problem.slip.edits.iter().all(|edit| !self.may_be_node(game, edit.span.end));
            }
            if !matches!(problem.slip.kind, SlipKind::Value(_)) {
                continue;
            }
            if let Some(position) = one.fixes.first().and_then(|fix| self.misplaced_by(game, fix)) {
                one.message = self.never_worth(game, position, problem.span);
                one.fixes.clear();
                safe = false;
            }
        }
        if !safe {
            list.iter_mut().flat_map(|one| &mut one.fixes).for_each(|fix| fix.safe = false);
        }
    }

    /// Whether the keyword of what a sign parts, and which starts there, may be a node in a list that goes on there. One that an
    /// arrow follows is no keyword.
    fn may_be_node(&self, game: &Game, start: u32) -> bool {
        let rest = self.text.get(start as usize..).unwrap_or("");
        let end = rest.find([' ', '\t', ';', '；', '#', '"']).unwrap_or(rest.len());
        let Some((word, behind)) = rest.split_at_checked(end) else { return false };
        let behind = behind.trim_start_matches([' ', '\t']);
        let edge = behind.starts_with("->") || behind.starts_with("--");
        KEYWORDS.contains(&word) && !edge && game.node(word).is_some()
    }

    /// Whether a fix writes a value that the kind never has; and then whether it is that of the position.
    fn misplaced_by(&self, game: &Game, fix: &Fix) -> Option<bool> {
        fix.edits.iter().find_map(|edit| {
            let before = self.text.get(..edit.place.span.start as usize)?.trim_end();
            let position = !before.ends_with(['=', ':', '＝', '：']);
            let form = if position { "value " } else { "sg *=" };
            let line = language().parse(&format!("expect {form}{}", edit.text));
            matches!(misfit(game.kind(), &line), Some(Misfit::MisplacedValue(_))).then_some(position)
        })
    }

    /// Takes the sign of a glued comment for a part of the name before it, where that name stands nowhere else and the
    /// comment is a single word.
    fn quoted_whole(&self, game: &Game) -> Option<Fix> {
        let comment = self.line.comment?;
        let (span, item) = mentions::items(self.line).last()?;
        let Item::Name(name) = item else { return None };
        let alone = game.node(&name.text(self.text)).is_some_and(|node| game.mention_count(node) == 1);
        let rest = comment.text(self.text).trim_end();
        let declares = match &self.line.statement {
            Statement::Edge(_) => !game.lists_nodes(),
            Statement::Nodes(_) => true,
            _ => false,
        };
        let fits = declares && alone && !name.quoted && span.end == comment.start;
        if !fits || rest.contains([' ', '\t']) || rest.len() < 2 {
            return None;
        }
        let new = quote(&format!("{}{rest}", name.span.text(self.text)));
        let place = Span { start: span.start, end: comment.start + crate::edits::length(rest) };
        let edits = vec![Edit::replace(self.number, place, new.clone())];
        Some(Fix { title: format!("write `{}`", self.teller.cut(&new)), edits, safe: false })
    }

    fn unknown_kind(&self, span: Span) -> Diagnostic {
        let word = span.text(self.text);
        let meant = near(word, language().kinds.iter().copied());
        let known = || kind_names(|_| true).replace(" and ", " or ");
        let message = match meant {
            Some(kind) => {
                format!("no kind of game is called `{}`: did you mean `{kind}`?", self.teller.cut(word))
            }
            None => format!("no kind of game is called `{}`: write {}", self.teller.cut(word), known()),
        };
        let mut diagnostic = self.told(Code::UnknownKind, span, message);
        diagnostic.fixes.extend(meant.map(|kind| Fix {
            title: format!("replace `{}` by `{kind}`", self.teller.cut(word)),
            edits: vec![Edit::replace(self.number, span, kind)],
            safe: same_but_for_case(word, kind),
        }));
        diagnostic
    }

    fn misfit(&self, game: &Game, misfit: Misfit) -> Option<Diagnostic> {
        Some(match misfit {
            // Said at the header.
            Misfit::UnknownKind => return None,
            Misfit::WrongEdge => self.wrong_edge(game)?,
            Misfit::Misplaced => self.misplaced(game)?,
            Misfit::MisplacedValue(span) => self.misplaced_value(game, span),
            Misfit::TooLong(count) => {
                let (most, what) = match &self.line.statement {
                    Statement::Edge(_) if game.kind().directed => (ARCS_MAX as u64, "arcs"),
                    Statement::Edge(_) => (ARCS_MAX as u64, "edges"),
                    _ => (ENTRIES_MAX, "entries"),
                };
                let message = format!(
                    "written out, this line is {} {what}: a game may have {} at most",
                    grouped(count),
                    grouped(most)
                );
                self.told(Code::Limit, self.statement(), message)
            }
        })
    }

    // --- the wrong arrow ---

    fn wrong_edge(&self, game: &Game) -> Option<Diagnostic> {
        let kind = game.kind();
        let right = arrow(kind).text();
        let edits = arrow_edits(self.number, self.line, kind);
        let first = edits.first()?.place.span;
        let wrong = first.text(self.text);
        let mixed = match &self.line.statement {
            Statement::Edge(chain) => chain.arrows.len() > edits.len(),
            _ => false,
        };
        let message = match mixed {
            true => format!("`->` and `--` in one line: {} has `{right}` only", a_game(kind)),
            false => {
                format!("`{wrong}` in {}: its {}s are written `{right}`", a_game(kind), edge_word(kind))
            }
        };
        let diagnostic = self.told(Code::WrongEdge, first, message);
        let diagnostic = diagnostic.fix(format!("replace `{wrong}` by `{right}`"), edits);
        match self.whole_game(game) {
            Some(edits) => {
                Some(diagnostic.fix(format!("replace `{wrong}` by `{right}` in the whole game"), edits))
            }
            None => Some(diagnostic),
        }
    }

    /// The edits for all wrong arrows of a game, where there are more than those of this line. Where there are many,
    /// only the first line of them offers it.
    fn whole_game(&self, game: &Game) -> Option<Vec<Edit>> {
        let known = self
            .teller
            .of_game(&self.teller.wrong_arrows, game, || Rc::new(self.wrong_arrows(game, WHOLE_GAME_LINES)));
        if known.complete {
            return (known.lines > 1).then(|| known.edits.clone());
        }
        if known.first != Some(self.number) {
            return None;
        }
        let all = self.wrong_arrows(game, WHOLE_GAME_MAX);
        all.complete.then_some(all.edits)
    }

    /// Those of a game's first lines that have any.
    fn wrong_arrows(&self, game: &Game, most: usize) -> WrongArrows {
        let mut wrong = WrongArrows { complete: true, ..WrongArrows::default() };
        for number in self.teller.game_lines(game, Mask::of(Class::Broken)) {
            let (_, line) = self.teller.snapshot.text.parse(number);
            let here = arrow_edits(number, &line, game.kind());
            if here.is_empty() {
                continue;
            }
            if wrong.lines == most {
                wrong.complete = false;
                break;
            }
            wrong.first.get_or_insert(number);
            wrong.edits.extend(here);
            wrong.lines += 1;
        }
        wrong
    }

    // --- what the kind does not have ---

    fn misplaced(&self, game: &Game) -> Option<Diagnostic> {
        let span = whole(self.text);
        let has: fn(Kind) -> bool = match &self.line.statement {
            Statement::K(_) => |kind| kind.k,
            Statement::Ground(_) => |kind| kind.ground,
            Statement::Stones(_) | Statement::Round(_) => |kind| kind.stones,
            _ => return None,
        };
        let word = self.text.get(span.start as usize..)?.split([' ', '\t', '#', '"']).next().unwrap_or("");
        let span = Span { start: span.start, end: span.start + crate::edits::length(word) };
        let owners = kind_names(has);
        let name = a_game(game.kind());
        let message = match &self.line.statement {
            Statement::Stones(_) => format!("{name} has no stones: only {owners} have them"),
            Statement::Round(_) => {
                format!("{name} has one position and no rounds: only {owners} have rounds")
            }
            Statement::Ground(_) => format!("{name} has no ground: only {owners} have one"),
            _ => format!("{name} has no K-values: only {owners} has them"),
        };
        Some(self.out_of_place(game, span, message, has))
    }

    fn misplaced_value(&self, game: &Game, span: Span) -> Diagnostic {
        let position = matches!(self.line.statement, Statement::ExpectValue(_));
        let message = self.never_worth(game, position, span);
        let line = self.line;
        let fits = move |kind: Kind| misfit(kind, line).is_none();
        let mut diagnostic = self.out_of_place(game, span, message, fits);
        if let (Some(edit), Some(fix)) = (self.without_entry(span), diagnostic.fixes.first_mut()) {
            fix.title = "remove this entry".to_owned();
            fix.edits = vec![edit];
        }
        diagnostic
    }

    fn never_worth(&self, game: &Game, position: bool, span: Span) -> String {
        let has = match (game.kind().form, position) {
            (Form::Nimber, _) => "nimbers, such as `3`",
            (Form::Ordinal, true) => "ordinals, such as `w + 3`",
            (Form::Ordinal, false) => "classes, such as `3`",
            (Form::Loopy, _) => "nimbers, such as `3`, or infinite, such as `inf{0,2}`",
        };
        let whose = if position { "position" } else { "node" };
        format!(
            "no {whose} of {} can be worth `{}`: its values are {has}",
            a_game(game.kind()),
            self.teller.cut(span.text(self.text))
        )
    }

    /// Takes the entry with that value out of an `expect sg` line that has others.
    fn without_entry(&self, value: Span) -> Option<Edit> {
        let Statement::ExpectSg(entries) = &self.line.statement else { return None };
        let at = entries.iter().position(|entry| entry.value.span == value)?;
        let span = entries.get(at)?.span;
        let span = match (at.checked_sub(1).and_then(|before| entries.get(before)), entries.get(at + 1)) {
            (Some(before), _) => Span { start: before.span.end, end: span.end },
            (None, Some(behind)) => Span { start: span.start, end: behind.span.start },
            (None, None) => return None,
        };
        Some(Edit::replace(self.number, span, ""))
    }

    /// Offers to remove the line, or to make the game one of a kind that has it, where that fits the game better.
    fn out_of_place(
        &self,
        game: &Game,
        span: Span,
        message: String,
        has: impl Fn(Kind) -> bool,
    ) -> Diagnostic {
        let removal = vec![Edit::remove_line(self.number, self.text)];
        let mut diagnostic = self.told(Code::Misplaced, span, message).fix("remove the line", removal);
        let misfits = self.teller.misfits(game);
        let of =
            |kind: Kind| misfits.iter().find(|(other, _)| *other == kind.name).map_or(0, |found| found.1);
        let better = |kind: &&Kind| has(kind) && of(kind) < of(game.kind());
        let kinds = KINDS.iter().filter(better);
        diagnostic.fixes.extend(kinds.filter_map(|kind| self.teller.change_kind(game, kind)));
        diagnostic
    }
}

/// The forms of a kind's values.
fn forms(kind: Kind) -> Forms {
    match kind.form {
        Form::Nimber => Forms::Nimbers,
        Form::Ordinal => Forms::Ordinals,
        Form::Loopy => Forms::Infinite,
    }
}

/// Beyond so many lines with a wrong arrow nothing offers to mend them all: it is worked out at every keystroke.
const WHOLE_GAME_MAX: usize = 2_000;
/// Beyond so many lines with a wrong arrow, only the first one offers to mend them all.
const WHOLE_GAME_LINES: usize = 50;

/// What writes a line's wrong arrows as the kind has them.
fn arrow_edits(number: usize, line: &Line, kind: Kind) -> Vec<Edit> {
    let Statement::Edge(chain) = &line.statement else { return Vec::new() };
    let right = arrow(kind);
    let wrong = chain.arrows.iter().filter(|at| at.arrow != right);
    wrong.map(|at| Edit::replace(number, at.span, right.text())).collect()
}

/// A number with a comma between each three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
