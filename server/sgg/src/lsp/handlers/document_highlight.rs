//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_documentHighlight>
//!
//! The places of what the cursor stands on; in a large game, those near it.

use crate::lsp::protocol::{DocumentHighlight, DocumentHighlightKind, Position};
use crate::lsp::snapshot::Snapshot;

/// Editors ask at every move of the cursor.
pub(crate) fn of(snapshot: &Snapshot, position: Position) -> Option<Vec<DocumentHighlight>> {
    let (line, byte) = snapshot.place(position);
    let found = sgg_ide::highlights(&snapshot.file, line, byte);
    let mut places = snapshot.places();
    let highlight = |found: sgg_ide::Reference| DocumentHighlight {
        range: places.range(found.place),
        kind: Some(if found.writes { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ }),
    };
    (!found.is_empty()).then(|| found.into_iter().map(highlight).collect())
}
