//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_completion>

use serde::{Deserialize, Serialize};
use sgg_ide::{Completion, Sort};

use crate::lsp::documents::Documents;
use crate::lsp::protocol::{
    ClientCapabilities, CompletionItem, CompletionItemCapability, CompletionItemKind, CompletionList,
    CompletionOptions, CompletionTextEdit, Documentation, InsertReplaceEdit, InsertTextFormat, MarkupContent,
    MarkupKind, Position, TextEdit,
};
use crate::lsp::snapshot::Snapshot;

/// A string's quote, and `=`, behind which a value may be known. A blank is none: it also ends a word that is done.
const TRIGGERS: [&str; 2] = ["\"", "="];

/// What a node that is offered is asked for its page with.
#[derive(Deserialize, Serialize)]
struct Data {
    uri: String,
    version: Option<i32>,
    line: usize,
    node: String,
}

/// What the client can do with what is offered.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wishes {
    snippets: bool,
    insert_and_replace: bool,
    markdown: bool,
}

impl Wishes {
    pub(crate) fn of(client: &ClientCapabilities) -> Wishes {
        let completion = client.text_document.as_ref().and_then(|client| client.completion.as_ref());
        let Some(item) = completion.and_then(|client| client.completion_item.as_ref()) else {
            return Wishes::default();
        };
        let CompletionItemCapability {
            snippet_support, insert_replace_support, documentation_format, ..
        } = item;
        Wishes {
            snippets: snippet_support.unwrap_or_default(),
            insert_and_replace: insert_replace_support.unwrap_or_default(),
            markdown: documentation_format
                .as_ref()
                .is_some_and(|kinds| kinds.contains(&MarkupKind::Markdown)),
        }
    }

    fn documentation(self, page: String) -> Documentation {
        Documentation::MarkupContent(match self.markdown {
            true => MarkupContent { kind: MarkupKind::Markdown, value: page },
            false => MarkupContent { kind: MarkupKind::PlainText, value: sgg_ide::plain(&page) },
        })
    }
}

pub(crate) fn options() -> CompletionOptions {
    CompletionOptions {
        resolve_provider: Some(true),
        trigger_characters: Some(TRIGGERS.map(str::to_owned).to_vec()),
        ..CompletionOptions::default()
    }
}

pub(crate) fn at(snapshot: &Snapshot, position: Position, wishes: Wishes) -> Option<CompletionList> {
    // Before a byte order mark nothing can be written.
    if snapshot.is_before_text(position) {
        return None;
    }
    let (line, byte) = snapshot.place(position);
    let found = sgg_ide::completion(&snapshot.file, line, byte, snapshot.reveal)?;
    let mut places = snapshot.places();
    let (replace, insert) = (places.range(found.place), places.range(found.typed));
    let item = |(number, offer): (usize, Completion)| {
        let snippet = offer.snippet.filter(|_| wishes.snippets);
        let is_snippet = snippet.is_some();
        let label = offer.label;
        let new_text = snippet.unwrap_or(offer.text);
        let data = offer.node.filter(|_| snapshot.reveal).map(|node| Data {
            uri: snapshot.uri.clone(),
            version: snapshot.version,
            line,
            node,
        });
        CompletionItem {
            label: label.clone(),
            kind: Some(kind(offer.sort)),
            detail: offer.detail,
            documentation: offer
                .page
                .and_then(sgg_ide::explain)
                .map(|page| wishes.documentation(page.to_owned())),
            preselect: offer.holds.then_some(true),
            // Clients sort by this text: the order is ours.
            sort_text: Some(format!("{number:04}")),
            // Some clients compare with what is typed only where there is such a text.
            filter_text: Some(offer.filter.unwrap_or_else(|| label.clone())),
            insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
            text_edit: Some(match wishes.insert_and_replace {
                true => CompletionTextEdit::InsertAndReplace(InsertReplaceEdit { new_text, insert, replace }),
                false => CompletionTextEdit::Edit(TextEdit::new(replace, new_text)),
            }),
            data: data.and_then(|data| serde_json::to_value(data).ok()),
            ..CompletionItem::default()
        }
    };
    let items = found.list.into_iter().enumerate().map(item).collect();
    Some(CompletionList { is_incomplete: found.cut, items })
}

/// Adds a node's page. What was offered before the last edit is left as it is.
pub(crate) fn resolve(documents: &mut Documents, wishes: Wishes, mut item: CompletionItem) -> CompletionItem {
    let data = item.data.clone().and_then(|data| serde_json::from_value::<Data>(data).ok());
    let page = data.and_then(|data| {
        let snapshot = documents.snapshot(&data.uri).filter(|snapshot| snapshot.version == data.version)?;
        sgg_ide::completion_page(&snapshot.file, data.line, &data.node, &snapshot.config)
    });
    if let Some(page) = page {
        item.documentation = Some(wishes.documentation(page));
    }
    item
}

fn kind(sort: Sort) -> CompletionItemKind {
    match sort {
        Sort::Keyword => CompletionItemKind::KEYWORD,
        Sort::Kind => CompletionItemKind::CLASS,
        Sort::Node => CompletionItemKind::VARIABLE,
        Sort::Operator => CompletionItemKind::OPERATOR,
        Sort::Title => CompletionItemKind::TEXT,
        Sort::Value => CompletionItemKind::VALUE,
    }
}
