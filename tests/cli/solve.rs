//! `sgg solve`: values and verdicts.

use crate::support::{CLEAN, FAILS, Folder, finish, repository, sgg};
use serde_json::{Value, json};
use std::fs;

#[test]
fn solve_json_is_as_documented() {
    // The reference's own example.
    let text = "game loopy\n  a -> b -> a\n  b -> c\n  round \"out\"\n    stones b\n    expect first\n";
    let wanted = r#"{"games":[{"title":null,"kind":"loopy","line":1,"nodes":[{"name":"a","value":"0"},{"name":"b","value":"1"},{"name":"c","value":"0"}],"rounds":[{"title":"out","line":4,"verdict":"first","value":"1"}]}]}"#;
    assert!(fs::read_to_string(repository().join("grammar/reference.md")).unwrap().contains(wanted));
    let folder = Folder::new();
    let run = folder.sgg_with(&["solve", "--format=json", "-"], text).exits(0);
    assert_eq!(run.out.trim_end(), wanted);
}

#[test]
fn solve_json_of_every_sort_of_position() {
    let folder = Folder::new();
    // By hand: c = 0, b = mex{0} = 1, a = mex{1, 0} = 2; nodes in the order of `nodes`.
    let text = concat!(
        "game dag \"own \\\"and\\\" rounds\"\n",
        "  nodes c a b\n",
        "  a -> b c\n",
        "  b -> c\n",
        "  stones a\n",
        "  round\n",
        "    stones a b=3\n",
        "  round \"empty\"\n",
        "game chess \"unknown\"\n",
        "  e4 -> e5\n",
        "game hackenbush\n",
        "  ground g\n",
        "  g -- a -- b\n",
    );
    let found = folder.sgg_with(&["solve", "--format=json", "-"], text).exits(1).json();
    let wanted = json!({"games": [
        {"title": "own \"and\" rounds", "kind": "dag", "line": 1,
         "nodes": [{"name": "c", "value": "0"}, {"name": "a", "value": "2"}, {"name": "b", "value": "1"}],
         "rounds": [
            {"title": null, "line": 1, "verdict": "first", "value": "2"},
            {"title": null, "line": 6, "verdict": "first", "value": "3"},
            {"title": "empty", "line": 8, "verdict": "second", "value": "0"}]},
        {"title": "unknown", "kind": "chess", "line": 9, "nodes": [], "rounds": []},
        {"title": null, "kind": "hackenbush", "line": 11,
         // What hangs on the node: a stalk of one edge on a, of two on the ground.
         "nodes": [{"name": "g", "value": "2"}, {"name": "a", "value": "1"}, {"name": "b", "value": "0"}],
         "rounds": [{"title": null, "line": 11, "verdict": "first", "value": "2"}]},
    ]});
    assert_eq!(found, wanted);
}

#[test]
fn solve_exits_with_1_where_no_statement_has_a_game() {
    let folder = Folder::new();
    for (text, code) in [("a -> b\n", 1), ("game foo\n", 1), ("", 0), ("# a -> b\n", 0)] {
        folder.sgg_with(&["solve", "-"], text).exits(code);
    }
}

#[test]
fn solve_answers_the_rest_and_exits_with_1_where_an_error_is_to_blame() {
    let folder = Folder::new();
    for (text, verdicts) in [
        ("game dag\n  a -> a\n  b -> c\n  stones a\n  round\n    stones b\n", vec!["unknown", "first"]),
        ("game dag\n  a =>> b\n  stones a\n\ngame dag\n  a -> b\n  stones a\n", vec!["unknown", "first"]),
        ("game dag\n  a -> b\n  stones a=\n  round\n    stones b\n", vec!["unknown", "second"]),
        ("game addsub\n  a -> b\n  stones a\n  round\n    stones b\n", vec!["unknown", "second"]),
        ("game cactus\n  a -- b\n", vec!["unknown"]),
    ] {
        let run = folder.sgg_with(&["solve", "--format=json", "-"], text).exits(1);
        let games = run.json()["games"].as_array().unwrap().clone();
        let rounds = games.iter().flat_map(|game| game["rounds"].as_array().unwrap().clone());
        let found: Vec<Value> = rounds.map(|round| round["verdict"].clone()).collect();
        assert_eq!(found, verdicts, "{text}");
        assert!(run.err.contains("sgg check"), "{}", run.err);
    }
    // An expectation that fails takes no verdict away.
    folder.sgg_with(&["solve", "-"], FAILS).exits(0);
    // A cycle where no stone lies takes none away either.
    folder.sgg_with(&["solve", "-"], "game dag\n  a -> a\n  b -> c\n  stones b\n").exits(0);
}

/// Below v4 lie 0, 1, 2 and 4, of rank 3: with K = 2 and a budget of one step it is not settled.
const OVER_BUDGET: &str = concat!(
    "game addsub\n",
    "  v1 -> v0\n",
    "  v2 -> v0..v1\n",
    "  v3 -> v0..v2\n",
    "  v4 -> v0..v3\n",
    "  v5 -> v0..v4\n",
    "  k *=2\n",
    "  stones v5\n",
);

#[test]
fn a_value_too_large_is_not_for_want_of_a_budget() {
    let folder = Folder::new();
    // Node i has 2^(i-1). With 66 picks from 0 and 2^0 to 2^66 the least number not reached is 2^67 - 1.
    let chain: String = (1..=67).map(|i| format!("  p{i} -> p0..p{}\n", i - 1)).collect();
    let text = |k: u32| format!("game addsub\n{chain}  h -> p0..p67\n  k h={k} *=1000000000\n  stones h\n");
    let run = folder.sgg_with(&["check", "-"], text(66)).exits(0);
    assert!(run.out.contains("the value of `h` is 2^64 or more"), "{}", run.out);
    let run = folder.sgg_with(&["solve", "--format=json", "-"], text(67)).exits(0);
    assert_eq!(run.json()["games"][0]["rounds"][0]["value"], "2^67");
}

#[test]
fn a_budget_alone_is_no_error() {
    let folder = Folder::new();
    let run = folder.sgg_with(&["solve", "--format=json", "--budget=1", "-"], OVER_BUDGET).exits(0);
    assert_eq!(run.json()["games"][0]["rounds"][0]["verdict"], "unknown");
    let run = folder.sgg_with(&["check", "--budget", "1", "-"], OVER_BUDGET).exits(0);
    assert!(run.out.contains("over-budget"), "{}", run.out);
    let run = folder.sgg_with(&["solve", "--format=json", "-"], OVER_BUDGET).exits(0);
    assert_ne!(run.json()["games"][0]["rounds"][0]["verdict"], "unknown");
    // With a cycle below another stone, an error is to blame for the one and the budget for the other.
    let text = OVER_BUDGET.replace("  k *=2\n", "  k *=2\n  loop -> loop\n");
    folder.sgg_with(&["solve", "--budget=1", "-"], &text).exits(0);
    let text = text.replace("stones v5", "stones v5 loop");
    folder.sgg_with(&["solve", "--budget=1", "-"], &text).exits(1);
    folder.sgg_with(&["solve", "--budget=many", "-"], OVER_BUDGET).exits(2);
}

#[test]
fn solve_text_is_for_people() {
    let folder = Folder::new();
    let run = folder.sgg_with(&["solve", "-"], CLEAN).exits(0);
    assert!(run.out.contains("First wins") && run.out.contains("value 1"), "{}", run.out);
    assert!(run.out.contains("\n  a     1\n  b     0\n"), "{}", run.out);
    assert!(folder.sgg_with(&["solve", "--ascii", "-"], CLEAN).exits(0).out.is_ascii());
}

#[test]
fn every_example_checks_clean() {
    let root = repository();
    let mut command = sgg();
    command.current_dir(&root).args(["check", "grammar/examples", "--format=json"]);
    let found = finish(command, b"").exits(0).json();
    let summary = &found["summary"];
    assert_eq!((&summary["errors"], &summary["warnings"]), (&json!(0), &json!(0)), "{summary}");
    // The judges put even numbers of stones on a node; there is nothing else to say of the examples.
    let files = found["files"].as_array().unwrap();
    for diagnostic in files.iter().flat_map(|file| file["diagnostics"].as_array().unwrap()) {
        assert_eq!(diagnostic["code"], "even-stones", "{diagnostic}");
    }
    for entry in fs::read_dir(root.join("grammar/examples")).unwrap() {
        let path = entry.unwrap().path();
        let mut command = sgg();
        command.arg("fmt").arg("--check").arg(&path);
        finish(command, b"").exits(0);
    }
}
