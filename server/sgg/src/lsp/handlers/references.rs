//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_references>

use crate::lsp::call::Cancel;
use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::{Location, Position, Uri};

/// All places of what stands at a position; the definition among them where it is asked for.
pub(crate) fn of(
    snapshot: &Snapshot,
    position: Position,
    definition: bool,
    _: &Cancel,
) -> Option<Vec<Location>> {
    let uri = snapshot.uri.parse::<Uri>().ok()?;
    let (line, byte) = snapshot.place(position);
    let found = sgg_ide::references(&snapshot.file, line, byte);
    let wanted = found.into_iter().filter(|found| definition || !found.defines);
    Some(wanted.map(|found| Location { uri: uri.clone(), range: snapshot.range(found.place) }).collect())
}
