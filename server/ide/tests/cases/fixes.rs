//! Every fix of every text that the tests know does what it says.

use crate::outputs::Input;
use crate::suite::{Block, blocks};
use crate::{root, suites};
use sgg_ide::{
    Code, Diagnostic, End, Fix, Severity, apply_edits, diagnostics, diagnostics_in, fix_all_safe, fix_rounds,
};
use sgg_model::Snapshot;
use std::sync::atomic::AtomicBool;

/// All texts, each with a name.
pub(crate) fn texts() -> Vec<(String, Block)> {
    let mut texts = Vec::new();
    for suite in suites() {
        texts.extend(suite.cases.into_iter().map(|case| (case.name, case.input)));
    }
    let reference = std::fs::read_to_string(root().join("grammar/reference.md")).unwrap();
    let inputs = blocks(&reference).into_iter().filter(|(_, block)| block.mark.starts_with("sgg"));
    texts.extend(inputs.map(|(heading, block)| (format!("reference: {heading}"), block)));
    for folder in ["tests/cases/format", "grammar/examples", "tests/judge/traps"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "sgg") {
                let text = std::fs::read_to_string(&path).unwrap();
                texts.push((path.display().to_string(), Block { mark: "sgg".to_owned(), text, lines: 0..0 }));
            }
        }
    }
    texts
}

fn told(input: &Input) -> Vec<Diagnostic> {
    diagnostics(&input.snapshot, &input.config, usize::MAX).list
}

/// Errors that a fix must not bring: an expectation that could not be tested before may well fail afterwards.
fn errors(told: &[Diagnostic]) -> usize {
    let counts = |one: &&Diagnostic| one.severity == Severity::Error && one.code != Code::ExpectFailed;
    told.iter().filter(counts).count()
}

/// Codes that a line has by itself.
const OF_LINES: [Code; 6] =
    [Code::Syntax, Code::UnknownKeyword, Code::WrongEdge, Code::Misplaced, Code::Limit, Code::OutsideGame];

fn errors_of_lines(told: &[Diagnostic]) -> usize {
    told.iter().filter(|one| one.severity == Severity::Error && OF_LINES.contains(&one.code)).count()
}

fn count(told: &[Diagnostic], same: &Diagnostic) -> usize {
    told.iter().filter(|other| (other.code, &other.message) == (same.code, &same.message)).count()
}

fn check(
    name: &str,
    input: &Input,
    before: &[Diagnostic],
    diagnostic: &Diagnostic,
    fix: &Fix,
) -> Result<(), String> {
    let text = &input.snapshot.text;
    let told_of =
        || format!("{name}: {}: {}\n  fix: {}", diagnostic.code.as_str(), diagnostic.message, fix.title);
    let ranges: Vec<_> = fix.edits.iter().map(|edit| edit.resolve(text).0).collect();
    if fix.edits.is_empty() || ranges.windows(2).any(|pair| pair[0].end > pair[1].start) {
        return Err(format!("{}\n  edits overlap or are none: {ranges:?}", told_of()));
    }
    let new = apply_edits(text, &fix.edits);
    let after = told(&input.after(&new));
    if count(&after, diagnostic) >= count(before, diagnostic) {
        return Err(format!("{}\n  it is still there in\n{new}", told_of()));
    }
    // These say that the lines below are not looked at: what is wrong there comes to light.
    let hides_lines = matches!(diagnostic.code, Code::UnknownKind | Code::OutsideGame);
    // While a graph line can't be read nothing is said of what may be missing; when it can, it may close a cycle.
    // And nothing hangs on a ground that is not there.
    let hides_graph = OF_LINES.contains(&diagnostic.code) || diagnostic.code == Code::NoGround;
    let counted = |told: &[Diagnostic]| if hides_graph { errors_of_lines(told) } else { errors(told) };
    if counted(&after) > counted(before) && !hides_lines {
        let new_ones: Vec<&str> =
            after.iter().filter(|one| count(before, one) == 0).map(|one| one.message.as_str()).collect();
        return Err(format!("{}\n  new errors {new_ones:#?} in\n{new}", told_of()));
    }
    Ok(())
}

/// What is wrong with the fixes of a text.
pub(crate) fn wrong(name: &str, input: &Input) -> Vec<String> {
    let before = told(input);
    let fixes =
        before.iter().flat_map(|diagnostic| diagnostic.fixes.iter().map(move |fix| (diagnostic, fix)));
    fixes.filter_map(|(diagnostic, fix)| check(name, input, &before, diagnostic, fix).err()).collect()
}

/// All places stand in the text.
pub(crate) fn assert_within(snapshot: &Snapshot, one: &Diagnostic) {
    let edits = one.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.place);
    for place in one.related.iter().map(|related| related.place).chain([one.place]).chain(edits) {
        let line = snapshot.text.line(place.line);
        let span = place.span.start as usize..place.span.end as usize;
        assert!(line.get(span).is_some(), "{one:?} in\n{}", snapshot.text.rope);
    }
}

#[test]
fn every_fix_mends_its_diagnostic_and_adds_no_error() {
    let wrong: Vec<String> =
        texts().into_iter().flat_map(|(name, block)| wrong(&name, &Input::new(&block))).collect();
    assert!(wrong.is_empty(), "{} fixes\n\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn safe_fixes_come_to_an_end_and_leave_none() {
    for (name, block) in texts() {
        let input = Input::new(&block);
        let fixed = input.fixed_safe();
        let after = input.after(&fixed);
        let left = told(&after);
        assert!(left.iter().all(|one| one.fixes.iter().all(|fix| !fix.safe)), "{name}");
        assert!(errors(&left) <= errors(&told(&input)), "{name}");
    }
}

/// An editor is given all rounds as edits of the text that it has.
#[test]
fn safe_fixes_come_as_edits_of_one_text() {
    let more = "game dag\n  a -> b, c # x\n  a → b\n  a -> d#1\n  a → d; a → e";
    let last = "game dag\n  a -> b c # x\n  a -> d#1\n  a -> d\n  a -> e";
    let more = Block { mark: "sgg".to_owned(), text: more.to_owned(), lines: 0..0 };
    assert_eq!(Input::new(&more).fixed_safe(), last);
    let more = [("more".to_owned(), more)];
    let never = AtomicBool::new(false);
    for (name, block) in texts().into_iter().chain(more) {
        for end in ["\n", "\r\n"] {
            let text = block.text.replace('\n', end);
            let input = Input::new(&Block { text, ..block.clone() });
            let edits = fix_all_safe(&input.snapshot, &input.config, input.budget, &never).edits;
            assert_eq!(apply_edits(&input.snapshot.text, &edits), input.fixed_safe(), "{name}");
            assert!(edits.is_sorted_by_key(|edit| edit.place), "{name}");
        }
    }
}

/// With more for each node the hard game would take all the steps behind the first round.
#[test]
fn safe_fixes_keep_to_the_budget_for_a_node() {
    let rows: String = (1..45).map(|i| format!("  v{i} -> v0..v{}\n", i - 1)).collect();
    let hard = format!("game addsub\n{rows}  k *=9\n");
    let text = format!("{hard}  a -> b, c\n  a → b\n");
    let input = Input::new(&Block { mark: "sgg budget=1000".to_owned(), text, lines: 0..0 });
    let edits = fix_all_safe(&input.snapshot, &input.config, input.budget, &AtomicBool::new(false)).edits;
    let mended = format!("{hard}  a -> b c\n");
    assert_eq!(apply_edits(&input.snapshot.text, &edits), mended);
    assert_eq!(input.fixed_safe(), mended);
}

/// What is left to look for is told of: the values behind the first round are not known.
#[test]
fn safe_fixes_say_where_they_did_not_come_to_an_end() {
    let rows: String = (1..45).map(|i| format!("  v{i} -> v0..v{}\n", i - 1)).collect();
    let text = format!("game addsub\n{rows}  k *=9\n  a -> b, c\n");
    let input = Input::new(&Block { mark: "sgg budget=1000".to_owned(), text, lines: 0..0 });
    let end = |budget| fix_all_safe(&input.snapshot, &input.config, budget, &AtomicBool::new(false)).end;
    assert_eq!((end(1000), end(u64::MAX)), (End::Done, End::Unfinished));
}

fn rounds(text: &str) -> (usize, String) {
    let input = Input::new(&Block { mark: "sgg".to_owned(), text: text.to_owned(), lines: 0..0 });
    let (mut rounds, mut text) = (0, text.to_owned());
    let end = fix_rounds(input.snapshot.clone(), &input.config, &|| false, |snapshot, round| {
        rounds += 1;
        text = apply_edits(&snapshot.text, &round.edits);
        Some(input.after(&text).snapshot)
    });
    assert_eq!(end, End::Done);
    (rounds, text)
}

/// However many copies a line has, they go in a few rounds.
#[test]
fn all_copies_in_a_line_go_together() {
    let many = |count| "b ".repeat(count);
    for count in [10, 100, 5_000] {
        let (found, text) = rounds(&format!("game dag\na -> {}\n", many(count)));
        assert_eq!((found, text.as_str()), (1, "game dag\na -> b \n"), "{count}");
        let (found, text) = rounds(&format!("game dag\n{}-> a\n", many(count)));
        assert_eq!((found, text.as_str()), (1, "game dag\nb -> a\n"), "{count}");
        let chain = format!("game loopy\na -> b -> a\nc {}-> d\n", "-> a -> b ".repeat(count));
        let (found, text) = rounds(&chain);
        assert_eq!(text, "game loopy\na -> b -> a\nc -> a\nb -> d\n", "{count}");
        assert!(found <= 3, "{count}: {found}");
    }
    // All but one: two of the first nodes cannot go together.
    let (found, text) = rounds(&format!("game dag\na -> b\na -> {}c\n", many(99)));
    assert_eq!((found, text.as_str()), (2, "game dag\na -> b\na -> c\n"));
    let (found, text) = rounds("game dag\na -> b -> c -> d -> e\nx -> b -> c -> d -> y\n");
    assert_eq!((found, text.as_str()), (2, "game dag\na -> b -> c -> d -> e\nx -> b\nd -> y\n"));
    let (found, text) = rounds("game dag\na -> b -> c -> d -> e\nx -> a -> b -> c -> d -> e -> y\n");
    assert_eq!((found, text.as_str()), (2, "game dag\na -> b -> c -> d -> e\nx -> a\ne -> y\n"));
    let (found, _) = rounds(&format!("game dag\n{}", "a -> b c\n".repeat(3_000)));
    assert_eq!(found, 1);
    let all: String = (0..5_000).map(|i| format!("a{i} -> b{i}\n")).collect();
    assert_eq!(rounds(&format!("game dag\n{all}{all}")), (1, format!("game dag\n{all}")));
}

/// A line is told of as a whole where it says nothing new, however many arcs it says.
#[test]
fn copies_in_a_line_are_counted() {
    let messages = |text: &str| -> Vec<String> {
        let input = Input::new(&Block { mark: "sgg".to_owned(), text: text.to_owned(), lines: 0..0 });
        told(&input).into_iter().map(|one| one.message).collect()
    };
    let all = "all arcs of this line are said before: saying them again changes nothing";
    assert_eq!(messages("game dag\n0..99 -> x\n0..99 -> x\n"), [all]);
    let some = "`0 -> x` and 99 more arcs are said before: saying them again changes nothing";
    assert_eq!(messages("game dag\n0..99 -> x\n0..100 -> x\n"), [some]);
    let least = "`0 -> x` and at least 1999 more arcs are said before: saying them again changes nothing";
    assert_eq!(messages("game dag\n0..4999 -> x\n0..4999 -> x\n"), [least]);
}

/// An arc is cut out of a line without reading what is left of it: a single node before an arrow is no keyword.
#[test]
fn what_is_left_of_a_line_is_readable() {
    for keyword in sgg_syntax::KEYWORDS {
        let text =
            format!("game loopy\na -> {keyword} -> c\na -> b -> {keyword} -> d\nx -> a -> {keyword} -> y\n");
        let (_, text) = rounds(&text);
        let input = Input::new(&Block { mark: "sgg".to_owned(), text, lines: 0..0 });
        assert!(told(&input).iter().all(|one| one.severity != Severity::Error), "{keyword}");
    }
}

#[test]
fn safe_fixes_stop_when_nobody_wants_them() {
    let text = "game dag\n  a -> b, c\n  a → b\n".to_owned();
    let input = Input::new(&Block { mark: "sgg".to_owned(), text, lines: 0..0 });
    let edits =
        |stop| fix_all_safe(&input.snapshot, &input.config, input.budget, &AtomicBool::new(stop)).edits.len();
    assert_eq!((edits(true), edits(false)), (0, 2));
}

#[test]
fn places_are_within_their_lines_and_in_order() {
    for (name, block) in texts() {
        let input = Input::new(&block);
        let told = told(&input);
        assert!(told.is_sorted_by_key(|one| one.place), "{name}");
        for one in &told {
            assert_within(&input.snapshot, one);
            assert!(!one.message.is_empty() && !one.message.contains('\n'), "{name}: {one:?}");
        }
        let few = diagnostics(&input.snapshot, &input.config, 1);
        assert_eq!(few.list.len(), told.len().min(1), "{name}");
        assert_eq!(few.more > 0, told.len() > 1, "{name}");
        let total = input.snapshot.text.lines.len();
        let by_line =
            (0..total).flat_map(|line| diagnostics_in(&input.snapshot, line..line + 1, &input.config, 100));
        assert_eq!(by_line.collect::<Vec<_>>(), told, "{name}: line by line");
        assert_eq!(diagnostics_in(&input.snapshot, 0..total, &input.config, usize::MAX), told, "{name}");
    }
}

#[test]
fn texts_are_shown() {
    let Some(wanted) = std::env::var_os("SHOW") else { return };
    for (name, block) in texts().into_iter().filter(|(name, _)| name.contains(&*wanted.to_string_lossy())) {
        let input = Input::new(&block);
        println!("=== {name}");
        block.text.lines().enumerate().for_each(|(at, line)| println!("{:3} {line}", at + 1));
        println!("{}", input.output("diagnostics").unwrap());
    }
}
