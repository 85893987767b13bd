//! The command line, as processes: exit codes, forms of output, files.
//!
//! Values and verdicts here are worked out by hand or come from the judges' cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own for one test, gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("sgg-cli-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn sgg(&self, arguments: &[&str]) -> Run {
        self.sgg_with(arguments, "")
    }

    fn sgg_with(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
        let mut command = sgg();
        command.current_dir(&self.0).args(arguments);
        finish(command, input.as_ref())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn sgg() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgg"));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn finish(mut command: Command, input: &[u8]) -> Run {
    let mut child = command.spawn().unwrap();
    // A command that reads nothing may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input);
    Run::new(child.wait_with_output().unwrap())
}

struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    fn new(output: Output) -> Run {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let run = Run {
            code: output.status.code().expect("no signal"),
            out: text(&output.stdout),
            err: text(&output.stderr),
        };
        assert!(!run.err.contains("panicked"), "{}", run.err);
        run
    }

    #[track_caller]
    fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, code, "\nstdout:\n{}\nstderr:\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}\n{}", self.out))
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

const CLEAN: &str = "game dag\n  a -> b\n  stones a\n  expect first\n";
const FAILS: &str = "game dag\n  a -> b\n  stones a\n  expect second\n";
/// The second line holds two slips with one reading; the third repeats an arc.
const MENDABLE: &str = "game dag\n  a => b, c\n  a -> b\n  stones a\n  expect first\n";
const MENDED: &str = "game dag\n  a -> b c\n  stones a\n  expect first\n";

// --- check ---

#[test]
fn check_tells_by_its_exit_code() {
    let folder = Folder::new();
    folder.write("clean.sgg", CLEAN);
    folder.write("fails.sgg", FAILS);
    folder.write("hint.sgg", "game dag\n  a -> b\n  stones a=2\n");
    folder.sgg(&["check", "clean.sgg"]).exits(0);
    folder.sgg(&["check", "hint.sgg"]).exits(0);
    let run = folder.sgg(&["check", "fails.sgg"]).exits(1);
    assert!(run.out.contains("error[expect-failed]") && run.out.contains("fails.sgg:4:"), "{}", run.out);
    let run = folder.sgg(&["check", "clean.sgg", "fails.sgg", "hint.sgg"]).exits(1);
    assert!(run.out.ends_with("3 files, 1 error, 1 hint\n"), "{}", run.out);
    // A file that can't be read goes before errors, and the others are checked all the same.
    let run = folder.sgg(&["check", "missing.sgg", "fails.sgg"]).exits(2);
    assert!(run.err.contains("missing.sgg") && run.out.contains("expect-failed"), "{}", run.err);
    folder.sgg(&["check", "--format", "xml"]).exits(2);
    folder.sgg(&["chekc"]).exits(2);
    folder.sgg(&[]).exits(2);
    folder.sgg(&["--version"]).exits(0);
    folder.sgg(&["help", "check"]).exits(0);
}

#[test]
fn check_walks_folders_in_order_and_respects_gitignore() {
    let folder = Folder::new();
    for name in ["b.sgg", "a/z.sgg", "a/b/c.sgg", "skipped/d.sgg", "notes.txt"] {
        folder.write(name, FAILS);
    }
    folder.write(".gitignore", "skipped\n");
    let paths = |run: Run| -> Vec<String> {
        let files = run.json()["files"].as_array().unwrap().clone();
        files.iter().map(|file| file["path"].as_str().unwrap().to_owned()).collect()
    };
    let all = ["a/b/c.sgg", "a/z.sgg", "b.sgg"];
    assert_eq!(paths(folder.sgg(&["check", "--format", "json"]).exits(1)), all);
    assert_eq!(paths(folder.sgg(&["check", "--format=json", "."]).exits(1)), all);
    // A file that is named is read, whatever its name and however often.
    let run =
        folder.sgg(&["check", "--format=json", "skipped/d.sgg", "notes.txt", "./notes.txt", "a"]).exits(1);
    assert_eq!(paths(run), ["skipped/d.sgg", "notes.txt", "a/b/c.sgg", "a/z.sgg"]);
    let empty = Folder::new();
    let run = empty.sgg(&["check"]).exits(0);
    assert!(run.err.contains("no .sgg files"), "{}", run.err);
}

#[test]
fn check_reads_standard_input() {
    let folder = Folder::new();
    let run = folder.sgg_with(&["check", "-"], FAILS).exits(1);
    assert!(run.out.contains("<stdin>:4:"), "{}", run.out);
    folder.sgg_with(&["check", "-"], CLEAN).exits(0);
}

#[test]
fn every_form_of_a_file_is_read() {
    let folder = Folder::new();
    for text in ["", "\u{feff}", "\n", "\r", "# a comment"] {
        folder.sgg_with(&["check", "-"], text).exits(0);
        folder.sgg_with(&["show", "-"], text).exits(0);
        folder.sgg_with(&["fmt", "-"], text).exits(0);
        assert_eq!(
            folder.sgg_with(&["solve", "--format=json", "-"], text).exits(0).json(),
            json!({"games": []})
        );
    }
    for text in [FAILS.replace('\n', "\r\n"), FAILS.replace('\n', "\r"), format!("\u{feff}{FAILS}")] {
        let found = folder.sgg_with(&["check", "--format=json", "-"], &text).exits(1).json();
        let found = &found["files"][0]["diagnostics"];
        assert_eq!((&found[0]["code"], &found[0]["line"]), (&json!("expect-failed"), &json!(4)), "{text:?}");
        assert_eq!(found.as_array().unwrap().len(), 1);
    }
}

#[test]
fn what_is_no_text_is_told_with_its_place() {
    let folder = Folder::new();
    folder.write("latin1.sgg", b"game dag \"caf\xe9\"\n");
    let run = folder.sgg(&["check", "latin1.sgg"]).exits(2);
    assert!(run.err.contains("not UTF-8: byte 13 is 0xE9"), "{}", run.err);
    folder.write("utf16.sgg", b"\xff\xfeg\0a\0");
    let run = folder.sgg(&["solve", "utf16.sgg"]).exits(2);
    assert!(run.err.contains("UTF-16"), "{}", run.err);
    fs::create_dir(folder.0.join("folder")).unwrap();
    let run = folder.sgg(&["solve", "folder"]).exits(2);
    assert!(run.err.contains("folder"), "{}", run.err);
    let large = fs::File::create(folder.0.join("large.sgg")).unwrap();
    large.set_len((256 << 20) + 1).unwrap();
    let run = folder.sgg(&["check", "large.sgg"]).exits(2);
    assert!(run.err.contains("limit") && run.err.contains("256 MiB"), "{}", run.err);
}

#[test]
fn check_json_is_as_documented() {
    let folder = Folder::new();
    // The column counts characters: `é` is one, and two bytes.
    folder.write("a.sgg", "game dag\n  é -> b\n  é -> b\n  stones é\n");
    let found = folder.sgg(&["check", "--format", "json", "a.sgg", "missing.sgg"]).exits(2).json();
    let file = &found["files"][0];
    assert_eq!((&file["path"], &file["more"], &file["fixed"]), (&json!("a.sgg"), &json!(0), &json!([])));
    let diagnostic = &file["diagnostics"][0];
    assert_eq!(diagnostic["code"], "duplicate-edge");
    assert_eq!(diagnostic["severity"], "warning");
    assert_eq!((&diagnostic["line"], &diagnostic["end_line"]), (&json!(3), &json!(3)));
    assert!(diagnostic["end_column"].as_u64().unwrap() <= 9, "{diagnostic}");
    assert_eq!(diagnostic["related"][0]["line"], 2);
    assert_eq!(diagnostic["fix"]["safe"], true);
    assert!(diagnostic["fix"]["edits"][0]["text"].is_string());
    assert_eq!(found["unread"][0]["path"], "missing.sgg");
    let summary = json!({"files": 1, "errors": 0, "warnings": 1, "informations": 0, "hints": 0});
    assert_eq!(found["summary"], summary);
}

#[test]
fn check_sarif_has_rules_and_results() {
    let folder = Folder::new();
    folder.write("a b.sgg", FAILS);
    let sarif = folder.sgg(&["check", "--format", "sarif", "a b.sgg", "missing.sgg"]).exits(2).json();
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for rule in rules {
        assert!(!rule["shortDescription"]["text"].as_str().unwrap().is_empty(), "{rule}");
    }
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "expect-failed");
    assert_eq!(rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"], "expect-failed");
    assert_eq!(result["level"], "error");
    let location = &result["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "a%20b.sgg");
    assert_eq!(location["region"]["startLine"], 4);
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    // Nothing found is a log too.
    folder.write("clean.sgg", CLEAN);
    let sarif = folder.sgg(&["check", "--format", "sarif", "clean.sgg"]).exits(0).json();
    assert_eq!(sarif["runs"][0]["results"], json!([]));
    assert_eq!(sarif["runs"][0]["invocations"][0]["executionSuccessful"], true);
}

#[test]
fn check_github_annotates() {
    let folder = Folder::new();
    folder.write("a,b.sgg", FAILS);
    let run = folder.sgg(&["check", "--format", "github", "a,b.sgg"]).exits(1);
    assert!(run.out.starts_with("::error file=a%2Cb.sgg,line=4,endLine=4,col="), "{}", run.out);
    assert_eq!(run.out.lines().count(), 1, "{}", run.out);
}

#[test]
fn severities_can_be_changed() {
    let folder = Folder::new();
    folder.write("a.sgg", FAILS);
    let run = folder.sgg(&["check", "a.sgg", "--severity", "expect-failed=warning"]).exits(0);
    assert!(run.out.contains("warning[expect-failed]"), "{}", run.out);
    let run = folder.sgg(&["check", "a.sgg", "--severity=expect-failed=off"]).exits(0);
    assert!(!run.out.contains("expect-failed"), "{}", run.out);
    // The last word counts.
    let twice = ["check", "a.sgg", "--severity=expect-failed=off", "--severity=expect-failed=error"];
    folder.sgg(&twice).exits(1);
    let run = folder.sgg(&["check", "a.sgg", "--severity=expect-faild=off"]).exits(2);
    assert!(run.err.contains("did you mean `expect-failed`?"), "{}", run.err);
    folder.sgg(&["check", "a.sgg", "--severity=cycle=loud"]).exits(2);
}

#[test]
fn a_file_with_very_much_wrong_is_cut_and_counted() {
    let folder = Folder::new();
    let mut text = String::from("game dag\n");
    (0..3000).for_each(|_| text.push_str("  stones nowhere -> \n"));
    folder.write("a.sgg", &text);
    let found = folder.sgg(&["check", "--format=json", "a.sgg"]).exits(1).json();
    let file = &found["files"][0];
    let told = file["diagnostics"].as_array().unwrap().len() as u64;
    assert!(told <= 1000 && told + file["more"].as_u64().unwrap() >= 3000, "{}", file["more"]);
    assert!(found["summary"]["errors"].as_u64().unwrap() >= 3000, "{}", found["summary"]);
}

// --- check --fix ---

#[test]
fn fix_mends_the_file_and_is_quiet_the_second_time() {
    let folder = Folder::new();
    folder.write("a.sgg", MENDABLE);
    let run = folder.sgg(&["check", "--fix", "a.sgg"]).exits(0);
    assert!(run.out.contains("fixed a.sgg:2:"), "{}", run.out);
    assert_eq!(folder.read("a.sgg"), MENDED);
    let run = folder.sgg(&["check", "--fix", "a.sgg"]).exits(0);
    assert!(!run.out.contains("fixed"), "{}", run.out);
    assert_eq!(folder.read("a.sgg"), MENDED);
    assert_eq!(folder.names(), ["a.sgg"], "nothing is left beside it");
}

#[test]
fn fix_keeps_line_ends_and_byte_order_mark() {
    let folder = Folder::new();
    let text = format!("\u{feff}{MENDABLE}").replace('\n', "\r\n");
    folder.write("a.sgg", text);
    folder.sgg(&["check", "--fix", "a.sgg"]).exits(0);
    assert_eq!(folder.read("a.sgg"), format!("\u{feff}{MENDED}").replace('\n', "\r\n"));
}

#[test]
fn fix_never_changes_what_is_meant() {
    let folder = Folder::new();
    let text = "game dag\n  a -> b -> a\n  stones a\n\ngame dag\n  a -> b\n  stones a\n  expect second\n";
    folder.write("a.sgg", text);
    folder.sgg(&["check", "--fix", "a.sgg"]).exits(1);
    assert_eq!(folder.read("a.sgg"), text);
}

#[test]
fn fix_of_standard_input_goes_to_standard_output() {
    let folder = Folder::new();
    let run = folder.sgg_with(&["check", "--fix", "-"], MENDABLE).exits(0);
    assert_eq!(run.out, MENDED);
    assert!(run.err.contains("fixed <stdin>:2:"), "{}", run.err);
    let run = folder.sgg_with(&["check", "--fix", "-"], FAILS).exits(1);
    assert_eq!(run.out, FAILS);
}

#[cfg(unix)]
#[test]
fn writing_keeps_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    folder.write("real.sgg", MENDABLE);
    let path = folder.0.join("real.sgg");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.sgg", folder.0.join("link.sgg")).unwrap();
    folder.sgg(&["check", "--fix", "link.sgg"]).exits(0);
    assert_eq!(folder.read("real.sgg"), MENDED);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(folder.0.join("link.sgg")).unwrap().file_type().is_symlink());
    // A file that may not be written is not.
    folder.write("locked.sgg", MENDABLE);
    let locked = folder.0.join("locked.sgg");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o444)).unwrap();
    let run = folder.sgg(&["check", "--fix", "locked.sgg"]).exits(2);
    assert!(run.err.contains("read-only"), "{}", run.err);
    assert_eq!(folder.read("locked.sgg"), MENDABLE);
}

// --- solve ---

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

/// Values 0, 1, 2, 3, ... with K = 2 and a budget of one step: the rank is too high to be settled.
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

/// The verdicts in a judge's answer, in order: `first` for WINNING, and so on.
fn judged(answer: &str, first: &str) -> Vec<Value> {
    let lines = answer.lines().map(|line| line.rsplit(' ').next().unwrap_or(""));
    let lines = lines.filter(|word| !word.is_empty() && !word.starts_with("Game#"));
    lines.map(|word| json!(if word == first { "first" } else { "second" })).collect()
}

#[test]
fn the_judges_agree() {
    let root = repository();
    let folder = Folder::new();
    let verdicts = |text: &str| -> Vec<Value> {
        let found = folder.sgg_with(&["solve", "--format=json", "-"], text).exits(0).json();
        let games = found["games"].as_array().unwrap().clone();
        let rounds = games.iter().flat_map(|game| game["rounds"].as_array().unwrap().clone());
        rounds.map(|round| round["verdict"].clone()).collect()
    };
    let example = |name: &str| fs::read_to_string(root.join("grammar/examples").join(name)).unwrap();
    let answer = |name: &str| fs::read_to_string(root.join("tests/judge").join(name)).unwrap();
    for (file, judge, first) in [
        ("uva12163.sgg", "uva12163/ours.out", "WINNING"),
        ("poj3710.sgg", "poj3710/sample.out", "Sally"),
        ("hdu1524.sgg", "hdu1524/sample.out", "WIN"),
    ] {
        assert_eq!(verdicts(&example(file)), judged(&answer(judge), first), "{file}");
    }
    // A judge's input of UVa 11927 or Aizu, written as it stands.
    let sample = answer("uva11927/sample.in");
    assert_eq!(
        verdicts(&from_uva11927(&sample)),
        judged(&answer("uva11927/sample.out").replace("First", "first"), "first")
    );
}

/// The games of an input of UVa 11927: nodes and arcs, the arcs, the stones on each node.
fn from_uva11927(input: &str) -> String {
    let mut numbers = input.split_whitespace().map(|word| word.parse::<usize>().unwrap());
    let mut text = String::new();
    loop {
        let (nodes, arcs) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        if nodes == 0 {
            return text;
        }
        text.push_str(&format!("game dag\n  nodes 0..{}\n", nodes - 1));
        for _ in 0..arcs {
            text.push_str(&format!("  {} -> {}\n", numbers.next().unwrap(), numbers.next().unwrap()));
        }
        for node in 0..nodes {
            text.push_str(&format!("  stones {node}={}\n", numbers.next().unwrap()));
        }
    }
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

#[test]
fn the_traps_that_must_be_refused_are() {
    let folder = Folder::new();
    let path = repository().join("tests/judge/traps/uva11927_cycle.sgg");
    let found = folder.sgg(&["check", "--format=json", path.to_str().unwrap()]).exits(1).json();
    assert_eq!(found["files"][0]["diagnostics"][0]["code"], "cycle");
    folder.sgg(&["solve", path.to_str().unwrap()]).exits(1);
}

// --- show ---

#[test]
fn show_has_values_verdicts_and_what_is_wrong() {
    let folder = Folder::new();
    let run = folder.sgg_with(&["show", "-"], FAILS).exits(0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("First wins"), "{}", run.out);
    assert_eq!(lines[1..5], ["game dag", "  a:1 -> b:0", "  stones a", "  expect second"]);
    assert!(lines[5].contains("^^^^") && lines[5].contains("error[expect-failed]"), "{}", run.out);
    assert!(folder.sgg_with(&["show", "--ascii", "-"], FAILS).exits(0).out.is_ascii());
}

#[test]
fn show_counts_columns_with_hints_and_wide_signs() {
    let folder = Folder::new();
    let run = folder.sgg_with(&["show", "-"], "game dag\n\t甲 -> b\n  stones 甲 x\n").exits(0);
    let lines: Vec<&str> = run.out.lines().collect();
    let at = lines.iter().position(|line| line.contains("stones")).unwrap();
    // `  stones 甲 x`: the wide sign takes two columns.
    assert!(lines[at + 1].starts_with(&format!("{}^ error[undeclared-node]", " ".repeat(12))), "{}", run.out);
}

// --- colours ---

#[test]
fn colours_are_for_those_who_want_them() {
    let folder = Folder::new();
    folder.write("a.sgg", FAILS);
    for command in ["check", "show", "solve"] {
        let with = |variable: Option<(&str, &str)>| {
            let mut process = sgg();
            process.current_dir(&folder.0).args([command, "a.sgg"]);
            variable.map(|(name, value)| process.env(name, value));
            finish(process, b"").out
        };
        assert!(!with(None).contains('\x1b'), "{command}: a pipe has none");
        assert!(with(Some(("CLICOLOR_FORCE", "1"))).contains("\x1b["), "{command}");
        assert!(!with(Some(("NO_COLOR", "1"))).contains('\x1b'), "{command}");
    }
}

#[test]
fn what_a_file_says_is_nothing_that_a_terminal_obeys() {
    let folder = Folder::new();
    let text = "game dag \"\x1b[2J\"\n  a -> b # \x1b]0;title\x07\n  => \x1b[31m\n";
    for command in ["check", "show", "solve"] {
        let run = folder.sgg_with(&[command, "-"], text);
        assert!(!run.out.contains('\x1b') && !run.out.contains('\x07'), "{command}: {:?}", run.out);
    }
}

// --- fmt ---

#[test]
fn fmt_writes_files_and_check_only_tells() {
    let folder = Folder::new();
    let (ugly, fine) = ("game   dag\na ->   b\n", "game dag\n  a -> b\n");
    folder.write("a.sgg", ugly);
    folder.write("b.sgg", fine);
    let run = folder.sgg(&["fmt", "--check", "."]).exits(1);
    assert_eq!((run.out.as_str(), folder.read("a.sgg").as_str()), ("would change a.sgg\n", ugly));
    let run = folder.sgg(&["fmt", "."]).exits(0);
    assert_eq!((run.out.as_str(), folder.read("a.sgg").as_str()), ("formatted a.sgg\n", fine));
    assert_eq!(folder.sgg(&["fmt", "."]).exits(0).out, "");
    folder.sgg(&["fmt", "--check", "a.sgg", "b.sgg"]).exits(0);
    assert_eq!(folder.sgg_with(&["fmt", "-"], ugly).exits(0).out, fine);
    folder.sgg_with(&["fmt", "--check", "-"], ugly).exits(1);
    folder.sgg(&["fmt"]).exits(2);
    folder.sgg(&["fmt", "missing.sgg"]).exits(2);
    assert_eq!(folder.names(), ["a.sgg", "b.sgg"]);
}

#[test]
fn fmt_leaves_what_it_cannot_read() {
    let folder = Folder::new();
    let text = "game dag\n  a ->-> \tb   ;\n  a -> b\n";
    assert_eq!(folder.sgg_with(&["fmt", "-"], text).exits(0).out, text);
}

// --- explain, new, completions ---

#[test]
fn explain_has_a_page_for_every_code() {
    let folder = Folder::new();
    let list = folder.sgg(&["explain"]).exits(0).out;
    let codes: Vec<&str> = list.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(codes.len() >= 22, "{list}");
    for code in codes {
        let page = folder.sgg(&["explain", code]).exits(0).out;
        assert!(page.contains("game "), "{page}");
        assert!(!page.contains("```"), "{page}");
    }
    folder.sgg(&["explain", "dag"]).exits(0);
    folder.sgg(&["explain", "expect", "value"]).exits(0);
    let run = folder.sgg(&["explain", "cycel"]).exits(2);
    assert!(run.err.contains("did you mean `cycle`?"), "{}", run.err);
}

#[test]
fn new_games_check_clean_and_are_canonical() {
    let folder = Folder::new();
    for kind in ["dag", "loopy", "addsub", "nim", "cactus", "hackenbush"] {
        let text = folder.sgg(&["new", kind]).exits(0).out;
        assert!(text.starts_with("# ") && text.contains(&format!("game {kind}")), "{text}");
        let run = folder.sgg_with(&["check", "-"], &text).exits(0);
        assert!(run.out.contains("nothing wrong"), "{}", run.out);
        assert_eq!(folder.sgg_with(&["fmt", "-"], &text).exits(0).out, text);
    }
    assert_eq!(folder.sgg(&["new"]).exits(0).out, folder.sgg(&["new", "dag"]).exits(0).out);
    let run = folder.sgg(&["new", "nmi"]).exits(2);
    assert!(run.err.contains("did you mean `nim`?"), "{}", run.err);
    folder.sgg(&["new", "nim", "mine.sgg"]).exits(0);
    assert_eq!(folder.read("mine.sgg"), folder.sgg(&["new", "nim"]).exits(0).out);
    folder.write("mine.sgg", "mine\n");
    folder.sgg(&["new", "nim", "mine.sgg"]).exits(2);
    assert_eq!(folder.read("mine.sgg"), "mine\n");
}

#[test]
fn completions_for_every_shell() {
    let folder = Folder::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(folder.sgg(&["completions", shell]).exits(0).out.contains("sgg"), "{shell}");
    }
    folder.sgg(&["completions", "tcsh"]).exits(2);
}

// --- pipes and paths ---

#[test]
fn a_reader_that_has_had_enough_is_no_failure() {
    let folder = Folder::new();
    let mut text = String::from("game dag\n");
    (0..50_000).for_each(|node| text.push_str(&format!("  {node} -> {}\n", node + 1)));
    folder.write("a.sgg", text);
    for command in [["solve", "a.sgg"], ["show", "a.sgg"]] {
        let mut child = sgg().current_dir(&folder.0).args(command).spawn().unwrap();
        let mut first = String::new();
        // Dropped after one line: the pipe is closed while most is still to be written.
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(0), ""), "{command:?}");
        assert!(!first.is_empty());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = Folder::new();
    folder.write("a.sgg", CLEAN);
    let mut command = sgg();
    command.current_dir(&folder.0).args(["solve", "a.sgg"]);
    command.stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    let run = finish(command, b"").exits(2);
    assert!(run.err.contains("standard output"), "{}", run.err);
}

#[cfg(target_os = "linux")]
#[test]
fn any_path_and_any_sort_of_file() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let name = std::ffi::OsStr::from_bytes(b"\xff.sgg");
    fs::write(folder.0.join(name), FAILS).unwrap();
    let run = folder.sgg(&["check", "--format=json"]).exits(1);
    assert_eq!(run.json()["files"].as_array().unwrap().len(), 1);
    let mut command = sgg();
    command.current_dir(&folder.0).arg("fmt").arg("--check").arg(name);
    finish(command, b"").exits(0);
    folder.sgg(&["check", "/dev/null"]).exits(0);
    folder.sgg_with(&["solve", "/dev/stdin"], CLEAN).exits(0);
    let run = folder.sgg(&["fmt", "/dev/null"]).exits(0);
    assert_eq!(run.out, "");
    // It never ends: read up to the limit, and no further.
    let run = folder.sgg(&["check", "/dev/zero"]).exits(2);
    assert!(run.err.contains("limit"), "{}", run.err);
}
