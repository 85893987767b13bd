//! A topological order kept up to date arc by arc: Pearce and Kelly, "A dynamic topological sort algorithm for
//! directed acyclic graphs" (2006), with the arcs that would close a cycle set aside.
//!
//! Invariant, while not stale: an arc is *good* when its head stands before its tail (sinks first), and *bad*
//! otherwise; for each bad arc there is a way of good arcs from its head to its tail. So a node is on or above
//! a cycle if and only if a way of good arcs leads from it to the tail of a bad one.

use crate::bits::Bits;
use crate::meter::Pace;
use crate::{Graph, Meter, Node, Tag};

/// Positions of the nodes, the arcs that close cycles, and which nodes must be looked at again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    /// By node; sinks first.
    position: Vec<u32>,
    /// The node at each position, or [`VACANT`].
    at: Vec<u32>,
    /// Positions below this one are vacant.
    front: usize,
    bad: Vec<(u32, u32)>,
    /// The lowest tail's and the highest head's position among the bad arcs; none when it is to be worked out again.
    window: Option<(u32, u32)>,
    /// Since last asked a cycle may have come, gone, or changed.
    cycles_changed: bool,
    /// Nodes to be looked at again: by position, or by node while stale.
    dirty: Bits,
    /// No dirty position is below this one.
    cursor: usize,
    /// The positions mean nothing: a rebuild is due.
    stale: bool,
    /// A rebuild under way.
    rebuild: Option<Rebuild>,
    /// Arcs looked at since the last rebuild or rest. When they are more than a rebuild costs, it is due.
    work: u64,
    /// What an insertion met below its head and above its tail, by node; empty between two calls.
    met: [Bits; 2],
}

/// A depth-first search laid down half done.
#[derive(Clone, Debug)]
struct Rebuild {
    next_root: u32,
    placed: u32,
    /// Nodes entered, each with the number of its out-arcs looked at.
    stack: Vec<(u32, u32)>,
}

/// Positions during a rebuild.
const UNPLACED: u32 = u32::MAX;
const ENTERED: u32 = u32::MAX - 1;

/// A position without a node.
const VACANT: u32 = u32::MAX;
/// Beside one vacant position for each node, this many are allowed.
const VACANT_MAX: usize = 4096;

/// What came of an attempt to make an arc good.
enum Link {
    Good,
    ClosesCycle,
    TooMuch,
}

impl Order {
    /// A node without arcs: any position will do.
    pub(crate) fn node_added(&mut self, node: Node) {
        self.met.iter_mut().for_each(|met| met.grow(node.index() + 1));
        if self.stale {
            self.position.push(UNPLACED);
            if self.rebuild.is_some() {
                self.at.push(VACANT);
            }
            self.dirty.grow(node.index() + 1);
        } else {
            self.position.push(self.at.len() as u32);
            self.at.push(node.0);
            self.dirty.grow(self.at.len());
        }
        self.touch(node);
    }

    /// An arc was added to the graph. O(affected region), and never more than a rebuild.
    pub(crate) fn inserted(&mut self, graph: &Graph, tail: Node, head: Node) {
        self.touch(tail);
        if self.stale {
            // It was added behind the others of its tail, which a rebuild is not through with before the node is placed.
            self.keep_rebuild(matches!(self.position[tail.index()], UNPLACED | ENTERED));
            return;
        }
        match self.link(graph, tail, head) {
            Link::Good => self.note_cycles(tail, head),
            Link::ClosesCycle => {
                self.bad.push((tail.0, head.0));
                self.window = None;
                self.cycles_changed = true;
            }
            Link::TooMuch => self.give_up(),
        }
    }

    /// Arcs were taken from the graph. A good one moves nothing, but may free bad ones: those whose cycle can
    /// have led through it, by the positions from before any of them is tried.
    pub(crate) fn removed(&mut self, graph: &Graph, arcs: &[(Node, Node, Tag)]) {
        for arc in arcs {
            self.touch(arc.0);
        }
        if self.stale {
            // Of a node that was entered the rebuild knows how many arcs it has looked at.
            self.keep_rebuild(arcs.iter().all(|arc| self.position[arc.0.index()] == UNPLACED));
            return;
        }
        for &(tail, head, _) in arcs {
            self.note_cycles(tail, head);
        }
        let (gone, good): (Vec<_>, Vec<_>) =
            arcs.iter().map(|arc| (arc.0, arc.1)).partition(|&(tail, head)| self.is_bad(tail, head));
        let stay = self.bad.len().saturating_sub(gone.len());
        let pass = if gone.is_empty() { 0 } else { self.bad.len() + gone.len() };
        self.work += (pass + good.len() * stay) as u64;
        if self.work > limit(graph) {
            return self.give_up();
        }
        self.forget_bad(gone.into_iter().map(|(tail, head)| (tail.0, head.0)).collect());
        let places = |(tail, head): (Node, Node)| (self.position[tail.index()], self.position[head.index()]);
        let freeing: Vec<(u32, u32)> = good.into_iter().map(places).collect();
        let all = std::mem::take(&mut self.bad);
        let (candidates, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|&(u, v)| {
            let (low, high) = (self.position[u as usize], self.position[v as usize]);
            freeing.iter().any(|&(from, to)| high >= from && to >= low)
        });
        self.bad = others;
        if !candidates.is_empty() {
            self.window = None;
        }
        for (u, v) in candidates {
            match self.link(graph, Node(u), Node(v)) {
                Link::Good => self.touch(Node(u)),
                Link::ClosesCycle => self.bad.push((u, v)),
                Link::TooMuch => return self.give_up(),
            }
        }
    }

    /// Arcs changed while the order is stale. A rebuild under way goes on where it comes to them yet; else it is begun
    /// anew.
    fn keep_rebuild(&mut self, keeps: bool) {
        self.cycles_changed = true;
        if !keeps {
            self.rebuild = None;
        }
    }

    /// Takes arcs from the bad ones, each as often as it is named: all in one pass.
    fn forget_bad(&mut self, mut gone: Vec<(u32, u32)>) {
        if gone.is_empty() {
            return;
        }
        self.window = None;
        gone.sort_unstable();
        // By the first place of each arc among them: how many like it are taken already.
        let mut taken = vec![0; gone.len()];
        self.bad.retain(|arc| {
            let first = gone.partition_point(|other| other < arc);
            let found = taken.get(first).is_some_and(|&count| gone.get(first + count) == Some(arc));
            if found {
                taken[first] += 1;
            }
            !found
        });
    }

    /// Many arcs changed: the order is made anew when next asked for.
    pub(crate) fn rebuilt(&mut self, tails: &mut dyn Iterator<Item = Node>) {
        self.give_up();
        for tail in tails {
            self.dirty.set(tail.index());
        }
    }

    /// A node must be looked at again.
    #[inline]
    pub(crate) fn touch(&mut self, node: Node) {
        if self.stale {
            self.dirty.set(node.index());
        } else {
            let position = self.position[node.index()] as usize;
            self.dirty.set(position);
            self.cursor = self.cursor.min(position);
        }
    }

    /// Marks a node to be looked at again if it stands above `position`: a bad arc passes nothing on.
    #[inline]
    pub(crate) fn touch_above(&mut self, node: Node, position: usize) {
        let above = self.position[node.index()] as usize;
        if above > position {
            self.dirty.set(above);
        }
    }

    /// Whether nothing is left to look at.
    pub(crate) fn settled(&self) -> bool {
        !self.stale && self.dirty.count() == 0
    }

    /// How many nodes may still have to be looked at. It falls while they are, whatever they turn out to be.
    pub(crate) fn left(&self) -> usize {
        let count = self.position.len();
        if self.stale {
            return count;
        }
        let lowest = self.dirty.next(self.cursor);
        lowest.map_or(0, |position| self.at.len().saturating_sub(position).min(count))
    }

    /// The lowest node to be looked at again, and its position. Only while not stale.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(Node, usize)> {
        let position = self.dirty.next(self.cursor)?;
        self.cursor = position;
        Some((Node(self.at[position]), position))
    }

    /// The node at `position` was looked at.
    #[inline]
    pub(crate) fn done(&mut self, position: usize) {
        self.dirty.clear(position);
        self.cursor = position + 1;
    }

    /// Whether every node from the lowest one to be looked at upwards is to be looked at.
    pub(crate) fn all_above(&mut self) -> bool {
        self.next().is_some_and(|(_, position)| self.dirty.count() == self.at.len() - position)
    }

    /// Nothing is left to look at: what edits cost from now on is counted anew.
    pub(crate) fn rest(&mut self) {
        self.work = 0;
    }

    /// Whether a cycle may have come, gone, or changed since this was last asked.
    pub(crate) fn take_cycles_changed(&mut self) -> bool {
        std::mem::take(&mut self.cycles_changed)
    }

    /// Notes that cycles may be others, where the arc from `tail` to `head` can be on one: a way from `head` to
    /// `tail` goes down by good arcs to the tail of a bad one, and comes down to `tail` from the head of one.
    fn note_cycles(&mut self, tail: Node, head: Node) {
        if self.cycles_changed || self.bad.is_empty() {
            return;
        }
        let (low, high) = self.window.unwrap_or_else(|| {
            self.work += self.bad.len() as u64;
            self.span_of_bad()
        });
        self.window = Some((low, high));
        self.cycles_changed = low <= self.position[head.index()] && high >= self.position[tail.index()];
    }

    /// Between these positions stands every node that is on a cycle. Only while not stale, and where there is one.
    pub(crate) fn span_of_bad(&self) -> (u32, u32) {
        let position = |node: u32| self.position[node as usize];
        self.bad.iter().fold((u32::MAX, 0), |(low, high), &(tail, head)| {
            (low.min(position(tail)), high.max(position(head)))
        })
    }

    /// Where a node stands. Only while not stale.
    #[inline]
    pub(crate) fn position(&self, node: Node) -> u32 {
        self.position[node.index()]
    }

    /// The positions mean nothing.
    pub(crate) fn is_stale(&self) -> bool {
        self.stale
    }

    /// Arcs that close a cycle, as (tail, head); means nothing while stale.
    pub(crate) fn bad(&self) -> &[(u32, u32)] {
        &self.bad
    }

    /// Whether the arc from `tail` to `head` closes a cycle.
    #[inline]
    pub(crate) fn is_bad(&self, tail: Node, head: Node) -> bool {
        self.position[head.index()] >= self.position[tail.index()]
    }

    /// Tries to make the arc from `tail` to `head` good by moving what stands between them.
    fn link(&mut self, graph: &Graph, tail: Node, head: Node) -> Link {
        let (low, high) = (self.position[tail.index()], self.position[head.index()]);
        if high <= low {
            return if tail == head { Link::ClosesCycle } else { Link::Good };
        }
        // What is typed most: a node that leads nowhere yet goes to the bottom, one that nothing leads to the
        // top, whatever else there is.
        if graph.out(head).is_empty() {
            return self.place(head, true);
        }
        if graph.into(tail).is_empty() {
            return self.place(tail, false);
        }
        let mut found = [vec![head], vec![tail]];
        let link = self.search(graph, low, high, &mut found);
        for (met, nodes) in self.met.iter_mut().zip(&found) {
            for node in nodes {
                met.clear(node.index());
            }
        }
        if let Link::Good = link {
            let [below, above] = found;
            self.reorder(below, above);
        }
        link
    }

    /// Gives a node a new position below or above all others. Amortised O(1).
    fn place(&mut self, node: Node, bottom: bool) -> Link {
        let count = self.position.len();
        if self.at.len() > 2 * count + VACANT_MAX {
            return Link::TooMuch;
        }
        if bottom && self.front == 0 {
            self.make_room((count / 8).next_multiple_of(64) + 64);
        }
        let old = self.position[node.index()] as usize;
        let new = if bottom { self.front - 1 } else { self.at.len() };
        self.at[old] = VACANT;
        if bottom {
            self.front = new;
            self.at[new] = node.0;
        } else {
            self.at.push(node.0);
            self.dirty.grow(self.at.len());
        }
        self.position[node.index()] = new as u32;
        if self.dirty.clear(old) {
            self.touch(node);
        }
        Link::Good
    }

    /// Moves all positions up by `room`, a multiple of 64. O(nodes).
    fn make_room(&mut self, room: usize) {
        for position in &mut self.position {
            *position += room as u32;
        }
        self.at.splice(0..0, std::iter::repeat_n(VACANT, room));
        self.dirty.shift(room / 64);
        self.front += room;
        self.cursor += room;
        self.window = None;
    }

    /// Collects what the first node of `found` reaches above position `low`, and what reaches the second below
    /// `high`. Where one meets the other the arc between them closes a cycle: both go on by turns, so that it is
    /// seen soon however much there is between them.
    fn search(&mut self, graph: &Graph, low: u32, high: u32, found: &mut [Vec<Node>; 2]) -> Link {
        let limit = limit(graph);
        for (met, nodes) in self.met.iter_mut().zip(found.iter()) {
            met.set(nodes[0].index());
        }
        let (mut next, mut looked) = ([0, 0], [0, 0]);
        loop {
            let open = [0, 1].map(|side| next[side] < found[side].len());
            let side = match open {
                [true, true] => usize::from(looked[1] < looked[0]),
                [true, false] => 0,
                [false, true] => 1,
                [false, false] => return Link::Good,
            };
            let node = found[side][next[side]];
            next[side] += 1;
            let own = self.position[node.index()];
            // Good arcs alone, and not beyond the arc's ends.
            let (arcs, wanted) = match side {
                0 => (graph.out(node), low..own),
                _ => (graph.into(node), own + 1..high + 1),
            };
            looked[side] += 1 + arcs.len();
            self.work += 1 + arcs.len() as u64;
            if self.work > limit {
                return Link::TooMuch;
            }
            for arc in arcs {
                let index = arc.node.index();
                if !wanted.contains(&self.position[index]) {
                    continue;
                }
                if self.met[1 - side].get(index) {
                    return Link::ClosesCycle;
                }
                if self.met[side].set(index) {
                    found[side].push(arc.node);
                }
            }
        }
    }

    /// Gives the positions of both lists to `below`, then to `above`, each in the order it had.
    fn reorder(&mut self, mut below: Vec<Node>, mut above: Vec<Node>) {
        let by_position = |node: &Node| self.position[node.index()];
        below.sort_unstable_by_key(by_position);
        above.sort_unstable_by_key(by_position);
        let moved = || below.iter().chain(&above);
        let mut slots: Vec<u32> = moved().map(by_position).collect();
        // Two ascending runs: the stable sort merges them in linear time.
        slots.sort();
        let lift = |node: &Node| self.dirty.clear(self.position[node.index()] as usize);
        let dirty: Vec<bool> = moved().map(lift).collect();
        self.window = None;
        for ((&node, &slot), dirty) in below.iter().chain(&above).zip(&slots).zip(dirty) {
            self.position[node.index()] = slot;
            self.at[slot as usize] = node.0;
            if dirty {
                self.touch(node);
            }
        }
    }

    /// From here on the positions mean nothing, and `dirty` goes by node.
    fn give_up(&mut self) {
        self.rebuild = None;
        self.window = None;
        self.cycles_changed = true;
        if self.stale {
            return;
        }
        self.stale = true;
        let count = self.position.len();
        if self.dirty.count() == count {
            self.dirty = Bits::range(0, count);
        } else {
            self.dirty = self.redirected(count, |order, position| order.at[position] as usize);
        }
    }

    /// What is dirty under other numbers, all below `size`.
    fn redirected(&self, size: usize, number: impl Fn(&Order, usize) -> usize) -> Bits {
        let mut dirty = Bits::with_size(size);
        let mut from = 0;
        while let Some(old) = self.dirty.next(from) {
            dirty.set(number(self, old));
            from = old + 1;
        }
        dirty
    }

    /// Makes the order anew, if it is stale: the postorder of a depth-first search, where arcs back to a node
    /// still entered are bad. O(nodes + arcs), no recursion. False when the meter wants a pause.
    pub(crate) fn refresh(&mut self, graph: &Graph, meter: &mut Meter<'_>, pace: &mut Pace) -> bool {
        if !self.stale {
            return true;
        }
        let mut rebuild = self.rebuild.take().unwrap_or_else(|| {
            let count = self.position.len();
            self.front = count / 8 + 64;
            self.position.fill(UNPLACED);
            self.at.clear();
            self.at.resize(self.front + count, VACANT);
            self.bad.clear();
            Rebuild { next_root: 0, placed: self.front as u32, stack: Vec::new() }
        });
        loop {
            if rebuild.stack.is_empty() {
                let mut roots = self.position[rebuild.next_root as usize..].iter();
                let Some(skip) = roots.position(|&position| position == UNPLACED) else {
                    break;
                };
                rebuild.next_root += skip as u32;
                self.position[rebuild.next_root as usize] = ENTERED;
                rebuild.stack.push((rebuild.next_root, 0));
            }
            if !self.search_on(graph, &mut rebuild, meter, pace) {
                self.rebuild = Some(rebuild);
                return false;
            }
        }
        self.stale = false;
        self.work = 0;
        self.cursor = 0;
        if self.dirty.count() == self.position.len() {
            self.dirty = Bits::range(self.front, self.at.len());
        } else {
            self.dirty = self.redirected(self.at.len(), |order, node| order.position[node] as usize);
        }
        // Each cycle may have another bad arc than before: what is broken spreads from there.
        for i in 0..self.bad.len() {
            self.touch(Node(self.bad[i].0));
        }
        true
    }

    /// Places the nodes on the stack and all below them.
    fn search_on(
        &mut self,
        graph: &Graph,
        rebuild: &mut Rebuild,
        meter: &mut Meter<'_>,
        pace: &mut Pace,
    ) -> bool {
        while let Some((node, next)) = rebuild.stack.last_mut() {
            let rest = &graph.out(Node(*node))[*next as usize..];
            let mut looked = 0;
            let mut entered = None;
            for arc in rest {
                looked += 1;
                let position = &mut self.position[arc.node.index()];
                if *position == UNPLACED {
                    *position = ENTERED;
                    entered = Some(arc.node.0);
                    break;
                }
                if *position == ENTERED {
                    self.bad.push((*node, arc.node.0));
                }
            }
            *next += looked;
            if let Some(below) = entered {
                rebuild.stack.push((below, 0));
            } else {
                self.position[*node as usize] = rebuild.placed;
                self.at[rebuild.placed as usize] = *node;
                rebuild.placed += 1;
                rebuild.stack.pop();
            }
            if !pace.spend(meter, u64::from(looked) + 1) {
                return false;
            }
        }
        true
    }
}

/// The bound on what edits may cost between two rests: a part of what a rebuild costs, which can be paused.
fn limit(graph: &Graph) -> u64 {
    (graph.node_count() + graph.arc_count()) as u64 / 4 + 10_000
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each as often as it is named, and no other.
    #[test]
    fn bad_arcs_are_forgotten_as_often_as_named() {
        let bad = vec![(1, 2), (3, 4), (1, 2), (5, 5), (1, 2), (3, 4), (0, 9)];
        let forgotten = |gone: &[(u32, u32)]| {
            let mut order = Order { bad: bad.clone(), ..Order::default() };
            order.forget_bad(gone.to_vec());
            order.bad
        };
        assert_eq!(forgotten(&[]), bad);
        assert_eq!(forgotten(&[(1, 2)]).len(), 6);
        assert_eq!(forgotten(&[(3, 4), (1, 2), (1, 2), (3, 4)]), [(5, 5), (1, 2), (0, 9)]);
        assert_eq!(forgotten(&[(0, 9), (5, 5), (1, 2), (1, 2), (1, 2)]), [(3, 4), (3, 4)]);
    }
}
