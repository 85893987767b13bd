//! The expectations of a file as tests: games, their rounds, and what became of each `expect`.

use crate::derivation::values_hold;
use crate::diagnostics::teller::Teller;
use crate::text::{statement, whole};
use crate::verdict::why_unsettled;
use crate::{Config, Edit, Place};
use sgg_game::{Node, Outcome, Value};
use sgg_model::{Class, Expected, Game, LineId, Mask, Record, Snapshot, holds, mentions, node_holds};
use sgg_syntax::{Entry, Item, Line, Literal, Located, Role, Span, Statement};
use std::cell::RefCell;

/// A game or a round that something is expected of, itself or below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// `2` is the second `game` line, `2.1` its first `round` line.
    pub id: String,
    /// Its title, or its number where it has none.
    pub label: String,
    /// The whole header line.
    pub place: Place,
    /// What is expected of it, in the order of the text.
    pub expectations: Vec<Expectation>,
    /// Its rounds.
    pub children: Vec<Test>,
}

/// One line with `expect`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The statement.
    pub place: Place,
    /// The statement as it is written.
    pub expected: String,
    /// The statement as it would hold, where it can be written and is known.
    pub actual: Option<String>,
    /// What became of it.
    pub outcome: Judgement,
    /// Why it fails, or why it is not settled.
    pub message: Option<String>,
}

/// What became of an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It holds.
    Passed,
    /// It does not hold.
    Failed,
    /// Not known: a value is `?`, from before the last changes, or being worked out.
    Unsettled,
}

/// The expectations of a file; as far as they were come to when `stopped` says so.
pub fn tests(snapshot: &Snapshot, config: &Config, stopped: &dyn Fn() -> bool) -> Vec<Test> {
    let judge = Judge::new(Teller::new(snapshot, config));
    let mask = Mask::HEADER.or(EXPECT).or(Mask::of(Class::Broken));
    let mut tests: Vec<Test> = Vec::new();
    let (mut games, mut rounds) = (0, 0);
    for (number, record) in snapshot.text.lines.select(0..snapshot.text.lines.len(), mask) {
        if stopped() {
            break;
        }
        match record.class {
            Class::Game => {
                prune(&mut tests);
                (games, rounds) = (games + 1, 0);
                tests.push(judge.test(number, games.to_string(), games));
            }
            Class::Round => {
                rounds += 1;
                let Some(game) = tests.last_mut() else { continue };
                game.children.push(judge.test(number, format!("{games}.{rounds}"), rounds));
            }
            _ => {
                let Some(game) = tests.last_mut() else { continue };
                let Some(expectation) = judge.expectation(number, record) else { continue };
                let test = if rounds == 0 { Some(game) } else { game.children.last_mut() };
                if let Some(test) = test {
                    test.expectations.push(expectation);
                }
            }
        }
    }
    prune(&mut tests);
    tests
}

/// The lines that can be judged.
pub(crate) const EXPECT: Mask = Mask::of(Class::Expect).or(Mask::of(Class::ExpectSg));

/// Drops from the last game the rounds that nothing is expected of, and the game itself where that is all.
fn prune(tests: &mut Vec<Test>) {
    let Some(game) = tests.last_mut() else { return };
    game.children.retain(|round| !round.expectations.is_empty());
    if game.expectations.is_empty() && game.children.is_empty() {
        tests.pop();
    }
}

/// What became of single expectations.
pub(crate) struct Judge<'a> {
    pub(crate) teller: Teller<'a>,
    /// What became of the last entry `*`: its game, its value.
    star: RefCell<Option<(LineId, Literal, Tally)>>,
}

/// What became of an entry of `expect sg`.
#[derive(Clone, Default)]
struct Tally {
    /// The first node that is worth something else, and how many are.
    failed: Option<Node>,
    count: usize,
    /// Why some node's value is not known.
    unsettled: Option<String>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(teller: Teller<'a>) -> Self {
        Self { teller, star: RefCell::default() }
    }

    fn snapshot(&self) -> &'a Snapshot {
        self.teller.snapshot
    }

    fn test(&self, number: usize, id: String, ordinal: usize) -> Test {
        let (text, line) = self.snapshot().text.parse(number);
        let (word, title) = match line.statement {
            Statement::Game(header) => ("game", header.title),
            Statement::Round(header) => ("round", header.title),
            _ => ("line", None),
        };
        let title = title.map(|title| title.value).filter(|title| !title.is_empty());
        let label = title.map_or_else(|| format!("{word} {ordinal}"), |title| self.teller.cut(&title));
        let place = Place { line: number, span: whole(&text) };
        Test { id, label, place, expectations: Vec::new(), children: Vec::new() }
    }

    /// The expectation of a line; nothing where it has none.
    fn expectation(&self, number: usize, record: Record) -> Option<Expectation> {
        let (text, line) = self.snapshot().text.parse(number);
        let span = statement(&text, &line);
        let expected = span.text(&text).to_owned();
        let (outcome, message) = match (self.snapshot().game_at(number), record.class) {
            (Some(game), Class::Expect | Class::ExpectSg) => self.judge(game, number, &text, &line),
            (None, Class::Expect | Class::ExpectSg) => {
                (Judgement::Unsettled, Some("the kind of the game is not known".to_owned()))
            }
            _ => (Judgement::Unsettled, Some(unusable(&line)?.to_owned())),
        };
        let actual = match outcome {
            Judgement::Passed => Some(expected.clone()),
            Judgement::Failed => self.actual(number, &text, &line, span),
            Judgement::Unsettled => None,
        };
        Some(Expectation { place: Place { line: number, span }, expected, actual, outcome, message })
    }

    fn judge(&self, game: &Game, number: usize, text: &str, line: &Line) -> (Judgement, Option<String>) {
        let Some(id) = self.position(game, number) else { return (Judgement::Unsettled, None) };
        let unsettled = || {
            let why = why_unsettled(self.snapshot(), game, id, self.teller.config);
            (Judgement::Unsettled, why)
        };
        if !values_hold(game) {
            return unsettled();
        }
        if let Statement::ExpectSg(entries) = &line.statement {
            return self.judge_nodes(game, text, entries);
        }
        let Some(expected) = expected(line) else { return unsettled() };
        let sum = game.position(id).and_then(|position| position.sum());
        match sum.filter(|sum| sum.outcome != Outcome::Unknown) {
            None => unsettled(),
            Some(sum) if holds(&expected, sum) => (Judgement::Passed, None),
            Some(_) => {
                let told = self.teller.failed(game, number, &expected, id);
                (Judgement::Failed, told.map(|told| told.message))
            }
        }
    }

    /// The header of the position that a line's expectation is about.
    fn position(&self, game: &Game, number: usize) -> Option<LineId> {
        let (_, record) = self.snapshot().text.position_of(number)?;
        // A kind without rounds has one position, whatever stands in its lines.
        Some(if game.position(record.id).is_some() { record.id } else { game.header() })
    }

    fn judge_nodes(
        &self,
        game: &Game,
        text: &str,
        entries: &[Entry<Located<Literal>>],
    ) -> (Judgement, Option<String>) {
        let mut failed: Option<(Node, Span)> = None;
        let mut count = 0;
        let mut unsettled = None;
        for entry in entries {
            let tally = self.tally(game, text, entry);
            failed = failed.or(tally.failed.map(|node| (node, entry.value.span)));
            count += tally.count;
            unsettled = unsettled.or(tally.unsettled);
        }
        match (failed, unsettled) {
            (Some((node, span)), _) => {
                let written = self.teller.cut(span.text(text));
                let message = self.teller.value_message(game, node, &written, ("", count - 1));
                (Judgement::Failed, Some(message))
            }
            (None, Some(why)) => (Judgement::Unsettled, Some(why)),
            (None, None) => (Judgement::Passed, None),
        }
    }

    /// What became of one entry. That of `*` looks at all nodes: it is kept, for there may be many lines with it.
    fn tally(&self, game: &Game, text: &str, entry: &Entry<Located<Literal>>) -> Tally {
        let literal = &entry.value.value;
        let is_star = entry.item == Item::Star;
        let is_same = |kept: &&(LineId, Literal, Tally)| kept.0 == game.header() && kept.1 == *literal;
        let kept = self.star.borrow().as_ref().filter(is_same).map(|kept| kept.2.clone());
        if let Some(tally) = kept.filter(|_| is_star) {
            return tally;
        }
        let mut tally = Tally::default();
        self.each_node(game, text, &entry.item, |name, node| {
            let Some(node) = node else {
                tally.unsettled.get_or_insert_with(|| format!("`{name}` is not declared"));
                return;
            };
            let value = game.value(node);
            if value == Value::Unknown {
                let words = || {
                    format!(
                        "the {} of `{}` is not known",
                        game.kind().value_name,
                        self.teller.name(game, node)
                    )
                };
                tally.unsettled.get_or_insert_with(words);
            } else if !node_holds(literal, &value) {
                tally.count += 1;
                tally.failed.get_or_insert(node);
            }
        });
        if is_star {
            self.star.replace(Some((game.header(), literal.clone(), tally.clone())));
        }
        tally
    }

    /// Calls `each` for every node that an entry of `expect sg` names; a name that no node has comes alone.
    pub(crate) fn each_node(
        &self,
        game: &Game,
        text: &str,
        item: &Item,
        mut each: impl FnMut(&str, Option<Node>),
    ) {
        let known = |node: &Node| !game.is_undeclared(*node);
        match item {
            Item::Name(name) => {
                let name = name.text(text);
                each(&name, game.node(&name).filter(known));
            }
            Item::Range(_) => mentions::each_node(game, text, item, |node| each("", Some(node))),
            Item::Star => {
                let nodes = mentions::display_order(&self.snapshot().text, game).into_iter();
                let others = nodes.filter(|node| known(node) && !game.has_own_sg(*node));
                others.for_each(|node| each("*", Some(node)));
            }
        }
    }

    /// Whether it is known who wins the position that a line is about.
    pub(crate) fn outcome_known(&self, game: &Game, number: usize) -> bool {
        let position = self.position(game, number).and_then(|id| game.position(id));
        let sum = position.and_then(|position| position.sum());
        sum.is_some_and(|sum| sum.outcome != Outcome::Unknown)
    }

    /// The edits that write what holds of a position where something else is expected; nothing where that holds.
    pub(crate) fn what_holds(&self, game: &Game, number: usize, line: &Line) -> Option<Vec<Edit>> {
        let (id, expected) = (self.position(game, number)?, expected(line)?);
        let sum = game.position(id)?.sum()?;
        if holds(&expected, sum) {
            return None;
        }
        Some(self.teller.failed(game, number, &expected, id)?.fixes.into_iter().next()?.edits)
    }

    /// A failed statement as it would hold; nothing where one value can't be written for all that it is said of.
    fn actual(&self, number: usize, text: &str, line: &Line, span: Span) -> Option<String> {
        let game = self.snapshot().game_at(number)?;
        let mut edits: Vec<(Span, String)> = Vec::new();
        match &line.statement {
            Statement::ExpectSg(entries) => {
                for entry in entries {
                    match (self.tally(game, text, entry).failed, &entry.item) {
                        (None, _) => {}
                        (Some(node), Item::Name(_)) => {
                            edits.push((entry.value.span, game.value(node).to_string()));
                        }
                        _ => return None,
                    }
                }
            }
            _ => {
                let holds = self.what_holds(game, number, line)?.into_iter();
                edits.extend(holds.map(|edit| (edit.place.span, edit.text)));
            }
        }
        let mut actual = String::new();
        let mut at = span.start;
        for (place, new) in edits {
            actual.push_str(text.get(at as usize..place.start as usize)?);
            actual.push_str(&new);
            at = place.end;
        }
        actual.push_str(text.get(at as usize..span.end as usize)?);
        Some(actual)
    }
}

/// What a line expects of a position.
fn expected(line: &Line) -> Option<Expected> {
    match &line.statement {
        Statement::ExpectOutcome(_, word) => Some(Expected::Outcome(*word)),
        Statement::ExpectValue(literal) => Some(Expected::Value(literal.value.clone())),
        _ => None,
    }
}

/// What to say of an expectation that can't be read, or that its game can't have.
fn unusable(line: &Line) -> Option<&'static str> {
    match &line.statement {
        Statement::Broken(Role::Expect) => Some("this line can't be read"),
        Statement::ExpectOutcome(..) | Statement::ExpectValue(_) | Statement::ExpectSg(_) => {
            Some("this line can't be used in a game of this kind")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::Config;
    use crate::testing::{document, solve};

    #[test]
    fn the_first_that_differs_is_the_first_in_the_text() {
        let mut document = document("game hackenbush\nground g\ng -- b -- x\nexpect sg *=7\n");
        let edges = "game hackenbush\n".len();
        document.edit(edges..edges, "zz -- g\n");
        solve(&mut document);
        let tests = super::tests(document.snapshot(), &Config::default(), &|| false);
        let message = tests[0].expectations[0].message.as_ref().unwrap();
        assert!(message.contains("of `zz` is 0, not 7"), "{message}");
    }
}
