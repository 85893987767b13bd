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
    #[cfg(test)]
    pub(super) breaks: bool,
}

impl Guarded {
    pub(super) fn new(document: Document) -> Self {
        Self {
            document,
            failed: false,
            #[cfg(test)]
            breaks: false,
        }
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
    fn guard<T>(&mut self, work: impl FnOnce(&mut Document) -> T) -> Option<T> {
        if self.failed {
            return None;
        }
        #[cfg(test)]
        let breaks = self.breaks;
        let document = &mut self.document;
        let done = catch_unwind(AssertUnwindSafe(|| {
            #[cfg(test)]
            assert!(!breaks, "as the test wants it");
            work(document)
        }));
        if done.is_err() {
            self.failed = true;
            self.document = reading::open(self.document.snapshot().text.rope.to_string());
        }
        done.ok()
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
