//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_codeLens>

use crate::lsp::call::Cancel;
use crate::lsp::documents::Snapshot;
use crate::lsp::protocol::{CodeLens, Command};

pub(crate) fn of(snapshot: &Snapshot, _: &Cancel) -> Option<Vec<CodeLens>> {
    if !snapshot.lenses {
        return None;
    }
    let all = 0..snapshot.file.text.lines.len();
    let lenses = sgg_ide::code_lenses(&snapshot.file, all, &snapshot.config);
    let lens = |lens: sgg_ide::Lens| CodeLens {
        range: snapshot.range(lens.place),
        // No command: words only.
        command: Some(Command { title: lens.text, command: String::new(), arguments: None }),
        data: None,
    };
    Some(lenses.into_iter().map(lens).collect())
}
