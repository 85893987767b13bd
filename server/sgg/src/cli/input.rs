//! Which files are meant, and their texts.

use super::text::visible_text;
use crate::reading::{NotUtf8, decoded};
use sgg_model::language;
use sgg_syntax::Statement;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// A file may have so many bytes.
pub(crate) const FILE_BYTES_MAX: u64 = 256 << 20;

/// Where a text comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Input {
    Stdin,
    File(PathBuf),
}

impl Input {
    /// What a path on the command line means: `-` is standard input.
    pub(crate) fn named(path: &Path) -> Input {
        match path.as_os_str() == "-" {
            true => Input::Stdin,
            false => Input::File(path.to_owned()),
        }
    }

    /// Reads the whole text.
    pub(crate) fn read(&self) -> Result<String, Fault> {
        let bytes = match self {
            Input::Stdin => bounded(io::stdin().lock(), 0),
            Input::File(path) => read_file(path),
        };
        let bytes = bytes.map_err(|what| Fault { input: Some(self.clone()), what })?;
        decoded(bytes).map_err(|fault| Fault { input: Some(self.clone()), what: What::NotUtf8(fault) })
    }

    /// A file that is named is meant whatever its name. But one that is called otherwise and has no game in it was
    /// likely named by mistake, and is not to be written.
    pub(crate) fn must_be_ours(&self, text: &str) -> Result<(), Fault> {
        let Input::File(path) = self else { return Ok(()) };
        let is_game = |line: &str| matches!(language().parse(line).statement, Statement::Game(_));
        let named = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgg"));
        match named || text.trim().is_empty() || text.split(['\n', '\r']).any(is_game) {
            true => Ok(()),
            false => Err(Fault { input: Some(self.clone()), what: What::NoGame }),
        }
    }

    /// Its name for other programs.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        match self {
            Input::Stdin => Cow::Borrowed("<stdin>"),
            Input::File(path) => path.to_string_lossy(),
        }
    }
}

/// Its name for people: a name may hold whatever a terminal obeys.
impl Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible_text(&self.name()))
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, What> {
    let file = File::open(path).map_err(What::Io)?;
    let size = file.metadata().map_or(0, |metadata| metadata.len());
    bounded(file, size)
}

/// Reads no more than a file may have, whatever it says of its size: it may be a pipe or a device.
fn bounded(source: impl Read, size: u64) -> Result<Vec<u8>, What> {
    if size > FILE_BYTES_MAX {
        return Err(What::TooLarge);
    }
    // One more than the size, or the end would be found by growing the buffer.
    let mut bytes = Vec::with_capacity(size as usize + 1);
    source.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(What::Io)?;
    match bytes.len() as u64 > FILE_BYTES_MAX {
        true => Err(What::TooLarge),
        false => Ok(bytes),
    }
}

/// Why a file could not be read or written.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) input: Option<Input>,
    pub(crate) what: What,
}

#[derive(Debug)]
pub(crate) enum What {
    Io(io::Error),
    NotUtf8(NotUtf8),
    TooLarge,
    /// Something else, in words.
    Words(String),
    /// It looks like a file of another sort.
    NoGame,
    /// Nothing that a text could be written back to.
    NotRegular,
    ReadOnly,
    /// Its text is another one than that which was read.
    Changed,
    /// The old text can't be kept while the new one is written.
    NoBackup(io::Error),
    /// Neither the new text nor the old one could be written.
    Spoilt {
        error: io::Error,
        backup: PathBuf,
    },
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(input) = &self.input {
            write!(f, "{input}: ")?;
        }
        match &self.what {
            What::Io(error) => Words(error).fmt(f),
            What::NotUtf8(fault) => fault.fmt(f),
            What::TooLarge => f.write_str("limit: a file may have 256 MiB at most"),
            What::Words(words) => f.write_str(&visible_text(words)),
            What::NoGame => {
                f.write_str("neither called `.sgg` nor with a `game` in it, so nothing is written to it")
            }
            What::NotRegular => f.write_str("not a regular file, so nothing is written to it"),
            What::Changed => f.write_str(
                "the file was saved by somebody else meanwhile, so nothing is written to it; run it again",
            ),
            What::ReadOnly => f.write_str("the file is read-only, so nothing is written to it"),
            What::NoBackup(error) => write!(
                f,
                "nothing is written, for its text could not be kept meanwhile, neither beside it nor in {}: {}",
                visible_text(&std::env::temp_dir().to_string_lossy()),
                Words(error)
            ),
            What::Spoilt { error, backup } => write!(
                f,
                "only a part was written: {}; the old text is in {}",
                Words(error),
                visible_text(&backup.to_string_lossy())
            ),
        }
    }
}

/// The system's error, in words where they are known.
struct Words<'a>(&'a io::Error);

impl Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.kind() {
            io::ErrorKind::NotFound => f.write_str("there is no such file or folder"),
            io::ErrorKind::PermissionDenied => f.write_str("permission denied"),
            io::ErrorKind::IsADirectory => f.write_str("this is a folder, not a file"),
            io::ErrorKind::StorageFull => f.write_str("the disk is full"),
            _ => write!(f, "{}", self.0),
        }
    }
}

/// The inputs that some paths mean, each once: the paths in their order, what is in a folder by name. Folders are
/// walked for `.sgg` files that no `.gitignore` excludes; a file that is named is meant whatever its name.
pub(crate) fn find(paths: &[PathBuf]) -> (Vec<Input>, Vec<Fault>) {
    let mut found = Found::default();
    if paths.is_empty() {
        found.walk(Path::new("."));
    }
    for path in paths {
        match Input::named(path) {
            Input::File(path) if path.is_dir() => found.walk(&path),
            input => found.add(input),
        }
    }
    (found.inputs, found.faults)
}

#[derive(Default)]
struct Found {
    inputs: Vec<Input>,
    faults: Vec<Fault>,
    seen: HashSet<Input>,
}

impl Found {
    fn add(&mut self, input: Input) {
        let input = match input {
            Input::File(path) => Input::File(without_dots(path)),
            Input::Stdin => Input::Stdin,
        };
        if self.seen.insert(input.clone()) {
            self.inputs.push(input);
        }
    }

    fn walk(&mut self, folder: &Path) {
        let mut walk = ignore::WalkBuilder::new(folder);
        walk.require_git(false).sort_by_file_name(|a, b| a.cmp(b));
        for entry in walk.build() {
            match entry {
                Ok(entry) => self.entry(entry),
                Err(error) => {
                    self.faults.push(Fault { input: None, what: What::Words(error.to_string()) });
                }
            }
        }
    }

    fn entry(&mut self, entry: ignore::DirEntry) {
        let named = entry.path().extension().is_some_and(|extension| extension == "sgg");
        let Some(kind) = entry.file_type().filter(|kind| named && !kind.is_dir()) else { return };
        let input = Input::File(entry.into_path());
        let Input::File(path) = &input else { return };
        match path.metadata() {
            Ok(metadata) if metadata.is_file() => self.add(input),
            // A link that leads nowhere, or round: whoever named it meant a file.
            Err(error) if kind.is_symlink() => {
                let what = match error.kind() {
                    io::ErrorKind::NotFound => What::Words(DANGLING.to_owned()),
                    _ => What::Io(error),
                };
                self.faults.push(Fault { input: Some(Input::File(without_dots(path.clone()))), what });
            }
            // Another sort of file, a link to a folder, or one that has just gone.
            _ => {}
        }
    }
}

/// What a link of that name leads to can't be found.
const DANGLING: &str = "this is a link to a file that is not there";

/// `./a` and `a` are one file, and the shorter name is the better one to read.
fn without_dots(path: PathBuf) -> PathBuf {
    let short: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
    if short.as_os_str().is_empty() { path } else { short }
}
