//! The judges' cases, each file as the judge would give it: `tests/judge`.

use crate::support::{Folder, repository};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The numbers of an input, and the `.sgg` that it becomes.
struct Reader {
    numbers: std::vec::IntoIter<usize>,
    text: String,
}

/// Each judge's name, how his inputs are read, and his words for the first and the second player's win.
type Judge = (&'static str, fn(&mut Reader), [&'static str; 2]);

const JUDGES: [Judge; 6] = [
    ("aojpile", Reader::nim, ["1", "2"]),
    ("cf1149e", Reader::codeforces, ["WIN", "LOSE"]),
    ("hdu1524", Reader::hdu1524, ["WIN", "LOSE"]),
    ("poj3710", Reader::poj3710, ["Sally", "Harry"]),
    ("uva11927", Reader::uva11927, ["First", "Second"]),
    ("uva12163", Reader::uva12163, ["WINNING", "LOSING"]),
];

impl Reader {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn number(&mut self) -> usize {
        self.numbers.next().unwrap()
    }

    /// `a b` becomes `a -> b`; a graph knows its nodes without arcs too.
    fn graph(&mut self, kind: &str, nodes: std::ops::RangeInclusive<usize>, arcs: usize) {
        self.line(&format!("game {kind}\n  nodes {}..{}", nodes.start(), nodes.end()));
        for _ in 0..arcs {
            let (tail, head) = (self.number(), self.number());
            self.line(&format!("  {tail} -> {head}"));
        }
    }

    /// One number for each node.
    fn counts(&mut self, keyword: &str, nodes: std::ops::RangeInclusive<usize>) {
        for node in nodes {
            let count = self.number();
            self.line(&format!("  {keyword} {node}={count}"));
        }
    }

    /// Games until `0 0`: nodes and arcs, the arcs, the stones of each node.
    fn uva11927(&mut self) {
        loop {
            let (nodes, arcs) = (self.number(), self.number());
            if nodes == 0 {
                return;
            }
            self.graph("dag", 0..=nodes - 1, arcs);
            self.counts("stones", 0..=nodes - 1);
        }
    }

    /// How many games; each is nodes and arcs, the arcs, K of each node, and rounds with the stones of each node.
    fn uva12163(&mut self) {
        for _ in 0..self.number() {
            let (nodes, arcs) = (self.number(), self.number());
            self.graph("addsub", 0..=nodes - 1, arcs);
            self.counts("k", 0..=nodes - 1);
            for _ in 0..self.number() {
                self.line("  round");
                self.counts("stones", 0..=nodes - 1);
            }
        }
    }

    /// Games to the end: the followers of each node behind their number, then queries until 0, each the nodes of
    /// its stones behind their number.
    fn hdu1524(&mut self) {
        while let Some(nodes) = self.numbers.next() {
            self.line(&format!("game dag\n  nodes 0..{}", nodes - 1));
            for tail in 0..nodes {
                for _ in 0..self.number() {
                    let head = self.number();
                    self.line(&format!("  {tail} -> {head}"));
                }
            }
            loop {
                let stones = self.number();
                if stones == 0 {
                    break;
                }
                self.line("  round");
                for _ in 0..stones {
                    let node = self.number();
                    self.line(&format!("  stones {node}"));
                }
            }
        }
    }

    /// Games to the end: how many trees; each is nodes and edges, then the edges. Node 1 of each is the ground.
    fn poj3710(&mut self) {
        while let Some(trees) = self.numbers.next() {
            self.line("game cactus");
            for tree in 1..=trees {
                let (nodes, edges) = (self.number(), self.number());
                self.line(&format!("  nodes {tree}.1..{tree}.{nodes}\n  ground {tree}.1"));
                for _ in 0..edges {
                    let (one, other) = (self.number(), self.number());
                    self.line(&format!("  {tree}.{one} -- {tree}.{other}"));
                }
            }
        }
    }

    /// Nodes and arcs, the pile of each node, the arcs; nodes count from 1.
    fn nim(&mut self) {
        let (nodes, arcs) = (self.number(), self.number());
        let piles: Vec<usize> = (0..nodes).map(|_| self.number()).collect();
        self.graph("nim", 1..=nodes, arcs);
        for (node, pile) in (1..).zip(piles) {
            self.line(&format!("  stones {node}={pile}"));
        }
    }

    /// As `nim`. The answer goes on with the piles after a move that wins, one of many: see below.
    fn codeforces(&mut self) {
        self.nim();
    }
}

fn judge_of(name: &str) -> &'static Judge {
    JUDGES.iter().find(|(judge, ..)| name.starts_with(judge)).unwrap_or_else(|| panic!("whose is {name}?"))
}

/// The `.sgg` of a judge's input.
fn converted(judge: &Judge, input: &str) -> String {
    let numbers: Vec<usize> = input.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let mut reader = Reader { numbers: numbers.into_iter(), text: String::new() };
    (judge.1)(&mut reader);
    assert_eq!(reader.numbers.next(), None, "{} is read to its end", judge.0);
    reader.text
}

/// What `sgg solve` says of all positions.
fn verdicts(text: &str) -> Vec<String> {
    let found = Folder::new().sgg_with(&["solve", "--format=json", "-"], text).exits(0).json();
    let games = found["games"].as_array().unwrap().iter();
    let rounds = games.flat_map(|game| game["rounds"].as_array().unwrap());
    rounds.map(|round| round["verdict"].as_str().unwrap().to_owned()).collect()
}

/// The verdicts in a judge's answer. UVa 12163 puts `Game#1:` above and `Round#1:` before them; Codeforces wants a
/// move below.
fn judged(judge: &Judge, answer: &str) -> Vec<&'static str> {
    let lines = if judge.0 == "cf1149e" { 1 } else { usize::MAX };
    let words = answer.lines().take(lines).filter(|line| !line.starts_with("Game#"));
    let words = words.filter_map(|line| line.split_whitespace().next_back());
    let [first, second] = judge.2;
    words
        .map(|word| match word {
            word if word == first => "first",
            word if word == second => "second",
            word => panic!("{}: {word}", judge.0),
        })
        .collect()
}

fn case(name: &str) -> String {
    fs::read_to_string(repository().join("tests/judge").join(name)).unwrap()
}

/// Every file of `tests/judge` that is no text for people.
fn files() -> Vec<PathBuf> {
    let folders = fs::read_dir(repository().join("tests/judge")).unwrap().map(|entry| entry.unwrap().path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|folder| fs::read_dir(folder).unwrap());
    files.map(|entry| entry.unwrap().path()).collect()
}

/// `sample`, in the folder of its judge; `poj3710_bowtie`, among the traps.
fn judge_of_file(path: &Path) -> &'static Judge {
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let folder = name(path.parent().unwrap());
    judge_of(&if folder == "traps" { name(path) } else { folder })
}

#[test]
fn every_input_has_the_judges_answer() {
    let mut judges = Vec::new();
    for path in files() {
        let read = |extension: &str| fs::read_to_string(path.with_extension(extension)).unwrap();
        let judge = judge_of_file(&path);
        match path.extension().unwrap().to_str().unwrap() {
            "in" if path.with_extension("refused").exists() => {}
            "in" => {
                let right = judged(judge, &read("out"));
                assert!(!right.is_empty(), "{}", path.display());
                assert_eq!(verdicts(&converted(judge, &read("in"))), right, "{}", path.display());
                judges.push(judge.0);
            }
            _ => assert!(path.with_extension("in").exists(), "{}", path.display()),
        }
    }
    judges.sort_unstable();
    judges.dedup();
    assert_eq!(judges, JUDGES.map(|(name, ..)| name));
}

#[test]
fn the_move_that_codeforces_asks_for_wins() {
    let (input, answer) = (case("cf1149e/remembered.in"), case("cf1149e/remembered.out"));
    let [piles, moved] = [&input, &answer].map(|text| text.lines().nth(1).unwrap());
    let numbers = |line: &str| line.split(' ').map(|word| word.parse().unwrap()).collect::<Vec<usize>>();
    let (before, after) = (numbers(piles), numbers(moved));
    assert_eq!(before.len(), after.len());
    let arcs: Vec<Vec<usize>> = input.lines().skip(2).map(numbers).collect();
    // One pile gets smaller; only those that its node's arcs lead to may change with it.
    let legal = (0..before.len()).any(|node| {
        let free = |other: usize| other == node || arcs.contains(&vec![node + 1, other + 1]);
        after[node] < before[node]
            && (0..before.len()).all(|other| free(other) || after[other] == before[other])
    });
    assert!(legal, "{before:?} to {after:?}");
    let moved = input.replacen(piles, moved, 1);
    assert_eq!(verdicts(&converted(judge_of("cf1149e"), &moved)), ["second"]);
}

#[test]
fn the_trap_that_must_be_refused_is() {
    let folder = Folder::new();
    let why = case("traps/uva11927_cycle.refused");
    let cycle = why.trim_end().strip_prefix("refused: promise broken, ").unwrap();
    let input = converted(judge_of("uva11927"), &case("traps/uva11927_cycle.in"));
    for text in [input, case("traps/uva11927_cycle.sgg")] {
        let found = folder.sgg_with(&["check", "--format=json", "-"], &text).exits(1).json();
        let diagnostics = found["files"][0]["diagnostics"].as_array().unwrap();
        assert_eq!((&diagnostics[0]["code"], diagnostics.len()), (&Value::from("cycle"), 1), "{text}");
        let message = diagnostics[0]["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("{cycle}: ")), "{message}");
        let solved = folder.sgg_with(&["solve", "--format=json", "-"], &text).exits(1).json();
        assert_eq!(solved["games"][0]["rounds"][0]["verdict"], "unknown");
    }
}

#[test]
fn the_examples_have_the_judges_answers() {
    for (example, cases) in [
        ("hdu1524", vec!["hdu1524/sample"]),
        ("nim", vec!["aojpile/ours-1", "aojpile/ours-2", "cf1149e/remembered"]),
        ("poj3710", vec!["poj3710/sample"]),
        (
            "traps",
            vec![
                "traps/poj3710_bowtie",
                "traps/poj3710_edge_order_a",
                "traps/poj3710_edge_order_b",
                "traps/uva12163_parallel_arcs_33",
            ],
        ),
        ("uva11927", vec!["uva11927/sample"]),
        ("uva12163", vec!["uva12163/ours"]),
    ] {
        let mut right = Vec::new();
        for name in cases {
            right.extend(judged(judge_of_file(Path::new(name)), &case(&format!("{name}.out"))));
        }
        let text = fs::read_to_string(repository().join(format!("grammar/examples/{example}.sgg"))).unwrap();
        assert_eq!(verdicts(&text), right, "{example}");
    }
}
