//! Shows what is wrong with each line of the given files.
use std::io::Write;
const LANGUAGE: sgg_syntax::Language =
    sgg_syntax::Language { kinds: &["dag", "loopy", "addsub", "nim", "cactus", "hackenbush"] };
fn main() {
    let mut out = std::io::stdout();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let _ = writeln!(out, "=== {path}");
        let mut arrow = sgg_syntax::Arrow::Arc;
        for line in text.trim_start_matches('\u{feff}').split_terminator(['\n']) {
            let line = line.trim_end_matches('\r');
            let read = LANGUAGE.parse(line);
            if line.contains("cactus") || line.contains("hackenbush") {
                arrow = sgg_syntax::Arrow::Edge
            } else if line.contains("game") {
                arrow = sgg_syntax::Arrow::Arc
            }
            if read.problems.is_empty() {
                continue;
            }
            let _ = writeln!(
                out,
                "{line:?}   {}",
                match &read.statement {
                    sgg_syntax::Statement::Broken(r) => format!("{r:?}"),
                    _ => "readable".into(),
                }
            );
            let mut all: Vec<(sgg_syntax::Span, String)> = Vec::new();
            for p in &read.problems {
                let d = p.describe(line, arrow);
                let _ = writeln!(out, "    {:?} {}..{}: {}", p.code, p.span.start, p.span.end, d.message);
                if let Some(f) = d.fix {
                    let mut t = line.to_owned();
                    for (s, n) in f.edits.iter().rev() {
                        t.replace_range(s.start as usize..s.end as usize, n);
                    }
                    all.extend(f.edits);
                    let _ = writeln!(out, "      {}{} => {t:?}", if f.safe { "SAFE " } else { "" }, f.title);
                }
            }
            all.sort_by_key(|(s, _)| (s.start, s.start < s.end));
            let mut t = line.to_owned();
            for (s, n) in all.iter().rev() {
                t.replace_range(s.start as usize..s.end as usize, n);
            }
            let again = LANGUAGE.parse(&t);
            if !again.problems.is_empty() || read.problems.len() > 1 {
                let _ = writeln!(
                    out,
                    "    ALL => {t:?} {}",
                    if again.problems.is_empty() { "clean" } else { "STILL BROKEN" }
                );
            }
        }
    }
}
