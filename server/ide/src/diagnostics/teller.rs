//! What all diagnostics need to be put into words.

use super::{Code, Diagnostic, Fix};
use crate::named_lines::{NamedLine, NamedLines};
use crate::text::indent;
use crate::words::Signs;
use crate::{Config, Edit, Place};
use sgg_game::{KINDS, Kind, Node};
use sgg_model::{
    COPIES_MAX, Class, Finding, Game, LINE_MAX, LineId, Mask, Snapshot, State, header_kind, misfit,
};
use sgg_syntax::{Arrow, Statement, quote};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// Lines of a game with arrows that its kind does not have.
#[derive(Default)]
pub(super) struct WrongArrows {
    pub(super) first: Option<usize>,
    pub(super) lines: usize,
    /// They are all of them.
    pub(super) complete: bool,
    pub(super) edits: Vec<Edit>,
}

/// A snapshot, and how to speak of it.
pub(crate) struct Teller<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) config: &'a Config,
    lines: NamedLines,
    misfits: OfGame<Misfits>,
    pub(super) wrong_arrows: OfGame<Rc<WrongArrows>>,
    /// Of games with more arcs that were said before than are found mostly: what is found where all that is said is to
    /// be mended.
    thorough: HashMap<LineId, Arc<[Finding]>>,
    copies_max: usize,
    pub(super) copies_complete: OfGame<bool>,
    /// The lines that say an arc which others say too; none where not all of them are known.
    pub(super) copies: OfGame<Option<Rc<BTreeSet<LineId>>>>,
    /// Why the nodes of a game have their values, as far as it was asked: what leads to very many takes its time.
    pub(super) whys: RefCell<HashMap<(LineId, Node), Why>>,
}

/// What was worked out for a game of late. Many lines of one game ask for it, one behind the other.
type OfGame<T> = RefCell<Option<(LineId, T)>>;

/// A derivation, where there is one.
type Why = Option<Rc<str>>;

/// By the name of each kind: how many of a game's first lines it can't use.
pub(super) type Misfits = Rc<[(&'static str, usize)]>;

/// So many arcs of a game that were said before are taken away at once.
const MENDED_COPIES_MAX: usize = 100_000;

/// By so many lines of a game it is told whether another kind fits it better.
const FITTED_LINES: usize = 256;

impl<'a> Teller<'a> {
    pub(crate) fn new(snapshot: &'a Snapshot, config: &'a Config) -> Teller<'a> {
        Teller {
            snapshot,
            config,
            lines: NamedLines::default(),
            misfits: RefCell::default(),
            wrong_arrows: RefCell::default(),
            thorough: HashMap::new(),
            copies_max: COPIES_MAX,
            copies_complete: RefCell::default(),
            copies: RefCell::default(),
            whys: RefCell::default(),
        }
    }

    /// One that knows of many more arcs that were said before, so that they can go at once.
    pub(crate) fn thorough(snapshot: &'a Snapshot, config: &'a Config) -> Teller<'a> {
        let lines = &snapshot.text.lines;
        let games = lines.select(0..lines.len(), Mask::FINDINGS);
        let thorough = games.filter_map(|(_, record)| {
            let found = snapshot.game(record.id)?.findings_with_copies(&snapshot.text, MENDED_COPIES_MAX)?;
            Some((record.id, found))
        });
        let thorough = thorough.collect();
        Teller { thorough, copies_max: MENDED_COPIES_MAX, ..Teller::new(snapshot, config) }
    }

    /// What is to be said of a game beyond its single lines.
    pub(super) fn findings<'t>(&'t self, game: &'t Game) -> &'t [Finding] {
        self.thorough.get(&game.header()).unwrap_or_else(|| game.findings())
    }

    /// With so many arcs of a game that were said before there may be more.
    pub(super) fn copies_max(&self) -> usize {
        self.copies_max
    }

    /// A line, read: for one that several things may be told of.
    pub(super) fn read(&self, number: usize) -> Rc<NamedLine> {
        self.lines.at(self.snapshot, number)
    }

    /// A diagnostic with the severity that is set; none where its code is turned off.
    pub(super) fn wanted(&self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        diagnostic.severity = self.config.severity(diagnostic.code)?;
        if self.config.hidden && diagnostic.code == Code::ExpectFailed {
            diagnostic.message = "this expectation does not hold; what holds is hidden".to_owned();
            diagnostic.related.clear();
            diagnostic.fixes.clear();
        }
        Some(diagnostic)
    }

    /// Whether a game's findings are those of the text as it stands.
    pub(super) fn findings_hold(&self, game: &Game) -> bool {
        matches!(game.state(), State::Fresh | State::TooLarge) || self.snapshot.is_solved()
    }

    pub(crate) fn number(&self, id: LineId) -> Option<usize> {
        self.snapshot.text.lines.number(id)
    }

    /// The name of a node as it must be written.
    pub(crate) fn name(&self, game: &Game, node: Node) -> String {
        quote(&game.name(node))
    }

    /// A text shortened to what can be read at a glance.
    pub(crate) fn cut(&self, text: &str) -> String {
        match text.char_indices().nth(CUT_CHARS) {
            Some((end, _)) => format!("{}{}", text.get(..end).unwrap_or(""), self.signs().more),
            None => text.to_owned(),
        }
    }

    pub(crate) fn signs(&self) -> &'static Signs {
        Signs::of(self.config.ascii)
    }

    /// The blanks that a line starts with.
    pub(super) fn indent(&self, line: usize) -> String {
        indent(&self.snapshot.text.line(line)).to_owned()
    }

    /// The place of the word for a game's kind.
    pub(super) fn kind_place(&self, game: &Game) -> Option<Place> {
        let line = self.number(game.header())?;
        let read = self.read(line);
        header_kind(&read.text, &read.line)?;
        match &read.line.statement {
            Statement::Game(header) => Some(Place { line, span: header.kind? }),
            _ => None,
        }
    }

    /// Makes a game one of another kind.
    pub(super) fn change_kind(&self, game: &Game, kind: Kind) -> Option<Fix> {
        let place = self.kind_place(game)?;
        let edits = vec![Edit::replace(place.line, place.span, kind.name)];
        Some(Fix { title: format!("make the game `{}`", kind.name), edits, safe: false })
    }

    /// What is worked out once for a game.
    pub(super) fn of_game<T: Clone>(&self, kept: &OfGame<T>, game: &Game, work: impl FnOnce() -> T) -> T {
        let mut kept = kept.borrow_mut();
        if let Some((_, known)) = kept.as_ref().filter(|(header, _)| *header == game.header()) {
            return known.clone();
        }
        let worked = work();
        *kept = Some((game.header(), worked.clone()));
        worked
    }

    /// How well each kind would fit a game.
    pub(super) fn misfits(&self, game: &Game) -> Misfits {
        self.of_game(&self.misfits, game, || {
            let mut counts: Vec<_> = KINDS.iter().map(|kind| (kind.name, 0)).collect();
            for number in self.game_lines(game, Mask::STATEMENT).take(FITTED_LINES) {
                let (_, line) = self.snapshot.text.parse(number);
                for (kind, (_, count)) in KINDS.iter().zip(&mut counts) {
                    *count += usize::from(misfit(kind, &line).is_some());
                }
            }
            Misfits::from(counts)
        })
    }

    /// A new line for a game's graph, behind its last edge line, else below its header.
    pub(super) fn graph_line(&self, game: &Game, statement: &str) -> Option<Edit> {
        let text = &self.snapshot.text;
        let header = self.number(game.header())?;
        let edge = text.lines.previous(text.game_end(header), Mask::of(Class::Edge));
        let (line, own) = match edge.map(|(number, _)| number).filter(|number| *number > header) {
            Some(number) => (number, None),
            None => (header, Some("  ")),
        };
        let read = self.read(line);
        let indent = own.unwrap_or_else(|| indent(&read.text));
        Some(Edit::insert(line, crate::edits::length(&read.text), format!("\n{indent}{statement}")))
    }

    /// The numbers of a game's lines of some classes.
    pub(crate) fn game_lines(&self, game: &Game, mask: Mask) -> impl Iterator<Item = usize> + use<'a> {
        let text = &self.snapshot.text;
        text.lines.select(text.game_lines(game.header()), mask).map(|(number, _)| number)
    }
}

/// A message shows texts of so many characters.
const CUT_CHARS: usize = 60;

/// The arrow that a kind has.
pub(super) fn arrow(kind: Kind) -> Arrow {
    if kind.directed { Arrow::Arc } else { Arrow::Edge }
}

/// `an `addsub` game`
pub(super) fn a_game(kind: Kind) -> String {
    let article = if kind.name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} `{}` game", kind.name)
}

/// What a kind's edges are called.
pub(super) fn edge_word(kind: Kind) -> &'static str {
    if kind.directed { "arc" } else { "edge" }
}

/// The names of some kinds: `` `cactus` and `hackenbush` ``.
pub(super) fn kind_names(wanted: impl Fn(Kind) -> bool) -> String {
    let names: Vec<String> =
        KINDS.iter().filter(|kind| wanted(kind)).map(|kind| format!("`{}`", kind.name)).collect();
    joined(&names, "and")
}

/// `a`, `b` and `c`
pub(super) fn joined(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., end] => format!("{} {last} {end}", before.join(", ")),
    }
}

/// What stands before a number, where a line was told so many things of one sort: beyond a bound there may be more.
pub(super) fn least(told: usize) -> &'static str {
    if told < LINE_MAX { "" } else { "at least " }
}
