//! A game that is read as a whole: its lines come in the order of the text, and nothing is asked of it before their end.

use super::Game;
use crate::facts::Use;
use crate::{LineId, Mention, MentionRank};
use sgg_game::{ARCS_MAX, Board, NODES_MAX, Node, Tag};
use sgg_syntax::{Arrow, PlainEdge, PlainName};
use std::collections::BTreeSet;
use std::ops::Range;

/// What is gathered until all lines are read.
#[derive(Clone, Debug, Default)]
pub(super) struct Loading {
    /// The ends of plain edges, and the edges of which they are.
    ends: Vec<(Node, Node)>,
    plain: Vec<Plain>,
    arcs: Vec<(Node, Node, Tag)>,
    groups: Vec<Group>,
    /// Mentions that are not yet counted.
    waiting: Vec<(Node, Use, Option<Mention>)>,
    /// By node: its mentions in plain edges. The first one of each is in its facts already.
    counts: Vec<u32>,
    /// The names' numbers of some edges, tail and head.
    numbers: Vec<(usize, usize)>,
    /// Nodes of some edges that no plain edge mentioned before.
    met: Vec<(Node, LineId)>,
}

/// Plain edges, one a line.
#[derive(Clone, Debug)]
struct Plain {
    ends: Range<usize>,
    /// The tag of the first, the next ones have the next.
    first: u32,
}

/// Arcs from each of some nodes to each of others: two short lists may say millions.
#[derive(Clone, Debug)]
struct Group {
    tails: Box<[Node]>,
    heads: Box<[Node]>,
    tag: Tag,
}

/// From so many arcs on, a line's are kept as a group.
const GROUP_MIN: usize = 64;

impl Loading {
    /// Arcs from each of some nodes to each of others, said by one line.
    pub(super) fn add_arcs(&mut self, tails: &[Node], heads: &[Node], tag: Tag) {
        // Behind a group the line's other arcs are groups too: so they stay in the order of the text.
        let behind = self.groups.last().is_some_and(|last| last.tag == tag);
        if behind || tails.len() * heads.len() >= GROUP_MIN {
            return self.groups.push(Group { tails: tails.into(), heads: heads.into(), tag });
        }
        self.arcs.extend(tails.iter().flat_map(|tail| heads.iter().map(|head| (*tail, *head, tag))));
    }

    fn all_arcs(&self) -> impl Iterator<Item = (Node, Node, Tag)> + Clone + '_ {
        let groups = self.groups.iter().flat_map(|Group { tails, heads, tag }| {
            tails.iter().flat_map(|tail| heads.iter().map(|head| (*tail, *head, *tag)))
        });
        let plain = self.plain.iter().flat_map(|Plain { ends, first }| {
            let ends = self.ends.get(ends.clone()).unwrap_or(&[]);
            (*first..).zip(ends).map(|(tag, (tail, head))| (*tail, *head, Tag(tag)))
        });
        plain.chain(self.arcs.iter().copied()).chain(groups)
    }
}

/// Mentions are counted so many at a time: one after the other, each would wait for memory.
const WAITING_MAX: usize = 1024;

impl Game {
    /// Adds lines that are each one edge between two names, each step for all of them: so the processor waits for many
    /// places of the memory at once. False, and nothing is done, where they must be looked at one by one.
    pub(crate) fn load_edges(&mut self, first: LineId, edges: &[(&str, PlainEdge<'_>)]) -> bool {
        let arrow = if self.kind().directed { Arrow::Arc } else { Arrow::Edge };
        // As `fit::edges` counts them.
        let size = self.size + edges.len() as u64;
        let most = self.names.len() + 2 * edges.len();
        let fits = size <= ARCS_MAX as u64 && most <= NODES_MAX && self.limit.is_none();
        if !fits || self.loading.is_none() || edges.iter().any(|(_, edge)| edge.arrow != arrow) {
            return false;
        }
        self.size = size;
        self.count_waiting();
        let Some(loading) = &mut self.loading else { return false };
        loading.numbers.clear();
        let mut intern = |name: &PlainName<'_>| self.names.intern_parts(name.prefix, name.width, name.number);
        loading.numbers.extend(edges.iter().map(|(_, edge)| (intern(&edge.tail), intern(&edge.head))));
        for _ in self.board.graph().node_count()..self.names.len() {
            self.board.add_node();
        }
        let graph = self.board.graph();
        loading.counts.resize(graph.node_count(), 0);
        let start = loading.ends.len();
        loading.ends.reserve(edges.len());
        for (line, &(tail, head)) in (first.0..).zip(&loading.numbers) {
            let (Some(tail), Some(head)) = (graph.node(tail), graph.node(head)) else { continue };
            loading.ends.push((tail, head));
            for node in [tail, head] {
                let Some(count) = loading.counts.get_mut(node.index()) else { continue };
                if *count == 0 {
                    loading.met.push((node, LineId(line)));
                }
                *count += 1;
            }
        }
        loading.plain.push(Plain { ends: start..loading.ends.len(), first: first.0 });
        for (node, line) in loading.met.drain(..) {
            let here = Mention { line, rank: MentionRank::Edge };
            let became_live = self.facts.change(node, |facts| facts.mention(Use::Edge, Some(here)));
            self.live += usize::from(became_live == Some(true));
        }
        true
    }

    pub(super) fn load_mention(&mut self, node: Node, usage: Use, here: Option<Mention>) {
        let Some(loading) = &mut self.loading else { return };
        loading.waiting.push((node, usage, here));
        if loading.waiting.len() == WAITING_MAX {
            self.count_waiting();
        }
    }

    /// Counts the mentions that wait. They come in the order of the text.
    fn count_waiting(&mut self) {
        let Some(loading) = &mut self.loading else { return };
        for (node, usage, here) in loading.waiting.drain(..) {
            let change = self.facts.change(node, |facts| (facts.mention(usage, here), facts.others.declared));
            let Some((became_live, declared)) = change else { continue };
            self.live += usize::from(became_live);
            if usage == Use::Declared && declared > 1 {
                self.relisted.insert(node);
            }
        }
    }

    /// Ends the loading: all lines were given.
    pub(crate) fn loaded(&mut self) {
        self.count_waiting();
        let Some(loading) = self.loading.take() else { return };
        let graph = self.board.graph();
        for (node, count) in graph.nodes().zip(&loading.counts).filter(|(_, count)| **count > 1) {
            self.facts.change(node, |facts| facts.edges += count - 1);
        }
        if self.limit.is_none() {
            self.board.insert_all(loading.all_arcs());
        }
        if self.kind().directed {
            self.doubled = all_doubles(&self.board);
        }
        self.all_touched = true;
    }
}

/// All tails of arcs that are declared twice, in O(n + m).
fn all_doubles(board: &Board) -> BTreeSet<Node> {
    let graph = board.graph();
    let mut seen_from = vec![u32::MAX; graph.node_count()];
    let mut doubled = BTreeSet::new();
    for tail in (0..graph.node_count()).filter_map(|index| graph.node(index)) {
        for arc in graph.out(tail) {
            let mark = tail.index() as u32;
            if let Some(seen) = seen_from.get_mut(arc.node.index()) {
                if *seen == mark {
                    doubled.insert(tail);
                }
                *seen = mark;
            }
        }
    }
    doubled
}
