//! Sorting that can be told to stop: millions of arcs are sorted in a part of a second.

use crate::{ArcOrder, Node, Tag};
use std::cmp::Ordering;

/// So many are sorted or moved between two looks at the meter.
const PIECE: usize = 4096;
/// What one costs in its piece.
const PIECE_STEPS: usize = 8;

/// An arc, and where it was declared as far as a number says.
pub(crate) type PlacedArc = (u128, (Node, Node, Tag));

/// An arc with its place.
pub(crate) fn placed(order: &ArcOrder<'_>, arc: (Node, Node, Tag)) -> PlacedArc {
    (order.place(arc.0, arc.1, arc.2), arc)
}

/// Which of two arcs was declared first. What their places say decides nearly always.
pub(crate) fn by_place(order: &ArcOrder<'_>, one: &PlacedArc, other: &PlacedArc) -> Ordering {
    let ((place, a), (of_other, b)) = (one, other);
    let names = || order.nodes(a.0, b.0).then_with(|| order.nodes(a.1, b.1));
    place.cmp(of_other).then_with(|| if a == b { Ordering::Equal } else { names().then(a.2.cmp(&b.2)) })
}

/// As [`sorted_by`], by the items' own order.
pub(crate) fn sorted<T: Ord + Copy>(items: Vec<T>, spend: &mut impl FnMut(usize) -> bool) -> Option<Vec<T>> {
    sorted_by(items, T::cmp, spend)
}

/// Sorts by pieces, which are then merged by twos. `None` where `spend` says so.
pub(crate) fn sorted_by<T: Copy>(
    mut items: Vec<T>,
    compare: impl Fn(&T, &T) -> Ordering,
    spend: &mut impl FnMut(usize) -> bool,
) -> Option<Vec<T>> {
    for piece in items.chunks_mut(PIECE) {
        piece.sort_unstable_by(&compare);
        if !spend(PIECE_STEPS * piece.len()) {
            return None;
        }
    }
    let mut length = PIECE;
    while length < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        for pair in items.chunks(2 * length) {
            let (mut one, mut other) = pair.split_at(length.min(pair.len()));
            while let (Some(a), Some(b)) = (one.first(), other.first()) {
                let from = if compare(b, a).is_lt() { &mut other } else { &mut one };
                merged.push(from[0]);
                *from = &from[1..];
                if merged.len() % PIECE == 0 && !spend(PIECE) {
                    return None;
                }
            }
            merged.extend_from_slice(one);
            merged.extend_from_slice(other);
        }
        items = merged;
        length *= 2;
    }
    Some(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_sorted_as_a_whole() {
        let mut state: u32 = 1;
        for count in [0, 1, 4_095, 4_096, 4_097, 8_192, 20_000, 65_537] {
            let mut items: Vec<u32> = Vec::new();
            for _ in 0..count {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                items.push(state >> 12);
            }
            let (mut longest, mut sum) = (0, 0);
            let mut spend = |steps: usize| {
                (longest, sum) = (longest.max(steps), sum + steps);
                true
            };
            let found = sorted(items.clone(), &mut spend);
            assert!(longest <= 8 * 4_096 && sum >= count, "{longest} {sum}");
            items.sort();
            assert_eq!(found, Some(items));
        }
        let mut left = 3;
        let stops = sorted((0..100_000).collect(), &mut |_| {
            left -= 1;
            left > 0
        });
        assert_eq!((stops, left), (None, 0));
    }
}
