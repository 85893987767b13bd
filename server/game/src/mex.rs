//! The least number that is missing (mex, "minimum excluded").

use crate::{Graph, Node};

/// Finds the mex of a node's followers' codes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mex {
    /// By value: the last run that met it.
    met: Vec<u32>,
    run: u32,
}

impl Mex {
    /// The mex of the followers' codes; those that are no numbers must be 2^31 or more. O(out-degree): values
    /// above it can't matter.
    pub(crate) fn of_followers(&mut self, graph: &Graph, node: Node, codes: &[u32]) -> u32 {
        let out = graph.out(node);
        if out.len() < 64 {
            let mut met: u64 = 0;
            for arc in out {
                let code = codes[arc.node.index()];
                met |= u64::from(code < 64) << (code & 63);
            }
            return met.trailing_ones();
        }
        if self.met.len() < out.len() + 1 || self.run == u32::MAX {
            self.met = vec![0; out.len() + 1];
            self.run = 0;
        }
        self.run += 1;
        for arc in out {
            if let Some(run) = self.met.get_mut(codes[arc.node.index()] as usize) {
                *run = self.run;
            }
        }
        let mex = self.met.iter().position(|&run| run != self.run);
        mex.unwrap_or(out.len()) as u32
    }

    /// Whether a node of value `above` can change when a follower goes from `old` to `new`: it gets smaller
    /// only by losing a value below its own, greater only by gaining its own.
    pub(crate) fn concerns(old: u32, new: u32, above: u32) -> bool {
        old < above || new == above
    }
}
