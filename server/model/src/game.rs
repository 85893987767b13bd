//! One game: the sum of its lines, and what can be asked of it.

mod arcs;
mod load;
mod settle;
mod size;
mod visit;

use arcs::ArcsDue;
use load::Loading;
pub(crate) use size::Size;
pub use size::{FILE_EDGES_MAX, FILE_ENTRIES_MAX, FILE_NODES_MAX};
pub(crate) use visit::{Purpose, Visit, mark, role};

use crate::facts::FactTable;
use crate::findings::{COPIES_MAX, Known, Left, Said, What};
use crate::foremost::Foremost;
use crate::lone::Lone;
use crate::position::Position;
use crate::positions::Positions;
use crate::titles::Titles;
use crate::votes::{NodeVotes, Votes};
use crate::{Finding, LineId, Mention, Names, Text};
use rustc_hash::{FxHashMap, FxHashSet};
use sgg_game::{Board, Cycle, Kind, Node, SharedEdge, Value};
use sgg_syntax::{Line, Literal};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How current a game's values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// They are those of the text.
    Fresh,
    /// They are being worked out.
    Solving,
    /// They are from before a line that can't be read or used.
    Stale,
    /// There are none: lines can't be read or used.
    Blocked,
    /// There are none: the game is larger than any may be.
    TooLarge,
}

/// A limit that a whole game is beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameLimit {
    /// More than [`sgg_game::NODES_MAX`] nodes.
    Nodes,
    /// More than [`sgg_game::ARCS_MAX`] edges.
    Edges,
    /// More than [`crate::ENTRIES_MAX`] entries in lines that are no edges.
    Entries,
    /// With the games before it, more nodes, edges or entries than a file may have: [`FILE_NODES_MAX`] and so on.
    File,
}

/// What lines that are none of edges have.
#[derive(Clone, Debug, Default)]
struct Written {
    /// How many entries, written out.
    entries: u64,
    /// How many of them have ranges.
    ranged: usize,
}

/// A game with a known kind.
#[derive(Clone, Debug)]
pub struct Game {
    header: LineId,
    pub(crate) title: Option<String>,
    pub(crate) names: Names,
    pub(crate) board: Board,
    pub(crate) facts: FactTable,
    /// What a game that is being loaded gathers.
    loading: Option<Box<Loading>>,
    /// Arcs that lines took and gave, but for those of a game that is being loaded.
    arcs_due: ArcsDue,
    /// Its nodes are numbered in the order in which the text names them: until the first edit.
    in_order: bool,
    /// How many edges and mentions its edge lines stand for.
    size: u64,
    /// Entries of its other lines, and of its `stones` lines.
    others: Written,
    laid: Written,
    /// How many nodes some line mentions.
    live: usize,
    pub(crate) nodes_lines: usize,
    /// How many of its edge lines have ranges: where none has, every mention there is by a node's own name.
    pub(crate) range_lines: usize,
    /// Graph lines that can't be read or used.
    pub(crate) broken: usize,
    /// What lines said last that can't be read or used now: it is still part of the game.
    kept: FxHashMap<LineId, (String, Line)>,
    /// A limit that is passed, and the line that does.
    pub(crate) limit: Option<(GameLimit, LineId)>,
    /// What its file counts it for.
    pub(crate) held: Size,
    /// Where its file can't hold it: how much it is, if that is known.
    pub(crate) needs: Option<Size>,
    /// Edge lines without an arc (`5 ->`), by node.
    pub(crate) lone: Lone,
    /// `nodes` lines, by node, and those of them that list it more than once.
    pub(crate) listed: Lone,
    pub(crate) listed_again: Lone,
    /// Nodes that are listed more than once.
    pub(crate) relisted: BTreeSet<Node>,
    pub(crate) undeclared: BTreeSet<Node>,
    /// Those of them that keep the game from being solved.
    pub(crate) undeclared_in_graph: BTreeSet<Node>,
    k: NodeVotes,
    star_k: Votes<u32>,
    pub(crate) k_conflicts: BTreeSet<Node>,
    pub(crate) missing_k: BTreeSet<Node>,
    /// In order of nodes, here and below: what is said of very many is mostly said by ranges.
    ground: BTreeMap<Node, u32>,
    ground_changed: bool,
    sg: BTreeMap<Node, Votes<Literal>>,
    star_sg: Votes<Literal>,
    pub(crate) sg_conflicts: BTreeSet<Node>,
    pub(crate) sg_failed: BTreeSet<Node>,
    /// Tails of arcs that are declared twice.
    pub(crate) doubled: BTreeSet<Node>,
    pub(crate) positions: Positions,
    pub(crate) round_titles: Titles,
    /// Headers of positions and lines that left them, whose stones and expectations are still there.
    unsaid: Vec<(LineId, LineId)>,
    /// Entries `*` of `stones` lines.
    star_stones: usize,
    changed_positions: FxHashSet<LineId>,
    /// Those that changed while the game could not be solved.
    unsure_positions: FxHashSet<LineId>,
    /// Nodes to look at again, and nodes that lost the first line that mentioned them.
    touched: Vec<Node>,
    all_touched: bool,
    orphans: Vec<(Node, Mention)>,
    /// Nodes that lost theirs to edits of before: the ids of those lines may be other lines' by now.
    adrift: FxHashSet<Node>,
    /// Values were settled at least once.
    solved: bool,
    pub(crate) settled: bool,
    pub(crate) said: Said,
    /// What the values do not decide is said in the findings as the text stands, though it is not solved.
    foretold: bool,
    /// A short cycle of each component that has one.
    pub(crate) cycles: Arc<[Cycle]>,
    /// An edge of a cactus that lies on two cycles, with both.
    pub(crate) shared_edge: Option<Arc<SharedEdge>>,
    /// Cycles, or that edge, are to be looked for again.
    cycles_due: bool,
    /// Steps that the last search for them took, or took in vain.
    cycles_cost: u64,
}

impl Game {
    pub(crate) fn new(header: LineId, kind: Kind, title: Option<String>) -> Game {
        let mut game = Game {
            header,
            title,
            names: Names::default(),
            board: Board::new(kind),
            facts: FactTable::default(),
            loading: Some(Box::default()),
            arcs_due: ArcsDue::default(),
            in_order: true,
            size: 0,
            others: Written::default(),
            laid: Written::default(),
            live: 0,
            nodes_lines: 0,
            range_lines: 0,
            broken: 0,
            kept: FxHashMap::default(),
            limit: None,
            held: Size::default(),
            needs: None,
            lone: Lone::default(),
            listed: Lone::default(),
            listed_again: Lone::default(),
            relisted: BTreeSet::new(),
            undeclared: BTreeSet::new(),
            undeclared_in_graph: BTreeSet::new(),
            k: NodeVotes::default(),
            star_k: Votes::default(),
            k_conflicts: BTreeSet::new(),
            missing_k: BTreeSet::new(),
            ground: BTreeMap::new(),
            ground_changed: kind.ground,
            sg: BTreeMap::new(),
            star_sg: Votes::default(),
            sg_conflicts: BTreeSet::new(),
            sg_failed: BTreeSet::new(),
            doubled: BTreeSet::new(),
            positions: Positions::default(),
            round_titles: Titles::default(),
            unsaid: Vec::new(),
            star_stones: 0,
            changed_positions: FxHashSet::default(),
            unsure_positions: FxHashSet::default(),
            touched: Vec::new(),
            all_touched: true,
            orphans: Vec::new(),
            adrift: FxHashSet::default(),
            solved: false,
            settled: false,
            said: Said::default(),
            foretold: false,
            cycles: Arc::from([]),
            shared_edge: None,
            cycles_due: true,
            cycles_cost: 0,
        };
        game.position_mut(header);
        game
    }

    /// The line of its header.
    pub fn header(&self) -> LineId {
        self.header
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.board.kind()
    }

    /// Its title, read.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Its graph, K-values and values. Nodes that no line mentions any more may still stand in it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How current its values are.
    pub fn state(&self) -> State {
        match (self.limit, self.blocked(), self.solved, self.settled) {
            (Some(_), ..) => State::TooLarge,
            (None, true, false, _) => State::Blocked,
            (None, true, true, _) => State::Stale,
            (None, false, _, true) => State::Fresh,
            (None, false, _, false) => State::Solving,
        }
    }

    /// The node of a name, if some line mentions it.
    pub fn node(&self, name: &str) -> Option<Node> {
        let node = self.board.graph().node(self.names.find(name)?)?;
        self.is_live(node).then_some(node)
    }

    /// A node's name, not quoted.
    pub fn name(&self, node: Node) -> String {
        self.names.text(node.index())
    }

    /// Adds a node's name: for very many of them.
    pub fn push_name(&self, node: Node, into: &mut String) {
        self.names.push_text(node.index(), into);
    }

    /// A node's value as far as it is known.
    pub fn value(&self, node: Node) -> Value {
        if self.has_values() { self.board.value(node) } else { Value::Unknown }
    }

    /// Whether some line mentions it.
    pub fn is_live(&self, node: Node) -> bool {
        self.facts.get(node).live()
    }

    /// How many nodes it has.
    pub fn node_count(&self) -> usize {
        self.live
    }

    /// Its nodes, in no order that means anything.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.board.graph().nodes().filter(|node| self.is_live(*node))
    }

    /// Its nodes but for those that are mentioned and not declared.
    pub fn declared_nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.nodes().filter(|node| !self.undeclared.contains(node))
    }

    /// Whether its nodes are numbered in the order of display.
    pub(crate) fn is_in_order(&self) -> bool {
        self.in_order && self.nodes_lines == 0
    }

    /// What tells which of some nodes come first in the text.
    pub(crate) fn foremost<'a>(&'a self, text: &'a Text) -> Foremost<'a> {
        Foremost { lines: &text.lines, names: &self.names, facts: &self.facts }
    }

    /// The place where its hint stands.
    pub fn first_mention(&self, node: Node) -> Option<Mention> {
        self.facts.get(node).first
    }

    /// Whether `nodes` lines say which nodes there are.
    pub fn lists_nodes(&self) -> bool {
        self.nodes_lines > 0
    }

    /// Whether `nodes` lines list some node more than once.
    pub fn lists_twice(&self) -> bool {
        !self.relisted.is_empty()
    }

    /// A node's K-value, or what the default gives it.
    pub fn k(&self, node: Node) -> Option<u32> {
        if self.k.any(node) { self.k.agreed(node) } else { self.star_k.agreed().copied() }
    }

    /// The K-values said of a node, or of `*`.
    pub fn k_said(&self, node: Option<Node>) -> Vec<u32> {
        match node {
            Some(node) => self.k.values(node),
            None => self.star_k.values().copied().collect(),
        }
    }

    /// Whether the node stands on the ground.
    pub fn is_ground(&self, node: Node) -> bool {
        self.ground.contains_key(&node)
    }

    /// Whether any node stands on the ground.
    pub fn has_ground(&self) -> bool {
        !self.ground.is_empty()
    }

    /// The position of a header (its own or a round's).
    pub fn position(&self, header: LineId) -> Option<&Position> {
        self.positions.get(header)
    }

    /// Whether what stands before the first round is a position.
    pub fn has_own_position(&self) -> bool {
        self.positions.len() == 1
            || self.positions.get(self.header).is_some_and(|position| position.is_stated())
    }

    /// Whether `*` in `expect sg` was given different values.
    pub(crate) fn star_sg_conflict(&self) -> bool {
        self.star_sg.conflict()
    }

    /// Whether `*` in `k` was given different values.
    pub(crate) fn star_k_conflict(&self) -> bool {
        self.star_k.conflict()
    }

    /// Whether a node has a value of its own in `expect sg`, and which.
    pub fn expected_sg(&self, node: Node) -> Option<&Literal> {
        match self.sg.get(&node) {
            Some(votes) => votes.agreed(),
            None => self.star_sg.agreed(),
        }
    }

    /// Whether a node is named by an entry of its own in `expect sg`.
    pub fn has_own_sg(&self, node: Node) -> bool {
        self.sg.contains_key(&node)
    }

    /// What is to be said of it beyond its single lines, in the order of the text.
    pub fn findings(&self) -> &Arc<[Finding]> {
        &self.said.findings
    }

    /// Its findings with at most about so many arcs that were said before, where it has more than are found mostly: they
    /// are looked for anew.
    pub fn findings_with_copies(&self, text: &Text, copies: usize) -> Option<Arc<[Finding]>> {
        let is_copy = |finding: &&Finding| matches!(finding.what, What::DuplicateEdge(..));
        if self.said.findings.iter().filter(is_copy).count() < COPIES_MAX {
            return None;
        }
        let known = if self.settled { Known::All } else { Known::Graph };
        Some(crate::findings::of(text, self, known, copies).findings)
    }

    /// What is to be said beyond the findings.
    pub fn findings_left(&self) -> Left {
        self.said.left
    }

    /// Whether the findings are those of the text but for what waits for values: see [`crate::Document::foretell`].
    pub fn is_foretold(&self) -> bool {
        self.foretold
    }

    /// The limit that it is beyond.
    pub fn limit(&self) -> Option<GameLimit> {
        self.limit.map(|(limit, _)| limit)
    }

    /// Graph lines that can't be read or used.
    pub fn broken_lines(&self) -> usize {
        self.broken
    }

    pub(crate) fn has_values(&self) -> bool {
        self.solved
    }

    pub(crate) fn blocked(&self) -> bool {
        self.broken > 0 || !self.undeclared_in_graph.is_empty() || self.limit.is_some()
    }

    /// Whether changing a line that stands for that many edges costs more than loading the game again.
    pub(crate) fn better_reloaded(&self, cost: u64) -> bool {
        cost > 4096 && cost > self.size / 8
    }

    /// Whether it has `times` as many nodes as its lines mention, and many.
    pub(crate) fn is_littered(&self, times: usize) -> bool {
        self.names.len() > 4096 && self.names.len() > times.saturating_mul(self.live)
    }

    /// How many entries its lines have that are none of edges, written out.
    fn entries(&self) -> u64 {
        self.others.entries.saturating_add(self.laid.entries)
    }

    /// Whether any of these lines has a range.
    pub(crate) fn has_ranged_others(&self) -> bool {
        self.others.ranged + self.laid.ranged > 0
    }
}
