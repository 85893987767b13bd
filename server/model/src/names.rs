//! The names of one game's nodes.
//!
//! A name that ends in a decimal number is kept as a prefix and that number: a million names `n0` to `n999999`
//! share one text, a range needs none of its names written out, and a look-up compares numbers.

use rustc_hash::FxHashMap;
use sgg_syntax::{NameRange, split_number};
use std::cmp::Ordering;
use std::hash::BuildHasher;

/// A name, in a form that is equal exactly for equal names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    prefix: u32,
    /// How many digits the number has where it has leading zeros; 0 where it has none; `WORD` without a number.
    width: u32,
    number: u64,
}

const WORD: u32 = u32::MAX;

/// Names and their numbers, from 0 in the order in which they came.
#[derive(Clone, Debug, Default)]
pub struct Names {
    keys: Vec<Key>,
    /// What is in no prefix' table.
    numbers: FxHashMap<Key, u32>,
    by_text: FxHashMap<Box<str>, u32>,
    prefixes: Vec<Prefix>,
    /// The prefix asked for last: neighbours in a file mostly share it.
    recent: u32,
}

#[derive(Clone, Debug, Default)]
struct Prefix {
    text: Box<str>,
    /// By the number behind the prefix, where no zeros lead: one more than the name's number; 0 where it has none
    /// here. A quarter of the size of a hash table, and looked up in one step.
    table: Vec<u32>,
    /// How often it was asked for: the table is at most a few times as long.
    asked: usize,
}

/// A table may have so many entries for each time its prefix was asked for, and so many more.
const TABLE_PER_NAME: usize = 4;
const TABLE_FREE: usize = 256;

impl Names {
    /// How many names there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The number of a name, if it is known.
    pub fn find(&self, name: &str) -> Option<usize> {
        let (prefix, width, number) = split_number(name);
        let key = key(*self.by_text.get(prefix)?, width, number);
        let in_table = self.table(key).filter(|number| **number > 0).map(|number| *number as usize - 1);
        in_table.or_else(|| self.numbers.get(&key).map(|number| *number as usize))
    }

    /// The number of a name, which is added where it is new.
    pub fn intern(&mut self, name: &str) -> usize {
        let (prefix, width, number) = split_number(name);
        self.intern_parts(prefix, width, number)
    }

    /// As [`Names::intern`], of a name that [`split_number`] divided.
    #[inline]
    pub(crate) fn intern_parts(&mut self, prefix: &str, width: u8, number: Option<u64>) -> usize {
        let recent = self.prefixes.get_mut(self.recent as usize).filter(|recent| *recent.text == *prefix);
        if let (Some(recent), 0, Some(number)) = (recent, width, number) {
            if let Some(known) = recent.known(number) {
                return known;
            }
        }
        let prefix = self.prefix(prefix);
        self.intern_key(key(prefix, width, number))
    }

    fn table(&self, key: Key) -> Option<&u32> {
        if key.width != 0 {
            return None;
        }
        self.prefixes.get(key.prefix as usize)?.table.get(usize::try_from(key.number).ok()?)
    }

    /// The text of a name.
    pub fn text(&self, number: usize) -> String {
        let mut text = String::new();
        self.push_text(number, &mut text);
        text
    }

    /// Adds a name's text.
    pub fn push_text(&self, number: usize, into: &mut String) {
        let Some(key) = self.keys.get(number) else { return };
        into.push_str(self.prefixes.get(key.prefix as usize).map_or("", |prefix| &prefix.text));
        if key.width == WORD {
            return;
        }
        let digits = (key.number.checked_ilog10().unwrap_or(0) + 1).max(key.width);
        let mut place = 10_u64.saturating_pow(digits - 1);
        while place > 0 {
            into.push(char::from(b'0' + (key.number / place % 10) as u8));
            place /= 10;
        }
    }

    /// Whether a name starts with a text: without writing the name out.
    pub fn starts_with(&self, number: usize, start: &str) -> bool {
        let Some(key) = self.keys.get(number) else { return false };
        let prefix = self.prefixes.get(key.prefix as usize).map_or("", |prefix| &prefix.text);
        match start.strip_prefix(prefix) {
            _ if prefix.starts_with(start) => true,
            // The rest must stand in the number.
            Some(rest) if key.width == 0 => starts_with_digits(key.number, rest),
            Some(rest) if key.width != WORD && rest.bytes().all(|digit| digit.is_ascii_digit()) => {
                self.text(number).starts_with(start)
            }
            _ => false,
        }
    }

    /// A number of 48 bits that orders names: by their first byte, and those of one prefix by their numbers, then by
    /// their zeros. It does not depend on the history of edits; but names of other prefixes, and of numbers that no file
    /// counts to, may share one: then [`Names::compare`] decides.
    pub fn rank(&self, number: usize) -> u64 {
        const NUMBER_BITS: u32 = 24;
        const WIDTH_BITS: u32 = 4;
        let Some(key) = self.keys.get(number) else { return 0 };
        let prefix = self.prefixes.get(key.prefix as usize).map_or("", |prefix| &prefix.text);
        let first = u64::from(prefix.bytes().next().unwrap_or(b'0'));
        let hash = rustc_hash::FxBuildHasher.hash_one(prefix) >> 52;
        let number = key.number.min((1 << NUMBER_BITS) - 1);
        let width = u64::from(key.width.min((1 << WIDTH_BITS) - 1));
        ((first << 12 | hash) << NUMBER_BITS | number) << WIDTH_BITS | width
    }

    /// Which of two names that share a rank comes first: by their prefixes, then by their numbers and zeros.
    pub(crate) fn compare(&self, one: usize, other: usize) -> Ordering {
        let (Some(a), Some(b)) = (self.keys.get(one), self.keys.get(other)) else { return one.cmp(&other) };
        let prefix = |key: &Key| self.prefixes.get(key.prefix as usize).map(|prefix| &*prefix.text);
        let prefixes = if a.prefix == b.prefix { Ordering::Equal } else { prefix(a).cmp(&prefix(b)) };
        prefixes.then((a.number, a.width).cmp(&(b.number, b.width)))
    }

    /// The keys of a range's names, in order, without writing the names out. `line` is the range's line.
    pub(crate) fn range(&mut self, range: &NameRange, line: &str) -> RangeKeys {
        RangeKeys { prefix: self.prefix(range.prefix(line)), range: *range, next: range.first }
    }

    /// The number of the next name of a range, which is added where it is new; none at the range's end.
    pub(crate) fn intern_next(&mut self, keys: &mut RangeKeys) -> Option<usize> {
        if keys.next > keys.range.last {
            return None;
        }
        let next = key(keys.prefix, keys.range.width_of(keys.next), Some(keys.next));
        keys.next += 1;
        Some(self.intern_key(next))
    }

    #[inline]
    fn intern_key(&mut self, key: Key) -> usize {
        let next = self.keys.len() as u32;
        let slot = match key.width {
            0 => self.prefixes.get_mut(key.prefix as usize).and_then(|prefix| prefix.slot(key.number)),
            _ => None,
        };
        let number = match slot {
            Some(slot) if *slot > 0 => return *slot as usize - 1,
            Some(slot) => {
                // It may have come when the table was not yet allowed to be so long.
                let number = if self.numbers.is_empty() { None } else { self.numbers.get(&key).copied() };
                let number = number.unwrap_or(next);
                *slot = number + 1;
                number
            }
            None => *self.numbers.entry(key).or_insert(next),
        };
        if number == next {
            self.keys.push(key);
        }
        number as usize
    }

    #[inline]
    fn prefix(&mut self, prefix: &str) -> u32 {
        if self.prefixes.get(self.recent as usize).is_some_and(|recent| *recent.text == *prefix) {
            return self.recent;
        }
        self.recent = match self.by_text.get(prefix) {
            Some(known) => *known,
            None => {
                let new = self.prefixes.len() as u32;
                self.prefixes.push(Prefix { text: prefix.into(), ..Prefix::default() });
                self.by_text.insert(prefix.into(), new);
                new
            }
        };
        self.recent
    }
}

impl Prefix {
    /// The name's number, where the table has it.
    #[inline]
    fn known(&mut self, number: u64) -> Option<usize> {
        let known = self.table.get(usize::try_from(number).ok()?)?.checked_sub(1)?;
        self.asked += 1;
        Some(known as usize)
    }

    /// The table's entry for a number, if the table is or may be long enough.
    #[inline]
    fn slot(&mut self, number: u64) -> Option<&mut u32> {
        self.asked += 1;
        let number = usize::try_from(number).ok()?;
        if number >= self.table.len() {
            if number >= TABLE_FREE + self.asked.saturating_mul(TABLE_PER_NAME) {
                return None;
            }
            self.table.resize((number + 1).next_power_of_two(), 0);
        }
        self.table.get_mut(number)
    }
}

/// The names of a range, one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RangeKeys {
    prefix: u32,
    range: NameRange,
    next: u64,
}

/// Whether a number, written without zeros before it, starts with some digits.
fn starts_with_digits(number: u64, digits: &str) -> bool {
    let only_digits = digits.bytes().all(|digit| digit.is_ascii_digit());
    let Some(start) = digits.parse::<u64>().ok().filter(|_| only_digits) else { return false };
    if digits.starts_with('0') {
        return digits == "0" && number == 0;
    }
    let length = number.checked_ilog10().unwrap_or(0) + 1;
    let more = length.checked_sub(digits.len() as u32);
    more.and_then(|more| 10_u64.checked_pow(more)).is_some_and(|power| number / power == start)
}

fn key(prefix: u32, width: u8, number: Option<u64>) -> Key {
    match number {
        Some(number) => Key { prefix, width: u32::from(width), number },
        None => Key { prefix, width: WORD, number: 0 },
    }
}
