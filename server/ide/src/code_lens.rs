//! Who wins, above each `game` and `round` line.

use crate::verdict::verdict;
use crate::{Config, Place};
use sgg_model::{Mask, Snapshot};
use sgg_syntax::{Line, Span, Statement};
use std::ops::Range;

/// A line of words above a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The header's keyword.
    pub place: Place,
    /// `Second wins · 3 ⊕ 1 ⊕ 2 = 0 · as expected`
    pub text: String,
    /// Something else than what holds is expected: what holds can be written.
    pub failed: bool,
}

/// The lenses of some lines, in the order of the text.
pub fn code_lenses(snapshot: &Snapshot, lines: Range<usize>, config: &Config) -> Vec<Lens> {
    let headers = snapshot.text.lines.select(lines, Mask::HEADER);
    headers.filter_map(|(number, _)| lens(snapshot, number, config)).collect()
}

fn lens(snapshot: &Snapshot, number: usize, config: &Config) -> Option<Lens> {
    let verdict = verdict(snapshot, number, config)?;
    let (_, line) = snapshot.text.parse(number);
    let place = Place { line: number, span: keyword(&line)? };
    Some(Lens { place, text: verdict.text, failed: verdict.failed })
}

fn keyword(line: &Line) -> Option<Span> {
    match &line.statement {
        Statement::Game(header) => Some(header.keyword),
        Statement::Round(header) => Some(header.keyword),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pace;
    use crate::testing::{document, snapshot, solve};
    use sgg_model::Document;

    fn lenses(text: &str) -> Vec<String> {
        texts(&snapshot(text))
    }

    fn texts(snapshot: &Snapshot) -> Vec<String> {
        let all = 0..snapshot.text.lines.len();
        code_lenses(snapshot, all, &Config::default()).into_iter().map(|lens| lens.text).collect()
    }

    // UVa 11927, sample 2.
    const GRAPH: &str = "0 -> 1 2 4\n2 -> 3\n4 -> 3 5\n5 -> 6\n";

    #[test]
    fn who_wins_and_why() {
        let text = format!("game dag\n{GRAPH}stones 4 2 0\nexpect second");
        assert_eq!(lenses(&text), ["Second wins · 2 ⊕ 1 ⊕ 3 = 0 · as expected"]);
        let text = format!("game dag\n{GRAPH}stones 0=2 4=3 3");
        assert_eq!(lenses(&text), ["First wins · 2 ⊕ 0 = 2"]);
        let text = format!("game dag\n{GRAPH}stones 0=2");
        assert_eq!(lenses(&text), ["Second wins · value 0"]);
        let text = format!("game dag\n{GRAPH}stones *");
        assert_eq!(lenses(&text), ["First wins · 3 ⊕ 0 ⊕ 1 ⊕ 2 ⊕ 0 ⊕ 1 ⊕ 0 = 1"]);
    }

    #[test]
    fn a_long_sum_is_only_its_value() {
        // Nine sinks and a node above one of them.
        assert_eq!(lenses("game dag\nnodes 1..9 x\nx -> 1\nstones *"), ["First wins · value 1"]);
        assert_eq!(lenses("game dag\nnodes 1..99\nstones *"), ["Second wins · value 0"]);
    }

    #[test]
    fn what_fails_can_be_accepted() {
        let text = "game dag\na -> b\nstones a\nexpect second\nexpect value 3";
        let lens = code_lenses(&snapshot(text), 0..1, &Config::default());
        let [lens] = lens.as_slice() else { panic!("{lens:?}") };
        assert_eq!(lens.text, "First wins · value 1 · expected second");
        assert!(lens.failed);
        assert_eq!(lens.place, Place { line: 0, span: Span { start: 0, end: 4 } });
        assert_eq!(
            lenses("game dag\na -> b\nstones a\nexpect first\nexpect value 3"),
            ["First wins · value 1 · expected value 3"]
        );
    }

    #[test]
    fn values_of_nodes_may_be_expected_too() {
        assert_eq!(lenses("game dag\na -> b\nexpect sg a=1 *=0"), ["no stones · as expected"]);
        assert_eq!(lenses("game dag\na -> b\nexpect sg a=2 b=1"), ["no stones · 2 values not as expected"]);
        assert_eq!(
            lenses("game dag\na -> b\nstones a\nexpect first\nexpect sg a=2"),
            ["First wins · value 1 · 1 value not as expected"]
        );
        assert_eq!(lenses("game dag\na -> a\nexpect sg a=1"), ["no stones"]);
        assert_eq!(
            lenses("game dag\na -> b\nexpect sg a=2\nround\nstones a")[0],
            "1 round · 1 value not as expected"
        );
    }

    #[test]
    fn nothing_to_move() {
        assert_eq!(lenses("game dag\na -> b"), ["no stones"]);
        assert_eq!(lenses("game dag\na -> b\nexpect second"), ["Second wins · no stones · as expected"]);
        assert_eq!(lenses("game dag\na -> b\nstones a=0"), ["Second wins · no stones"]);
        assert_eq!(lenses("game hackenbush"), ["no edges"]);
    }

    // A path of two edges on the ground is worth 2 (colon principle).
    #[test]
    fn an_old_verdict_is_not_told_of_what_is_gone() {
        let mut document = document("game hackenbush\nground a\na -- b -- c\nexpect first");
        let edges = "game hackenbush\nground a\n".len();
        document.edit(edges..edges + "a -- b -- c".len(), "x -- ,");
        solve(&mut document);
        let lens = code_lenses(document.snapshot(), 0..1, &Config::default());
        assert_eq!(lens[0].text, "First wins · value 2 · as expected · stale");
    }

    #[test]
    fn loopy_values_add_up_too() {
        // Ducks on a pond with two banks: top 0, hill 1, both banks inf{1}.
        let pond = "game loopy\nnorth -> south\nsouth -> north\nnorth south -> hill\nhill -> top\n";
        assert_eq!(lenses(&format!("{pond}stones north")), ["Draw · value inf{1}"]);
        assert_eq!(lenses(&format!("{pond}stones hill north")), ["First wins · 1 ⊕ inf{1} = inf{0}"]);
        assert_eq!(lenses(&format!("{pond}stones north=2")), ["Draw · inf{1} ⊕ inf{1} = inf{}"]);
        assert_eq!(lenses(&format!("{pond}stones north=9")), ["Draw · value inf{}"]);
        assert_eq!(lenses(&format!("{pond}stones hill top=2")), ["First wins · value 1"]);
    }

    #[test]
    fn great_numbers_are_exact() {
        // Node i is over all before it and K is large: its value is 2^(i-1).
        let rows: String = (1..=65).map(|i| format!("v{i} -> v0..v{}\n", i - 1)).collect();
        let text = format!("game addsub\n{rows}k *=99\nstones v65 v2");
        assert_eq!(lenses(&text), ["First wins · 2^64 ⊕ 2 = 2^64 + 2"]);
    }

    #[test]
    fn a_cycle_is_named_where_it_hides_the_verdict() {
        let graph = "game dag\na -> b -> c -> b\nx -> y\n";
        assert_eq!(lenses(&format!("{graph}stones a x")), ["cycle: 3 nodes have no value"]);
        assert_eq!(lenses(&format!("{graph}stones b=2")), ["cycle: 3 nodes have no value"]);
        assert_eq!(lenses(&format!("{graph}stones x")), ["First wins · value 1"]);
        assert_eq!(lenses("game dag\na -> a\nstones a"), ["cycle: 1 node has no value"]);
        let many: String = (0..2000).map(|i| format!("n{i} -> n{}\n", i + 1)).collect();
        let text = format!("game dag\n{many}n2000 -> n1990\nstones n0");
        assert_eq!(lenses(&text), ["cycle: many nodes have no value"]);
    }

    #[test]
    fn missing_k() {
        assert_eq!(lenses("game addsub\na -> b -> c\nk a=2\nstones a"), ["no K-value at b"]);
        assert_eq!(lenses("game addsub\na -> b\nk a=2 a=1\nstones a"), ["conflicting K-values at a"]);
    }

    #[test]
    fn a_line_that_blocks_is_named() {
        assert_eq!(lenses("game dag\na -> b\na b\nstones a"), ["no values: line 3 can't be read"]);
        assert_eq!(lenses("game dag\na -- b\nstones a"), ["no values: line 2 can't be used"]);
        assert_eq!(lenses("game dag\nnodes a\na -> b\nstones a"), ["no values: `b` is not declared"]);
        assert_eq!(lenses("game dag\na -> b\nstones a x"), ["no verdict: `x` is not declared"]);
        assert_eq!(lenses("game dag\na -> b\nstones a;"), ["no verdict: line 3 can't be read"]);
        assert_eq!(lenses("game hackenbush\na -- b"), ["no values: no `ground`"]);
        assert_eq!(
            lenses("game dag\na b\nround\nstones a"),
            ["1 round · no values: line 2 can't be read", "no values: line 2 can't be read"]
        );
        assert_eq!(
            lenses("game dag\na -> b\nstones a=9223372036854775807 a"),
            ["no verdict: too many stones on `a`"]
        );
    }

    #[test]
    fn games_beyond_a_limit() {
        assert_eq!(
            lenses("game dag\na -> b\n0..4095 -> 5000..9095"),
            ["no values: more than 16777216 edges"]
        );
    }

    #[test]
    fn never_silent_while_solving() {
        let document = Document::open("game dag\na -> b\nstones a");
        assert_eq!(texts(document.snapshot()), ["solving…"]);
        let paced = |document: &Document, pace| {
            let config = Config { pace, ..Config::default() };
            code_lenses(document.snapshot(), 0..1, &config).remove(0)
        };
        assert_eq!(paced(&document, Pace::Going(Some(40))).text, "solving… 40 %");
        assert_eq!(paced(&document, Pace::Held).text, "not solved");

        let mut document = crate::testing::document("game dag\na -> b\nstones a\nexpect second");
        assert_eq!(paced(&document, Pace::Held).text, "First wins · value 1 · expected second");
        document.edit(0..0, "# a comment\n");
        let end = document.snapshot().text.rope.len_bytes();
        document.edit(end - 6..end, "first");
        let config = Config { pace: Pace::Held, ..Config::default() };
        let lens = code_lenses(document.snapshot(), 0..2, &config).remove(0);
        assert_eq!((lens.text.as_str(), lens.failed), ("First wins · value 1 · stale", false));
    }

    #[test]
    fn the_last_verdict_stays_while_a_line_is_typed() {
        let mut document = document("game dag\na -> b\nstones a\nexpect first");
        let end = document.snapshot().text.rope.len_bytes();
        document.edit(end..end, "\nb c");
        assert_eq!(texts(document.snapshot()), ["First wins · value 1 · as expected · stale"]);
        solve(&mut document);
        assert_eq!(texts(document.snapshot()), ["First wins · value 1 · as expected · stale"]);
        document.edit(end + 2..end + 2, " ->");
        assert_eq!(texts(document.snapshot()), ["First wins · value 1 · as expected · solving…"]);
        solve(&mut document);
        // a -> b -> c: mex{1} = 0.
        assert_eq!(texts(document.snapshot()), ["Second wins · value 0 · expected first"]);
    }

    #[test]
    fn the_line_that_blocks_is_named_while_stones_are_typed() {
        let mut document = document("game dag\na -> b\nb c ->\nstones a\n");
        document.edit(20..20, ",");
        solve(&mut document);
        assert_eq!(texts(document.snapshot()), ["First wins · value 1 · stale"]);
        document.edit(32..32, " b=");
        solve(&mut document);
        assert_eq!(texts(document.snapshot()), ["no verdict: line 4 can't be read · stale"]);
        document.edit(35..35, "2");
        solve(&mut document);
        assert_eq!(texts(document.snapshot()), ["no verdict: line 3 can't be read · stale"]);
    }

    #[test]
    fn no_lens_where_there_is_no_position() {
        assert_eq!(lenses("game chess\nround"), [""; 0]);
        assert_eq!(lenses("a -> b\nround"), [""; 0]);
        assert_eq!(lenses("game cactus\nround"), ["no edges"]);
    }

    #[test]
    fn plain_ascii() {
        let text = format!("game dag\n{GRAPH}stones 4 2 0\nexpect second");
        let config = Config { ascii: true, ..Config::default() };
        let lens = code_lenses(&snapshot(&text), 0..1, &config);
        assert_eq!(lens[0].text, "Second wins; 2 xor 1 xor 3 = 0; as expected");
        let document = Document::open("game dag");
        assert_eq!(code_lenses(document.snapshot(), 0..1, &config)[0].text, "solving...");
    }
}
