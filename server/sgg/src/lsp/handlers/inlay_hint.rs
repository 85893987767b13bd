//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_inlayHint>

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use crate::lsp::call::to_json;
use crate::lsp::documents::Documents;
use crate::lsp::protocol::{InlayHint, InlayHintKind, InlayHintTooltip, Position, Range};
use crate::lsp::snapshot::Snapshot;

/// What a hint is asked for its tooltip with. Short, for a screen has a hundred.
#[derive(Deserialize, Serialize)]
struct Data(
    /// [`Snapshot::edit`]
    u64,
    /// The line.
    usize,
    /// The node.
    usize,
);

/// `InlayHint`, written without a tree of values for each.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown<'a> {
    position: Position,
    label: &'a str,
    kind: InlayHintKind,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    padding_left: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Data>,
}

pub(crate) fn within(snapshot: &Snapshot, range: Range) -> Result<Vec<u8>> {
    let hints = sgg_ide::inlay_hints(&snapshot.file, snapshot.lines(range), &snapshot.config);
    let mut text = snapshot.file.text.downwards();
    let mut shown = Vec::with_capacity(hints.len());
    for of_line in hints.chunk_by(|one, next| one.line == next.line) {
        let Some(line) = of_line.first().map(|hint| hint.line) else { continue };
        let text = text.line(line);
        let mut places = snapshot.places_within(line, &text);
        shown.extend(of_line.iter().map(|hint| Shown {
            position: places.position(line, hint.column),
            label: &hint.label,
            kind: InlayHintKind::TYPE,
            padding_left: hint.apart,
            data: hint.node.map(|node| Data(snapshot.edit, line, node.index())),
        }));
    }
    to_json(&shown)
}

/// Adds the derivation of the value. A hint from before the last edit is left as it is.
pub(crate) fn resolve(documents: &mut Documents, mut hint: InlayHint) -> InlayHint {
    let data = hint.data.clone().and_then(|data| serde_json::from_value::<Data>(data).ok());
    let tooltip = data.and_then(|Data(edit, line, node)| {
        let snapshot = documents.snapshot_behind(edit)?;
        sgg_ide::hint_tooltip(&snapshot.file, line, node, &snapshot.config)
    });
    hint.tooltip = tooltip.map(InlayHintTooltip::String);
    hint
}
