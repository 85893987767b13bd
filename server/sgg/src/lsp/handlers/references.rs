//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_references>
//!
//! All places of a node or a title, in the order of the text.

use crate::lsp::call::Cancel;
use crate::lsp::protocol::{Location, Position, Uri};
use crate::lsp::snapshot::Snapshot;

/// All places of what stands at a position; the declaration among them where it is asked for.
pub(crate) fn of(
    snapshot: &Snapshot,
    position: Position,
    declaration: bool,
    cancel: &Cancel,
) -> Option<Vec<Location>> {
    let uri = snapshot.uri.parse::<Uri>().ok()?;
    let (line, byte) = snapshot.place(position);
    let stopped = || cancel.is_stopped();
    let found = match declaration {
        true => sgg_ide::references(&snapshot.file, line, byte, &stopped),
        false => sgg_ide::uses(&snapshot.file, line, byte, &stopped),
    };
    let mut places = snapshot.places();
    let location =
        |found: sgg_ide::Reference| Location { uri: uri.clone(), range: places.range(found.place) };
    Some(found.into_iter().map(location).collect())
}
