//! What is generated is what is committed, the corpus reads as it says, and the queries fit the grammar.

use std::fs;
use std::path::{Path, PathBuf};

use sgg_grammar_tests::{parser, root, samples};
use tree_sitter::{Language, Query};
use tree_sitter_highlight::{HighlightConfiguration, Highlighter, HtmlRenderer};

/// Emacs 30 reads no later one.
const ABI: usize = 14;

fn grammar() -> PathBuf {
    root().join("grammar/tree-sitter-sgg")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Needs Node: grammar.js is a program.
#[test]
fn parser_is_what_grammar_js_generates() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("src");
    let grammar = fs::canonicalize(grammar()).expect("grammar/tree-sitter-sgg");
    tree_sitter_generate::generate_parser_in_directory(
        &grammar,
        Some(&out),
        Some(grammar.join("grammar.js")),
        ABI,
        None,
        Some("node"),
        true,
        tree_sitter_generate::OptLevel::default(),
        &mut Vec::new(),
    )
    .expect("grammar.js is a grammar, and node is there to run it");
    for file in ["parser.c", "grammar.json", "node-types.json", "tree_sitter/parser.h"] {
        assert!(
            read(&out.join(file)) == read(&grammar.join("src").join(file)),
            "src/{file} is not what grammar.js generates: tree-sitter generate --abi {ABI}"
        );
    }
}

struct Case {
    title: String,
    input: String,
    tree: String,
}

/// A corpus file, read as `tree-sitter test` does.
fn corpus(text: &str) -> Vec<Case> {
    let bar = format!("{}\n", "=".repeat(80));
    let parts: Vec<&str> = text.split(&bar).collect();
    assert!(parts[0].is_empty() && parts.len() % 2 == 1, "a title between two bars, then a text and a tree");
    let cases = parts[1..].chunks(2).map(|part| {
        let (input, tree) =
            part[1].split_once(&format!("\n{}\n", "-".repeat(80))).expect("a bar before the tree");
        Case { title: part[0].trim().to_owned(), input: input.to_owned(), tree: normal(tree) }
    });
    cases.collect()
}

/// Without field names, one blank between words.
fn normal(tree: &str) -> String {
    let words = tree.split_whitespace().filter(|word| !word.ends_with(':'));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn corpus_reads_as_it_says() {
    let mut number = 0;
    for entry in fs::read_dir(grammar().join("test/corpus")).expect("a corpus") {
        let path = entry.expect("a readable folder").path();
        for case in corpus(&read(&path)) {
            let tree = parser().parse(&case.input, None).expect("no time limit is set");
            let (tree, title) = (normal(&tree.root_node().to_sexp()), &case.title);
            assert!(tree == case.tree, "{}, {title}:\n{tree}\n{}", path.display(), case.tree);
            number += 1;
        }
    }
    assert!(number >= 30, "{number} cases");
}

#[test]
fn queries_fit_the_grammar() {
    let language: Language = tree_sitter_sgg::LANGUAGE.into();
    let mut names = Vec::new();
    for entry in fs::read_dir(grammar().join("queries")).expect("queries") {
        let path = entry.expect("a readable folder").path();
        let query = Query::new(&language, &read(&path));
        query.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        names.push(path.file_name().expect("a file").to_string_lossy().into_owned());
    }
    names.sort();
    assert_eq!(
        names,
        ["folds.scm", "highlights.scm", "indents.scm", "injections.scm", "locals.scm", "textobjects.scm"]
    );
}

/// The samples as a page, to be looked at: its path is printed.
#[test]
fn samples_highlight() {
    let names = ["keyword", "type", "string", "variable", "number", "operator", "punctuation", "comment"];
    let colours = ["#8250df", "#953800", "#0a3069", "#24292f", "#0550ae", "#cf222e", "#6e7781", "#6e7781"];
    let mut configuration = HighlightConfiguration::new(
        tree_sitter_sgg::LANGUAGE.into(),
        "sgg",
        tree_sitter_sgg::HIGHLIGHTS_QUERY,
        "",
        tree_sitter_sgg::LOCALS_QUERY,
    )
    .expect("valid queries");
    configuration.configure(&names);
    let styles = colours.map(|colour| format!("style=\"color:{colour}\""));
    let mut page =
        String::from("<meta charset=utf-8><body style=\"font:14px monospace;background:#fff;color:#f0f\">");
    for (path, text) in samples() {
        let mut highlighter = Highlighter::new();
        let events =
            highlighter.highlight(&configuration, text.as_bytes(), None, None, |_| None).expect("a tree");
        let mut renderer = HtmlRenderer::new();
        renderer
            .render(events, text.as_bytes(), &|highlight, html| html.extend(styles[highlight.0].as_bytes()))
            .expect("no time limit is set");
        let html = String::from_utf8_lossy(&renderer.html).into_owned();
        page += &format!("<h4>{}</h4><pre>{html}</pre>", path.file_name().expect("a file").to_string_lossy());
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("highlight.html");
    fs::write(&path, page).expect("a writable folder");
    println!("{}", path.display());
}
