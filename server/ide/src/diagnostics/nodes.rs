//! What is wrong with names and with what lies on nodes: not declared, without K-value, said twice, even stones.

use super::meant::meant;
use super::teller::{Teller, arrow, edge_word, least};
use super::{Code, Diagnostic, Related};
use crate::named_lines::{LOOKED_BYTES_MAX, NamedLine};
use crate::words::count;
use crate::{Edit, Place};
use sgg_game::Node;
use sgg_model::{Class, Game, Mask, STONES_MAX, mentions};
use sgg_syntax::{Item, Line, NameRange, Span, Statement, quote, split_number};
use std::collections::{BTreeMap, BTreeSet, HashMap};

impl Teller<'_> {
    // --- not declared ---

    /// What is known of all undeclared names of a game: what was meant by them, and where `nodes` ends.
    pub(super) fn known_of_undeclared(&self, game: &Game, undeclared: &BTreeSet<Node>) -> Undeclared {
        Undeclared { meant: meant(game, undeclared), last: self.last_listed(game) }
    }

    /// The end of a game's last `nodes` line.
    fn last_listed(&self, game: &Game) -> Option<(usize, u32)> {
        let text = &self.snapshot.text;
        let header = self.number(game.header())?;
        let (number, _) = text.lines.previous(text.game_end(header), Mask::of(Class::Nodes))?;
        let line = self.read(number);
        let (span, _) = mentions::items(&line.line).last().filter(|_| number > header)?;
        Some((number, span.end))
    }

    /// The names of one line that are not declared: a name once, the nodes of a range as one, by the first range that
    /// has them.
    pub(super) fn undeclared(
        &self,
        game: &Game,
        number: usize,
        here: &BTreeSet<Node>,
        known: &Undeclared,
        listed: bool,
    ) -> Vec<Diagnostic> {
        let line = self.read(number);
        let found = Missing { game, line: &line, listed, last: known.last, least: least(here.len()) };
        let names: Vec<String> = here.iter().map(|node| game.name(*node)).collect();
        let mut untold = Untold::new(&names);
        let mut told = BTreeSet::new();
        let mut list = Vec::new();
        for (_, item) in mentions::items(&line.line) {
            match item {
                Item::Name(name) => {
                    let node = game.node(&name.text(&line.text)).filter(|node| here.contains(node));
                    let Some(node) = node.filter(|node| told.insert(*node)) else { continue };
                    list.push(self.undeclared_name(&found, name.span, known.meant.get(&node)));
                }
                Item::Range(range) => {
                    let span = Span { start: range.from.span.start, end: range.to.span.end };
                    let missing = untold.take(range, &line.text);
                    list.extend(self.undeclared_range(&found, span, &missing));
                }
                // It names no node of its own.
                Item::Star => {}
            }
        }
        list
    }

    fn undeclared_name(&self, found: &Missing<'_>, span: Span, meant: Option<&String>) -> Diagnostic {
        let name = span.text(&found.line.text);
        let edge = edge_word(found.game.kind());
        let declaration = found.declaration(name);
        let wrong = match found.listed {
            true => format!("`{name}` is missing from `nodes`"),
            false => format!("no {edge} of this game has a node `{name}`"),
        };
        let message = match (meant, found.listed) {
            (Some(meant), _) => format!("{wrong}: did you mean `{meant}`?"),
            (None, true) => format!("{wrong}: add it there, or correct the name"),
            (None, false) => format!("{wrong}: correct the name, or declare it by `{declaration}`"),
        };
        let place = Place { line: found.line.number, span };
        let mut diagnostic = Diagnostic::new(Code::UndeclaredNode, place, message);
        if let Some(meant) = meant {
            let edits = found.replace_all(span.text(&found.line.text), meant);
            diagnostic = diagnostic.fix(format!("replace `{name}` by `{meant}`"), edits);
        }
        self.declare(diagnostic, found, name)
    }

    fn undeclared_range(&self, found: &Missing<'_>, span: Span, missing: &[&str]) -> Option<Diagnostic> {
        let first = quote(missing.iter().min_by_key(|name| split_number(name).2)?);
        let range = span.text(&found.line.text);
        let edge = edge_word(found.game.kind());
        let which = match missing.len() {
            1 => format!("`{first}` of `{range}`"),
            count => format!("`{first}` and {}{} more of `{range}`", found.least, count - 1),
        };
        let verb = if missing.len() == 1 { "is" } else { "are" };
        let message = match found.listed {
            true => format!("{which} {verb} missing from `nodes`: add the range there, or correct it"),
            false => format!(
                "{which} {verb} in no {edge} of this game: correct the range, or declare it by `{}`",
                found.declaration(range)
            ),
        };
        let place = Place { line: found.line.number, span };
        Some(self.declare(Diagnostic::new(Code::UndeclaredNode, place, message), found, range))
    }

    /// Offers to declare what is written there.
    fn declare(&self, diagnostic: Diagnostic, found: &Missing<'_>, written: &str) -> Diagnostic {
        let game = found.game;
        if found.listed {
            let Some((number, end)) = found.last else { return diagnostic };
            let edit = Edit::insert(number, end, format!(" {written}"));
            return diagnostic.fix(format!("add `{written}` to `nodes`"), vec![edit]);
        }
        let statement = found.declaration(written);
        match self.graph_line(game, &statement) {
            Some(edit) => diagnostic.fix(format!("insert `{statement}`"), vec![edit]),
            None => diagnostic,
        }
    }

    // --- K-values and conflicts ---

    /// A node with arcs and no K-value; `others` more have none either, where the game has no `k` at all.
    pub(super) fn missing_k(
        &self,
        game: &Game,
        number: usize,
        node: Node,
        others: usize,
    ) -> Option<Diagnostic> {
        let place = self.mention(game, number, node)?;
        let name = self.name(game, node);
        let who = match others {
            0 => format!("`{name}` leads on but has no K-value"),
            more => format!("`{name}` and {} lead on but have no K-value", count(more as u64, "more node")),
        };
        let message = format!(
            "{who}: say how many stones a move from there puts down, by `k {name}=1`, or by `k *=1` for all others"
        );
        let mut diagnostic = Diagnostic::new(Code::MissingK, place, message);
        let one = format!("k {name}=1");
        let all = "k *=1".to_owned();
        let statements = if others == 0 { vec![one, all] } else { vec![all] };
        for statement in statements {
            if let Some(edit) = self.graph_line(game, &statement) {
                diagnostic = diagnostic.fix(format!("insert `{statement}`"), vec![edit]);
            }
        }
        Some(diagnostic)
    }

    /// The entries that give one node, or `*`, a value, down to the end of a line. The nearest ones: a conflict with one
    /// far above is told without showing that one.
    fn entries_before(
        &self,
        game: &Game,
        number: usize,
        node: Option<Node>,
        class: Class,
    ) -> Vec<(Place, String)> {
        let name = node.map(|node| game.name(node));
        let text = &self.snapshot.text;
        let first = text.game_lines(game.header()).start;
        let (mut lines, mut bytes, mut end) = (0, 0, number + 1);
        let mut entries = Vec::new();
        while let Some((number, _)) = text.lines.previous(end, Mask::of(class)) {
            if number < first || lines >= LINES_COMPARED || entries.len() >= ENTRIES_COMPARED {
                break;
            }
            let line = self.read(number);
            (lines, bytes, end) = (lines + 1, bytes + line.text.len(), number);
            if bytes > LOOKED_BYTES_MAX {
                break;
            }
            let spans = match &name {
                Some(name) => line.namings_of(name).into_iter().map(|naming| naming.entry).collect(),
                None => stars(&line.line),
            };
            let told = |span: Span| (Place { line: number, span }, span.text(&line.text).to_owned());
            entries.extend(spans.into_iter().rev().take(ENTRIES_COMPARED).map(told));
        }
        entries.reverse();
        entries
    }

    /// Entries that give one node, or `*`, different values.
    pub(super) fn conflict(
        &self,
        game: &Game,
        number: usize,
        node: Option<Node>,
        class: Class,
    ) -> Option<Diagnostic> {
        let entries = self.entries_before(game, number, node, class);
        let (place, last) = entries.last()?.clone();
        let value = |entry: &str| entry.rsplit('=').next().map(|value| value.trim().to_owned());
        let others: Vec<_> = entries.iter().filter(|(_, entry)| value(entry) != value(&last)).collect();
        let what = if class == Class::K { "K-values" } else { "values" };
        let whose = match node {
            Some(node) => format!("`{}`", self.name(game, node)),
            None => "`*`".to_owned(),
        };
        let by = others.first().map_or(String::new(), |(_, entry)| format!(", by `{entry}` and by `{last}`"));
        let way_out = match node {
            Some(_) => "keep one of them; a default for all other nodes is written `*=N`",
            None => "keep one of them",
        };
        let message = format!("{whose} is given different {what}{by}: {way_out}");
        let mut diagnostic = Diagnostic::new(Code::ConflictingValue, place, message);
        let related = others.iter().rev().take(RELATED_MAX).rev();
        diagnostic.related =
            related.map(|(place, entry)| Related { place: *place, message: format!("`{entry}`") }).collect();
        Some(diagnostic)
    }

    // --- stones ---

    /// Nodes of one entry with an even number of stones.
    pub(super) fn even_stones(&self, game: &Game, number: usize, nodes: &[(Node, u64)]) -> Vec<Diagnostic> {
        let line = self.read(number);
        // The last entry that names a node is the one that counts; `*` stands for those that none names.
        let mut by_entry: BTreeMap<Span, Vec<(Node, u64)>> = BTreeMap::new();
        let mut left = Vec::new();
        for (node, amount) in nodes {
            match line.namings_of(&game.name(*node)).last() {
                Some(naming) => by_entry.entry(naming.entry).or_default().push((*node, *amount)),
                None => left.push((*node, *amount)),
            }
        }
        if let Some(star) = stars(&line.line).last() {
            by_entry.entry(*star).or_default().extend(left);
        }
        let told = |(span, mine): (Span, Vec<(Node, u64)>)| {
            self.even_entry(game, Place { line: number, span }, &mine, least(nodes.len()))
        };
        by_entry.into_iter().filter_map(told).collect()
    }

    fn even_entry(
        &self,
        game: &Game,
        place: Place,
        nodes: &[(Node, u64)],
        least: &str,
    ) -> Option<Diagnostic> {
        let (_, others) = nodes.split_first()?;
        let (name, amount) = nodes.iter().map(|(node, amount)| (self.name(game, *node), amount)).min()?;
        let what = match others.len() {
            0 => format!("{amount} stones on `{name}`"),
            more => {
                let more = count(more as u64, "more node");
                format!("an even number of stones on `{name}` and on {least}{more}")
            }
        };
        let verb = if others.is_empty() { "cancel" } else { "cancels" };
        let message = format!(
            "{what} {verb} out in the sum: who wins is the same without them, though each can still move"
        );
        Some(Diagnostic::new(Code::EvenStones, place, message))
    }

    pub(super) fn too_many_stones(&self, game: &Game, number: usize, node: Node) -> Option<Diagnostic> {
        let line = self.read(number);
        let name = game.name(node);
        let named = line.namings_of(&name).last().map(|naming| naming.entry);
        let span = named.or_else(|| stars(&line.line).first().copied())?;
        let message = format!(
            "the stones on `{}` add up to more than {}, the most that a node may have",
            quote(&name),
            super::line::grouped(STONES_MAX)
        );
        Some(Diagnostic::new(Code::Limit, Place { line: number, span }, message))
    }

    /// The first nodes in the order of display. Those that are not declared are no nodes of the game, so they had no
    /// count.
    pub(super) fn first_in_order(&self, game: &Game) -> Vec<Node> {
        let nodes = mentions::display_order(&self.snapshot.text, game).into_iter();
        nodes.filter(|node| !game.is_undeclared(*node)).take(COUNTS_MAX).collect()
    }

    /// Bare entries that may be counts.
    pub(super) fn counts(&self, game: &Game, number: usize, nodes: &[Node]) -> Option<Diagnostic> {
        let (text, line) = self.snapshot.text.parse(number);
        let Statement::Stones(entries) = &line.statement else { return None };
        let (first, last) = (entries.first()?, entries.last()?);
        let span = Span { start: first.span.start, end: last.span.end };
        if entries.len() > COUNTS_MAX {
            return None;
        }
        let mut meant = nodes
            .iter()
            .zip(entries)
            .map(|(node, entry)| format!("{}={}", self.name(game, *node), entry.span.text(&text)));
        let sample: Vec<String> = meant.by_ref().collect();
        let shown = sample.get(..2).map_or_else(String::new, |shown| shown.join(" "));
        let message = format!(
            "these are names of nodes, one stone for each entry; if they are counts, one for each node, write \
             `stones {shown} {}`",
            self.signs().more
        );
        let edits = vec![Edit::replace(number, span, sample.join(" "))];
        let title = format!("read them as counts: `{}`", self.cut(&sample.join(" ")));
        Some(Diagnostic::new(Code::Counts, Place { line: number, span }, message).fix(title, edits))
    }
}

/// So many lines are looked at for the other value, and about so many entries.
const LINES_COMPARED: usize = 64;
const ENTRIES_COMPARED: usize = 256;
/// So many other entries are shown.
const RELATED_MAX: usize = 20;
/// A list of counts has at most so many entries.
const COUNTS_MAX: usize = 10_000;

/// What is worked out once for all undeclared names of a game.
pub(super) struct Undeclared {
    meant: HashMap<Node, String>,
    /// The last `nodes` line, and where its last entry ends.
    last: Option<(usize, u32)>,
}

/// A line with a name that is not declared.
struct Missing<'a> {
    game: &'a Game,
    line: &'a NamedLine,
    listed: bool,
    last: Option<(usize, u32)>,
    /// What stands before the number of its names.
    least: &'static str,
}

/// The undeclared names of a line that no range of it was told for, by prefix and width. Each name is taken out once,
/// and a range finds its own: a line has thousands of ranges that have the same names, or none.
struct Untold<'a>(HashMap<(&'a str, u8), BTreeMap<u64, &'a str>>);

impl<'a> Untold<'a> {
    fn new(names: &'a [String]) -> Untold<'a> {
        let mut parts: HashMap<_, BTreeMap<_, _>> = HashMap::new();
        for name in names {
            let (prefix, width, number) = split_number(name);
            if let Some(number) = number {
                parts.entry((prefix, width)).or_default().insert(number, name.as_str());
            }
        }
        Untold(parts)
    }

    /// Takes those of a range.
    fn take(&mut self, range: &NameRange, text: &'a str) -> Vec<&'a str> {
        let prefix = range.prefix(text);
        // No zero leads where the digits fill the width.
        let filled = match range.width {
            0 => 0,
            width => 10u64.checked_pow(u32::from(width) - 1).unwrap_or(u64::MAX),
        };
        let mut taken = Vec::new();
        for (width, first) in [(0, range.first.max(filled)), (range.width, range.first)] {
            let names = self.0.get_mut(&(prefix, width)).filter(|_| first <= range.last);
            let Some(names) = names else { continue };
            let numbers: Vec<u64> = names.range(first..=range.last).map(|(number, _)| *number).collect();
            taken.extend(numbers.iter().filter_map(|number| names.remove(number)));
        }
        taken
    }
}

impl Missing<'_> {
    /// The line that declares a node and no edge.
    fn declaration(&self, written: &str) -> String {
        format!("{written} {}", arrow(self.game.kind()).text())
    }

    /// Writes another name wherever the line has this one.
    fn replace_all(&self, written: &str, meant: &str) -> Vec<Edit> {
        let NamedLine { number, text, line, .. } = self.line;
        let spans = mentions::items(line).filter_map(|(_, item)| match item {
            Item::Name(name) if name.span.text(text) == written => Some(name.span),
            _ => None,
        });
        spans.map(|span| Edit::replace(*number, span, meant)).collect()
    }
}

/// The entries of a line that give `*` a value.
fn stars(line: &Line) -> Vec<Span> {
    mentions::items(line).filter(|(_, item)| **item == Item::Star).map(|(entry, _)| entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::snapshot;

    /// A range takes exactly the names that it has, whatever their zeros.
    #[test]
    fn a_range_takes_its_own_names() {
        let names = ["a0", "a1", "a01", "a001", "a10", "a010", "a99", "b1", "a", "a18446744073709551615"];
        let names = names.map(str::to_owned);
        for range in ["a0..a9", "a1..a100", "a00..a12", "a001..a010", "a01..a99", "a05..a09", "b1..b1"] {
            let file = snapshot(&format!("game dag\n{range} -> z"));
            let (text, line) = file.text.parse(1);
            let (_, item) = mentions::items(&line).next().unwrap();
            let Item::Range(found) = item else { panic!("{range}") };
            let mut taken = Untold::new(&names).take(found, &text);
            let all = names.iter().map(|name| &**name).filter(|name| mentions::names(item, &text, name));
            let mut all: Vec<&str> = all.collect();
            taken.sort_unstable();
            all.sort_unstable();
            assert_eq!(taken, all, "{range}");
        }
    }
}
