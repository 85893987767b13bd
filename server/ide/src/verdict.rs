//! Who wins, in one line of words: for the lens, the hint at a header's end, and hover.

use crate::Config;
use crate::config::Pace;
use crate::terms::{Term, summands, terms};
use crate::unsettled::{self, Reason, TOO_LARGE};
use crate::words::{Signs, count, nim_sum, who_wins, written};
use sgg_game::{ARCS_MAX, Form, NODES_MAX, Outcome, Sum};
use sgg_model::{
    Blocker, Class, ENTRIES_MAX, Expected, Finding, Game, GameLimit, LineId, Mask, Position, Snapshot, State,
    What,
};
use sgg_syntax::{OutcomeWord, quote};

/// What there is to say at a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// `Second wins · 3 ⊕ 1 ⊕ 2 = 0 · as expected`
    pub(crate) text: String,
    /// An expectation does not hold, by the values of the text as it stands.
    pub(crate) failed: bool,
}

const AS_EXPECTED: &str = "as expected";
/// A sum is written out up to so many terms and so many columns.
const SUM_TERMS_MAX: usize = 8;
const SUM_COLUMNS_MAX: usize = 60;

/// What there is to say at a `game` or `round` line; nothing where it starts no position of a known kind.
pub(crate) fn verdict(snapshot: &Snapshot, header: usize, config: &Config) -> Option<Verdict> {
    let signs = Signs::of(config.ascii);
    let game = snapshot.game_at(header)?;
    let id = snapshot.text.lines.at(header)?.id;
    let position = game.position(id)?;
    let of_game = id == game.header();
    let sg_failed = if of_game { game.failed_sg_count() } else { 0 };
    let mut parts: Vec<String> = Vec::new();
    let own = !of_game || game.has_own_position();
    if !own {
        parts.push(count(game.round_count() as u64, "round"));
    }
    match silence(snapshot, game) {
        Some(words) => parts.push(words),
        None if own => parts.extend(position_words(snapshot, game, id, position, signs)),
        None => {}
    }
    let fails = sg_failed > 0 || !position.failed().is_empty();
    if !is_judged(game, fails, config) {
        // What was found of other values, or of other expectations, says nothing now.
    } else if sg_failed > 0 {
        let failed = expectation(snapshot, position).filter(|_| !position.failed().is_empty());
        parts.extend(failed);
        parts.push(format!("{} not as expected", count(sg_failed as u64, "value")));
    } else {
        let words = || (own && of_game && sg_holds(snapshot, game)).then(|| AS_EXPECTED.to_owned());
        parts.extend(expectation(snapshot, position).or_else(words));
    }
    parts.extend(currency(game, config.pace).map(|words| signs.plain(&words)));
    Some(Verdict { text: parts.join(signs.dot), failed: fails && game.state() == State::Fresh })
}

/// Why a game has no values at all.
pub(crate) fn silence(snapshot: &Snapshot, game: &Game) -> Option<String> {
    match game.state() {
        State::TooLarge => Some(match game.limit() {
            Some(GameLimit::Edges) => format!("no values: more than {ARCS_MAX} edges"),
            Some(GameLimit::Entries) => format!("no values: more than {ENTRIES_MAX} entries"),
            Some(GameLimit::File) => {
                "no values: more nodes, edges or entries than a file may have".to_owned()
            }
            _ => format!("no values: more than {NODES_MAX} nodes"),
        }),
        State::Blocked => {
            let blocker = game.blocker(&snapshot.text);
            Some(match blocker {
                Some(blocker) => format!("no values: {}", blocker_words(game, blocker)),
                None => "no values".to_owned(),
            })
        }
        State::Fresh if lacks_ground(game) => Some("no values: no `ground`".to_owned()),
        _ => None,
    }
}

/// Edges that hang on nothing, for lack of a ground.
pub(crate) fn lacks_ground(game: &Game) -> bool {
    game.kind().ground && !game.has_ground() && game.board().graph().arc_count() > 0
}

/// `line 7 can't be read`
pub(crate) fn blocker_words(game: &Game, blocker: Blocker) -> String {
    let name = |node| quote(&game.name(node));
    match blocker {
        Blocker::Unreadable(line) => format!("line {} can't be read", line + 1),
        Blocker::Unusable(line) => format!("line {} can't be used", line + 1),
        Blocker::Undeclared(node) => format!("`{}` is not declared", name(node)),
        Blocker::TooManyStones(node) => format!("too many stones on `{}`", name(node)),
    }
}

/// Whether there is something to say of what is expected. Of values that are not those of the text nothing is said
/// to fail; while they are kept for long, not even that all holds: the expectations may be others.
fn is_judged(game: &Game, fails: bool, config: &Config) -> bool {
    match game.state() {
        State::Fresh | State::Blocked | State::TooLarge => true,
        State::Stale => !fails,
        State::Solving => !fails && config.pace != Pace::Held,
    }
}

/// `stale` or `solving… 40 %`: the values are not those of the text.
fn currency(game: &Game, pace: Pace) -> Option<String> {
    match (game.state(), pace) {
        (State::Stale, _) => Some("stale".to_owned()),
        (State::Solving, Pace::Held) if game.is_valued() => Some("stale".to_owned()),
        (State::Solving, Pace::Held) => Some("not solved".to_owned()),
        (State::Solving, Pace::Going(Some(percent))) => Some(format!("solving… {percent} %")),
        (State::Solving, Pace::Going(None)) => Some("solving…".to_owned()),
        _ => None,
    }
}

/// Why what is expected of a position neither holds nor fails, in a sentence or less.
pub(crate) fn why_unsettled(snapshot: &Snapshot, game: &Game, id: LineId, config: &Config) -> Option<String> {
    let words = silence(snapshot, game).or_else(|| staleness(snapshot, game, config));
    words.or_else(|| unknown(snapshot, game, id)).map(|words| Signs::of(config.ascii).plain(&words))
}

/// The same for hover, in a sentence.
pub(crate) fn staleness(snapshot: &Snapshot, game: &Game, config: &Config) -> Option<String> {
    let signs = Signs::of(config.ascii);
    match game.state() {
        State::Stale => {
            let why = game.blocker(&snapshot.text).map(|blocker| blocker_words(game, blocker));
            let why = why.map_or(String::new(), |why| format!(": {why}"));
            Some(format!("Stale, from before the last changes{why}."))
        }
        State::Solving if config.pace == Pace::Held => Some(match game.is_valued() {
            true => "Stale, from before the last changes; the command `sgg.solve` works them out.".to_owned(),
            false => "Not solved; the command `sgg.solve` works the values out.".to_owned(),
        }),
        State::Solving if game.is_valued() => Some(format!("Solving{} Values may change.", signs.more)),
        State::Solving => Some(format!("Solving{}", signs.more)),
        _ => None,
    }
}

fn position_words(
    snapshot: &Snapshot,
    game: &Game,
    id: LineId,
    position: &Position,
    signs: &Signs,
) -> Vec<String> {
    let known = position.sum().filter(|sum| sum.outcome != Outcome::Unknown);
    match known {
        // A sum from before the last changes may be that of more.
        Some(sum) if sum.outcome == Outcome::Second && is_bare(game, position) => {
            match position.is_stated() {
                true => vec![who(sum.outcome).to_owned(), bare_words(game)],
                false => vec![bare_words(game)],
            }
        }
        Some(sum) => {
            let terms = terms(snapshot, game, id);
            vec![who(sum.outcome).to_owned(), calculation(game, sum, terms.as_deref(), signs)]
        }
        None => unknown(snapshot, game, id).into_iter().collect(),
    }
}

/// Nothing that could move.
fn is_bare(game: &Game, position: &Position) -> bool {
    match game.kind().stones {
        true => position.stones(game).next().is_none(),
        false => game.board().graph().arc_count() == 0,
    }
}

fn bare_words(game: &Game) -> String {
    if game.kind().stones { "no stones" } else { "no edges" }.to_owned()
}

/// `Second wins`
pub(crate) fn who(outcome: Outcome) -> &'static str {
    let nobody = if outcome == Outcome::Draw { "Draw" } else { "Not known" };
    who_wins(outcome).unwrap_or(nobody)
}

/// `3 ⊕ 1 ⊕ 2 = 0`, or `value 3` where the sum is long, has one term, or is not a plain nim-sum.
fn calculation(game: &Game, sum: &Sum, terms: Option<&[Term]>, signs: &Signs) -> String {
    let long = || format!("value {}", sum.total);
    let Some(terms) = terms.filter(|_| game.kind().form != Form::Ordinal) else { return long() };
    let values = summands(terms, SUM_TERMS_MAX + 1);
    // Values that are being worked out anew may not fit the total that is still shown.
    let fits = (2..=SUM_TERMS_MAX).contains(&values.len()) && nim_sum(values.iter().copied()) == sum.total;
    let words: Vec<String> = values.iter().map(ToString::to_string).collect();
    let written = format!("{} = {}", words.join(signs.xor), sum.total);
    if fits && written.chars().count() <= SUM_COLUMNS_MAX { written } else { long() }
}

/// Why there is no verdict; nothing while that is said by `stale` or `solving…`.
fn unknown(snapshot: &Snapshot, game: &Game, id: LineId) -> Option<String> {
    if let Some(blocker) = game.position_blocker(&snapshot.text, id) {
        return Some(format!("no verdict: {}", blocker_words(game, blocker)));
    }
    if let (State::Stale, Some(blocker)) = (game.state(), game.blocker(&snapshot.text)) {
        return Some(format!("no verdict: {}", blocker_words(game, blocker)));
    }
    if game.state() != State::Fresh {
        return game.is_valued().then(|| "no verdict".to_owned());
    }
    Some(match unsettled::position_reason(snapshot, game, id) {
        Some(reason) => reason_words(game, reason),
        None => "not known".to_owned(),
    })
}

/// `cycle: 3 nodes have no value`
pub(crate) fn reason_words(game: &Game, reason: Reason) -> String {
    let name = |node| quote(&game.name(node));
    match reason {
        Reason::OverBudget(node) => match game.board().over_budget_reason(node) {
            Some(known) if known.too_large => format!("{} is {TOO_LARGE}", name(node)),
            _ => format!("over budget at {}", name(node)),
        },
        Reason::MissingK(node) => format!("no K-value at {}", name(node)),
        Reason::ConflictingK(node) => format!("conflicting K-values at {}", name(node)),
        Reason::Cycle => format!("cycle: {}", unsettled::cycle_words(game)),
    }
}

/// `as expected`, or the first expectation that fails.
fn expectation(snapshot: &Snapshot, position: &Position) -> Option<String> {
    position.sum().filter(|sum| sum.outcome != Outcome::Unknown)?;
    let lines = &snapshot.text.lines;
    match lines.first(position.failed().iter().copied()) {
        Some(first) => {
            let (_, expected) = position.expected().iter().find(|(line, _)| *line == first)?;
            Some(format!("expected {}", expected_words(expected)))
        }
        None => (!position.expected().is_empty()).then(|| AS_EXPECTED.to_owned()),
    }
}

/// Whether the game says what nodes are worth, and all of it holds.
fn sg_holds(snapshot: &Snapshot, game: &Game) -> bool {
    let mut lines =
        snapshot.text.lines.select(snapshot.text.game_lines(game.header()), Mask::of(Class::ExpectSg));
    let doubtful = |finding: &Finding| {
        use What::{ConflictingK, ConflictingSg, Cycle, MissingK, OverBudget, Undeclared};
        // An expectation of a value that is `?` neither holds nor fails.
        let what = &finding.what;
        matches!(
            what,
            ConflictingK(_) | ConflictingSg(_) | Cycle(_) | MissingK(_) | OverBudget(..) | Undeclared { .. }
        )
    };
    game.is_valued() && lines.next().is_some() && !game.findings().iter().any(doubtful)
}

/// `second`, `value 3`
pub(crate) fn expected_words(expected: &Expected) -> String {
    match expected {
        Expected::Outcome(OutcomeWord::First) => "first".to_owned(),
        Expected::Outcome(OutcomeWord::Second) => "second".to_owned(),
        Expected::Outcome(OutcomeWord::Draw) => "draw".to_owned(),
        Expected::Value(literal) => format!("value {}", written(literal)),
    }
}
