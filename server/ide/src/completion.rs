//! What can be written at a place.
//!
//! A large game's names are asked for by what is typed of them; the list is bounded, and says when it is cut.

mod nodes;
mod typed;

use crate::hover::node_page;
use crate::words::outcome_word;
use crate::{Config, Place};
use sgg_game::{Form, KINDS, Kind, Total};
use sgg_model::{Expected, Game, Mask, Position, Snapshot};
use sgg_syntax::{Span, Statement, as_string, join_number, quote, split_number, unquote};
use typed::{Slot, Typed};

/// What can be written at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The likeliest first.
    pub list: Vec<Completion>,
    /// There may be others when more or less of the word is typed.
    pub cut: bool,
    /// The word that makes room for it, whole.
    pub place: Place,
    /// The part of it before the cursor.
    pub typed: Place,
}

/// Something that can be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// What is shown.
    pub label: String,
    /// What sort of word it is.
    pub sort: Sort,
    /// A few words beside it.
    pub detail: Option<String>,
    /// What is written.
    pub text: String,
    /// The same with places to fill in, in the syntax of snippets.
    pub snippet: Option<String>,
    /// What the typed word is compared with, where it isn't the label.
    pub filter: Option<String>,
    /// The word of the reference that tells more.
    pub page: Option<&'static str>,
    /// The node whose page tells more.
    pub node: Option<String>,
    /// It is what holds.
    pub holds: bool,
}

/// Sorts of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// A word of the language.
    #[default]
    Keyword,
    /// A kind of game.
    Kind,
    /// A node's name.
    Node,
    /// An arrow, or `*`.
    Operator,
    /// A title.
    Title,
    /// A value.
    Value,
}

/// What can be written at a byte of a line. `reveal`: values may be shown.
pub fn completion(snapshot: &Snapshot, line: usize, column: u32, reveal: bool) -> Option<Completions> {
    if line >= snapshot.text.lines.len() {
        return None;
    }
    let text = snapshot.text.line(line);
    let typed = Typed::at(&text, column)?;
    let writer = Writer { snapshot, game: snapshot.game_at(line), line, typed: &typed, reveal };
    let slot = typed.slot()?;
    let (list, cut) = writer.offers(slot);
    let at = |start, end| Place { line, span: Span { start, end } };
    let (start, cursor) = (typed.span.start, typed.span.end);
    Some(Completions { list, cut, place: at(start, typed.end), typed: at(start, cursor) })
}

/// What there is to say of a node that is offered.
pub fn completion_page(snapshot: &Snapshot, line: usize, name: &str, config: &Config) -> Option<String> {
    let game = snapshot.game_at(line)?;
    Some(node_page(snapshot, game, line, game.node(name)?, config))
}

struct Writer<'a> {
    snapshot: &'a Snapshot,
    game: Option<&'a Game>,
    line: usize,
    typed: &'a Typed<'a>,
    reveal: bool,
}

impl Completion {
    fn word(word: &'static str, sort: Sort) -> Completion {
        Completion {
            label: word.to_owned(),
            text: word.to_owned(),
            sort,
            page: Some(word),
            ..Completion::default()
        }
    }

    /// Whether it may be meant by what is typed: a name has it as it stands, another word its letters in their order.
    fn fits(&self, typed: &str) -> bool {
        if self.sort == Sort::Node {
            return self.node.as_ref().is_some_and(|name| name.contains(typed));
        }
        let mut letters = self.label.chars().flat_map(char::to_lowercase);
        typed.chars().flat_map(char::to_lowercase).all(|sign| letters.any(|letter| letter == sign))
    }
}

impl Writer<'_> {
    fn offers(&self, slot: Slot<'_>) -> (Vec<Completion>, bool) {
        let mut list = match slot {
            Slot::Statement => self.statements(),
            Slot::Kind => KINDS.iter().map(|kind| Completion::word(kind.name, Sort::Kind)).collect(),
            Slot::Title => self.titles(),
            Slot::Arrow => self.arrow().into_iter().collect(),
            Slot::NameOrArrow => self.arrow().into_iter().collect(),
            Slot::Expectation => self.expectations(),
            Slot::Value => self.value().into_iter().collect(),
            Slot::NodeValue(name) => self.node_value(name).into_iter().collect(),
            Slot::FirstName | Slot::EdgeName | Slot::Entry(_) | Slot::RangeStart(_) | Slot::RangeEnd(_) => {
                Vec::new()
            }
        };
        let star = match slot {
            Slot::Entry(statement) => self.star(statement).filter(|_| !self.typed.is_quoted()),
            _ => None,
        };
        let (nodes, cut) = self.nodes(slot);
        // Elsewhere than behind `k` nearly all is said of nodes by name, and `*` is the rest.
        let (first, last) = if slot == Slot::Entry("k") { (star, None) } else { (None, star) };
        list.extend(first.into_iter().chain(nodes).chain(last));
        let all = list.len();
        // Not every client compares what is offered with what is typed, beyond ASCII least of all.
        let typed = self.typed.word();
        if slot != Slot::Arrow {
            list.retain(|offer| offer.fits(&typed));
        }
        let cut = cut || list.len() < all;
        (list, cut)
    }

    fn kind(&self) -> Option<Kind> {
        self.game.map(Game::kind)
    }

    // --- first words ---

    fn statements(&self) -> Vec<Completion> {
        let within = self.snapshot.text.game_of(self.line).is_some_and(|(header, _)| header < self.line);
        let has = |wanted: fn(Kind) -> bool| within && self.kind().is_none_or(wanted);
        let mut list = Vec::new();
        if within {
            list.extend(self.whole_expectation());
        }
        let words: [(bool, &'static str); 6] = [
            (within, "nodes"),
            (has(|kind| kind.k), "k"),
            (has(|kind| kind.ground), "ground"),
            (has(|kind| kind.stones), "stones"),
            (within, "expect"),
            (has(|kind| kind.stones), "round"),
        ];
        let known = words.into_iter().filter(|(known, _)| *known).map(|(_, word)| word);
        list.extend(known.chain(["game"]).map(|word| self.statement(word)));
        list
    }

    fn statement(&self, word: &'static str) -> Completion {
        let blank = if self.typed.has_blank_behind() { "" } else { " " };
        let title = || self.next_title(word == "round").unwrap_or_else(|| "title".to_owned());
        let snippet = match word {
            // Where more stands behind the word, its parts are there already.
            _ if self.typed.has_blank_behind() => None,
            "game" => {
                let kinds: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
                Some(format!("game ${{1|{}|}} \"${{2:{}}}\"", kinds.join(","), escaped(&title())))
            }
            "round" => Some(format!("round \"${{1:{}}}\"", escaped(&title()))),
            "k" => Some("k ${1:*}=${2:1}".to_owned()),
            _ => None,
        };
        Completion { text: format!("{word}{blank}"), snippet, ..Completion::word(word, Sort::Keyword) }
    }

    // --- titles ---

    /// What follows the title of the game or round before, where that ends in a number.
    fn next_title(&self, round: bool) -> Option<String> {
        let text = &self.snapshot.text;
        let mask = if round { Mask::HEADER } else { Mask::GAME };
        let (number, _) = text.lines.previous(self.line, mask)?;
        let (_, line) = text.parse(number);
        let title = match (line.statement, round) {
            (Statement::Game(header), false) => header.title?.value,
            (Statement::Round(header), true) => header.title?.value,
            _ => return None,
        };
        let (prefix, width, number) = split_number(&title);
        Some(join_number(prefix, width, number?.checked_add(1)?))
    }

    fn titles(&self) -> Vec<Completion> {
        let (_, line) = self.snapshot.text.parse(self.line);
        let Some(title) = self.next_title(matches!(line.statement, Statement::Round(_))) else {
            return Vec::new();
        };
        let title = as_string(&title);
        vec![Completion { label: title.clone(), text: title, sort: Sort::Title, ..Completion::default() }]
    }

    // --- expectations ---

    /// The line's position, where it is settled and may be shown.
    fn position(&self) -> Option<&Position> {
        let (_, header) = self.snapshot.text.position_of(self.line)?;
        self.game?.position(header.id).filter(|_| self.reveal)
    }

    fn outcome(&self) -> Option<&'static str> {
        outcome_word(self.position()?.sum()?.outcome)
    }

    fn total(&self) -> Option<String> {
        match &self.position()?.sum()?.total {
            Total::Unknown => None,
            total => Some(total.to_string()),
        }
    }

    /// `expect first`, where nothing says yet who wins.
    fn whole_expectation(&self) -> Option<Completion> {
        let outcome = self.outcome()?;
        let said = self.position()?.expected().iter().any(|(_, other)| matches!(other, Expected::Outcome(_)));
        let text = format!("expect {outcome}");
        let offer =
            Completion { label: text.clone(), text, ..held(Completion::word("expect", Sort::Keyword)) };
        Some(offer).filter(|_| !said && !self.typed.has_blank_behind())
    }

    fn expectations(&self) -> Vec<Completion> {
        let outcome = self.outcome();
        let draws = self.kind().is_none_or(|kind| kind.form == Form::Loopy);
        let words = ["first", "second", "draw"].into_iter().filter(|word| draws || *word != "draw");
        let mut list: Vec<Completion> = words.map(|word| Completion::word(word, Sort::Keyword)).collect();
        if let Some(holds) = list.iter_mut().find(|word| outcome == Some(word.label.as_str())) {
            *holds = held(std::mem::take(holds));
        }
        list.sort_by_key(|word| !word.holds);
        let blank = if self.typed.has_blank_behind() { "" } else { " " };
        list.push(match self.total().filter(|_| !blank.is_empty()) {
            Some(total) => {
                let text = format!("value {total}");
                Completion { label: text.clone(), text, ..held(Completion::word("value", Sort::Keyword)) }
            }
            None => Completion { text: format!("value{blank}"), ..Completion::word("value", Sort::Keyword) },
        });
        list.push(Completion { text: format!("sg{blank}"), ..Completion::word("sg", Sort::Keyword) });
        list
    }

    fn value(&self) -> Option<Completion> {
        let total = self.total()?;
        let word =
            held(Completion { sort: Sort::Value, page: Some("expect value"), ..Completion::default() });
        Some(Completion { label: total.clone(), text: total, ..word })
    }

    fn node_value(&self, written: &str) -> Option<Completion> {
        let game = self.game.filter(|_| self.reveal)?;
        let name = unquote(written).into_owned();
        let value = nodes::value(game, game.node(&name)?)?;
        let word = held(Completion { sort: Sort::Value, node: Some(name), ..Completion::default() });
        Some(Completion { label: value.clone(), text: value, ..word })
    }

    // --- signs ---

    fn arrow(&self) -> Option<Completion> {
        let arrow = if self.kind()?.directed { "->" } else { "--" };
        Some(Completion::word(arrow, Sort::Operator))
    }

    fn star(&self, statement: &str) -> Option<Completion> {
        let (page, text, snippet) = match statement {
            "k" => ("k", "*=", Some("*=${1:1}".to_owned())),
            "stones" => ("stones", "*", None),
            "expect sg" => ("expect sg", "*=", None),
            _ => return None,
        };
        let detail = Some("every other node".to_owned());
        let word = Completion::word(page, Sort::Operator);
        Some(Completion { label: "*".to_owned(), text: text.to_owned(), snippet, detail, ..word })
    }
}

fn held(offer: Completion) -> Completion {
    Completion { detail: Some("holds".to_owned()), holds: true, ..offer }
}

/// A text within a snippet.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        if matches!(sign, '$' | '}' | '\\') {
            escaped.push('\\');
        }
        escaped.push(sign);
    }
    escaped
}

/// A name as it is written, and how it is written as a string.
fn written(name: &str, as_text: bool) -> String {
    if as_text { as_string(name) } else { quote(name) }
}
