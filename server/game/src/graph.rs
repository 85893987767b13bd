//! A directed multigraph on flat pools, built in bulk and changed arc by arc.
//!
//! Both directions are kept. An entry has 8 bytes, a node 12 for each direction: a million arcs between a
//! million nodes take 40 MB. [`Graph::insert_all`] leaves the lists packed (compressed sparse rows); a list
//! that outgrows its place moves to the pool's end with some slack.

/// The most nodes that a graph may have; whoever builds it checks.
pub const NODES_MAX: usize = 4_194_304;
/// The most arcs that a graph may have; whoever builds it checks.
pub const ARCS_MAX: usize = 16_777_216;

/// A node of one graph. Only its graph mints them, so that they may index what the graph's size bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(pub(crate) u32);

/// Where an arc was declared: an opaque mark that whoever builds the graph understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag(pub u32);

/// One end of an arc, seen from the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc {
    /// The node at the other end.
    pub node: Node,
    /// Where it was declared.
    pub tag: Tag,
}

/// Nodes and arcs; a pair of nodes may have several arcs. Undirected kinds store each edge once, as an arc.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    out: Lists,
    into: Lists,
}

impl Node {
    /// Its number: nodes are numbered from 0 in the order in which they were added.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Graph {
    /// Adds a node without arcs.
    pub fn add_node(&mut self) -> Node {
        let node = Node(self.out.spans.len() as u32);
        self.out.spans.push(Span::default());
        self.into.spans.push(Span::default());
        node
    }
    /// The node of that number, if the graph has it.
    #[inline]
    pub fn node(&self, index: usize) -> Option<Node> {
        (index < self.node_count()).then_some(Node(index as u32))
    }
    /// Every node, ascending.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + ExactSizeIterator + use<> {
        (0..self.node_count() as u32).map(Node)
    }
    /// Every arc as (tail, head, tag), by tail.
    pub fn arcs(&self) -> impl Iterator<Item = (Node, Node, Tag)> + '_ {
        self.nodes().flat_map(|tail| self.out(tail).iter().map(move |arc| (tail, arc.node, arc.tag)))
    }
    /// How many nodes there are.
    #[inline]
    pub fn node_count(&self) -> usize {
        self.out.spans.len()
    }
    /// How many arcs there are, each as often as it was declared.
    #[inline]
    pub fn arc_count(&self) -> usize {
        self.out.count
    }
    /// Arcs that leave `node`.
    #[inline]
    pub fn out(&self, node: Node) -> &[Arc] {
        self.out.list(node)
    }
    /// Arcs that enter `node`, each seen from its head: `node` of the [`Arc`] is the tail.
    #[inline]
    pub fn into(&self, node: Node) -> &[Arc] {
        self.into.list(node)
    }
    /// Adds one arc. Amortised O(1).
    pub(crate) fn insert(&mut self, tail: Node, head: Node, tag: Tag) {
        self.out.push(tail, Arc { node: head, tag });
        self.into.push(head, Arc { node: tail, tag });
    }
    /// Adds many arcs by a counting sort and packs the lists. O(nodes + arcs).
    pub(crate) fn insert_all(&mut self, arcs: impl Iterator<Item = (Node, Node, Tag)> + Clone) {
        self.out.extend(arcs.clone().map(|(tail, head, tag)| (tail, Arc { node: head, tag })));
        self.into.extend(arcs.map(|(tail, head, tag)| (head, Arc { node: tail, tag })));
    }
    /// Takes one arc away; false when there is none such. O(out-degree of `tail` + in-degree of `head`).
    pub(crate) fn remove(&mut self, tail: Node, head: Node, tag: Tag) -> bool {
        let found = self.out.remove(tail, Arc { node: head, tag });
        found && self.into.remove(head, Arc { node: tail, tag })
    }
    /// Takes many arcs away, as often as they are named; returns those that there were.
    /// O((named + the degrees of their ends) log named): the way to take a hub's arcs away.
    pub(crate) fn remove_all(&mut self, arcs: &[(Node, Node, Tag)]) -> Vec<(Node, Node, Tag)> {
        let mut gone = arcs.to_vec();
        self.out.remove_sorted(&mut gone);
        let mut turned: Vec<_> = gone.iter().map(|&(tail, head, tag)| (head, tail, tag)).collect();
        self.into.remove_sorted(&mut turned);
        gone
    }
}

/// Where a node's list stands in the pool.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    start: u32,
    length: u32,
    room: u32,
}

/// One list for each node, all in one pool.
#[derive(Clone, Debug, Default)]
struct Lists {
    spans: Vec<Span>,
    pool: Vec<Arc>,
    /// Entries in all lists.
    count: usize,
}

/// What fills the room between a list's end and the next list.
const VACANT: Arc = Arc { node: Node(u32::MAX), tag: Tag(u32::MAX) };

/// A list that outgrows its place gets room for twice its entries, and this many at least.
const ROOM_MIN: u32 = 4;

impl Lists {
    #[inline]
    fn list(&self, node: Node) -> &[Arc] {
        let span = self.spans[node.index()];
        &self.pool[span.start as usize..(span.start + span.length) as usize]
    }

    fn push(&mut self, node: Node, arc: Arc) {
        let mut span = self.spans[node.index()];
        if span.length == span.room {
            // Vacant room of three entries for each in use, and lists are packed anew: amortised O(1).
            if self.pool.len() > 4 * self.count + 1024 {
                self.pack();
                span = self.spans[node.index()];
            }
            let start = self.pool.len();
            let room = (span.length * 2).max(ROOM_MIN);
            // Growth by an eighth rather than to twice: memory counts more than an occasional copy.
            if self.pool.capacity() < start + room as usize {
                self.pool.reserve_exact(room as usize + start / 8);
            }
            self.pool.extend_from_within(span.start as usize..(span.start + span.length) as usize);
            self.pool.resize(start + room as usize, VACANT);
            span = Span { start: start as u32, length: span.length, room };
        }
        self.pool[(span.start + span.length) as usize] = arc;
        span.length += 1;
        self.spans[node.index()] = span;
        self.count += 1;
    }

    /// Removes one entry, from the end: what was added last goes first more often than not.
    fn remove(&mut self, node: Node, arc: Arc) -> bool {
        let span = &mut self.spans[node.index()];
        let (start, end) = (span.start as usize, (span.start + span.length) as usize);
        let Some(at) = self.pool[start..end].iter().rposition(|&other| other == arc) else { return false };
        self.pool.copy_within(start + at + 1..end, start + at);
        span.length -= 1;
        self.count -= 1;
        true
    }

    /// Removes the entries named as (node, other end, tag); leaves in `named` those found, sorted.
    fn remove_sorted(&mut self, named: &mut Vec<(Node, Node, Tag)>) {
        named.sort_unstable();
        let mut found = vec![false; named.len()];
        let mut first = 0;
        while first < named.len() {
            let node = named[first].0;
            let last = first + named[first..].partition_point(|entry| entry.0 == node);
            let span = self.spans[node.index()];
            let places = span.start as usize..(span.start + span.length) as usize;
            // The first entry of each run of equal names counts how many of the run are used up. As in `remove`, what
            // was added last goes first.
            let mut used = vec![0u32; last - first];
            for at in places.clone().rev() {
                let arc = self.pool[at];
                let key = (node, arc.node, arc.tag);
                let run = first + named[first..last].partition_point(|entry| *entry < key);
                let slot = run + used.get(run - first).map_or(0, |&count| count as usize);
                if slot < last && named[slot] == key {
                    used[run - first] += 1;
                    found[slot] = true;
                    self.pool[at] = VACANT;
                }
            }
            let mut kept = span.start as usize;
            for at in places {
                if self.pool[at] != VACANT {
                    self.pool[kept] = self.pool[at];
                    kept += 1;
                }
            }
            let length = kept as u32 - span.start;
            self.count -= (span.length - length) as usize;
            self.spans[node.index()].length = length;
            first = last;
        }
        let mut found = found.into_iter();
        named.retain(|_| found.next().unwrap_or(false));
    }

    /// Adds entries, which are gone through twice, and packs the pool.
    fn extend(&mut self, entries: impl Iterator<Item = (Node, Arc)> + Clone) {
        let mut added = 0;
        let mut lengths: Vec<u32> = self.spans.iter().map(|span| span.length).collect();
        entries.clone().for_each(|(node, _)| {
            lengths[node.index()] += 1;
            added += 1;
        });
        // Room for edits to come; untouched, it costs no memory.
        let mut pool = Vec::with_capacity((self.count + added) / 8 * 9);
        pool.resize(self.count + added, VACANT);
        let mut start = 0;
        for (span, length) in self.spans.iter_mut().zip(lengths) {
            let (from, to) = (span.start as usize, (span.start + span.length) as usize);
            pool[start..start + to - from].copy_from_slice(&self.pool[from..to]);
            *span = Span { start: start as u32, length: span.length, room: length };
            start += length as usize;
        }
        let spans = &mut self.spans;
        entries.for_each(|(node, arc)| {
            let span = &mut spans[node.index()];
            pool[(span.start + span.length) as usize] = arc;
            span.length += 1;
        });
        self.pool = pool;
        self.count += added;
    }

    fn pack(&mut self) {
        self.extend(std::iter::empty());
    }
}
