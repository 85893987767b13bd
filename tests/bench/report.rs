//! The figures as tables in Markdown.

use std::time::Duration;

use crate::BURST;
use crate::session::Change;

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
    /// What was typed, and how many values each keystroke changed, where that is known.
    pub(crate) keystrokes: Vec<Change<'static>>,
    pub(crate) touched: Vec<usize>,
    pub(crate) memory_idle_mib: Option<f64>,
    pub(crate) memory_open_mib: Option<f64>,
}

impl Row {
    /// Those that warmed the server up do not count.
    pub(crate) fn forget_keystrokes(&mut self) {
        self.diagnostics.clear();
        self.hints.clear();
        self.keystrokes.clear();
    }

    /// How many values the keystrokes changed, and those that took longest.
    fn touched(&self) -> Option<String> {
        let share = |share| at(&self.touched, share).map(thousands);
        let slowest = |times: &[Duration]| {
            let slowest = (0..times.len()).max_by_key(|&i| times[i])?;
            self.touched.get(slowest).copied().map(thousands)
        };
        Some(format!(
            "Values that a keystroke changed: p50 {}, p95 {}, p99 {}, max {}; the slowest to diagnostics {}, to hints {}.\n",
            share(0.5)?,
            share(0.95)?,
            share(0.99)?,
            share(1.0)?,
            slowest(&self.diagnostics)?,
            slowest(&self.hints)?,
        ))
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
    let tables = [title, table(head, keystrokes), table(rest.collect(), others)];
    tables.into_iter().chain(rows.iter().filter_map(Row::touched)).collect::<Vec<_>>().join("\n")
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

/// What this share of all does not exceed.
fn at<T: Ord + Copy>(all: &[T], share: f64) -> Option<T> {
    let mut sorted = all.to_vec();
    sorted.sort_unstable();
    let rank = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied()
}

fn part(times: &[Duration], share: f64) -> String {
    let Some(time) = at(times, share) else { return "–".to_owned() };
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
