//! What several lines say of one thing, each counted, so that a line can be taken back.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::hash::Hash;

/// The different values said, each with how often. One value is agreement, several are a conflict.
#[derive(Clone, Debug)]
pub(crate) enum Votes<T> {
    Few(SmallVec<[(T, u32); 1]>),
    /// A thing of which very many values are said.
    Many(FxHashMap<T, u32>),
}

/// More different values than this are looked up, not looked through.
const FEW_MAX: usize = 8;

impl<T> Default for Votes<T> {
    fn default() -> Self {
        Votes::Few(SmallVec::new())
    }
}

impl<T: Eq + Hash> Votes<T> {
    /// Somebody says `value`.
    pub(crate) fn add(&mut self, value: T) {
        match self {
            Votes::Many(all) => *all.entry(value).or_default() += 1,
            Votes::Few(all) => match all.iter_mut().find(|(said, _)| *said == value) {
                Some((_, count)) => *count += 1,
                None => {
                    all.push((value, 1));
                    if all.len() > FEW_MAX {
                        *self = Votes::Many(all.drain(..).collect());
                    }
                }
            },
        }
    }

    /// Somebody takes `value` back.
    pub(crate) fn remove(&mut self, value: &T) {
        match self {
            Votes::Many(all) => {
                if let Some(count) = all.get_mut(value) {
                    *count -= 1;
                    if *count == 0 {
                        all.remove(value);
                    }
                }
                if all.len() <= 1 {
                    *self = Votes::Few(all.drain().collect());
                }
            }
            Votes::Few(all) => {
                if let Some((_, count)) = all.iter_mut().find(|(said, _)| said == value) {
                    *count -= 1;
                    all.retain(|(_, count)| *count > 0);
                }
            }
        }
    }

    /// The one value, where there is agreement.
    pub(crate) fn agreed(&self) -> Option<&T> {
        match self {
            Votes::Few(all) => match all.as_slice() {
                [(value, _)] => Some(value),
                _ => None,
            },
            Votes::Many(_) => None,
        }
    }

    /// Whether different values are said.
    pub(crate) fn conflict(&self) -> bool {
        match self {
            Votes::Few(all) => all.len() > 1,
            Votes::Many(_) => true,
        }
    }

    /// Whether nobody says anything.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Votes::Few(all) if all.is_empty())
    }

    /// Some of the different values, as many as may be shown.
    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        let (few, many) = match self {
            Votes::Few(all) => (Some(all), None),
            Votes::Many(all) => (None, Some(all)),
        };
        let few = few.into_iter().flatten().map(|(value, _)| value);
        few.chain(many.into_iter().flat_map(FxHashMap::keys))
    }
}
