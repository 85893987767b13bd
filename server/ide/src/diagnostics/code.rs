//! The codes: one table.

/// A diagnostic's code: every one has a page in the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// A line that can't be read.
    Syntax,
    /// No kind of game is called so.
    UnknownKind,
    /// A word near one that the language knows.
    UnknownKeyword,
    /// A statement before the first game.
    OutsideGame,
    /// An arrow that the game's kind does not have.
    WrongEdge,
    /// A statement, or a form of value, that the game's kind does not have.
    Misplaced,
    /// A name that is not declared.
    UndeclaredNode,
    /// A cycle where none may be.
    Cycle,
    /// An edge on two cycles.
    NotCactus,
    /// Two cycles that share a node.
    TouchingCycles,
    /// Edges, and nothing on the ground.
    NoGround,
    /// Edges that do not hang on the ground.
    Unreachable,
    /// A node with arcs and no K-value.
    MissingK,
    /// Two values of one thing.
    ConflictingValue,
    /// Two games, or two rounds of a game, of one title.
    DuplicateTitle,
    /// The same arc twice.
    DuplicateEdge,
    /// The same node twice in `nodes`.
    DuplicateNode,
    /// Names that look like counts.
    Counts,
    /// A comment that starts within a word.
    GluedComment,
    /// Stones that cancel out.
    EvenStones,
    /// An expectation that does not hold.
    ExpectFailed,
    /// A value that could not be settled.
    OverBudget,
    /// A limit that is passed.
    Limit,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Values are missing or an expectation fails.
    Error,
    /// Probably a mistake.
    Warning,
    /// Worth knowing.
    Information,
    /// A gentle pointer.
    Hint,
}

/// The code, its word, its usual severity, and whether its text is shown faded.
type Row = (Code, &'static str, Severity, bool);

const TABLE: [Row; 23] = [
    (Code::Syntax, "syntax", Severity::Error, false),
    (Code::UnknownKind, "unknown-kind", Severity::Error, false),
    (Code::UnknownKeyword, "unknown-keyword", Severity::Error, false),
    (Code::OutsideGame, "outside-game", Severity::Error, false),
    (Code::WrongEdge, "wrong-edge", Severity::Error, false),
    (Code::Misplaced, "misplaced", Severity::Error, false),
    (Code::UndeclaredNode, "undeclared-node", Severity::Error, false),
    (Code::Cycle, "cycle", Severity::Error, false),
    (Code::NotCactus, "not-cactus", Severity::Error, false),
    (Code::TouchingCycles, "touching-cycles", Severity::Information, false),
    (Code::NoGround, "no-ground", Severity::Error, false),
    (Code::Unreachable, "unreachable", Severity::Warning, true),
    (Code::MissingK, "missing-k", Severity::Error, false),
    (Code::ConflictingValue, "conflicting-value", Severity::Error, false),
    (Code::DuplicateTitle, "duplicate-title", Severity::Warning, false),
    (Code::DuplicateEdge, "duplicate-edge", Severity::Warning, true),
    (Code::DuplicateNode, "duplicate-node", Severity::Warning, true),
    (Code::Counts, "counts", Severity::Hint, false),
    (Code::GluedComment, "glued-comment", Severity::Hint, false),
    (Code::EvenStones, "even-stones", Severity::Hint, false),
    (Code::ExpectFailed, "expect-failed", Severity::Error, false),
    (Code::OverBudget, "over-budget", Severity::Warning, false),
    (Code::Limit, "limit", Severity::Error, false),
];

impl Code {
    /// All codes, in the order of the reference.
    pub const ALL: [Code; TABLE.len()] = {
        let mut all = [Code::Syntax; TABLE.len()];
        let mut at = 0;
        while at < all.len() {
            // Checked while this is compiled.
            #[allow(clippy::indexing_slicing)]
            {
                all[at] = TABLE[at].0;
            }
            at += 1;
        }
        all
    };

    /// Its word.
    pub fn as_str(self) -> &'static str {
        self.row().map_or("", |row| row.1)
    }

    /// The code of that word.
    #[allow(clippy::should_implement_trait)]
    pub fn from_str(word: &str) -> Option<Code> {
        TABLE.iter().find(|row| row.1 == word).map(|row| row.0)
    }

    /// How bad it is where nobody says otherwise.
    pub fn severity(self) -> Severity {
        self.row().map_or(Severity::Error, |row| row.2)
    }

    /// Whether its text is of no use, and shown faded.
    pub fn is_unnecessary(self) -> bool {
        self.row().is_some_and(|row| row.3)
    }

    fn row(self) -> Option<&'static Row> {
        TABLE.get(self as usize)
    }
}

impl Severity {
    /// All of them, the worst first.
    pub const ALL: [Severity; 4] =
        [Severity::Error, Severity::Warning, Severity::Information, Severity::Hint];
    /// What stands in a severity's place where a code is turned off.
    pub const OFF: &'static str = "off";

    /// Its word, as in `--severity CODE=WORD`.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Information => "information",
            Severity::Hint => "hint",
        }
    }

    /// The severity of that word.
    #[allow(clippy::should_implement_trait)]
    pub fn from_str(word: &str) -> Option<Severity> {
        Self::ALL.into_iter().find(|severity| severity.as_str() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_codes() {
        for (at, row) in TABLE.iter().enumerate() {
            assert_eq!(row.0 as usize, at);
            assert_eq!(Code::from_str(row.1), Some(row.0));
            assert_eq!(row.0.as_str(), row.1);
        }
        assert_eq!(Code::ALL.len(), Code::Limit as usize + 1);
    }
}
