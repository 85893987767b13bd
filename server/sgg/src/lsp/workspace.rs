//! The `.sgg` files of the workspace's folders that are not open: read from disk when they are asked for.
//!
//! Which ones there are is kept ([`listing`]), and a little of what was read of them ([`shelf`]). A file's time and size
//! say whether what was read of it before still holds.

mod listing;
mod shelf;

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, UNIX_EPOCH};

use sgg_game::{Meter, Progress};
use sgg_model::Document;
use tokio::sync::oneshot;

use super::call::{Cancel, Stop};
use super::log;
use super::position::Encoding;
use super::protocol::Uri;
use super::snapshot::Snapshot;
use crate::reading::{NotUtf8, decoded};
use listing::Listing;
use shelf::{Shelf, Version};

/// Larger files are for whoever opens them.
const FILE_BYTES_MAX: u64 = 4 * 1024 * 1024;
/// Steps of solving for one file: a second or so. What is not settled by then is `?`.
const STEPS_MAX: u64 = 120_000_000;
/// A client that says when files change may not say it of whole folders: what is known is looked over after so long.
const TRUSTED_MAX: Duration = Duration::from_secs(10);

/// The folders, and whether their files may be others than when they were last looked through.
#[derive(Default)]
pub(crate) struct Workspace {
    folders: Vec<PathBuf>,
    looked_through: bool,
    /// The client says when files change.
    pub(crate) watched: bool,
    /// Of what is open something was told that was not settled.
    pub(crate) told_early: bool,
    /// Requests that wait for a change.
    waiting: Vec<oneshot::Sender<()>>,
    /// The search for symbols that is going on.
    search: Option<Cancel>,
    /// Another one whenever files may be others.
    demand: u64,
    demanded: Option<Instant>,
    listing: Listing,
    shelf: Shelf,
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
        self.demanded = None;
        self.looked_through = false;
        let waited = !self.waiting.is_empty();
        self.waiting.drain(..).for_each(|waiting| _ = waiting.send(()));
        waited
    }

    /// Documents are settled now: who was told of them too early need not wait for a change. Whether a request did.
    pub(crate) fn settled(&mut self) -> bool {
        if !std::mem::take(&mut self.told_early) {
            return false;
        }
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

    /// A search for symbols begins. The one before is for a word that a person has typed on from.
    pub(crate) fn search(&mut self, cancel: &Cancel) {
        if let Some(older) = self.search.replace(cancel.clone()) {
            older.stop(Stop::Stale);
        }
    }

    /// The files that are not open, to be read by whoever takes this along. `blank`: a snapshot of no file, with all
    /// that files have in common. `stamp`: which settings answers hold for.
    pub(crate) fn unopened(
        &mut self,
        open: Vec<String>,
        node_budget: Option<u64>,
        stamp: String,
        blank: Snapshot,
    ) -> Unopened {
        let trusted = self.demanded.is_some_and(|demanded| demanded.elapsed() < TRUSTED_MAX);
        if !self.watched || !trusted {
            self.demand += 1;
            self.demanded = Some(Instant::now());
        }
        Unopened {
            folders: self.folders.clone(),
            demand: self.demand,
            open,
            node_budget,
            stamp,
            listing: self.listing.clone(),
            shelf: self.shelf.clone(),
            blank,
        }
    }
}

/// What is needed to read files that are not open, on another thread.
pub(crate) struct Unopened {
    folders: Vec<PathBuf>,
    demand: u64,
    /// The URIs of open documents: what the editor says of them counts, not the disk.
    open: Vec<String>,
    node_budget: Option<u64>,
    stamp: String,
    listing: Listing,
    shelf: Shelf,
    blank: Snapshot,
}

/// A file that is there and not open.
pub(crate) struct Found {
    path: PathBuf,
    pub(crate) uri: String,
    version: Version,
    /// Another one when the file, or what is told of it, may be another.
    pub(crate) result_id: String,
}

impl Unopened {
    /// The files, each once whatever ways lead to it, in the order of their paths. Those that were come to when the
    /// work is stopped.
    pub(crate) fn find(&self, cancel: &Cancel) -> Vec<Found> {
        let Some(files) = self.listing.files(&self.folders, self.demand, cancel) else { return Vec::new() };
        self.shelf.sweep(&files);
        let open = self.open.iter().filter_map(|uri| std::fs::canonicalize(path_of(uri)?).ok());
        let open: HashSet<PathBuf> = open.collect();
        let files = files.iter().take_while(|_| !cancel.is_stopped());
        let unopened = files.filter(|file| !open.contains(&file.real));
        unopened.filter_map(|file| self.look(&file.path, &file.uri)).collect()
    }

    /// A single file, if there is one and it belongs to a folder of the workspace.
    pub(crate) fn find_one(&self, uri: &str) -> Option<Found> {
        let path = path_of(uri)?;
        let within = self.folders.iter().any(|folder| path.starts_with(folder));
        if !within || path.extension().is_none_or(|extension| extension != "sgg") {
            return None;
        }
        self.look(&path, uri)
    }

    fn look(&self, path: &Path, uri: &str) -> Option<Found> {
        let metadata = std::fs::metadata(path).ok()?;
        if !metadata.is_file() || metadata.len() > FILE_BYTES_MAX {
            return None;
        }
        let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let version = Version {
            changed: changed.unwrap_or_default().as_nanos(),
            bytes: metadata.len(),
            node_budget: self.node_budget,
        };
        let result_id = format!("{}.{}.{}", self.stamp, version.changed, version.bytes);
        Some(Found { path: path.to_owned(), uri: uri.to_owned(), version, result_id })
    }

    /// Reads and solves a file.
    pub(crate) fn solve(&self, found: &Found, cancel: &Cancel) -> Result<Snapshot, Unread> {
        self.get(found, true, || {
            if cancel.is_stopped() {
                return Err(Unread::Passed);
            }
            let mut document = document(found)?;
            let mut meter = Meter { left: STEPS_MAX, ..Meter::new(cancel.flag()) };
            meter.node_budget = self.node_budget.unwrap_or(meter.node_budget);
            let _: Progress = document.solve(&mut meter);
            if cancel.is_stopped() { Err(Unread::Passed) } else { Ok(document) }
        })
    }

    /// Reads a file; it is solved only if it was before.
    pub(crate) fn read(&self, found: &Found) -> Result<Snapshot, Unread> {
        self.get(found, false, || document(found))
    }

    /// A file from the shelf, or else as it is read now.
    fn get(
        &self,
        found: &Found,
        solved: bool,
        read: impl FnOnce() -> Result<Document, Unread>,
    ) -> Result<Snapshot, Unread> {
        let file = match self.shelf.get(&found.uri, &found.version, solved) {
            Some(file) => file,
            None => {
                let file = read()?.snapshot().clone();
                self.shelf.put(&found.uri, &found.version, &file, solved);
                file
            }
        };
        let (uri, result_id) = (found.uri.clone(), Some(found.result_id.clone()));
        Ok(Snapshot { uri, file, result_id, ..self.blank.clone() })
    }

    /// What columns count.
    pub(crate) fn encoding(&self) -> Encoding {
        self.blank.encoding
    }
}

/// Why there is no snapshot of a file.
pub(crate) enum Unread {
    NotUtf8(NotUtf8),
    /// It is gone or has grown too large, or nobody waits for it any more.
    Passed,
}

/// A file from disk; it may have grown since it was looked at.
fn document(found: &Found) -> Result<Document, Unread> {
    let mut bytes = Vec::new();
    let file = File::open(&found.path).map_err(|_| Unread::Passed)?;
    file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(|_| Unread::Passed)?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(Unread::Passed);
    }
    Ok(Document::open(&decoded(bytes).map_err(Unread::NotUtf8)?))
}

/// The path of a `file:` URI.
pub(crate) fn path_of(uri: &str) -> Option<PathBuf> {
    let uri = uri.parse::<Uri>().ok().filter(|uri| uri.scheme().as_str().eq_ignore_ascii_case("file"))?;
    uri.to_file_path().map(|path| path.into_owned())
}
