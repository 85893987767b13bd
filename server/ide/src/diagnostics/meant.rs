//! Which declared node was likely meant by a name that is not declared: other capitals or zeros, or one letter off.
//! Numbers are never near each other, and short words are not either.
//!
//! All names of a game are looked up in one walk over its nodes. Two words that are one letter off become equal when
//! one letter is dropped from the right one of them, or from both: by the hashes of these a node finds the names that
//! it is near to.

use sgg_game::Node;
use sgg_model::Game;
use sgg_syntax::{near, quote, same_but_for_case, split_number};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Beyond so many nodes no near name is looked for.
const NAMES_COMPARED: usize = 10_000;
/// A word of fewer letters is near too many others.
const LETTERS_MIN: usize = 3;
/// Where more pairs of names are alike than this, none is told: which ones came first would be chance.
const PAIRS_MAX: usize = 200_000;

/// What was meant by each of the undeclared nodes, as it is to be written.
pub(super) fn meant(game: &Game, undeclared: &BTreeSet<Node>) -> HashMap<Node, String> {
    let mut names = Names::default();
    if undeclared.is_empty() || game.node_count() > NAMES_COMPARED {
        return HashMap::new();
    }
    undeclared.iter().for_each(|node| names.add(game.name(*node)));
    let mut candidate = String::new();
    for node in game.nodes().filter(|node| !undeclared.contains(node)) {
        candidate.clear();
        game.push_name(node, &mut candidate);
        if names.compare(&candidate).is_none() {
            return HashMap::new();
        }
    }
    let best = undeclared.iter().zip(names.best);
    best.filter_map(|(node, best)| Some((*node, quote(&best?.1)))).collect()
}

/// The undeclared names, and what was found for them.
#[derive(Default)]
struct Names {
    names: Vec<String>,
    best: Vec<Option<(Likeness, String)>>,
    numbers: HashSet<Option<u64>>,
    lengths: HashSet<usize>,
    by_key: HashMap<u64, Vec<usize>>,
    pairs: usize,
}

/// The best comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// In capitals or zeros only.
    Case,
    Near,
}

impl Names {
    fn add(&mut self, name: String) {
        let at = self.names.len();
        let (prefix, _, number) = split_number(&name);
        let letters = prefix.chars().count();
        self.numbers.insert(number);
        self.lengths.extend([letters.saturating_sub(1), letters, letters + 1]);
        for key in keys(prefix) {
            self.by_key.entry(key).or_default().push(at);
        }
        self.names.push(name);
        self.best.push(None);
    }

    /// Takes a declared name in; none when that is too much.
    fn compare(&mut self, candidate: &str) -> Option<()> {
        let (prefix, _, number) = split_number(candidate);
        if !self.numbers.contains(&number) || !self.lengths.contains(&prefix.chars().count()) {
            return Some(());
        }
        for key in keys(prefix) {
            for at in self.by_key.get(&key).map_or(&[][..], Vec::as_slice) {
                self.pairs += 1;
                if self.pairs > PAIRS_MAX {
                    return None;
                }
                let (Some(name), Some(best)) = (self.names.get(*at), self.best.get_mut(*at)) else {
                    continue;
                };
                let Some(likeness) = likeness(name, candidate) else { continue };
                let better = |(other, name): &(Likeness, String)| (likeness, candidate) < (*other, name);
                // Of several the first in the order of names: that of nodes depends on the history of edits.
                if best.as_ref().is_none_or(better) {
                    *best = Some((likeness, candidate.to_owned()));
                }
            }
        }
        Some(())
    }
}

fn likeness(name: &str, candidate: &str) -> Option<Likeness> {
    let (prefix, width, number) = split_number(name);
    let (other_prefix, other_width, other_number) = split_number(candidate);
    if number != other_number {
        return None;
    }
    if width != other_width {
        return (prefix == other_prefix).then_some(Likeness::Case);
    }
    if same_but_for_case(prefix, other_prefix) {
        return Some(Likeness::Case);
    }
    let long = prefix.chars().count() >= LETTERS_MIN;
    (long && near(prefix, [other_prefix]).is_some()).then_some(Likeness::Near)
}

/// Hashes of a word, and of what is left of it without each of its letters, capitals aside; each once.
fn keys(word: &str) -> Vec<u64> {
    const BASE: u64 = 0x9e37_79b9_7f4a_7c15;
    let letters: Vec<u64> =
        word.chars().map(|sign| sign.to_lowercase().next().unwrap_or(sign).into()).collect();
    let mut before = vec![0u64];
    for letter in &letters {
        before.push(before.last().unwrap_or(&0).wrapping_mul(BASE).wrapping_add(*letter));
    }
    let mut keys: Vec<u64> = before.last().copied().into_iter().collect();
    // From the end on: what stands behind a letter, and the power of `BASE` that moves what stands before it.
    let (mut behind, mut power) = (0u64, 1u64);
    for (letter, before) in letters.iter().rev().zip(before.iter().rev().skip(1)) {
        keys.push(before.wrapping_mul(power).wrapping_add(behind));
        behind = behind.wrapping_add(letter.wrapping_mul(power));
        power = power.wrapping_mul(BASE);
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{document, snapshot, solve};

    fn meant_in(game: &Game) -> Vec<(String, String)> {
        let undeclared = game.nodes().filter(|node| game.is_undeclared(*node)).collect();
        let mut told: Vec<_> =
            meant(game, &undeclared).into_iter().map(|(node, meant)| (game.name(node), meant)).collect();
        told.sort();
        told
    }

    fn told(declared: &str, used: &str) -> Vec<(String, String)> {
        let file = snapshot(&format!("game dag\n{declared} -> end\nstones {used}\n"));
        meant_in(file.game_at(0).unwrap())
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, meant)| ((*name).to_owned(), (*meant).to_owned())).collect()
    }

    #[test]
    fn one_letter_off_other_capitals_or_other_zeros() {
        for used in ["stonex", "tone", "stne", "stonee", "sotne", "Xstone", "stome"] {
            assert_eq!(told("stone", used), pairs(&[(used, "stone")]));
        }
        assert_eq!(
            told("Stone a07", "stone a7 A07"),
            pairs(&[("A07", "a07"), ("a7", "a07"), ("stone", "Stone")])
        );
        // Two letters off, other numbers, and words of two letters.
        assert_eq!(told("stone v1 ab", "stnoex v2 ac tsoen"), []);
        assert_eq!(told("stone7", "stoen7 stoen8"), pairs(&[("stoen7", "stone7")]));
        assert_eq!(
            told("\"\u{c9}t\u{e9}x\"", "\"\u{e9}t\u{e9}x\""),
            pairs(&[("\u{e9}t\u{e9}x", "\u{c9}t\u{e9}x")])
        );
    }

    #[test]
    fn of_several_it_is_the_same_whatever_was_typed_before() {
        assert_eq!(told("goal gaal", "gaol"), pairs(&[("gaol", "gaal")]));
        let mut edited = document("game dag\ngoal -> end\nstones gaol\n");
        edited.edit(9..9, "gaal -> end\n");
        solve(&mut edited);
        assert_eq!(meant_in(edited.snapshot().game_at(0).unwrap()), pairs(&[("gaol", "gaal")]));
        // What differs in capitals only comes before what comes first by its name.
        assert_eq!(told("goaL aoal", "goal"), pairs(&[("goal", "goaL")]));
    }

    #[test]
    fn where_too_many_are_alike_nothing_is_told() {
        let declared: String =
            (0..400u32).map(|i| format!("xy{} ", char::from_u32(0x4e00 + i).unwrap())).collect();
        let used: String =
            (0..600u32).map(|i| format!("xy{} ", char::from_u32(0x5e00 + i).unwrap())).collect();
        assert_eq!(told(&declared, &used), []);
        assert_eq!(told(&declared, "xy\u{5e00}"), pairs(&[("xy\u{5e00}", "xy\u{4e00}")]));
    }

    /// Each name is compared with those that it may be, not with all: twice as many names are twice as many pairs.
    #[test]
    fn names_are_compared_with_few_others() {
        let pairs = |count: usize| {
            let mut names = Names::default();
            (0..count).for_each(|number| names.add(format!("stnoe{number}x")));
            for number in 0..count {
                assert_eq!(names.compare(&format!("stone{number}x")), Some(()));
            }
            assert!(names.best.iter().all(Option::is_some));
            names.pairs
        };
        let (some, twice) = (pairs(2_000), pairs(4_000));
        assert!(twice <= 3 * some && twice < 40 * 4_000, "{some} {twice}");
    }
}
