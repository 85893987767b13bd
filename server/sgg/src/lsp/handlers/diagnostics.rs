//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_publishDiagnostics>

use serde::Deserialize;
use serde_json::to_value;
use sgg_ide::DIAGNOSTICS_MAX;

use crate::lsp::documents::Snapshot;
use crate::lsp::position::Encoding;
use crate::lsp::protocol::{
    ClientCapabilities, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, NumberOrString, Position, Range, TagSupport, Uri,
};
use crate::reading::NotUtf8;

/// What the client can do with diagnostics. Every message is understood without.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wishes {
    related: bool,
    unnecessary: bool,
}

impl Wishes {
    /// Clients of 3.17 that ask for diagnostics say it of those that they are sent.
    pub(crate) fn of(client: &ClientCapabilities) -> Wishes {
        let Some(client) = &client.text_document else { return Wishes::default() };
        let (sent, asked) = (client.publish_diagnostics.as_ref(), client.diagnostic.as_ref());
        let related = [
            sent.and_then(|client| client.related_information),
            asked.and_then(|client| client.related_information),
        ];
        // The one type keeps its list to itself: as JSON both are alike.
        let tags = [
            sent.and_then(|client| to_value(client.tag_support.as_ref()?).ok()),
            asked.and_then(|client| to_value(client.tag_support.as_ref()?).ok()),
        ];
        let tags = tags.into_iter().flatten();
        let mut tags = tags.filter_map(|support| TagSupport::<DiagnosticTag>::deserialize(support).ok());
        Wishes {
            related: related.contains(&Some(true)),
            unnecessary: tags.any(|tags| tags.value_set.contains(&DiagnosticTag::UNNECESSARY)),
        }
    }
}

pub(crate) fn of(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let found = sgg_ide::diagnostics(&snapshot.file, &snapshot.config, DIAGNOSTICS_MAX);
    let uri = snapshot.uri.parse::<Uri>().ok();
    // The last one says how many more there are.
    let shown = if found.more > 0 { DIAGNOSTICS_MAX - 1 } else { DIAGNOSTICS_MAX };
    let more = found.more + found.list.len().saturating_sub(shown);
    let last = found.list.get(shown.saturating_sub(1)).map(|diagnostic| diagnostic.place);
    let mut all: Vec<Diagnostic> =
        found.list.into_iter().take(shown).map(|found| diagnostic(snapshot, uri.as_ref(), found)).collect();
    if let Some(place) = last.filter(|_| more > 0) {
        all.push(Diagnostic {
            range: snapshot.range(place),
            severity: Some(DiagnosticSeverity::INFORMATION),
            source: Some("sgg".to_owned()),
            message: format!("… {more} more"),
            ..Diagnostic::default()
        });
    }
    all
}

/// One diagnostic in the protocol's words.
pub(super) fn diagnostic(snapshot: &Snapshot, uri: Option<&Uri>, found: sgg_ide::Diagnostic) -> Diagnostic {
    let Wishes { related, unnecessary } = snapshot.wishes;
    let uri = uri.filter(|_| related);
    let related = found.related.into_iter().filter_map(|related| {
        let location = Location { uri: uri?.clone(), range: snapshot.range(related.place) };
        Some(DiagnosticRelatedInformation { location, message: related.message })
    });
    let related: Vec<_> = related.collect();
    Diagnostic {
        range: snapshot.range(found.place),
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
    let column = encoding.column_of_byte(&fault.before, fault.before.len());
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
