//! What holds, written as an expectation.

use super::{Asked, Refactoring, shown};
use crate::Edit;
use crate::words::outcome_word;
use sgg_game::{Node, Total, Value};
use sgg_model::{Class, Expected, Mask, mentions};
use sgg_syntax::{Item, Statement, quote};

/// Of a game with more nodes not all are written.
const NODES_WRITTEN: usize = 50;

impl Asked<'_> {
    pub(super) fn expectations(&self) -> Vec<Refactoring> {
        match &self.line.statement {
            Statement::Game(_) => self.of_position().into_iter().chain(self.of_all_nodes()).collect(),
            Statement::Round(_)
            | Statement::Stones(_)
            | Statement::ExpectOutcome(..)
            | Statement::ExpectValue(_) => self.of_position().into_iter().chain(self.of_node()).collect(),
            _ => self.of_node().into_iter().collect(),
        }
    }

    /// Who wins the position that the line belongs to, and its value: what of it is not yet expected.
    fn of_position(&self) -> Vec<Refactoring> {
        let text = &self.snapshot.text;
        let Some((start, header)) = text.position_of(self.number) else { return Vec::new() };
        let Some(position) = self.game.position(header.id) else { return Vec::new() };
        if header.class == Class::Game && !self.game.has_own_position() {
            return Vec::new();
        }
        let Some(sum) = position.sum() else { return Vec::new() };
        let end = text.lines.next(start + 1, Mask::HEADER).map_or(text.lines.len(), |(number, _)| number);
        let said = |outcome: bool| {
            position.expected().iter().any(|(_, other)| matches!(other, Expected::Outcome(_)) == outcome)
        };
        let outcome = outcome_word(sum.outcome);
        let total = Some(&sum.total).filter(|total| **total != Total::Unknown);
        let outcome = outcome.filter(|_| !said(true)).map(|word| format!("expect {word}"));
        let total = total.filter(|_| !said(false)).map(|total| format!("expect value {total}"));
        let write = |statement: String| {
            let edit = self.line_behind(start..end, &statement)?;
            Some(Refactoring::new(format!("write what holds: `{}`", shown(&statement)), vec![edit]))
        };
        outcome.into_iter().chain(total).filter_map(write).collect()
    }

    /// The value of the node under the cursor, where `expect sg` does not name it.
    fn of_node(&self) -> Option<Refactoring> {
        let here = mentions::items(self.line).find_map(|(_, item)| match item {
            Item::Name(name) if self.is_on(name.span) => Some(name),
            _ => None,
        });
        let node = self.game.node(&here?.text(self.text))?;
        if self.game.has_own_sg(node) {
            return None;
        }
        let entry = self.entry(node)?;
        let title = format!("write what holds: `expect sg {}`", shown(&entry));
        Some(Refactoring::new(title, vec![self.sg_edit(&entry, Some(node))?]))
    }

    fn of_all_nodes(&self) -> Option<Refactoring> {
        let (game, text) = (self.game, &self.snapshot.text);
        if game.node_count() > NODES_WRITTEN || self.last_sg().is_some() {
            return None;
        }
        let nodes = mentions::display_order(text, game);
        let entries: Option<Vec<String>> = nodes.into_iter().map(|node| self.entry(node)).collect();
        let entries = entries.filter(|entries| !entries.is_empty())?;
        let count = crate::words::count(entries.len() as u64, "node");
        let edit = self.sg_edit(&entries.join(" "), None)?;
        Some(Refactoring::new(format!("write what holds: `expect sg` of {count}"), vec![edit]))
    }

    /// `a=3`, where the value is settled.
    fn entry(&self, node: Node) -> Option<String> {
        let value = self.game.value(node);
        let known = value != Value::Unknown && !self.game.is_undeclared(node);
        known.then(|| format!("{}={value}", quote(&self.game.name(node))))
    }

    /// The game's last `expect sg` line.
    fn last_sg(&self) -> Option<usize> {
        let lines = self.game_lines();
        let (number, _) = self.snapshot.text.lines.previous(lines.end, Mask::of(Class::ExpectSg))?;
        (number > lines.start).then_some(number)
    }

    /// Behind the entries that there are, else a line of its own above the rounds; but a node that is first named below
    /// is named there first of all, or it would be listed before others from then on.
    fn sg_edit(&self, entries: &str, node: Option<Node>) -> Option<Edit> {
        let text = &self.snapshot.text;
        let is_known_above = |line: usize| {
            let name = node.map(|node| quote(&self.game.name(node)));
            self.number < line || name.is_none_or(|name| self.appears_above(&name, line))
        };
        if let Some(number) = self.last_sg().filter(|number| is_known_above(*number)) {
            let (_, line) = text.parse(number);
            let (span, _) = mentions::items(&line).last()?;
            return Some(Edit::insert(number, span.end, format!(" {entries}")));
        }
        let lines = self.game_lines();
        let next =
            text.lines.next(lines.start + 1, Mask::HEADER).map_or(text.lines.len(), |(number, _)| number);
        let end = if is_known_above(next) { next } else { lines.end };
        self.line_behind(lines.start..end, &format!("expect sg {entries}"))
    }
}
