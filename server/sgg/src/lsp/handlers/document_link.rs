//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_documentLink>

use crate::lsp::call::Cancel;
use crate::lsp::protocol::{ClientCapabilities, DocumentLink};
use crate::lsp::snapshot::Snapshot;

/// Whether the client shows a link's tooltip.
pub(crate) fn takes_tooltips(client: &ClientCapabilities) -> bool {
    let links = client.text_document.as_ref().and_then(|client| client.document_link.as_ref());
    links.and_then(|links| links.tooltip_support).unwrap_or_default()
}

pub(crate) fn of(snapshot: &Snapshot, tooltips: bool, cancel: &Cancel) -> Option<Vec<DocumentLink>> {
    let links = sgg_ide::document_links(&snapshot.file, &|| cancel.is_stopped());
    let mut places = snapshot.places();
    let link = |link: sgg_ide::Link| {
        Some(DocumentLink {
            range: places.range(link.place),
            target: Some(link.address.parse().ok()?),
            tooltip: tooltips.then_some(link.tooltip),
            data: None,
        })
    };
    Some(links.into_iter().filter_map(link).collect())
}
