//! Where a game's nodes are mentioned, found by looking at lines.

use crate::facts::Others;
use crate::{Class, Game, LineId, Mask, Mention, MentionRank, Text};
use rustc_hash::{FxHashMap, FxHashSet};
use sgg_game::Node;
use sgg_syntax::{Item, Line, Span, Statement, split_number};

/// The lines that are not edges and mention nodes.
pub(crate) const OTHER: Mask = Mask::of(Class::Ground).or(Mask::of(Class::Stones)).or(Mask::of(Class::K));

/// The same with those that give no place for a hint.
pub const OTHERS: Mask = OTHER.or(Mask::of(Class::Nodes)).or(Mask::of(Class::ExpectSg));

/// All items of a line with their places: names, ranges, `*`.
pub fn items(line: &Line) -> Box<dyn Iterator<Item = (Span, &Item)> + '_> {
    match &line.statement {
        Statement::Nodes(entries) | Statement::Ground(entries) => {
            Box::new(entries.iter().map(|entry| (entry.span, &entry.item)))
        }
        Statement::Edge(chain) => Box::new(chain.entries.iter().map(|entry| (entry.span, &entry.item))),
        Statement::K(entries) => Box::new(entries.iter().map(|entry| (entry.span, &entry.item))),
        Statement::Stones(entries) => Box::new(entries.iter().map(|entry| (entry.span, &entry.item))),
        Statement::ExpectSg(entries) => Box::new(entries.iter().map(|entry| (entry.span, &entry.item))),
        _ => Box::new(std::iter::empty()),
    }
}

/// Whether an item names a node, given by its name.
pub fn names(item: &Item, text: &str, name: &str) -> bool {
    match item {
        Item::Star => false,
        Item::Name(written) => written.text(text) == name,
        Item::Range(range) => {
            let (prefix, width, number) = split_number(name);
            prefix == range.prefix(text)
                && number.is_some_and(|number| {
                    (range.first..=range.last).contains(&number) && range.width_of(number) == width
                })
        }
    }
}

/// Where a line mentions a node: by its own name, or within a range.
pub fn places<'a>(
    line: &'a Line,
    text: &'a str,
    name: &'a str,
) -> impl Iterator<Item = (Span, &'a Item)> + 'a {
    items(line).filter(move |(_, item)| names(item, text, name)).map(|(span, item)| match item {
        Item::Name(written) => (written.span, item),
        Item::Range(range) => (Span { start: range.from.span.start, end: range.to.span.end }, item),
        Item::Star => (span, item),
    })
}

/// The edge lines that mention a node, in order, each once; none where more than `most` arcs would have to be looked at.
/// While a line can't be read, the line that it was is among them.
pub fn lines_of_edges(text: &Text, game: &Game, node: Node, most: usize) -> Option<Vec<usize>> {
    let graph = game.board().graph();
    if game.limit().is_some() || graph.out(node).len().saturating_add(graph.into(node).len()) > most {
        return None;
    }
    // A hub's arcs often come from a line or two.
    let ids: FxHashSet<LineId> = edge_lines(game, node).collect();
    let mut numbers: Vec<usize> = ids.into_iter().filter_map(|id| text.lines.number(id)).collect();
    numbers.sort_unstable();
    Some(numbers)
}

/// Whether any line but edges mentions a node.
pub fn in_others(game: &Game, node: Node) -> bool {
    game.facts.get(node).others != Others::default()
}

/// Those of some nodes that an item names.
pub(crate) fn among(game: &Game, text: &str, item: &Item, nodes: &FxHashSet<Node>) -> Vec<Node> {
    let wanted = |node: &Node| nodes.contains(node);
    match item {
        Item::Star => Vec::new(),
        Item::Name(name) => game.node(&name.text(text)).filter(wanted).into_iter().collect(),
        Item::Range(range) if range.count() <= nodes.len() as u64 => {
            range.names(text).filter_map(|name| game.node(&name)).filter(wanted).collect()
        }
        Item::Range(_) => nodes.iter().copied().filter(|node| names(item, text, &game.name(*node))).collect(),
    }
}

/// The edge lines that mention a node, in no order, perhaps several times.
pub(crate) fn edge_lines(game: &Game, node: Node) -> impl Iterator<Item = LineId> + '_ {
    let graph = game.board().graph();
    let arcs = graph.out(node).iter().chain(graph.into(node)).map(|arc| LineId::of(arc.tag));
    arcs.chain(game.lone.lines(node))
}

/// The best places for the hints of some nodes: each line is read once, however many of them it mentions.
pub(crate) fn firsts(
    text: &Text,
    game: &Game,
    nodes: impl Iterator<Item = Node>,
) -> FxHashMap<Node, Mention> {
    let mut search = Firsts {
        text,
        game,
        left: nodes.filter(|node| game.is_live(*node)).collect(),
        found: FxHashMap::default(),
    };
    search.in_edges();
    if !search.left.is_empty() {
        search.in_others();
    }
    search.found
}

struct Firsts<'a> {
    text: &'a Text,
    game: &'a Game,
    left: FxHashSet<Node>,
    found: FxHashMap<Node, Mention>,
}

impl Firsts<'_> {
    fn put(&mut self, node: Node, line: LineId, rank: MentionRank) {
        self.left.remove(&node);
        self.found.insert(node, Mention { line, rank });
    }

    /// The first edge lines that have a node by its own name.
    fn in_edges(&mut self) {
        if self.game.range_lines == 0 {
            for node in self.left.iter().copied().collect::<Vec<_>>() {
                if let Some(line) = self.text.lines.first(edge_lines(self.game, node)) {
                    self.put(node, line, MentionRank::Edge);
                }
            }
            return;
        }
        let ids: FxHashSet<LineId> = self.left.iter().flat_map(|node| edge_lines(self.game, *node)).collect();
        let mut lines: Vec<(usize, LineId)> =
            ids.into_iter().filter_map(|id| Some((self.text.lines.number(id)?, id))).collect();
        lines.sort_unstable();
        let mut text = self.text.downwards();
        for (number, id) in lines {
            if self.left.is_empty() {
                return;
            }
            let (line_text, line) = text.parse(number);
            for (_, item) in items(&line) {
                if let Some(node) = self.own(item, &line_text) {
                    self.put(node, id, MentionRank::Edge);
                }
            }
        }
    }

    /// The first of the other lines that have a node by its own name, else the first line of all that mentions it.
    fn in_others(&mut self) {
        let mut unlisted = self.left.clone();
        let mut listed: FxHashMap<Node, LineId> = FxHashMap::default();
        let mask = OTHER.or(Mask::of(Class::Nodes));
        let mut text = self.text.downwards();
        for (number, record) in self.text.lines.select(self.text.game_lines(self.game.header()), mask) {
            if self.left.is_empty() {
                break;
            }
            let (line_text, line) = text.parse(number);
            for (_, item) in items(&line) {
                let own = self.own(item, &line_text).filter(|_| record.class != Class::Nodes);
                if let Some(node) = own {
                    self.put(node, record.id, MentionRank::Other);
                    unlisted.remove(&node);
                }
                for node in among(self.game, &line_text, item, &unlisted) {
                    unlisted.remove(&node);
                    listed.insert(node, record.id);
                }
            }
        }
        for node in std::mem::take(&mut self.left) {
            let lines = edge_lines(self.game, node).chain(listed.get(&node).copied());
            if let Some(line) = self.text.lines.first(lines) {
                self.put(node, line, MentionRank::Group);
            }
        }
    }

    /// The node that an item names by its own name, where it is still looked for.
    fn own(&self, item: &Item, line: &str) -> Option<Node> {
        let Item::Name(name) = item else { return None };
        self.game.node(&name.text(line)).filter(|node| self.left.contains(node))
    }
}

/// The nodes that some lines name, in the order of the text, each once.
fn in_order(text: &Text, game: &Game, mask: Mask) -> Vec<Node> {
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    let mut downwards = text.downwards();
    for (number, _) in text.lines.select(text.game_lines(game.header()), mask) {
        // What follows names them again.
        if order.len() == game.node_count() {
            break;
        }
        let (line_text, line) = downwards.parse(number);
        for (_, item) in items(&line) {
            each_node(game, &line_text, item, |node| {
                if seen.insert(node) {
                    order.push(node);
                }
            });
        }
    }
    order
}

/// Calls `each` for every node of the game that an item names.
pub fn each_node(game: &Game, text: &str, item: &Item, mut each: impl FnMut(Node)) {
    match item {
        Item::Star => {}
        Item::Name(name) => game.node(&name.text(text)).into_iter().for_each(each),
        Item::Range(range) => range.names(text).filter_map(|name| game.node(&name)).for_each(&mut each),
    }
}

/// The nodes in the order of display: that of the `nodes` lines, else that of first appearance.
pub fn display_order(text: &Text, game: &Game) -> Vec<Node> {
    if game.is_in_order() {
        return game.nodes().collect();
    }
    let listed = in_order(text, game, Mask::of(Class::Nodes));
    let all = OTHER.or(Mask::of(Class::Edge)).or(Mask::of(Class::ExpectSg));
    if listed.is_empty() {
        return in_order(text, game, all);
    }
    let seen: FxHashSet<Node> = listed.iter().copied().collect();
    let rest = in_order(text, game, all);
    listed.into_iter().chain(rest.into_iter().filter(|node| !seen.contains(node))).collect()
}

/// The ground's nodes, in the order in which they claim shared branches: that of `nodes`, else of `ground` lines.
pub(crate) fn ground_in_order(text: &Text, game: &Game) -> Vec<Node> {
    let listed = in_order(text, game, Mask::of(Class::Nodes));
    let ground = in_order(text, game, Mask::of(Class::Ground));
    if listed.is_empty() {
        return ground;
    }
    let seen: FxHashSet<Node> = listed.iter().copied().collect();
    let rest = ground.into_iter().filter(|node| !seen.contains(node));
    listed.iter().copied().filter(|node| game.is_ground(*node)).chain(rest).collect()
}
