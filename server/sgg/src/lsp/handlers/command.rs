//! <https://microsoft.github.io/language-server-protocol/specification#workspace_executeCommand>
//!
//! What a command does to a file it asks the client to do. Nothing waits for that: a client may well wait for the
//! command's own answer first.

use serde::Deserialize;
use serde_json::{Value, json};
use sgg_ide::Where;
use tower_lsp::jsonrpc::Result;

use crate::lsp::call::Cancel;
use crate::lsp::direct::Document;
use crate::lsp::protocol::{
    ApplyWorkspaceEditResponse, Command, DocumentChanges, ExecuteCommandParams, OneOf,
    OptionalVersionedTextDocumentIdentifier, Position, Range, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};
use crate::lsp::refusal::{failed, invalid, plain, shown};
use crate::lsp::server::Server;
use crate::lsp::snapshot::Snapshot;

const SOLVE: &str = "sgg.solve";
const ACCEPT: &str = "sgg.accept";
const ACCEPT_ALL: &str = "sgg.acceptAll";
const EXPLAIN: &str = "sgg.explain";

/// The commands that are offered.
pub(crate) fn names() -> Vec<String> {
    [SOLVE, ACCEPT, ACCEPT_ALL, EXPLAIN].map(str::to_owned).into()
}

/// The one argument of each command.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Argument {
    text_document: Document,
    position: Option<Position>,
    range: Option<Range>,
}

/// A command that writes what holds at a place.
pub(crate) fn accept_at(snapshot: &Snapshot, position: Position) -> Command {
    let argument = json!({ "textDocument": { "uri": snapshot.uri }, "position": position });
    Command { title: "accept".to_owned(), command: ACCEPT.to_owned(), arguments: Some(vec![argument]) }
}

/// A command that tells what a diagnostic's code means.
pub(super) fn explain(code: &str, title: &str) -> Command {
    let arguments = Some(vec![json!({ "code": code })]);
    Command { title: title.to_owned(), command: EXPLAIN.to_owned(), arguments }
}

pub(crate) async fn execute(server: &Server, params: ExecuteCommandParams) -> Result<()> {
    let command = params.command.as_str();
    if command == EXPLAIN {
        return show_explanation(server, params.arguments);
    }
    if ![SOLVE, ACCEPT, ACCEPT_ALL].contains(&command) {
        let (command, names) = (shown(command), names().join(", "));
        return Err(invalid(&format!("there is no command `{command}`; there are {names}")));
    }
    let argument = argument(command, params.arguments)?;
    let uri = argument.text_document.uri.as_str();
    let Some(snapshot) = server.state().documents.snapshot(uri) else {
        return Err(failed(&format!("`{command}` needs an open document, and {uri} is not open")));
    };
    match command {
        SOLVE => {
            server.state().documents.resume(uri);
            Ok(())
        }
        ACCEPT => {
            let wanted = match (argument.range, argument.position) {
                (Some(range), _) => Where::Lines(lines_of(range)),
                (None, Some(position)) => Where::Line(position.line as usize),
                (None, None) => return Err(invalid(&format!("`{command}` needs a `position` or a `range`"))),
            };
            let last = match &wanted {
                Where::Line(line) => *line,
                Where::Lines(lines) => lines.end.saturating_sub(1),
            };
            let lines = snapshot.file.text.lines.len();
            if last >= lines {
                return Err(invalid(&format!(
                    "line {last} (from 0) is beyond the end: there are {lines} lines"
                )));
            }
            accept(server, &snapshot, wanted).await
        }
        _ => accept(server, &snapshot, Where::Lines(0..snapshot.file.text.lines.len())).await,
    }
}

/// Shows the page of a code, in short: an editor's messages are plain text.
fn show_explanation(server: &Server, arguments: Vec<Value>) -> Result<()> {
    let code = arguments.first().and_then(|argument| argument.get("code")).and_then(Value::as_str);
    let Some(code) = code else {
        return Err(invalid(&format!("`{EXPLAIN}` takes one argument, {{\"code\": …}}")));
    };
    let Some(words) = sgg_ide::explain_in_words(code) else {
        return Err(invalid(&format!("no diagnostic has the code `{}`", shown(code))));
    };
    server.inform(&format!("{code}: {words}\n\n`sgg explain {code}` shows examples."));
    Ok(())
}

fn argument(command: &str, mut arguments: Vec<Value>) -> Result<Argument> {
    let shape = "{\"textDocument\": {\"uri\": …}, \"position\": …}";
    let (Some(argument), true) = (arguments.pop(), arguments.is_empty()) else {
        return Err(invalid(&format!("`{command}` takes one argument, {shape}")));
    };
    serde_json::from_value(argument)
        .map_err(|error| plain(&error.to_string()))
        .map_err(|why| invalid(&format!("the argument of `{command}` is not {shape}: {why}")))
}

/// The lines of a range. That of whole lines ends where the next begins.
fn lines_of(Range { start, end }: Range) -> std::ops::Range<usize> {
    let whole = end.character == 0 && end.line > start.line;
    start.line as usize..end.line as usize + usize::from(!whole)
}

async fn accept(server: &Server, snapshot: &Snapshot, wanted: Where) -> Result<()> {
    let versioned = server.versions_edits();
    let work = move |snapshot: &Snapshot, cancel: &Cancel| {
        let accepted = sgg_ide::accept(&snapshot.file, wanted, &snapshot.config, &|| cancel.is_stopped());
        let accepted = accepted.map_err(|refusal| failed(refusal.message()))?;
        let Ok(uri) = snapshot.uri.parse::<Uri>() else {
            let uri = &snapshot.uri;
            return Err(failed(&format!("{uri} is no URI by the standard, so nothing can be changed there")));
        };
        Ok((workspace_edit(snapshot, uri, &accepted.edits, versioned), accepted.rest()))
    };
    let (edit, rest) = server.work_out(snapshot, work).await?;
    apply(server, "write what holds", edit)?;
    if let Some(rest) = rest {
        server.inform(&format!("what holds is written, but {rest}"));
    }
    Ok(())
}

/// Asks the client to change a document. It says no when the document has moved on meanwhile; a person is told.
fn apply(server: &Server, what: &str, edit: WorkspaceEdit) -> Result<()> {
    let state = server.state();
    let workspace = state.client.workspace.as_ref();
    let applies = workspace.and_then(|client| client.apply_edit).unwrap_or_default();
    drop(state);
    if !applies {
        return Err(failed(
            "the editor can't be asked to change a file: it does not offer `workspace/applyEdit`",
        ));
    }
    let (server_then, label) = (server.clone(), what.to_owned());
    let asked = server.asker.ask(
        "to change a file",
        |client| async move { Ok(client.apply_edit(edit).await) },
        move |answer: Result<ApplyWorkspaceEditResponse>| {
            let why = match answer {
                Ok(answer) if answer.applied => return,
                Ok(answer) => answer.failure_reason.unwrap_or_else(|| "it has changed meanwhile".to_owned()),
                Err(error) => format!("the editor answers: {}", error.message),
            };
            server_then.warn(&format!("the file was not changed ({label}): {why}"));
        },
    );
    match asked {
        true => Ok(()),
        false => Err(failed("the editor can't be asked to change a file: it owes too many answers")),
    }
}

/// Edits of one document: for the version that they are meant for, where the client can be told which.
pub(super) fn workspace_edit(
    snapshot: &Snapshot,
    uri: Uri,
    edits: &[sgg_ide::Edit],
    versioned: bool,
) -> WorkspaceEdit {
    let mut places = snapshot.places();
    let edits = edits.iter().map(|edit| {
        let (bytes, text) = edit.resolve(&snapshot.file.text);
        TextEdit::new(places.range_of_bytes(bytes), text)
    });
    if !versioned {
        let changes = std::collections::HashMap::from([(uri, edits.collect())]);
        return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
    }
    let text_document = OptionalVersionedTextDocumentIdentifier { uri, version: snapshot.version };
    let edit = TextDocumentEdit { text_document, edits: edits.map(OneOf::Left).collect() };
    WorkspaceEdit { document_changes: Some(DocumentChanges::Edits(vec![edit])), ..WorkspaceEdit::default() }
}
