//! The `.sgg` files of the workspace's folders that are not open: read from disk whenever they are asked for.
//!
//! A file's time and size say whether what was read of it before still holds. A little of that is kept: solving may
//! have taken long.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use sgg_game::{Meter, Progress};
use sgg_model::Document;
use tokio::sync::oneshot;

use super::call::Cancel;
use super::documents::Snapshot;
use super::log;
use super::protocol::Uri;

/// A workspace may be somebody's whole home: so much of it is looked at.
const FILES_MAX: usize = 2_000;
const ENTRIES_MAX: usize = 50_000;
const DEPTH_MAX: usize = 32;
/// Larger files are for whoever opens them.
const FILE_BYTES_MAX: u64 = 4 * 1024 * 1024;
/// Steps of solving for one file: a second or so. What is not settled by then is `?`.
const STEPS_MAX: u64 = 120_000_000;
/// Of files that were read and solved so many bytes of text are kept.
const SHELF_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Steps between two looks at whether the work is still wanted.
const STEPS_BETWEEN: u64 = 40_000_000;

/// The folders, and whether their files may be others than when they were last looked through.
#[derive(Default)]
pub(crate) struct Workspace {
    pub(crate) folders: Vec<PathBuf>,
    looked_through: bool,
    /// The client says when files change.
    pub(crate) watched: bool,
    /// Requests that wait for a change.
    waiting: Vec<oneshot::Sender<()>>,
    pub(crate) shelf: Shelf,
}

/// Files that were read and solved. Locked by whoever reads files, for no longer than it takes to find one.
#[derive(Clone, Default)]
pub(crate) struct Shelf(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    files: HashMap<String, (String, Arc<sgg_model::Snapshot>)>,
    bytes: usize,
}

impl Shelf {
    fn get(&self, found: &Found) -> Option<Arc<sgg_model::Snapshot>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (id, file) = kept.files.get(&found.uri)?;
        (*id == found.result_id).then(|| file.clone())
    }

    fn put(&self, found: &Found, file: &Arc<sgg_model::Snapshot>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.bytes += file.text.rope.len_bytes();
        if kept.bytes > SHELF_BYTES_MAX {
            *kept = Kept { bytes: file.text.rope.len_bytes(), ..Kept::default() };
        }
        kept.files.insert(found.uri.clone(), (found.result_id.clone(), file.clone()));
    }
}

impl Workspace {
    /// Takes folders in. Whether they are there is seen when they are looked through, not here: a disk may be slow.
    pub(crate) fn add(&mut self, uris: impl Iterator<Item = String>) {
        for uri in uris {
            match path_of(&uri) {
                Some(path) if !self.folders.contains(&path) => self.folders.push(path),
                Some(_) => {}
                None => log::line(format_args!("{uri} is no folder on disk: it is passed over")),
            }
        }
        self.changed();
    }

    pub(crate) fn remove(&mut self, uris: impl Iterator<Item = String>) {
        let gone: Vec<PathBuf> = uris.filter_map(|uri| path_of(&uri)).collect();
        self.folders.retain(|folder| !gone.contains(folder));
        self.changed();
    }

    /// Files may be others; whether a request waited for that.
    pub(crate) fn changed(&mut self) -> bool {
        self.looked_through = false;
        let waited = !self.waiting.is_empty();
        self.waiting.drain(..).for_each(|waiting| _ = waiting.send(()));
        waited
    }

    /// The files are looked through now.
    pub(crate) fn look_through(&mut self) {
        self.looked_through = true;
    }

    /// Resolves when files may be others; none where they may be already, or where nobody would say so.
    pub(crate) fn wait_for_change(&mut self) -> Option<oneshot::Receiver<()>> {
        if !self.watched || !self.looked_through {
            return None;
        }
        let (sender, receiver) = oneshot::channel();
        // One loop of the client's is enough: an older request gets its answer.
        self.waiting.drain(..).for_each(|waiting| _ = waiting.send(()));
        self.waiting.push(sender);
        Some(receiver)
    }
}

/// What is needed to read them, taken along to another thread.
pub(crate) struct Unopened {
    pub(crate) folders: Vec<PathBuf>,
    /// The URIs of open documents: what the editor says of them counts, not the disk.
    pub(crate) open: Vec<String>,
    pub(crate) node_budget: Option<u64>,
    /// Which settings answers hold for.
    pub(crate) stamp: String,
    pub(crate) shelf: Shelf,
    /// A snapshot of no file, with all that files have in common.
    pub(crate) blank: Snapshot,
}

/// A file that is there and not open.
pub(crate) struct Found {
    path: PathBuf,
    pub(crate) uri: String,
    /// Another one when the file may be another.
    pub(crate) result_id: String,
}

impl Unopened {
    /// The files, each once whatever ways lead to it, in the order of their paths within each folder.
    pub(crate) fn find(&self, cancel: &Cancel) -> Vec<Found> {
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        let open = self.open.iter().filter_map(|uri| real(&path_of(uri)?));
        let mut seen: HashSet<PathBuf> = open.collect();
        let mut found = Vec::new();
        for folder in &self.folders {
            // Links to folders are not followed, so that there is no way in circles.
            let mut walk = ignore::WalkBuilder::new(folder);
            walk.require_git(false).max_depth(Some(DEPTH_MAX)).sort_by_file_name(|a, b| a.cmp(b));
            for entry in walk.build().take(ENTRIES_MAX).flatten() {
                if cancel.is_stopped() {
                    return found;
                }
                let path = entry.path();
                let named = path.extension().is_some_and(|extension| extension == "sgg");
                // A folder, a pipe or a device may be called so too.
                if !named || !path.is_file() || !real(path).is_some_and(|real| seen.insert(real)) {
                    continue;
                }
                if found.len() == FILES_MAX {
                    log::line(format_args!(
                        "of {} the first {FILES_MAX} files are looked at",
                        folder.display()
                    ));
                    return found;
                }
                found.extend(self.look(path));
            }
        }
        found
    }

    /// A single file, if there is one and it belongs to a folder of the workspace.
    pub(crate) fn find_one(&self, uri: &str) -> Option<Found> {
        let path = path_of(uri)?;
        let within = self.folders.iter().any(|folder| path.starts_with(folder));
        if !within || !path.is_file() || path.extension().is_none_or(|extension| extension != "sgg") {
            return None;
        }
        Some(Found { uri: uri.to_owned(), ..self.look(&path)? })
    }

    fn look(&self, path: &Path) -> Option<Found> {
        let metadata = std::fs::metadata(path).ok()?;
        if metadata.len() > FILE_BYTES_MAX {
            return None;
        }
        let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let changed = changed.unwrap_or_default().as_nanos();
        let result_id = format!("{}.{changed}.{}", self.stamp, metadata.len());
        let uri = Uri::from_file_path(path)?.as_str().to_owned();
        Some(Found { path: path.to_owned(), uri, result_id })
    }

    /// Reads and solves a file. None where it can't be read as text, or nobody waits for it any more.
    pub(crate) fn solve(&self, found: &Found, cancel: &Cancel) -> Option<Snapshot> {
        let file = match self.shelf.get(found) {
            Some(file) => file,
            None => {
                let file = self.solved(found, cancel)?;
                self.shelf.put(found, &file);
                file
            }
        };
        Some(self.snapshot(found, file))
    }

    fn solved(&self, found: &Found, cancel: &Cancel) -> Option<Arc<sgg_model::Snapshot>> {
        let mut document = document(found)?;
        let never = AtomicBool::new(false);
        for _ in 0..STEPS_MAX / STEPS_BETWEEN {
            let mut meter = Meter { left: STEPS_BETWEEN, ..Meter::new(&never) };
            meter.node_budget = self.node_budget.unwrap_or(meter.node_budget);
            if document.solve(&mut meter) == Progress::Done || cancel.is_stopped() {
                break;
            }
        }
        (!cancel.is_stopped()).then(|| document.snapshot().clone())
    }

    /// Reads a file; it is solved only if it was before. None where it can't be read as text.
    pub(crate) fn read(&self, found: &Found) -> Option<Snapshot> {
        let file = match self.shelf.get(found) {
            Some(file) => file,
            None => document(found)?.snapshot().clone(),
        };
        Some(self.snapshot(found, file))
    }

    fn snapshot(&self, found: &Found, file: Arc<sgg_model::Snapshot>) -> Snapshot {
        let (uri, result_id) = (found.uri.clone(), Some(found.result_id.clone()));
        Snapshot { uri, file, result_id, ..self.blank.clone() }
    }
}

/// A file from disk; it may have grown since it was looked at.
fn document(found: &Found) -> Option<Document> {
    let mut bytes = Vec::new();
    let file = File::open(&found.path).ok()?;
    file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8(bytes).ok().filter(|text| text.len() as u64 <= FILE_BYTES_MAX)?;
    Some(Document::open(&text))
}

/// The path of a `file:` URI.
pub(crate) fn path_of(uri: &str) -> Option<PathBuf> {
    let uri = uri.parse::<Uri>().ok().filter(|uri| uri.scheme().as_str().eq_ignore_ascii_case("file"))?;
    uri.to_file_path().map(|path| path.into_owned())
}
