//! What is wrong with a game's graph: cycles, edges on two cycles, edges that hang in the air.

use super::arcs::{ArcLine, Ends, place_of};
use super::teller::{Teller, a_game, arrow};
use super::{Code, Diagnostic, Related};
use crate::{Edit, Place};
use sgg_game::{Cycle, Form, KINDS, Kind, Node, SharedEdge, Tag};
use sgg_model::{Game, LineId, mentions};
use sgg_syntax::{Item, Span, Statement};

/// So many arcs of a cycle are printed, and related.
const ARCS_SHOWN: usize = 20;

/// Beyond so many arcs of one line it is not worked out which of them stands last.
const ARCS_COMPARED: usize = 64;

type Arc = (Node, Node, Tag);

impl Teller<'_> {
    pub(super) fn arc_name(&self, game: &Game, tail: Node, head: Node) -> String {
        format!("{} {} {}", self.name(game, tail), arrow(game.kind()).text(), self.name(game, head))
    }

    fn arc_place(&self, game: &Game, arc: Arc) -> Option<Place> {
        let number = self.number(LineId::of(arc.2))?;
        place_of(&self.read(number), &ends(game, arc.0, arc.1), game.kind().directed)
    }

    fn arc_related(&self, game: &Game, arc: Arc, more: usize) -> Option<Related> {
        let place = self.arc_place(game, arc)?;
        let name = self.arc_name(game, arc.0, arc.1);
        let message = match more {
            0 => format!("`{name}`"),
            more => format!("`{name}`, {} {more} more", self.signs().more),
        };
        Some(Related { place, message })
    }

    /// Some arcs as related places; none where one of them does not stand where it should.
    fn arcs_related(&self, game: &Game, arcs: &[Arc]) -> Option<Vec<Related>> {
        let shown = arcs.get(..ARCS_SHOWN.min(arcs.len())).unwrap_or(arcs);
        let more = |at: usize| if at + 1 == shown.len() { arcs.len() - shown.len() } else { 0 };
        shown.iter().enumerate().map(|(at, arc)| self.arc_related(game, *arc, more(at))).collect()
    }

    // --- cycles ---

    pub(super) fn cycle(&self, game: &Game, current: bool, cycle: &Cycle) -> Option<Diagnostic> {
        let arcs = self.closed_by_last(game, &cycle.arcs);
        // While the game is being solved, only a cycle that is seen to stand in the text is told.
        if !current && arcs.len() > ARCS_SHOWN {
            return None;
        }
        let (closing, others) = arcs.split_last()?;
        let place = self.arc_place(game, *closing)?;
        let kind = game.kind();
        let closing_name = self.arc_name(game, closing.0, closing.1);
        let relaxed = relaxed(kind);
        let mut way_out = match self.groups_of(game, *closing) {
            Some(groups) => {
                format!("`{groups}` has an arc from every node to every node: write out those that you mean")
            }
            None => format!("remove `{closing_name}`"),
        };
        way_out.extend(relaxed.map(|kind| format!(", or make the game `{}`", kind.name)));
        let message = format!(
            "cycle {}: in {} no {} may come back; {way_out}",
            self.walk(game, &arcs),
            a_game(kind),
            if kind.form == Form::Ordinal { "pile" } else { "stone" },
        );
        let mut diagnostic = Diagnostic::new(Code::Cycle, place, message);
        diagnostic.related = self.arcs_related(game, others)?;
        if let Some(edits) = self.without_arc(game, closing.0, closing.1) {
            diagnostic = diagnostic.fix(format!("remove `{closing_name}`"), edits);
        }
        diagnostic.fixes.extend(relaxed.and_then(|kind| self.change_kind(game, kind)));
        Some(diagnostic)
    }

    /// The arcs of a cycle, begun anew so that the one that stands last in the text closes it: the board tells lines
    /// apart, not places in them.
    fn closed_by_last(&self, game: &Game, arcs: &[Arc]) -> Vec<Arc> {
        let mut arcs = arcs.to_vec();
        let Some(last) = arcs.last().map(|arc| arc.2) else { return arcs };
        let of_line = || arcs.iter().enumerate().filter(|(_, arc)| arc.2 == last);
        let count = of_line().count();
        if (2..=ARCS_COMPARED).contains(&count) {
            let place = |arc: Arc| self.arc_place(game, arc).map(|place| (place.span.end, place.span.start));
            if let Some((at, _)) = of_line().max_by_key(|(_, arc)| place(**arc)) {
                arcs.rotate_left(at + 1);
            }
        }
        arcs
    }

    /// `0 -> 3 -> 1 -> 0`
    fn walk(&self, game: &Game, arcs: &[Arc]) -> String {
        let arrow = arrow(game.kind()).text();
        let name = |node| self.name(game, node);
        let mut words: Vec<String> = arcs.iter().take(ARCS_SHOWN).map(|arc| name(arc.0)).collect();
        if let Some((_, head, _)) = arcs.last() {
            if arcs.len() > ARCS_SHOWN {
                words.push(format!("{} {} more", self.signs().more, arcs.len() - ARCS_SHOWN));
            }
            words.push(name(*head));
        }
        words.join(&format!(" {arrow} "))
    }

    /// The two groups, as written, that an arc comes from, where each has several nodes.
    fn groups_of(&self, game: &Game, arc: Arc) -> Option<String> {
        let line = self.read(self.number(LineId::of(arc.2))?);
        let arcs = ArcLine::new(&line)?;
        let at = arcs.find(&ends(game, arc.0, arc.1));
        Some(self.cut(arcs.groups(*at.last()?)?.text(&line.text)))
    }

    /// What takes an arc away wherever it stands, if that is simple.
    fn without_arc(&self, game: &Game, tail: Node, head: Node) -> Option<Vec<Edit>> {
        let ends = ends(game, tail, head);
        let same = game.board().out(tail).iter().filter(|arc| arc.node == head);
        let mut lines: Vec<usize> = same.filter_map(|arc| self.number(LineId::of(arc.tag))).collect();
        lines.sort_unstable();
        let mut edits = Vec::new();
        for pair in lines.windows(2) {
            if pair.first() == pair.last() {
                return None;
            }
        }
        for number in lines {
            let line = self.read(number);
            let arcs = ArcLine::new(&line)?;
            let [at] = *arcs.find(&ends).as_slice() else { return None };
            edits.extend(arcs.remove(at, std::slice::from_ref(&ends))?.edits);
        }
        Some(edits).filter(|edits| !edits.is_empty())
    }

    // --- cactus and ground ---

    pub(super) fn not_cactus(&self, game: &Game, shared: &SharedEdge) -> Option<Diagnostic> {
        let kind = game.kind();
        let place = self.arc_place(game, shared.edge)?;
        let cycles = shared.cycles.each_ref().map(|cycle| self.in_order(game, cycle, shared.edge));
        let rings = match cycles.each_ref().map(|cycle| self.ring(game, cycle)) {
            [one, other] if one == other => format!("both {one} by parallel edges"),
            two => two.join(" and "),
        };
        let relaxed = any_graph(kind);
        let mut way_out = "remove an edge of one of them".to_owned();
        way_out.extend(relaxed.map(|kind| format!(", or make the game `{}`", kind.name)));
        let message = format!(
            "`{}` lies on two cycles, {rings}{}: no edge of {} may; {way_out}",
            self.arc_name(game, shared.edge.0, shared.edge.1),
            if rings.contains(" = ") { " (the ground is one node)" } else { "" },
            a_game(kind),
        );
        let mut diagnostic = Diagnostic::new(Code::NotCactus, place, message);
        for (cycle, which) in cycles.iter().zip(["first", "second"]) {
            let others = cycle.split_first().map_or(&[][..], |(_, others)| others);
            let related = self.arcs_related(game, others)?.into_iter();
            diagnostic.related.extend(related.map(|related| Related {
                message: format!("{which} cycle: {}", related.message),
                ..related
            }));
        }
        diagnostic.fixes.extend(relaxed.and_then(|kind| self.change_kind(game, kind)));
        Some(diagnostic)
    }

    /// The edges of a cycle in the order in which they are walked from one of them on, as that one is written.
    fn in_order(&self, game: &Game, edges: &[Arc], from: Arc) -> Vec<Arc> {
        let mut edges = edges.to_vec();
        let start = edges.iter().position(|edge| *edge == from).unwrap_or(0);
        edges.rotate_left(start);
        if let Some((first, rest)) = edges.split_first_mut() {
            let meets = |next: &Arc| one(game, first.1, next.0) || one(game, first.1, next.1);
            if rest.first().is_some_and(|next| !meets(next)) {
                rest.reverse();
            }
        }
        edges
    }

    /// `a -- b -- c -- a`; where a cycle passes from one ground node to another it says `a = b`: they are one.
    fn ring(&self, game: &Game, edges: &[Arc]) -> String {
        let Some((first, rest)) = edges.split_first() else { return String::new() };
        let mut at = first.1;
        let mut text = format!("{} -- {}", self.name(game, first.0), self.name(game, at));
        for edge in rest.iter().take(ARCS_SHOWN - 1) {
            let (near, far) = if one(game, at, edge.0) { (edge.0, edge.1) } else { (edge.1, edge.0) };
            if at != near {
                text.push_str(&format!(" = {}", self.name(game, near)));
            }
            text.push_str(&format!(" -- {}", self.name(game, far)));
            at = far;
        }
        match rest.len().checked_sub(ARCS_SHOWN) {
            Some(more) => text.push_str(&format!(" -- {} {} more", self.signs().more, more + 1)),
            None if at != first.0 => text.push_str(&format!(" = {}", self.name(game, first.0))),
            None => {}
        }
        text
    }

    pub(super) fn touching_cycles(&self, game: &Game, number: usize, node: Node) -> Option<Diagnostic> {
        let place = self.mention(game, number, node)?;
        let message = format!(
            "two cycles meet in `{}`: the value is right, but POJ 3710 has cycles meet on the ground only, and known \
             solutions differ here",
            self.name(game, node)
        );
        Some(Diagnostic::new(Code::TouchingCycles, place, message))
    }

    pub(super) fn no_ground(&self, game: &Game, number: usize) -> Option<Diagnostic> {
        let (text, line) = self.snapshot.text.parse(number);
        let (span, item) = mentions::items(&line).next()?;
        let (span, name) = match item {
            Item::Name(name) => (name.span, name.span.text(&text)),
            Item::Range(range) => (range.from.span, range.from.span.text(&text)),
            Item::Star => (span, ""),
        };
        let message = format!(
            "nothing in this game stands on the ground, so nothing can be cut: write which nodes do, such as \
             `ground {name}`"
        );
        let edit = Edit::insert(number, 0, format!("{}ground {name}\n", self.indent(number)));
        let diagnostic = Diagnostic::new(Code::NoGround, Place { line: number, span }, message);
        let known = game.kind().ground && !name.is_empty();
        Some(if known { diagnostic.fix(format!("insert `ground {name}`"), vec![edit]) } else { diagnostic })
    }

    pub(super) fn unreachable(&self, number: usize) -> Option<Diagnostic> {
        let (text, line) = self.snapshot.text.parse(number);
        let Statement::Edge(chain) = &line.statement else { return None };
        let (first, last) = (chain.entries.first()?, chain.entries.last()?);
        let span = Span { start: first.span.start, end: last.span.end };
        let message = format!(
            "`{}` does not hang on the ground, so it is gone before the first move: join it to the rest, or name one \
             of its nodes in `ground`",
            self.cut(span.text(&text))
        );
        Some(Diagnostic::new(Code::Unreachable, Place { line: number, span }, message))
    }

    /// Where a line mentions a node.
    pub(super) fn mention(&self, game: &Game, number: usize, node: Node) -> Option<Place> {
        let line = self.read(number);
        let named = line.namings_of(&game.name(node));
        let span = named.first().filter(|naming| naming.readable)?.span();
        Some(Place { line: number, span })
    }
}

/// The kind that differs in allowing cycles only.
fn relaxed(kind: Kind) -> Option<Kind> {
    let form =
        |other: Kind| other.form == kind.form || (kind.form == Form::Nimber && other.form == Form::Loopy);
    KINDS.iter().copied().find(|other| !other.acyclic && same_statements(kind, other) && form(other))
}

/// The kind that differs in allowing any graph.
fn any_graph(kind: Kind) -> Option<Kind> {
    KINDS
        .iter()
        .copied()
        .find(|other| !other.cactus && same_statements(kind, other) && other.form == kind.form)
}

fn same_statements(a: Kind, b: Kind) -> bool {
    (a.directed, a.stones, a.k, a.ground) == (b.directed, b.stones, b.k, b.ground)
}

/// Whether two nodes are one node of the graph: the ground's are.
fn one(game: &Game, a: Node, b: Node) -> bool {
    a == b || (game.is_ground(a) && game.is_ground(b))
}

fn ends(game: &Game, tail: Node, head: Node) -> Ends {
    Ends { tail: game.name(tail), head: game.name(head) }
}
