//! What there is to say of a node.

use crate::Config;
use crate::derivation::{derivation, values_hold};
use crate::followers::arrow;
use crate::hover::markdown::{bold, code};
use crate::terms::contribution;
use crate::verdict::{lacks_ground, silence, staleness};
use crate::words::{Signs, count, written};
use sgg_game::{Form, Kind, Node, Value};
use sgg_model::{Game, LineId, Snapshot, node_holds};
use sgg_syntax::{NameRange, quote};

/// The page of a node that a line mentions.
pub(crate) fn node_page(
    snapshot: &Snapshot,
    game: &Game,
    line: usize,
    node: Node,
    config: &Config,
) -> String {
    let signs = Signs::of(config.ascii);
    let value = game.value(node);
    if game.is_undeclared(node) {
        return format!("{}{}not declared", bold(&quote(&game.name(node))), signs.dot);
    }
    let mut parts = vec![heading(snapshot, game, node, &value, signs)];
    if values_hold(game) {
        parts.extend(derivation(snapshot, game, node, signs).map(|line| code(&line)));
    }
    parts.extend(stones(snapshot, game, line, node, &value));
    if let Some(expected) = game.expected_sg(node).filter(|expected| !node_holds(expected, &value)) {
        parts.push(format!("expected {}", bold(&written(expected).to_string())));
    }
    parts.extend(staleness(snapshot, game, config));
    parts.join("\n\n")
}

/// `**4** · Grundy value **2**, an N-position`
fn heading(snapshot: &Snapshot, game: &Game, node: Node, value: &Value, signs: &Signs) -> String {
    let name = bold(&quote(&game.name(node)));
    let known = format!("{name}{}{} {}", signs.dot, game.kind().value_name, bold(&value.to_string()));
    match (silence(snapshot, game), standing(game.kind(), value)) {
        (Some(why), _) => format!("{known}{}{why}", signs.dot),
        (None, Some(standing)) => format!("{known}, {standing}"),
        (None, None) => known,
    }
}

/// What a single stone there makes of the game.
fn standing(kind: Kind, value: &Value) -> Option<&'static str> {
    match value {
        _ if kind.form == Form::Ordinal => None,
        Value::Unknown => None,
        Value::Nimber(0) => Some("a P-position"),
        Value::Infinite(set) if !set.contains(&0) => Some("a draw"),
        _ => Some("an N-position"),
    }
}

fn stones(snapshot: &Snapshot, game: &Game, line: usize, node: Node, value: &Value) -> Option<String> {
    let kind = game.kind();
    let (_, header) = snapshot.text.position_of(line).filter(|_| kind.stones)?;
    let stones = amount(game, header.id, node)?;
    let total = contribution(kind.form, value, stones);
    let verb = if stones == 1 { "contributes" } else { "contribute" };
    let even = kind.form == Form::Nimber && stones % 2 == 0 && *value != Value::Unknown;
    let why = if even { ": an even number cancels out" } else { "" };
    Some(format!("{}, {verb} {}{why}", count(stones, "stone"), code(&total.to_string())))
}

/// How many stones lie on a node in a position.
fn amount(game: &Game, position: LineId, node: Node) -> Option<u64> {
    Some(game.position(position)?.amount(node)).filter(|amount| *amount > 0)
}

/// Of several nodes so many values are listed.
const LISTED_MAX: usize = 8;
/// So many of the nodes that `*` means are looked at.
const LOOKED_MAX: usize = 1_000;

/// The nodes of a range, and their values.
pub(crate) fn range_page(game: &Game, text: &str, range: &NameRange, config: &Config) -> String {
    let signs = Signs::of(config.ascii);
    let written = format!("{}..{}", range.from.span.text(text), range.to.span.text(text));
    let heading = format!("{}{}{}", bold(&written), signs.dot, count(range.count(), "node"));
    if !game.is_valued() || lacks_ground(game) {
        return heading;
    }
    let nodes = range.names(text).take(LISTED_MAX).filter_map(|name| game.node(&name)).collect::<Vec<_>>();
    let more = range.count().saturating_sub(LISTED_MAX as u64) as usize;
    format!("{heading}\n\n{}", values(game, &nodes, more, signs))
}

/// The nodes that `*` means, and their values.
pub(crate) fn star_page(
    snapshot: &Snapshot,
    game: &Game,
    nodes: impl Iterator<Item = Node>,
    config: &Config,
) -> String {
    let signs = Signs::of(config.ascii);
    let mut nodes: Vec<Node> = nodes.take(LOOKED_MAX + 1).collect();
    let how_many = match nodes.len() > LOOKED_MAX {
        true => format!("over {}", count(LOOKED_MAX as u64, "node")),
        false => count(nodes.len() as u64, "node"),
    };
    let heading = format!("{} is every node that no other entry names{}{how_many}", code("*"), signs.dot);
    let unknown = config.hidden || !game.is_valued() || lacks_ground(game);
    if unknown || nodes.is_empty() || nodes.len() > LOOKED_MAX {
        return heading;
    }
    // In the order of the text, whatever the history of edits.
    nodes.sort_by_cached_key(|node| {
        let line = game.first_mention(*node).and_then(|first| snapshot.text.lines.number(first.line));
        (line, game.name(*node))
    });
    let more = nodes.len().saturating_sub(LISTED_MAX);
    nodes.truncate(LISTED_MAX);
    format!("{heading}\n\n{}", values(game, &nodes, more, signs))
}

/// `a → 1, b → 0, … 3 more`
fn values(game: &Game, nodes: &[Node], more: usize, signs: &Signs) -> String {
    let value = |node: &Node| arrow(game, *node, &game.value(*node), signs);
    code(&signs.list(&nodes.iter().map(value).collect::<Vec<_>>(), more))
}
