//! Lines of arcs out of the same nodes, put together.

use super::{Asked, Refactoring};
use crate::Edit;
use sgg_model::{Class, misfit};
use sgg_syntax::{Chain, Span, Statement};
use std::collections::HashSet;

/// So many lines are put together, to one of so many bytes.
const LINES_MAX: usize = 64;
const BYTES_MAX: usize = 1_000;

/// A line with one arrow and nodes on both sides of it.
struct Pair {
    number: usize,
    tails: String,
    heads: String,
    /// Each of its heads.
    each: Vec<String>,
    /// Where its heads end.
    end: u32,
    text: String,
    has_comment: bool,
}

impl Asked<'_> {
    /// `a -> b` and, right below it, `a -> c` as `a -> b c`
    pub(super) fn arcs_joined(&self) -> Option<Refactoring> {
        let here = self.pair(self.number)?;
        let same = |number: usize| self.pair(number).filter(|pair| pair.tails == here.tails);
        let mut run = vec![];
        // Comments of lines that go would go as well, so that only the first line may have one.
        let above = (0..self.number).rev().take(LINES_MAX / 2).map_while(same);
        let mut below_first = here.has_comment;
        for pair in above {
            if below_first {
                break;
            }
            below_first = pair.has_comment;
            run.insert(0, pair);
        }
        let number = self.number;
        let tails = here.tails.clone();
        run.push(here);
        let below = (number + 1..)
            .take(LINES_MAX / 2)
            .map_while(|number| self.pair(number).filter(|pair| pair.tails == tails && !pair.has_comment));
        run.extend(below);
        let (first, others) = run.split_first()?;
        let bytes: usize = run.iter().map(|pair| pair.heads.len() + 1).sum();
        if others.is_empty() || bytes > BYTES_MAX {
            return None;
        }
        let mut said: HashSet<&str> = first.each.iter().map(String::as_str).collect();
        let mut heads = String::new();
        for head in others.iter().flat_map(|pair| &pair.each) {
            // A second arc is a move of its own only where edges are cut.
            if said.insert(head) || !self.game.kind().directed {
                heads.push(' ');
                heads.push_str(head);
            }
        }
        let mut edits = vec![Edit::insert(first.number, first.end, heads)];
        edits.extend(others.iter().map(|pair| Edit::remove_line(pair.number, &pair.text)));
        let title = format!("put {} lines of `{}` together", run.len(), super::shown(&tails));
        Some(Refactoring::new(title, edits))
    }

    fn pair(&self, number: usize) -> Option<Pair> {
        let record = self.snapshot.text.lines.at(number)?;
        if record.class != Class::Edge {
            return None;
        }
        let (text, line) = self.snapshot.text.parse(number);
        let Statement::Edge(chain) = &line.statement else { return None };
        let [arrow] = chain.arrows.as_slice() else { return None };
        let (tails, heads) = sides(chain, arrow.before as usize)?;
        misfit(self.game.kind(), &line).is_none().then(|| Pair {
            number,
            tails: tails.text(&text).to_owned(),
            heads: heads.text(&text).to_owned(),
            each: heads_of(chain, arrow.before as usize, &text),
            end: heads.end,
            has_comment: line.comment.is_some(),
            text: text.to_string(),
        })
    }
}

/// The places of a chain's two groups.
fn sides(chain: &Chain, before: usize) -> Option<(Span, Span)> {
    let (tails, heads) = chain.entries.split_at_checked(before)?;
    let span = |entries: &[sgg_syntax::Entry<()>]| {
        Some(Span { start: entries.first()?.span.start, end: entries.last()?.span.end })
    };
    Some((span(tails)?, span(heads)?))
}

fn heads_of(chain: &Chain, before: usize, text: &str) -> Vec<String> {
    chain.entries.iter().skip(before).map(|entry| entry.span.text(text).to_owned()).collect()
}
