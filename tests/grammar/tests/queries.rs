//! The editors' queries: each fits the grammar, uses words that its editor knows, and finds what the grammar's own finds.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sgg_grammar_tests::{parser, root, samples};
use tree_sitter::{Language, Query, QueryCursor, StreamingIterator};

/// An editor's folder of queries, the captures that it knows, and its words for the grammar's.
struct Editor {
    folder: &'static str,
    /// What does not begin with one of these means nothing to it.
    captures: &'static [&'static str],
    /// The grammar's word, then the editor's; those that are not here are the same.
    words: &'static [(&'static str, &'static str)],
}

const GRAMMAR: &str = "grammar/tree-sitter-sgg/queries";

/// What both call by the same names.
const SHARED: &[&str] = &[
    "keyword",
    "type",
    "string",
    "variable",
    "operator",
    "punctuation.bracket",
    "punctuation.delimiter",
    "comment",
    "injection.content",
    "class.around",
    "class.inside",
    "function.around",
    "function.inside",
    "comment.around",
    "indent",
];

const EDITORS: &[Editor] = &[
    Editor {
        folder: "editors/helix/queries",
        captures: &[
            "constant.character.escape",
            "constant.numeric",
            "constant.numeric.integer",
            "comment.line",
            "extend",
            "entry.around",
            "parameter.around",
            "parameter.inside",
            "class.movement",
            "function.movement",
            "local.scope",
            "local.definition.variable",
            "local.reference",
        ],
        words: &[
            ("string.escape", "constant.character.escape"),
            ("number", "constant.numeric.integer"),
            ("number", "constant.numeric"),
            ("comment", "comment.line"),
            ("local.definition.var", "local.definition.variable"),
            ("indent.begin", "indent"),
            ("class.outer", "class.around"),
            ("class.inner", "class.inside"),
            ("function.outer", "function.around"),
            ("function.inner", "function.inside"),
            ("parameter.outer", "parameter.around"),
            ("statement.outer", "entry.around"),
            ("comment.outer", "comment.around"),
        ],
    },
    Editor {
        folder: "editors/zed/languages/sgg",
        captures: &[
            "number",
            "string.escape",
            "open",
            "close",
            "name",
            "item",
            "context",
            "comment.inclusive",
        ],
        words: &[
            ("indent.begin", "indent"),
            ("class.outer", "class.around"),
            ("class.inner", "class.inside"),
            ("function.outer", "function.around"),
            ("function.inner", "function.inside"),
            ("comment.outer", "comment.around"),
        ],
    },
];

/// The grammar's captures for which the editors have no word.
const GRAMMAR_ONLY: &[&str] =
    &["spell", "assignment.lhs", "assignment.rhs", "assignment.outer", "number.inner"];

/// What an editor captures beyond the grammar's own query.
const EDITORS_ONLY: &[&str] = &["extend", "parameter.inside", "class.movement", "function.movement"];

fn query(path: &Path) -> Query {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let language: Language = tree_sitter_sgg::LANGUAGE.into();
    Query::new(&language, &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn queries(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder of queries");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == "scm")).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{folder} has no queries");
    paths
}

/// The places that a query captures in a text, each with the name of its capture.
fn captured<'a>(
    query: &'a Query,
    text: &str,
    name: impl Fn(&'a str) -> Vec<&'a str>,
) -> BTreeSet<(usize, usize, &'a str)> {
    let tree = parser().parse(text, None).expect("no time limit is set");
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(query, tree.root_node(), text.as_bytes());
    let mut places = BTreeSet::new();
    while let Some(found) = matches.next() {
        for capture in found.captures() {
            let range = capture.node.byte_range();
            for name in name(query.capture_names()[capture.index as usize]) {
                places.insert((range.start, range.end, name));
            }
        }
    }
    places
}

#[test]
fn each_query_fits_the_grammar_and_its_editors_words() {
    for editor in EDITORS {
        for path in queries(editor.folder) {
            for name in query(&path).capture_names() {
                let known = SHARED.contains(name) || editor.captures.contains(name);
                assert!(known, "{}: @{name} means nothing to its editor", path.display());
            }
        }
    }
    for path in queries(GRAMMAR) {
        query(&path);
    }
}

#[test]
fn editors_capture_what_the_grammars_own_queries_capture() {
    let samples = samples();
    let mut compared = 0;
    for editor in EDITORS {
        for path in queries(editor.folder) {
            let own = root().join(GRAMMAR).join(path.file_name().expect("a name"));
            if !own.exists() {
                continue;
            }
            let (own, theirs) = (query(&own), query(&path));
            // The grammar's name for each of the editor's; the editor may leave some captures out.
            let back = |name| {
                let words = editor.words.iter().filter(|(_, word)| *word == name);
                let mut names: Vec<_> = words.map(|(own, _)| *own).collect();
                if names.is_empty() && !EDITORS_ONLY.contains(&name) {
                    names.push(name);
                }
                names
            };
            let said: BTreeSet<&str> = theirs.capture_names().iter().flat_map(|name| back(name)).collect();
            let keep =
                |name| if said.contains(name) && !GRAMMAR_ONLY.contains(&name) { vec![name] } else { vec![] };
            for (name, text) in &samples {
                let (own, theirs) = (captured(&own, text, keep), captured(&theirs, text, back));
                compared += own.len();
                assert_eq!(own, theirs, "{} on {}", path.display(), name.display());
            }
            let lacks: Vec<_> = own
                .capture_names()
                .iter()
                .filter(|name| !said.contains(*name) && !GRAMMAR_ONLY.contains(name))
                .collect();
            let parts = ["statement.outer", "parameter.outer"];
            assert!(lacks.iter().all(|name| parts.contains(name)), "{} lacks {lacks:?}", path.display());
        }
    }
    assert!(compared > 10_000, "only {compared} captures were compared");
}

#[test]
fn the_outline_in_zed_has_games_and_rounds() {
    let query = query(&root().join("editors/zed/languages/sgg/outline.scm"));
    let text =
        "game dag \"a\"\n  0 -> 1\n  round \"b\"\n    stones 0\n  round\n    stones 1\ngame nim\n  c -> d\n";
    let tree = parser().parse(text, None).expect("no time limit is set");
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(&query, tree.root_node(), text.as_bytes());
    let mut items = Vec::new();
    while let Some(found) = matches.next() {
        let words =
            found.captures().iter().filter(|capture| query.capture_names()[capture.index as usize] != "item");
        let words: Vec<_> = words.map(|capture| &text[capture.node.byte_range()]).collect();
        items.push(words.join(" "));
    }
    assert_eq!(items, ["game dag \"a\"", "round \"b\"", "round", "game nim"]);
}
