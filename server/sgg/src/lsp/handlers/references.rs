//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_references>

use crate::lsp::call::Cancel;
use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::{Location, Position, Uri};

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
    Some(
        found
            .into_iter()
            .map(|found| Location { uri: uri.clone(), range: snapshot.range(found.place) })
            .collect(),
    )
}
