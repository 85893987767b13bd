//! What a case's output blocks are called, and how they come about.

use crate::suite::Block;
use sgg_game::{Meter, NODE_BUDGET_DEFAULT};
use sgg_ide::{
    Completion, Config, Diagnostic, HintsWanted, Place, Refactoring, Test, Where, accept, apply_edits,
    code_lenses, completion, diagnostics, fix_rounds, hover, inlay_hints, refactorings, tests,
};
use sgg_model::{Document, Snapshot};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A text that is told of: `$0` in it is a cursor.
pub(crate) struct Input {
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) config: Config,
    pub(crate) budget: u64,
    /// Line and byte.
    pub(crate) cursor: Option<(usize, u32)>,
}

impl Input {
    /// The marks of a block: `budget=N` steps for each node, `ascii`, `hidden` values, `all` hints.
    pub(crate) fn new(block: &Block) -> Input {
        let mark = |name: &str| block.mark.split(' ').find_map(|mark| mark.strip_prefix(name));
        let config = Config {
            ascii: mark("ascii").is_some(),
            hidden: mark("hidden").is_some(),
            hints: if mark("all").is_some() { HintsWanted::All } else { HintsWanted::First },
            ..Config::default()
        };
        let budget = mark("budget=").map_or(NODE_BUDGET_DEFAULT, |budget| budget.parse().unwrap());
        let cursor = block.text.find("$0").map(|at| {
            let before = &block.text[..at];
            let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
            (before.matches('\n').count(), u32::try_from(column).unwrap())
        });
        let text = block.text.replacen("$0", "", 1);
        Input { snapshot: solved(&text, budget), config, budget, cursor }
    }

    /// The output of that name.
    pub(crate) fn output(&self, mark: &str) -> Option<String> {
        match mark.split_once(' ').unwrap_or((mark, "")) {
            ("diagnostics", "") => Some(self.diagnostics()),
            ("fixed", "safe") => Some(self.fixed_safe()),
            ("fixed", which) => Some(self.fixed(if which.is_empty() { 1 } else { which.parse().ok()? })),
            ("hints", "") => Some(self.hints()),
            ("lens", "") => Some(self.lenses()),
            ("hover", "") => Some(self.hover()),
            ("tests", "") => Some(self.tests()),
            ("accepted", "") => Some(self.accepted(self.cursor.map(|(line, _)| line))),
            ("accepted", "all") => Some(self.accepted(None)),
            ("actions", "") => Some(self.actions()),
            ("action", which) => Some(self.action(which.parse().ok()?)),
            ("completion", wishes) => Some(self.completion(wishes)),
            (name, rest) => self.navigation(name, rest),
        }
    }

    fn diagnostics(&self) -> String {
        let mut text = String::new();
        for diagnostic in diagnostics(&self.snapshot, &self.config, usize::MAX).list {
            self.write(&mut text, &diagnostic);
        }
        text
    }

    fn write(&self, text: &mut String, diagnostic: &Diagnostic) {
        let place = self.place(diagnostic.place);
        let (severity, code) = (diagnostic.severity.as_str(), diagnostic.code.as_str());
        writeln!(text, "{place} {severity}[{code}] {}", diagnostic.message).unwrap();
        for related in &diagnostic.related {
            writeln!(text, "    {} {}", self.place(related.place), related.message).unwrap();
        }
        for fix in &diagnostic.fixes {
            let safe = if fix.safe { "safe " } else { "" };
            writeln!(text, "    {safe}fix: {}", fix.title).unwrap();
        }
    }

    /// `4:3-8`: the line, the first and the last column, from 1. Columns count characters. `4:3` is an empty place.
    pub(crate) fn place(&self, place: Place) -> String {
        let line = self.snapshot.text.line(place.line);
        let column = |byte: u32| line[..byte as usize].chars().count();
        let (start, end) = (column(place.span.start), column(place.span.end));
        match end > start {
            true => format!("{}:{}-{end}", place.line + 1, start + 1),
            false => format!("{}:{}", place.line + 1, start + 1),
        }
    }

    /// The text after a fix: they are counted from 1 through all diagnostics.
    fn fixed(&self, which: usize) -> String {
        let all = diagnostics(&self.snapshot, &self.config, usize::MAX).list;
        let fix = all.iter().flat_map(|diagnostic| &diagnostic.fixes).nth(which - 1);
        fix.map_or("there is no such fix".to_owned(), |fix| apply_edits(&self.snapshot.text, &fix.edits))
    }

    /// The text after all safe fixes, again and again.
    pub(crate) fn fixed_safe(&self) -> String {
        let mut text = self.snapshot.text.rope.to_string();
        fix_rounds(self.snapshot.clone(), &self.config, &|| false, |snapshot, round| {
            text = apply_edits(&snapshot.text, &round.edits);
            Some(solved(&text, self.budget))
        });
        text
    }

    /// The text with its hints where they are shown.
    fn hints(&self) -> String {
        let lines = self.snapshot.text.lines.len();
        let mut hints = inlay_hints(&self.snapshot, 0..lines, &self.config);
        hints.sort_by_key(|hint| (hint.line, hint.column));
        let mut text = String::new();
        for number in 0..lines {
            let mut line = self.snapshot.text.line(number).into_owned();
            for hint in hints.iter().rev().filter(|hint| hint.line == number) {
                line.insert_str(hint.column as usize, &hint.label);
            }
            writeln!(text, "{line}").unwrap();
        }
        text
    }

    /// `2: First wins · expected second [accept]`
    fn lenses(&self) -> String {
        let mut text = String::new();
        for lens in code_lenses(&self.snapshot, 0..self.snapshot.text.lines.len(), &self.config) {
            let accept = if lens.failed { " [accept]" } else { "" };
            writeln!(text, "{}: {}{accept}", lens.place.line + 1, lens.text).unwrap();
        }
        text
    }

    fn hover(&self) -> String {
        let Some((line, column)) = self.cursor else { return "there is no cursor `$0`".to_owned() };
        let hover = hover(&self.snapshot, line, column, &self.config);
        hover.map_or("nothing".to_owned(), |hover| format!("{}\n{}", self.place(hover.place), hover.markdown))
    }

    /// `1 "title" 1:1-16`, and below it `failed 5:3-15 expect second | expect first | why`.
    fn tests(&self) -> String {
        let mut text = String::new();
        let all = tests(&self.snapshot, &self.config, &|| false);
        let with_rounds = all.iter().flat_map(|game| std::iter::once(game).chain(&game.children));
        for Test { id, label, place, expectations, .. } in with_rounds {
            writeln!(text, "{id} {label:?} {}", self.place(*place)).unwrap();
            for one in expectations {
                let outcome = format!("{:?}", one.outcome).to_lowercase();
                let actual = one.actual.as_ref().filter(|actual| **actual != one.expected);
                let rest: Vec<&str> =
                    [actual, one.message.as_ref()].into_iter().flatten().map(|s| &**s).collect();
                let rest: String = rest.iter().map(|part| format!(" | {part}")).collect();
                writeln!(text, "  {outcome} {} {}{rest}", self.place(one.place), one.expected).unwrap();
            }
        }
        text
    }

    /// The text once what holds is written, at the cursor or everywhere.
    fn accepted(&self, line: Option<usize>) -> String {
        let whole = Where::Lines(0..self.snapshot.text.lines.len());
        match accept(&self.snapshot, line.map_or(whole, Where::Line), &self.config, &|| false) {
            Ok(accepted) => {
                let rest = accepted.rest().map(|rest| format!("\n\n{rest}")).unwrap_or_default();
                apply_edits(&self.snapshot.text, &accepted.edits).trim_end().to_owned() + &rest
            }
            Err(refusal) => refusal.message().to_owned(),
        }
    }

    /// What is offered at the cursor.
    fn refactorings(&self) -> Vec<Refactoring> {
        let (line, column) = self.cursor.unwrap();
        refactorings(&self.snapshot, line, column, true)
    }

    fn actions(&self) -> String {
        self.refactorings().iter().map(|action| format!("{}\n", action.title)).collect()
    }

    /// The text after one of them, counted from 1.
    fn action(&self, which: usize) -> String {
        match self.refactorings().get(which - 1) {
            Some(action) => apply_edits(&self.snapshot.text, &action.edits),
            None => "there is no such action".to_owned(),
        }
    }

    /// The place of the word that is typed, then each word that is offered: `expect second (holds)`. What is written
    /// stands behind it where it is another text: `a => "a="`. Wishes: `snippets`, `hidden` values.
    fn completion(&self, wishes: &str) -> String {
        let Some((line, column)) = self.cursor else { return "there is no cursor `$0`".to_owned() };
        let Some(found) = completion(&self.snapshot, line, column, wishes != "hidden") else {
            return "nothing".to_owned();
        };
        let mut text = format!("{}\n", self.place(found.place));
        for offer in &found.list {
            let written = offer.snippet.as_ref().filter(|_| wishes == "snippets").unwrap_or(&offer.text);
            text.push_str(&offer.label);
            if *written != offer.label {
                write!(text, " => {written:?}").unwrap();
            }
            let Completion { filter, detail, .. } = offer;
            filter.iter().for_each(|filter| write!(text, " by {filter:?}").unwrap());
            detail.iter().for_each(|detail| write!(text, " ({detail})").unwrap());
            text.push('\n');
        }
        text + if found.cut { "…\n" } else { "" }
    }

    /// What the text is after an edit of it.
    pub(crate) fn after(&self, text: &str) -> Input {
        let snapshot = solved(text, self.budget);
        Input { snapshot, config: self.config.clone(), budget: self.budget, cursor: None }
    }
}

fn solved(text: &str, node_budget: u64) -> Arc<Snapshot> {
    let mut document = Document::open(text);
    let cancel = AtomicBool::new(false);
    document.solve(&mut Meter { node_budget, left: u64::MAX, cancel: &cancel });
    document.snapshot().clone()
}
