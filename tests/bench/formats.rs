//! The same graph in the languages of other servers: one arc a line.

use crate::games::{self, Arcs};

pub(crate) struct Format {
    pub(crate) extension: &'static str,
    pub(crate) language: &'static str,
    pub(crate) text: fn(&Arcs) -> String,
}

pub(crate) static FORMATS: [Format; 5] = [
    Format { extension: "sgg", language: "sgg", text: games::text },
    Format {
        extension: "dot",
        language: "dot",
        text: |arcs| lines("digraph g {\n", arcs, |_, tail, head| format!("  n{tail} -> n{head};\n"), "}\n"),
    },
    Format {
        extension: "py",
        language: "python",
        text: |arcs| lines("", arcs, |at, tail, head| format!("e{at} = ({tail}, {head})\n"), ""),
    },
    Format {
        extension: "js",
        language: "javascript",
        text: |arcs| lines("", arcs, |at, tail, head| format!("var e{at} = [{tail}, {head}];\n"), ""),
    },
    Format {
        extension: "yaml",
        language: "yaml",
        text: |arcs| lines("edges:\n", arcs, |_, tail, head| format!("  - [n{tail}, n{head}]\n"), ""),
    },
];

fn lines(head: &str, arcs: &Arcs, line: fn(usize, usize, usize) -> String, tail: &str) -> String {
    let lines = arcs.iter().enumerate().map(|(at, arc)| line(at, arc.0, arc.1));
    [head.to_owned()].into_iter().chain(lines).chain([tail.to_owned()]).collect()
}
