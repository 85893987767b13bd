//! How long whole files take from the command line, beside the plain loop that one would write for each kind alone.
//!
//! ```sh
//! cargo bench --bench batch                        # a million edges of each kind
//! cargo bench --bench batch -- --edges 10000000    # or so many
//! ```
//!
//! The loops ([`reference`]) run in this process on bytes that are in memory; `sgg` is timed from outside, start of the
//! process, reading the file and printing included. All values are compared.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod games;
mod reference;

use std::collections::HashMap;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use games::Arcs;
use reference::Read;

const SGG: &str = env!("CARGO_BIN_EXE_sgg");
/// The median of so many runs counts, of ratios that of those within one run: whatever else the machine does, it does
/// to both.
const RUNS: usize = 9;
/// Piles or stones on the first two nodes.
const STONES: [u32; 2] = [5, 3];

struct Kind {
    name: &'static str,
    arcs: fn(usize) -> Arcs,
    solve: fn(&Read) -> Answer,
}

/// What a reference loop says: of nodes, and of the whole position where that is not the XOR of two of them.
struct Answer {
    nodes: Vec<String>,
    total: String,
}

const KINDS: [Kind; 5] = [
    Kind { name: "dag", arcs: games::usual, solve: |read| nimbers(read, reference::dag(read)) },
    Kind { name: "nim", arcs: games::usual, solve: |read| piles(reference::dag(read)) },
    Kind {
        name: "addsub",
        arcs: |edges| games::forward(edges / 3, edges, 1000),
        solve: |read| nimbers(read, reference::addsub(read)),
    },
    Kind { name: "loopy", arcs: |edges| games::tangled(edges / 3, edges), solve: loopy },
    Kind {
        name: "hackenbush",
        arcs: |edges| games::tangled(edges / 2, edges),
        solve: |read| Answer { nodes: Vec::new(), total: reference::hackenbush(read).to_string() },
    },
];

fn main() -> ExitCode {
    let mut edges = 1_000_000;
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        match (argument.as_str(), arguments.next().and_then(|number| number.parse().ok())) {
            ("--edges", Some(number)) => edges = number,
            _ => {
                eprintln!("batch: `{argument}` is no flag; there is `--edges NUMBER`");
                return ExitCode::FAILURE;
            }
        }
    }
    println!("Milliseconds unless said, medians of {RUNS} runs. B/edge: peak memory beyond the text.\n");
    println!(
        "| kind | edges | MB | loop: read | loop: solve | loop | `sgg check` | `sgg solve` | check/loop | solve/loop | MiB | B/edge |"
    );
    println!("| --- |{}", " ---: |".repeat(11));
    for kind in &KINDS {
        println!("{}", row(kind, edges));
    }
    ExitCode::SUCCESS
}

fn row(kind: &Kind, edges: usize) -> String {
    let path = format!("{}/batch-{}.sgg", env!("CARGO_TARGET_TMPDIR"), kind.name);
    let text = games::file(kind.name, &(kind.arcs)(edges), STONES);
    std::fs::write(&path, &text).unwrap();
    let mut times: [Vec<f64>; 7] = Default::default();
    for _ in 0..RUNS {
        let start = Instant::now();
        let read = reference::read(text.as_bytes());
        let read_time = ms(start.elapsed());
        let answer = (kind.solve)(&read);
        let whole = ms(start.elapsed());
        let check = ms(timed(&["check", &path]).0);
        let (took, printed) = timed(&["solve", &path]);
        let solve = ms(took);
        compare(kind.name, &read, &answer, &printed);
        let run = [read_time, whole - read_time, whole, check, solve, check / whole, solve / whole];
        times.iter_mut().zip(run).for_each(|(times, time)| times.push(time));
    }
    let [read, own, whole, check, solve, check_ratio, solve_ratio] = times.map(median);
    let peak = peak_bytes(&path);
    let beyond =
        peak.map_or("–".to_owned(), |peak| format!("{:.0}", (peak - text.len() as f64) / edges as f64));
    let mib = peak.map_or("–".to_owned(), |peak| format!("{:.0}", peak / f64::from(1 << 20)));
    format!(
        "| `{}` | {edges} | {:.1} | {read:.0} | {own:.0} | {whole:.0} | {check:.0} | {solve:.0} | {check_ratio:.2} | {solve_ratio:.2} | {mib} | {beyond} |",
        kind.name,
        text.len() as f64 / 1e6,
    )
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn timed(arguments: &[&str]) -> (Duration, String) {
    let start = Instant::now();
    let output = Command::new(SGG).args(arguments).stderr(Stdio::null()).output().unwrap();
    (start.elapsed(), String::from_utf8(output.stdout).unwrap())
}

/// The most memory that `sgg check` had, looked at again and again.
fn peak_bytes(path: &str) -> Option<f64> {
    let mut child =
        Command::new(SGG).args(["check", path]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut peak = None;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<f64>().ok());
        peak = kib.map(|kib| kib * 1024.0).or(peak);
        std::thread::sleep(Duration::from_millis(1));
    }
    peak
}

fn compare(kind: &str, read: &Read, answer: &Answer, printed: &str) {
    let total = printed.lines().find_map(|line| line.split_once(" wins  value "));
    if !answer.total.is_empty() {
        assert_eq!(
            total.map(|(_, value)| value.trim()),
            Some(answer.total.as_str()),
            "{kind}: the whole position"
        );
    }
    let values: HashMap<&str, &str> = printed
        .lines()
        .filter_map(|line| line.trim().split_once(' '))
        .map(|(name, value)| (name, value.trim()))
        .collect();
    for (&name, value) in read.names.iter().zip(&answer.nodes) {
        let name = reference::name(name);
        assert_eq!(values.get(name.as_str()), Some(&value.as_str()), "{kind}: {name}");
    }
}

fn nimbers(read: &Read, values: Vec<u32>) -> Answer {
    let on = |number: usize| read.names.iter().position(|&name| reference::number(name) == number);
    let odd = |at: usize| if STONES[at] % 2 == 1 { on(at).map_or(0, |node| values[node]) } else { 0 };
    Answer { total: (odd(0) ^ odd(1)).to_string(), nodes: strings(&values) }
}

fn piles(classes: Vec<u32>) -> Answer {
    Answer { total: String::new(), nodes: strings(&classes) }
}

fn loopy(read: &Read) -> Answer {
    let values = reference::loopy(read);
    let below = reference::finite_below(read, &values);
    let word = |(&value, below): (&u32, &Vec<u32>)| match reference::is_infinite(value) {
        true => format!("inf{{{}}}", strings(below).join(",")),
        false => value.to_string(),
    };
    Answer { total: String::new(), nodes: values.iter().zip(&below).map(word).collect() }
}

fn strings(values: &[u32]) -> Vec<String> {
    values.iter().map(u32::to_string).collect()
}
