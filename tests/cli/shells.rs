//! What shells complete.

use super::support::{Folder, finish, sgg};

const KINDS: [&str; 6] = ["dag", "loopy", "addsub", "nim", "cactus", "hackenbush"];

/// What is offered for the last of some words.
fn offered(folder: &Folder, words: &[&str]) -> Vec<String> {
    let mut command = sgg();
    command.current_dir(&folder.0).env("SGG_COMPLETE", "fish").arg("--").arg("sgg").args(words);
    let run = finish(command, b"").exits(0);
    assert_eq!(run.err, "");
    run.out.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

fn files() -> Folder {
    let folder = Folder::new();
    folder.write("a b.sgg", "");
    folder.write("other.txt", "");
    folder.write("x.sgg", "");
    folder.write("sub/y.sgg", "");
    folder
}

#[test]
fn completions_for_every_shell() {
    let folder = Folder::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = folder.sgg(&["completions", shell]).exits(0).out;
        assert!(script.contains("SGG_COMPLETE") && script.contains("sgg"), "{shell}: {script}");
    }
    folder.sgg(&["completions", "tcsh"]).exits(2);
}

#[test]
fn a_tab_offers_what_fits() {
    let folder = files();
    for command in ["check", "fmt", "show", "solve"] {
        assert_eq!(offered(&folder, &[command, ""]), ["a b.sgg", "x.sgg", "sub/"], "{command}");
        assert_eq!(offered(&folder, &[command, "sub/"]), ["sub/y.sgg"], "{command}");
    }
    assert_eq!(offered(&folder, &["check", "x.sgg", "s"]), ["sub/"]);
    assert_eq!(offered(&folder, &["check", "--fo"]), ["--format"]);
    assert_eq!(offered(&folder, &["check", "--format", ""]), ["text", "json", "sarif", "github"]);
    assert_eq!(offered(&folder, &["solve", "--format="]), ["--format=text", "--format=json"]);
    assert_eq!(offered(&folder, &["check", "--budget", ""]), [""; 0]);
    assert_eq!(offered(&folder, &["new", ""]), KINDS);
    assert!(offered(&folder, &["new", "dag", ""]).contains(&"other.txt".to_owned()));
    assert_eq!(offered(&folder, &["completions", "p"]), ["powershell"]);
    assert_eq!(offered(&folder, &["help", "s"]), ["solve", "show"]);
    let commands = offered(&folder, &[""]);
    assert!(
        commands.contains(&"check".to_owned()) && !commands.contains(&"--help".to_owned()),
        "{commands:?}"
    );
}

#[test]
fn codes_and_their_levels() {
    let folder = Folder::new();
    let codes = offered(&folder, &["check", "--severity", ""]);
    assert!(codes.len() >= 22 && codes.iter().all(|code| code.ends_with('=')), "{codes:?}");
    assert_eq!(offered(&folder, &["check", "--severity", "cyc"]), ["cycle="]);
    assert_eq!(offered(&folder, &["check", "--severity", "cycle=w"]), ["cycle=warning"]);
    assert_eq!(offered(&folder, &["check", "--severity=cycle=o"]), ["--severity=cycle=off"]);
    let pages = offered(&folder, &["explain", ""]);
    assert!(["cycle", "dag", "arc", "edge", "stones"].iter().all(|word| pages.contains(&(*word).to_owned())));
    // A shell would read the one as a redirection, the command the other as the end of the flags.
    assert!(!pages.contains(&"->".to_owned()) && !pages.contains(&"--".to_owned()));
    assert_eq!(offered(&folder, &["explain", "mis"]), ["misplaced", "missing-k"]);
}

/// In the real shell, which takes words apart at `=`.
#[cfg(unix)]
#[test]
fn bash_completes() {
    let folder = files();
    let script = r#"
        complete() { :; }
        compopt() { :; }
        source <(sgg completions bash)
        words() {
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); local last=${!#}
            [[ $last == = ]] && last=
            _sgg sgg "$last" "${COMP_WORDS[COMP_CWORD - 1]}"
            local IFS='|'; echo "${COMPREPLY[*]}"
        }
        words sgg check ''
        words sgg check 'a\ '
        words sgg check '"a '
        words sgg new n
        words sgg check --severity cycle = w
        words sgg check --severity cycle =
        words sgg check --severity = cyc
        words sgg check --severity cycle=off --form
        words sgg check --severity cycle = off x
        words sgg check --budget ''
    "#;
    let program = std::path::PathBuf::from(sgg().get_program());
    let path = std::env::var("PATH").unwrap();
    let mut bash = std::process::Command::new("bash");
    bash.current_dir(&folder.0).args(["-c", script]);
    bash.env("PATH", format!("{}:{path}", program.parent().unwrap().display()));
    bash.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    bash.stderr(std::process::Stdio::piped());
    let run = finish(bash, b"").exits(0);
    assert_eq!(
        run.out.lines().collect::<Vec<_>>(),
        [
            "a b.sgg|x.sgg|sub",
            "a b.sgg",
            "a b.sgg",
            "nim",
            "warning",
            "error|warning|information|hint|off",
            "cycle=",
            "--format",
            "x.sgg",
            "",
        ]
    );
}
