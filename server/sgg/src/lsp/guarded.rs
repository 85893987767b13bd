//! A document whose solver may fail: that is no business of the other documents.

use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};

use sgg_game::{Meter, Progress};
use sgg_model::Document;

use crate::reading;

/// It is solved by its own functions, which catch a panic. All else is the document's.
pub(super) struct Guarded {
    document: Document,
    failed: bool,
}

/// What work comes to; none where it panics. The panic itself is in the log by then, from the hook.
pub(super) fn attempt<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Does something with each; one that makes it panic takes it from no other.
pub(super) fn each<T>(all: impl IntoIterator<Item = T>, mut work: impl FnMut(T)) {
    for one in all {
        attempt(|| work(one));
    }
}

impl Guarded {
    pub(super) fn new(document: Document) -> Self {
        Self { document, failed: false }
    }

    /// As [`Document::solve`]. One that has failed uses the whole meter up: so whoever takes turns goes on with another.
    pub(super) fn solve(&mut self, meter: &mut Meter<'_>) -> Progress {
        let progress = self.guard(|document| document.solve(meter));
        progress.unwrap_or_else(|| {
            meter.left = 0;
            Progress::Paused
        })
    }

    /// As [`Document::foretell`].
    pub(super) fn foretell(&mut self, meter: &mut Meter<'_>) -> bool {
        self.guard(|document| document.foretell(meter)).unwrap_or(false)
    }

    /// Its solver has failed, and would again: the text is the same.
    pub(super) fn has_failed(&self) -> bool {
        self.failed
    }

    /// The text is another one.
    pub(super) fn edited(&mut self) {
        self.failed = false;
    }

    /// A panic may leave the file's games half changed, but not its rope: from that the file is read anew.
    pub(super) fn guard<T>(&mut self, work: impl FnOnce(&mut Document) -> T) -> Option<T> {
        if self.failed {
            return None;
        }
        let done = attempt(|| work(&mut self.document));
        if done.is_none() {
            self.failed = true;
            self.document = reading::open(self.document.snapshot().text.rope.to_string());
        }
        done
    }
}

impl Deref for Guarded {
    type Target = Document;

    fn deref(&self) -> &Document {
        &self.document
    }
}

impl DerefMut for Guarded {
    fn deref_mut(&mut self) -> &mut Document {
        &mut self.document
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn one_that_fails_takes_nothing_from_the_others() {
        let mut done = Vec::new();
        each(0..4, |number| {
            assert_ne!(number, 1, "as the test wants it");
            done.push(number);
        });
        assert_eq!(done, [0, 2, 3]);
    }

    #[test]
    fn a_solver_that_has_failed_is_not_asked_again_before_an_edit() {
        let never = AtomicBool::new(false);
        let mut document = Guarded::new(Document::open("game dag\na -> b\n"));
        assert_eq!(document.guard::<()>(|_| panic!("as the test wants it")), None);
        let mut meter = Meter { left: 1_000_000, ..Meter::new(&never) };
        assert_eq!(document.solve(&mut meter), Progress::Paused);
        assert_eq!((document.has_failed(), meter.left), (true, 0));
        assert_eq!(document.snapshot().text.rope.to_string(), "game dag\na -> b\n");
        document.edited();
        let mut meter = Meter { left: 1_000_000, ..Meter::new(&never) };
        assert_eq!(document.solve(&mut meter), Progress::Done);
    }
}
