//! The server's reading.

use std::sync::LazyLock;

use sgg_syntax::{Language, Line, Statement, TokenKind};

use crate::{Classes, Kind};

static KINDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| sgg_game::KINDS.iter().map(|kind| kind.name).collect());

/// The server's parser.
pub struct Server(Language);

impl Default for Server {
    fn default() -> Server {
        Server(Language { kinds: &KINDS })
    }
}

impl Server {
    /// What the line says.
    pub fn line(&self, line: &str) -> Line {
        self.0.parse(line)
    }

    /// Nothing is wrong with the line, as far as it alone tells.
    pub fn is_valid(&self, line: &str) -> bool {
        self.line(line).problems.is_empty()
    }

    /// The kind of its statement.
    pub fn kind(&self, line: &str) -> Kind {
        match self.line(line).statement {
            Statement::Blank => Kind::Blank,
            Statement::Game(_) => Kind::Game,
            Statement::Round(_) => Kind::Round,
            Statement::Nodes(_) => Kind::Nodes,
            Statement::Edge(_) => Kind::Edge,
            Statement::Ground(_) => Kind::Ground,
            Statement::K(_) => Kind::K,
            Statement::Stones(_) => Kind::Stones,
            Statement::ExpectOutcome(..) => Kind::ExpectOutcome,
            Statement::ExpectValue(_) => Kind::ExpectValue,
            Statement::ExpectSg(_) => Kind::ExpectSg,
            Statement::Broken(_) => Kind::Other,
        }
    }

    /// The class of each byte.
    pub fn classes(&self, line: &str) -> Classes {
        let mut classes = vec![None; line.len()];
        let mut last = 0;
        for token in self.0.tokens(line) {
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            assert!(last <= start && start < end && end <= line.len(), "tokens out of order in {line:?}");
            last = end;
            if token.kind != TokenKind::Unknown {
                classes[start..end].fill(Some(token.kind));
            }
        }
        classes
    }
}
