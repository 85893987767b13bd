//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_semanticTokens>
//!
//! The tokens depend on the text alone: they never wait for values.

use std::ops::Range as Numbers;

use sgg_model::language;
use sgg_syntax::TokenKind;

use crate::lsp::call::Cancel;
use crate::lsp::protocol::{
    Position, Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens,
    SemanticTokensLegend, SemanticTokensRangeResult, SemanticTokensResult,
};
use crate::lsp::snapshot::Snapshot;

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

/// The modifiers, in the order of their bits: the names of a `nodes` line are declarations.
const MODIFIERS: [SemanticTokenModifier; 1] = [SemanticTokenModifier::DECLARATION];
const DECLARATION: u32 = 1;

/// The number of a kind of token; what can't be read has no colour.
fn type_of(kind: TokenKind) -> Option<u32> {
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
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: MODIFIERS.to_vec() }
}

pub(crate) fn of(snapshot: &Snapshot, cancel: &Cancel) -> Option<SemanticTokensResult> {
    let all = 0..snapshot.file.text.lines.len();
    let mut writer = Writer::default();
    let mut counts = Vec::with_capacity(all.len());
    let written = writer.lines(snapshot, all, cancel, |count| counts.push(count));
    written?;
    let result_id = Some(snapshot.tokens.remember(snapshot.file.text.rope.clone(), counts));
    Some(SemanticTokens { result_id, data: writer.data }.into())
}

pub(crate) fn within(snapshot: &Snapshot, range: Range) -> Option<SemanticTokensRangeResult> {
    let (cancel, _) = Cancel::new();
    let mut writer = Writer::default();
    writer.lines(snapshot, snapshot.lines(range), &cancel, |_| ())?;
    Some(SemanticTokens { result_id: None, data: writer.data }.into())
}

/// Writes tokens, each in relation to the one before.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) data: Vec<SemanticToken>,
    pub(super) line_before: u32,
}

impl Writer {
    /// The tokens of some lines; `each` is told how many a line has. None when the work is stopped.
    pub(super) fn lines(
        &mut self,
        snapshot: &Snapshot,
        lines: Numbers<usize>,
        cancel: &Cancel,
        mut each: impl FnMut(u32),
    ) -> Option<()> {
        let mut text = snapshot.file.text.downwards();
        for line in lines {
            if cancel.is_stopped() {
                return None;
            }
            let before = self.data.len();
            self.line(snapshot, line, &text.line(line));
            each((self.data.len() - before) as u32);
        }
        Some(())
    }

    fn line(&mut self, snapshot: &Snapshot, number: usize, text: &str) {
        let mut places = snapshot.places_within(number, text);
        let mut start_before = 0;
        let mut declares = false;
        for token in language().tokens(text) {
            let Some(token_type) = type_of(token.kind) else { continue };
            let Position { line, character: start } = places.position(number, token.span.start);
            let end = places.position(number, token.span.end).character;
            declares |= token.kind == TokenKind::Keyword && token.span.text(text) == "nodes";
            let declared = declares && token.kind == TokenKind::Node;
            let delta_line = line - self.line_before;
            self.data.push(SemanticToken {
                delta_line,
                delta_start: start - if delta_line == 0 { start_before } else { 0 },
                length: end - start,
                token_type,
                token_modifiers_bitset: if declared { DECLARATION } else { 0 },
            });
            (self.line_before, start_before) = (line, start);
        }
    }
}
