//! The tokens of a line with their classes, for colours.

use crate::pieces::{Kind, Piece, Pieces};
use crate::strict::is_keyword;
use crate::{LINE_BYTES_MAX, Language, Span};

/// A token's class, as far as the line alone tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// `game`, `stones`, … and the words behind `expect`
    Keyword,
    /// The kind behind `game`, known or not.
    Kind,
    /// A title with its quotes.
    Title,
    /// A node's name, bare or quoted.
    Node,
    /// A number, or a word of a value (`w`, `inf`).
    Number,
    /// An arrow, `=`, `..`, `*` and the signs of values.
    Operator,
    /// A comment with its `#`.
    Comment,
    /// What can't be read.
    Unknown,
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where.
    pub span: Span,
    /// Its class.
    pub kind: TokenKind,
}

impl Language {
    /// The line's tokens, in order, without overlap. A line that can't be read has tokens too.
    pub fn tokens(&self, line: &str) -> Vec<Token> {
        if line.len() > LINE_BYTES_MAX {
            return Vec::new();
        }
        let cut = Pieces::cut_start(line);
        let mut painter =
            Painter { line, statement: Statement::of(line, &cut.pieces), in_value: false, depth: 0 };
        let mut tokens = Vec::with_capacity(cut.pieces.len() + 1);
        let mut before = None;
        for (index, piece) in cut.pieces.iter().enumerate() {
            tokens.push(Token { span: piece.span, kind: painter.kind(index, piece, before) });
            before = Some(piece.kind);
        }
        tokens.extend(cut.comment.map(|span| Token { span, kind: TokenKind::Comment }));
        tokens
    }
}

/// The statement, as far as colours ask for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Statement {
    Game,
    Round,
    /// An edge.
    Edge,
    /// `nodes`, `ground`
    Names,
    /// `k`, `stones`
    Numbers,
    /// `expect`
    Outcome,
    /// `expect value`
    Value,
    /// `expect sg`
    Sg,
}

impl Statement {
    fn of(line: &str, pieces: &[Piece]) -> Self {
        let word = |index: usize| {
            pieces
                .get(index)
                .filter(|piece| piece.kind == Kind::Word)
                .map_or("", |piece| piece.span.text(line))
        };
        let edge = matches!(pieces.get(1).map(|piece| piece.kind), Some(Kind::Arrow(_) | Kind::Looks(_)));
        match word(0) {
            other if edge || !is_keyword(other) => Statement::Edge,
            "game" => Statement::Game,
            "round" => Statement::Round,
            "nodes" | "ground" => Statement::Names,
            "k" | "stones" => Statement::Numbers,
            _ => match word(1) {
                "value" => Statement::Value,
                "sg" => Statement::Sg,
                _ => Statement::Outcome,
            },
        }
    }
}

struct Painter<'a> {
    line: &'a str,
    statement: Statement,
    /// Behind a `=`.
    in_value: bool,
    /// Open braces of the value.
    depth: usize,
}

impl Painter<'_> {
    fn kind(&mut self, index: usize, piece: &Piece, before: Option<Kind>) -> TokenKind {
        if index == 0 && self.statement != Statement::Edge {
            return TokenKind::Keyword;
        }
        match self.statement {
            Statement::Game if index == 1 && piece.kind == Kind::Word => TokenKind::Kind,
            Statement::Game | Statement::Round if matches!(piece.kind, Kind::Text(_)) => TokenKind::Title,
            Statement::Game | Statement::Round => TokenKind::Unknown,
            Statement::Outcome => {
                let known = matches!(piece.span.text(self.line), "first" | "second" | "draw");
                if index == 1 && known { TokenKind::Keyword } else { TokenKind::Unknown }
            }
            Statement::Value | Statement::Sg if index == 1 => TokenKind::Keyword,
            Statement::Value => value_kind(piece.kind),
            Statement::Edge | Statement::Names => node_kind(piece.kind),
            Statement::Numbers | Statement::Sg => self.entry_kind(piece, before),
        }
    }

    fn entry_kind(&mut self, piece: &Piece, before: Option<Kind>) -> TokenKind {
        if piece.kind == Kind::Equal {
            self.in_value = true;
            return TokenKind::Operator;
        }
        // A blank ends the value, unless a sign before it asks for more.
        let goes_on =
            matches!(before, Some(Kind::Equal | Kind::Sign('^' | '+') | Kind::Open(_) | Kind::Separator));
        let sign = matches!(piece.kind, Kind::Sign('^' | '+') | Kind::Open(_) | Kind::Close(_));
        if self.in_value && (!piece.gap || goes_on || sign || self.depth > 0) {
            match piece.kind {
                Kind::Open(_) => self.depth += 1,
                Kind::Close(_) => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            return value_kind(piece.kind);
        }
        self.in_value = false;
        if piece.kind == Kind::Star { TokenKind::Operator } else { node_kind(piece.kind) }
    }
}

fn node_kind(kind: Kind) -> TokenKind {
    match kind {
        Kind::Word | Kind::Text(_) => TokenKind::Node,
        Kind::Arrow(_) | Kind::Looks(_) | Kind::Dots => TokenKind::Operator,
        _ => TokenKind::Unknown,
    }
}

fn value_kind(kind: Kind) -> TokenKind {
    match kind {
        Kind::Word => TokenKind::Number,
        Kind::Star | Kind::Sign('^' | '+' | '?') | Kind::Separator | Kind::Open('{') | Kind::Close('{') => {
            TokenKind::Operator
        }
        _ => TokenKind::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANGUAGE: Language = Language { kinds: &["dag", "nim"] };

    fn painted(line: &str) -> Vec<(&str, TokenKind)> {
        LANGUAGE.tokens(line).iter().map(|token| (token.span.text(line), token.kind)).collect()
    }

    #[test]
    fn readable_lines() {
        use TokenKind::{Comment, Keyword, Kind, Node, Number, Operator, Title};
        assert_eq!(
            painted("game dag \"x y\" # c"),
            [("game", Keyword), ("dag", Kind), ("\"x y\"", Title), ("# c", Comment)]
        );
        assert_eq!(
            painted("  k->\"k 1\" 0 ..3"),
            [("k", Node), ("->", Operator), ("\"k 1\"", Node), ("0", Node), ("..", Operator), ("3", Node)]
        );
        assert_eq!(
            painted("stones a b = 3 c *=1"),
            [
                ("stones", Keyword),
                ("a", Node),
                ("b", Node),
                ("=", Operator),
                ("3", Number),
                ("c", Node),
                ("*", Operator),
                ("=", Operator),
                ("1", Number)
            ]
        );
        assert_eq!(
            painted("expect sg a=inf{0, 2} b=2^70"),
            [
                ("expect", Keyword),
                ("sg", Keyword),
                ("a", Node),
                ("=", Operator),
                ("inf", Number),
                ("{", Operator),
                ("0", Number),
                (",", Operator),
                ("2", Number),
                ("}", Operator),
                ("b", Node),
                ("=", Operator),
                ("2", Number),
                ("^", Operator),
                ("70", Number)
            ]
        );
        assert_eq!(
            painted("expect value w*2 + 1"),
            [
                ("expect", Keyword),
                ("value", Keyword),
                ("w", Number),
                ("*", Operator),
                ("2", Number),
                ("+", Operator),
                ("1", Number)
            ]
        );
        assert_eq!(painted("expect first"), [("expect", Keyword), ("first", Keyword)]);
        assert_eq!(painted(""), []);
    }

    #[test]
    fn broken_lines() {
        use TokenKind::{Keyword, Node, Operator, Unknown};
        assert_eq!(
            painted("a-b → c"),
            [("a", Node), ("-", Unknown), ("b", Node), ("→", Operator), ("c", Node)]
        );
        assert_eq!(painted("expect foo"), [("expect", Keyword), ("foo", Unknown)]);
    }
}
