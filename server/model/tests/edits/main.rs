//! After any sequence of edits everything fresh equals a fresh start on the same text.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::disallowed_methods)]

mod broken;
mod firsts;

use sgg_game::{Meter, NODE_BUDGET_DEFAULT, Node, Progress};
use sgg_model::{Blocker, Document, Game, LineId, Snapshot, State, What, mentions};
use std::sync::atomic::AtomicBool;

/// xorshift64*: the same numbers on every machine.
struct Random {
    state: u64,
    names: &'static [&'static str],
}

impl Random {
    fn new(seed: u64) -> Random {
        let names = [NAMES, FEW_NAMES, LONG_NAMES][(seed % 3) as usize];
        Random { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), names }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        (self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const KINDS: &[&str] = &["dag", "loopy", "addsub", "nim", "cactus", "hackenbush"];
const NAMES: &[&str] = &["a", "b", "c", "d", "1", "2", "3", "4", "v1", "v2", "01", "\"x y\""];
/// Names that are nearly the same, and so few that they meet on cycles and on copies of arcs.
const FEW_NAMES: &[&str] = &["1", "01", "\"1\"", "001", "a"];

/// Names by whose ranks there is no order.
const LONG_NAMES: &[&str] =
    &["n20240101", "n20240102", "n20240103", "n999999999999999998", "n999999999999999999", "a"];

/// As many stones as a node may have.
const MOST: u64 = sgg_model::STONES_MAX;

fn line(random: &mut Random, kind: &str) -> String {
    let name = |random: &mut Random| random.pick(random.names).to_owned();
    let arrow = if matches!(kind, "cactus" | "hackenbush") { "--" } else { "->" };
    let many = |random: &mut Random, behind: &str| {
        let (first, step, start) =
            (random.below(100), 1 + 2 * random.below(5), random.pick(&["w", "word x", "0"]));
        let end = if start == "word x" { "\"" } else { "" };
        let quote = end;
        let names = (0..70).map(|i| format!("{quote}{start}{}{end}{behind}", (first + step * i) % 100));
        names.collect::<Vec<_>>().join(" ")
    };
    match random.below(32) {
        0 => format!("  stones {} {}={}", name(random), name(random), random.below(5)),
        1 => format!("  stones *={} {}", random.below(3), name(random)),
        2 => "  expect first".into(),
        3 => format!("  expect value {}", random.below(4)),
        4 => format!("  expect sg {}={} {}=1", name(random), random.below(3), name(random)),
        5 => "  expect sg *=0".into(),
        6 => format!("  k {}={}", name(random), random.below(4)),
        7 => format!("  k *={}", 1 + random.below(2)),
        8 => format!("  ground {}", name(random)),
        // All or a few: what others mention is not declared then.
        9 => match random.below(2) {
            0 => format!("  nodes {} {} 1..4 a b c d v1 v2", name(random), name(random)),
            _ => format!("  nodes {} {}", name(random), name(random)),
        },
        10 => format!("  1..3 {arrow} {}", name(random)),
        11 => format!("  {} {arrow}", name(random)),
        12 => format!("  {} {arrow} {} {arrow} {}", name(random), name(random), name(random)),
        13 => format!("  {} {} {arrow} {} {}", name(random), name(random), name(random), name(random)),
        14 => "  round \"r\"".into(),
        15 => "  round".into(),
        16 => "# a comment".into(),
        17 => format!("  {} - {}", name(random), name(random)),
        18 => "  stones a=".into(),
        19 => format!("  stones {} {} {}", random.below(3), random.below(3), random.below(3)),
        20 => {
            let (some, others) = (name(random), name(random));
            format!("  stones {some}={MOST} {others}={MOST} {some} {others}")
        }
        21 => format!("  {} {}", random.pick(&["stones", "expect sg", "k"]), many(random, "=2")),
        22 => format!("  {} {}", random.pick(&["nodes", "ground", "stones"]), many(random, "")),
        23 => format!("  {} {arrow} {}", many(random, ""), name(random)),
        24 => format!("  {} {arrow} {}", name(random), many(random, "")),
        _ => format!("  {} {arrow} {}", name(random), name(random)),
    }
}

fn file(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..1 + random.below(3) {
        let kind = random.pick(KINDS);
        text.push_str(&format!("game {kind} \"{}\"\n", random.pick(&["one", "two", "three"])));
        for _ in 0..random.below(14) {
            text.push_str(&line(random, kind));
            text.push_str(random.pick(&["\n", "\n", "\n", "\r\n", "\r"]));
        }
    }
    text
}

fn solved(document: &mut Document) {
    let cancel = AtomicBool::new(false);
    let mut meter = Meter { node_budget: NODE_BUDGET_DEFAULT, left: u64::MAX, cancel: &cancel };
    assert_eq!(document.solve(&mut meter), Progress::Done);
}

/// Everything that may be asked, by names and line numbers: node and line ids depend on the way of the edits.
fn picture(snapshot: &Snapshot, stale: &dyn Fn(usize) -> bool) -> Vec<String> {
    let mut out = vec![format!("{:?}", snapshot.text.lines.problems())];
    let number = |id: LineId| snapshot.text.lines.number(id).unwrap();
    for at in 0..snapshot.text.lines.len() {
        let record = snapshot.text.lines.at(at).unwrap();
        assert_eq!(number(record.id), at);
        let findings = if stale(at) { false } else { record.findings };
        out.push(format!("{at} {:?} {} {findings}", record.class, record.problems));
    }
    let mut doubled: Vec<Vec<usize>> = snapshot
        .doubled_titles()
        .map(|lines| {
            let mut lines: Vec<usize> = lines.iter().map(|id| number(*id)).collect();
            lines.sort_unstable();
            lines
        })
        .collect();
    doubled.sort();
    out.push(format!("{doubled:?}"));
    for game in snapshot.games() {
        let header = number(game.header());
        out.push(format!("game {header} {:?} {}", game.title(), game.kind().name));
        if stale(header) {
            match game.broken_lines() {
                0 => out.extend(picture_without_values(snapshot, game, &number)),
                _ => out.extend(picture_of_lines_that_can_be_read(game, &number)),
            }
            continue;
        }
        let mut nodes: Vec<String> = game
            .nodes()
            .map(|node| {
                let first = game.first_mention(node).map(|m| (number(m.line), m.rank));
                let value = game.value(node);
                let (k, ground, mentions) = (game.k(node), game.is_ground(node), game.mention_count(node));
                let sg = (game.expected_sg(node), game.is_undeclared(node));
                format!("  {} {first:?} {value} {k:?} {ground} {mentions} {sg:?}", game.name(node))
            })
            .collect();
        nodes.sort();
        out.append(&mut nodes);
        out.push(format!("{:?} {:?}", game.state(), game.findings_left()));
        for at in header..snapshot.text.game_end(header) {
            let id = snapshot.text.lines.at(at).unwrap().id;
            if let Some(position) = game.position(id) {
                let blocker = game.position_blocker(&snapshot.text, id);
                let blocker = blocker.map(|blocker| blocker_words(game, blocker));
                let mut failed: Vec<usize> = position.failed().iter().map(|line| number(*line)).collect();
                failed.sort_unstable();
                let mut stones: Vec<(String, u64)> =
                    position.stones(game).map(|(node, amount)| (game.name(node), amount)).collect();
                stones.sort();
                let (title, sum) = (position.title(), position.sum());
                out.push(format!("  position {at} {title:?} {sum:?} {blocker:?} {failed:?} {stones:?}"));
            }
        }
        out.push(format!("{:?}", game.blocker(&snapshot.text).map(|blocker| blocker_words(game, blocker))));
        let over_budget = game.first_of(&snapshot.text, game.board().over_budget().iter().copied());
        out.push(format!("{:?}", over_budget.map(|node| game.name(node))));
        let order: Vec<String> =
            mentions::display_order(&snapshot.text, game).into_iter().map(|node| game.name(node)).collect();
        out.push(format!("  {order:?}"));
        out.extend(game.findings().iter().map(|f| words(game, f.line, &f.what, &number)));
    }
    out
}

/// What of a game whose lines can all be read must be that of a fresh one though its values are from before: a node in
/// it is not declared.
fn picture_without_values(snapshot: &Snapshot, game: &Game, number: &dyn Fn(LineId) -> usize) -> Vec<String> {
    let mut nodes: Vec<String> = game
        .nodes()
        .map(|node| {
            let first = game.first_mention(node).map(|m| (number(m.line), m.rank));
            format!("  {} {first:?} {}", game.name(node), game.is_undeclared(node))
        })
        .collect();
    nodes.sort();
    let blocker = game.blocker(&snapshot.text).map(|blocker| blocker_words(game, blocker));
    nodes.push(format!("{blocker:?}"));
    // The others wait for values.
    let of_lines = |what: &What| {
        matches!(
            what,
            What::Undeclared { .. }
                | What::NoGround
                | What::MissingK(_)
                | What::DuplicateEdge(..)
                | What::DuplicateNode(..)
        )
    };
    let findings = game.findings().iter().filter(|finding| of_lines(&finding.what));
    nodes.extend(findings.map(|finding| words(game, finding.line, &finding.what, number)));
    nodes
}

/// What lines that can be read say of each other is the same, whatever those that can't said last.
fn picture_of_lines_that_can_be_read(game: &Game, number: &dyn Fn(LineId) -> usize) -> Vec<String> {
    let among_lines =
        |what: &What| matches!(what, What::DuplicateEdge(..) | What::DuplicateNode(..) | What::Cycle(_));
    let findings = game.findings().iter().filter(|finding| among_lines(&finding.what));
    let mut all: Vec<String> =
        findings.map(|finding| words(game, finding.line, &finding.what, number)).collect();
    // On one line they stand by first mentions, which wait for the line that can't be read.
    all.sort();
    all
}

fn blocker_words(game: &Game, blocker: Blocker) -> String {
    match blocker {
        Blocker::Undeclared(node) => format!("undeclared {}", game.name(node)),
        Blocker::TooManyStones(node) => format!("too many on {}", game.name(node)),
        Blocker::Unreadable(_) | Blocker::Unusable(_) => format!("{blocker:?}"),
    }
}

fn words(game: &Game, line: LineId, what: &What, number: &dyn Fn(LineId) -> usize) -> String {
    let name = |node: &Node| game.name(*node);
    let arc = |a: &Node, b: &Node| format!("{}>{}", name(a), name(b));
    let arcs = |arcs: &[(Node, Node, sgg_game::Tag)]| {
        let arcs = arcs.iter().map(|(a, b, tag)| format!("{}:{}", arc(a, b), number(LineId::of(*tag))));
        arcs.collect::<Vec<_>>().join(" ")
    };
    let text = match what {
        What::Undeclared { node, listed } => format!("undeclared {} {listed}", name(node)),
        What::Cycle(cycle) => format!("cycle {}", arcs(&cycle.arcs)),
        What::NotCactus(shared) => {
            let [one, other] = &shared.cycles;
            format!("not cactus: {} on {} and {}", arcs(&[shared.edge]), arcs(one), arcs(other))
        }
        What::TouchingCycles(node) => format!("touching {}", name(node)),
        What::Unreachable(nodes) => {
            format!("unreachable {:?}", nodes.iter().map(name).collect::<Vec<_>>())
        }
        What::MissingK(node) => format!("no k {}", name(node)),
        What::ConflictingK(node) => format!("k conflict {:?}", node.as_ref().map(name)),
        What::ConflictingSg(node) => format!("sg conflict {:?}", node.as_ref().map(name)),
        What::DuplicateTitle(first) => format!("title of {}", number(*first)),
        What::DuplicateEdge(a, b, first) => format!("{} of {}", arc(a, b), number(*first)),
        What::DuplicateNode(node, first) => format!("{} listed at {}", name(node), number(*first)),
        What::EvenStones(node, count) => format!("even {} {count}", name(node)),
        What::TooManyStones(node) => format!("too many {}", name(node)),
        What::Failed(expected, header) => format!("failed {expected:?} {}", number(*header)),
        What::FailedSg(node) => format!("failed sg {}", name(node)),
        What::FailedStarSg(count, first) => format!("failed star {count} {}", name(first)),
        What::OverBudget(node, reason) => format!("budget {} {reason:?}", name(node)),
        What::NoGround | What::Counts | What::TooLarge => format!("{what:?}"),
    };
    let at = number(line);
    format!("  finding {at} {text}")
}

fn compare(document: &mut Document, history: &str) {
    solved(document);
    let text = document.snapshot().text.rope.to_string();
    let mut fresh = Document::open(&text);
    solved(&mut fresh);
    let snapshot = document.snapshot();
    let state = |snapshot: &Snapshot, line: usize| snapshot.game_at(line).map(Game::state);
    let stale = |line: usize| state(snapshot, line) == Some(State::Stale);
    for game in snapshot.games() {
        if game.state() == State::Stale {
            let at = snapshot.text.lines.number(game.header()).unwrap();
            assert_eq!(state(fresh.snapshot(), at), Some(State::Blocked), "{history}");
        }
    }
    let (left, right) = (picture(snapshot, &stale), picture(fresh.snapshot(), &stale));
    for (a, b) in left.iter().zip(&right) {
        assert_eq!(a, b, "\nafter {history}\n{text}");
    }
    assert_eq!(left, right, "\nafter {history}\n{text}");
}

fn edit(random: &mut Random, text: &str) -> (std::ops::Range<usize>, String) {
    let boundary = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let lines: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let start = lines[random.below(lines.len())];
    let end = text[start..].find('\n').map_or(text.len(), |at| start + at + 1);
    match random.below(10) {
        0 => {
            let at = boundary(random.below(text.len() + 1));
            (
                at..at,
                random.pick(&["a", "1", " ", "-", ">", "\n", "\r", "=", "#", "\"", "->", "*", "\r\n"]).into(),
            )
        }
        1 => {
            let at = boundary(random.below(text.len() + 1));
            let end = boundary((at + 1 + random.below(3)).min(text.len())).max(at);
            (at..end, String::new())
        }
        2 => (start..end, String::new()),
        3 => (start..start, text[start..end].to_owned()),
        4 => (start..start, format!("game {} \"{}\"\n", random.pick(KINDS), random.pick(&["one", "four"]))),
        5 => (start..start, file(random)),
        6 => (start..boundary((start + random.below(80)).min(text.len())).max(start), file(random)),
        _ => {
            let kind = random.pick(KINDS);
            let new = format!("{}\n", line(random, kind));
            if random.below(2) == 0 { (start..start, new) } else { (start..end, new) }
        }
    }
}

#[test]
fn a_document_that_was_edited_equals_a_fresh_one() {
    let rounds: u64 = std::env::var("SGG_EDIT_FILES").ok().and_then(|n| n.parse().ok()).unwrap_or(400);
    for seed in 1..=rounds {
        let mut random = Random::new(seed);
        let mut document = Document::open(&file(&mut random));
        solved(&mut document);
        let mut history = Vec::new();
        let mut before = Vec::new();
        for _ in 0..30 {
            let text = document.snapshot().text.rope.to_string();
            if text.len() > 3000 {
                break;
            }
            let (range, new) = match before.pop() {
                // Undo: take back what the last edit did.
                Some(edit) if random.below(4) == 0 => edit,
                _ => edit(&mut random, &text),
            };
            let undo = (range.start..range.start + new.len(), text[range.clone()].to_owned());
            history.push(format!("{range:?} -> {new:?}"));
            document.edit(range, &new);
            before.push(undo);
            let mut expected = text.clone();
            let (r, n) = (&before.last().unwrap().0, &new);
            expected.replace_range(r.start..r.start + before.last().unwrap().1.len(), n);
            assert_eq!(document.snapshot().text.rope.to_string(), expected);
            let shown = format!("seed {seed}: FROM\n{text}\nBY {}", history.join("\n  "));
            if random.below(3) == 0 {
                document.foretell(&mut Meter::new(&AtomicBool::new(false)));
            }
            compare(&mut document, &shown);
        }
    }
}

fn findings(document: &Document) -> Vec<String> {
    let snapshot = document.snapshot();
    let number = |id: LineId| snapshot.text.lines.number(id).unwrap();
    let game = snapshot.game_at(0).unwrap();
    game.findings().iter().map(|finding| words(game, finding.line, &finding.what, &number)).collect()
}

/// A node that is not declared keeps a game from being solved, but hides no place where another one is mentioned.
#[test]
fn first_mentions_are_known_where_a_node_is_not_declared() {
    let gone = "k2 ac -- x1 ad";
    let mut document = Document::open(&format!("game cactus\n{gone}\nad -- x1 k2 ad\n"));
    solved(&mut document);
    document.edit(12..12, "nodes x1 ad\n");
    compare(&mut document, "nodes are listed");
    document.edit(24..24 + gone.len(), "expect value 1");
    compare(&mut document, "an edge gone");
    assert_eq!(findings(&document), ["  finding 3 undeclared k2 true", "  finding 3 NoGround"]);
}

/// A cycle that comes or goes is told before the values above it are known, and with it all that needs no values.
#[test]
fn cycles_are_foretold() {
    let mut text = String::from("game dag\n");
    for node in 0..2_000 {
        text.push_str(&format!("  {} -> {node}\n  {} -> {node}\n", node + 1, node + 2));
    }
    text.push_str("  2001 -> 1999\n  stones 1\n  expect second\n");
    let mut document = Document::open(&text);
    solved(&mut document);
    let twice = "  finding 4001 2001>1999 of 4000";
    let failed = "  finding 4003 failed Outcome(Second) 0";
    let cycle = "  finding 4004 cycle 9>8:17 8>9:4004";
    assert_eq!(findings(&document), [twice, failed]);
    let never = AtomicBool::new(false);
    let back = "  8 -> 9\n";
    let end = text.len();
    let edits = [
        (end..end, back, vec![twice, cycle], vec![twice, failed, cycle]),
        (end..end + back.len(), "", vec![twice], vec![twice, failed]),
    ];
    for (range, new, foretold, after) in edits {
        document.edit(range, new);
        // So few steps that values above the cycle have to wait.
        assert_eq!(document.solve(&mut Meter { left: 1, ..Meter::new(&never) }), Progress::Paused);
        assert!(document.foretell(&mut Meter { left: 20_000, ..Meter::new(&never) }));
        assert!(document.snapshot().game_at(0).unwrap().is_foretold());
        assert_eq!(findings(&document), foretold);
        assert!(!document.foretell(&mut Meter::new(&never)), "nothing new");
        solved(&mut document);
        assert!(!document.snapshot().game_at(0).unwrap().is_foretold());
        assert_eq!(findings(&document), after);
    }
}

/// `1` and `01` are two nodes of one number: which arc of a line was declared last does not depend on which of them the
/// file named first, long ago.
#[test]
fn names_that_differ_in_zeros_have_an_order() {
    let mut document = Document::open("game dag\n01 -> a\n1 -> 01 -> 1\n");
    solved(&mut document);
    document.edit(9..17, "");
    solved(&mut document);
    let mut fresh = Document::open("game dag\n1 -> 01 -> 1\n");
    solved(&mut fresh);
    assert_eq!(findings(&document), ["  finding 1 cycle 1>01:1 01>1:1"]);
    assert_eq!(findings(&fresh), findings(&document));
}

/// So it is with numbers beyond those that ranks tell apart.
#[test]
fn names_of_long_numbers_have_an_order() {
    for (one, other) in [("n20240101", "n20240102"), ("n99999999999999998", "n99999999999999999")] {
        let gone = format!("x -> {other}\n");
        let text = format!("game dag\n{gone}a -> {one} {other}\n{one} {other} -> a\n");
        let mut document = Document::open(&text);
        solved(&mut document);
        document.edit(9..9 + gone.len(), "");
        compare(&mut document, "the line gone that named the other one first");
        assert_eq!(findings(&document), [format!("  finding 2 cycle a>{one}:1 {one}>a:2")]);
    }
    // Loops, and a cactus.
    let mut document =
        Document::open("game dag\nx -> n20240102\nn20240101..n20240102 -> n20240101..n20240102\n");
    solved(&mut document);
    document.edit(9..24, "");
    compare(&mut document, "loops");
    let loops = findings(&document);
    assert_eq!(loops, ["  finding 1 cycle n20240101>n20240101:1"]);
    let gone = "x -- n20240102\n";
    let rest = "a -- n20240101..n20240102\nn20240101..n20240102 -- b -- a\nground a\n";
    let mut document = Document::open(&format!("game cactus\n{gone}{rest}"));
    solved(&mut document);
    document.edit(12..12 + gone.len(), "");
    compare(&mut document, "a cactus");
}

/// A keystroke in a line of thousands looks once at the hub that its arcs leave, and once at the lines that mention the
/// nodes which lose their first place: looking for each arc and node, this takes minutes.
#[test]
fn lines_of_thousands_are_edited_in_one_pass() {
    let text = "game dag\nhub -> 1..60000\nhub -> 1\nhub -> 60001..64000\nstones hub\n";
    let mut document = Document::open(text);
    let end = "game dag\nhub -> 1..60000\nhub -> 1".len();
    let line_end = end + "\nhub -> 60001..64000".len();
    let twice = "  finding 2 hub>1 of 1";
    let edits = [
        (0..0, "", vec![twice]),
        (line_end..line_end, " x", vec![twice]),
        (line_end..line_end + 2, "", vec![twice]),
        (end..end, "00", vec!["  finding 2 hub>100 of 1"]),
        (end..end + 2, "00000", vec![]),
        (end..end + 5, "", vec![twice]),
    ];
    for (range, new, told) in edits {
        document.edit(range, new);
        solved(&mut document);
        let game = document.snapshot().game_at(0).unwrap();
        assert_eq!(game.value(game.node("hub").unwrap()).to_string(), "1");
        assert_eq!(findings(&document), told);
    }

    let ranges: String = (0..20).map(|goal| format!("1..3000 -> goal{goal}\n")).collect();
    let text = format!("game dag\n1..3000 -> goal\n{ranges}{}", "round\nstones goal0 3000\n".repeat(600));
    let mut document = Document::open(&text);
    solved(&mut document);
    document.edit("game dag\n".len().."game dag\n1..3000 -> goal\n".len(), "");
    compare(&mut document, "a range gone");
    let game = document.snapshot().game_at(0).unwrap();
    let line = |name: &str| {
        let first = game.first_mention(game.node(name).unwrap()).unwrap();
        document.snapshot().text.lines.number(first.line).unwrap()
    };
    // By its own name the last one stands in the first round's stones alone.
    assert_eq!((line("2999"), line("3000"), line("goal0")), (1, 22, 1));
}

/// Of a position thousands of lines go at once, as few as are not worth reading the game again.
#[test]
fn thousands_of_lines_leave_their_position() {
    let head = "game dag\na -> b\n";
    let lines = "stones a\nexpect second\nstones b\nexpect first\n".repeat(1_000);
    let rounds = format!("round\n{lines}").repeat(2);
    let text = format!("{head}{rounds}");
    let mut document = Document::open(&text);
    solved(&mut document);
    let sums = |document: &Document| -> Vec<(usize, String)> {
        let snapshot = document.snapshot();
        let game = snapshot.game_at(0).unwrap();
        let of = |at: usize| {
            let position = game.position(snapshot.text.lines.at(at)?.id)?;
            Some((at, position.sum()?.total.to_string()))
        };
        (1..snapshot.text.lines.len()).filter_map(of).collect()
    };
    // 1000 stones on `a` are worth 0.
    assert_eq!(sums(&document), [(2, "0".to_owned()), (4_003, "0".to_owned())]);

    // Of the first round the last four lines stay, and three new ones take the place of all others.
    let first = head.len() + "round\n".len();
    let last = head.len() + rounds.len() / 2 - "stones a\nexpect second\nstones b\nexpect first\n".len();
    document.edit(first..last, "expect second\nstones a\n stones a\n");
    compare(&mut document, "most of a round gone");
    assert_eq!(sums(&document), [(2, "1".to_owned()), (10, "0".to_owned())]);
    let told = findings(&document);
    assert_eq!(told[..2], ["  finding 3 failed Outcome(Second) 2", "  finding 7 failed Outcome(Second) 2"]);
}

/// An edge on two cycles among very many is looked for under the meter, and again only where edges changed.
#[test]
fn what_makes_a_game_no_cactus_is_kept() {
    let edges: String = (0..30_000).map(|n| format!("{n} -- {}\n{n} -- {}\n", n + 1, n + 2)).collect();
    let head = "game cactus\nground 0\n";
    let mut document = Document::open(&format!("{head}{edges}"));
    let (never, at_once) = (AtomicBool::new(false), AtomicBool::new(true));
    let solve =
        |document: &mut Document, left, cancel| document.solve(&mut Meter { left, ..Meter::new(cancel) });
    let told = ["  finding 3 not cactus: 0>2:3 on 0>2:3 0>1:2 1>2:4 and 1>3:5 0>1:2 0>2:3 2>3:6"];
    solved(&mut document);
    assert_eq!(findings(&document), told);

    // A line that is no edge, and one that can't be read.
    for new in ["expect second\n", "0 -- 1 ,\n"] {
        let end = document.snapshot().text.rope.len_bytes();
        document.edit(end..end, new);
        assert_eq!(solve(&mut document, 20_000, &never), Progress::Done);
        assert_eq!(findings(&document).first().map(String::as_str), Some(told[0]));
    }

    // An edge goes: its cycles are looked for as long as that may take.
    let end = document.snapshot().text.rope.len_bytes();
    document.edit(end - "0 -- 1 ,\n".len()..end, "");
    document.edit(head.len()..head.len() + "0 -- 1\n".len(), "");
    for _ in 0..10 {
        assert_eq!(solve(&mut document, 20_000, &never), Progress::Paused);
        assert_eq!(solve(&mut document, u64::MAX, &at_once), Progress::Paused);
    }
    compare(&mut document, "an edge gone");
    let other = "  finding 4 not cactus: 1>3:4 on 1>3:4 1>2:3 2>3:5 and 2>4:6 1>2:3 1>3:4 3>4:7";
    assert_eq!(findings(&document).first().map(String::as_str), Some(other));
}

/// A round's title alone is changed, to one that another round has and back, in all ways to write it.
#[test]
fn titles_of_rounds_are_typed() {
    const TITLES: &[&str] =
        &["round", "round \"\"", "round \"a\"", "  round \"b\" # c", "round \"a", "round a", "round \"b\""];
    for (seed, kind) in (1..).zip(KINDS) {
        let mut random = Random::new(seed);
        let mut rounds = ["round \"a\""; 6];
        let text = |rounds: &[&str]| -> String {
            let rounds = rounds.iter().map(|round| format!("{round}\nstones a b\nexpect first\n"));
            format!("game {kind}\na -> b\n{}", rounds.collect::<String>())
        };
        let mut document = Document::open(&text(&rounds));
        solved(&mut document);
        for _ in 0..60 {
            let at = random.below(rounds.len());
            let start = text(&rounds[..at]).len();
            let end = start + rounds[at].len();
            rounds[at] = random.pick(TITLES);
            document.edit(start..end, rounds[at]);
            compare(&mut document, &format!("{kind}, {rounds:?}"));
            assert_eq!(document.snapshot().text.rope.to_string(), text(&rounds));
        }
    }
}
