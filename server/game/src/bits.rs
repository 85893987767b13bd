//! A set of small numbers as a bitmap.

/// A bitmap that knows how many of its bits are set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    words: Vec<u64>,
    count: usize,
}

impl Bits {
    /// Room for the numbers below `size`.
    pub(crate) fn with_size(size: usize) -> Bits {
        Bits { words: vec![0; size.div_ceil(64)], count: 0 }
    }
    /// The numbers from `start` to before `end`.
    pub(crate) fn range(start: usize, end: usize) -> Bits {
        let mut bits = Bits::with_size(end);
        for (i, word) in bits.words.iter_mut().enumerate() {
            let (from, to) = (start.clamp(64 * i, 64 * i + 64), end.clamp(64 * i, 64 * i + 64));
            if from < to {
                *word = u64::MAX >> (64 - (to - from)) << (from - 64 * i);
            }
        }
        bits.count = end.saturating_sub(start);
        bits
    }
    /// Adds 64 times `words` to every number.
    pub(crate) fn shift(&mut self, words: usize) {
        self.words.splice(0..0, std::iter::repeat_n(0, words));
    }
    /// Makes room for the numbers below `size`; never shrinks.
    pub(crate) fn grow(&mut self, size: usize) {
        let words = size.div_ceil(64);
        if words > self.words.len() {
            self.words.resize(words, 0);
        }
    }
    /// The numbers below this one have room.
    pub(crate) fn size(&self) -> usize {
        64 * self.words.len()
    }
    /// How many numbers are in the set.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count
    }
    /// Whether `i` is in the set.
    #[inline]
    pub(crate) fn get(&self, i: usize) -> bool {
        self.words[i / 64] >> (i % 64) & 1 == 1
    }
    /// Adds `i`; true when it was not there.
    #[inline]
    pub(crate) fn set(&mut self, i: usize) -> bool {
        let bit = 1 << (i % 64);
        let new = self.words[i / 64] & bit == 0;
        self.words[i / 64] |= bit;
        self.count += usize::from(new);
        new
    }
    /// Takes `i` away; true when it was there.
    #[inline]
    pub(crate) fn clear(&mut self, i: usize) -> bool {
        let bit = 1 << (i % 64);
        let old = self.words[i / 64] & bit != 0;
        self.words[i / 64] &= !bit;
        self.count -= usize::from(old);
        old
    }
    /// The least number in the set that is not below `from`. O(words passed).
    #[inline]
    pub(crate) fn next(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut bits = *self.words.get(word)? & (u64::MAX << (from % 64));
        while bits == 0 {
            word += 1;
            bits = *self.words.get(word)?;
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn ranges_and_shifts() {
        for (start, end) in [(0, 0), (0, 64), (3, 70), (64, 128), (65, 66), (10, 300)] {
            let mut bits = Bits::range(start, end);
            assert_eq!(bits.count(), end - start);
            assert!((0..end).all(|i| bits.get(i) == (i >= start)));
            bits.shift(2);
            let first = bits.next(0);
            assert_eq!(first, (start < end).then_some(start + 128));
            assert_eq!(bits.count(), end - start);
        }
    }
}
