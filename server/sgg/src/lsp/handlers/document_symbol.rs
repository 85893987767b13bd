//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_documentSymbol>

use crate::lsp::call::Cancel;
use crate::lsp::places::Places;
use crate::lsp::protocol::{
    ClientCapabilities, DocumentSymbol, DocumentSymbolResponse, Location, Range, SymbolInformation,
    SymbolKind, Uri,
};
use crate::lsp::snapshot::Snapshot;

/// Whether the client takes symbols within symbols.
pub(crate) fn takes_trees(client: &ClientCapabilities) -> bool {
    let symbols = client.text_document.as_ref().and_then(|client| client.document_symbol.as_ref());
    symbols.and_then(|symbols| symbols.hierarchical_document_symbol_support).unwrap_or_default()
}

pub(crate) fn of(snapshot: &Snapshot, trees: bool, cancel: &Cancel) -> Option<DocumentSymbolResponse> {
    let stopped = || cancel.is_stopped();
    let symbols = sgg_ide::document_symbols(&snapshot.file, &snapshot.config, snapshot.reveal, &stopped);
    Some(match trees {
        true => DocumentSymbolResponse::Nested(tree(snapshot, symbols)),
        false => DocumentSymbolResponse::Flat(flat(snapshot, symbols)?),
    })
}

pub(super) fn kind(kind: sgg_ide::SymbolKind) -> SymbolKind {
    match kind {
        sgg_ide::SymbolKind::Game => SymbolKind::NAMESPACE,
        sgg_ide::SymbolKind::Round => SymbolKind::EVENT,
        sgg_ide::SymbolKind::Node => SymbolKind::VARIABLE,
    }
}

/// Whole lines.
fn lines(places: &mut Places<'_>, symbol: &sgg_ide::Symbol) -> Range {
    let last = symbol.lines.end.saturating_sub(1);
    Range::new(places.position(symbol.lines.start, 0), places.end_of_line(last))
}

/// Symbols within those that they follow, as their depths say.
fn tree(snapshot: &Snapshot, symbols: Vec<sgg_ide::Symbol>) -> Vec<DocumentSymbol> {
    let mut places = snapshot.places();
    let mut roots = Vec::new();
    let mut open: Vec<DocumentSymbol> = Vec::new();
    for symbol in symbols {
        close(&mut open, &mut roots, symbol.depth);
        open.push(document_symbol(&mut places, symbol));
    }
    close(&mut open, &mut roots, 0);
    roots
}

/// Ends the open symbols that are so deep, the innermost first.
fn close(open: &mut Vec<DocumentSymbol>, roots: &mut Vec<DocumentSymbol>, depth: usize) {
    while open.len() > depth {
        let Some(ended) = open.pop() else { return };
        match open.last_mut() {
            Some(parent) => parent.children.get_or_insert_default().push(ended),
            None => roots.push(ended),
        }
    }
}

#[expect(deprecated, reason = "the type has the field")]
fn document_symbol(places: &mut Places<'_>, symbol: sgg_ide::Symbol) -> DocumentSymbol {
    DocumentSymbol {
        kind: kind(symbol.kind),
        range: lines(places, &symbol),
        selection_range: places.range(symbol.place),
        name: symbol.name,
        detail: Some(symbol.detail).filter(|detail| !detail.is_empty()),
        tags: None,
        deprecated: None,
        children: None,
    }
}

fn flat(snapshot: &Snapshot, symbols: Vec<sgg_ide::Symbol>) -> Option<Vec<SymbolInformation>> {
    let uri = snapshot.uri.parse::<Uri>().ok()?;
    let mut places = snapshot.places();
    let mut within: Vec<String> = Vec::new();
    let information = symbols.into_iter().map(|symbol| {
        within.truncate(symbol.depth);
        let container = within.last().cloned();
        within.push(symbol.name.clone());
        let range = lines(&mut places, &symbol);
        symbol_information(symbol, Location { uri: uri.clone(), range }, container)
    });
    Some(information.collect())
}

#[expect(deprecated, reason = "the type has the field")]
pub(super) fn symbol_information(
    symbol: sgg_ide::Symbol,
    location: Location,
    container_name: Option<String>,
) -> SymbolInformation {
    let kind = kind(symbol.kind);
    SymbolInformation { name: symbol.name, kind, tags: None, deprecated: None, location, container_name }
}
