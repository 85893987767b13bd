//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_codeAction>

use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::{
    CodeAction, CodeActionContext, CodeActionKind, CodeActionOrCommand, CodeActionResponse, Range, Uri,
};

use super::command::{self, workspace_edit};
use super::diagnostics::diagnostic;

/// So many diagnostics of a range are looked at for what mends them.
const DIAGNOSTICS_MAX: usize = 100;

/// The kinds that are offered.
pub(crate) fn kinds() -> Vec<CodeActionKind> {
    vec![CodeActionKind::QUICKFIX, CodeActionKind::REFACTOR_REWRITE, CodeActionKind::SOURCE_FIX_ALL]
}

pub(crate) fn within(
    snapshot: &Snapshot,
    range: Range,
    context: &CodeActionContext,
    versioned: bool,
) -> Option<CodeActionResponse> {
    let uri = snapshot.uri.parse::<Uri>().ok()?;
    let mut actions = Vec::new();
    if wanted(context, &CodeActionKind::QUICKFIX) {
        let lines = snapshot.lines(range);
        let found = sgg_ide::diagnostics_in(&snapshot.file, lines, &snapshot.config, DIAGNOSTICS_MAX);
        let mut explanations: Vec<CodeAction> = Vec::new();
        for found in found {
            let code = found.code.as_str();
            let fixes = found.fixes.clone();
            let told = diagnostic(snapshot, Some(&uri), found);
            actions.extend(fixes.into_iter().enumerate().map(|(number, fix)| CodeAction {
                title: fix.title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![told.clone()]),
                edit: Some(workspace_edit(snapshot, uri.clone(), &fix.edits, versioned)),
                is_preferred: Some(number == 0),
                ..CodeAction::default()
            }));
            let title = format!("Explain `{code}`");
            match explanations.iter_mut().find(|action| action.title == title) {
                Some(action) => action.diagnostics.get_or_insert_default().push(told),
                None => explanations.push(CodeAction {
                    command: Some(command::explain(code, &title)),
                    title,
                    diagnostics: Some(vec![told]),
                    ..CodeAction::default()
                }),
            }
        }
        // Of no kind: it fixes nothing, and who asks for fixes alone may apply the only one unseen.
        if context.only.is_none() {
            actions.extend(explanations);
        }
    }
    if wanted(context, &CodeActionKind::REFACTOR_REWRITE) {
        let (line, byte) = snapshot.place(range.start);
        let offered = sgg_ide::refactorings(&snapshot.file, line, byte, snapshot.reveal);
        actions.extend(offered.into_iter().map(|offer| CodeAction {
            title: offer.title,
            kind: Some(CodeActionKind::REFACTOR_REWRITE),
            edit: Some(workspace_edit(snapshot, uri.clone(), &offer.edits, versioned)),
            ..CodeAction::default()
        }));
    }
    // Only where it is asked for: it looks at the whole file.
    if context.only.is_some() && wanted(context, &CodeActionKind::SOURCE_FIX_ALL) {
        let edits = sgg_ide::fix_all_safe(&snapshot.file, &snapshot.config);
        if !edits.is_empty() {
            actions.push(CodeAction {
                title: "Apply all safe fixes".to_owned(),
                kind: Some(CodeActionKind::SOURCE_FIX_ALL),
                edit: Some(workspace_edit(snapshot, uri, &edits, versioned)),
                ..CodeAction::default()
            });
        }
    }
    Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect())
}

/// Whether the client wants actions of a kind: of all kinds, of this one, or of one that it is a part of.
fn wanted(context: &CodeActionContext, kind: &CodeActionKind) -> bool {
    let Some(only) = &context.only else { return true };
    only.iter().any(|wanted| {
        let rest = kind.as_str().strip_prefix(wanted.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || wanted.as_str().is_empty())
    })
}
