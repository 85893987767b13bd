//! Files from disk that were read, and perhaps solved, before: a little of them is kept, for solving may have taken
//! long.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sgg_model::Snapshot;

use super::listing::File;

/// Of files that were read so many bytes are kept, about.
const BYTES_MAX: usize = 64 * 1024 * 1024;
/// What a file takes, about: beside its text for itself, for each of its games, nodes and arcs.
const FILE_BYTES: usize = 2_000;
const GAME_BYTES: usize = 3_000;
const NODE_BYTES: usize = 100;
const ARC_BYTES: usize = 40;

/// What a file's values depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Version {
    /// Nanoseconds.
    pub(super) changed: u128,
    pub(super) bytes: u64,
    pub(super) node_budget: Option<u64>,
}

/// Locked by whoever reads files, for no longer than it takes to find one.
#[derive(Clone, Default)]
pub(crate) struct Shelf(Arc<Mutex<Shelved>>);

#[derive(Default)]
struct Shelved {
    files: HashMap<String, Kept>,
    bytes: usize,
    /// Files that are none of these were put away.
    swept: Arc<[File]>,
}

struct Kept {
    version: Version,
    file: Arc<Snapshot>,
    /// It was solved as far as it is to be.
    solved: bool,
    bytes: usize,
}

impl Shelf {
    /// A file as it was read, and solved where that is asked for.
    pub(super) fn get(&self, uri: &str, version: &Version, solved: bool) -> Option<Arc<Snapshot>> {
        let shelved = self.lock();
        let kept = shelved.files.get(uri).filter(|kept| kept.version == *version)?;
        (kept.solved || !solved).then(|| kept.file.clone())
    }

    /// Keeps a file, if there is room. Others are not put away for it: they are asked for one after the other, and
    /// the one that has waited longest is the one that is wanted next.
    pub(super) fn put(&self, uri: &str, version: &Version, file: &Arc<Snapshot>, solved: bool) {
        let mut shelved = self.lock();
        shelved.put_away(uri);
        let bytes = size(file);
        if shelved.bytes + bytes <= BYTES_MAX {
            shelved.bytes += bytes;
            let kept = Kept { version: version.clone(), file: file.clone(), solved, bytes };
            shelved.files.insert(uri.to_owned(), kept);
        }
    }

    /// Puts away all other files: they are there no more.
    pub(super) fn sweep(&self, files: &Arc<[File]>) {
        let mut shelved = self.lock();
        if Arc::ptr_eq(&shelved.swept, files) {
            return;
        }
        let there: HashSet<&str> = files.iter().map(|file| file.uri.as_str()).collect();
        let gone = shelved.files.keys().filter(|uri| !there.contains(uri.as_str()));
        for uri in gone.cloned().collect::<Vec<_>>() {
            shelved.put_away(&uri);
        }
        shelved.swept = files.clone();
    }

    fn lock(&self) -> MutexGuard<'_, Shelved> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelved {
    fn put_away(&mut self, uri: &str) {
        self.bytes -= self.files.remove(uri).map_or(0, |kept| kept.bytes);
    }
}

fn size(file: &Snapshot) -> usize {
    let game = |game: &sgg_model::Game| {
        GAME_BYTES + game.node_count() * NODE_BYTES + game.board().graph().arc_count() * ARC_BYTES
    };
    file.text.rope.len_bytes() + FILE_BYTES + file.games().map(game).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgg_model::Document;
    use std::path::PathBuf;

    fn version(changed: u128) -> Version {
        Version { changed, bytes: 1, node_budget: None }
    }

    #[test]
    fn what_was_read_of_another_version_or_not_solved_is_not_given() {
        let (shelf, file) = (Shelf::default(), Document::open("game dag\n").snapshot().clone());
        shelf.put("a", &version(1), &file, false);
        assert!(shelf.get("a", &version(1), false).is_some());
        assert!(shelf.get("a", &version(1), true).is_none());
        assert!(shelf.get("a", &version(2), false).is_none());
        assert!(shelf.get("a", &Version { node_budget: Some(1), ..version(1) }, false).is_none());
        shelf.put("a", &version(2), &file, true);
        assert!(shelf.get("a", &version(2), true).is_some() && shelf.get("a", &version(2), false).is_some());
        assert_eq!(shelf.lock().bytes, size(&file));
    }

    #[test]
    fn a_full_shelf_keeps_what_it_has_until_that_is_gone() {
        let shelf = Shelf::default();
        // A little text may stand for a large game.
        let large = Document::open("game dag\n0..299999 ->\n").snapshot().clone();
        for uri in ["a", "b", "c"] {
            shelf.put(uri, &version(1), &large, true);
        }
        let kept = |uri: &str| shelf.get(uri, &version(1), true).is_some();
        assert_eq!(["a", "b", "c"].map(kept), [true, true, false]);
        let file = |uri: &str| File { path: PathBuf::new(), real: PathBuf::new(), uri: uri.to_owned() };
        let there: Arc<[File]> = [file("b"), file("c")].into();
        shelf.sweep(&there);
        shelf.put("c", &version(1), &large, true);
        assert_eq!(["a", "b", "c"].map(kept), [false, true, true]);
    }
}
