//! How far the open documents are solved, and what the client is told of it: diagnostics, status, progress.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use sgg_game::Meter;
use sgg_ide::Pace;
use sgg_model::Document;
use tokio::sync::oneshot;

use super::documents::{Documents, Open};
use super::settings::SolveWhen;
use super::snapshot::{Snapshot, Status};
use super::turns::{self, Turn};
use super::uris;

/// Diagnostics of a document that is still being solved are sent after so long, and again when it is solved.
const UNSOLVED_QUIET_MAX: Duration = Duration::from_millis(300);
/// They are sent again where a game of it has come to its end meanwhile, not before so long.
const EARLY_PAUSE: Duration = Duration::from_millis(1000);
/// Steps to look for cycles before values are known: half a millisecond or so.
const FORETELL_STEPS: u64 = 50_000;
/// A status of "solving" is told after so long; most solving is over sooner.
const STATUS_QUIET_MAX: Duration = Duration::from_millis(100);
/// Progress is shown after so long, and then again not before so long.
const PROGRESS_QUIET_MAX: Duration = Duration::from_millis(300);
const PROGRESS_PAUSE: Duration = Duration::from_millis(100);
/// Lenses are asked for again, for their percentage, not before so long.
const LENS_PAUSE: Duration = Duration::from_millis(1000);

/// How far one document is solved, and what the client knows of that.
pub(super) struct Solving {
    /// Since when its text is what it is.
    changed: Instant,
    /// It is not solved for now: the values stay as they are.
    pub(super) held: bool,
    /// Another one whenever diagnostics may be others.
    pub(super) stamp: u64,
    told: Told,
    /// A cycle came or went, and is known before the values are.
    foretold: bool,
    /// Values were asked for while they were not settled: the client is to ask again.
    pub(super) asked_early: bool,
    /// The same for diagnostics.
    pulled_early: bool,
    /// And for those of the whole workspace. Who asked for these does not ask again at an edit.
    told_early: bool,
    /// Requests for diagnostics that wait until there is something to say.
    waiting: Vec<oneshot::Sender<()>>,
    status_told: Option<(Status, i32, Option<u8>)>,
    run: Option<Run>,
    pub(super) turn: Turn,
}

/// What the client knows of a document's diagnostics.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Nothing,
    /// Those from before it was solved, told then, with so many games left.
    Early(Instant, usize),
    All,
}

/// A piece of solving that takes more than a moment.
struct Run {
    started: Instant,
    looked: Instant,
    lens_told: Instant,
    /// What was left at its beginning.
    most: usize,
    percent: u8,
    progress: Option<(u64, Shown)>,
}

/// How far the client is with showing progress.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Asked,
    Ready,
    /// With that percentage.
    Begun(u8),
}

/// What concerns all documents together.
#[derive(Default)]
pub(super) struct Watch {
    stamps: u64,
    pub(super) settings_stamp: u64,
    tokens: u64,
    /// Progress that is to be taken from the screen.
    ended: Vec<u64>,
    /// What was shown says something else now, though the text is the same.
    stirred: bool,
    /// Diagnostics that were asked for before they were those of all values do.
    pull_again: bool,
    /// Those of the whole workspace do.
    tell_again: bool,
}

impl Watch {
    pub(super) fn next_stamp(&mut self) -> u64 {
        self.stamps += 1;
        self.stamps
    }

    /// An id that no other process of this server gives.
    pub(super) fn result_id(&self, stamp: u64) -> String {
        format!("{}.{stamp}", std::process::id())
    }

    /// This solving is over, in whatever way.
    pub(super) fn ended(&mut self, solving: Solving) {
        self.ended.extend(solving.run.and_then(|run| run.token()));
    }
}

impl Run {
    fn new(most: usize) -> Self {
        let now = Instant::now();
        Self { started: now, looked: now, lens_told: now, most, percent: 0, progress: None }
    }

    /// The token that the client shows progress by.
    fn token(&self) -> Option<u64> {
        self.progress.filter(|(_, shown)| matches!(shown, Shown::Begun(_))).map(|(token, _)| token)
    }

    fn look(&mut self, left: usize) {
        self.most = self.most.max(left).max(1);
        let done = (self.most - left) as u64 * 100 / self.most as u64;
        // The last hundredth is not over before all is.
        self.percent = self.percent.max(done.min(99) as u8);
        self.looked = Instant::now();
    }
}

impl Solving {
    pub(super) fn new(held: bool, stamp: u64) -> Self {
        Self {
            changed: Instant::now(),
            held,
            stamp,
            told: Told::Nothing,
            foretold: false,
            asked_early: false,
            pulled_early: false,
            told_early: false,
            waiting: Vec::new(),
            status_told: None,
            run: None,
            turn: Turn::new(stamp),
        }
    }

    /// Takes over what an edit does not change.
    pub(super) fn follow(&mut self, before: &Solving) {
        self.status_told = before.status_told;
        self.asked_early = before.asked_early;
        self.told_early = before.told_early;
    }

    /// What was told is to be told otherwise.
    pub(super) fn told_otherwise(&mut self, stamp: u64) {
        self.stamp = stamp;
        self.told = Told::Nothing;
        self.changed = Instant::now();
        self.asked_early = true;
        self.pulled_early = true;
    }

    pub(super) fn pace(&self) -> Pace {
        match &self.run {
            _ if self.held => Pace::Held,
            Some(run) if run.percent > 0 => Pace::Going(Some(run.percent)),
            _ => Pace::Going(None),
        }
    }

    /// It was solved for a while, and something is left.
    pub(super) fn paused(&mut self, document: &Document) {
        let left = || document.snapshot().left();
        let run = self.run.get_or_insert_with(|| Run::new(left()));
        if run.looked.elapsed() > PROGRESS_PAUSE {
            run.look(left());
        }
    }

    /// Whether its diagnostics are worth telling: they are those of all values, or a cycle came or went, or they have
    /// been awaited for long enough.
    fn is_due(&self, solved: bool) -> bool {
        solved || self.held || self.foretold || self.changed.elapsed() > UNSOLVED_QUIET_MAX
    }

    /// Whether the client lacks what is worth telling, with so many games left.
    fn is_untold(&self, left: usize) -> bool {
        match self.told {
            Told::All => false,
            Told::Early(at, before) if left > 0 => left < before && at.elapsed() > EARLY_PAUSE,
            Told::Nothing | Told::Early(..) => self.is_due(left == 0),
        }
    }
}

/// How far a piece of solving came.
#[derive(Clone, Copy)]
pub(crate) struct Solved {
    /// Nothing is left to do.
    pub(crate) all: bool,
    /// Values that the client asked for before they were settled are settled now.
    pub(crate) ask_again: bool,
    /// Diagnostics are.
    pub(crate) pull_again: bool,
    /// Diagnostics of the whole workspace are.
    pub(crate) tell_again: bool,
}

/// What the client is to be told of progress.
#[derive(Default)]
pub(crate) struct ProgressNews {
    /// Tokens that it is to be asked to show.
    pub(crate) ask: Vec<u64>,
    pub(crate) begin: Vec<(u64, String, u8)>,
    pub(crate) report: Vec<(u64, u8)>,
    pub(crate) end: Vec<u64>,
    /// Lenses show another percentage.
    pub(crate) lenses: bool,
}

impl Solved {
    /// Of a document that is solved.
    fn take(&mut self, solving: &mut Solving, watch: &mut Watch) {
        self.ask_again |= std::mem::take(&mut solving.asked_early);
        self.pull_again |= std::mem::take(&mut solving.pulled_early);
        self.tell_again |= std::mem::take(&mut solving.told_early);
        watch.ended.extend(solving.run.take().and_then(|run| run.token()));
    }
}

impl Documents {
    /// Goes on solving, for so many steps or until `cancel` is set.
    pub(crate) fn solve(&mut self, steps: u64, cancel: &AtomicBool) -> Solved {
        let mut meter = Meter { left: steps, ..Meter::new(cancel) };
        meter.node_budget = self.settings.node_budget.unwrap_or(meter.node_budget);
        let watch = &mut self.watch;
        let stirred = std::mem::take(&mut watch.stirred);
        let pull_again = std::mem::take(&mut watch.pull_again) || stirred;
        let tell_again = std::mem::take(&mut watch.tell_again) || stirred;
        let mut solved = Solved { all: true, ask_again: stirred, pull_again, tell_again };
        let mut waiting = Vec::new();
        for open in self.open.values_mut().filter(|open| !open.solving.held) {
            if open.document.snapshot().is_solved() {
                solved.take(&mut open.solving, watch);
            } else {
                waiting.push(open);
            }
        }
        solved.all = turns::solve(waiting, &mut meter, watch, |open, watch| {
            open.solving.stamp = watch.next_stamp();
            solved.take(&mut open.solving, watch);
        });
        self.hold_failed();
        solved
    }

    /// A document that failed to be solved is held until its text is another one.
    fn hold_failed(&mut self) {
        let failed = |open: &&mut Open| open.document.has_failed() && !open.solving.held;
        for open in self.open.values_mut().filter(failed) {
            let watch = &mut self.watch;
            open.solving.held = true;
            open.solving.told = Told::Nothing;
            open.solving.stamp = watch.next_stamp();
            watch.ended.extend(open.solving.run.take().and_then(|run| run.token()));
            watch.stirred = true;
        }
    }

    /// Of documents that are not solved yet: finds out whether a cycle came or went, to tell it before the rest.
    pub(crate) fn foretell(&mut self) {
        let never = AtomicBool::new(false);
        for open in self.open.values_mut().filter(|open| open.solving.told == Told::Nothing) {
            let mut meter = Meter { left: FORETELL_STEPS, ..Meter::new(&never) };
            if open.document.foretell(&mut meter) {
                open.solving.foretold = true;
                open.solving.stamp = self.watch.next_stamp();
            }
        }
    }

    /// Solves a document that was held, from where it stopped.
    pub(crate) fn resume(&mut self, uri: &str) {
        let resumes = |open: &&mut Open| open.solving.held && !open.document.has_failed();
        if let Some(open) = self.open.get_mut(&*uris::normal(uri)).filter(resumes) {
            open.solving.held = false;
            open.solving.told = Told::Nothing;
            open.solving.changed = Instant::now();
            open.solving.turn = Turn::new(self.watch.next_stamp());
            self.watch.stirred |= !open.document.snapshot().is_solved();
        }
    }

    /// A file was written: now values are wanted, unless they never are unasked.
    pub(crate) fn saved(&mut self, uri: &str) {
        if self.settings.solve_when != SolveWhen::Manual {
            self.resume(uri);
        }
    }

    /// Stops solving what the client shows progress of by that token.
    pub(crate) fn hold(&mut self, token: u64) {
        let shown = |open: &&mut Open| open.solving.run.as_ref().and_then(Run::token) == Some(token);
        if let Some(open) = self.open.values_mut().find(shown) {
            open.solving.held = true;
            open.solving.run = None;
            // Some values may have come since it was last told.
            open.solving.told = Told::Nothing;
            open.solving.stamp = self.watch.next_stamp();
            self.watch.ended.push(token);
            self.watch.stirred = true;
        }
    }

    /// The documents whose diagnostics are to be sent, if any are sent at all.
    pub(crate) fn take_untold(&mut self) -> Vec<Snapshot> {
        let pulls = self.pulls;
        let untold = self.open.values_mut().filter_map(|open| {
            let left = open.document.snapshot().games_left();
            let solving = &mut open.solving;
            let due = solving.is_untold(left);
            if due {
                let again = matches!(solving.told, Told::Early(..)) && left > 0;
                self.watch.pull_again |= again && pulls && solving.pulled_early;
                self.watch.tell_again |= again && pulls && solving.told_early;
                solving.told = if left > 0 { Told::Early(Instant::now(), left) } else { Told::All };
                solving.waiting.drain(..).for_each(|waiting| _ = waiting.send(()));
            }
            (due && !pulls).then(|| open.uri.clone())
        });
        let untold: Vec<String> = untold.collect();
        untold.iter().filter_map(|uri| self.snapshot_unasked(uri)).collect()
    }

    /// Whether there is something to say of a document's diagnostics; of one that is not open, never.
    pub(crate) fn are_diagnostics_due(&mut self, uri: &str) -> bool {
        let Some(open) = self.open.get_mut(&*uris::normal(uri)) else { return false };
        let solved = open.document.snapshot().is_solved();
        open.solving.pulled_early |= !solved;
        open.solving.is_due(solved)
    }

    /// All documents' diagnostics are told as they are now; whether some may be others in a moment.
    pub(crate) fn tell_early(&mut self) -> bool {
        let mut early = false;
        for open in self.open.values_mut().filter(|open| !open.document.snapshot().is_solved()) {
            open.solving.told_early = true;
            early = true;
        }
        early
    }

    /// Resolves when there is; none where there is already. An edit, or the document's end, drops the other end.
    pub(crate) fn wait_for_diagnostics(&mut self, uri: &str) -> Option<oneshot::Receiver<()>> {
        if self.are_diagnostics_due(uri) {
            return None;
        }
        let (sender, receiver) = oneshot::channel();
        self.open.get_mut(&*uris::normal(uri))?.solving.waiting.push(sender);
        Some(receiver)
    }

    /// The documents whose status the client lacks.
    pub(crate) fn take_status(&mut self) -> Vec<(String, i32, Status, Option<u8>)> {
        let untold = self.open.values_mut().filter_map(|open| {
            let status = Status::of(open.document.snapshot(), open.solving.held);
            let solving = &mut open.solving;
            let percent = match (status, solving.pace()) {
                (Status::Solving, Pace::Going(percent)) => percent,
                _ => None,
            };
            let told = (status, open.version, percent);
            let early = status == Status::Solving && solving.changed.elapsed() < STATUS_QUIET_MAX;
            if early || solving.status_told == Some(told) {
                return None;
            }
            solving.status_told = Some(told);
            Some((open.uri.clone(), open.version, status, percent))
        });
        untold.collect()
    }

    /// The client is ready to show progress by that token.
    pub(crate) fn progress_is_ready(&mut self, ready: u64) {
        let runs = self.open.values_mut().filter_map(|open| open.solving.run.as_mut());
        for (token, shown) in runs.filter_map(|run| run.progress.as_mut()) {
            if *token == ready && *shown == Shown::Asked {
                *shown = Shown::Ready;
            }
        }
    }

    /// What there is to tell of progress.
    pub(crate) fn take_progress(&mut self) -> ProgressNews {
        let mut told = ProgressNews { end: std::mem::take(&mut self.watch.ended), ..ProgressNews::default() };
        for open in self.open.values_mut() {
            let Some(run) = &mut open.solving.run else { continue };
            let percent = run.percent;
            match &mut run.progress {
                None if run.started.elapsed() > PROGRESS_QUIET_MAX => {
                    self.watch.tokens += 1;
                    run.progress = Some((self.watch.tokens, Shown::Asked));
                    told.ask.push(self.watch.tokens);
                }
                Some((token, shown @ Shown::Ready)) => {
                    *shown = Shown::Begun(percent);
                    told.begin.push((*token, open.uri.clone(), percent));
                }
                Some((token, Shown::Begun(before))) if *before != percent => {
                    *before = percent;
                    told.report.push((*token, percent));
                }
                _ => {}
            }
            if percent > 0 && run.lens_told.elapsed() > LENS_PAUSE && open.solving.asked_early {
                run.lens_told = Instant::now();
                told.lenses = true;
            }
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::super::protocol::TextDocumentItem;
    use super::*;

    const URI: &str = "file:///a";

    /// A game of which something fails, and one of millions of steps.
    fn two_games() -> Documents {
        let rows: String = (1..45).map(|i| format!("v{i} -> v0..v{}\n", i - 1)).collect();
        let (uri, language_id) = (URI.parse().unwrap(), "sgg".to_owned());
        let text = format!("game dag\na -> b\nstones a\nexpect second\ngame addsub\n{rows}k *=9\n");
        let mut documents = Documents::default();
        documents.open(TextDocumentItem { uri, language_id, version: 1, text });
        documents
    }

    fn rest() {
        std::thread::sleep(UNSOLVED_QUIET_MAX + Duration::from_millis(10));
    }

    fn solve_one_game(documents: &mut Documents) {
        documents.solve(100_000, &AtomicBool::new(false));
        assert_eq!(
            documents.open.values().map(|open| open.document.snapshot().games_left()).sum::<usize>(),
            1
        );
    }

    #[test]
    fn what_is_known_when_solving_is_stopped_is_told() {
        let mut documents = two_games();
        assert_eq!(documents.take_untold().len(), 0, "it may be solved in a moment");
        rest();
        assert_eq!(documents.take_untold().len(), 1, "it takes long");
        assert_eq!(documents.take_untold().len(), 0, "nothing is new");
        solve_one_game(&mut documents);
        rest();
        let token = documents.take_progress().ask[0];
        documents.progress_is_ready(token);
        assert_eq!(documents.take_progress().begin.len(), 1);
        documents.hold(token);
        assert_eq!(documents.take_untold().len(), 1);
        documents.resume(URI);
        assert_eq!(documents.take_untold().len(), 0);
    }

    #[test]
    fn a_game_that_has_come_to_its_end_is_told_of_before_the_others() {
        for pulls in [false, true] {
            let mut documents = two_games();
            documents.pulls = pulls;
            rest();
            documents.are_diagnostics_due(URI);
            documents.take_untold();
            solve_one_game(&mut documents);
            assert_eq!(documents.take_untold().len(), 0, "thousands of games are not told of one by one");
            std::thread::sleep(EARLY_PAUSE);
            assert_eq!(documents.take_untold().len(), usize::from(!pulls));
            std::thread::sleep(EARLY_PAUSE);
            assert_eq!(documents.take_untold().len(), 0, "nothing is new");
            assert_eq!(documents.solve(1, &AtomicBool::new(false)).pull_again, pulls);
        }
    }
}
