//! From a method of the protocol to its handler: one line each. How the answer is computed is the handler's business,
//! where it is computed (at once, or on the pool) is said here.

use tower_lsp::jsonrpc::Result;
use tower_lsp::{Client, LanguageServer, LspService, LspServiceBuilder};

use super::capabilities::initialize_result;
use super::handlers::{
    code_action, code_lens, command, configuration, formatting, hover, inlay_hint, semantic_tokens, tests,
};
use super::position::Encoding;
use super::protocol::*;
use super::server::Server;
use super::{log, parent};

/// The service: what the protocol has, and the methods of our own.
pub(crate) fn build(server: impl FnOnce(Client) -> Server) -> LspServiceBuilder<Server> {
    LspService::build(server).custom_method("sgg/tests", Server::tests)
}

impl Server {
    async fn tests(&self, params: serde_json::Value) -> Result<Option<()>> {
        tests::answer(self, params).await
    }
}

impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        params.process_id.into_iter().for_each(parent::watch);
        let encoding = Encoding::negotiate(&params.capabilities);
        let mut state = self.state();
        state.documents.encoding = encoding;
        state.client = params.capabilities;
        drop(state);
        configuration::initial(self, params.initialization_options.unwrap_or_default());
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

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        self.answer(&params.text_document.uri, |snapshot| inlay_hint::within(snapshot, params.range))
    }

    async fn inlay_hint_resolve(&self, hint: InlayHint) -> Result<InlayHint> {
        Ok(inlay_hint::resolve(&mut self.state().documents, hint))
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        self.answer(&params.text_document.uri, |snapshot| semantic_tokens::within(snapshot, params.range))
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let versioned = self.versions_edits();
        self.answer(&params.text_document.uri, |snapshot| {
            code_action::within(snapshot, params.range, &params.context, versioned)
        })
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        command::execute(self, params).map(|()| None)
    }

    // Features of the whole document: from the pool where the document is large.

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.answer_whole(&params.text_document.uri, code_lens::of).await
    }

    async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>> {
        self.answer_whole(&params.text_document.uri, semantic_tokens::of).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.answer_whole(&params.text_document.uri, formatting::of).await
    }
}
