//! What can be folded: games, rounds, and blocks of comments.

use crate::symbols::{block, is_comment};
use sgg_model::{Class, Mask, Snapshot};

/// Lines that fold to their first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The line that stays.
    pub first: usize,
    /// The last line that is folded away.
    pub last: usize,
    /// What they are.
    pub kind: FoldKind,
}

/// What is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FoldKind {
    /// A game.
    Game,
    /// A round.
    Round,
    /// Comments on lines of their own, one below the other.
    Comment,
}

/// All folds in the order of the text; where there are more than `most`, first of all those of games, then rounds.
pub fn folds(snapshot: &Snapshot, most: usize, stopped: &dyn Fn() -> bool) -> Vec<Fold> {
    let mut found = headers(snapshot, Class::Game, FoldKind::Game, most, stopped);
    found.extend(headers(snapshot, Class::Round, FoldKind::Round, most - found.len(), stopped));
    found.extend(comments(snapshot, most - found.len(), stopped));
    found.sort_by_key(|fold| (fold.first, fold.kind));
    found
}

fn headers(
    snapshot: &Snapshot,
    class: Class,
    kind: FoldKind,
    most: usize,
    stopped: &dyn Fn() -> bool,
) -> Vec<Fold> {
    let lines = snapshot.text.lines.select(0..snapshot.text.lines.len(), Mask::of(class));
    let folds = lines.take_while(|_| !stopped()).map(|(number, _)| {
        let lines = block(snapshot, number);
        Fold { first: number, last: lines.end.saturating_sub(1), kind }
    });
    folds.filter(|fold| fold.last > fold.first).take(most).collect()
}

fn comments(snapshot: &Snapshot, most: usize, stopped: &dyn Fn() -> bool) -> Vec<Fold> {
    let mut found: Vec<Fold> = Vec::new();
    let mut open: Option<Fold> = None;
    let blank = snapshot.text.lines.select(0..snapshot.text.lines.len(), Mask::of(Class::Blank));
    let comments = blank.map(|(number, _)| number).filter(|number| is_comment(snapshot, *number));
    for number in comments.take_while(|_| !stopped()) {
        match open.as_mut().filter(|fold| fold.last + 1 == number) {
            Some(fold) => fold.last = number,
            None => {
                found.extend(open.filter(|fold| fold.last > fold.first));
                open = Some(Fold { first: number, last: number, kind: FoldKind::Comment });
            }
        }
        if found.len() >= most {
            break;
        }
    }
    found.extend(open.filter(|fold| fold.last > fold.first));
    found.truncate(most);
    found
}
