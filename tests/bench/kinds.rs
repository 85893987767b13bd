//! How long the parts take, each alone: reading, solving each kind, edits, and what an editor asks for.
//!
//! ```sh
//! cargo bench --bench kinds              # everything
//! cargo bench --bench kinds -- solve     # what has `solve` in its name
//! ```
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]
#![allow(missing_docs, reason = "criterion's macro makes a public function")]

mod games;

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use games::{ARCS_FROM, Random};
use sgg_game::{Meter, Progress};
use sgg_ide::Config;
use sgg_model::{Document, Snapshot, language, read_runs};

const EDGES: usize = 100_000;

fn solve(document: &mut Document) {
    let cancel = AtomicBool::new(false);
    assert_eq!(document.solve(&mut Meter::new(&cancel)), Progress::Done);
}

fn solved(lines: usize) -> Document {
    let mut document = Document::open(&games::text(&games::usual(lines)));
    solve(&mut document);
    document
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("read");
    for line in [
        "  n1234 -> n5678",
        "  a -> b c d -> e",
        "  0..9 -> 10..19",
        "  stones n0 n1=2 n2=3",
        "  expect sg a=2 b=3",
        "  n1234 -> # a comment",
        "  n1234 - > n5678",
    ] {
        group.bench_function(line.trim(), |bencher| bencher.iter(|| language().parse(black_box(line))));
    }
    let text = games::text(&games::usual(EDGES));
    group.bench_function("100k lines", |bencher| {
        bencher.iter(|| read_runs(black_box(&text)).for_each(|run| drop(black_box(run))));
    });
    group.bench_function("open 100k lines", |bencher| {
        bencher.iter_with_large_drop(|| Document::open(black_box(&text)));
    });
    group.finish();
}

fn solving(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve 100k edges");
    let small_degree = games::forward(EDGES / 3, EDGES, 1000);
    for (name, kind, arcs) in [
        ("dag, random", "dag", games::usual(EDGES)),
        ("dag, band", "dag", games::forward(EDGES / 10, EDGES, 20)),
        ("dag, chain", "dag", games::chain(EDGES)),
        ("nim", "nim", games::usual(EDGES)),
        ("addsub, K 1 to 5", "addsub", small_degree),
        ("loopy", "loopy", games::tangled(EDGES / 3, EDGES)),
        ("hackenbush", "hackenbush", games::tangled(EDGES / 2, EDGES)),
        ("cactus", "cactus", games::cactus(EDGES)),
    ] {
        let board = games::board(kind, &arcs);
        let cancel = AtomicBool::new(false);
        group.bench_function(name, |bencher| {
            let solve = |board: &mut sgg_game::Board| board.advance(&mut Meter::new(&cancel));
            bencher.iter_batched_ref(|| board.clone(), solve, BatchSize::PerIteration);
        });
    }
    group.finish();
}

/// Types a letter behind a line's last name, and at the next call takes it away.
struct Typist {
    random: Random,
    typed: Option<usize>,
}

impl Typist {
    fn edit(&mut self, document: &mut Document) {
        match self.typed.take() {
            Some(at) => document.edit(at..at + 1, ""),
            None => {
                let text = &document.snapshot().text;
                let line = ARCS_FROM + self.random.below(text.lines.len() - ARCS_FROM - 3);
                let at = text.rope.line_to_byte(line + 1) - 1;
                document.edit(at..at, "7");
                self.typed = Some(at);
            }
        }
        solve(document);
    }
}

fn editing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("edit");
    for (name, lines) in [("10k", 10_000), ("100k", 100_000), ("1M", 1_000_000)] {
        let mut document = solved(lines);
        let mut typist = Typist { random: Random::new(7), typed: None };
        group.bench_function(format!("a letter, {name} lines"), |bencher| {
            bencher.iter(|| typist.edit(&mut document));
        });
        let mut document = solved(lines);
        let (tail, head) = games::usual(lines)[lines / 2];
        let back = format!("  n{head} -> n{tail}\n");
        let at = document.snapshot().text.rope.line_to_byte(ARCS_FROM + lines / 2);
        group.bench_function(format!("a cycle made and unmade, {name} lines"), |bencher| {
            bencher.iter(|| {
                for (range, new) in [(at..at, back.as_str()), (at..at + back.len(), "")] {
                    document.edit(range, new);
                    solve(&mut document);
                }
            });
        });
    }
    group.finish();
}

fn asking(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ask at 100k lines");
    let config = Config::default();
    let document = solved(EDGES);
    let snapshot: &Snapshot = document.snapshot();
    let middle = EDGES / 2;
    group.bench_function("hints of 60 lines", |bencher| {
        bencher.iter(|| sgg_ide::inlay_hints(black_box(snapshot), middle..middle + 60, &config));
    });
    group.bench_function("hover", |bencher| {
        bencher.iter(|| sgg_ide::hover(black_box(snapshot), middle, 3, &config).unwrap());
    });
    group.bench_function("lens of 60 lines", |bencher| {
        bencher.iter(|| sgg_ide::code_lenses(black_box(snapshot), 0..60, &config));
    });
    group.bench_function("diagnostics", |bencher| {
        bencher.iter(|| sgg_ide::diagnostics(black_box(snapshot), &config, 100));
    });
    group.finish();
}

/// Small: who wants finer figures asks for them with criterion's own flags.
fn short() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(500))
}

criterion_group! { name = benches; config = short(); targets = reading, solving, editing, asking }
criterion_main!(benches);
