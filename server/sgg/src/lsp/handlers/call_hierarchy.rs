//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_prepareCallHierarchy>
//!
//! A node calls its followers.

use sgg_ide::{Direction, Neighbour, NodeItem, Place};

use crate::lsp::places::Places;
use crate::lsp::protocol::{
    CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, Position, Range, SymbolKind, Uri,
};
use crate::lsp::snapshot::Snapshot;

pub(crate) fn prepare(snapshot: &Snapshot, position: Position) -> Option<Vec<CallHierarchyItem>> {
    let uri = snapshot.uri.parse::<Uri>().ok()?;
    let (line, byte) = snapshot.place(position);
    let node = sgg_ide::prepare_hierarchy(&snapshot.file, line, byte)?;
    Some(vec![item(snapshot, &mut snapshot.places(), &uri, node)])
}

/// The predecessors of an item's node.
pub(crate) fn incoming(
    snapshot: &Snapshot,
    asked: &CallHierarchyItem,
) -> Option<Vec<CallHierarchyIncomingCall>> {
    let call = |(from, from_ranges)| CallHierarchyIncomingCall { from, from_ranges };
    Some(neighbours(snapshot, asked, Direction::In)?.into_iter().map(call).collect())
}

/// Its followers.
pub(crate) fn outgoing(
    snapshot: &Snapshot,
    asked: &CallHierarchyItem,
) -> Option<Vec<CallHierarchyOutgoingCall>> {
    let call = |(to, from_ranges)| CallHierarchyOutgoingCall { to, from_ranges };
    Some(neighbours(snapshot, asked, Direction::Out)?.into_iter().map(call).collect())
}

fn neighbours(
    snapshot: &Snapshot,
    asked: &CallHierarchyItem,
    direction: Direction,
) -> Option<Vec<(CallHierarchyItem, Vec<Range>)>> {
    let uri = snapshot.uri.parse::<Uri>().ok()?;
    let line = asked.selection_range.start.line as usize;
    let found = sgg_ide::neighbours(&snapshot.file, line, &asked.name, direction);
    let mut places = snapshot.places();
    let call = |neighbour: Neighbour| {
        let ranges = neighbour.places.into_iter().map(|place: Place| places.range(place)).collect();
        (item(snapshot, &mut places, &uri, neighbour.item), ranges)
    };
    Some(found.into_iter().map(call).collect())
}

fn item(snapshot: &Snapshot, places: &mut Places<'_>, uri: &Uri, node: NodeItem) -> CallHierarchyItem {
    let range = places.range(node.place);
    CallHierarchyItem {
        name: node.name,
        kind: SymbolKind::VARIABLE,
        tags: None,
        detail: Some(if snapshot.reveal { format!("{} · {}", node.value, node.game) } else { node.game }),
        uri: uri.clone(),
        range,
        selection_range: range,
        data: None,
    }
}
