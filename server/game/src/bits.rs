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
    /// Makes room for the numbers below `size`; never shrinks.
    pub(crate) fn grow(&mut self, size: usize) {
        let words = size.div_ceil(64);
        if words > self.words.len() {
            self.words.resize(words, 0);
        }
    }
    /// How many numbers are in the set.
    pub(crate) fn count(&self) -> usize {
        self.count
    }
    /// Whether `i` is in the set.
    pub(crate) fn get(&self, i: usize) -> bool {
        self.words[i / 64] >> (i % 64) & 1 == 1
    }
    /// Adds `i`; true when it was not there.
    pub(crate) fn set(&mut self, i: usize) -> bool {
        let bit = 1 << (i % 64);
        let new = self.words[i / 64] & bit == 0;
        self.words[i / 64] |= bit;
        self.count += usize::from(new);
        new
    }
    /// Takes `i` away; true when it was there.
    pub(crate) fn clear(&mut self, i: usize) -> bool {
        let bit = 1 << (i % 64);
        let old = self.words[i / 64] & bit != 0;
        self.words[i / 64] &= !bit;
        self.count -= usize::from(old);
        old
    }
    /// The least number in the set that is not below `from`. O(words passed).
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
