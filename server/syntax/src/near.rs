//! Which known word was meant by a word that is not known.

/// The candidate that `word` was likely meant to be: one that is equal but for case, else one that is a single
/// edit away (see [`one_edit`]). The first such candidate wins. Equal words are not near.
///
/// One-letter names are all one edit apart: callers that suggest nodes may want to ask longer words only.
pub fn near<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best = None;
    for candidate in candidates {
        if same_but_for_case(word, candidate) {
            return Some(candidate);
        }
        if best.is_none() && one_edit(word, candidate) {
            best = Some(candidate);
        }
    }
    best
}

/// The two words differ, and only in capitals.
pub fn same_but_for_case(left: &str, right: &str) -> bool {
    left != right && fold(left).eq(fold(right))
}

fn fold(word: &str) -> impl Iterator<Item = char> {
    word.chars().flat_map(char::to_lowercase)
}

/// One sign added, dropped or changed, or two neighbours swapped: exactly one of these turns `left` into `right`.
pub fn one_edit(left: &str, right: &str) -> bool {
    let (left, right) = without_common_ends(left, right);
    let (mut left, mut right) = (left.chars(), right.chars());
    let left = [left.next(), left.next(), left.next()];
    let right = [right.next(), right.next(), right.next()];
    match (left, right) {
        ([Some(_), None, _], [None, _, _] | [Some(_), None, _]) | ([None, _, _], [Some(_), None, _]) => true,
        ([Some(a), Some(b), None], [Some(c), Some(d), None]) => a == d && b == c,
        _ => false,
    }
}

fn without_common_ends<'a, 'b>(left: &'a str, right: &'b str) -> (&'a str, &'b str) {
    let front: usize =
        left.chars().zip(right.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (left, right) = (left.get(front..).unwrap_or(""), right.get(front..).unwrap_or(""));
    let back: usize = left
        .chars()
        .rev()
        .zip(right.chars().rev())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len_utf8())
        .sum();
    let cut = |word: &str| word.len() - back;
    (left.get(..cut(left)).unwrap_or(""), right.get(..cut(right)).unwrap_or(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_edit_is_add_drop_change_or_swap() {
        for (left, right) in [
            ("stnoes", "stones"),
            ("stone", "stones"),
            ("stoness", "stones"),
            ("stomes", "stones"),
            ("gmae", "game"),
            ("ame", "game"),
            ("aab", "ab"),
            ("é", "e"),
            ("", "a"),
            ("ab", "ba"),
        ] {
            assert!(one_edit(left, right), "{left} {right}");
            assert!(one_edit(right, left), "{right} {left}");
        }
        for (left, right) in [
            ("stones", "stones"),
            ("", ""),
            ("stnose", "stones"),
            ("abc", "cba"),
            ("a", "bc"),
            ("abcd", "badc"),
        ] {
            assert!(!one_edit(left, right), "{left} {right}");
        }
    }

    #[test]
    fn case_goes_before_an_edit() {
        assert_eq!(near("AB", ["A", "ab"]), Some("ab"));
        assert_eq!(near("Dag", ["dag", "nim"]), Some("dag"));
        assert_eq!(near("dgg", ["dag", "nim"]), Some("dag"));
        assert_eq!(near("dag", ["dag"]), None);
        assert_eq!(near("tree", ["dag", "nim"]), None);
        assert_eq!(near("É1", ["é1"]), Some("é1"));
    }
}
