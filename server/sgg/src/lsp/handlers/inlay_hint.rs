//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_inlayHint>

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use crate::lsp::call::to_json;
use crate::lsp::documents::{Documents, Snapshot};
use crate::lsp::protocol::{InlayHint, InlayHintKind, InlayHintTooltip, Position, Range};

/// What a hint is asked for its tooltip with.
#[derive(Deserialize, Serialize)]
struct Data<'a> {
    uri: Cow<'a, str>,
    version: Option<i32>,
    line: usize,
    node: usize,
}

/// `InlayHint`, written without a tree of values for each: a screen has a hundred.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown<'a> {
    position: Position,
    label: String,
    kind: InlayHintKind,
    padding_left: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Data<'a>>,
}

pub(crate) fn within(snapshot: &Snapshot, range: Range) -> Result<Vec<u8>> {
    let hints = sgg_ide::inlay_hints(&snapshot.file, snapshot.lines(range), &snapshot.config);
    let shown = |hint: sgg_ide::Hint| Shown {
        position: snapshot.position(hint.line, hint.column),
        label: hint.label,
        kind: InlayHintKind::TYPE,
        padding_left: hint.apart,
        data: hint.node.map(|node| Data {
            uri: snapshot.uri.as_str().into(),
            version: snapshot.version,
            line: hint.line,
            node: node.index(),
        }),
    };
    to_json(&hints.into_iter().map(shown).collect::<Vec<_>>())
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
