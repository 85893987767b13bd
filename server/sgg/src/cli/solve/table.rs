//! Tables, for people.

use super::{Header, headers, rounds, unknown_game};
use crate::cli::output::{Out, Paint};
use crate::cli::style;
use crate::cli::text::{columns, push_visible, visible_text};
use sgg_game::{Node, Outcome};
use sgg_ide::who_wins;
use sgg_model::{Game, Snapshot, mentions};
use std::io::{self, Write};

/// A column is no wider than this for the sake of a few long names.
const COLUMN_MAX: usize = 40;
const BLANKS: &[u8] = &[b' '; COLUMN_MAX + 2];

pub(super) fn write(out: &mut Out, snapshot: &Snapshot, ascii: bool) -> io::Result<()> {
    let mut any = false;
    for header in headers(snapshot) {
        if std::mem::replace(&mut any, true) {
            writeln!(out)?;
        }
        match snapshot.game(header.id) {
            Some(game) => {
                heading(out, &header, game.kind().name, game.title(), ascii)?;
                verdicts(out, snapshot, game, &header)?;
                values(out, snapshot, game)?;
            }
            None => {
                let (kind, title) = unknown_game(snapshot, &header);
                heading(out, &header, &visible_text(&kind), title.as_deref(), ascii)?;
                writeln!(out, "  no kind of game is called so: nothing is known of it")?;
            }
        }
    }
    if !any {
        writeln!(out, "no game")?;
    }
    Ok(())
}

fn heading(out: &mut Out, header: &Header, kind: &str, title: Option<&str>, ascii: bool) -> io::Result<()> {
    let paint = out.paint;
    let title = title.map(|title| format!(" \"{}\"", visible_text(title))).unwrap_or_default();
    let dot = if ascii { "-" } else { "·" };
    let line = paint.text(style::DIM, format!("{dot} line {}", header.number + 1));
    writeln!(out, "{} {line}", paint.text(style::STRONG, format!("{kind}{title}")))
}

fn verdicts(out: &mut Out, snapshot: &Snapshot, game: &Game, header: &Header) -> io::Result<()> {
    let name = |number: usize, title: Option<&str>| match title {
        _ if number == header.number => "before the rounds".to_owned(),
        Some(title) => visible_text(title),
        None => format!("line {}", number + 1),
    };
    let positions = rounds(snapshot, game, header);
    // A game without rounds has one position, which needs no name.
    let single = game.has_own_position() && rounds(snapshot, game, header).nth(1).is_none();
    let rows: Vec<[String; 3]> = positions
        .map(|round| {
            let name = if single { String::new() } else { name(round.number, round.position.title()) };
            let nobody = if round.winner() == Outcome::Draw { "Draw" } else { "no verdict" };
            let verdict = who_wins(round.winner()).unwrap_or(nobody);
            [name, verdict.to_owned(), format!("value {}", round.total())]
        })
        .collect();
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| columns(cell, 0));
        cells.max().unwrap_or(0).min(COLUMN_MAX)
    };
    let (names, words) = (width(0), width(1));
    for [name, verdict, value] in &rows {
        out.write_all(b"  ")?;
        if names > 0 {
            padded(out, name, names)?;
        }
        padded(out, verdict, words)?;
        writeln!(out, "{value}")?;
    }
    Ok(())
}

fn values(out: &mut Out, snapshot: &Snapshot, game: &Game) -> io::Result<()> {
    let nodes = mentions::display_order(&snapshot.text, game);
    let mut name = String::new();
    let mut named = |node: Node| {
        name.clear();
        game.push_name(node, &mut name);
        columns(&name, 0)
    };
    let width = nodes.iter().map(|node| named(*node)).max().unwrap_or(0).clamp(4, COLUMN_MAX);
    if nodes.is_empty() {
        return Ok(());
    }
    let head = head(out.paint, width, game.kind().value_name);
    writeln!(out, "\n  {head}")?;
    let mut line = String::new();
    for node in nodes {
        name.clear();
        game.push_name(node, &mut name);
        line.clear();
        line.push_str("  ");
        let column = push_visible(&mut line, &name, 0);
        line.extend(std::iter::repeat_n(' ', width.saturating_sub(column) + 2));
        out.write_all(line.as_bytes())?;
        writeln!(out, "{}", game.value(node))?;
    }
    Ok(())
}

fn head(paint: Paint, width: usize, value_name: &str) -> String {
    paint.text(style::DIM, format!("{:<width$}  {value_name}", "node")).to_string()
}

/// A cell and the gap behind it.
fn padded(out: &mut Out, cell: &str, width: usize) -> io::Result<()> {
    out.write_all(cell.as_bytes())?;
    let blanks = width.saturating_sub(columns(cell, 0)) + 2;
    out.write_all(BLANKS.get(..blanks).unwrap_or(BLANKS))
}
