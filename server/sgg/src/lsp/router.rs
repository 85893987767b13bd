//! From a method of the protocol to its handler: one line each. How the answer is computed is the handler's business,
//! where it is computed (at once, or on the pool) is said here.

use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::Result;

use super::capabilities::initialize_result;
use super::handlers::{
    code_action, code_lens, completion, configuration, definition, document_highlight, document_symbol,
    folding_range, formatting, hover, inlay_hint, references, rename, selection_range, semantic_tokens,
};
use super::position::Encoding;
use super::protocol::*;
use super::server::Server;
use super::{log, parent};

impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        params.process_id.into_iter().for_each(parent::watch);
        let encoding = Encoding::negotiate(&params.capabilities);
        let mut state = self.state();
        state.documents.encoding = encoding;
        state.client = params.capabilities;
        Ok(initialize_result(encoding))
    }

    async fn initialized(&self, _: InitializedParams) {
        configuration::start(self);
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    // Documents and settings: applied before the next message is looked at, so nothing here may await.

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        self.state().documents.open(params.text_document);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        let uri = document.uri.as_str();
        if !self.state().documents.change(uri, document.version, params.content_changes) {
            log::line(format_args!("changed, but not open: {uri}"));
        }
    }

    async fn did_save(&self, _: DidSaveTextDocumentParams) {}

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri.as_str();
        if self.state().documents.close(uri) {
            self.publish_diagnostics::<Diagnostic>(uri, None, &[]);
        }
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        configuration::changed(self, &params.settings);
    }

    async fn did_change_watched_files(&self, _: DidChangeWatchedFilesParams) {}

    async fn did_change_workspace_folders(&self, _: DidChangeWorkspaceFoldersParams) {}

    // Features at a place: answered at once.

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = params.text_document_position_params;
        self.answer(&at.text_document.uri, |snapshot| hover::at(snapshot, at.position))
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        let at = params.text_document_position_params;
        self.answer(&at.text_document.uri, |snapshot| definition::at(snapshot, at.position))
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let at = params.text_document_position_params;
        self.answer(&at.text_document.uri, |snapshot| document_highlight::at(snapshot, at.position))
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let at = params.text_document_position;
        self.answer(&at.text_document.uri, |snapshot| completion::at(snapshot, at.position))
    }

    async fn prepare_rename(&self, at: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        self.answer(&at.text_document.uri, |snapshot| rename::prepare(snapshot, at.position))
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        self.answer(&params.text_document.uri, |snapshot| selection_range::at(snapshot, &params.positions))
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        self.answer(&params.text_document.uri, |snapshot| inlay_hint::within(snapshot, params.range))
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        self.answer(&params.text_document.uri, |snapshot| semantic_tokens::within(snapshot, params.range))
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        self.answer(&params.text_document.uri, |snapshot| code_action::within(snapshot, params.range))
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.answer(&params.text_document.uri, code_lens::of)
    }

    // Features of the whole document: from the pool where the document is large.

    async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>> {
        self.answer_whole(&params.text_document.uri, semantic_tokens::of).await
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        self.answer_whole(&params.text_document.uri, document_symbol::of).await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.answer_whole(&params.text_document.uri, folding_range::of).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.answer_whole(&params.text_document.uri, formatting::of).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let at = params.text_document_position;
        let with_declaration = params.context.include_declaration;
        self.answer_whole(&at.text_document.uri, move |snapshot, cancel| {
            references::at(snapshot, at.position, with_declaration, cancel)
        })
        .await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let at = params.text_document_position;
        self.answer_whole(&at.text_document.uri, move |snapshot, cancel| {
            rename::at(snapshot, at.position, &params.new_name, cancel)
        })
        .await
    }
}
