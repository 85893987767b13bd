//! What a line can say: the statements, and where their words stand in the line.

use smallvec::SmallVec;

/// A range of bytes within one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// One line, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What it says.
    pub statement: Statement,
    /// The comment with its `#`.
    pub comment: Option<Span>,
    /// What is wrong with it; empty (and without allocation) for a good line.
    pub problems: Vec<Problem>,
}

/// What a line says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Statement {
    /// Nothing but blanks and perhaps a comment.
    #[default]
    Blank,
    /// `game KIND ["title"]`, readable or not.
    Game(GameHeader),
    /// `round ["title"]`, readable or not.
    Round(RoundHeader),
    /// `nodes GROUP`
    Nodes(Entries<()>),
    /// `GROUP -> GROUP …` or `GROUP -- GROUP …`
    Edge(Chain),
    /// `ground GROUP`
    Ground(Entries<()>),
    /// `k NAME=N… [*=N]`
    K(Entries<Number>),
    /// `stones NAME[=N]… [*[=N]]`
    Stones(Entries<Option<Number>>),
    /// `expect first`, `expect second`, `expect draw`
    ExpectOutcome(Span, OutcomeWord),
    /// `expect value V`
    ExpectValue(Located<Literal>),
    /// `expect sg NAME=V… [*=V]`
    ExpectSg(Entries<Located<Literal>>),
    /// A line that can't be read; `problems` says why.
    Broken(Role),
}

/// What an unreadable line most likely was: it decides what the line's failure may harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `nodes`, an edge, `ground`, `k`, or an unknown word.
    Graph,
    /// `stones`
    Stones,
    /// `expect …`
    Expect,
}

/// Several entries of one statement, in the order of the text.
pub type Entries<V> = SmallVec<[Entry<V>; 2]>;

/// One entry of a group, `stones`, `k` or `expect sg`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<V> {
    /// The whole entry, `=` and value included.
    pub span: Span,
    /// Which nodes it names.
    pub item: Item,
    /// What it gives them.
    pub value: V,
}

/// Which nodes an entry names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// One node.
    Name(Name),
    /// `A..B`
    Range(Box<NameRange>),
    /// `*`: every node that no other entry of the statement names.
    Star,
}

/// A node's name where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// With its quotes, if it has any.
    pub span: Span,
    /// Written as a string: to be read by [`Name::text`].
    pub quoted: bool,
}

/// `v_1..v_20`: a prefix, and numbers from first to last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameRange {
    /// `v_1`
    pub from: Name,
    /// `v_20`
    pub to: Name,
    /// `v_`, where `from` has it.
    pub prefix: Span,
    /// How many digits every number has (`01..12`: 2); 0 when there are no leading zeros.
    pub width: u8,
    /// The first number.
    pub first: u64,
    /// The last number, not smaller.
    pub last: u64,
}

/// A number where it stands.
pub type Number = Located<u64>;

/// Something and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// Its place.
    pub span: Span,
    /// The thing.
    pub value: T,
}

/// Groups and the arrows between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    /// The entries of all groups, one after the other.
    pub entries: Entries<()>,
    /// The arrows, in order. Both sorts may occur in one line.
    pub arrows: SmallVec<[ArrowAt; 1]>,
}

/// An arrow and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrowAt {
    /// Which one.
    pub arrow: Arrow,
    /// Where.
    pub span: Span,
    /// How many of the chain's entries stand before it.
    pub before: u32,
}

/// `->` or `--`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// `->`
    Arc,
    /// `--`
    Edge,
}

/// `game KIND ["title"]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameHeader {
    /// The word `game` (or the slip of it).
    pub keyword: Span,
    /// The word for the kind, known or not; none where the line has none.
    pub kind: Option<Span>,
    /// The title, with its quotes.
    pub title: Option<Title>,
}

/// `round ["title"]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundHeader {
    /// The word `round` (or the slip of it).
    pub keyword: Span,
    /// The title, with its quotes.
    pub title: Option<Title>,
}

/// A title and its place, quotes included.
pub type Title = Located<String>;

/// The words behind `expect` that name an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeWord {
    /// The player to move wins.
    First,
    /// The other one.
    Second,
    /// Nobody can force a win.
    Draw,
}

/// A value as written; whether a kind can have it is not decided here.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// A nimber: powers of two from 2^64 on, descending, and the rest.
    Nimber {
        /// Exponents, descending, each 64 or more.
        powers: Vec<u32>,
        /// What is below 2^64.
        low: u64,
    },
    /// `w^2*3 + w + 5`: (exponent, coefficient), exponents descending, coefficients not 0, at least one exponent above 0.
    Ordinal(Vec<(u32, u64)>),
    /// `inf{0,2}`, ascending.
    Infinite(Vec<u64>),
}

/// Something wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which page tells more of it.
    pub code: ProblemCode,
    /// Where.
    pub span: Span,
    /// What exactly: its own module turns it into words and a fix.
    pub slip: crate::Slip,
}

/// The diagnostics that a line alone decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemCode {
    /// `syntax`
    Syntax,
    /// `unknown-keyword`
    UnknownKeyword,
    /// `glued-comment`, the one problem that leaves the statement readable
    GluedComment,
    /// `limit`
    Limit,
}

/// A problem in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// One sentence that a newcomer understands.
    pub message: String,
    /// What mends it.
    pub fix: Option<Fix>,
    /// What mends it as well, where the line can be meant in two ways.
    pub other: Option<Fix>,
}

/// A change of the line that mends a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does: "replace `→` by `->`".
    pub title: String,
    /// What to replace, in the order of the line, without overlap.
    pub edits: Vec<(Span, String)>,
    /// There is one reading only: `--fix` may apply it unasked.
    pub safe: bool,
}
