//! What becomes of a file that `fmt` and `check --fix` write.

use super::support::{Folder, finish, sgg};
use std::fs;

const UGLY: &str = "game   dag\na ->   b\n";
const FINE: &str = "game dag\n  a -> b\n";
const TWICE: &str = "game dag\n  a -> b\n  a -> b\n";

/// Writes it in both ways, and leaves the rest to the caller.
fn write_over(folder: &Folder, name: &str) {
    folder.write(name, UGLY);
    folder.sgg(&["fmt", name]).exits(0);
    assert_eq!(folder.read(name), FINE);
    folder.write(name, TWICE);
    folder.sgg(&["check", "--fix", name]).exits(0);
    assert_eq!(folder.read(name), FINE);
}

#[test]
fn only_the_text_of_a_file_changes() {
    let folder = Folder::new();
    folder.write("a.sgg", UGLY);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
        let path = folder.0.join("a.sgg");
        // Only an administrator may give a file away; others keep their own.
        let _ = chown(&path, Some(1234), Some(4321));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let before = fs::metadata(&path).unwrap();
        write_over(&folder, "a.sgg");
        let after = fs::metadata(&path).unwrap();
        assert_eq!((after.uid(), after.gid(), after.mode()), (before.uid(), before.gid(), before.mode()));
    }
    write_over(&folder, "a.sgg");
    assert_eq!(folder.names(), ["a.sgg"]);
}

/// As access lists and labels are, which only some systems have.
#[cfg(target_os = "linux")]
#[test]
fn extended_attributes_stay() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    let folder = Folder::new();
    folder.write("a.sgg", UGLY);
    let path = folder.0.join("a.sgg");
    let set = setxattr(&path, "user.sgg", b"kept", XattrFlags::empty());
    write_over(&folder, "a.sgg");
    let mut value = [0; 8];
    let length = getxattr(&path, "user.sgg", &mut value);
    match set {
        Ok(()) => assert_eq!(length.map(|length| &value[..length]), Ok(&b"kept"[..])),
        // The file system has none.
        Err(error) => {
            assert_eq!((error, length), (rustix::io::Errno::NOTSUP, Err(rustix::io::Errno::NOTSUP)))
        }
    }
    assert_eq!(folder.names(), ["a.sgg"]);
}

#[cfg(unix)]
#[test]
fn links_stay_links() {
    let folder = Folder::new();
    folder.write("a.sgg", UGLY);
    fs::hard_link(folder.0.join("a.sgg"), folder.0.join("hard.txt")).unwrap();
    std::os::unix::fs::symlink("a.sgg", folder.0.join("soft.sgg")).unwrap();
    write_over(&folder, "a.sgg");
    assert_eq!(folder.read("hard.txt"), FINE);
    write_over(&folder, "soft.sgg");
    assert_eq!(folder.read("hard.txt"), FINE);
    // A text that gets shorter leaves nothing behind its end.
    folder.write("a.sgg", "game dag\n\n\n\n\n\n\n\n\n\n");
    folder.sgg(&["fmt", "hard.txt"]).exits(0);
    assert_eq!(folder.read("a.sgg"), "game dag\n");
    assert!(fs::symlink_metadata(folder.0.join("soft.sgg")).unwrap().is_symlink());
    assert_eq!(folder.names(), ["a.sgg", "hard.txt", "soft.sgg"]);
}

/// An administrator may write anything: this says more for everyone else.
#[cfg(unix)]
#[test]
fn what_may_be_written_is_written_and_nothing_else() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let set = |name: &str, mode: u32| {
        fs::set_permissions(folder.0.join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    folder.write("closed/a.sgg", UGLY);
    set("closed", 0o555);
    folder.sgg(&["fmt", "closed/a.sgg"]).exits(0);
    set("closed", 0o755);
    assert_eq!(folder.read("closed/a.sgg"), FINE);
    folder.write("a.sgg", UGLY);
    set("a.sgg", 0o444);
    let run = folder.sgg(&["fmt", "a.sgg"]).exits(2);
    assert_eq!(run.err, "error: a.sgg: the file is read-only, so nothing is written to it\n");
    assert_eq!(folder.read("a.sgg"), UGLY);
}

/// A file may grow to one or two kilobytes (shells count in blocks of either), the text to nearly three.
#[cfg(unix)]
#[test]
fn a_text_that_finds_no_room_leaves_the_old_one() {
    let folder = Folder::new();
    let text = format!("game addsub\nround\n{}stones a\n", "#\n".repeat(490));
    folder.write("alone.sgg", &text);
    folder.write("linked.sgg", &text);
    fs::hard_link(folder.0.join("linked.sgg"), folder.0.join("other.txt")).unwrap();
    for name in ["alone.sgg", "linked.sgg"] {
        let mut shell = std::process::Command::new("sh");
        let script = "trap '' XFSZ; ulimit -f 2; exec \"$@\"";
        shell.current_dir(&folder.0).args(["-c", script, "sh"]).arg(sgg().get_program()).args(["fmt", name]);
        shell.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        shell.stderr(std::process::Stdio::piped());
        let run = finish(shell, b"").exits(2);
        assert!(run.err.starts_with(&format!("error: {name}: ")), "{}", run.err);
        assert_eq!(run.out, "");
        assert_eq!(folder.read(name), text);
    }
    assert_eq!(folder.names(), ["alone.sgg", "linked.sgg", "other.txt"]);
    // With room it is written.
    folder.sgg(&["fmt", "linked.sgg"]).exits(0);
    assert!(folder.read("other.txt").len() > 2_900);
}
