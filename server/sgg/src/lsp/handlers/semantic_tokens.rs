//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_semanticTokens>
//!
//! The tokens depend on the text alone: they never wait for values.

use sgg_model::language;
use sgg_syntax::TokenKind;

use crate::lsp::call::Cancel;
use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::{
    Range, SemanticToken, SemanticTokenType, SemanticTokens, SemanticTokensLegend, SemanticTokensRangeResult,
    SemanticTokensResult,
};

/// The types, in the order of their numbers.
const TYPES: [SemanticTokenType; 7] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::TYPE,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::COMMENT,
];

/// The number of a kind of token; what can't be read has no colour.
fn number(kind: TokenKind) -> Option<u32> {
    Some(match kind {
        TokenKind::Keyword => 0,
        TokenKind::Kind => 1,
        TokenKind::Node => 2,
        TokenKind::Number => 3,
        TokenKind::Title => 4,
        TokenKind::Operator => 5,
        TokenKind::Comment => 6,
        TokenKind::Unknown => return None,
    })
}

/// The kinds of token, whose numbers the answers hold.
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: Vec::new() }
}

pub(crate) fn of(snapshot: &Snapshot, cancel: &Cancel) -> Option<SemanticTokensResult> {
    Some(tokens(snapshot, 0..snapshot.file.text.lines.len(), cancel)?.into())
}

pub(crate) fn within(snapshot: &Snapshot, range: Range) -> Option<SemanticTokensRangeResult> {
    let (cancel, _) = Cancel::new();
    Some(tokens(snapshot, snapshot.lines(range), &cancel)?.into())
}

fn tokens(snapshot: &Snapshot, lines: std::ops::Range<usize>, cancel: &Cancel) -> Option<SemanticTokens> {
    let mut data = Vec::new();
    let mut line_before = 0;
    for line in lines {
        if cancel.is_stopped() {
            return None;
        }
        let mut start_before = 0;
        for token in language().tokens(&snapshot.file.text.line(line)) {
            let Some(token_type) = number(token.kind) else { continue };
            let start = snapshot.position(line, token.span.start);
            let end = snapshot.position(line, token.span.end);
            data.push(SemanticToken {
                delta_line: start.line - line_before,
                delta_start: if start.line == line_before {
                    start.character - start_before
                } else {
                    start.character
                },
                length: end.character - start.character,
                token_type,
                token_modifiers_bitset: 0,
            });
            (line_before, start_before) = (start.line, start.character);
        }
    }
    Some(SemanticTokens { result_id: None, data })
}
