//! The command line, as processes: exit codes, forms of output, files.
//!
//! Values and verdicts here are worked out by hand or come from the judges' cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "cli/check.rs"]
mod check;
#[path = "cli/judges.rs"]
mod judges;
#[path = "cli/shells.rs"]
mod shells;
#[path = "cli/solve.rs"]
mod solve;
#[path = "cli/support.rs"]
mod support;
#[path = "cli/writing.rs"]
mod writing;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use support::{CLEAN, FAILS, Folder, finish, sgg};

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

#[cfg(unix)]
#[test]
fn nor_is_the_name_of_a_file() {
    let folder = Folder::new();
    let name = "x\x1b]0;pwn\x07\nerror: y.sgg";
    folder.write(name, "game dag\n 0->1\n expect sg 0=7\n");
    folder.write("\x1b.sgg", b"\xff");
    let shown = "x\u{241b}]0;pwn\u{2407}\u{240a}error: y.sgg";
    let run = folder.sgg(&["check"]).exits(2);
    assert!(run.out.contains(&format!("--> {shown}:3:")), "{}", run.out);
    assert!(run.err.starts_with("error: \u{241b}.sgg: not UTF-8"), "{}", run.err);
    let run = folder.sgg(&["fmt", "--check", "."]).exits(2);
    assert_eq!(run.out, format!("would change {shown}\n"));
    assert!(!run.err.contains('\x1b'));
    let run = folder.sgg(&["check", "--format=github"]).exits(2);
    let place = "::error file=x\u{241b}]0;pwn\u{2407}%0Aerror%3A y.sgg,line=3,";
    assert!(run.out.contains(place) && !run.out.contains(['\x1b', '\x07']), "{}", run.out);
    // A program gets the name that it is.
    let run = folder.sgg(&["check", "--format=json"]).exits(2);
    assert_eq!(run.json()["files"][0]["path"], name);
    assert_eq!(run.json()["unread"][0]["path"], "\x1b.sgg");
    assert!(!folder.sgg(&["explain", "\x1b[2J"]).exits(2).err.contains('\x1b'));
}

#[test]
fn nor_are_arguments_that_are_wrong() {
    let folder = Folder::new();
    for arguments in [
        &["\x1b[2J\nerror: x"][..],
        &["check", "--\x1b[2J"],
        &["check", "--format=\x1b]0;x\x07"],
        &["check", "--budget", "\x1b[2J"],
        &["check", "--severity", "\x1b[2J=off"],
        &["solve", "a", "\x1b[2J"],
        &["completions", "\x1b[2J"],
    ] {
        let run = folder.sgg(arguments).exits(2);
        assert!(run.err.contains('\u{241b}'), "{arguments:?}: {:?}", run.err);
        assert!(!run.err.contains(['\x1b', '\x07']) && !run.err.contains("\nerror: x"), "{:?}", run.err);
    }
    assert!(folder.sgg(&["check", "--help"]).exits(0).out.contains("Usage: sgg check"));
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
fn a_text_of_another_sort_is_not_written_though_it_is_named() {
    let folder = Folder::new();
    let (notes, ugly) = ("a shopping list:\n\n\n  milk   \n", "game   dag\na ->   b\n");
    folder.write("notes.txt", notes);
    folder.write("game.txt", ugly);
    folder.write("notes.sgg", notes);
    for arguments in
        [&["fmt", "notes.txt"][..], &["fmt", "--check", "notes.txt"], &["check", "--fix", "notes.txt"]]
    {
        let run = folder.sgg(arguments).exits(2);
        let why =
            "error: notes.txt: neither called `.sgg` nor with a `game` in it, so nothing is written to it\n";
        assert_eq!(run.err, why);
        assert_eq!(folder.read("notes.txt"), notes);
    }
    assert_eq!(folder.sgg(&["fmt", "game.txt"]).exits(0).out, "formatted game.txt\n");
    assert_eq!(folder.sgg(&["fmt", "notes.sgg"]).exits(0).out, "formatted notes.sgg\n");
}

#[test]
fn fmt_gives_the_last_line_an_end() {
    let folder = Folder::new();
    for (text, wanted) in [
        ("game dag\n  a -> b", "game dag\n  a -> b\n"),
        ("\r\ngame dag\r\n  a -> b\r\n\r\n\r\n", "game dag\r\n  a -> b\r\n"),
        ("\n\n", ""),
    ] {
        folder.write("a.sgg", text);
        folder.sgg(&["fmt", "--check", "a.sgg"]).exits(1);
        folder.sgg(&["fmt", "a.sgg"]).exits(0);
        assert_eq!(folder.read("a.sgg"), wanted);
        folder.sgg(&["fmt", "--check", "a.sgg"]).exits(0);
    }
}

#[test]
fn fmt_leaves_what_it_cannot_read() {
    let folder = Folder::new();
    let text = "game dag\n  a ->-> \tb   ;\n  a -> b\n";
    assert_eq!(folder.sgg_with(&["fmt", "-"], text).exits(0).out, text);
}

// --- explain, new ---

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
    // None of these is a flag.
    assert!(folder.sgg(&["explain", "->"]).exits(0).out.contains("is an arc"));
    assert!(folder.sgg(&["explain", "--"]).exits(0).out.contains("is an edge"));
    assert!(folder.sgg(&["explain", "--", "->"]).exits(0).out.contains("is an arc"));
    assert!(folder.sgg(&["explain", "--help"]).exits(0).out.contains("Usage"));
    let run = folder.sgg(&["explain", "-->"]).exits(2);
    assert!(run.err.contains("there is no page `-->`"), "{}", run.err);
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
    assert_eq!(folder.sgg(&["new", "nim", "-"]).exits(0).out, folder.read("mine.sgg"));
    assert_eq!(folder.names(), ["mine.sgg"]);
    folder.write("mine.sgg", "mine\n");
    folder.sgg(&["new", "nim", "mine.sgg"]).exits(2);
    assert_eq!(folder.read("mine.sgg"), "mine\n");
}

// --- pipes and paths ---

#[test]
fn a_number_that_is_none_is_told_in_plain_words() {
    let folder = Folder::new();
    for number in ["abc", "0", "-5", "1.5", "99999999999999999999"] {
        let run = folder.sgg_with(&["check", "-", "--budget", number], CLEAN).exits(2);
        assert!(run.err.contains("a whole number from 1 to 18446744073709551615 is wanted"), "{}", run.err);
    }
    let run = folder.sgg(&["lsp", "--clientProcessId=x"]).exits(2);
    assert!(run.err.contains("the number of a process is wanted"), "{}", run.err);
}

/// As the protocol names the flag.
#[cfg(target_os = "linux")]
#[test]
fn the_server_ends_with_the_process_that_it_is_told_of() {
    let mut editor = std::process::Command::new("sleep").arg("60").spawn().unwrap();
    let mut server = sgg();
    server.args(["lsp", "--stdio", &format!("--clientProcessId={}", editor.id())]);
    let mut server = server.spawn().unwrap();
    // Its input stays open.
    let _input = server.stdin.take();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(server.try_wait().unwrap().is_none());
    editor.kill().unwrap();
    editor.wait().unwrap();
    assert_eq!(server.wait().unwrap().code(), Some(1));
}

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
    for arguments in [["solve", "a.sgg"].as_slice(), &["--help"], &["check", "--help"], &["--version"]] {
        let mut command = sgg();
        command.current_dir(&folder.0).args(arguments);
        command.stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
        let run = finish(command, b"").exits(2);
        assert!(run.err.contains("standard output"), "{arguments:?}: {}", run.err);
    }
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
