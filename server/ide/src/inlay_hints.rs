//! Values shown in place.
//!
//! Looks at the asked lines alone: each is read again, and what it names is looked up.

use crate::derivation::{derivation, values_hold};
use crate::terms::contribution;
use crate::verdict::{lacks_ground, staleness, verdict};
use crate::words::Signs;
use crate::{Config, HintsWanted};
use sgg_game::Node;
use sgg_model::{Class, Downwards, Game, LineId, Mask, MentionRank, Record, Snapshot, mentions};
use sgg_syntax::{Entry, Item, Line, NameRange, Number, Statement, quote};
use std::ops::Range;

/// A value shown behind a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The line.
    pub line: usize,
    /// The byte in the line behind which it stands.
    pub column: u32,
    /// `:3`
    pub label: String,
    /// The node whose value it is, for the tooltip.
    pub node: Option<Node>,
    /// It is words of its own, set apart by a blank, rather than a part of the word before it.
    pub apart: bool,
}

/// One line has so many hints at most.
const LINE_MAX: usize = 1000;
/// A range shows so many values, then `…`.
const RANGE_SHOWN_MAX: usize = 8;
/// No more of a range's nodes are looked at.
const RANGE_SCANNED_MAX: usize = 256;

/// Lines whose names have hints.
const NAMING: Mask = Mask::of(Class::Edge)
    .or(Mask::of(Class::Nodes))
    .or(Mask::of(Class::Ground))
    .or(Mask::of(Class::K))
    .or(Mask::of(Class::Stones));

/// The hints of some lines, in the order of the text.
pub fn inlay_hints(snapshot: &Snapshot, lines: Range<usize>, config: &Config) -> Vec<Hint> {
    let mut hints = Vec::new();
    let mut game = snapshot.game_at(lines.start);
    let mut text = snapshot.text.downwards();
    for (number, record) in snapshot.text.lines.select(lines, NAMING.or(Mask::HEADER)) {
        if matches!(record.class, Class::Game | Class::Round) {
            if record.class == Class::Game {
                game = snapshot.game(record.id);
            }
            hints.extend(verdict_hint(snapshot, number, config));
        } else if let Some(game) = game.filter(|game| shows_values(game)) {
            line_hints(&mut hints, &mut text, game, (number, record), config);
        }
    }
    hints
}

/// A game without any values shows no hints rather than a `?` at every node: the lens says why, once.
fn shows_values(game: &Game) -> bool {
    game.is_valued() && game.limit().is_none() && !lacks_ground(game)
}

fn verdict_hint(snapshot: &Snapshot, number: usize, config: &Config) -> Option<Hint> {
    if !config.verdict_hints {
        return None;
    }
    let label = verdict(snapshot, number, config)?.text;
    let column = snapshot.text.line(number).trim_end_matches([' ', '\t']).len() as u32;
    Some(Hint { line: number, column, label, node: None, apart: true })
}

fn line_hints(
    hints: &mut Vec<Hint>,
    text: &mut Downwards<'_>,
    game: &Game,
    (number, record): (usize, Record),
    config: &Config,
) {
    let stones = config.stone_hints && record.class == Class::Stones;
    if config.hints == HintsWanted::Off && !stones {
        return;
    }
    let (text, line) = text.parse(number);
    let start = hints.len();
    if config.hints != HintsWanted::Off {
        let of_line = OfLine { game, number, id: record.id, text: &text, config };
        of_line.values(&line, hints);
    }
    if let (Statement::Stones(entries), true) = (&line.statement, stones) {
        let contributed = entries.iter().filter_map(|entry| stone_hint(game, &text, number, entry, config));
        hints.extend(contributed.take(LINE_MAX));
    }
    if let Some(new) = hints.get_mut(start..).filter(|_| stones) {
        new.sort_by_key(|hint| hint.column);
    }
}

/// The node of a name, if it has any business in the game: else it has no value either.
fn declared(game: &Game, name: &str) -> Option<Node> {
    game.node(name).filter(|node| !game.is_undeclared(*node))
}

struct OfLine<'a> {
    game: &'a Game,
    number: usize,
    id: LineId,
    text: &'a str,
    config: &'a Config,
}

impl OfLine<'_> {
    fn values(&self, line: &Line, hints: &mut Vec<Hint>) {
        // Mostly two or three: quicker looked through than hashed.
        let mut seen = Vec::new();
        let found = mentions::items(line).filter_map(|(_, item)| match item {
            Item::Star => None,
            Item::Name(name) => {
                let node = declared(self.game, &name.text(self.text))?;
                if !(self.wants_all() || self.is_home(node)) || seen.contains(&node) {
                    return None;
                }
                seen.push(node);
                Some(self.hint(name.span.end, format!(":{}", self.game.value(node)), Some(node)))
            }
            Item::Range(range) => Some(self.hint(range.to.span.end, self.range_label(range)?, None)),
        });
        hints.extend(found.take(LINE_MAX));
    }

    fn hint(&self, column: u32, label: String, node: Option<Node>) -> Hint {
        Hint { line: self.number, column, label, node, apart: false }
    }

    fn wants_all(&self) -> bool {
        self.config.hints == HintsWanted::All
    }

    /// Whether the line is the best place for the node's hint.
    fn is_home(&self, node: Node) -> bool {
        self.game.first_mention(node).is_some_and(|mention| mention.line == self.id)
    }

    /// Whether the range is where the node's value is shown.
    fn is_home_of_group(&self, node: Node) -> bool {
        let mention = self.game.first_mention(node);
        self.wants_all()
            || mention.is_some_and(|mention| mention.line == self.id && mention.rank == MentionRank::Group)
    }

    /// `:0,1,2`; `:0` where all values are equal; `:3=0,5=1` where only these nodes have no better place.
    fn range_label(&self, range: &NameRange) -> Option<String> {
        let scanned = range.names(self.text).take(RANGE_SCANNED_MAX);
        let nodes: Vec<(String, Node)> =
            scanned.filter_map(|name| declared(self.game, &name).map(|node| (name, node))).collect();
        let shown: Vec<&(String, Node)> = nodes.iter().filter(|(_, n)| self.is_home_of_group(*n)).collect();
        let (_, first) = shown.first()?;
        let whole = range.count() <= RANGE_SCANNED_MAX as u64;
        let first = self.game.value(*first);
        if shown.len() == nodes.len() && whole && shown.iter().all(|(_, n)| self.game.value(*n) == first) {
            return Some(format!(":{first}"));
        }
        let value = |(name, node): &&(String, Node)| match shown.len() == nodes.len() {
            true => self.game.value(*node).to_string(),
            false => format!("{}={}", quote(name), self.game.value(*node)),
        };
        let mut values: Vec<String> = shown.iter().take(RANGE_SHOWN_MAX).map(value).collect();
        if shown.len() > RANGE_SHOWN_MAX || !whole {
            values.push(Signs::of(self.config.ascii).more.to_owned());
        }
        Some(format!(":{}", values.join(",")))
    }
}

/// What an entry of `stones` adds to its position's sum. Only entries of one node: a range's would be a sum itself.
fn stone_hint(
    game: &Game,
    text: &str,
    number: usize,
    entry: &Entry<Option<Number>>,
    config: &Config,
) -> Option<Hint> {
    let Item::Name(name) = &entry.item else { return None };
    let node = declared(game, &name.text(text))?;
    let stones = entry.value.as_ref().map_or(1, |number| number.value);
    let total = contribution(game.kind().form, &game.value(node), stones);
    let label = format!("{}{total}", Signs::of(config.ascii).xor.trim_start());
    Some(Hint { line: number, column: entry.span.end, label, node: Some(node), apart: true })
}

/// Why a node has its value, in one line without Markdown: for the tooltip of its hint. `line` is a line of the
/// node's game and `node` its number; both may be from before the last edits.
pub fn hint_tooltip(snapshot: &Snapshot, line: usize, node: usize, config: &Config) -> Option<String> {
    let game = snapshot.game_at(line)?;
    let node = game.board().graph().node(node).filter(|node| game.is_live(*node))?;
    let signs = Signs::of(config.ascii);
    match values_hold(game) {
        true => derivation(snapshot, game, node, signs),
        false => staleness(snapshot, game, config),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{document, screen, seen, snapshot, solve};

    /// The lines below the header, as they are seen.
    fn below(text: &str, config: &Config) -> String {
        let screen = screen(text, config);
        screen.lines().skip(2).collect::<Vec<_>>().join("\n")
    }

    fn first(text: &str) -> String {
        below(text, &Config::default())
    }

    // UVa 11927, sample 2: every value by hand.
    const SAMPLE: &str = "game dag\n0 -> 1 2 4\n2 -> 3\n4 -> 3 5\n5 -> 6\nstones 0 2 4";

    #[test]
    fn a_value_stands_behind_the_first_mention() {
        let seen = first(SAMPLE);
        assert_eq!(seen, "0:3 -> 1:0 2:1 4:2\n2 -> 3:0\n4 -> 3 5:1\n5 -> 6:0\nstones 0 2 4");
    }

    #[test]
    fn a_node_twice_in_a_line_has_one_hint() {
        assert_eq!(first("game dag\na -> b a -> c"), "a:? -> b:1 a -> c:0");
        assert_eq!(first("game dag\nb -> c b\nstones b b"), "b:? -> c:0 b\nstones b b");
    }

    #[test]
    fn none_on_request() {
        let config = Config { hints: HintsWanted::Off, ..Config::default() };
        assert_eq!(below("game dag\na -> b", &config), "a -> b");
    }

    #[test]
    fn a_range_shows_what_has_no_better_place() {
        assert_eq!(first("game dag\nx -> 0..2"), "x:1 -> 0..2:0");
        assert_eq!(first("game dag\nnodes 0..3\n3 -> 2 1 0"), "nodes 0..3\n3:1 -> 2:0 1:0 0:0");
        // The nodes 1 and 2 are named below; 0 is not.
        assert_eq!(first("game dag\nx -> 0..2\n2 -> 1"), "x:2 -> 0..2:0=0\n2:1 -> 1:0");
        // A chain of three ranges: 2 over 1 over 0.
        assert_eq!(first("game dag\n0..1 -> 2..3 -> 4..5"), "0..1:0 -> 2..3:1 -> 4..5:0");
    }

    #[test]
    fn a_long_range_is_cut() {
        // Every node takes from 0 to 9 to itself: v_i has the value i.
        let rows: String = (1..10).map(|i| format!("v{i}..v{i} -> v0..v{}\n", i - 1)).collect();
        let seen = first(&format!("game dag\nnodes v0..v9\n{rows}"));
        assert!(seen.starts_with("nodes v0..v9:0,1,2,3,4,5,6,7,…\n"), "{seen}");
        let seen = first("game dag\nnodes 1..1000\n5 -> 4");
        assert!(seen.starts_with("nodes 1..1000:1=0,2=0,3=0,6=0,7=0,8=0,9=0,10=0,…\n"), "{seen}");
    }

    #[test]
    fn what_is_not_declared_has_no_value() {
        let config = Config { stone_hints: true, ..Config::default() };
        assert_eq!(below("game dag\na -> b\nstones x", &config), "a:1 -> b:0\nstones x");
    }

    #[test]
    fn a_game_without_values_is_silent() {
        assert_eq!(first("game dag\na -> b\na b"), "a -> b\na b");
        assert_eq!(first("game hackenbush\na -- b"), "a -- b");
    }

    #[test]
    fn the_last_good_values_stay() {
        let mut document = document("game dag\na -> b\nb -> c");
        let end = document.snapshot().text.rope.len_bytes();
        document.edit(end..end, "\nc d");
        solve(&mut document);
        let seen = seen(document.snapshot(), &Config::default());
        assert_eq!(seen, "no stones · stale\ngame dag\na:0 -> b:1\nb -> c:0\nc d");
    }

    #[test]
    fn values_of_every_form() {
        let pond = "north -> south\nsouth -> north\nnorth south -> hill\nhill -> top";
        let seen = "north:inf{1} -> south:inf{1}\nsouth -> north\nnorth south -> hill:1\nhill -> top:0";
        assert_eq!(first(&format!("game loopy\n{pond}")), seen);
        let rows: String = (1..=65).map(|i| format!("v{i} -> v0..v{}\n", i - 1)).collect();
        let seen = first(&format!("game addsub\n{rows}k *=99"));
        assert!(seen.contains("v65:2^64 -> v0..v64\n"), "{seen}");
        // What hangs on b: a twig; on a: the cycle of three, and on it the twig at b.
        let seen = first("game hackenbush\nground a\na -- b -- c -- a\nb -- twig");
        assert_eq!(seen, "ground a\na:0 -- b:1 -- c:0 -- a\nb -- twig:0");
    }

    #[test]
    fn what_stones_contribute() {
        let config = Config { hints: HintsWanted::Off, stone_hints: true, ..Config::default() };
        let graph = "a -> b c\nb -> c\n";
        let seen = below(&format!("game dag\n{graph}stones a b=3 a=2 c 0..1 *"), &config);
        assert_eq!(seen, format!("{graph}stones a ⊕ 2 b=3 ⊕ 1 a=2 ⊕ 0 c ⊕ 0 0..1 *"));
        let seen = below(&format!("game nim\n{graph}stones a=5 b c=7"), &config);
        assert_eq!(seen, format!("{graph}stones a=5 ⊕ w^2*5 b ⊕ w c=7 ⊕ 7"));
        let config = Config { ascii: true, stone_hints: true, ..Config::default() };
        assert_eq!(below("game dag\na -> a\nstones a=3", &config), "a:? -> a\nstones a=3 xor ?");
    }

    #[test]
    fn the_verdict_at_a_headers_end() {
        let config = Config { verdict_hints: true, ..Config::default() };
        let text = "game dag \"t\"  # why\na -> b\nstones a\nround  \nstones a b";
        let seen = screen(text, &config);
        assert!(seen.contains("game dag \"t\"  # why First wins · value 1\n"), "{seen}");
        assert!(seen.contains("\nround First wins · 1 ⊕ 0 = 1  \n"), "{seen}");
    }

    #[test]
    fn only_the_asked_lines() {
        let snapshot = snapshot(SAMPLE);
        let hints = inlay_hints(&snapshot, 2..4, &Config::default());
        let places: Vec<(usize, u32, &str)> =
            hints.iter().map(|hint| (hint.line, hint.column, hint.label.as_str())).collect();
        assert_eq!(places, [(2, 6, ":0"), (3, 8, ":1")]);
    }
    #[test]
    fn the_tooltip_says_why() {
        let snapshot = snapshot(SAMPLE);
        let config = Config::default();
        let hints = inlay_hints(&snapshot, 3..4, &config);
        assert_eq!(hints.len(), 1);
        let node = hints[0].node.unwrap().index();
        assert_eq!(hint_tooltip(&snapshot, 3, node, &config).as_deref(), Some("mex{0} = 1 (6 → 0)"));
        assert_eq!(hint_tooltip(&snapshot, 3, 99, &config), None);
    }
}
