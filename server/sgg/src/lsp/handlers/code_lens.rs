//! <https://microsoft.github.io/language-server-protocol/specification#textDocument_codeLens>
//!
//! Above each header: who wins, and a way to write what holds where something else is expected.

use crate::lsp::call::Cancel;
use crate::lsp::protocol::{CodeLens, Command};
use crate::lsp::snapshot::Snapshot;

use super::command;

pub(crate) fn of(snapshot: &Snapshot, _: &Cancel) -> Option<Vec<CodeLens>> {
    if !snapshot.lenses {
        return None;
    }
    let all = 0..snapshot.file.text.lines.len();
    let lenses = sgg_ide::code_lenses(&snapshot.file, all, &snapshot.config);
    let mut places = snapshot.places();
    let all = lenses.into_iter().flat_map(|lens| {
        let range = places.range(lens.place);
        let accept = lens.failed.then(|| command::accept_at(snapshot, range.start));
        // No command: words only.
        let words = Command { title: lens.text, command: String::new(), arguments: None };
        let commands = std::iter::once(words).chain(accept);
        commands.map(move |command| CodeLens { range, command: Some(command), data: None })
    });
    Some(all.collect())
}
