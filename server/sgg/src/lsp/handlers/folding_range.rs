//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_foldingRange>

use crate::lsp::call::Cancel;
use crate::lsp::protocol::{ClientCapabilities, FoldingRange, FoldingRangeKind};
use crate::lsp::snapshot::Snapshot;

/// More are of no use to anybody, whatever the client says.
const RANGES_MAX: usize = 50_000;

/// What the client says of folding.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    most: usize,
    whole_lines: bool,
}

impl Wanted {
    pub(crate) fn of(client: &ClientCapabilities) -> Self {
        let folding = client.text_document.as_ref().and_then(|client| client.folding_range.as_ref());
        let limit = folding.and_then(|folding| folding.range_limit);
        Self {
            most: limit.map_or(RANGES_MAX, |limit| RANGES_MAX.min(limit as usize)),
            whole_lines: folding.and_then(|folding| folding.line_folding_only).unwrap_or_default(),
        }
    }
}

pub(crate) fn of(snapshot: &Snapshot, wanted: Wanted, cancel: &Cancel) -> Option<Vec<FoldingRange>> {
    let folds = sgg_ide::folds(&snapshot.file, wanted.most, &|| cancel.is_stopped());
    let mut places = snapshot.places();
    let range = |fold: sgg_ide::Fold| {
        let (first, last) = (places.end_of_line(fold.first), places.end_of_line(fold.last));
        FoldingRange {
            start_line: first.line,
            start_character: (!wanted.whole_lines).then_some(first.character),
            end_line: last.line,
            end_character: (!wanted.whole_lines).then_some(last.character),
            kind: (fold.kind == sgg_ide::FoldKind::Comment).then_some(FoldingRangeKind::Comment),
            collapsed_text: None,
        }
    };
    Some(folds.into_iter().map(range).collect())
}
