//! Short cycles to show, where a kind allows none.
//!
//! What is found depends on the arcs and on the order in which they were declared, never on how the graph came
//! to have them: within a component arcs are taken as declared, and nodes as they first appear in them.

use crate::meter::Pace;
use crate::sorting::{PlacedArc, by_place, placed, sorted, sorted_by};
use crate::{ArcOrder, Cycle, Graph, Meter, Node, Tag, scc};

/// Within this many nodes times arcs, a component's cycle is a shortest one; beyond, a short one.
const EXACT_MAX: usize = 1_000_000;
/// Back arcs of the depth-first search that are tried in a larger component.
const BACK_ARCS: usize = 4;
/// No node, no arc: numbers are kept one greater.
const NONE: u32 = 0;

/// The search's way to stop: `None` where one of its parts was told to.
type Found = Option<Vec<Cycle>>;

/// One short cycle for each of at most `most` components among the nodes kept, those first whose first arc was
/// declared first; of arcs of `wanted` tags alone, as if there were no others.
/// `None` when the meter wants a pause, and then it begins anew.
/// O(nodes + arcs log arcs) of what is kept and reached, and [`EXACT_MAX`] or 8 looks at each arc for a component.
pub(crate) fn witnesses(
    graph: &Graph,
    roots: impl Iterator<Item = Node>,
    keep: impl Fn(Node) -> bool,
    order: &ArcOrder<'_>,
    wanted: &dyn Fn(Tag) -> bool,
    most: usize,
    meter: &mut Meter<'_>,
) -> Found {
    let mut pace = Pace::default();
    let mut spend = |steps: usize| pace.spend(meter, steps as u64);
    let components = scc::components(graph, roots, keep, wanted, |steps| spend(steps as usize))?;
    let cyclic = |nodes: &&[Node]| {
        nodes.len() > 1
            || nodes.iter().any(|&node| graph.out(node).iter().any(|arc| arc.node == node && wanted(arc.tag)))
    };
    // By node: one more than its component's number, then than its own within it. Zeros cost nothing where nobody looks.
    let mut number = vec![NONE; graph.node_count()];
    let mut found: Vec<(PlacedArc, u32, &[Node])> = Vec::new();
    for (component, nodes) in (1..).zip(components.iter().filter(cyclic)) {
        for node in nodes {
            number[node.index()] = component;
        }
        let mut first: Option<PlacedArc> = None;
        for &tail in nodes {
            let inner =
                graph.out(tail).iter().filter(|arc| number[arc.node.index()] == component && wanted(arc.tag));
            let inner = inner.map(|arc| placed(order, (tail, arc.node, arc.tag)));
            first = first.into_iter().chain(inner).min_by(|a, b| by_place(order, a, b));
            if !spend(ORDER_STEPS * graph.out(tail).len()) {
                return None;
            }
        }
        found.extend(first.map(|first| (first, component, nodes)));
    }
    let found = sorted_by(found, |a, b| by_place(order, &a.0, &b.0), &mut spend)?;
    let mut cycles = Vec::new();
    for (_, component, nodes) in found.into_iter().take(most) {
        let arcs = match first_loop(graph, nodes, order, wanted, &mut spend)? {
            Some(own) => vec![own],
            None => {
                let part = Part::new(graph, nodes, component, &mut number, order, wanted, &mut spend)?;
                part.short(&mut spend)?
            }
        };
        cycles.push(Cycle { arcs });
    }
    Some(cycles)
}

/// What it costs to ask where an arc stands.
const ORDER_STEPS: usize = 4;

/// The arc from a node to itself that was declared first. `None` where `spend` says so.
fn first_loop(
    graph: &Graph,
    nodes: &[Node],
    order: &ArcOrder<'_>,
    wanted: &dyn Fn(Tag) -> bool,
    spend: &mut impl FnMut(usize) -> bool,
) -> Option<Option<(Node, Node, Tag)>> {
    let mut first: Option<PlacedArc> = None;
    for &node in nodes {
        let out = graph.out(node);
        let loops = out.iter().filter(|arc| arc.node == node && wanted(arc.tag));
        let loops = loops.map(|arc| placed(order, (node, node, arc.tag)));
        first = first.into_iter().chain(loops).min_by(|a, b| by_place(order, a, b));
        if !spend(1 + out.len()) {
            return None;
        }
    }
    Some(first.map(|(_, arc)| arc))
}

/// What it costs to look for an arc's inverse among all.
const LOOK_STEPS: usize = 4;

/// An arc, and its ends within the component.
struct Inner {
    arc: (Node, Node, Tag),
    tail: u32,
    head: u32,
}

/// A strongly connected component by itself, without loops.
struct Part {
    /// In the order declared.
    arcs: Vec<Inner>,
    /// Where each node's out-arcs start among `out`, and where the last one's end.
    starts: Vec<u32>,
    out: Vec<u32>,
}

impl Part {
    /// `number` has the component's for its nodes, and is left without any for them.
    fn new(
        graph: &Graph,
        nodes: &[Node],
        component: u32,
        number: &mut [u32],
        order: &ArcOrder<'_>,
        wanted: &dyn Fn(Tag) -> bool,
        spend: &mut impl FnMut(usize) -> bool,
    ) -> Option<Part> {
        let mut declared: Vec<PlacedArc> = Vec::new();
        for &tail in nodes {
            let inner =
                graph.out(tail).iter().filter(|arc| number[arc.node.index()] == component && wanted(arc.tag));
            declared.extend(inner.map(|arc| placed(order, (tail, arc.node, arc.tag))));
            if !spend(ORDER_STEPS * graph.out(tail).len()) {
                return None;
            }
        }
        let declared = sorted_by(declared, |a, b| by_place(order, a, b), spend)?;
        for node in nodes {
            number[node.index()] = NONE;
        }
        let mut count = 0;
        let mut local = |node: Node| {
            let number = &mut number[node.index()];
            if *number == NONE {
                count += 1;
                *number = count;
            }
            *number - 1
        };
        let inner = |(_, arc): PlacedArc| Inner { arc, tail: local(arc.0), head: local(arc.1) };
        let arcs: Vec<Inner> = declared.into_iter().map(inner).collect();
        let mut starts = vec![0u32; nodes.len() + 2];
        for arc in &arcs {
            starts[arc.tail as usize + 2] += 1;
        }
        for node in 2..starts.len() {
            starts[node] += starts[node - 1];
        }
        let mut out = vec![0; arcs.len()];
        for (i, arc) in (0..).zip(&arcs) {
            let slot = &mut starts[arc.tail as usize + 1];
            out[*slot as usize] = i;
            *slot += 1;
        }
        starts.pop();
        for node in nodes {
            // Other components' numbers stay theirs: these are done with.
            number[node.index()] = NONE;
        }
        spend(arcs.len()).then_some(Part { arcs, starts, out })
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    fn out(&self, node: u32) -> &[u32] {
        &self.out[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    /// A short cycle, the arc declared last being last.
    fn short(&self, spend: &mut impl FnMut(usize) -> bool) -> Option<Vec<(Node, Node, Tag)>> {
        let mut cycle = if self.len().saturating_mul(self.arcs.len()) <= EXACT_MAX {
            self.shortest(spend)?
        } else {
            match self.pair(spend)? {
                Some(pair) => pair,
                None => self.through_few(spend)?,
            }
        };
        // Arcs are numbered as declared.
        if let Some(last) = (0..cycle.len()).max_by_key(|&i| cycle[i]) {
            cycle.rotate_left(last + 1);
        }
        Some(cycle.into_iter().map(|arc| self.arcs[arc as usize].arc).collect())
    }

    /// A shortest cycle: the first found from the nodes in turn. O(nodes * arcs).
    fn shortest(&self, spend: &mut impl FnMut(usize) -> bool) -> Option<Vec<u32>> {
        let mut best: Vec<u32> = Vec::new();
        for node in 0..self.len() as u32 {
            let limit = if best.is_empty() { self.len() } else { best.len() - 1 };
            if let Some(cycle) = self.way(node, node, limit) {
                best = cycle;
            }
            if !spend(self.arcs.len()) {
                return None;
            }
        }
        Some(best)
    }

    /// The first two arcs that are each other's inverse, if any are.
    fn pair(&self, spend: &mut impl FnMut(usize) -> bool) -> Option<Option<Vec<u32>>> {
        let pairs: Vec<(u32, u32, u32)> =
            (0..).zip(&self.arcs).map(|(i, arc)| (arc.tail, arc.head, i)).collect();
        let pairs = sorted(pairs, spend)?;
        let found = (0..).zip(&self.arcs).find_map(|(i, arc)| {
            let back = pairs.partition_point(|&pair| pair < (arc.head, arc.tail, 0));
            let &(tail, head, back) = pairs.get(back)?;
            ((tail, head) == (arc.head, arc.tail)).then(|| vec![i, back])
        });
        spend(LOOK_STEPS * self.arcs.len()).then_some(found)
    }

    /// The shortest of a shortest cycle through the first node and those that close the back arcs of least
    /// span in a depth-first search from it.
    fn through_few(&self, spend: &mut impl FnMut(usize) -> bool) -> Option<Vec<u32>> {
        let mut best = self.way(0, 0, self.len()).unwrap_or_default();
        for back in self.back_arcs() {
            if !spend(2 * self.arcs.len()) {
                return None;
            }
            let Inner { tail, head, .. } = self.arcs[back as usize];
            if let Some(mut cycle) = self.way(head, tail, best.len().saturating_sub(2)) {
                cycle.push(back);
                best = cycle;
            }
        }
        Some(best)
    }

    /// Arcs to a node still entered that span the least depth, the first met first.
    fn back_arcs(&self) -> Vec<u32> {
        const UNMET: u32 = u32::MAX;
        const LEFT: u32 = u32::MAX - 1;
        let mut depth = vec![UNMET; self.len()];
        let mut stack: Vec<(u32, usize)> = vec![(0, 0)];
        depth[0] = 0;
        let mut least: Vec<(u32, u32)> = Vec::new();
        while let Some((node, next)) = stack.last_mut() {
            let node = *node;
            let Some(&arc) = self.out(node).get(*next) else {
                depth[node as usize] = LEFT;
                stack.pop();
                continue;
            };
            *next += 1;
            let head = self.arcs[arc as usize].head;
            if depth[head as usize] == UNMET {
                depth[head as usize] = stack.len() as u32;
                stack.push((head, 0));
            } else if depth[head as usize] != LEFT {
                let span = depth[node as usize] - depth[head as usize];
                let at = least.partition_point(|&(other, _)| other <= span);
                least.insert(at, (span, arc));
                least.truncate(BACK_ARCS);
            }
        }
        least.into_iter().map(|(_, arc)| arc).collect()
    }

    /// A shortest way of one arc or more, and of `limit` at most, by breadth-first search. O(arcs).
    fn way(&self, from: u32, to: u32, limit: usize) -> Option<Vec<u32>> {
        // By node: one more than the arc by which it was met.
        let mut by = vec![NONE; self.len()];
        let mut queue = vec![from];
        let mut next = 0;
        for _ in 0..limit {
            let layer = next..queue.len();
            next = layer.end;
            for i in layer {
                for &arc in self.out(queue[i]) {
                    let head = self.arcs[arc as usize].head;
                    if head == to {
                        return Some(self.trace(&by, from, arc));
                    }
                    if head != from && by[head as usize] == NONE {
                        by[head as usize] = arc + 1;
                        queue.push(head);
                    }
                }
            }
            if next == queue.len() {
                break;
            }
        }
        None
    }

    /// The way from `from` that ends with `last`.
    fn trace(&self, by: &[u32], from: u32, last: u32) -> Vec<u32> {
        let mut way = vec![last];
        let mut node = self.arcs[last as usize].tail;
        while node != from {
            let arc = by[node as usize] - 1;
            way.push(arc);
            node = self.arcs[arc as usize].tail;
        }
        way.reverse();
        way
    }
}
