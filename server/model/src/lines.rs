//! The lines of a file: a stable id for each, what class it is, and quick ways from ids to numbers and back.
//!
//! Two levels: chunks of about a hundred lines, and the list of chunks. An edit rewrites one chunk, and where lines come
//! or go adds to the starts behind it (some ten thousand small numbers for a million lines); nothing else depends on the
//! file's size.
//! Of every chunk it is known which classes it holds, so that "the next header" or "the next line with a problem" skips
//! whole chunks.

use crate::masks::Masks;
use std::ops::Range;

/// A line that keeps its id while other lines come and go, and while its own text changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineId(pub(crate) u32);

/// What sort of statement a line holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Class {
    /// Blank or a comment.
    Blank,
    /// An edge that its game uses.
    Edge,
    /// `nodes`
    Nodes,
    /// `ground`
    Ground,
    /// `k`
    K,
    /// `stones`
    Stones,
    /// `expect first`, `expect value V`
    Expect,
    /// `expect sg …`
    ExpectSg,
    /// A line that can't be read or used.
    Broken,
    /// `game`
    Game,
    /// `round`
    Round,
}

/// A set of classes and marks to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask(u16);

impl Mask {
    /// Nothing.
    pub(crate) const NONE: Mask = Mask(0);
    /// `game` lines.
    pub const GAME: Mask = Mask::of(Class::Game);
    /// `game` and `round` lines.
    pub const HEADER: Mask = Mask(Mask::of(Class::Game).0 | Mask::of(Class::Round).0);
    /// All lines but blank ones.
    pub const STATEMENT: Mask = Mask(((1 << 11) - 1) & !Mask::of(Class::Blank).0);
    /// Lines that can belong to a position.
    pub const POSITION: Mask = Mask::of(Class::Round)
        .or(Mask::of(Class::Stones))
        .or(Mask::of(Class::Expect))
        .or(Mask::of(Class::Broken));
    /// Lines with problems of their own.
    pub const PROBLEM: Mask = Mask(1 << 14);
    /// `game` lines whose game has findings.
    pub const FINDINGS: Mask = Mask(1 << 15);

    /// Lines of one class.
    pub const fn of(class: Class) -> Mask {
        Mask(1 << class as u16)
    }

    /// Lines of either.
    pub const fn or(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }

    pub(crate) fn meets(self, other: Mask) -> bool {
        self.0 & other.0 != 0
    }
}

/// What the table knows of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its id.
    pub id: LineId,
    /// Its class.
    pub class: Class,
    /// How many problems it has of its own (255: that many or more).
    pub problems: u8,
    /// A `game` line whose game has findings.
    pub findings: bool,
}

impl Record {
    fn mask(&self) -> Mask {
        let problem = if self.problems > 0 { Mask::PROBLEM.0 } else { 0 };
        let findings = if self.findings { Mask::FINDINGS.0 } else { 0 };
        Mask(Mask::of(self.class).0 | problem | findings)
    }
}

/// A line as it enters the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewLine {
    /// Its class.
    pub class: Class,
    /// How many problems it has of its own.
    pub problems: u8,
}

#[derive(Clone, Debug)]
struct Chunk {
    /// This chunk's place in `ranks`.
    key: u32,
    problems: u32,
    records: Vec<Record>,
}

impl Chunk {
    /// Counts its problems anew; its classes and marks.
    fn summarize(&mut self) -> Mask {
        let mut mask = 0;
        let mut problems = 0;
        for record in &self.records {
            mask |= record.mask().0;
            problems += u32::from(record.problems);
        }
        self.problems = problems;
        Mask(mask)
    }
}

/// A chunk that grows beyond this is split; a new one holds half of it.
const CHUNK_LINES_MAX: usize = 128;

/// The table.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    chunks: Vec<Chunk>,
    /// The classes and marks of each chunk.
    masks: Masks,
    /// The first line of each chunk.
    starts: Vec<u32>,
    /// By chunk key: where it stands in `chunks`.
    ranks: Vec<u32>,
    /// By line id: the key of its chunk.
    homes: Vec<u32>,
    free_ids: Vec<LineId>,
    free_keys: Vec<u32>,
    len: usize,
    problems: usize,
}

impl Lines {
    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many problems all lines have together.
    pub fn problems(&self) -> usize {
        self.problems
    }

    /// The line of that number.
    pub fn at(&self, number: usize) -> Option<Record> {
        let (chunk, offset) = self.locate(number)?;
        self.chunks.get(chunk)?.records.get(offset).copied()
    }

    /// The number of a line that is in the table.
    pub fn number(&self, id: LineId) -> Option<usize> {
        let rank = self.rank(id)?;
        let offset = self.chunks.get(rank)?.records.iter().position(|record| record.id == id)?;
        Some(*self.starts.get(rank)? as usize + offset)
    }

    /// By id: the numbers of all lines; of those that are not in the table the greatest number there is.
    pub(crate) fn numbers(&self) -> Vec<u32> {
        let mut numbers = vec![u32::MAX; self.homes.len()];
        for (number, record) in (0..).zip(self.chunks.iter().flat_map(|chunk| &chunk.records)) {
            if let Some(entry) = numbers.get_mut(record.id.0 as usize) {
                *entry = number;
            }
        }
        numbers
    }

    /// What is known of a line.
    pub fn record(&self, id: LineId) -> Option<Record> {
        self.at(self.number(id)?)
    }

    /// Whether `a` stands before `b`.
    pub fn before(&self, a: LineId, b: LineId) -> bool {
        match (self.rank(a), self.rank(b)) {
            (Some(x), Some(y)) if x == y => self.number(a) < self.number(b),
            (x, y) => x < y,
        }
    }

    /// The first of some lines.
    pub fn first(&self, ids: impl Iterator<Item = LineId>) -> Option<LineId> {
        ids.reduce(|best, id| if self.before(id, best) { id } else { best })
    }

    /// The first `most` of some lines, in order.
    pub(crate) fn foremost(&self, ids: &[LineId], most: usize) -> Vec<LineId> {
        self.foremost_of(ids.iter().copied(), |id| (*id, 0), most)
    }

    /// The first `most` of what stands in some lines, by these and by places within each. Where a line stands within its
    /// chunk is looked for only of those that may be among them.
    pub(crate) fn foremost_of<T: Copy>(
        &self,
        all: impl Iterator<Item = T>,
        place: impl Fn(&T) -> (LineId, usize),
        most: usize,
    ) -> Vec<T> {
        let mut near: Vec<(usize, T)> = Vec::new();
        let (mut last, mut room) = (usize::MAX, most.saturating_mul(2));
        for one in all {
            let Some(rank) = self.rank(place(&one).0).filter(|rank| *rank <= last) else { continue };
            near.push((rank, one));
            if near.len() > room {
                last = near.select_nth_unstable_by_key(most, |(rank, _)| *rank).1.0;
                near.retain(|(rank, _)| *rank <= last);
                // One chunk may have very many.
                room = room.max(near.len().saturating_mul(2));
            }
        }
        let place = |one: &T| (self.number(place(one).0), place(one).1);
        let mut first: Vec<((Option<usize>, usize), T)> =
            near.into_iter().map(|(_, one)| (place(&one), one)).collect();
        first.sort_unstable_by_key(|(place, _)| *place);
        first.truncate(most);
        first.into_iter().map(|(_, one)| one).collect()
    }

    /// The first line at or behind `from` that the mask meets.
    pub fn next(&self, from: usize, mask: Mask) -> Option<(usize, Record)> {
        let (mut rank, mut offset) = self.locate(from)?;
        loop {
            let found = self.masks.next(rank, mask)?;
            if found > rank {
                (rank, offset) = (found, 0);
            }
            let records = self.chunks.get(rank)?.records.get(offset..)?;
            if let Some(at) = records.iter().position(|record| record.mask().meets(mask)) {
                return Some((*self.starts.get(rank)? as usize + offset + at, *records.get(at)?));
            }
            (rank, offset) = (rank + 1, 0);
        }
    }

    /// The last line before `end` that the mask meets.
    pub fn previous(&self, end: usize, mask: Mask) -> Option<(usize, Record)> {
        let (mut rank, offset) = self.locate(end.min(self.len).checked_sub(1)?)?;
        let mut upto = offset + 1;
        loop {
            let found = self.masks.previous(rank, mask)?;
            if found < rank {
                (rank, upto) = (found, usize::MAX);
            }
            let records = &self.chunks.get(rank)?.records;
            let part = records.get(..upto.min(records.len()))?;
            if let Some(at) = part.iter().rposition(|record| record.mask().meets(mask)) {
                return Some((*self.starts.get(rank)? as usize + at, *part.get(at)?));
            }
            rank = rank.checked_sub(1)?;
            upto = usize::MAX;
        }
    }

    /// All lines of a range that the mask meets.
    pub fn select(&self, range: Range<usize>, mask: Mask) -> impl Iterator<Item = (usize, Record)> + '_ {
        let mut at = range.start;
        std::iter::from_fn(move || {
            let found = self.next(at, mask).filter(|(number, _)| *number < range.end)?;
            at = found.0 + 1;
            Some(found)
        })
    }

    /// Writes a line's class and problems anew.
    pub fn set(&mut self, number: usize, new: NewLine) {
        self.change(number, |record| {
            record.class = new.class;
            record.problems = new.problems;
            record.findings &= new.class == Class::Game;
        });
    }

    /// Marks a `game` line whose game has findings, or takes the mark away.
    pub(crate) fn mark_findings(&mut self, id: LineId, findings: bool) {
        if let Some(number) = self.number(id) {
            if self.at(number).is_some_and(|record| record.findings != findings) {
                self.change(number, |record| record.findings = findings);
            }
        }
    }

    fn change(&mut self, number: usize, change: impl FnOnce(&mut Record)) {
        let Some((rank, offset)) = self.locate(number) else { return };
        let Some(record) = self.chunks.get_mut(rank).and_then(|chunk| chunk.records.get_mut(offset)) else {
            return;
        };
        let before = *record;
        change(record);
        if *record != before {
            self.summarize(rank);
        }
    }

    /// Brings what is known of a chunk as a whole up to date.
    fn summarize(&mut self, rank: usize) {
        let Some(chunk) = self.chunks.get_mut(rank) else { return };
        let before = chunk.problems;
        self.masks.set(rank, chunk.summarize());
        self.problems = self.problems + chunk.problems as usize - before as usize;
    }

    /// Replaces lines. The first of the new ones keep the ids of those they replace; surplus ids are freed.
    pub fn splice(&mut self, range: Range<usize>, new: &[NewLine]) {
        let range = range.start.min(self.len)..range.end.min(self.len);
        let kept = range.len().min(new.len());
        for (number, line) in range.clone().zip(new) {
            self.set(number, *line);
        }
        if range.len() > kept {
            self.remove(range.start + kept..range.end);
        }
        if let Some(rest) = new.get(kept..).filter(|rest| !rest.is_empty()) {
            self.insert(range.start + kept, rest);
        }
    }

    fn remove(&mut self, range: Range<usize>) {
        let Some((first, offset)) = self.locate(range.start) else { return };
        let (mut rank, mut offset, mut left) = (first, offset, range.len());
        while let Some(chunk) = self.chunks.get_mut(rank).filter(|_| left > 0) {
            let end = (offset + left).min(chunk.records.len());
            left -= end - offset;
            self.free_ids.extend(chunk.records.drain(offset..end).map(|record| record.id));
            self.summarize(rank);
            (rank, offset) = (rank + 1, 0);
        }
        let removed = range.len() - left;
        self.len -= removed;
        if let Some(start) = self.starts.get_mut(first + 1..rank).and_then(|starts| starts.last_mut()) {
            *start = range.start as u32;
        }
        self.shift(rank, |start| start - removed as u32);
        // Those that are empty stand side by side.
        let is_empty = |rank: &usize| self.chunks.get(*rank).is_some_and(|chunk| chunk.records.is_empty());
        let Some(from) = (first..rank).find(is_empty) else { return };
        let to = from + (from..rank).take_while(is_empty).count();
        self.free_keys.extend(self.chunks.drain(from..to).map(|chunk| chunk.key));
        self.masks.remove(from..to);
        self.starts.drain(from..to);
        self.rank_from(from);
    }

    fn insert(&mut self, at: usize, new: &[NewLine]) {
        if at == self.len && new.len() > CHUNK_LINES_MAX {
            return self.append(new);
        }
        let (rank, offset) = match self.locate(at) {
            Some(place) => place,
            None => match self.chunks.last() {
                Some(chunk) => (self.chunks.len() - 1, chunk.records.len()),
                None => (0, 0),
            },
        };
        let known = self.chunks.get(rank).map(|chunk| chunk.key);
        let key = known.unwrap_or_else(|| self.new_key());
        let records = self.new_records(new, key);
        self.len += records.len();
        match self.chunks.get_mut(rank) {
            Some(chunk) => {
                chunk.records.splice(offset..offset, records);
            }
            None => {
                self.chunks.push(Chunk { key, problems: 0, records });
                self.masks.push(Mask::NONE);
                self.starts.push(0);
                self.rank_from(rank);
            }
        }
        self.summarize(rank);
        self.shift(rank + 1, |start| start + new.len() as u32);
        self.split(rank);
    }

    /// Adds many lines at the end, as new chunks.
    fn append(&mut self, new: &[NewLine]) {
        let first = self.chunks.len();
        for lines in new.chunks(CHUNK_LINES_MAX / 2) {
            let key = self.new_key();
            let records = self.new_records(lines, key);
            let mut chunk = Chunk { key, problems: 0, records };
            self.masks.push(chunk.summarize());
            self.problems += chunk.problems as usize;
            self.starts.push(self.len as u32);
            self.len += lines.len();
            self.chunks.push(chunk);
        }
        self.rank_from(first);
    }

    /// Cuts a chunk that grew too long into pieces of half the greatest length.
    fn split(&mut self, rank: usize) {
        let Some(chunk) = self.chunks.get_mut(rank) else { return };
        if chunk.records.len() <= CHUNK_LINES_MAX {
            return;
        }
        let rest = chunk.records.split_off(CHUNK_LINES_MAX / 2);
        chunk.records.shrink_to_fit();
        let first = chunk.summarize();
        self.masks.set(rank, first);
        let mut pieces = Vec::with_capacity(rest.len() / (CHUNK_LINES_MAX / 2) + 1);
        let mut masks = Vec::with_capacity(pieces.capacity());
        for records in rest.chunks(CHUNK_LINES_MAX / 2) {
            let key = self.new_key();
            for record in records {
                if let Some(home) = self.homes.get_mut(record.id.0 as usize) {
                    *home = key;
                }
            }
            let mut piece = Chunk { key, problems: 0, records: records.to_vec() };
            masks.push(piece.summarize());
            pieces.push(piece);
        }
        let first = self.starts.get(rank).copied().unwrap_or(0);
        let starts = (1..=pieces.len()).map(|before| first + (before * (CHUNK_LINES_MAX / 2)) as u32);
        self.starts.splice(rank + 1..rank + 1, starts);
        self.chunks.splice(rank + 1..rank + 1, pieces);
        self.masks.insert(rank + 1, masks);
        self.rank_from(rank);
    }

    fn new_key(&mut self) -> u32 {
        self.free_keys.pop().unwrap_or_else(|| {
            self.ranks.push(0);
            self.ranks.len() as u32 - 1
        })
    }

    /// Freed ids come first, the last freed of them before the others.
    fn new_records(&mut self, lines: &[NewLine], home: u32) -> Vec<Record> {
        let reused = lines.len().min(self.free_ids.len());
        let freed = self.free_ids.split_off(self.free_ids.len() - reused);
        for id in &freed {
            if let Some(entry) = self.homes.get_mut(id.0 as usize) {
                *entry = home;
            }
        }
        let fresh = self.homes.len() as u32..;
        self.homes.resize(self.homes.len() + lines.len() - reused, home);
        let ids = freed.into_iter().rev().chain(fresh.map(LineId));
        let record = |(id, line): (LineId, &NewLine)| Record {
            id,
            class: line.class,
            problems: line.problems,
            findings: false,
        };
        ids.zip(lines).map(record).collect()
    }

    fn rank_from(&mut self, rank: usize) {
        for (at, chunk) in self.chunks.iter().enumerate().skip(rank) {
            if let Some(entry) = self.ranks.get_mut(chunk.key as usize) {
                *entry = at as u32;
            }
        }
    }

    /// The chunks from there on begin at other lines now.
    fn shift(&mut self, rank: usize, moved: impl Fn(u32) -> u32) {
        for start in self.starts.iter_mut().skip(rank) {
            *start = moved(*start);
        }
    }

    /// Where the chunk of a line stands: quickly found, and lines of different chunks stand in the order of these.
    pub(crate) fn rank(&self, id: LineId) -> Option<usize> {
        let key = *self.homes.get(id.0 as usize)?;
        self.ranks.get(key as usize).map(|rank| *rank as usize)
    }

    fn locate(&self, number: usize) -> Option<(usize, usize)> {
        if number >= self.len {
            return None;
        }
        let rank = self.starts.partition_point(|start| *start as usize <= number).checked_sub(1)?;
        Some((rank, number - *self.starts.get(rank)? as usize))
    }
}
