//! Lines of DOT and Mermaid, which people paste.

use crate::as_string;
use crate::mend::Mender;
use crate::pieces::Kind;
use crate::slip::{Edit, ForeignWhat, SlipKind};

const STARTS: [&str; 4] = ["digraph", "graph", "flowchart", "strict"];
const DIRECTIONS: [&str; 5] = ["TD", "TB", "BT", "LR", "RL"];
const SETTINGS: [&str; 16] = [
    "rankdir", "rank", "label", "size", "ratio", "ranksep", "nodesep", "splines", "bgcolor", "fontname",
    "fontsize", "layout", "style", "color", "overlap", "compound",
];

impl Mender<'_> {
    /// Notes a line of another language; false if it is none.
    pub(crate) fn foreign(&mut self) -> bool {
        let last = self.pieces.len() - 1;
        let whole = self.between(0, last);
        let word = self.word(0);
        if STARTS.contains(&word) {
            return self.graph_start(word);
        }
        let bracket = |kind: Kind| matches!(kind, Kind::Open(_) | Kind::Close(_) | Kind::Separator);
        let end = self.pieces.iter().all(|piece| bracket(piece.kind)) || word == "end" && last == 0;
        let opens = self.kind(1) == Some(Kind::Open('['));
        let setting = match word {
            "node" | "edge" => opens,
            "classDef" | "linkStyle" => true,
            "subgraph" => !self.has_arrow,
            _ => SETTINGS.contains(&word) && self.kind(1) == Some(Kind::Equal),
        };
        let what = if end { ForeignWhat::End } else { ForeignWhat::Setting };
        if !end && !setting {
            return false;
        }
        self.note(SlipKind::Foreign(what), whole, false, [Edit::remove(whole)]);
        true
    }

    /// `digraph G {`, `graph TD`, with or without edges in the same line.
    fn graph_start(&mut self, word: &str) -> bool {
        let last = self.pieces.len() - 1;
        let whole = self.between(0, last);
        if word == "graph" && self.kind(1) == Some(Kind::Open('[')) {
            self.note(SlipKind::Foreign(ForeignWhat::Setting), whole, false, [Edit::remove(whole)]);
            return true;
        }
        let first = usize::from(word == "strict");
        let named = matches!(self.kind(first + 1), Some(Kind::Word | Kind::Text(_)));
        let open = first + 1 + usize::from(named);
        let braces = self.kind(open) == Some(Kind::Open('{'));
        if self.has_arrow {
            if !braces {
                return false;
            }
            let end = self.piece(open + 1).map_or(whole.end, |next| next.span.start);
            let start = crate::Span { start: whole.start, end };
            self.note(SlipKind::Foreign(ForeignWhat::Start), start, false, [Edit::remove(start)]);
            self.at = open + 1;
            self.edge();
            return true;
        }
        let direction = DIRECTIONS.contains(&self.word(first + 1));
        let alone = self.pieces.len() == 1;
        let starts = braces || direction || alone && word != "strict" || word == "digraph" && open > last;
        if !starts {
            return false;
        }
        let kind = self.language.kinds.first().copied().unwrap_or("dag");
        let title = match self.piece(first + 1) {
            Some(name) if name.kind == Kind::Word && !direction => {
                format!(" {}", as_string(self.text(name.span)))
            }
            Some(name) if matches!(name.kind, Kind::Text(crate::pieces::Text::Good)) => {
                format!(" {}", self.text(name.span))
            }
            _ => String::new(),
        };
        let edit = Edit::replace(whole, format!("game {kind}{title}"));
        self.note(SlipKind::Foreign(ForeignWhat::Start), whole, false, [edit]);
        true
    }
}
