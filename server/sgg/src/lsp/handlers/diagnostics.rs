//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_publishDiagnostics>

use sgg_ide::DIAGNOSTICS_MAX;

use crate::lsp::places::Places;
use crate::lsp::position::Encoding;
use crate::lsp::protocol::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString,
    Position, Range, Uri,
};
use crate::lsp::snapshot::Snapshot;
use crate::lsp::wishes::Wishes;
use crate::reading::NotUtf8;

pub(crate) fn of(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let found = sgg_ide::diagnostics(&snapshot.file, &snapshot.config, DIAGNOSTICS_MAX);
    let uri = snapshot.uri.parse::<Uri>().ok();
    let mut places = snapshot.places();
    // The last one says how many more there are.
    let shown = if found.more > 0 { DIAGNOSTICS_MAX - 1 } else { DIAGNOSTICS_MAX };
    let more = found.more + found.list.len().saturating_sub(shown);
    let last = found.list.get(shown.saturating_sub(1)).map(|diagnostic| diagnostic.place);
    let mut all: Vec<Diagnostic> = found
        .list
        .into_iter()
        .take(shown)
        .map(|found| diagnostic(snapshot, &mut places, uri.as_ref(), found))
        .collect();
    if let Some(place) = last.filter(|_| more > 0) {
        all.push(Diagnostic {
            range: places.range(place),
            severity: Some(DiagnosticSeverity::INFORMATION),
            source: Some("sgg".to_owned()),
            message: format!("… {more} more"),
            ..Diagnostic::default()
        });
    }
    all
}

/// One diagnostic in the protocol's words.
pub(super) fn diagnostic(
    snapshot: &Snapshot,
    places: &mut Places<'_>,
    uri: Option<&Uri>,
    found: sgg_ide::Diagnostic,
) -> Diagnostic {
    let Wishes { related, unnecessary } = snapshot.wishes;
    let uri = uri.filter(|_| related);
    let related = found.related.into_iter().filter_map(|related| {
        let location = Location { uri: uri?.clone(), range: places.range(related.place) };
        Some(DiagnosticRelatedInformation { location, message: related.message })
    });
    let related: Vec<_> = related.collect();
    Diagnostic {
        range: places.range(found.place),
        severity: Some(severity(found.severity)),
        code: Some(NumberOrString::String(found.code.as_str().to_owned())),
        source: Some("sgg".to_owned()),
        message: found.message,
        related_information: (!related.is_empty()).then_some(related),
        tags: (unnecessary && found.unnecessary).then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..Diagnostic::default()
    }
}

/// What is wrong with a file that can't be read at all.
pub(super) fn not_utf8(fault: &NotUtf8, encoding: Encoding) -> Diagnostic {
    let column = u32::try_from(encoding.units_of(&fault.before)).unwrap_or(u32::MAX);
    let at = Position::new(u32::try_from(fault.line).unwrap_or(u32::MAX), column);
    Diagnostic {
        range: Range::new(at, at),
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some("sgg".to_owned()),
        message: fault.to_string(),
        ..Diagnostic::default()
    }
}

fn severity(severity: sgg_ide::Severity) -> DiagnosticSeverity {
    match severity {
        sgg_ide::Severity::Error => DiagnosticSeverity::ERROR,
        sgg_ide::Severity::Warning => DiagnosticSeverity::WARNING,
        sgg_ide::Severity::Information => DiagnosticSeverity::INFORMATION,
        sgg_ide::Severity::Hint => DiagnosticSeverity::HINT,
    }
}
