//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_hover>
//!
//! What there is to say of the word, the node or the line under a cursor.

use crate::lsp::protocol::{ClientCapabilities, Hover, HoverContents, MarkupContent, MarkupKind, Position};
use crate::lsp::snapshot::Snapshot;

/// Whether the client says that it shows Markdown, or says nothing: then it is taken to, as everywhere.
pub(crate) fn markdown(client: &ClientCapabilities) -> bool {
    let hover = client.text_document.as_ref().and_then(|client| client.hover.as_ref());
    let formats = hover.and_then(|hover| hover.content_format.as_deref()).unwrap_or_default();
    formats.is_empty() || formats.contains(&MarkupKind::Markdown)
}

pub(crate) fn at(snapshot: &Snapshot, position: Position, markdown: bool) -> Option<Hover> {
    let (line, byte) = snapshot.place(position);
    let hover = sgg_ide::hover(&snapshot.file, line, byte, &snapshot.config)?;
    let contents = match markdown {
        true => MarkupContent { kind: MarkupKind::Markdown, value: hover.markdown },
        false => MarkupContent { kind: MarkupKind::PlainText, value: sgg_ide::plain(&hover.markdown) },
    };
    // Of a line that can't be read the problem is told wherever it stands: clients drop a range beside the cursor.
    let range = Some(snapshot.places().range(hover.place));
    let range = range.filter(|range| range.start <= position && position <= range.end);
    Some(Hover { range, contents: HoverContents::Markup(contents) })
}
