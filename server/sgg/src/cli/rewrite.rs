//! Writing a file's new text back: all of it or nothing.

use super::input::{Fault, Input, What};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Replaces a file's text, and nothing else of the file: owner, group, permissions and links stay. Only while the text
/// is still the old one: somebody may have saved another one since it was read.
///
/// Where it can be, a new file takes the old one's place, so that who reads meanwhile sees the old text or the new
/// one. Where that would change more than the text, or the folder forbids it, the file is written over, with its
/// old text beside it until that is done.
pub(crate) fn rewrite(path: &Path, old: &str, new: &str) -> Result<(), Fault> {
    try_rewrite(path, old, new).map_err(|what| Fault { input: Some(Input::File(path.to_owned())), what })
}

fn try_rewrite(path: &Path, old: &str, new: &str) -> Result<(), What> {
    let path = fs::canonicalize(path).map_err(What::Io)?;
    let metadata = fs::metadata(&path).map_err(What::Io)?;
    if !metadata.is_file() {
        return Err(What::NotRegular);
    }
    if metadata.permissions().readonly() {
        return Err(What::ReadOnly);
    }
    // A new file could take the place of one that this user must not write.
    let mut file = OpenOptions::new().read(true).write(true).open(&path).map_err(What::Io)?;
    let metadata = file.metadata().map_err(What::Io)?;
    if !holds(&mut file, old.as_bytes()).map_err(What::Io)? {
        return Err(What::Changed);
    }
    // Whatever hinders it (the folder's permissions, a mount, a full disk), writing over is safe to try.
    match replaceable(&file, &metadata) && replace(&path, &metadata, new).is_ok() {
        true => Ok(()),
        false => write_over(&path, &mut file, metadata.len(), new.as_bytes()),
    }
}

/// Whether a file's text is this one; then it stands at its beginning again.
fn holds(file: &mut File, text: &[u8]) -> io::Result<bool> {
    let mut here = Vec::with_capacity(text.len());
    Read::by_ref(file).take(text.len() as u64 + 1).read_to_end(&mut here)?;
    file.rewind()?;
    Ok(here == text)
}

/// Whether a new file can be all that this one is.
fn replaceable(file: &File, metadata: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if metadata.nlink() > 1 {
            return false;
        }
    }
    // Access lists and labels: with any of them the file is kept.
    #[cfg(target_os = "linux")]
    if rustix::fs::flistxattr_query(file).is_ok_and(|length| length > 0) {
        return false;
    }
    let _ = (file, metadata);
    true
}

fn replace(path: &Path, old: &Metadata, text: &str) -> io::Result<()> {
    let (temporary, file) = create_beside(path, "tmp")?;
    let done = fill(file, old, text).and_then(|()| fs::rename(&temporary, path));
    done.inspect_err(|_| drop(fs::remove_file(&temporary)))
}

fn fill(mut file: File, old: &Metadata, text: &str) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            fchown(&file, Some(old.uid()), Some(old.gid()))?;
        }
    }
    file.set_permissions(old.permissions())?;
    file.write_all(text.as_bytes())?;
    // Without it a crash of the machine may leave the new name with no text.
    file.sync_all()
}

/// Writes a file over. Its old text is safe on disk before the first byte changes, and comes back where writing fails.
fn write_over(path: &Path, file: &mut File, old_length: u64, text: &[u8]) -> Result<(), What> {
    let (backup, mut copy) = create_backup(path).map_err(What::NoBackup)?;
    let saved = io::copy(file, &mut copy).and_then(|_| copy.sync_all());
    if let Err(error) = saved {
        let _ = fs::remove_file(&backup);
        return Err(What::NoBackup(error));
    }
    let Err(error) = fill_over(file, old_length, text) else {
        let _ = fs::remove_file(&backup);
        return Ok(());
    };
    match restore(file, &mut copy) {
        Ok(()) => {
            let _ = fs::remove_file(&backup);
            Err(What::Io(error))
        }
        Err(_) => Err(What::Spoilt { error, backup }),
    }
}

/// What the file grows by is written first: a full disk is found out before any of the old text is touched.
fn fill_over(file: &mut File, old_length: u64, text: &[u8]) -> io::Result<()> {
    let kept = usize::try_from(old_length).unwrap_or(usize::MAX).min(text.len());
    let (over, grown) = text.split_at_checked(kept).unwrap_or((text, &[]));
    if !grown.is_empty() {
        file.seek(SeekFrom::Start(old_length))?;
        file.write_all(grown)?;
        file.sync_all()?;
    }
    file.rewind()?;
    file.write_all(over)?;
    file.set_len(text.len() as u64)?;
    file.sync_all()
}

fn restore(file: &mut File, copy: &mut File) -> io::Result<()> {
    file.rewind()?;
    copy.rewind()?;
    let length = io::copy(copy, file)?;
    file.set_len(length)?;
    file.sync_all()
}

/// A place for the old text: beside the file, or with the system's temporary files where the folder takes no more.
fn create_backup(path: &Path) -> io::Result<(PathBuf, File)> {
    create_beside(path, "old").or_else(|_| create_beside(&std::env::temp_dir().join("sgg"), "old"))
}

/// A new file in the same folder, which nobody else can read.
fn create_beside(path: &Path, ending: &str) -> io::Result<(PathBuf, File)> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for attempt in 0..100 {
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}-{attempt}.{ending}", std::process::id()));
        let beside = path.with_file_name(name);
        match options.open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_saved_meanwhile_is_kept() {
        let path = std::env::temp_dir().join(format!("sgg-rewrite-{}.sgg", std::process::id()));
        fs::write(&path, "game dag\na -> b\n").unwrap();
        for old in ["game dag\n", "game dag\na -> b", "game dag\na -> b\n\n", "game dag\na -> c\n"] {
            let fault = rewrite(&path, old, "game dag\n").unwrap_err();
            assert!(matches!(fault.what, What::Changed), "{old:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), "game dag\na -> b\n");
        }
        rewrite(&path, "game dag\na -> b\n", "game dag\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "game dag\n");
        fs::remove_file(&path).unwrap();
    }
}
