//! The outline of a file (games, their rounds and nodes), and what of it is called so or so.

use crate::named_lines::NamedLines;
use crate::naming::{Naming, Scope, namings, title};
use crate::references::node_definition_by;
use crate::verdict::verdict;
use crate::words::Signs;
use crate::{Config, Place};
use sgg_game::Node;
use sgg_model::{Class, Game, Mask, MentionRank, Record, Snapshot, mentions};
use sgg_syntax::{Item, Statement};
use std::collections::HashSet;
use std::ops::Range;

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A `game` and what belongs to it.
    Game,
    /// A `round` and what belongs to it.
    Round,
    /// A node, where its value is shown.
    Node,
}

/// An entry of the outline. Those within it follow behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it is.
    pub kind: SymbolKind,
    /// The title, or what stands for one; a node's name without quotes.
    pub name: String,
    /// Who wins, or a node's value.
    pub detail: String,
    /// All its lines; one for a node.
    pub lines: Range<usize>,
    /// The title, keyword or name.
    pub place: Place,
    /// How many others it is within.
    pub depth: usize,
}

/// A file's outline has so many games and rounds at most.
const HEADERS_MAX: usize = 10_000;
/// It has so many nodes of one game at most, and of all games together.
const NODES_OF_GAME_MAX: usize = 1_000;
const NODES_MAX: usize = 10_000;
/// The nodes of a large game are looked for in so many of its lines.
const LINES_MAX: usize = 50_000;
/// A range shows its first nodes only, as one entry each.
const OF_RANGE_MAX: u64 = 1_000;

/// The outline, in the order of the text. `values`: who wins and what nodes are worth may be told.
pub fn document_symbols(
    snapshot: &Snapshot,
    config: &Config,
    values: bool,
    stopped: &dyn Fn() -> bool,
) -> Vec<Symbol> {
    let mut outline = Outline { snapshot, config, values, found: Vec::new(), nodes_left: NODES_MAX };
    let headers: Vec<(usize, Record)> =
        snapshot.text.lines.select(0..snapshot.text.lines.len(), Mask::HEADER).take(HEADERS_MAX).collect();
    let mut at = 0;
    while let Some((number, record)) = headers.get(at).filter(|_| !stopped()) {
        let rounds = headers.get(at + 1..).unwrap_or(&[]);
        let of_game = rounds.iter().take_while(|(_, record)| record.class == Class::Round).count();
        match record.class {
            Class::Game => outline.game((*number, *record), rounds.get(..of_game).unwrap_or(&[])),
            // Outside of games, where it belongs to nothing.
            _ => outline.header(*number, 0),
        }
        at += if record.class == Class::Game { of_game + 1 } else { 1 };
    }
    outline.found
}

struct Outline<'a> {
    snapshot: &'a Snapshot,
    config: &'a Config,
    values: bool,
    found: Vec<Symbol>,
    nodes_left: usize,
}

impl Outline<'_> {
    fn game(&mut self, (number, record): (usize, Record), rounds: &[(usize, Record)]) {
        self.header(number, 0);
        let at = self.found.len();
        let mut nodes = match self.snapshot.game(record.id) {
            Some(game) => self.nodes(game, number),
            None => Vec::new(),
        };
        nodes.sort_by_key(|node| (node.place, node.lines.start));
        let mut nodes = nodes.into_iter().peekable();
        let mut take = |outline: &mut Outline<'_>, before: usize, depth: usize| {
            while let Some(mut node) = nodes.next_if(|node| node.lines.start < before) {
                node.depth = depth;
                outline.found.push(node);
            }
        };
        let first = rounds.first().map_or(usize::MAX, |(number, _)| *number);
        take(self, first, 1);
        for (index, (number, _)) in rounds.iter().enumerate() {
            self.header(*number, 1);
            let next = rounds.get(index + 1).map_or(usize::MAX, |(number, _)| *number);
            take(self, next, 2);
        }
        let shown = self.found.iter().skip(at).filter(|symbol| symbol.kind == SymbolKind::Node).count();
        self.say_how_many(at, record, shown);
    }

    /// Says at a game whose nodes are not all in the outline how many are.
    fn say_how_many(&mut self, behind: usize, record: Record, shown: usize) {
        let all = self.snapshot.game(record.id).map_or(0, Game::node_count);
        if shown >= all || shown < NODES_OF_GAME_MAX && self.nodes_left > 0 {
            return;
        }
        let dot = Signs::of(self.config.ascii).dot;
        let Some(game) = behind.checked_sub(1).and_then(|at| self.found.get_mut(at)) else { return };
        game.detail = format!("{}{dot}the first {shown} of {all} nodes", game.detail);
    }

    fn header(&mut self, number: usize, depth: usize) {
        let (text, line) = self.snapshot.text.parse(number);
        let (keyword, kind) = match &line.statement {
            Statement::Game(header) => (header.keyword, header.kind),
            Statement::Round(header) => (header.keyword, None),
            _ => return,
        };
        let is_game = matches!(line.statement, Statement::Game(_));
        let word = kind.unwrap_or(keyword);
        let titled = title(&line).filter(|title| !title.value.trim().is_empty());
        let name = titled.map_or_else(|| word.text(&text).to_owned(), |title| title.value.clone());
        let told = self.values.then(|| verdict(self.snapshot, number, self.config)).flatten();
        let kind = kind.filter(|_| titled.is_some()).map(|kind| kind.text(&text).to_owned());
        let parts: Vec<String> = kind.into_iter().chain(told.map(|verdict| verdict.text)).collect();
        self.found.push(Symbol {
            kind: if is_game { SymbolKind::Game } else { SymbolKind::Round },
            name,
            detail: parts.join(Signs::of(self.config.ascii).dot),
            lines: block(self.snapshot, number),
            place: Place { line: number, span: titled.map_or(word, |title| title.span) },
            depth,
        });
    }

    /// The nodes of a game, or the first of them.
    fn nodes(&mut self, game: &Game, header: usize) -> Vec<Symbol> {
        let most = NODES_OF_GAME_MAX.min(self.nodes_left);
        let text = &self.snapshot.text;
        let lines: Vec<usize> = if game.node_count() <= most {
            let homes = game.nodes().filter_map(|node| text.lines.number(game.first_mention(node)?.line));
            let mut homes: Vec<usize> = homes.collect();
            homes.sort_unstable();
            homes.dedup();
            homes
        } else {
            let naming = mentions::OTHERS.or(Mask::of(Class::Edge));
            let lines = text.lines.select(header..text.game_end(header), naming);
            lines.take(LINES_MAX).map(|(number, _)| number).collect()
        };
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        let mut downwards = text.downwards();
        for line in lines {
            if found.len() >= most {
                break;
            }
            let (line_text, read) = downwards.parse(line);
            for naming in namings(&line_text, &read) {
                let of_line = OfLine { game, text: &line_text, line, values: self.values };
                of_line.nodes(self.snapshot, &naming, &mut seen, &mut found, most);
            }
        }
        self.nodes_left -= found.len().min(self.nodes_left);
        found
    }
}

struct OfLine<'a> {
    game: &'a Game,
    text: &'a str,
    line: usize,
    values: bool,
}

impl OfLine<'_> {
    /// The nodes whose home a word of the line is.
    fn nodes(
        &self,
        snapshot: &Snapshot,
        naming: &Naming,
        seen: &mut HashSet<Node>,
        found: &mut Vec<Symbol>,
        most: usize,
    ) {
        let names: Box<dyn Iterator<Item = String>> = match &naming.item {
            Item::Name(name) => Box::new(std::iter::once(name.text(self.text).into_owned())),
            Item::Range(range) => Box::new(range.names(self.text).take(OF_RANGE_MAX as usize)),
            Item::Star => return,
        };
        let own = matches!(naming.item, Item::Name(_));
        let id = snapshot.text.lines.at(self.line).map(|record| record.id);
        for name in names {
            if found.len() >= most {
                return;
            }
            let Some(node) = self.game.node(&name) else { continue };
            let home = self.game.first_mention(node);
            let here =
                home.is_some_and(|home| Some(home.line) == id && (own || home.rank == MentionRank::Group));
            if !here || !seen.insert(node) {
                continue;
            }
            let declared = !self.game.is_undeclared(node);
            let detail = match self.values && declared {
                true => self.game.value(node).to_string(),
                false if declared => String::new(),
                false => "not declared".to_owned(),
            };
            found.push(Symbol {
                kind: SymbolKind::Node,
                name,
                detail,
                lines: self.line..self.line + 1,
                place: Place { line: self.line, span: naming.span() },
                depth: 1,
            });
        }
    }
}

/// The lines of a game or round, without the blank lines and comments that lead to the next one.
pub(crate) fn block(snapshot: &Snapshot, header: usize) -> Range<usize> {
    let lines = &snapshot.text.lines;
    let is_round = lines.at(header).is_some_and(|record| record.class == Class::Round);
    let mask = if is_round { Mask::HEADER } else { Mask::GAME };
    let end = lines.next(header + 1, mask).map_or(lines.len(), |(number, _)| number);
    let last = lines.previous(end, Mask::STATEMENT).map_or(header, |(number, _)| number);
    // Comments right behind the last statement still belong to it.
    let comments = (last + 1..end).take_while(|number| is_comment(snapshot, *number)).count();
    let leads_on = last + 1 + comments == end && end < lines.len();
    header..if leads_on { last + 1 } else { last + 1 + comments }
}

/// Whether a line is nothing but a comment.
pub(crate) fn is_comment(snapshot: &Snapshot, line: usize) -> bool {
    snapshot.text.lines.at(line).is_some_and(|record| record.class == Class::Blank)
        && snapshot.text.line(line).trim_start_matches([' ', '\t']).starts_with('#')
}

/// Games and rounds whose title, and nodes whose name, has the letters of a query in its order, whatever their case:
/// the games first. In a game of more than a thousand nodes a node's name must be just the query.
pub fn workspace_symbols(snapshot: &Snapshot, query: &str, most: usize) -> Vec<(Symbol, Option<String>)> {
    let mut found = Vec::new();
    let mut within: Option<String> = None;
    let query_letters: Vec<char> = query.chars().flat_map(char::to_lowercase).collect();
    let config = Config::default();
    let headers = snapshot.text.lines.select(0..snapshot.text.lines.len(), Mask::HEADER);
    for (number, record) in headers.take(HEADERS_MAX) {
        if found.len() >= most {
            break;
        }
        let mut outline =
            Outline { snapshot, config: &config, values: false, found: Vec::new(), nodes_left: 0 };
        outline.header(number, 0);
        let Some(symbol) = outline.found.pop() else { continue };
        let is_game = record.class == Class::Game;
        let container = if is_game { None } else { within.clone() };
        if is_game {
            within = Some(symbol.name.clone());
        }
        if matches(&symbol.name, &query_letters) {
            found.push((symbol, container));
        }
        if let Some(game) = snapshot.game(record.id).filter(|_| is_game && !query.is_empty()) {
            let nodes = nodes_called(snapshot, game, query, &query_letters, most - found.len().min(most));
            found.extend(nodes.into_iter().map(|node| (node, within.clone())));
        }
    }
    found.sort_by_key(|(symbol, _)| symbol.kind == SymbolKind::Node);
    found
}

fn nodes_called(snapshot: &Snapshot, game: &Game, query: &str, letters: &[char], most: usize) -> Vec<Symbol> {
    let named: Vec<Node> = match game.node_count() <= NODES_OF_GAME_MAX {
        true => game.nodes().filter(|node| matches(&game.name(*node), letters)).collect(),
        false => game.node(query).into_iter().collect(),
    };
    let header = snapshot.text.lines.number(game.header());
    let read = NamedLines::default();
    let line = |node: Node| snapshot.text.lines.number(game.first_mention(node)?.line);
    let mut named: Vec<(Option<usize>, String)> =
        named.into_iter().map(|node| (line(node), game.name(node))).collect();
    // Before some are left out: the order of nodes depends on the history of edits.
    named.sort_unstable();
    let symbols = named.into_iter().take(most).filter_map(|(_, name)| {
        let scope = Scope::of(snapshot, header?);
        let place = node_definition_by(&read, snapshot, &scope, &name)?;
        let lines = place.line..place.line + 1;
        Some(Symbol { kind: SymbolKind::Node, name, detail: String::new(), lines, place, depth: 1 })
    });
    let mut symbols: Vec<Symbol> = symbols.collect();
    symbols.sort_by_key(|symbol| symbol.place);
    symbols
}

fn matches(name: &str, letters: &[char]) -> bool {
    let mut wanted = letters.iter().peekable();
    for letter in name.chars().flat_map(char::to_lowercase) {
        wanted.next_if(|next| **next == letter);
    }
    wanted.peek().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::snapshot;

    fn outline(text: &str, values: bool) -> Vec<Symbol> {
        document_symbols(&snapshot(text), &Config::default(), values, &|| false)
    }

    #[test]
    fn a_large_game_shows_its_first_nodes_and_says_so() {
        let arcs: String = (0..3000).map(|number| format!("v{number} -> end\n")).collect();
        let found = outline(&format!("game dag \"large\"\n{arcs}stones v1\ngame nim\na -> b"), true);
        assert_eq!(found[0].detail, "dag · First wins · value 1 · the first 1000 of 3001 nodes");
        assert_eq!(found.len(), 1 + 1000 + 1 + 2);
        assert_eq!((found[1000].name.as_str(), found[1000].lines.start), ("v998", 999));
        assert_eq!(found[1001].kind, SymbolKind::Game);
    }

    #[test]
    fn values_are_hidden_on_request() {
        let found = outline("game dag \"t\"\na -> b\nround\nstones a", false);
        let details: Vec<&str> = found.iter().map(|symbol| symbol.detail.as_str()).collect();
        assert_eq!(details, ["dag", "", "", ""]);
    }

    #[test]
    fn a_block_ends_before_what_leads_to_the_next_one() {
        let file = snapshot("game dag\na -> b\n\n# next\ngame dag\nround\n# r\n\n# end\n");
        assert_eq!([block(&file, 0), block(&file, 4), block(&file, 5)], [0..2, 4..7, 5..7]);
    }

    #[test]
    fn of_many_nodes_the_first_in_the_text_are_found_whatever_was_typed_before() {
        let mut document = crate::testing::document("game dag\nx1 -> x2\nx3 -> x4\n");
        document.edit(9..9, "x0 -> x9\n");
        crate::testing::solve(&mut document);
        let found = workspace_symbols(document.snapshot(), "x", 2);
        let names: Vec<&str> = found.iter().map(|(symbol, _)| symbol.name.as_str()).collect();
        assert_eq!(names, ["x0", "x9"]);
    }
}
