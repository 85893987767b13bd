//! Lines that several names are looked for in: each is read once, and a long one has an index of its names.

use crate::naming::{Naming, namings};
use sgg_model::{Snapshot, mentions};
use sgg_syntax::{Item, Line, ProblemCode, Statement, split_number};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// A line, read.
pub(crate) struct NamedLine {
    pub(crate) number: usize,
    pub(crate) text: String,
    pub(crate) line: Line,
    namings: OnceCell<Vec<Naming>>,
    index: OnceCell<Index>,
    asked: Cell<usize>,
}

/// Of a line's names and ranges, where they are many and asked for again and again.
struct Index {
    /// The hash of a name, and which it is.
    names: Vec<(u64, usize)>,
    /// In the order of their prefixes' hashes, and of their first numbers.
    ranges: Vec<Ranged>,
}

struct Ranged {
    prefix: u64,
    first: u64,
    at: usize,
    /// The last number of this one, or of one before it with that prefix.
    reach: u64,
}

/// With so few names, or asked for so few, a line is looked through for each.
const UNINDEXED_MAX: usize = 32;
const UNINDEXED_ASKED_MAX: usize = 2;

impl NamedLine {
    fn read(snapshot: &Snapshot, number: usize) -> NamedLine {
        let (text, line) = snapshot.text.parse(number);
        NamedLine {
            number,
            text: text.into_owned(),
            line,
            namings: OnceCell::new(),
            index: OnceCell::new(),
            asked: Cell::new(0),
        }
    }

    fn namings(&self) -> &[Naming] {
        self.namings.get_or_init(|| namings(&self.text, &self.line))
    }

    /// Which of the line's names and ranges name a node, in order. `*` does not count, but among the entries of an edge
    /// line, which has none.
    pub(crate) fn which_name(&self, name: &str) -> Vec<usize> {
        let list = self.namings();
        let names =
            |at: &usize| list.get(*at).is_some_and(|naming| mentions::names(&naming.item, &self.text, name));
        let asked = self.asked.replace(self.asked.get().saturating_add(1));
        if list.len() <= UNINDEXED_MAX || asked < UNINDEXED_ASKED_MAX {
            return (0..list.len()).filter(names).collect();
        }
        let index = self.index.get_or_init(|| Index::new(list, &self.text));
        let mut found: Vec<usize> = index.like(name).filter(names).collect();
        found.sort_unstable();
        found
    }

    /// The names and ranges that name a node, in order.
    pub(crate) fn namings_of(&self, name: &str) -> Vec<&Naming> {
        let list = self.namings();
        self.which_name(name).into_iter().filter_map(|at| list.get(at)).collect()
    }

    /// Whether a comment starts right behind a word: its sign may be meant as a part of the name.
    pub(crate) fn has_glued_comment(&self) -> bool {
        self.line.problems.iter().any(|problem| problem.code == ProblemCode::GluedComment)
    }

    /// Where its first arrow ends; 0 where it has none.
    pub(crate) fn first_arrow_end(&self) -> u32 {
        match &self.line.statement {
            Statement::Edge(chain) => chain.arrows.first().map_or(0, |arrow| arrow.span.end),
            _ => 0,
        }
    }
}

impl Index {
    fn new(list: &[Naming], text: &str) -> Index {
        let mut index = Index { names: Vec::with_capacity(list.len()), ranges: Vec::new() };
        for (at, naming) in list.iter().enumerate() {
            match &naming.item {
                Item::Name(name) => index.names.push((hash(&name.text(text)), at)),
                Item::Range(range) => {
                    let prefix = hash(range.prefix(text));
                    index.ranges.push(Ranged { prefix, first: range.first, at, reach: range.last });
                }
                Item::Star => {}
            }
        }
        index.names.sort_unstable();
        index.ranges.sort_unstable_by_key(|range| (range.prefix, range.first, range.at));
        let mut before: Option<(u64, u64)> = None;
        for range in &mut index.ranges {
            if let Some((_, reach)) = before.filter(|(prefix, _)| *prefix == range.prefix) {
                range.reach = range.reach.max(reach);
            }
            before = Some((range.prefix, range.reach));
        }
        index
    }

    /// Those that may name a node: equal hashes are no equal names.
    fn like(&self, name: &str) -> impl Iterator<Item = usize> + '_ {
        let whole = hash(name);
        let start = self.names.partition_point(|(hash, _)| *hash < whole);
        let names = self.names.get(start..).unwrap_or(&[]).iter();
        let names = names.take_while(move |(hash, _)| *hash == whole).map(|(_, at)| *at);
        let (prefix, _, number) = split_number(name);
        let (prefix, number) = (hash(prefix), number.unwrap_or(u64::MAX));
        let end = self.ranges.partition_point(|range| (range.prefix, range.first) <= (prefix, number));
        let ranges = self.ranges.get(..end).unwrap_or(&[]).iter().rev();
        let ranges = ranges.take_while(move |range| range.prefix == prefix && range.reach >= number);
        names.chain(ranges.map(|range| range.at))
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Lines that are looked at again and again: those of late are at hand.
#[derive(Default)]
pub(crate) struct NamedLines(RefCell<Kept>);

#[derive(Default)]
struct Kept {
    lines: HashMap<usize, Rc<NamedLine>>,
    bytes: usize,
}

/// For one thing so many bytes of lines may be looked at: lines of twice as many are at hand.
pub(crate) const LOOKED_BYTES_MAX: usize = 2 * 1024 * 1024;
const KEPT_BYTES_MAX: usize = 2 * LOOKED_BYTES_MAX;
/// What a line takes beside its text, at least.
const LINE_BYTES: usize = 256;

impl NamedLines {
    pub(crate) fn at(&self, snapshot: &Snapshot, number: usize) -> Rc<NamedLine> {
        let mut kept = self.0.borrow_mut();
        if let Some(line) = kept.lines.get(&number) {
            return line.clone();
        }
        let line = Rc::new(NamedLine::read(snapshot, number));
        let bytes = line.text.len() + LINE_BYTES;
        if kept.bytes + bytes > KEPT_BYTES_MAX {
            *kept = Kept::default();
        }
        kept.bytes += bytes;
        kept.lines.insert(number, line.clone());
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::snapshot;

    #[test]
    fn names_are_found_in_a_long_line_as_in_a_short_one() {
        let names: String = (0..100).map(|number| format!(" n{number} n7")).collect();
        let file = snapshot(&format!("game dag\na n7 ->{names} n5..n8 \"n7\"\nb -> n7 n6..n9"));
        let lines = NamedLines::default();
        let found = |line, name: &str| {
            let line = lines.at(&file, line);
            line.namings_of(name).iter().map(|naming| naming.span().start).collect::<Vec<_>>()
        };
        assert_eq!(found(2, "n7"), [5, 8]);
        let all = found(1, "n7");
        assert_eq!((all.len(), all[0], all.is_sorted()), (1 + 100 + 1 + 1 + 1, 2, true));
        assert_eq!(found(1, "n99").len(), 1);
        assert_eq!(found(1, "none"), []);
    }

    /// An index that stops at the first range that does not hold a number, or mixes prefixes or widths, fails here.
    #[test]
    fn ranges_are_found_by_the_index_as_by_looking_through_them() {
        let ranges: Vec<String> = (0..60)
            .map(|i| match i % 4 {
                0 => format!("n{}..n{}", i, i + 3),
                1 => format!("m{}..m{}", i, 2 * i),
                2 => format!("n{:03}..n{:03}", i, i + 9),
                _ => format!("n{i}"),
            })
            .collect();
        let file = snapshot(&format!("game dag\nn1..n900 {} ->", ranges.join(" ")));
        let line = NamedLines::default().at(&file, 1);
        for name in (0..80).flat_map(|i| [format!("n{i}"), format!("m{i}"), format!("n{i:03}"), "n".into()]) {
            let list = line.namings();
            let all = (0..list.len()).filter(|at| mentions::names(&list[*at].item, &line.text, &name));
            assert_eq!(line.which_name(&name), all.collect::<Vec<_>>(), "{name}");
        }
    }
}
