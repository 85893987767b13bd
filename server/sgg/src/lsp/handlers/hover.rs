//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_hover>

use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

pub(crate) fn at(snapshot: &Snapshot, position: Position) -> Option<Hover> {
    let (line, byte) = snapshot.place(position);
    let hover = sgg_ide::hover(&snapshot.file, line, byte, &snapshot.config)?;
    Some(Hover {
        range: Some(snapshot.range(hover.place)),
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: hover.markdown }),
    })
}
