//! The cycles that are told at once: found from both ends of the arcs that close them, without a look at what else
//! stands between. [`crate::cycle`] takes its time and says which ones are shown in the end.

use std::collections::HashMap;

use crate::meter::Pace;
use crate::sorting::{by_place, placed, sorted};
use crate::{ArcOrder, Cycle, Graph, Meter, Node, Tag};

/// An arc that closes a cycle, with the positions of its ends: its head does not stand below its tail, as those of
/// all other arcs do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Closing {
    pub(crate) low: u32,
    pub(crate) high: u32,
    pub(crate) tail: Node,
    pub(crate) head: Node,
}

/// What it costs to look where an arc's ends stand.
const PLACE_STEPS: usize = 4;

/// A graph in which every arc has a place, but for those that close cycles.
pub(crate) struct Placed<'a, P> {
    pub(crate) graph: &'a Graph,
    pub(crate) position: P,
    pub(crate) order: &'a ArcOrder<'a>,
    pub(crate) wanted: &'a dyn Fn(Tag) -> bool,
}

impl<P: Fn(Node) -> u32> Placed<'_, P> {
    /// Those of `known` that still stand, and one for every other place where arcs close some: components that lie
    /// between the same positions are told by one of them. `None` when the meter wants a pause, or where arcs that are
    /// not wanted stand between.
    pub(crate) fn cycles(
        &self,
        known: &[Cycle],
        closing: impl Iterator<Item = Closing>,
        meter: &mut Meter<'_>,
    ) -> Option<Vec<Cycle>> {
        let mut pace = Pace::default();
        let mut spend = |steps: usize| pace.spend(meter, steps as u64);
        let mut cycles = Vec::new();
        for cycle in known {
            if self.stands(cycle, &mut spend)? {
                cycles.push(cycle.clone());
            }
        }
        let mut told: Vec<u32> =
            cycles.iter().filter_map(|cycle| cycle.arcs.first()).map(|arc| (self.position)(arc.0)).collect();
        told.sort_unstable();
        let mut all = Vec::new();
        for arc in closing {
            all.push(arc);
            if !spend(PLACE_STEPS) {
                return None;
            }
        }
        // A cycle leads up by such arcs alone, so that it lies where they overlap.
        let closing = sorted(all, &mut spend)?;
        let mut rest = closing.as_slice();
        while let Some(first) = rest.first() {
            let (mut high, mut count) = (first.high, 1);
            while let Some(next) = rest.get(count).filter(|next| next.low <= high) {
                high = high.max(next.high);
                count += 1;
            }
            let (place, others) = rest.split_at(count);
            rest = others;
            let next = told.partition_point(|&position| position < first.low);
            if !spend(count) {
                return None;
            }
            if told.get(next).is_some_and(|&position| position <= high) {
                continue;
            }
            cycles.push(self.one_of(place, &mut spend)?);
        }
        Some(cycles)
    }

    /// A cycle that one of these closes; none where nothing is known of wanted arcs alone.
    fn one_of(&self, place: &[Closing], spend: &mut impl FnMut(usize) -> bool) -> Option<Cycle> {
        for closing in place {
            if let Some(cycle) = self.through(closing, spend)? {
                return Some(cycle);
            }
        }
        None
    }

    /// Whether all arcs of a cycle are still there.
    fn stands(&self, cycle: &Cycle, spend: &mut impl FnMut(usize) -> bool) -> Option<bool> {
        for &(tail, head, tag) in &cycle.arcs {
            let out = self.graph.out(tail);
            if !spend(out.len()) {
                return None;
            }
            if !(self.wanted)(tag) || !out.iter().any(|arc| (arc.node, arc.tag) == (head, tag)) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// A shortest cycle that `closing` closes, if there is one of wanted arcs.
    fn through(&self, closing: &Closing, spend: &mut impl FnMut(usize) -> bool) -> Option<Option<Cycle>> {
        let Some(nodes) = self.way(closing, spend)? else { return Some(None) };
        let back = [(closing.tail, closing.head)];
        let steps = nodes.iter().copied().zip(nodes.iter().copied().skip(1)).chain(back);
        let Some(mut arcs) = steps.map(|(tail, head)| self.arc(tail, head)).collect::<Option<Vec<_>>>()
        else {
            return Some(None);
        };
        let place = |i: usize| placed(self.order, arcs[i]);
        let last = (0..arcs.len()).max_by(|&a, &b| by_place(self.order, &place(a), &place(b)));
        if let Some(last) = last {
            arcs.rotate_left(last + 1);
        }
        Some(Some(Cycle { arcs }))
    }

    /// The arc from `tail` to `head` that was declared first.
    fn arc(&self, tail: Node, head: Node) -> Option<(Node, Node, Tag)> {
        let tags = self.graph.out(tail).iter().filter(|arc| arc.node == head).map(|arc| arc.tag);
        let first =
            tags.filter(|&tag| (self.wanted)(tag)).min_by_key(|&tag| self.order.place(tail, head, tag));
        first.map(|tag| (tail, head, tag))
    }

    /// The nodes of a shortest way from the arc's head down to its tail: breadth-first from both, whichever has the
    /// fewer nodes to go on from.
    fn way(&self, closing: &Closing, spend: &mut impl FnMut(usize) -> bool) -> Option<Option<Vec<Node>>> {
        let &Closing { tail, head, low, high } = closing;
        // By node met: the one that it was met from.
        let mut met = [HashMap::from([(head, head)]), HashMap::from([(tail, tail)])];
        let mut layers = [vec![head], vec![tail]];
        let mut meeting = (head == tail).then_some(head);
        while meeting.is_none() {
            let side = usize::from(layers[1].len() < layers[0].len());
            let layer = std::mem::take(&mut layers[side]);
            if layer.is_empty() {
                return Some(None);
            }
            for node in layer {
                let own = (self.position)(node);
                let (arcs, between) = match side {
                    0 => (self.graph.out(node), low..own),
                    _ => (self.graph.into(node), own + 1..high + 1),
                };
                if !spend(1 + arcs.len()) {
                    return None;
                }
                for arc in arcs {
                    let usable = between.contains(&(self.position)(arc.node)) && (self.wanted)(arc.tag);
                    if !usable || met[side].contains_key(&arc.node) {
                        continue;
                    }
                    met[side].insert(arc.node, node);
                    layers[side].push(arc.node);
                    if met[1 - side].contains_key(&arc.node) {
                        meeting = meeting.or(Some(arc.node));
                    }
                }
            }
        }
        Some(meeting.map(|meeting| {
            let ends = [head, tail];
            let [mut down, up] = [0, 1].map(|side| {
                let mut nodes = vec![meeting];
                let mut node = meeting;
                while let Some(&from) = met[side].get(&node).filter(|_| node != ends[side]) {
                    nodes.push(from);
                    node = from;
                }
                nodes
            });
            down.reverse();
            down.extend(up.into_iter().skip(1));
            down
        }))
    }
}
