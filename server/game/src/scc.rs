//! Strongly connected components: Tarjan (1972) with one number a node, as in Pearce, "A space-efficient
//! algorithm for finding strongly connected components" (2016).

use crate::{Graph, Node, Tag};

/// The components, each after those that it leads to.
#[derive(Debug)]
pub(crate) struct Components {
    nodes: Vec<Node>,
    /// Where each one's nodes end.
    ends: Vec<u32>,
}

impl Components {
    /// Each component's nodes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Node]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let from = std::mem::replace(&mut start, end as usize);
            &self.nodes[from..end as usize]
        })
    }
}

/// A node entered and not yet left.
struct Frame {
    node: Node,
    next: usize,
    /// Its number when it was entered.
    own: u32,
}

/// The components among the nodes that `keep` keeps and that `roots` lead to, by arcs of `wanted` tags. `spend` is
/// told of the arcs looked at; `None` when it says no. O(nodes + arcs), no recursion.
pub(crate) fn components(
    graph: &Graph,
    roots: impl Iterator<Item = Node>,
    keep: impl Fn(Node) -> bool,
    wanted: impl Fn(Tag) -> bool,
    mut spend: impl FnMut(u64) -> bool,
) -> Option<Components> {
    const UNMET: u32 = 0;
    const LEFT: u32 = u32::MAX;
    // The least number known to be reached; LEFT once its component is complete.
    let mut reached = vec![UNMET; graph.node_count()];
    let mut found = Components { nodes: Vec::new(), ends: Vec::new() };
    let (mut frames, mut open) = (Vec::<Frame>::new(), Vec::<Node>::new());
    let mut number = 0;
    for root in roots {
        if reached[root.index()] != UNMET || !keep(root) {
            continue;
        }
        let mut entered = Some(root);
        loop {
            if let Some(node) = entered {
                number += 1;
                reached[node.index()] = number;
                frames.push(Frame { node, next: 0, own: number });
            }
            let Some(frame) = frames.last_mut() else { break };
            let node = frame.node;
            let before = frame.next;
            entered = None;
            while let Some(arc) = graph.out(node).get(frame.next) {
                frame.next += 1;
                if !wanted(arc.tag) {
                    continue;
                }
                let other = reached[arc.node.index()];
                if other != UNMET {
                    reached[node.index()] = reached[node.index()].min(other);
                } else if keep(arc.node) {
                    entered = Some(arc.node);
                    break;
                }
            }
            if !spend((frame.next - before) as u64 + 1) {
                return None;
            }
            if entered.is_some() {
                continue;
            }
            let (own, least) = (frame.own, reached[node.index()]);
            frames.pop();
            if let Some(above) = frames.last() {
                let above = &mut reached[above.node.index()];
                *above = (*above).min(least);
            }
            open.push(node);
            if least == own {
                // What was left since this node was entered and is still open: its component.
                while let Some(&member) = open.last().filter(|member| reached[member.index()] >= own) {
                    open.pop();
                    reached[member.index()] = LEFT;
                    found.nodes.push(member);
                }
                found.ends.push(found.nodes.len() as u32);
            }
        }
    }
    Some(found)
}
