//! From a node along its arcs: the followers that it leads to, and its predecessors. In kinds with edges both are its
//! neighbours.

use crate::Place;
use crate::named_lines::{NamedLine, NamedLines};
use crate::naming::{Naming, Scope, Word, node_of};
use crate::references::node_definition_by;
use sgg_game::{Arc, Node};
use sgg_model::{Game, LineId, Snapshot};
use std::collections::HashMap;

/// A node, where it is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeItem {
    /// Its name, without quotes.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Its game: the title, or the kind.
    pub game: String,
    /// Where it is defined.
    pub place: Place,
}

/// A neighbour, and where the arcs to or from it are said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The neighbour.
    pub item: NodeItem,
    /// The places of the arc's head, line by line.
    pub places: Vec<Place>,
}

/// Which way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To followers.
    Out,
    /// To predecessors.
    In,
}

/// So many neighbours are given.
const NEIGHBOURS_MAX: usize = 500;
/// No more arcs are looked at.
const ARCS_MAX: usize = 10_000;
/// So many places of one neighbour are given.
const PLACES_MAX: usize = 16;

/// The node at a byte of a line.
pub fn prepare_hierarchy(snapshot: &Snapshot, line: usize, column: u32) -> Option<NodeItem> {
    let Word::Node { name, .. } = Word::at(snapshot, line, column)? else { return None };
    let scope = Scope::of(snapshot, line);
    let (game, node) = node_of(&scope, &name)?;
    item(&NamedLines::default(), snapshot, &scope, game, node)
}

/// The neighbours of a node of the game that a line belongs to, in the order of the text.
pub fn neighbours(snapshot: &Snapshot, line: usize, name: &str, direction: Direction) -> Vec<Neighbour> {
    let scope = Scope::of(snapshot, line);
    let Some((game, node)) = node_of(&scope, name) else { return Vec::new() };
    let mut found: Vec<Neighbour> = Vec::new();
    let mut at: HashMap<Node, Option<usize>> = HashMap::new();
    let lines = NamedLines::default();
    for (number, arc) in arcs(snapshot, game, node, direction) {
        let head = if direction == Direction::In { name.to_owned() } else { game.name(arc.node) };
        let index = match at.get(&arc.node) {
            Some(index) => *index,
            None if found.len() >= NEIGHBOURS_MAX => break,
            None => {
                let item = item(&lines, snapshot, &scope, game, arc.node);
                let index = item.is_some().then_some(found.len());
                found.extend(item.map(|item| Neighbour { item, places: Vec::new() }));
                at.insert(arc.node, index);
                index
            }
        };
        let Some(neighbour) = index.and_then(|index| found.get_mut(index)) else { continue };
        if neighbour.places.len() < PLACES_MAX {
            let places = heads(&lines.at(snapshot, number), &head).into_iter();
            let new: Vec<Place> = places.filter(|place| !neighbour.places.contains(place)).collect();
            neighbour.places.extend(new);
            neighbour.places.truncate(PLACES_MAX);
        }
    }
    found
}

/// The arcs one way, with the numbers of their lines, in the order of the text.
fn arcs(snapshot: &Snapshot, game: &Game, node: Node, direction: Direction) -> Vec<(usize, Arc)> {
    let graph = game.board().graph();
    let (first, both) = match direction {
        Direction::Out => (graph.out(node), graph.into(node)),
        Direction::In => (graph.into(node), graph.out(node)),
    };
    let other = if game.kind().directed { &[] } else { both };
    let arcs = first.iter().chain(other).take(ARCS_MAX);
    let placed = arcs.filter_map(|arc| Some((snapshot.text.lines.number(LineId::of(arc.tag))?, *arc)));
    let mut placed: Vec<(usize, Arc)> = placed.collect();
    placed.sort_by_cached_key(|(number, arc)| (*number, game.name(arc.node)));
    placed
}

/// Where a line names a node behind an arrow; where it does nowhere (it is an edge's left end), where it names it.
fn heads(line: &NamedLine, name: &str) -> Vec<Place> {
    let place = |naming: &Naming| Place { line: line.number, span: naming.span() };
    let named: Vec<Place> = line.namings_of(name).into_iter().map(place).collect();
    let heads: Vec<Place> =
        named.iter().copied().filter(|place| place.span.start >= line.first_arrow_end()).collect();
    if heads.is_empty() { named } else { heads }
}

fn item(
    lines: &NamedLines,
    snapshot: &Snapshot,
    scope: &Scope<'_>,
    game: &Game,
    node: Node,
) -> Option<NodeItem> {
    let name = game.name(node);
    let place = node_definition_by(lines, snapshot, scope, &name)?;
    let value = format!("{} {}", game.kind().value_name, game.value(node));
    let game = game.title().unwrap_or(game.kind().name).to_owned();
    Some(NodeItem { name, value, game, place })
}
