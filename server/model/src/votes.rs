//! What several lines say of one thing, each counted, so that a line can be taken back.

use smallvec::SmallVec;

/// The different values said, each with how often. One value is agreement, several are a conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Votes<T>(SmallVec<[(T, u32); 1]>);

impl<T> Default for Votes<T> {
    fn default() -> Self {
        Votes(SmallVec::new())
    }
}

impl<T: PartialEq> Votes<T> {
    /// Somebody says `value`.
    pub(crate) fn add(&mut self, value: T) {
        match self.0.iter_mut().find(|(said, _)| *said == value) {
            Some((_, count)) => *count += 1,
            None => self.0.push((value, 1)),
        }
    }

    /// Somebody takes `value` back.
    pub(crate) fn remove(&mut self, value: &T) {
        if let Some(at) = self.0.iter().position(|(said, _)| said == value) {
            if let Some((_, count)) = self.0.get_mut(at) {
                *count -= 1;
                if *count == 0 {
                    self.0.remove(at);
                }
            }
        }
    }

    /// The one value, where there is agreement.
    pub(crate) fn agreed(&self) -> Option<&T> {
        match self.0.as_slice() {
            [(value, _)] => Some(value),
            _ => None,
        }
    }

    /// Whether different values are said.
    pub(crate) fn conflict(&self) -> bool {
        self.0.len() > 1
    }

    /// Whether nobody says anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The different values.
    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(value, _)| value)
    }
}
