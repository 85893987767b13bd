//! The names of a game's nodes.

use super::typed::Slot;
use super::{Completion, Sort, Writer, escaped, written};
use sgg_game::{Node, Value};
use sgg_model::Game;
use sgg_syntax::split_number;
use std::collections::HashSet;

/// So many nodes are offered.
const NODES_MAX: usize = 100;
/// So many names are compared with what is typed: a fraction of a millisecond.
const COMPARED_MAX: usize = 20_000;
/// So many names that fit are put in order.
const FOUND_MAX: usize = 1_000;

/// A node's value as it may be written in `expect sg`; none where it isn't settled.
pub(super) fn value(game: &Game, node: Node) -> Option<String> {
    match game.value(node) {
        Value::Unknown => None,
        value => Some(value.to_string()),
    }
}

impl Writer<'_> {
    /// The nodes that can be written in a slot, those already in the line last; and whether there are more.
    pub(super) fn nodes(&self, slot: Slot<'_>) -> (Vec<Completion>, bool) {
        let Some(game) = self.game else { return (Vec::new(), false) };
        let wanted: &dyn Fn(Node) -> bool = match slot {
            Slot::Statement | Slot::FirstName | Slot::EdgeName | Slot::NameOrArrow => {
                &|node| !game.lists_nodes() || !game.is_undeclared(node)
            }
            // What is not in the list yet.
            Slot::Entry("nodes") => &|node| !game.lists_nodes() || game.is_undeclared(node),
            Slot::Entry("k") => &|node| !game.is_undeclared(node) && !game.board().out(node).is_empty(),
            Slot::Entry(_) => &|node| !game.is_undeclared(node),
            Slot::RangeStart(to) => &move |node| is_range(&game.name(node), to),
            Slot::RangeEnd(from) => &move |node| is_range(from, &game.name(node)),
            _ => return (Vec::new(), false),
        };
        let typed = self.typed.word();
        let few = game.node_count() <= NODES_MAX;
        let start = if few { "" } else { &typed };
        let (found, all) = game.nodes_called(&self.snapshot.text, start, COMPARED_MAX, FOUND_MAX);
        let on_line: HashSet<String> = self.typed.names().collect();
        let (done, open): (Vec<Node>, Vec<Node>) =
            found.into_iter().filter(|node| wanted(*node)).partition(|node| self.is_done(game, slot, *node));
        let cut = !few && (!all || done.len() + open.len() > NODES_MAX || !typed.is_empty());
        let open = game.first_by_name(open.into_iter(), SORTED_MAX);
        let done = game.first_by_name(done.into_iter(), SORTED_MAX - open.len());
        let named =
            open.into_iter().map(|node| (false, node)).chain(done.into_iter().map(|node| (true, node)));
        let mut named: Vec<(bool, String, Node)> = named
            .map(|(done, node)| (done, game.name(node), node))
            .filter(|(_, name, node)| !self.is_only_typed(game, name, *node, &on_line))
            .map(|(done, name, node)| (done || on_line.contains(&name), name, node))
            .collect();
        named.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| natural(&a.1).cmp(&natural(&b.1))));
        named.truncate(NODES_MAX);
        (named.into_iter().map(|(_, name, node)| self.node(game, slot, &name, node)).collect(), cut)
    }

    /// Whether a node has what the statement gives already.
    fn is_done(&self, game: &Game, slot: Slot<'_>, node: Node) -> bool {
        match slot {
            Slot::Entry("k") => !game.k_said(Some(node)).is_empty(),
            Slot::Entry("ground") => game.is_ground(node),
            Slot::Entry("expect sg") => game.has_own_sg(node),
            _ => false,
        }
    }

    /// Whether a node is there only because it is being typed.
    fn is_only_typed(&self, game: &Game, name: &str, node: Node, on_line: &HashSet<String>) -> bool {
        let whole = self.snapshot.text.line(self.line);
        let word = whole.get(self.typed.span.start as usize..self.typed.end as usize).unwrap_or("");
        let is_word = !word.is_empty() && *sgg_syntax::unquote(word) == *name;
        let here = self.snapshot.text.lines.at(self.line).map(|record| record.id);
        // A name of another line may be typed whole, but for its quote.
        let is_here = game.first_mention(node).is_none_or(|first| Some(first.line) == here);
        is_word && is_here && game.mention_count(node) <= 1 && !on_line.contains(name)
    }

    fn node(&self, game: &Game, slot: Slot<'_>, name: &str, node: Node) -> Completion {
        let quoted = self.typed.is_quoted();
        let label = written(name, quoted);
        let value = value(game, node).filter(|_| self.reveal);
        let detail = value.as_ref().map(|value| format!("{} {value}", game.kind().value_name));
        let (mut text, mut snippet) = (label.clone(), None);
        match slot {
            Slot::Entry("k") => {
                snippet = Some(format!("{}=${{1:1}}", escaped(&label)));
                text.push('=');
            }
            Slot::Entry("expect sg") => {
                text.push('=');
                text.push_str(value.as_deref().unwrap_or(""));
            }
            // Right behind an arrow.
            _ if self.typed.is_glued() && !matches!(slot, Slot::RangeEnd(_)) => text.insert(0, ' '),
            _ => {}
        }
        let shown = if matches!(slot, Slot::Entry("expect sg")) { text.clone() } else { label };
        // Typed without quotes, a name is found by what stands within them.
        let filter = if quoted { shown.clone() } else { name.to_owned() };
        Completion {
            filter: Some(filter).filter(|filter| *filter != shown),
            label: shown,
            sort: Sort::Node,
            detail,
            text,
            snippet,
            node: Some(name.to_owned()),
            ..Completion::default()
        }
    }
}

/// So many names are put in order.
const SORTED_MAX: usize = 4 * NODES_MAX;

/// A name by which `a2` comes before `a10`.
fn natural(name: &str) -> (&str, Option<u64>, &str) {
    let (prefix, _, number) = split_number(name);
    (prefix, number, name)
}

/// Whether a range may lead from one name to another.
fn is_range(from: &str, to: &str) -> bool {
    let ((prefix, from_width, first), (other, to_width, last)) = (split_number(from), split_number(to));
    let padded = from_width > 0 || to_width > 0;
    prefix == other && first.is_some() && first < last && (!padded || from.len() == to.len())
}
