//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_definition>
//!
//! Declaration and implementation too: they answer in the same form.

use sgg_ide::Target;
use tower_lsp::jsonrpc::Result;

use crate::lsp::call::Cancel;
use crate::lsp::protocol::{
    GotoCapability, GotoDefinitionParams, GotoDefinitionResponse, Location, LocationLink,
    TextDocumentClientCapabilities, Uri,
};
use crate::lsp::server::Server;
use crate::lsp::snapshot::Snapshot;

/// Answers with where `find` says that the word at a position leads. A client that takes links, which tell what word
/// they lead from, says so in the `feature` of its capabilities.
pub(crate) async fn answer<T: IntoIterator<Item = Target> + 'static>(
    server: &Server,
    params: GotoDefinitionParams,
    feature: impl FnOnce(&TextDocumentClientCapabilities) -> Option<GotoCapability>,
    find: impl FnOnce(&sgg_model::Snapshot, usize, u32, &dyn Fn() -> bool) -> T + Send + 'static,
) -> Result<Option<GotoDefinitionResponse>> {
    let feature = server.state().client.text_document.as_ref().and_then(feature);
    let links = feature.and_then(|feature| feature.link_support).unwrap_or_default();
    let at = params.text_document_position_params;
    let answer = move |snapshot: &Snapshot, cancel: &Cancel| {
        let (line, byte) = snapshot.place(at.position);
        response(snapshot, find(&snapshot.file, line, byte, &|| cancel.is_stopped()), links)
    };
    server.answer_whole(&at.text_document.uri, answer).await
}

fn response(
    snapshot: &Snapshot,
    targets: impl IntoIterator<Item = Target>,
    links: bool,
) -> Option<GotoDefinitionResponse> {
    let uri = snapshot.uri.parse::<Uri>().ok()?;
    let targets = targets.into_iter();
    let mut places = snapshot.places();
    if links {
        let link = |target: Target| LocationLink {
            origin_selection_range: Some(places.range(target.origin)),
            target_uri: uri.clone(),
            target_range: places.range(target.place),
            target_selection_range: places.range(target.place),
        };
        let links: Vec<LocationLink> = targets.map(link).collect();
        return (!links.is_empty()).then_some(links.into());
    }
    let location = |target: Target| Location { uri: uri.clone(), range: places.range(target.place) };
    let locations: Vec<Location> = targets.map(location).collect();
    (!locations.is_empty()).then_some(locations.into())
}
