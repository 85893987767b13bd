//! Linear algebra over GF(2), in 64 bits.

/// A linear span over GF(2) whose basis is made of inserted vectors, numbered in the order they came.
#[derive(Debug)]
pub(super) struct Span {
    /// By leading bit: a vector in echelon form, and which basis vectors it is the XOR of; 0 where there is none.
    rows: [(u64, u64); 64],
    basis: Vec<u64>,
}

impl Default for Span {
    fn default() -> Span {
        Span { rows: [(0, 0); 64], basis: Vec::new() }
    }
}

impl Span {
    pub(super) fn rank(&self) -> u32 {
        self.basis.len() as u32
    }
    /// Makes `vector` a basis vector if it is outside; false when it is inside.
    pub(super) fn insert(&mut self, vector: u64) -> bool {
        let (rest, mask) = self.reduce(vector);
        if rest == 0 {
            return false;
        }
        self.rows[rest.ilog2() as usize] = (rest, mask ^ 1 << self.basis.len());
        self.basis.push(vector);
        true
    }
    /// Which basis vectors XOR to `vector`; `None` when it is outside.
    pub(super) fn coordinates(&self, vector: u64) -> Option<u64> {
        let (rest, mask) = self.reduce(vector);
        (rest == 0).then_some(mask)
    }
    /// The least j with 2^j outside; `None` when all 64 bits are inside.
    pub(super) fn least_power_outside(&self) -> Option<u32> {
        (0..64).find(|&exponent| self.reduce(1 << exponent).0 != 0)
    }
    fn reduce(&self, mut vector: u64) -> (u64, u64) {
        let mut mask = 0;
        let mut rest = 0;
        while vector != 0 {
            let lead = vector.ilog2();
            let (row, parts) = self.rows[lead as usize];
            if row == 0 {
                rest ^= 1 << lead;
                vector ^= 1 << lead;
            } else {
                vector ^= row;
                mask ^= parts;
            }
        }
        (rest, mask)
    }
}
