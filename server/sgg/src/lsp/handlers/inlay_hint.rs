//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_inlayHint>

use serde::{Deserialize, Serialize};

use crate::lsp::documents::{Documents, Snapshot};
use crate::lsp::protocol::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip, Range};

/// What a hint is asked for its tooltip with.
#[derive(Deserialize, Serialize)]
struct Data {
    uri: String,
    version: Option<i32>,
    line: usize,
    node: usize,
}

pub(crate) fn within(snapshot: &Snapshot, range: Range) -> Option<Vec<InlayHint>> {
    let hints = sgg_ide::inlay_hints(&snapshot.file, snapshot.lines(range), &snapshot.config);
    let hint = |hint: sgg_ide::Hint| {
        let data = hint.node.map(|node| Data {
            uri: snapshot.uri.clone(),
            version: snapshot.version,
            line: hint.line,
            node: node.index(),
        });
        InlayHint {
            position: snapshot.position(hint.line, hint.column),
            label: InlayHintLabel::String(hint.label),
            kind: Some(InlayHintKind::TYPE),
            text_edits: None,
            tooltip: None,
            padding_left: Some(hint.apart),
            padding_right: None,
            data: data.and_then(|data| serde_json::to_value(data).ok()),
        }
    };
    Some(hints.into_iter().map(hint).collect())
}

/// Adds the derivation of the value. A hint from before the last edit is left as it is.
pub(crate) fn resolve(documents: &mut Documents, mut hint: InlayHint) -> InlayHint {
    let data = hint.data.clone().and_then(|data| serde_json::from_value::<Data>(data).ok());
    let tooltip = data.and_then(|data| {
        let snapshot = documents.snapshot(&data.uri).filter(|snapshot| snapshot.version == data.version)?;
        sgg_ide::hint_tooltip(&snapshot.file, data.line, data.node, &snapshot.config)
    });
    hint.tooltip = tooltip.map(InlayHintTooltip::String);
    hint
}
