//! Both parsers on the same 100,000 lines, in one run: `cargo run --release --example speed`.

use sgg_grammar_tests::{Server, parser};
use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

const LINES: usize = 100_000;
const RUNS: usize = 5;

fn main() {
    let mut text = String::from("game dag \"speed\"\n");
    for number in 1..LINES {
        writeln!(text, "  n{} -> n{}", number * 7919 % 10_007, number * 104_729 % 10_009 + 10_007)
            .expect("a string");
    }
    let (server, mut parser) = (Server::default(), parser());
    let lines: Duration = best(|| {
        for line in text.lines() {
            black_box(server.line(black_box(line)));
        }
    });
    let tree: Duration = best(|| {
        black_box(parser.parse(black_box(&text), None));
    });
    println!("{LINES} lines, {} bytes, best of {RUNS}:", text.len());
    println!("  the server's parser   {:6.1} ms", lines.as_secs_f64() * 1e3);
    println!("  tree-sitter           {:6.1} ms", tree.as_secs_f64() * 1e3);
}

fn best(mut work: impl FnMut()) -> Duration {
    let run = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..RUNS).map(run).min().unwrap_or_default()
}
