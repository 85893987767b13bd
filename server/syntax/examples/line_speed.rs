//! How long the usual lines take to read: `cargo run --release -p sgg-syntax --example line_speed`.
#![allow(clippy::disallowed_methods)]

use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

const LANGUAGE: sgg_syntax::Language =
    sgg_syntax::Language { kinds: &["dag", "loopy", "addsub", "nim", "cactus", "hackenbush"] };

fn main() {
    let _ = writeln!(std::io::stdout(), "{} bytes a line", size_of::<sgg_syntax::Line>());
    for line in [
        "  n12 -> n345",
        "  a -> b c d e",
        "  0..3 -> 9",
        "  stones a=3 b",
        "  \"(0,1)\" -> \"(0,0)\"",
        "  甲 -> 乙",
        "game dag \"one\"",
        "  expect sg a=1 b=inf{0,2}",
        "  a → b",
        "  a, b, c -> d",
        "Stones a b",
    ] {
        // The best of many short runs: other processes disturb the longer ones.
        let count = 20_000u32;
        let mut best = u128::MAX;
        for _ in 0..60 {
            let start = Instant::now();
            for _ in 0..count {
                black_box(LANGUAGE.parse(black_box(line)));
            }
            best = best.min(start.elapsed().as_nanos());
        }
        let nanoseconds = best / u128::from(count);
        let _ = writeln!(std::io::stdout(), "{nanoseconds:>6} ns  {line}");
    }
    for sign in [
        "(", ",", "a ", "[=", "- ", "\"", "é", "=", "..", "->", "a-", "{a", "\u{3000}", "1+", "a*", "a:",
        "\"”\\", "/**/",
    ] {
        for start in ["", "stones ", "game dag ", "expect value ", "expect sg ", "k ", "nodes "] {
            let line = format!("{start}{}", sign.repeat((1 << 20) / sign.len() - 16));
            let begin = Instant::now();
            black_box(LANGUAGE.parse(black_box(&line)));
            let parse = begin.elapsed().as_millis();
            let begin = Instant::now();
            black_box(LANGUAGE.tokens(black_box(&line)));
            let tokens = begin.elapsed().as_millis();
            let _ =
                writeln!(std::io::stdout(), "{parse:>6} ms, tokens {tokens:>4} ms  1 MiB of {start}{sign:?}");
        }
    }
}
