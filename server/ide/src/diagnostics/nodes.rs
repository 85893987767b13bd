//! What is wrong with names and with what lies on nodes: not declared, without K-value, said twice, even stones.

use super::teller::{Teller, arrow, edge_word};
use super::{Code, Diagnostic, Related};
use crate::words::count;
use crate::{Edit, Place};
use sgg_game::Node;
use sgg_model::{Class, Game, Mask, STONES_MAX, mentions};
use sgg_syntax::{Item, Line, Span, Statement, near, quote, same_but_for_case, split_number};
use std::collections::BTreeSet;

impl Teller<'_> {
    // --- not declared ---

    /// The names of one line that are not declared: a name once, a range as one.
    pub(super) fn undeclared(
        &self,
        game: &Game,
        number: usize,
        here: &BTreeSet<Node>,
        all: &BTreeSet<Node>,
        listed: bool,
    ) -> Vec<Diagnostic> {
        let (text, line) = self.snapshot.text.parse(number);
        let mut told = BTreeSet::new();
        let mut list = Vec::new();
        for (span, item) in mentions::items(&line) {
            match item {
                Item::Name(name) => {
                    let node = game.node(&name.text(&text)).filter(|node| here.contains(node));
                    let Some(node) = node.filter(|node| told.insert(*node)) else { continue };
                    let found = Missing { game, number, text: &text, line: &line, listed };
                    let meant = self.meant(game, node, all);
                    list.push(self.undeclared_name(&found, name.span, meant));
                }
                Item::Range(range) => {
                    let span = Span { start: range.from.span.start, end: range.to.span.end };
                    let missing = |node: &&Node| mentions::names(item, &text, &game.name(**node));
                    let missing: Vec<Node> = here.iter().filter(missing).copied().collect();
                    let found = Missing { game, number, text: &text, line: &line, listed };
                    list.extend(self.undeclared_range(&found, span, &missing));
                }
                Item::Star => debug_assert!(span.start < span.end, "`*` names no node of its own"),
            }
        }
        list
    }

    fn undeclared_name(&self, found: &Missing<'_>, span: Span, meant: Option<String>) -> Diagnostic {
        let name = span.text(found.text);
        let edge = edge_word(found.game.kind());
        let declaration = found.declaration(name);
        let wrong = match found.listed {
            true => format!("`{name}` is missing from `nodes`"),
            false => format!("no {edge} of this game has a node `{name}`"),
        };
        let message = match (&meant, found.listed) {
            (Some(meant), _) => format!("{wrong}: did you mean `{meant}`?"),
            (None, true) => format!("{wrong}: add it there, or correct the name"),
            (None, false) => format!("{wrong}: correct the name, or declare it by `{declaration}`"),
        };
        let place = Place { line: found.number, span };
        let mut diagnostic = Diagnostic::new(Code::UndeclaredNode, place, message);
        if let Some(meant) = meant {
            let edits = found.replace_all(span.text(found.text), &meant);
            diagnostic = diagnostic.fix(format!("replace `{name}` by `{meant}`"), edits);
        }
        self.declare(diagnostic, found, name)
    }

    fn undeclared_range(&self, found: &Missing<'_>, span: Span, missing: &[Node]) -> Option<Diagnostic> {
        let names = missing.iter().map(|node| found.game.name(*node));
        let first = quote(&names.min_by_key(|name| split_number(name).2)?);
        let range = span.text(found.text);
        let edge = edge_word(found.game.kind());
        let which = match missing.len() {
            1 => format!("`{first}` of `{range}`"),
            count => format!("`{first}` and {} more of `{range}`", count - 1),
        };
        let verb = if missing.len() == 1 { "is" } else { "are" };
        let message = match found.listed {
            true => format!("{which} {verb} missing from `nodes`: add the range there, or correct it"),
            false => format!(
                "{which} {verb} in no {edge} of this game: correct the range, or declare it by `{}`",
                found.declaration(range)
            ),
        };
        let place = Place { line: found.number, span };
        Some(self.declare(Diagnostic::new(Code::UndeclaredNode, place, message), found, range))
    }

    /// Offers to declare what is written there.
    fn declare(&self, diagnostic: Diagnostic, found: &Missing<'_>, written: &str) -> Diagnostic {
        let game = found.game;
        if found.listed {
            let Some(number) = self.game_lines(game, Mask::of(Class::Nodes)).last() else {
                return diagnostic;
            };
            let (_, line) = self.snapshot.text.parse(number);
            let Some((span, _)) = mentions::items(&line).last() else { return diagnostic };
            let edit = Edit::insert(number, span.end, format!(" {written}"));
            return diagnostic.fix(format!("add `{written}` to `nodes`"), vec![edit]);
        }
        let statement = found.declaration(written);
        match self.graph_line(game, &statement) {
            Some(edit) => diagnostic.fix(format!("insert `{statement}`"), vec![edit]),
            None => diagnostic,
        }
    }

    /// The declared node whose name was likely meant: other capitals or zeros, or one letter off. Numbers are never
    /// near each other, and short words are not either.
    fn meant(&self, game: &Game, node: Node, undeclared: &BTreeSet<Node>) -> Option<String> {
        if game.node_count() > NAMES_COMPARED {
            return None;
        }
        let name = game.name(node);
        let (prefix, width, number) = split_number(&name);
        let mut best = None;
        for other in game.nodes().filter(|other| !undeclared.contains(other)) {
            let candidate = game.name(other);
            let (other_prefix, other_width, other_number) = split_number(&candidate);
            if number != other_number {
                continue;
            }
            let zeros = prefix == other_prefix && width != other_width;
            if zeros || (width == other_width && same_but_for_case(prefix, other_prefix)) {
                return Some(quote(&candidate));
            }
            let long = prefix.chars().count() >= LETTERS_MIN && width == other_width;
            if best.is_none() && long && near(prefix, [other_prefix]).is_some() {
                best = Some(quote(&candidate));
            }
        }
        best
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

    /// Entries that give one node, or `*`, different values.
    pub(super) fn conflict(
        &self,
        game: &Game,
        number: usize,
        node: Option<Node>,
        class: Class,
    ) -> Option<Diagnostic> {
        let name = node.map(|node| game.name(node));
        let mut entries = Vec::new();
        let first = self.snapshot.text.game_lines(game.header()).start;
        let before = first..number + 1;
        // The nearest lines before it: a conflict with one far above is told without showing that one.
        let mut lines: Vec<usize> = Vec::new();
        let mut end = before.end;
        while let Some((found, _)) = self.snapshot.text.lines.previous(end, Mask::of(class)) {
            if found < before.start || lines.len() >= LINES_COMPARED {
                break;
            }
            lines.push(found);
            end = found;
        }
        for number in lines.into_iter().rev() {
            let (text, line) = self.snapshot.text.parse(number);
            entries.extend(
                entries_for(&line, &text, name.as_deref())
                    .map(|span| (Place { line: number, span }, span.text(&text).to_owned())),
            );
        }
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
        let (text, line) = self.snapshot.text.parse(number);
        let Statement::Stones(entries) = &line.statement else { return Vec::new() };
        let mut list = Vec::new();
        let mut left: Vec<(Node, u64)> = nodes.to_vec();
        for entry in entries.iter().rev() {
            let here = |node: Node| match &entry.item {
                Item::Star => true,
                item => mentions::names(item, &text, &game.name(node)),
            };
            let is_star = entry.item == Item::Star;
            let (mine, rest): (Vec<_>, Vec<_>) =
                left.into_iter().partition(|(node, _)| !is_star && here(*node));
            left = rest;
            list.extend(self.even_entry(game, Place { line: number, span: entry.span }, &mine));
        }
        let star = entries.iter().rev().find(|entry| entry.item == Item::Star);
        list.extend(
            star.and_then(|entry| self.even_entry(game, Place { line: number, span: entry.span }, &left)),
        );
        list
    }

    fn even_entry(&self, game: &Game, place: Place, nodes: &[(Node, u64)]) -> Option<Diagnostic> {
        let (_, others) = nodes.split_first()?;
        let (name, amount) = nodes.iter().map(|(node, amount)| (self.name(game, *node), amount)).min()?;
        let what = match others.len() {
            0 => format!("{amount} stones on `{name}`"),
            more => {
                format!("an even number of stones on `{name}` and on {}", count(more as u64, "more node"))
            }
        };
        let verb = if others.is_empty() { "cancel" } else { "cancels" };
        let message = format!(
            "{what} {verb} out in the sum: who wins is the same without them, though each can still move"
        );
        Some(Diagnostic::new(Code::EvenStones, place, message))
    }

    pub(super) fn too_many_stones(&self, game: &Game, number: usize, node: Node) -> Option<Diagnostic> {
        let (text, line) = self.snapshot.text.parse(number);
        let Statement::Stones(entries) = &line.statement else { return None };
        let name = game.name(node);
        let named = entries.iter().rev().find(|entry| mentions::names(&entry.item, &text, &name));
        let entry = named.or_else(|| entries.iter().find(|entry| entry.item == Item::Star))?;
        let message = format!(
            "the stones on `{}` add up to more than {}, the most that a node may have",
            quote(&name),
            super::line::grouped(STONES_MAX)
        );
        Some(Diagnostic::new(Code::Limit, Place { line: number, span: entry.span }, message))
    }

    /// Bare entries that may be counts.
    pub(super) fn counts(&self, game: &Game, number: usize) -> Option<Diagnostic> {
        let (text, line) = self.snapshot.text.parse(number);
        let Statement::Stones(entries) = &line.statement else { return None };
        let (first, last) = (entries.first()?, entries.last()?);
        let span = Span { start: first.span.start, end: last.span.end };
        if entries.len() > COUNTS_MAX {
            return None;
        }
        let nodes = mentions::display_order(&self.snapshot.text, game);
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

/// Beyond so many nodes no near name is looked for.
const NAMES_COMPARED: usize = 10_000;
/// A word of fewer letters is near too many others.
const LETTERS_MIN: usize = 3;
/// So many lines are looked at for the other value.
const LINES_COMPARED: usize = 64;
/// So many other entries are shown.
const RELATED_MAX: usize = 20;
/// A list of counts has at most so many entries.
const COUNTS_MAX: usize = 10_000;

/// A line with a name that is not declared.
struct Missing<'a> {
    game: &'a Game,
    number: usize,
    text: &'a str,
    line: &'a Line,
    listed: bool,
}

impl Missing<'_> {
    /// The line that declares a node and no edge.
    fn declaration(&self, written: &str) -> String {
        format!("{written} {}", arrow(self.game.kind()).text())
    }

    /// Writes another name wherever the line has this one.
    fn replace_all(&self, written: &str, meant: &str) -> Vec<Edit> {
        let spans = mentions::items(self.line).filter_map(|(_, item)| match item {
            Item::Name(name) if name.span.text(self.text) == written => Some(name.span),
            _ => None,
        });
        spans.map(|span| Edit::replace(self.number, span, meant)).collect()
    }
}

/// The entries of a line that give a node (none: `*`) a value.
fn entries_for<'a>(line: &'a Line, text: &'a str, name: Option<&'a str>) -> impl Iterator<Item = Span> + 'a {
    let matches = move |item: &Item| match name {
        Some(name) => mentions::names(item, text, name),
        None => *item == Item::Star,
    };
    let spans: Vec<Span> = match &line.statement {
        Statement::K(entries) => entries.iter().filter(|e| matches(&e.item)).map(|e| e.span).collect(),
        Statement::ExpectSg(entries) => entries.iter().filter(|e| matches(&e.item)).map(|e| e.span).collect(),
        _ => Vec::new(),
    };
    spans.into_iter()
}
