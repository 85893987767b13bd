//! Every node of every text that the tests know gets other names: nothing changes but that name.

use crate::fixes::texts;
use crate::outputs::Input;
use sgg_ide::{Edit, apply_edits, references, rename};
use sgg_model::{Class, Game, LineId, Mask, Snapshot, What};
use std::collections::{BTreeMap, BTreeSet};

/// Names that need no quotes, that need some, and that are words of the language.
const NEW: [&str; 5] = ["fresh", "𝒳.é", "(0, \"1\")", "stones", "game"];

/// What a game is: names and values, arcs, K-values, ground, stones and who wins.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    nodes: BTreeMap<String, String>,
    arcs: Vec<(String, String)>,
    positions: Vec<(BTreeMap<String, u64>, String)>,
    findings: usize,
    state: String,
}

fn told(snapshot: &Snapshot, game: &Game, renamed: &dyn Fn(String) -> String) -> Told {
    let name = |node| renamed(game.name(node));
    let node = |node| {
        let facts = (game.value(node), game.k(node), game.is_ground(node), game.is_undeclared(node));
        (name(node), format!("{facts:?} {:?} {}", game.expected_sg(node), game.has_own_sg(node)))
    };
    let mut arcs: Vec<_> =
        game.board().graph().arcs().map(|(tail, head, _)| (name(tail), name(head))).collect();
    arcs.sort();
    let lines = snapshot.text.game_lines(game.header());
    let headers = snapshot.text.lines.select(lines, Mask::HEADER).map(|(_, record)| record.id);
    let position = |header: LineId| {
        let position = game.position(header)?;
        let stones = game.nodes().map(|node| (name(node), position.amount(node))).collect();
        Some((stones, format!("{:?} {}", position.sum(), position.failed().len())))
    };
    Told {
        nodes: game.nodes().map(node).collect(),
        arcs,
        positions: headers.filter_map(position).collect(),
        // Numbers that look like counts may become names that do not.
        findings: game.findings().iter().filter(|finding| finding.what != What::Counts).count(),
        state: format!("{:?} {:?}", game.state(), game.blocker(&snapshot.text).is_some()),
    }
}

fn all_told(input: &Input, at: usize, old: &str, new: &str) -> Vec<Told> {
    let games = input.snapshot.games().enumerate();
    let games = games.map(|(index, game)| {
        let renamed = |name: String| if index == at && name == old { new.to_owned() } else { name };
        told(&input.snapshot, game, &renamed)
    });
    games.collect()
}

/// The lines that a rename may change are the same but for their names: what stands between them is.
fn lines_match(before: &Snapshot, after: &Snapshot, edits: &[Edit]) -> bool {
    let touched: BTreeSet<usize> = edits.iter().map(|edit| edit.place.line).collect();
    let lines = before.text.lines.len();
    lines == after.text.lines.len()
        && (0..lines).all(|line| {
            let (old, new) = (before.text.lines.at(line).unwrap(), after.text.lines.at(line).unwrap());
            let same_text = before.text.line(line) == after.text.line(line);
            // Behind a quote a comment is not glued to a word any more.
            old.class == new.class && new.problems <= old.problems && same_text != touched.contains(&line)
        })
}

/// The same edits as a client that counts in UTF-16 applies them: it must come to the same text.
fn applied_in_utf16(snapshot: &Snapshot, edits: &[Edit]) -> String {
    let mut lines: Vec<String> = snapshot.text.rope.lines().map(|line| line.to_string()).collect();
    for edit in edits.iter().rev() {
        let line = &mut lines[edit.place.line];
        let own = snapshot.text.line(edit.place.line);
        let bom = snapshot.text.bom(edit.place.line) / 3;
        let column = |byte: u32| bom + own[..byte as usize].encode_utf16().count();
        let units: Vec<u16> = line.encode_utf16().collect();
        let (start, end) = (column(edit.place.span.start), column(edit.place.span.end));
        let new: Vec<u16> =
            [&units[..start], &edit.text.encode_utf16().collect::<Vec<_>>(), &units[end..]].concat();
        *line = String::from_utf16(&new).unwrap();
    }
    lines.concat()
}

/// The places that a cursor may stand at to rename a node: in each line that names it, the first one.
fn cursors(snapshot: &Snapshot, game: &Game, name: &str) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    for line in snapshot.text.game_lines(game.header()) {
        if snapshot.text.lines.at(line).is_some_and(|record| record.class == Class::Blank) {
            continue;
        }
        let text = snapshot.text.line(line);
        let starts = (0..=text.len()).filter(|byte| text.is_char_boundary(*byte));
        let named = starts.map(|byte| byte as u32).find(|byte| {
            sgg_ide::prepare_rename(snapshot, line, *byte).is_some_and(|(_, found)| found == name)
                && !references(snapshot, line, *byte, &|| false).is_empty()
        });
        let is_header = |record: sgg_model::Record| matches!(record.class, Class::Game | Class::Round);
        let header = snapshot.text.lines.at(line).is_some_and(is_header);
        found.extend(named.filter(|_| !header).map(|byte| (line, byte)));
    }
    found
}

#[test]
fn a_rename_changes_nothing_but_the_name() {
    let (mut renames, mut refused) = (0, Vec::new());
    for (name, block) in texts() {
        let input = Input::new(&block);
        for (at, game) in input.snapshot.games().enumerate() {
            let nodes: Vec<String> = game.nodes().take(30).map(|node| game.name(node)).collect();
            for old in &nodes {
                let cursors = cursors(&input.snapshot, game, old);
                for (number, new) in NEW.iter().enumerate().filter(|(_, new)| game.node(new).is_none()) {
                    let Some((line, column)) = cursors.get(number % cursors.len().max(1)) else { continue };
                    let edits = match rename(&input.snapshot, *line, *column, new, &|| false) {
                        Ok(edits) => edits,
                        Err(why) => {
                            refused.push(format!("{name}: {old} -> {new}: {why}"));
                            continue;
                        }
                    };
                    let text = apply_edits(&input.snapshot.text, &edits);
                    let context = format!("{name}: {old} -> {new} in\n{text}");
                    assert!(!edits.is_empty(), "{context}");
                    assert_eq!(applied_in_utf16(&input.snapshot, &edits), text, "{context}");
                    let after = input.after(&text);
                    assert!(lines_match(&input.snapshot, &after.snapshot, &edits), "{context}");
                    let expected = all_told(&input, at, old, new);
                    assert_eq!(all_told(&after, usize::MAX, "", ""), expected, "{context}");
                    renames += 1;
                }
            }
        }
    }
    assert!(renames > 3_000, "{renames}");
    // Names that only stand in ranges have no cursor; the rest is refused for what can't be read.
    assert!(refused.iter().all(|why| why.contains("can't be read")), "{refused:#?}");
}

#[test]
fn a_rename_and_its_opposite_lead_back() {
    for (name, block) in texts() {
        let input = Input::new(&block);
        for game in input.snapshot.games() {
            let nodes: Vec<String> = game.nodes().take(20).map(|node| game.name(node)).collect();
            for old in nodes.iter().filter(|_| game.node("fresh").is_none()) {
                let Some((line, column)) = cursors(&input.snapshot, game, old).first().copied() else {
                    continue;
                };
                let Ok(edits) = rename(&input.snapshot, line, column, "fresh", &|| false) else { continue };
                let after = input.after(&apply_edits(&input.snapshot.text, &edits));
                let game = after.snapshot.game_at(line).unwrap();
                let (line, column) = cursors(&after.snapshot, game, "fresh")[0];
                let back = rename(&after.snapshot, line, column, old, &|| false).unwrap();
                let text =
                    after.after(&apply_edits(&after.snapshot.text, &back)).snapshot.text.rope.to_string();
                // A range stays split, and quotes that were not needed are gone.
                let plain = |text: &str| text.replace('"', "");
                let ranged = input.snapshot.text.rope.to_string().contains("..");
                let same = plain(&text) == plain(&input.snapshot.text.rope.to_string());
                assert!(same || ranged, "{name}: {old}\n{text}");
            }
        }
    }
}
