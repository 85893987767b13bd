//! Writing a file's new text back: all of it or nothing.

use super::input::{Fault, Input, What};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces a file's text. Who reads meanwhile sees the old text or the new one; permissions stay, and so does a
/// symbolic link.
pub(crate) fn rewrite(path: &Path, text: &str) -> Result<(), Fault> {
    try_rewrite(path, text).map_err(|what| Fault { input: Some(Input::File(path.to_owned())), what })
}

fn try_rewrite(path: &Path, text: &str) -> Result<(), What> {
    let path = fs::canonicalize(path).map_err(What::Io)?;
    let metadata = fs::metadata(&path).map_err(What::Io)?;
    if !metadata.is_file() {
        return Err(What::NotRegular);
    }
    if metadata.permissions().readonly() {
        return Err(What::ReadOnly);
    }
    let (temporary, file) = temporary_beside(&path).map_err(What::Io)?;
    let done = fill(file, &metadata, text).and_then(|()| fs::rename(&temporary, &path));
    done.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        What::Io(error)
    })
}

fn fill(mut file: File, metadata: &Metadata, text: &str) -> io::Result<()> {
    file.set_permissions(metadata.permissions())?;
    file.write_all(text.as_bytes())?;
    // Without it a crash of the machine may leave the new name with no text.
    file.sync_all()
}

/// A new file in the same folder, so that a rename is enough.
fn temporary_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for attempt in 0..100 {
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}-{attempt}.tmp", std::process::id()));
        let temporary = path.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}
