//! Which `.sgg` files there are: looked for once, and from then on only in folders that have changed.
//!
//! Looking is done in small steps by whoever wants to know, and what one has come to the others go on from. So nobody
//! looks twice for the same, and who is not waited for any more leaves off between two steps.
//!
//! A folder's time says whether files came to it or went. A file's own changes are not looked at here: who reads it
//! looks at its time and size.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::Metadata;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use ignore::{DirEntry, Walk, WalkBuilder};

use super::super::call::Cancel;
use super::super::log;
use super::super::protocol::Uri;

/// A workspace may be somebody's whole home: so much of it is looked at.
const FILES_MAX: usize = 2_000;
const ENTRIES_MAX: usize = 50_000;
const DEPTH_MAX: usize = 32;
/// Steps, each a folder or an entry of one, between two looks at whether anybody waits.
const STEPS: usize = 64;
/// A folder that changed so shortly before it was read may have changed again without another time: clocks of file
/// systems tick slowly.
const TICK_MAX: Duration = Duration::from_secs(2);
/// Files that say what in a folder is passed over.
const IGNORING: [&str; 2] = [".gitignore", ".ignore"];

/// A file that there was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct File {
    pub(super) path: PathBuf,
    /// Its path without links.
    pub(super) real: PathBuf,
    pub(super) uri: String,
}

/// The files of some folders, as far as they are known.
#[derive(Clone, Default)]
pub(super) struct Listing(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    folders: BTreeMap<PathBuf, Folder>,
    /// How many entries they have.
    entries: usize,
    /// It was told that not all of them are looked at.
    told_full: bool,
    /// Looking has begun for this demand, and is not done.
    looking: Option<Look>,
    /// The newest demand that the files are known for.
    known_for: u64,
    files: Arc<[File]>,
}

/// What is left of looking.
struct Look {
    demand: u64,
    roots: Vec<PathBuf>,
    /// Known folders up to here are looked at again.
    checked: Option<PathBuf>,
    /// Folders that are to be read.
    unread: Vec<Unread>,
    /// The one that is being read.
    reading: Option<(Unread, Walk)>,
    changed: bool,
}

struct Unread {
    path: PathBuf,
    depth: usize,
    /// With all folders within it, not itself alone.
    deep: bool,
    /// The folders that were seen in it; where it stands alone.
    within: BTreeSet<PathBuf>,
    /// It was not read to its end.
    cut: bool,
}

impl Unread {
    fn new(path: PathBuf, depth: usize, deep: bool) -> Self {
        Self { path, depth, deep, within: BTreeSet::new(), cut: false }
    }
}

/// A folder that was read.
struct Folder {
    /// How far it is below the workspace's folder.
    depth: usize,
    /// The demand that it was read for.
    read_for: u64,
    stamp: Stamp,
    /// It may have changed without another stamp.
    unsure: bool,
    entries: usize,
    files: Vec<File>,
}

/// Another one when a folder's entries, or what is passed over, may be others.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp {
    changed: SystemTime,
    ignoring: [Option<(SystemTime, u64)>; IGNORING.len()],
}

impl Stamp {
    fn of(folder: &Path) -> Option<Stamp> {
        let changed = folder_time(folder)?;
        Some(Stamp { changed, ignoring: IGNORING.map(|name| ignoring(folder, name)) })
    }

    /// Whether it is still that of the folder. A file that was not there would have changed the folder's time.
    fn holds(&self, folder: &Path) -> bool {
        let same = |(name, before): (&str, &Option<_>)| before.is_none() || *before == ignoring(folder, name);
        folder_time(folder) == Some(self.changed) && IGNORING.into_iter().zip(&self.ignoring).all(same)
    }

    fn is_young(&self) -> bool {
        let times = self.ignoring.iter().flatten().map(|(time, _)| *time).chain([self.changed]);
        // A time to come is young too.
        times.max().is_some_and(|time| time.elapsed().map_or(true, |age| age < TICK_MAX))
    }
}

fn folder_time(folder: &Path) -> Option<SystemTime> {
    let metadata = std::fs::metadata(folder).ok().filter(Metadata::is_dir)?;
    Some(time(&metadata))
}

fn ignoring(folder: &Path, name: &str) -> Option<(SystemTime, u64)> {
    let metadata = std::fs::metadata(folder.join(name)).ok()?;
    Some((time(&metadata), metadata.len()))
}

fn time(metadata: &Metadata) -> SystemTime {
    metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH)
}

impl Listing {
    /// The files in some folders, each once whatever ways lead to it, in the order of their paths: as they were at
    /// that demand or later. None when the work is stopped.
    pub(super) fn files(&self, roots: &[PathBuf], demand: u64, cancel: &Cancel) -> Option<Arc<[File]>> {
        while !cancel.is_stopped() {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if known.known_for >= demand {
                return Some(known.files.clone());
            }
            known.look_on(roots, demand);
        }
        None
    }
}

impl Known {
    /// Looks a little further; begins to, for this demand, where nobody looks.
    fn look_on(&mut self, roots: &[PathBuf], demand: u64) {
        let mut look = self.looking.take().unwrap_or_else(|| self.begin(roots, demand));
        for _ in 0..STEPS {
            if !self.step(&mut look) {
                return self.end(look);
            }
        }
        self.looking = Some(look);
    }

    fn begin(&mut self, roots: &[PathBuf], demand: u64) -> Look {
        let folders = self.folders.len();
        let gone: Vec<PathBuf> = self
            .folders
            .keys()
            .filter(|folder| !roots.iter().any(|root| folder.starts_with(root)))
            .cloned()
            .collect();
        gone.iter().for_each(|folder| self.forget(folder));
        Look {
            demand,
            roots: roots.to_vec(),
            checked: None,
            unread: Vec::new(),
            reading: None,
            changed: self.folders.len() < folders,
        }
    }

    /// One step; whether something is left to do.
    fn step(&mut self, look: &mut Look) -> bool {
        if let Some((folder, walk)) = &mut look.reading {
            match walk.next() {
                // What can't be read is passed over.
                Some(Err(_)) => {}
                Some(Ok(entry)) if !folder.cut => self.take(look.demand, folder, &entry, &mut look.unread),
                _ => self.end_reading(look),
            }
            return true;
        }
        if let Some(unread) = look.unread.pop() {
            look.changed = true;
            let walk = unread.walk();
            look.reading = Some((unread, walk));
            return true;
        }
        let from = look.checked.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        let next = self.folders.range::<Path, _>((from, Bound::Unbounded)).next();
        if let Some(path) = next.map(|(path, _)| path.clone()) {
            self.check(&path, look);
            look.checked = Some(path);
            return true;
        }
        // Those that were not there, or that are new.
        let root = look.roots.pop();
        let new = root.filter(|root| !self.folders.contains_key(root)).filter(|root| root.is_dir());
        look.unread.extend(new.map(|root| Unread::new(root, 0, true)));
        !look.roots.is_empty() || !look.unread.is_empty()
    }

    /// Looks whether a folder is as it was when it was read.
    fn check(&mut self, path: &Path, look: &mut Look) {
        let Some(folder) = self.folders.get(path).filter(|folder| folder.read_for < look.demand) else {
            return;
        };
        if !folder.unsure && folder.stamp.holds(path) {
            return;
        }
        match Stamp::of(path) {
            Some(stamp) => {
                // Other things may be passed over in all folders within it.
                let deep = stamp.ignoring != folder.stamp.ignoring;
                look.unread.push(Unread::new(path.to_owned(), folder.depth, deep));
                if deep {
                    self.forget(path);
                }
            }
            None => {
                self.forget(path);
                look.changed = true;
            }
        }
    }

    /// Takes an entry in, if there is room.
    fn take(&mut self, demand: u64, reading: &mut Unread, entry: &DirEntry, unread: &mut Vec<Unread>) {
        let path = entry.path();
        let depth = reading.depth + entry.depth();
        if entry.depth() == 0 {
            return self.enter(demand, path, depth);
        }
        let Some(parent) = path.parent().and_then(|parent| self.folders.get_mut(parent)) else { return };
        if self.entries >= ENTRIES_MAX {
            reading.cut = true;
            if !std::mem::replace(&mut self.told_full, true) {
                log::line(format_args!("of the workspace {ENTRIES_MAX} files and folders are looked at"));
            }
            return;
        }
        self.entries += 1;
        parent.entries += 1;
        if !entry.file_type().is_some_and(|kind| kind.is_dir()) {
            let named = path.extension().is_some_and(|extension| extension == "sgg");
            parent.files.extend(if named { File::of(path) } else { None });
        } else if reading.deep {
            self.enter(demand, path, depth);
        } else {
            reading.within.insert(path.to_owned());
            let new = !self.folders.contains_key(path) && depth <= DEPTH_MAX;
            unread.extend(new.then(|| Unread::new(path.to_owned(), depth, true)));
        }
    }

    /// A folder whose entries come next.
    fn enter(&mut self, demand: u64, path: &Path, depth: usize) {
        let Some(stamp) = Stamp::of(path) else { return };
        let unsure = stamp.is_young();
        let folder = Folder { depth, read_for: demand, stamp, unsure, entries: 0, files: Vec::new() };
        let before = self.folders.insert(path.to_owned(), folder);
        self.entries -= before.map_or(0, |before| before.entries);
    }

    fn end_reading(&mut self, look: &mut Look) {
        let read = look.reading.take().map(|(read, _)| read).filter(|read| !read.deep && !read.cut);
        let Some(read) = read else { return };
        // A folder that is there no more, or is passed over from now on.
        let within = self.folders.range::<Path, _>((Bound::Excluded(read.path.as_path()), Bound::Unbounded));
        let within = within.map(|(path, _)| path).take_while(|path| path.starts_with(&read.path));
        let gone = within.filter(|path| path.parent() == Some(&read.path) && !read.within.contains(*path));
        let gone: Vec<PathBuf> = gone.cloned().collect();
        gone.iter().for_each(|path| self.forget(path));
    }

    /// Forgets a folder with all within it.
    fn forget(&mut self, path: &Path) {
        let within = self.folders.range::<Path, _>((Bound::Included(path), Bound::Unbounded));
        let within = within.map(|(path, _)| path).take_while(|other| other.starts_with(path));
        for path in within.cloned().collect::<Vec<_>>() {
            self.entries -= self.folders.remove(&path).map_or(0, |folder| folder.entries);
        }
    }

    fn end(&mut self, look: Look) {
        self.known_for = look.demand;
        if !look.changed {
            return;
        }
        let mut files: Vec<&File> = self.folders.values().flat_map(|folder| &folder.files).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let mut seen: HashSet<&Path> = HashSet::new();
        files.retain(|file| seen.insert(&file.real));
        if files.len() > FILES_MAX {
            log::line(format_args!("of {} files the first {FILES_MAX} are looked at", files.len()));
        }
        self.files = files.into_iter().take(FILES_MAX).cloned().collect();
    }
}

impl Unread {
    /// Links to folders are not followed, so that there is no way in circles.
    fn walk(&self) -> Walk {
        let depth = if self.deep { DEPTH_MAX.saturating_sub(self.depth) } else { 1 };
        WalkBuilder::new(&self.path)
            .require_git(false)
            .max_depth(Some(depth))
            .sort_by_file_name(|a, b| a.cmp(b))
            .build()
    }
}

impl File {
    /// A folder, a pipe or a device may be called so too.
    fn of(path: &Path) -> Option<File> {
        if !path.is_file() {
            return None;
        }
        let uri = Uri::from_file_path(path)?.as_str().to_owned();
        Some(File { path: path.to_owned(), real: std::fs::canonicalize(path).ok()?, uri })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A folder for one test, gone behind it.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let name = format!("sgg-listing-{}-{name}", std::process::id());
            let place = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&place);
            fs::create_dir_all(&place).unwrap();
            Self(place.canonicalize().unwrap())
        }

        fn write(&self, name: &str, text: &str) {
            let path = self.0.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn age(&self, name: &str) {
            let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
            fs::File::open(self.0.join(name)).unwrap().set_modified(old).unwrap();
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn names(place: &Place, listing: &Listing, demand: u64) -> Vec<String> {
        let (cancel, _waiting) = Cancel::new();
        let files = listing.files(std::slice::from_ref(&place.0), demand, &cancel).unwrap();
        let name = |file: &File| file.path.strip_prefix(&place.0).unwrap().display().to_string();
        files.iter().map(name).collect()
    }

    #[test]
    fn what_comes_and_goes_is_seen_and_nothing_is_looked_for_twice() {
        let place = Place::new("comes");
        for name in ["b.sgg", "a/x.sgg", "a/deep/y.sgg", "c/other.txt"] {
            place.write(name, "");
        }
        let listing = Listing::default();
        let first = ["a/deep/y.sgg", "a/x.sgg", "b.sgg"];
        assert_eq!(names(&place, &listing, 1), first);
        // Not asked for anew.
        place.write("a/deep/new.sgg", "");
        assert_eq!(names(&place, &listing, 1), first);
        let second = ["a/deep/new.sgg", "a/deep/y.sgg", "a/x.sgg", "b.sgg"];
        assert_eq!(names(&place, &listing, 2), second);
        // A folder with all within it, a file, and a folder that is new.
        fs::remove_dir_all(place.0.join("a/deep")).unwrap();
        fs::remove_file(place.0.join("b.sgg")).unwrap();
        place.write("c/d/e/z.sgg", "");
        assert_eq!(names(&place, &listing, 3), ["a/x.sgg", "c/d/e/z.sgg"]);
        // A folder of the same name in place of another.
        fs::rename(place.0.join("c/d"), place.0.join("a/d")).unwrap();
        assert_eq!(names(&place, &listing, 4), ["a/d/e/z.sgg", "a/x.sgg"]);
        fs::remove_dir_all(&place.0).unwrap();
        assert_eq!(names(&place, &listing, 5), [""; 0]);
        place.write("a/x.sgg", "");
        assert_eq!(names(&place, &listing, 6), ["a/x.sgg"]);
        assert_eq!(listing.0.lock().unwrap().entries, 2);
    }

    #[test]
    fn only_what_changed_is_read_again() {
        let place = Place::new("again");
        for name in ["a/x.sgg", "b/y.sgg"] {
            place.write(name, "");
        }
        ["", "a", "b"].into_iter().for_each(|name| place.age(name));
        let listing = Listing::default();
        names(&place, &listing, 1);
        let files = || listing.0.lock().unwrap().files.clone();
        let before = files();
        names(&place, &listing, 2);
        assert!(Arc::ptr_eq(&before, &files()));
        // A change that shows in no time is not seen: so the folders were not read.
        place.write("a/hidden.sgg", "");
        place.age("a");
        place.write("b/new.sgg", "");
        assert_eq!(names(&place, &listing, 3), ["a/x.sgg", "b/new.sgg", "b/y.sgg"]);
    }

    #[test]
    fn what_is_passed_over_may_change() {
        let place = Place::new("ignored");
        for name in ["a/in/x.sgg", "b/y.sgg", "b/.hidden.sgg"] {
            place.write(name, "");
        }
        ["", "a", "a/in", "b"].into_iter().for_each(|name| place.age(name));
        let listing = Listing::default();
        assert_eq!(names(&place, &listing, 1), ["a/in/x.sgg", "b/y.sgg"]);
        place.write("a/.gitignore", "in/\n");
        assert_eq!(names(&place, &listing, 2), ["b/y.sgg"]);
        place.write("a/.gitignore", "x\n\n");
        assert_eq!(names(&place, &listing, 3), ["a/in/x.sgg", "b/y.sgg"]);
        place.write(".gitignore", "*.sgg\n");
        assert_eq!(names(&place, &listing, 4), [""; 0]);
        fs::remove_file(place.0.join(".gitignore")).unwrap();
        assert_eq!(names(&place, &listing, 5), ["a/in/x.sgg", "b/y.sgg"]);
    }

    #[test]
    fn who_is_not_waited_for_leaves_off_and_another_goes_on() {
        let place = Place::new("stopped");
        (0..300).for_each(|number| place.write(&format!("d{number}/x.sgg"), ""));
        let listing = Listing::default();
        let roots = [place.0.clone()];
        let (cancel, _waiting) = Cancel::new();
        cancel.stop(super::super::super::call::Stop::Cancelled);
        assert_eq!(listing.files(&roots, 1, &cancel), None);
        listing.0.lock().unwrap().look_on(&roots, 1);
        let looked = listing.0.lock().unwrap().folders.len();
        assert!((1..=STEPS).contains(&looked), "{looked}");
        assert_eq!(names(&place, &listing, 1).len(), 300);
        // Other folders: those before are forgotten.
        let other = [place.0.join("d7"), place.0.join("nowhere"), place.0.join("d7")];
        let (cancel, _waiting) = Cancel::new();
        assert_eq!(listing.files(&other, 2, &cancel).unwrap().len(), 1);
        assert_eq!(listing.0.lock().unwrap().entries, 1);
    }
}
