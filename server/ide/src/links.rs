//! Judges' problems that titles and comments name, and where they stand on the web.

use crate::Place;
use crate::naming::title;
use sgg_model::{Mask, Snapshot};
use sgg_syntax::Span;
use std::ops::Range;

/// A problem's name and its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// `UVa 11927`
    pub place: Place,
    /// Its page.
    pub address: String,
    /// `UVa 11927 at onlinejudge.org`
    pub tooltip: String,
}

/// A file has so many links at most.
const LINKS_MAX: usize = 1_000;
/// So many of its lines are looked at.
const LINES_MAX: usize = 100_000;

/// A judge, and how its problems are found.
struct Judge {
    /// What it is called by, in small letters.
    words: &'static [&'static str],
    host: &'static str,
    /// Reads a problem's id at the start of a text: how long it is, and its page.
    page: fn(&str) -> Option<(usize, String)>,
}

const JUDGES: &[Judge] = &[
    Judge { words: &["uva"], host: "onlinejudge.org", page: uva },
    Judge { words: &["hdu", "hdoj"], host: "acm.hdu.edu.cn", page: hdu },
    Judge { words: &["poj"], host: "poj.org", page: poj },
    Judge { words: &["codeforces", "cf"], host: "codeforces.com", page: codeforces },
    Judge { words: &["aoj", "aizu"], host: "onlinejudge.u-aizu.ac.jp", page: aizu },
];

/// The links of a file, in the order of the text.
pub fn document_links(snapshot: &Snapshot, stopped: &dyn Fn() -> bool) -> Vec<Link> {
    let mut lines = commented(snapshot);
    let headers = snapshot.text.lines.select(0..snapshot.text.lines.len(), Mask::HEADER);
    lines.extend(headers.take(LINES_MAX).map(|(number, _)| number));
    lines.sort_unstable();
    lines.dedup();
    let links = lines.into_iter().take_while(|_| !stopped()).flat_map(|line| of_line(snapshot, line));
    links.take(LINKS_MAX).collect()
}

/// The lines with a `#`, without a look at the others.
fn commented(snapshot: &Snapshot) -> Vec<usize> {
    let mut found = Vec::new();
    let rope = &snapshot.text.rope;
    let (chunks, mut start, _, _) = rope.chunks_at_byte(0);
    for chunk in chunks {
        for (at, _) in chunk.match_indices('#') {
            let line = rope.byte_to_line(start + at);
            if found.last() != Some(&line) {
                found.push(line);
            }
            if found.len() >= LINES_MAX {
                return found;
            }
        }
        start += chunk.len();
    }
    found
}

fn of_line(snapshot: &Snapshot, line: usize) -> Vec<Link> {
    let (text, read) = snapshot.text.parse(line);
    let titles = title(&read).map(|title| title.span);
    let mut links = Vec::new();
    for span in titles.into_iter().chain(read.comment) {
        links.extend(problems(span.text(&text)).into_iter().map(|(range, address, tooltip)| {
            let at = |byte: usize| span.start + u32::try_from(byte).unwrap_or(0);
            let place = Place { line, span: Span { start: at(range.start), end: at(range.end) } };
            Link { place, address, tooltip }
        }));
    }
    links
}

/// The problems that a text names: `UVa 11927`, `POJ2425`, `Codeforces 1149E`, `AOJ GRL_1_A`.
fn problems(text: &str) -> Vec<(Range<usize>, String, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(|sign: char| sign.is_ascii_alphabetic()))
    {
        let start = at + start;
        let rest = text.get(start..).unwrap_or("");
        let letters = rest.find(|sign: char| !sign.is_ascii_alphabetic()).unwrap_or(rest.len());
        let parted = !text.get(..start).unwrap_or("").ends_with(is_word_sign);
        match problem(rest, letters).filter(|_| parted) {
            Some((length, judge, address)) => {
                let name = rest.get(..length).unwrap_or("");
                found.push((start..start + length, address, format!("{name} at {}", judge.host)));
                at = start + length;
            }
            None => at = start + letters,
        }
    }
    found
}

fn is_word_sign(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | '-' | '/' | '.')
}

/// A problem at the start of a text, whose first word has so many letters.
fn problem(text: &str, letters: usize) -> Option<(usize, &'static Judge, String)> {
    let word = text.get(..letters)?.to_ascii_lowercase();
    let judge = JUDGES.iter().find(|judge| judge.words.contains(&word.as_str()))?;
    let behind = text.get(letters..)?;
    let id = behind.trim_start_matches([' ', '-', ':', '#']);
    let gap = behind.len() - id.len();
    if gap > 2 {
        return None;
    }
    let (length, address) = (judge.page)(id)?;
    // `HDU 15240k` is no problem.
    let ends = !id.get(length..)?.starts_with(|sign: char| sign.is_alphanumeric() || sign == '_');
    ends.then_some((letters + gap + length, judge, address))
}

/// A number of so many digits at the start of a text.
fn number(text: &str, digits: Range<usize>) -> Option<&str> {
    let length = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
    let number = text.get(..length)?;
    (digits.contains(&length) && !number.starts_with('0')).then_some(number)
}

fn uva(text: &str) -> Option<(usize, String)> {
    let id = number(text, 3..6)?;
    let volume = id.get(..id.len() - 2)?;
    Some((id.len(), format!("https://onlinejudge.org/external/{volume}/{id}.pdf")))
}

fn hdu(text: &str) -> Option<(usize, String)> {
    let id = number(text, 4..5)?;
    Some((id.len(), format!("https://acm.hdu.edu.cn/showproblem.php?pid={id}")))
}

fn poj(text: &str) -> Option<(usize, String)> {
    let id = number(text, 4..5)?;
    Some((id.len(), format!("http://poj.org/problem?id={id}")))
}

/// `1149E`, `1149 E`, `1149/E`, `1149E1`
fn codeforces(text: &str) -> Option<(usize, String)> {
    let contest = number(text, 1..5)?;
    let rest = text.get(contest.len()..)?;
    let index = rest.strip_prefix([' ', '/']).unwrap_or(rest);
    let letter = index.chars().next().filter(char::is_ascii_uppercase)?;
    let digit = index.chars().nth(1).filter(char::is_ascii_digit).map_or(String::new(), String::from);
    let length = text.len() - index.len() + 1 + digit.len();
    Some((length, format!("https://codeforces.com/problemset/problem/{contest}/{letter}{digit}")))
}

/// `2315`, `0033`, `GRL_1_A`
fn aizu(text: &str) -> Option<(usize, String)> {
    let length = text.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').unwrap_or(text.len());
    let id = text.get(..length)?;
    let numbered = length == 4 && id.bytes().all(|sign| sign.is_ascii_digit());
    let course = id.contains('_')
        && id.split('_').count() == 3
        && id.bytes().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit() || sign == b'_');
    (numbered || course).then(|| (length, format!("https://onlinejudge.u-aizu.ac.jp/problems/{id}")))
}

#[cfg(test)]
mod tests {
    use super::problems;

    #[test]
    fn every_judge_has_its_page() {
        for (text, address) in [
            ("UVa 11927", "https://onlinejudge.org/external/119/11927.pdf"),
            ("uva12163", "https://onlinejudge.org/external/121/12163.pdf"),
            ("UVA-100", "https://onlinejudge.org/external/1/100.pdf"),
            ("HDU 1524", "https://acm.hdu.edu.cn/showproblem.php?pid=1524"),
            ("POJ 2425", "http://poj.org/problem?id=2425"),
            ("poj #3710", "http://poj.org/problem?id=3710"),
            ("Codeforces 1149E", "https://codeforces.com/problemset/problem/1149/E"),
            ("CF 1110G", "https://codeforces.com/problemset/problem/1110/G"),
            ("CF1383 F1", "https://codeforces.com/problemset/problem/1383/F1"),
            ("AOJ 2315", "https://onlinejudge.u-aizu.ac.jp/problems/2315"),
            ("Aizu 0033", "https://onlinejudge.u-aizu.ac.jp/problems/0033"),
            ("AOJ GRL_1_A", "https://onlinejudge.u-aizu.ac.jp/problems/GRL_1_A"),
        ] {
            let found = problems(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!((found[0].0.clone(), found[0].1.as_str()), (0..text.len(), address));
        }
    }

    #[test]
    fn what_only_looks_like_a_problem_is_none() {
        for text in [
            "UVa",
            "UVa 12",
            "UVa 123456",
            "xUVa 11927",
            "HDU 152",
            "HDU 15240",
            "HDU 1524k",
            "POJ   3710",
            "Codeforces 1149",
            "Codeforces 1149e",
            "CF 1149EX",
            "AOJ 12",
            "AOJ grl_1_a",
            "http://x/poj-2425",
            "UVa é",
            "poj",
        ] {
            assert!(problems(text).is_empty(), "{text}: {:?}", problems(text));
        }
    }

    #[test]
    fn several_in_one_text() {
        let text = "HDU 1524 = POJ 2425, as (UVa 11927)";
        let found: Vec<&str> = problems(text).into_iter().map(|(range, ..)| &text[range]).collect();
        assert_eq!(found, ["HDU 1524", "POJ 2425", "UVa 11927"]);
    }
}
