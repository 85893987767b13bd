//! The names of one game's nodes.
//!
//! A name that ends in a decimal number is kept as a prefix and that number: a million names `n0` to `n999999`
//! share one text, a range needs none of its names written out, and a look-up compares numbers.

use rustc_hash::FxHashMap;
use sgg_syntax::{NameRange, split_number};

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
    numbers: FxHashMap<Key, u32>,
    prefixes: FxHashMap<Box<str>, u32>,
    texts: Vec<Box<str>>,
    /// The prefix asked for last: neighbours in a file mostly share it.
    recent: u32,
}

impl Names {
    /// How many names there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The number of a name, if it is known.
    pub fn find(&self, name: &str) -> Option<usize> {
        let (prefix, width, number) = split_number(name);
        let prefix = *self.prefixes.get(prefix)?;
        self.numbers.get(&key(prefix, width, number)).map(|found| *found as usize)
    }

    /// The number of a name, which is added where it is new.
    pub fn intern(&mut self, name: &str) -> usize {
        let (prefix, width, number) = split_number(name);
        let prefix = self.prefix(prefix);
        self.intern_key(key(prefix, width, number))
    }

    /// The text of a name.
    pub fn text(&self, number: usize) -> String {
        let Some(key) = self.keys.get(number) else { return String::new() };
        let prefix = self.texts.get(key.prefix as usize).map_or("", |text| text);
        match key.width {
            WORD => prefix.to_owned(),
            width => format!("{prefix}{:0width$}", key.number, width = width as usize),
        }
    }

    /// The keys of a range's names, in order, without writing the names out. `line` is the range's line.
    pub fn range(&mut self, range: &NameRange, line: &str) -> RangeKeys {
        RangeKeys { prefix: self.prefix(range.prefix(line)), range: *range, next: range.first }
    }

    /// The number of the next name of a range, which is added where it is new; none at the range's end.
    pub fn intern_next(&mut self, keys: &mut RangeKeys) -> Option<usize> {
        if keys.next > keys.range.last {
            return None;
        }
        let next = key(keys.prefix, keys.range.width_of(keys.next), Some(keys.next));
        keys.next += 1;
        Some(self.intern_key(next))
    }

    fn intern_key(&mut self, key: Key) -> usize {
        let next = self.keys.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.keys.push(key);
        }
        number as usize
    }

    fn prefix(&mut self, prefix: &str) -> u32 {
        if self.texts.get(self.recent as usize).is_some_and(|text| **text == *prefix) {
            return self.recent;
        }
        self.recent = match self.prefixes.get(prefix) {
            Some(known) => *known,
            None => {
                let new = self.texts.len() as u32;
                self.texts.push(prefix.into());
                self.prefixes.insert(prefix.into(), new);
                new
            }
        };
        self.recent
    }
}

/// The names of a range, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct RangeKeys {
    prefix: u32,
    range: NameRange,
    next: u64,
}

fn key(prefix: u32, width: u8, number: Option<u64>) -> Key {
    match number {
        Some(number) => Key { prefix, width: u32::from(width), number },
        None => Key { prefix, width: WORD, number: 0 },
    }
}
