//! The slips that a line can hold, and the edits that mend them.

use std::borrow::Cow;

use crate::scan::BadRange;
use crate::{Arrow, ProblemCode, Span};

/// What is wrong with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueWhy {
    /// `?`
    Unsettled,
    /// `inf` without braces, or with others.
    Braces,
    /// `inf{2,0}`
    Ascending,
    /// The terms do not go from high to low, or could be put together.
    Order,
    /// `w*1`, `2^3`, `ω·2`: the same value is written in another way.
    Form,
    /// A decimal of 2^64 and more.
    Large,
    /// More than one node can have.
    Sum,
    /// An exponent is too large.
    Exponent,
    /// A number that is written in decimal is 2^64 or more.
    Number,
    /// Not a value at all.
    None {
        /// It should be that of a single node.
        node: bool,
    },
}

/// What exactly is wrong, and the edits that mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// Which slip it is.
    pub kind: SlipKind,
    /// What mends it, in no certain order, without overlap; may be empty.
    pub edits: Vec<Edit>,
    /// What mends it as well, where the line can be meant in another way too; else empty.
    pub other: Vec<Edit>,
    /// There is one reading only.
    pub safe: bool,
}

/// One replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub new: New,
}

/// A new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum New {
    /// This one.
    Text(Cow<'static, str>),
    /// The arrow that the game's kind uses, between these.
    Arrow {
        /// What stands before it.
        before: &'static str,
        /// What stands behind it.
        after: &'static str,
    },
    /// A whole chain whose arrows pointed back, or both ways.
    Chain {
        /// Its groups as they stand in the line.
        groups: Vec<String>,
        /// The arrow pointed both ways.
        both: bool,
    },
}

/// Why a word is taken for a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeywordWhy {
    /// Equal but for case (or quotes).
    Case,
    /// Another word for it.
    Synonym,
    /// One edit away.
    OneEdit,
}

/// Which statement's entries a slip is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// `stones`
    Stones,
    /// `k`
    K,
    /// `expect sg`
    Sg,
}

/// What a line of another language is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignWhat {
    /// `digraph G {`, `graph TD`: the start of a graph.
    Start,
    /// `node [shape=circle];`: how it looks.
    Setting,
    /// `}`, `end`
    End,
}

/// The sorts of slips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlipKind {
    /// A white or invisible sign that is no blank.
    White {
        /// Which one.
        sign: char,
    },
    /// A sign that looks like one of ASCII.
    Lookalike,
    /// `//`, `%`, `/*`
    CommentSign,
    /// `/* … */` with more behind it.
    CommentInside,
    /// A `#` within a word starts a comment; the statement is readable.
    GluedComment,
    /// A `#` within a name starts a comment that swallows the arrow.
    GluedName,
    /// A string without a closing quote.
    OpenString,
    /// `\` before another sign than `"` and `\`.
    Escape,
    /// `“smart”`
    CurlyQuotes,
    /// `""`
    EmptyName,
    /// A name is too long.
    NameLimit {
        /// How long it is.
        bytes: usize,
    },
    /// A separator or bracket in a list.
    ListSign,
    /// `a -> b; c -> d`
    Parted,
    /// `a -> b, c -> d`: two edges, or a group in the middle of one.
    PartedOrListed,
    /// `a -> b, stones a`: two statements, or a list that goes on.
    StatementOrListed,
    /// `a -> b; c`: a group, or an edge and a node of its own.
    NodeOrListed,
    /// A name with signs that a bare name can't have.
    QuoteName,
    /// Two entries touch.
    Glued,
    /// Two names that make no range.
    Range(BadRange),
    /// `...`
    RangeDots,
    /// `0..`
    RangeSide,
    /// `a=3 -> b`
    NumberInEdge,
    /// `[label="x"]`
    Attributes,
    /// `→`
    ArrowSign,
    /// `a <- b`
    TurnedArrow,
    /// `a <-> b`
    BothWays,
    /// `a -> b <- c`
    MixedWays,
    /// `a b`
    MissingArrow,
    /// `a`
    LonelyName,
    /// `1: 2 3`
    ColonArrow,
    /// `a=3` without `stones`
    MissingStones,
    /// `a = b`
    EqualSign,
    /// `-> b`, `a -> -> b`
    EmptyGroup,
    /// `stones a -> b`
    KeywordInGroup {
        /// The fix drops the keyword rather than to quote it.
        drop: bool,
    },
    /// An arrow among entries.
    StrayArrow,
    /// `a:3`, `a*3`, `stones a -> 3`
    Assign,
    /// `a= =3`
    DoubledSign,
    /// `a=3=4`
    SecondNumber,
    /// `=3`
    NoName,
    /// `a=`
    NoNumber(Sort),
    /// `a=x`
    NotANumber(Sort),
    /// `1_000`, `+1`
    NumberForm,
    /// A number is too large.
    NumberLimit {
        /// The largest one.
        max: u64,
    },
    /// `stones`
    EmptyStatement,
    /// `k=2`
    DefaultStar,
    /// `stones:`
    KeywordSign,
    /// `k a 2 b 3`
    Pairs,
    /// `expect 3`, `expect a=1`
    NoForm {
        /// `value` or `sg`
        word: &'static str,
    },
    /// `expect foo`
    NoExpectation,
    /// `expect value`
    NoValue,
    /// `expect "first"`
    QuotedWord,
    /// A value that is not written in the one way.
    Value(ValueWhy),
    /// More words than the statement has.
    Surplus {
        /// They are a statement of their own.
        statement: bool,
    },
    /// `game dag two words`
    UnquotedTitle,
    /// `game "title" dag`
    KindBehindTitle,
    /// `game`
    NoKind {
        /// The kinds there are.
        kinds: &'static [&'static str],
    },
    /// A word that was meant to be a known one.
    Keyword {
        /// The known one.
        keyword: &'static str,
        /// Why.
        why: KeywordWhy,
    },
    /// A line of DOT or Mermaid.
    Foreign(ForeignWhat),
    /// The line is too long.
    LineLimit,
    /// The line has too many words to say which of them is wrong.
    Crowded,
    /// Nothing better is known than the place.
    Unreadable,
}

impl SlipKind {
    /// The diagnostic that it is told under.
    pub fn code(&self) -> ProblemCode {
        match self {
            SlipKind::GluedComment => ProblemCode::GluedComment,
            SlipKind::Keyword { .. } => ProblemCode::UnknownKeyword,
            SlipKind::NameLimit { .. } | SlipKind::NumberLimit { .. } | SlipKind::LineLimit => {
                ProblemCode::Limit
            }
            SlipKind::Range(BadRange::Limit) | SlipKind::Value(ValueWhy::Exponent | ValueWhy::Number) => {
                ProblemCode::Limit
            }
            _ => ProblemCode::Syntax,
        }
    }
}

impl Slip {
    pub(crate) fn new(kind: SlipKind) -> Self {
        Slip { kind, edits: Vec::new(), other: Vec::new(), safe: false }
    }
}

impl Edit {
    pub(crate) fn replace(span: Span, new: impl Into<Cow<'static, str>>) -> Self {
        Edit { span, new: New::Text(new.into()) }
    }

    pub(crate) fn insert(at: u32, new: impl Into<Cow<'static, str>>) -> Self {
        Edit::replace(Span { start: at, end: at }, new)
    }

    pub(crate) fn remove(span: Span) -> Self {
        Edit::replace(span, "")
    }

    /// In the order of the line; at one place what is inserted first, then the widest.
    pub(crate) fn order(&self) -> (u32, bool, std::cmp::Reverse<u32>) {
        (self.span.start, self.span.start < self.span.end, std::cmp::Reverse(self.span.end))
    }
}

impl Arrow {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Arrow::Arc => "->",
            Arrow::Edge => "--",
        }
    }
}
