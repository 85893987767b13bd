//! Whose turn it is, where several documents wait to be solved: the one that a person is at comes first, and none
//! waits for another to be finished.

use std::cmp::Reverse;

use sgg_game::{Meter, Progress};

use super::documents::Open;
use super::solving::Watch;

/// Steps of one turn: some ten milliseconds. A later turn on a larger graph has as many as that has nodes and arcs: what
/// is looked for in all of it at once, such as a cycle, is not begun with fewer.
const TURN_STEPS: u64 = 500_000;

/// A document's place among those that wait, and what it may still use of its turn.
pub(super) struct Turn {
    place: Place,
    left: u64,
}

/// The least comes first. No two documents have the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// It was opened, changed or asked about then, and had no whole turn since: the last one first.
    Wanted(Reverse<u64>),
    /// It had its turn then: the first one first.
    Served(u64),
}

impl Turn {
    pub(super) fn new(stamp: u64) -> Self {
        Self { place: Place::Wanted(Reverse(stamp)), left: TURN_STEPS }
    }

    /// Comes before all others. Not where it had its turn already: a client that asks again and again would keep the
    /// others from theirs.
    pub(super) fn want(&mut self, stamp: u64) {
        if matches!(self.place, Place::Wanted(_)) {
            self.place = Place::Wanted(Reverse(stamp));
        }
    }

    /// After its turn it stands behind all others; the next one is of so many steps at least.
    fn spend(&mut self, steps: u64, next: impl FnOnce() -> u64, watch: &mut Watch) {
        self.left = self.left.saturating_sub(steps);
        if self.left == 0 {
            *self = Self { place: Place::Served(watch.next_stamp()), left: TURN_STEPS.max(next()) };
        }
    }
}

/// Solves whoever's turn it is until the meter pauses or one is solved, to be told before the others go on; whether all
/// are. `solved` is told which one.
pub(super) fn solve(
    mut waiting: Vec<&mut Open>,
    meter: &mut Meter<'_>,
    watch: &mut Watch,
    solved: impl FnOnce(&mut Open, &mut Watch),
) -> bool {
    loop {
        let first = waiting.iter_mut().enumerate().min_by_key(|(_, open)| open.solving.turn.place);
        let Some((at, open)) = first else { return true };
        let most = meter.left.min(open.solving.turn.left);
        let mut share = Meter { left: most, ..*meter };
        let progress = open.document.solve(&mut share);
        // A solver that pauses below its share has come to a good place to; one that did nothing has too little of it.
        let used = if share.left == most { most } else { most - share.left };
        meter.left = meter.left.saturating_sub(used);
        match progress {
            Progress::Done => {
                solved(open, watch);
                waiting.swap_remove(at);
                return waiting.is_empty();
            }
            Progress::Paused => {
                open.solving.paused(&open.document);
                let size = || open.document.snapshot().unsolved_size() as u64;
                open.solving.turn.spend(used, size, watch);
            }
        }
        if meter.left == 0 || meter.cancelled() {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;
    use std::sync::atomic::AtomicBool;

    use super::super::documents::Documents;
    use super::super::protocol::TextDocumentItem;
    use super::*;

    fn open(documents: &mut Documents, name: &str, text: &str) {
        documents.open(TextDocumentItem {
            uri: format!("file:///{name}").parse().unwrap(),
            language_id: "sgg".to_owned(),
            version: 1,
            text: text.to_owned(),
        });
    }

    /// Millions of steps.
    fn heavy() -> String {
        let rows: String = (1..45).map(|i| format!("v{i} -> v0..v{}\n", i - 1)).collect();
        format!("game addsub\n{rows}k *=9\n")
    }

    fn unsolved(documents: &Documents) -> Vec<&str> {
        let left = documents.open.values().filter(|open| !open.document.snapshot().is_solved());
        left.map(|open| open.uri.as_str()).collect()
    }

    #[test]
    fn the_last_one_comes_first_and_then_they_take_turns() {
        let (mut documents, never) = (Documents::default(), AtomicBool::new(false));
        let arcs: String = (1..2000).map(|i| format!("{i} -> {}\n", i - 1)).collect();
        open(&mut documents, "light", &format!("game dag\n{arcs}"));
        open(&mut documents, "a", &heavy());
        open(&mut documents, "z", &heavy());
        // A turn of the last one is not over yet.
        documents.solve(TURN_STEPS / 2, &never);
        assert_eq!(unsolved(&documents), ["file:///a", "file:///light", "file:///z"]);
        // One that is asked about comes before those that were opened later.
        documents.snapshot("file:///light");
        documents.solve(TURN_STEPS / 2, &never);
        assert_eq!(unsolved(&documents), ["file:///a", "file:///z"]);
        // And else after a turn of each of them.
        open(&mut documents, "light", &format!("game dag\n{arcs}"));
        open(&mut documents, "a", &heavy());
        open(&mut documents, "z", &heavy());
        documents.solve(3 * TURN_STEPS, &never);
        assert_eq!(unsolved(&documents), ["file:///a", "file:///z"]);
    }

    #[test]
    fn what_is_solved_is_told_before_the_next_one_goes_on() {
        let (mut documents, never) = (Documents::default(), AtomicBool::new(false));
        for name in ["a", "b", "c"] {
            open(&mut documents, name, "game dag\na -> b\n");
        }
        for left in [&["file:///a", "file:///b"][..], &["file:///a"], &[]] {
            let solved = documents.solve(u64::MAX, &never);
            assert_eq!((unsolved(&documents), solved.all), (left.to_vec(), left.is_empty()));
        }
    }

    #[test]
    fn a_search_of_more_than_a_turn_comes_to_its_end() {
        let (mut documents, never) = (Documents::default(), AtomicBool::new(false));
        let chain: String = (1..300_000).map(|i| format!("{i} -> {}\n", i - 1)).collect();
        open(&mut documents, "long", &format!("game dag\n{chain}0 -> 299999\n"));
        open(&mut documents, "two", &format!("game cactus\nground 0\n{}", chain.replace("->", "--")));
        documents.solve(TURN_STEPS / 5, &never);
        let calls = (0..10).take_while(|_| !documents.solve(40_000_000, &never).all).count();
        assert!(calls < 10, "{:?}", unsolved(&documents));
    }

    #[test]
    fn who_asks_again_and_again_keeps_nobody_from_a_turn() {
        let mut turn = Turn::new(1);
        turn.want(5);
        assert!(turn.place == Place::Wanted(Reverse(5)));
        turn.spend(TURN_STEPS, || 0, &mut Watch::default());
        turn.want(9);
        assert!(turn.place == Place::Served(1) && turn.left == TURN_STEPS);
        let order =
            [Place::Wanted(Reverse(5)), Place::Wanted(Reverse(1)), Place::Served(0), Place::Served(7)];
        assert!(order.is_sorted_by(|a, b| a.cmp(b) == Ordering::Less));
    }
}
