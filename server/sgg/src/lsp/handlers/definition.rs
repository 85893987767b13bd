//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_definition>
//!
//! Declaration and implementation too: they answer in the same form.

use sgg_ide::Target;

use crate::lsp::call::Cancel;
use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::{
    ClientCapabilities, GotoCapability, GotoDefinitionResponse, Location, LocationLink, Position,
    TextDocumentClientCapabilities, Uri,
};

/// Whether the client takes links, which say what word they lead from.
pub(crate) fn takes_links(
    client: &ClientCapabilities,
    feature: impl FnOnce(&TextDocumentClientCapabilities) -> Option<GotoCapability>,
) -> bool {
    let feature = client.text_document.as_ref().and_then(feature);
    feature.and_then(|feature| feature.link_support).unwrap_or_default()
}

/// The definition of what stands at a position.
pub(crate) fn definition(
    snapshot: &Snapshot,
    position: Position,
    links: bool,
    _: &Cancel,
) -> Option<GotoDefinitionResponse> {
    let (line, byte) = snapshot.place(position);
    response(snapshot, sgg_ide::definition(&snapshot.file, line, byte), links)
}

/// Its declaration.
pub(crate) fn declaration(
    snapshot: &Snapshot,
    position: Position,
    links: bool,
    _: &Cancel,
) -> Option<GotoDefinitionResponse> {
    let (line, byte) = snapshot.place(position);
    response(snapshot, sgg_ide::declaration(&snapshot.file, line, byte), links)
}

/// Where its arcs are said.
pub(crate) fn implementation(
    snapshot: &Snapshot,
    position: Position,
    links: bool,
    _: &Cancel,
) -> Option<GotoDefinitionResponse> {
    let (line, byte) = snapshot.place(position);
    response(snapshot, sgg_ide::implementations(&snapshot.file, line, byte), links)
}

fn response(
    snapshot: &Snapshot,
    targets: impl IntoIterator<Item = Target>,
    links: bool,
) -> Option<GotoDefinitionResponse> {
    let uri = snapshot.uri.parse::<Uri>().ok()?;
    let targets = targets.into_iter();
    if links {
        let link = |target: Target| LocationLink {
            origin_selection_range: Some(snapshot.range(target.origin)),
            target_uri: uri.clone(),
            target_range: snapshot.range(target.place),
            target_selection_range: snapshot.range(target.place),
        };
        let links: Vec<LocationLink> = targets.map(link).collect();
        return (!links.is_empty()).then_some(links.into());
    }
    let location = |target: Target| Location { uri: uri.clone(), range: snapshot.range(target.place) };
    let locations: Vec<Location> = targets.map(location).collect();
    (!locations.is_empty()).then_some(locations.into())
}
