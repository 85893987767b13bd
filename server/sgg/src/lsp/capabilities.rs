//! What the server says it can do.
//!
//! <https://microsoft.github.io/language-server-protocol/specification#serverCapabilities>

use super::handlers::{code_action, command, completion, rename, semantic_tokens};
use super::position::Encoding;
use super::protocol::*;

pub(crate) fn initialize_result(
    encoding: Encoding,
    pulls: bool,
    client: &ClientCapabilities,
) -> InitializeResult {
    InitializeResult {
        capabilities: capabilities(encoding, pulls, client),
        server_info: Some(ServerInfo {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
        ..InitializeResult::default()
    }
}

/// Whether the client is to ask for diagnostics. One that can't be told to ask again would never see what long
/// solving comes to: Neovim 0.11 is such a one. It is sent them, as all that do not ask.
pub(crate) fn pulls_diagnostics(client: &ClientCapabilities) -> bool {
    let asks = client.text_document.as_ref().is_some_and(|client| client.diagnostic.is_some());
    let workspace = client.workspace.as_ref().and_then(|client| client.diagnostics.as_ref());
    asks && workspace.and_then(|client| client.refresh_support).unwrap_or_default()
}

fn capabilities(encoding: Encoding, pulls: bool, client: &ClientCapabilities) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        declaration_provider: Some(DeclarationCapability::Simple(true)),
        implementation_provider: Some(ImplementationProviderCapability::Simple(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        rename_provider: Some(rename::capability(client)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Right(InlayHintServerCapabilities::Options(InlayHintOptions {
            resolve_provider: Some(true),
            ..InlayHintOptions::default()
        }))),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        code_action_provider: Some(CodeActionProviderCapability::Options(code_action::options(client))),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: command::names(),
            ..ExecuteCommandOptions::default()
        }),
        completion_provider: Some(completion::options()),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: semantic_tokens::legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        // To a client that asks for them they are not sent.
        diagnostic_provider: pulls.then(|| {
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: None,
                inter_file_dependencies: false,
                workspace_diagnostics: true,
                ..DiagnosticOptions::default()
            })
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    }
}
