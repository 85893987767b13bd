//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_codeAction>
//!
//! What a menu shows are titles: an edit of many places is worked out and sent when somebody chooses it, to clients that
//! ask for it then. All others get every edit at once.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use sgg_ide::{Edit, End, Fixed};
use tower_lsp::jsonrpc::{Error, Result};

use crate::lsp::call::Cancel;
use crate::lsp::protocol::{
    ClientCapabilities, CodeAction, CodeActionContext, CodeActionKind, CodeActionOptions,
    CodeActionOrCommand, CodeActionParams, CodeActionResponse, Position, Range, Uri, WorkDoneProgressOptions,
};
use crate::lsp::server::Server;
use crate::lsp::snapshot::Snapshot;

use super::command::{self, workspace_edit};
use super::diagnostics::diagnostic;

/// So many diagnostics of a range are looked at for what mends them.
const FOUND_MAX: usize = 100;
/// An edit of more places waits until it is asked for.
const PLACES_AT_ONCE: usize = 16;

/// What the client can do with actions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wishes {
    /// It asks for an edit that is not there.
    resolves: bool,
    /// It can be told which version of a document an edit is meant for.
    versioned: bool,
}

impl Wishes {
    fn of(server: &Server) -> Wishes {
        let resolves = resolves(&server.state().client);
        Wishes { resolves, versioned: server.versions_edits() }
    }
}

/// What an action is asked for its edit with.
#[derive(Deserialize, Serialize)]
struct Data {
    uri: String,
    version: Option<i32>,
    source: Source,
}

/// Where an action comes from: there it is looked for again, by its title.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
enum Source {
    /// It mends a diagnostic of that code which starts there.
    Fix {
        at: Position,
        code: String,
    },
    /// It writes in another way what stands there.
    Rewrite {
        at: Position,
    },
    FixAll,
}

fn resolves(client: &ClientCapabilities) -> bool {
    let feature = client.text_document.as_ref().and_then(|client| client.code_action.as_ref());
    let support = feature.and_then(|feature| feature.resolve_support.as_ref());
    support.is_some_and(|support| support.properties.iter().any(|property| property == "edit"))
}

/// All safe fixes; by our own name, so that a person can have those of one tool when a file is saved.
const SOURCE_FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.sgg");

/// What the server says of actions.
pub(crate) fn options(client: &ClientCapabilities) -> CodeActionOptions {
    CodeActionOptions {
        code_action_kinds: Some(vec![
            CodeActionKind::QUICKFIX,
            CodeActionKind::REFACTOR_REWRITE,
            SOURCE_FIX_ALL,
        ]),
        resolve_provider: resolves(client).then_some(true),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    }
}

/// Answers with what can be done in a range.
pub(crate) async fn answer(server: &Server, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
    let CodeActionParams { text_document, range, context, .. } = params;
    let wishes = Wishes::of(server);
    let looks_at_all = wants_fix_all(&context);
    let teller = server.clone();
    let find = move |snapshot: &Snapshot, cancel: &AtomicBool| {
        let fix_all = || fix_all_safe(&teller, snapshot, cancel);
        within(snapshot, range, &context, wishes, &fix_all)
    };
    if looks_at_all {
        // Even of a small file: it may be gone through and solved again many times.
        let find = move |snapshot: &Snapshot, cancel: &Cancel| Ok(find(snapshot, cancel.flag()));
        return server.answer_slowly(text_document.uri.as_str(), find).await;
    }
    server.answer(&text_document.uri, |snapshot| find(snapshot, &AtomicBool::new(false)))
}

/// Adds the edit to an action that was offered without it.
pub(crate) async fn resolve(server: &Server, mut action: CodeAction) -> Result<CodeAction> {
    let data = action.data.clone().and_then(|data| serde_json::from_value::<Data>(data).ok());
    let Some(data) = data.filter(|_| action.edit.is_none()) else { return Ok(action) };
    let uri = data.uri.parse::<Uri>().map_err(|_| stale())?;
    if server.state().documents.snapshot(&data.uri).is_none() {
        return Err(stale());
    }
    let wishes = Wishes::of(server);
    let is_slow = matches!(data.source, Source::FixAll);
    let teller = server.clone();
    let answer = move |snapshot: &Snapshot, cancel: &Cancel| {
        let fix_all = || fix_all_safe(&teller, snapshot, cancel.flag());
        let edits = edits(snapshot, &data, &action.title, &fix_all);
        let edits = edits.filter(|edits| !edits.is_empty()).ok_or_else(stale)?;
        let uri = snapshot.uri.parse::<Uri>().map_err(|_| stale())?;
        action.edit = Some(workspace_edit(snapshot, uri, &edits, wishes.versioned));
        Ok(Some(action))
    };
    // The answer is in the call.
    let answered = match is_slow {
        true => server.answer_slowly(uri.as_str(), answer).await,
        false => server.answer_whole_or(&uri, answer).await,
    };
    answered.map(|_| CodeAction::default())
}

/// The edits of an action that was offered; none where it would not be offered now.
fn edits(
    snapshot: &Snapshot,
    data: &Data,
    title: &str,
    fix_all: &dyn Fn() -> Vec<Edit>,
) -> Option<Vec<Edit>> {
    if snapshot.version != data.version {
        return None;
    }
    match &data.source {
        Source::Fix { at, code } => {
            let line = at.line as usize;
            let found = sgg_ide::diagnostics_in(&snapshot.file, line..line + 1, &snapshot.config, FOUND_MAX);
            let mut places = snapshot.places();
            let here = found
                .into_iter()
                .filter(|found| found.code.as_str() == code && places.range(found.place).start == *at);
            here.flat_map(|found| found.fixes).find(|fix| fix.title == title).map(|fix| fix.edits)
        }
        Source::Rewrite { at } => {
            let (line, byte) = snapshot.place(*at);
            let offered = sgg_ide::refactorings(&snapshot.file, line, byte, snapshot.reveal);
            offered.into_iter().find(|offer| offer.title == title).map(|offer| offer.edits)
        }
        Source::FixAll => Some(fix_all()),
    }
}

/// All safe fixes. A person is told where some may be left.
fn fix_all_safe(server: &Server, snapshot: &Snapshot, cancel: &AtomicBool) -> Vec<Edit> {
    let Fixed { edits, end } =
        sgg_ide::fix_all_safe(&snapshot.file, &snapshot.config, snapshot.node_budget, cancel);
    if end == End::Unfinished && !cancel.load(Ordering::Relaxed) {
        server.inform("more safe fixes may come to light: apply all safe fixes again");
    }
    edits
}

/// What the action was offered for is not there any more.
fn stale() -> Error {
    let message = "the file has changed since this action was offered: ask for actions again".into();
    Error { message, ..Error::content_modified() }
}

fn within(
    snapshot: &Snapshot,
    range: Range,
    context: &CodeActionContext,
    wishes: Wishes,
    fix_all: &dyn Fn() -> Vec<Edit>,
) -> Option<CodeActionResponse> {
    let mut offers = Offers { snapshot, uri: snapshot.uri.parse::<Uri>().ok()?, wishes, list: Vec::new() };
    if wanted(context, &CodeActionKind::QUICKFIX) {
        // An explanation is of no kind: it fixes nothing, and who asks for fixes alone may apply the only one unseen.
        offers.fixes(range, context.only.is_none());
    }
    if wanted(context, &CodeActionKind::REFACTOR_REWRITE) {
        offers.rewrites(range.start);
    }
    if wants_fix_all(context) {
        offers.fix_all(fix_all);
    }
    Some(offers.list.into_iter().map(CodeActionOrCommand::CodeAction).collect())
}

struct Offers<'a> {
    snapshot: &'a Snapshot,
    uri: Uri,
    wishes: Wishes,
    list: Vec<CodeAction>,
}

impl Offers<'_> {
    fn fixes(&mut self, range: Range, explained: bool) {
        let snapshot = self.snapshot;
        let mut places = snapshot.places();
        let lines = snapshot.lines(range);
        let found = sgg_ide::diagnostics_in(&snapshot.file, lines, &snapshot.config, FOUND_MAX);
        let mut explanations: Vec<CodeAction> = Vec::new();
        for mut found in found {
            let code = found.code.as_str();
            let prefers_first = found.prefers_first();
            let fixes = std::mem::take(&mut found.fixes);
            let told = diagnostic(snapshot, &mut places, Some(&self.uri), found);
            for (number, fix) in fixes.into_iter().enumerate() {
                let action = CodeAction {
                    title: fix.title,
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: Some(vec![told.clone()]),
                    is_preferred: Some(number == 0 && prefers_first),
                    ..CodeAction::default()
                };
                let source = Source::Fix { at: told.range.start, code: code.to_owned() };
                self.offer(action, source, &fix.edits);
            }
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
        if explained {
            self.list.extend(explanations);
        }
    }

    fn rewrites(&mut self, at: Position) {
        let (line, byte) = self.snapshot.place(at);
        for offer in sgg_ide::refactorings(&self.snapshot.file, line, byte, self.snapshot.reveal) {
            let kind = Some(CodeActionKind::REFACTOR_REWRITE);
            let action = CodeAction { title: offer.title, kind, ..CodeAction::default() };
            self.offer(action, Source::Rewrite { at }, &offer.edits);
        }
    }

    fn fix_all(&mut self, edits: &dyn Fn() -> Vec<Edit>) {
        let action = CodeAction {
            title: "Apply all safe fixes".to_owned(),
            kind: Some(SOURCE_FIX_ALL),
            ..CodeAction::default()
        };
        if self.wishes.resolves {
            if sgg_ide::has_safe_fix(&self.snapshot.file, &self.snapshot.config) {
                self.offer_later(action, Source::FixAll);
            }
            return;
        }
        let edits = edits();
        if !edits.is_empty() {
            self.offer(action, Source::FixAll, &edits);
        }
    }

    fn offer(&mut self, action: CodeAction, source: Source, edits: &[Edit]) {
        if self.wishes.resolves && edits.len() > PLACES_AT_ONCE {
            return self.offer_later(action, source);
        }
        let edit = Some(workspace_edit(self.snapshot, self.uri.clone(), edits, self.wishes.versioned));
        self.list.push(CodeAction { edit, ..action });
    }

    fn offer_later(&mut self, action: CodeAction, source: Source) {
        let data = Data { uri: self.snapshot.uri.clone(), version: self.snapshot.version, source };
        let data = serde_json::to_value(data).ok();
        self.list.push(CodeAction { data, ..action });
    }
}

/// Only where it is asked for: it looks at the whole file.
fn wants_fix_all(context: &CodeActionContext) -> bool {
    context.only.is_some() && wanted(context, &SOURCE_FIX_ALL)
}

/// Whether the client wants actions of a kind: of all kinds, of this one, or of one that it is a part of.
fn wanted(context: &CodeActionContext, kind: &CodeActionKind) -> bool {
    let Some(only) = &context.only else { return true };
    only.iter().any(|wanted| {
        let rest = kind.as_str().strip_prefix(wanted.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || wanted.as_str().is_empty())
    })
}
