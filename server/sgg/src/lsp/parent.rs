//! The client's process: when it is gone, so are we.
//!
//! Standard input usually ends with it, but not where a grandchild has inherited the pipe's other end.

use std::time::Duration;

use super::log;

const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Looks for the process until it is gone; then ends this one.
/// Only on Linux, which shows processes as files; elsewhere the end of standard input has to do.
pub(crate) fn watch(process: u32) {
    // As a container's first process we see none of the client's: its number means nothing here.
    // Where processes are not shown at all, not even this one, nothing is known of the client's either.
    if !cfg!(target_os = "linux") || std::process::id() == 1 || birth(std::process::id()).is_none() {
        return;
    }
    let watch = move || {
        let born = birth(process);
        while born.is_some() && birth(process) == born {
            std::thread::sleep(LOOK_EVERY);
        }
        log::line(format_args!("the client's process {process} is gone"));
        log::flush();
        std::process::exit(1);
    };
    if let Err(error) = std::thread::Builder::new().name("parent".into()).spawn(watch) {
        log::line(format_args!("the client's process is not watched: {error}"));
    }
}

/// When a process was started, so that a later one with the same number is told apart. `None`: there is none, or
/// it has ended and nobody has asked for its exit code yet.
fn birth(process: u32) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the program's name in parentheses, and may hold anything.
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    let state = fields.next()?;
    if matches!(state, "Z" | "X") { None } else { fields.nth(18).map(str::to_owned) }
}
