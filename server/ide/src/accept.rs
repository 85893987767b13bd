//! Writes what holds where something else is expected: in one line, a game or round, some lines, or the whole file.

use crate::derivation::values_hold;
use crate::diagnostics::teller::Teller;
use crate::edits::in_order;
use crate::expectations::{EXPECT, Judge};
use crate::words::Signs;
use crate::{Config, Edit};
use sgg_game::{Node, Value};
use sgg_model::{Class, Finding, Game, Mask, Snapshot, What, node_holds};
use sgg_syntax::{Item, Statement};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

/// Why there is nothing to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing is expected there.
    NothingExpected,
    /// All that is expected there holds.
    NothingFails,
    /// The values are not those of the text as it stands.
    Unsettled,
    /// What fails gives one value to several nodes, whose values differ.
    NotWritable,
    /// What holds is not to be seen.
    Hidden,
}

impl Refusal {
    /// In a sentence.
    pub fn message(self) -> &'static str {
        match self {
            Refusal::NothingExpected => "nothing is expected here: there is no `expect` line",
            Refusal::NothingFails => "nothing to accept: every expectation here holds",
            Refusal::Unsettled => {
                "nothing can be accepted yet: the values here are `?`, or not those of the text as it stands"
            }
            Refusal::NotWritable => {
                "what holds can't be written here: one value is expected of several nodes, and theirs differ; \
                 write an entry for each node"
            }
            Refusal::Hidden => {
                "values are hidden, and what holds would show them: turn the setting `reveal` on first"
            }
        }
    }
}

/// What to write, and what can't be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// The edits that write what holds, in the order of the text.
    pub edits: Vec<Edit>,
    /// Lines whose values are not settled.
    unsettled: BTreeSet<usize>,
    /// Lines that give one value to several nodes, whose values differ.
    not_writable: BTreeSet<usize>,
}

/// So many lines are named in a sentence.
const LINES_NAMED: usize = 5;

impl Accepted {
    /// What stays as it is, in a sentence; none where nothing does.
    pub fn rest(&self) -> Option<String> {
        let say = |lines: &BTreeSet<usize>, why: &str| {
            let first: Vec<String> =
                lines.iter().take(LINES_NAMED).map(|line| (line + 1).to_string()).collect();
            let more = lines.len().saturating_sub(LINES_NAMED);
            let named = Signs::of(false).list(&first, more);
            let (lines, stay) =
                if lines.len() == 1 { ("line", "stays as it is") } else { ("lines", "stay as they are") };
            (!first.is_empty()).then(|| format!("{lines} {named} {stay}: {why}"))
        };
        let unsettled = say(&self.unsettled, "values there are `?`, or not those of the text as it stands");
        let others = say(&self.not_writable, "one value is expected of several nodes, and theirs differ");
        let told: Vec<String> = unsettled.into_iter().chain(others).collect();
        (!told.is_empty()).then(|| told.join("; "))
    }
}

/// Where what holds is to be written.
#[derive(Clone, Debug)]
pub enum Where {
    /// At a line: one that is no `expect` stands for its game or round, and where nothing fails there, for all of the
    /// game.
    Line(usize),
    /// In these lines and no others.
    Lines(Range<usize>),
}

/// What writes what holds into failed `expect` lines; of no use where `stopped` said so meanwhile.
pub fn accept(
    snapshot: &Snapshot,
    wanted: Where,
    config: &Config,
    stopped: &dyn Fn() -> bool,
) -> Result<Accepted, Refusal> {
    if config.hidden {
        return Err(Refusal::Hidden);
    }
    let line = match wanted {
        Where::Line(line) => line,
        Where::Lines(lines) => return within(snapshot, lines, config, stopped),
    };
    let text = &snapshot.text;
    if text.lines.at(line).is_some_and(|record| matches!(record.class, Class::Expect | Class::ExpectSg)) {
        return within(snapshot, line..line + 1, config, stopped);
    }
    let Some((header, _)) = text.position_of(line) else { return Err(Refusal::NothingExpected) };
    let end = text.lines.next(header + 1, Mask::HEADER).map_or(text.lines.len(), |(number, _)| number);
    let Some((game, _)) = text.game_of(line) else { return Err(Refusal::NothingExpected) };
    match within(snapshot, header..end, config, stopped) {
        Err(Refusal::NothingExpected | Refusal::NothingFails) if header == game => {
            within(snapshot, game..text.game_end(game), config, stopped)
        }
        result => result,
    }
}

fn within(
    snapshot: &Snapshot,
    lines: Range<usize>,
    config: &Config,
    stopped: &dyn Fn() -> bool,
) -> Result<Accepted, Refusal> {
    let judge = Judge::new(Teller::new(snapshot, config));
    let mut writer = Writer { judge, lines: lines.clone(), accepted: Accepted::default(), stopped };
    let mut expected = snapshot.text.lines.select(lines, EXPECT).peekable();
    let some = expected.peek().is_some();
    // Each game once: what is expected of a node is written wherever that is said.
    let mut games: BTreeMap<usize, Vec<(usize, Class)>> = BTreeMap::new();
    for (number, record) in expected {
        let Some((header, _)) = snapshot.text.game_of(number) else { continue };
        games.entry(header).or_default().push((number, record.class));
    }
    for (header, lines) in games {
        match snapshot.game_at(header).filter(|game| values_hold(game)) {
            Some(game) => writer.game(game, &lines),
            None => writer.accepted.unsettled.extend(lines.iter().map(|(number, _)| *number)),
        }
    }
    let Accepted { edits, unsettled, not_writable } = writer.accepted;
    let edits = in_order(edits, &snapshot.text);
    match edits.is_empty() {
        false => Ok(Accepted { edits, unsettled, not_writable }),
        _ if !not_writable.is_empty() => Err(Refusal::NotWritable),
        _ if !unsettled.is_empty() => Err(Refusal::Unsettled),
        _ if some => Err(Refusal::NothingFails),
        _ => Err(Refusal::NothingExpected),
    }
}

struct Writer<'a> {
    judge: Judge<'a>,
    lines: Range<usize>,
    accepted: Accepted,
    stopped: &'a dyn Fn() -> bool,
}

impl Writer<'_> {
    fn game(&mut self, game: &Game, lines: &[(usize, Class)]) {
        let text = &self.judge.teller.snapshot.text;
        let mut of_nodes = false;
        for (number, class) in lines {
            if (self.stopped)() {
                return;
            }
            if *class == Class::ExpectSg {
                of_nodes = true;
                continue;
            }
            let (_, line) = text.parse(*number);
            match self.judge.outcome_known(game, *number) {
                true => {
                    let holds = self.judge.what_holds(game, *number, &line);
                    self.accepted.edits.extend(holds.unwrap_or_default());
                }
                false => drop(self.accepted.unsettled.insert(*number)),
            }
        }
        if of_nodes {
            self.nodes(game);
            self.star(game);
        }
    }

    /// Entries of single nodes. One that is named within a range as well can't be written: the two would differ.
    fn nodes(&mut self, game: &Game) {
        let text = &self.judge.teller.snapshot.text;
        let (mut wrong, mut in_range) = (HashSet::<Node>::new(), HashSet::<Node>::new());
        let numbers: Vec<usize> = self.judge.teller.game_lines(game, Mask::of(Class::ExpectSg)).collect();
        for number in numbers.iter().take_while(|_| !(self.stopped)()) {
            let (line_text, line) = text.parse(*number);
            let Statement::ExpectSg(entries) = &line.statement else { continue };
            for entry in entries.iter().filter(|entry| entry.item != Item::Star) {
                let own = matches!(entry.item, Item::Name(_));
                self.judge.each_node(game, &line_text, &entry.item, |_, node| {
                    let Some(node) = node else { return };
                    let value = game.value(node);
                    let fails = !node_holds(&entry.value.value, &value);
                    let asked = self.lines.contains(number);
                    if value == Value::Unknown && asked {
                        self.accepted.unsettled.insert(*number);
                    } else if fails && asked && !own {
                        self.accepted.not_writable.insert(*number);
                    }
                    if fails && asked && own {
                        wrong.insert(node);
                    }
                    if fails && !own {
                        in_range.insert(node);
                    }
                });
            }
        }
        wrong.retain(|node| !in_range.contains(node));
        for number in numbers.iter().take_while(|_| !(self.stopped)()) {
            let (line_text, line) = text.parse(*number);
            let Statement::ExpectSg(entries) = &line.statement else { continue };
            for entry in entries.iter().filter(|entry| matches!(entry.item, Item::Name(_))) {
                self.judge.each_node(game, &line_text, &entry.item, |_, node| {
                    let Some(node) = node.filter(|node| wrong.contains(node)) else { return };
                    let value = game.value(node);
                    if !node_holds(&entry.value.value, &value) {
                        self.accepted.edits.push(Edit::replace(*number, entry.value.span, value.to_string()));
                    }
                });
            }
        }
    }

    /// The value of all other nodes: those that differ get entries of their own.
    fn star(&mut self, game: &Game) {
        let teller = &self.judge.teller;
        let undeclared = game.nodes().filter(|node| game.is_undeclared(*node)).collect();
        for Finding { line, what } in game.findings().iter() {
            let What::FailedStarSg(count, first) = what else { continue };
            let Some(number) = teller.number(*line).filter(|number| self.lines.contains(number)) else {
                continue;
            };
            let told = teller.failed_star_sg(game, number, (*count, *first), &undeclared);
            match told.and_then(|told| told.fixes.into_iter().next()) {
                Some(fix) => self.accepted.edits.extend(fix.edits),
                None => drop(self.accepted.not_writable.insert(number)),
            }
        }
    }
}
