//! `sgg check`: exit codes, forms of output, fixes.

use crate::support::{CLEAN, FAILS, Folder, Run};
use serde_json::json;
use std::fs;

/// The second line holds two slips with one reading; the third repeats an arc.
const MENDABLE: &str = "game dag\n  a => b, c\n  a -> b\n  stones a\n  expect first\n";
const MENDED: &str = "game dag\n  a -> b c\n  stones a\n  expect first\n";

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

/// A link that leads nowhere was meant to be a file, and is no file that is in order.
#[cfg(unix)]
#[test]
fn check_tells_of_links_that_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.write("clean.sgg", CLEAN);
    symlink("clean.sgg", folder.0.join("good.sgg")).unwrap();
    symlink("missing.txt", folder.0.join("notes")).unwrap();
    folder.sgg(&["check"]).exits(0);
    symlink("missing.sgg", folder.0.join("bad.sgg")).unwrap();
    symlink("round.sgg", folder.0.join("round.sgg")).unwrap();
    let run = folder.sgg(&["check", "--format=json"]).exits(2);
    assert!(run.err.contains("bad.sgg: this is a link to a file that is not there"), "{}", run.err);
    let unread = run.json()["unread"].as_array().unwrap().clone();
    let paths: Vec<&str> = unread.iter().filter_map(|one| one["path"].as_str()).collect();
    assert_eq!(paths, ["bad.sgg", "round.sgg"]);
}

/// Of a line that is cut the renderer would mark the piece as one without a place.
#[test]
fn check_shows_a_piece_of_a_line_that_is_too_long() {
    let text = format!("game dag\n  a -> b {}\n", "c ".repeat(600_000));
    let run = Folder::new().sgg_with(&["check", "-"], text).exits(1);
    assert!(run.out.contains("error[limit]") && run.out.contains("<stdin>:2:1"), "{:.300}", run.out);
    assert!(!run.out.contains(":::"), "{:.300}", run.out);
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
    folder.write("latin1.sgg", b"game dag\n  a -> b\n # caf\xe9\n");
    for command in ["check", "fmt", "show", "solve"] {
        let run = folder.sgg(&[command, "latin1.sgg"]).exits(2);
        let place = "not UTF-8: line 3 has the byte 0xE9 (byte 24 of the file); save it as UTF-8\n";
        assert_eq!(run.err, format!("error: latin1.sgg: {place}"), "{command}");
    }
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
fn what_could_not_be_read_is_not_counted_as_clean() {
    let folder = Folder::new();
    folder.write("a.sgg", CLEAN);
    folder.write("b.sgg", FAILS);
    for (files, summary) in [
        (&["missing.sgg"][..], "no file was checked; 1 could not be read\n"),
        (&["missing.sgg", "a.sgg", "gone.sgg"], "1 file, nothing wrong; 2 could not be read\n"),
    ] {
        let run = folder.sgg(&[&["check"], files].concat()).exits(2);
        assert_eq!(run.out, summary);
    }
    let run = folder.sgg(&["check", "missing.sgg", "b.sgg"]).exits(2);
    assert!(run.out.ends_with("\n1 file, 1 error; 1 could not be read\n"), "{}", run.out);
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
    assert_eq!((&diagnostic["column"], &diagnostic["end_column"]), (&json!(3), &json!(9)));
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
fn fix_takes_away_all_copies_in_a_line() {
    let folder = Folder::new();
    for count in [100, 5_000] {
        let text = format!("game dag\na -> {}\n0..{count} -> x\n0..{count} -> x\n", "b ".repeat(count));
        let run = folder.sgg_with(&["check", "--fix", "--format=json", "-"], &text).exits(0);
        assert_eq!(run.out, format!("game dag\na -> b \n0..{count} -> x\n"));
        let report: serde_json::Value = serde_json::from_str(&run.err).unwrap();
        assert_eq!(report["summary"]["warnings"], 0);
        assert_eq!(report["files"][0]["unfinished"], false);
    }
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

/// Forty kilobytes of games with a million nodes each: they are told, not held.
#[test]
fn check_of_many_large_games_ends_with_errors() {
    let text = "game dag\n  0..999999 ->\n".repeat(1_800);
    let run = Folder::new().sgg_with(&["check", "--format", "json", "-"], text).exits(1);
    let told = &run.json()["files"][0]["diagnostics"];
    // The ninth is the first that there is no room for.
    assert_eq!(told[0]["code"], "limit");
    assert_eq!(told[0]["line"], 17, "{}", told[0]);
    let message = told[0]["message"].as_str().unwrap();
    assert!(message.starts_with("the games of this file down to this one have more than 8,388,608 nodes"));
}
