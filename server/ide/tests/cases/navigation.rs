//! Outputs of what leads from one place to another, and of what a file consists of.

use crate::outputs::Input;
use sgg_ide::{
    Direction, Extent, apply_edits, declaration, definition, document_links, document_symbols, folds,
    implementations, neighbours, prepare_hierarchy, prepare_rename, references, rename, selections,
    workspace_symbols,
};
use std::fmt::Write;

impl Input {
    /// The output of that name, with what stands behind the name.
    pub(crate) fn navigation(&self, name: &str, rest: &str) -> Option<String> {
        Some(match (name, rest) {
            ("definition", "") => self.definition(),
            ("references", "") => self.references(),
            ("rename", new) => self.rename(new),
            ("prepare", "") => self.prepare(),
            ("symbols", "") => self.symbols(),
            ("workspace", query) => self.workspace(query),
            ("folds", "") => self.folds(usize::MAX),
            ("folds", most) => self.folds(most.parse().ok()?),
            ("selection", "") => self.selection(),
            ("links", "") => self.links(),
            ("hierarchy", "") => self.hierarchy(),
            _ => return None,
        })
    }

    /// The definition; the declaration where it is another place; where the arcs are said.
    fn definition(&self) -> String {
        let (line, column) = self.at();
        let Some(defined) = definition(&self.snapshot, line, column) else { return "nothing".to_owned() };
        let mut text =
            format!("{} is defined at {}\n", self.place(defined.origin), self.place(defined.place));
        if let Some(declared) =
            declaration(&self.snapshot, line, column).filter(|it| it.place != defined.place)
        {
            writeln!(text, "declared at {}", self.place(declared.place)).unwrap();
        }
        for said in implementations(&self.snapshot, line, column, &|| false) {
            writeln!(text, "arcs at {}", self.place(said.place)).unwrap();
        }
        text
    }

    fn references(&self) -> String {
        let (line, column) = self.at();
        let found = references(&self.snapshot, line, column, &|| false);
        let lines = found.iter().map(|found| {
            let verb = if found.writes { "write" } else { "read" };
            let defines = if found.defines { " definition" } else { "" };
            format!("{} {verb}{defines}\n", self.place(found.place))
        });
        if found.is_empty() { "nothing".to_owned() } else { lines.collect() }
    }

    fn prepare(&self) -> String {
        let (line, column) = self.at();
        let prepared = prepare_rename(&self.snapshot, line, column);
        prepared.map_or("nothing".to_owned(), |(place, name)| format!("{} {name}", self.place(place)))
    }

    fn rename(&self, new: &str) -> String {
        let (line, column) = self.at();
        match rename(&self.snapshot, line, column, new, &|| false) {
            Ok(edits) => apply_edits(&self.snapshot.text, &edits),
            Err(why) => format!("refused: {why}"),
        }
    }

    fn symbols(&self) -> String {
        let symbols = document_symbols(&self.snapshot, &self.config, true, &|| false);
        let mut text = String::new();
        for symbol in symbols {
            let indent = "  ".repeat(symbol.depth);
            let kind = format!("{:?}", symbol.kind).to_lowercase();
            let (first, last) = (symbol.lines.start + 1, symbol.lines.end);
            let lines = if first == last { first.to_string() } else { format!("{first}-{last}") };
            let place = self.place(symbol.place);
            writeln!(text, "{indent}{kind} {} ({}) lines {lines} at {place}", symbol.name, symbol.detail)
                .unwrap();
        }
        text
    }

    fn workspace(&self, query: &str) -> String {
        let mut text = String::new();
        for (symbol, within) in workspace_symbols(&self.snapshot, query, 100) {
            let kind = format!("{:?}", symbol.kind).to_lowercase();
            let within = within.map_or(String::new(), |within| format!(" in {within}"));
            writeln!(text, "{kind} {}{within} at {}", symbol.name, self.place(symbol.place)).unwrap();
        }
        if text.is_empty() { "nothing".to_owned() } else { text }
    }

    fn folds(&self, most: usize) -> String {
        let folds = folds(&self.snapshot, most, &|| false);
        let line = |fold: &sgg_ide::Fold| {
            format!("{}-{} {:?}\n", fold.first + 1, fold.last + 1, fold.kind).to_lowercase()
        };
        folds.iter().map(line).collect()
    }

    /// Each text that the selection grows to, a line end shown as `/`.
    fn selection(&self) -> String {
        let (line, column) = self.at();
        let text = &self.snapshot.text;
        let byte =
            |(line, column): (usize, u32)| text.rope.line_to_byte(line) + text.bom(line) + column as usize;
        let shown = |extent: &Extent| {
            let part = text.rope.byte_slice(byte(extent.start)..byte(extent.end)).to_string();
            format!("[{}]\n", part.replace('\n', "/"))
        };
        selections(&self.snapshot, &[(line, column)]).iter().flatten().map(shown).collect()
    }

    fn links(&self) -> String {
        let links = document_links(&self.snapshot, &|| false);
        links.iter().map(|link| format!("{} {}\n", self.place(link.place), link.address)).collect()
    }

    fn hierarchy(&self) -> String {
        let (line, column) = self.at();
        let Some(item) = prepare_hierarchy(&self.snapshot, line, column) else { return "nothing".to_owned() };
        let mut text =
            format!("{} ({} · {}) at {}\n", item.name, item.value, item.game, self.place(item.place));
        for (direction, sign) in [(Direction::In, "<-"), (Direction::Out, "->")] {
            for neighbour in neighbours(&self.snapshot, item.place.line, &item.name, direction) {
                let places: Vec<String> = neighbour.places.iter().map(|place| self.place(*place)).collect();
                let item = neighbour.item;
                writeln!(text, "{sign} {} ({}) said at {}", item.name, item.value, places.join(" ")).unwrap();
            }
        }
        text
    }

    fn at(&self) -> (usize, u32) {
        self.cursor.expect("a cursor `$0`")
    }
}
