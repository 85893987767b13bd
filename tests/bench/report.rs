//! The figures as tables in Markdown.

use std::time::Duration;

use crate::BURST;

/// How to read them.
pub(crate) const HOW: &str = "\
Milliseconds unless said. p50, p95 and p99 are percentiles. `start`: process to answer of `initialize`; `open`: to the
first diagnostics; both medians of fresh processes. Every figure holds what the bench and the pipes cost: the null
server's, which answers at once and does nothing.";

/// What was measured of one server at one size.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) start: Vec<Duration>,
    pub(crate) open: Vec<Duration>,
    pub(crate) diagnostics: Vec<Duration>,
    pub(crate) hints: Vec<Duration>,
    pub(crate) cycle: Vec<Duration>,
    pub(crate) expect: Vec<Duration>,
    pub(crate) burst: Vec<Duration>,
    pub(crate) memory_idle_mib: Option<f64>,
    pub(crate) memory_open_mib: Option<f64>,
}

impl Row {
    /// Those that warmed the server up do not count.
    pub(crate) fn forget_keystrokes(&mut self) {
        self.diagnostics.clear();
        self.hints.clear();
    }
}

pub(crate) fn tables(lines: usize, rows: &[Row]) -> String {
    let title = format!("\n### {} lines, {} keystrokes\n", thousands(lines), rows[0].diagnostics.len());
    let spread = ["p50", "p95", "p99", "max"];
    let mut head = vec!["keystroke to".to_owned()];
    head.extend(spread.map(|part| format!("diagnostics {part}")));
    head.extend(spread.map(|part| format!("hints {part}")));
    let keystrokes = rows.iter().map(|row| {
        let figures = [&row.diagnostics, &row.hints].map(|times| four(times));
        [vec![row.name.clone()], figures.concat()].concat()
    });
    let burst = format!("burst of {BURST} edits");
    let rest = ["server", "start", "open", "cycle p50", "cycle max", "`expect` p50", "`expect` max", &burst]
        .map(str::to_owned)
        .into_iter()
        .chain(["MiB idle", "MiB open"].map(str::to_owned));
    let others = rows.iter().map(|row| {
        let mut cells = vec![row.name.clone()];
        cells.extend([&row.start, &row.open].map(|times| part(times, 0.5)));
        for times in [&row.cycle, &row.expect] {
            cells.extend([part(times, 0.5), part(times, 1.0)]);
        }
        cells.push(part(&row.burst, 0.5));
        cells.extend([row.memory_idle_mib, row.memory_open_mib].map(memory));
        cells
    });
    [title, table(head, keystrokes), table(rest.collect(), others)].join("\n")
}

fn table(head: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let rule = vec!["---:".to_owned(); head.len() - 1];
    let rule = [vec!["---".to_owned()], rule].concat();
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    [head, rule].into_iter().chain(rows).map(line).collect()
}

fn four(times: &[Duration]) -> Vec<String> {
    [0.5, 0.95, 0.99, 1.0].map(|share| part(times, share)).to_vec()
}

/// The time within which this share of all lies.
fn part(times: &[Duration], share: f64) -> String {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let rank = (sorted.len() as f64 * share).ceil() as usize;
    let Some(time) = sorted.get(rank.saturating_sub(1)) else { return "–".to_owned() };
    let ms = time.as_secs_f64() * 1000.0;
    if ms < 10.0 { format!("{ms:.2}") } else { format!("{ms:.0}") }
}

fn memory(mib: Option<f64>) -> String {
    mib.map_or("–".to_owned(), |mib| format!("{mib:.1}"))
}

fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
