//! What follows from a game's lines, and from its values once they are solved.

use super::Game;
use super::visit::mark;
use crate::findings::{COPIES_MAX, Known, Places, SAME_MAX};
use crate::foremost::Foremost;
use crate::position::{Others, node_holds};
use crate::{LineId, Text};
use sgg_game::{Changed, Meter, Node, Progress, Tag};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Game {
    /// Brings everything that follows from the lines up to date, values apart.
    pub(crate) fn refresh(&mut self, text: &Text) {
        self.make_arcs();
        let all_touched = std::mem::take(&mut self.all_touched);
        if all_touched {
            self.touched.clear();
            for node in self.board.graph().nodes() {
                self.refresh_node(node);
            }
        }
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort_unstable();
        touched.dedup();
        for node in &touched {
            self.refresh_node(*node);
        }
        self.adopt_orphans(text);
        if std::mem::take(&mut self.ground_changed) {
            self.set_ground(text);
        }
        if all_touched {
            self.changed_positions.extend(self.positions.headers());
        } else {
            self.mark_positions(&touched);
        }
    }

    fn refresh_node(&mut self, node: Node) {
        self.said.hubs.remove(&node);
        let facts = self.facts.get(node);
        let was = self.undeclared.contains(&node);
        let undeclared = facts.undeclared(self.nodes_lines > 0);
        if undeclared != was {
            mark(&mut self.undeclared, node, undeclared);
        }
        mark(&mut self.undeclared_in_graph, node, undeclared && facts.in_graph());
        if self.kind().k {
            self.board.set_k(node, self.k(node));
            let missing = self.star_k.is_empty() && !self.k.any(node) && !self.board.out(node).is_empty();
            mark(&mut self.missing_k, node, missing);
        }
        if !self.sg.is_empty() || !self.star_sg.is_empty() || !self.sg_failed.is_empty() {
            self.check_sg(node);
        }
    }

    pub(super) fn check_sg(&mut self, node: Node) {
        // Of a node that is not declared only that is said.
        let live = self.is_live(node) && !self.undeclared.contains(&node);
        let fails = match self.expected_sg(node) {
            Some(literal) if live && self.has_values() => !node_holds(literal, &self.board.value(node)),
            _ => false,
        };
        mark(&mut self.sg_failed, node, fails);
    }

    /// Finds new first mentions for nodes that lost theirs.
    fn adopt_orphans(&mut self, text: &Text) {
        let lost = std::mem::take(&mut self.orphans);
        let orphans = lost.into_iter().filter(|(node, lost)| self.facts.get(*node).first != Some(*lost));
        self.adrift.extend(orphans.map(|(node, _)| node));
        // While a line is being typed its hints are gone for a moment, rather than at other lines. Where all lines can be
        // read the text is what it is, though a node in it may not be declared.
        if self.adrift.is_empty() || self.broken > 0 && self.solved {
            return;
        }
        let orphans = std::mem::take(&mut self.adrift);
        let firsts = crate::mentions::firsts(text, self, orphans.iter().copied());
        for node in orphans {
            self.facts.change(node, |facts| facts.first = firsts.get(&node).copied());
        }
    }

    fn set_ground(&mut self, text: &Text) {
        let order = crate::mentions::ground_in_order(text, self);
        self.board.set_ground(order);
    }

    /// Goes on solving; when it comes to its end, everything that follows from the values is brought up to date.
    pub(crate) fn solve(&mut self, meter: &mut Meter<'_>, text: &Text) -> Progress {
        // A game that never had values is solved even where lines can't be used: its cycles are told, its values not.
        let blocked = self.blocked();
        if (!blocked || !self.solved) && self.board.advance(meter) == Progress::Paused {
            return Progress::Paused;
        }
        if !self.find_cycles(text, meter) {
            return Progress::Paused;
        }
        if !blocked {
            let changed = self.board.take_changed();
            let changed = if self.solved { changed } else { Changed::All };
            self.solved = true;
            self.spread(&changed);
            self.changed_positions.extend(std::mem::take(&mut self.unsure_positions));
        }
        self.settled = true;
        let others = Others::new(match self.changed_positions.iter().any(|id| self.has_star(*id)) {
            true => self.declared_nodes().collect(),
            false => Vec::new(),
        });
        let known = self.has_values() && self.limit.is_none();
        let changed = std::mem::take(&mut self.changed_positions);
        if blocked {
            self.unsure_positions.extend(&changed);
        }
        let stale = blocked && self.solved;
        let foremost = Foremost { lines: &text.lines, names: &self.names, facts: &self.facts };
        for id in changed {
            let Some(position) = self.positions.get_mut(id) else { continue };
            if stale {
                position.evaluate_stale(&self.board, &others, foremost);
            } else {
                let mut stones = position.stones.iter().filter_map(|stone| stone.nodes);
                let undeclared = !self.undeclared.is_empty()
                    && stones.any(|run| self.undeclared.range(run.first..=run.last).next().is_some());
                position.evaluate(&self.board, known && !undeclared, &others, foremost);
            }
            self.positions.judged(id);
        }
        self.said = crate::findings::of(text, self, Known::All, COPIES_MAX);
        self.foretold = false;
        Progress::Done
    }

    /// Says what the values do not decide, where a cycle came or went and it is soon found: values above it, and which
    /// of several cycles is shown, may take their time. Whether there are findings now, where they are new.
    pub(crate) fn foretell(&mut self, meter: &mut Meter<'_>, text: &Text) -> Option<bool> {
        if !self.solved || !self.kind().acyclic || !self.are_cycles_due() {
            return None;
        }
        let places = Places::new(text, &self.names);
        let readable = |tag: Tag| !self.is_kept(LineId::of(tag));
        let cycles = self.board.cycles_at_once(&self.cycles, &places, &readable, meter)?;
        if *cycles == *self.cycles {
            return None;
        }
        self.cycles = cycles.into();
        self.said = crate::findings::of(text, self, Known::Graph, COPIES_MAX);
        self.foretold = true;
        Some(!self.said.findings.is_empty())
    }

    /// Whether its kind has no cycles, or none that share an edge.
    pub(super) fn forbids_cycles(&self) -> bool {
        self.kind().acyclic || self.kind().cactus
    }

    /// Whether cycles may be others than those known.
    fn are_cycles_due(&mut self) -> bool {
        if !self.forbids_cycles() || self.limit.is_some() {
            return false;
        }
        self.cycles_due |= self.board.take_cycles_changed();
        self.cycles_due
    }

    /// Looks for cycles again, or for an edge on two of them, where they may be others. False when the meter wants a
    /// pause: then the search begins anew the next time, so that one that is known to be long is not begun with too few
    /// steps.
    fn find_cycles(&mut self, text: &Text, meter: &mut Meter<'_>) -> bool {
        if !self.are_cycles_due() {
            return true;
        }
        let graph = self.board.graph();
        let patient = meter.left >= (graph.node_count() + graph.arc_count()) as u64;
        if meter.left < self.cycles_cost && !patient {
            return false;
        }
        let left = if patient { u64::MAX } else { meter.left };
        let mut own = Meter { left, ..Meter::new(meter.cancel) };
        let places = Places::new(text, &self.names);
        // One that goes through a line that can't be read is not told, and must not hide one that doesn't.
        let readable = |tag: Tag| !self.is_kept(LineId::of(tag));
        let found = match (self.kind().acyclic, self.has_ground()) {
            (true, _) => {
                self.board.cycles(&places, &readable, SAME_MAX, &mut own).map(|cycles| (cycles, None))
            }
            (false, true) => {
                self.board.shared_edge(&places, &readable, &mut own).map(|shared| (Vec::new(), shared))
            }
            (false, false) => Some((Vec::new(), None)),
        };
        self.cycles_cost = left - own.left;
        meter.spend(self.cycles_cost);
        let Some((cycles, shared)) = found else { return false };
        self.cycles = cycles.into();
        self.shared_edge = shared.map(Arc::new);
        self.cycles_due = false;
        true
    }

    fn has_star(&self, position: LineId) -> bool {
        let position = self.positions.get(position);
        position.is_some_and(|position| position.stones.iter().any(|stone| stone.nodes.is_none()))
    }

    /// Marks what depends on changed values.
    fn spread(&mut self, changed: &Changed) {
        let sg = !self.sg.is_empty() || !self.star_sg.is_empty();
        match changed {
            Changed::All => {
                self.changed_positions.extend(self.positions.headers());
                if sg {
                    let nodes: Vec<Node> = self.nodes().collect();
                    nodes.into_iter().for_each(|node| self.check_sg(node));
                }
            }
            Changed::Nodes(nodes) => {
                if sg {
                    nodes.iter().for_each(|node| self.check_sg(*node));
                }
                self.mark_positions(nodes);
            }
        }
    }

    /// Marks the positions that depend on some nodes.
    fn mark_positions(&mut self, nodes: &[Node]) {
        if !self.kind().stones {
            self.changed_positions.insert(self.header);
            return;
        }
        let loose = nodes.iter().any(|node| self.facts.get(*node).others.loose > 0);
        if nodes.is_empty() || !loose && self.star_stones == 0 {
            return;
        }
        let nodes: BTreeSet<Node> = nodes.iter().copied().collect();
        self.changed_positions.extend(self.positions.on(&nodes));
    }
}
