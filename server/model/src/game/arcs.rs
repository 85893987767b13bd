//! Arcs that the lines of one change take and give. They are made together: an arc that stays costs nothing, though the
//! line that says it was read again, and a hub's arcs go in one pass over them.

use super::{Game, Purpose};
use sgg_game::{Board, Node, Tag};

type Arc = (Node, Node, Tag);

/// Arcs on their way to the board or from it.
#[derive(Clone, Debug, Default)]
pub(super) struct ArcsDue {
    taken: Vec<Arc>,
    given: Vec<Arc>,
}

impl ArcsDue {
    pub(super) fn add(&mut self, purpose: Purpose, arcs: impl Iterator<Item = Arc>) {
        match purpose {
            Purpose::Add => self.given.extend(arcs),
            Purpose::Remove => self.taken.extend(arcs),
        }
    }

    /// Leaves out what is both taken and given, and puts the rest in order by nodes and lines. What a node leads to by one
    /// line stands in the order of the text: so of that only the beginning can stay.
    fn settle(&mut self) {
        if let ([old], [new]) = (self.taken.as_slice(), self.given.as_slice()) {
            // What most keystrokes do.
            if old != new {
                return;
            }
        }
        self.taken.sort_by_key(said_by);
        self.given.sort_by_key(said_by);
        let (mut taken, mut given) = (Vec::new(), Vec::new());
        let together = |a: &Arc, b: &Arc| said_by(a) == said_by(b);
        let place = |run: &[Arc]| run.first().map(said_by);
        let mut news = self.given.chunk_by(together).peekable();
        for old in self.taken.chunk_by(together) {
            while let Some(new) = news.next_if(|new| place(new) < place(old)) {
                given.extend_from_slice(new);
            }
            let new = news.next_if(|new| place(new) == place(old)).unwrap_or(&[]);
            let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
            taken.extend(old.iter().skip(same));
            given.extend(new.iter().skip(same));
        }
        news.for_each(|new| given.extend_from_slice(new));
        *self = ArcsDue { taken, given };
    }
}

/// An arc's tail and line.
fn said_by((tail, _, tag): &Arc) -> (Node, Tag) {
    (*tail, *tag)
}

impl Game {
    /// Makes the arcs of the board those that the lines say.
    pub(super) fn make_arcs(&mut self) {
        let mut due = std::mem::take(&mut self.arcs_due);
        due.settle();
        let ArcsDue { taken, given } = due;
        if !taken.is_empty() {
            self.board.remove_all(&taken);
        }
        for (tail, head, tag) in &given {
            self.board.insert(*tail, *head, *tag);
        }
        if !self.kind().directed {
            return;
        }
        for (tail, arcs) in by_tail(&given) {
            if !self.doubled.contains(&tail) && are_doubled(&self.board, tail, arcs) {
                self.doubled.insert(tail);
            }
        }
        for (tail, _) in by_tail(&taken) {
            if self.doubled.contains(&tail) && !has_doubles(&self.board, tail) {
                self.doubled.remove(&tail);
            }
        }
    }
}

fn by_tail(sorted: &[Arc]) -> impl Iterator<Item = (Node, &[Arc])> {
    let runs = sorted.chunk_by(|a, b| a.0 == b.0);
    runs.filter_map(|run| Some((run.first()?.0, run)))
}

/// Whether one of these arcs of a node has another one beside it.
fn are_doubled(board: &Board, tail: Node, arcs: &[Arc]) -> bool {
    let mut heads: Vec<Node> = arcs.iter().map(|arc| arc.1).collect();
    heads.sort_unstable();
    let mut met = vec![false; heads.len()];
    board.out(tail).iter().any(|arc| {
        let at = heads.partition_point(|head| *head < arc.node);
        let same = heads.get(at) == Some(&arc.node);
        same && met.get_mut(at).is_some_and(|met| std::mem::replace(met, true))
    })
}

/// Whether a node has two arcs to the same one.
fn has_doubles(board: &Board, tail: Node) -> bool {
    let mut heads: Vec<Node> = board.out(tail).iter().map(|arc| arc.node).collect();
    heads.sort_unstable();
    heads.windows(2).any(|pair| matches!(pair, [a, b] if a == b))
}
