//! The object that grammar/reference.md documents, written as it is found: a file may have millions of nodes.

use super::{Round, headers, rounds, unknown_game};
use crate::cli::output::Out;
use sgg_game::Value;
use sgg_ide::outcome_word;
use sgg_model::{Snapshot, mentions};
use std::io::{self, Write};

pub(super) fn write(out: &mut Out, snapshot: &Snapshot) -> io::Result<()> {
    out.write_all(b"{\"games\":[")?;
    for (at, header) in headers(snapshot).enumerate() {
        let game = snapshot.game(header.id);
        let (kind, title) = match game {
            Some(game) => (game.kind().name.to_owned(), game.title().map(str::to_owned)),
            None => unknown_game(snapshot, &header),
        };
        out.write_all(if at == 0 { b"{\"title\":" } else { b",{\"title\":" })?;
        serde_json::to_writer(&mut *out, &title)?;
        out.write_all(b",\"kind\":")?;
        serde_json::to_writer(&mut *out, &kind)?;
        write!(out, ",\"line\":{},\"nodes\":[", header.number + 1)?;
        if let Some(game) = game {
            for (at, node) in mentions::display_order(&snapshot.text, game).into_iter().enumerate() {
                out.write_all(if at == 0 { b"{\"name\":" } else { b",{\"name\":" })?;
                serde_json::to_writer(&mut *out, &game.name(node))?;
                value(out, &game.value(node))?;
            }
        }
        out.write_all(b"],\"rounds\":[")?;
        if let Some(game) = game {
            for (at, position) in rounds(snapshot, game, &header).enumerate() {
                out.write_all(if at == 0 { b"{\"title\":" } else { b",{\"title\":" })?;
                round(out, &position, header.number)?;
            }
        }
        out.write_all(b"]}")?;
    }
    out.write_all(b"]}\n")
}

/// No value has a sign that JSON would escape.
fn value(out: &mut Out, value: &Value) -> io::Result<()> {
    write!(out, ",\"value\":\"{value}\"}}")
}

fn round(out: &mut Out, round: &Round<'_>, header: usize) -> io::Result<()> {
    // The game's title is the game's, not that of its own position.
    let title = round.position.title().filter(|_| round.number != header);
    serde_json::to_writer(&mut *out, &title)?;
    let verdict = outcome_word(round.winner()).unwrap_or("unknown");
    write!(out, ",\"line\":{},\"verdict\":\"{verdict}\",\"value\":\"{}\"}}", round.number + 1, round.total())
}
