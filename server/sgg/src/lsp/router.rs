//! From a method of the protocol to its handler: one line each. How the answer is computed is the handler's business,
//! where it is computed (at once, or on the pool) is said here.

use tower_lsp::jsonrpc::Result;
use tower_lsp::{Client, LanguageServer, LspService, LspServiceBuilder};

use super::call::Cancel;
use super::capabilities::{self, initialize_result};
use super::direct::Direct;
use super::documents::Changed;
use super::handlers::{
    call_hierarchy, code_action, code_lens, command, completion, configuration, definition,
    document_highlight, document_link, document_symbol, expectations, folding_range, formatting, hover,
    inlay_hint, progress, pull, range_formatting, references, rename, selection_range, semantic_tokens,
    semantic_tokens_delta, workspace, workspace_symbol,
};
use super::position::Encoding;
use super::protocol::*;
use super::server::Server;
use super::snapshot::Snapshot;
use super::wishes::Wishes;
use super::{log, parent};

/// The service: what the protocol has, and the methods of our own.
pub(crate) fn build(server: impl FnOnce(Client) -> Server) -> LspServiceBuilder<Server> {
    LspService::build(server)
        .custom_method("window/workDoneProgress/cancel", Server::cancel_progress)
        .custom_method("sgg/tests", Server::tests)
}

impl Server {
    async fn cancel_progress(&self, params: serde_json::Value) {
        progress::cancel(self, &params);
    }

    async fn tests(&self, params: serde_json::Value) -> Result<Option<()>> {
        expectations::answer(self, params).await
    }
}

/// The same for what comes with every keystroke. Nothing where it has to wait, and where the server may not be asked:
/// `LspService` knows what to say then.
impl Server {
    pub(crate) fn at_once(&self, direct: &Direct) -> Result<Option<Vec<u8>>> {
        if !self.state().serving {
            return Ok(None);
        }
        match direct {
            Direct::Change(change) => {
                let document = &change.text_document;
                self.change(&document.uri, document.version, &change.content_changes);
                Ok(Some(Vec::new()))
            }
            Direct::Hints(_, hints) => {
                let (uri, range) = (&hints.text_document.uri, hints.range);
                self.json_of(uri, |snapshot| inlay_hint::within(snapshot, range)).map(Some)
            }
            Direct::Diagnostics(_, diagnostics) => {
                let uri = &diagnostics.text_document.uri;
                pull::at_once(self, uri, diagnostics.previous_result_id.as_deref())
            }
        }
    }

    fn change(&self, uri: &str, version: i32, changes: &[TextDocumentContentChangeEvent]) {
        let changed = self.state().documents.change(uri, version, changes);
        match changed {
            Changed::Done => {}
            Changed::NotOpen => log::line(format_args!("changed, but not open: {uri}")),
            Changed::Lost => {
                log::line(format_args!("a change was lost: {uri}"));
                self.warn(&format!(
                    "a change of {uri} went wrong, and what is told of it may be wrong too: close it and open it again"
                ));
            }
        }
    }
}

impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        params.process_id.into_iter().for_each(parent::watch);
        let encoding = Encoding::negotiate(&params.capabilities);
        let mut state = self.state();
        state.documents.encoding = encoding;
        state.documents.wishes = Wishes::of(&params.capabilities);
        state.client = params.capabilities.clone();
        let pulls = capabilities::pulls_diagnostics(&state.client);
        state.documents.pulls = pulls;
        state.serving = true;
        let result = initialize_result(encoding, pulls, &state.client);
        drop(state);
        workspace::initial(self, &params);
        configuration::initial(self, params.initialization_options.unwrap_or_default());
        Ok(result)
    }

    async fn initialized(&self, _: InitializedParams) {
        configuration::start(self);
    }

    async fn shutdown(&self) -> Result<()> {
        self.state().serving = false;
        Ok(())
    }

    // Documents and settings: applied before the next message is looked at, so nothing here may await.

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let mut state = self.state();
        state.documents.open(params.text_document);
        state.workspace.changed();
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        self.change(document.uri.as_str(), document.version, &params.content_changes);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        self.state().documents.saved(params.text_document.uri.as_str());
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri.as_str();
        let mut state = self.state();
        let closed = state.documents.close(uri);
        let pulls = state.documents.pulls;
        state.workspace.changed();
        drop(state);
        if let Some(uri) = closed.filter(|_| !pulls) {
            self.publish_diagnostics::<Diagnostic>(&uri, None, &[]);
        }
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        configuration::changed(self, &params.settings);
    }

    async fn did_change_watched_files(&self, _: DidChangeWatchedFilesParams) {
        workspace::files_changed(self);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        workspace::folders_changed(self, params.event);
    }

    // Features at a place: answered at once.

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = params.text_document_position_params;
        let markdown = hover::markdown(&self.state().client);
        self.answer(&at.text_document.uri, |snapshot| hover::at(snapshot, at.position, markdown))
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let uri = params.text_document.uri.as_str();
        let call = self.call();
        call.set_answer(self.json_of(uri, |snapshot| inlay_hint::within(snapshot, params.range))?);
        Ok(None)
    }

    async fn inlay_hint_resolve(&self, hint: InlayHint) -> Result<InlayHint> {
        Ok(inlay_hint::resolve(&mut self.state().documents, hint))
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let at = params.text_document_position;
        let wishes = completion::Wishes::of(&self.state().client);
        self.answer(&at.text_document.uri, |snapshot| completion::at(snapshot, at.position, wishes))
            .map(|_| None)
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        let mut state = self.state();
        let wishes = completion::Wishes::of(&state.client);
        Ok(completion::resolve(&mut state.documents, wishes, item))
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let at = params.text_document_position_params;
        self.answer(&at.text_document.uri, |snapshot| document_highlight::of(snapshot, at.position))
    }

    async fn prepare_rename(&self, at: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        self.answer(&at.text_document.uri, |snapshot| rename::prepare(snapshot, at.position))
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        self.answer(&params.text_document.uri, |snapshot| selection_range::of(snapshot, &params.positions))
    }

    async fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<CallHierarchyItem>>> {
        let at = params.text_document_position_params;
        self.answer(&at.text_document.uri, |snapshot| call_hierarchy::prepare(snapshot, at.position))
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        self.answer(&params.text_document.uri, |snapshot| semantic_tokens::within(snapshot, params.range))
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        code_action::answer(self, params).await
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        code_action::resolve(self, action).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        command::execute(self, params).await.map(|()| None)
    }

    // What waits for values, or for the disk.

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        // The answer is in the call.
        let empty = DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport::default());
        pull::of_document(self, params).await.map(|()| empty.into())
    }

    async fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        let empty = WorkspaceDiagnosticReport { items: Vec::new() };
        pull::of_workspace(self, params).await.map(|()| empty.into())
    }

    // Features of the whole document: from the pool where the document is large.

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        definition::answer(
            self,
            params,
            |client| client.definition,
            |file, line, byte, _| sgg_ide::definition(file, line, byte),
        )
        .await
    }

    async fn goto_declaration(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        definition::answer(
            self,
            params,
            |client| client.declaration,
            |file, line, byte, _| sgg_ide::declaration(file, line, byte),
        )
        .await
    }

    async fn goto_implementation(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        definition::answer(self, params, |client| client.implementation, sgg_ide::implementations).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let at = params.text_document_position;
        let definition = params.context.include_declaration;
        let answer =
            move |snapshot: &_, cancel: &_| references::of(snapshot, at.position, definition, cancel);
        self.answer_whole(&at.text_document.uri, answer).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let versioned = self.versions_edits();
        let at = params.text_document_position;
        let answer = move |snapshot: &_, cancel: &_| {
            rename::of(snapshot, at.position, &params.new_name, versioned, cancel)
        };
        self.answer_whole_or(&at.text_document.uri, answer).await
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        let trees = document_symbol::takes_trees(&self.state().client);
        let answer = move |snapshot: &_, cancel: &_| document_symbol::of(snapshot, trees, cancel);
        self.answer_whole(&params.text_document.uri, answer).await
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
        workspace_symbol::answer(self, params.query).await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        let wanted = folding_range::Wanted::of(&self.state().client);
        let answer = move |snapshot: &_, cancel: &_| folding_range::of(snapshot, wanted, cancel);
        self.answer_whole(&params.text_document.uri, answer).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        let tooltips = document_link::takes_tooltips(&self.state().client);
        let answer = move |snapshot: &_, cancel: &_| document_link::of(snapshot, tooltips, cancel);
        self.answer_whole(&params.text_document.uri, answer).await
    }

    async fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        let uri = params.item.uri.clone();
        self.answer_whole(&uri, move |snapshot, _| call_hierarchy::incoming(snapshot, &params.item)).await
    }

    async fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        let uri = params.item.uri.clone();
        self.answer_whole(&uri, move |snapshot, _| call_hierarchy::outgoing(snapshot, &params.item)).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.answer_whole(&params.text_document.uri, code_lens::of).await
    }

    async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>> {
        self.answer_whole(&params.text_document.uri, semantic_tokens::of).await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> Result<Option<SemanticTokensFullDeltaResult>> {
        let before = params.previous_result_id;
        let since = move |snapshot: &Snapshot, cancel: &Cancel| {
            semantic_tokens_delta::since(snapshot, &before, cancel)
        };
        self.answer_whole(&params.text_document.uri, since).await
    }

    async fn range_formatting(&self, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let of =
            move |snapshot: &Snapshot, cancel: &Cancel| range_formatting::of(snapshot, params.range, cancel);
        self.answer_whole(&params.text_document.uri, of).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.answer_whole(&params.text_document.uri, formatting::of).await
    }
}
