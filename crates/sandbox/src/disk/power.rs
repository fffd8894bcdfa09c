//! A power cut, imitated: what the sandbox wrote and did not bring to the disk is not there after
//! it. PostgreSQL and SQLite are trusted with the files that they write themselves.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

static WATCHED: Mutex<Vec<Arc<Power>>> = Mutex::new(Vec::new());

/// The power of the machine that a folder lies on.
#[derive(Debug)]
pub struct Power {
    root: PathBuf,
    unsynced: Mutex<Unsynced>,
}

/// What the disk has of files and folders that were changed since they were brought there, by the
/// path that they have now.
#[derive(Debug, Default)]
struct Unsynced {
    files: BTreeMap<PathBuf, Vec<u8>>,
    folders: BTreeMap<PathBuf, BTreeMap<OsString, Was>>,
    is_cut: bool,
}

/// What a name in a folder leads to, as far as the disk knows.
#[derive(Debug, Clone)]
enum Was {
    At(PathBuf),
    /// A file that has been removed or replaced since.
    File(Vec<u8>),
}

impl Power {
    pub fn over(root: &Path) -> Arc<Self> {
        let root = fs::canonicalize(root).unwrap();
        let power = Arc::new(Self {
            root,
            unsynced: Mutex::default(),
        });
        watched().push(Arc::clone(&power));
        power
    }

    /// From now on nothing gets to the disk any more.
    pub fn cut(&self) {
        self.with(|unsynced| unsynced.is_cut = true);
        watched().retain(|it| it.root != self.root);
    }

    /// What the disk has, in a folder that is not there yet.
    pub fn after(&self, to: &Path) {
        self.with(|unsynced| unsynced.folder(&self.root, to))
            .unwrap();
    }

    fn with<T>(&self, act: impl FnOnce(&mut Unsynced) -> T) -> T {
        let mut unsynced = self.unsynced.lock().unwrap_or_else(PoisonError::into_inner);
        act(&mut unsynced)
    }
}

fn watched() -> std::sync::MutexGuard<'static, Vec<Arc<Power>>> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn each(path: &Path, act: impl Fn(&mut Unsynced)) {
    let over: Vec<_> = watched()
        .iter()
        .filter(|it| path.starts_with(&it.root))
        .cloned()
        .collect();
    for power in over {
        power.with(|unsynced| {
            if !unsynced.is_cut {
                act(unsynced);
            }
        });
    }
}

/// A file is about to be written, whether it is there or not.
pub fn writes(path: &Path) {
    each(path, |unsynced| {
        unsynced.changes(path);
        let now = fs::read(path).unwrap_or_default();
        unsynced.files.entry(path.to_path_buf()).or_insert(now);
    });
}

/// A folder is about to be made.
pub fn makes(path: &Path) {
    each(path, |unsynced| {
        unsynced.changes(path);
        unsynced.folders.insert(path.to_path_buf(), BTreeMap::new());
    });
}

/// A file is about to be removed.
pub fn removes(path: &Path) {
    each(path, |unsynced| {
        unsynced.changes(path);
        unsynced.replaces(path);
    });
}

pub fn moves(from: &Path, to: &Path) {
    if !from.exists() {
        return;
    }
    each(to, |unsynced| {
        unsynced.changes(from);
        unsynced.changes(to);
        unsynced.replaces(to);
        unsynced.follows(from, to);
    });
}

pub fn synced(path: &Path) {
    each(path, |unsynced| {
        unsynced.files.remove(path);
        unsynced.folders.remove(path);
    });
}

impl Unsynced {
    /// A name in the folder of this path is about to change.
    fn changes(&mut self, path: &Path) {
        let Some(folder) = path.parent() else { return };
        if self.folders.contains_key(folder) {
            return;
        }
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let now = entries.map(|it| (it.file_name(), Was::At(it.path())));
        self.folders.insert(folder.to_path_buf(), now.collect());
    }

    /// What is at the path will be there no more.
    fn replaces(&mut self, path: &Path) {
        let Ok(now) = fs::read(path) else { return };
        let on_disk = self.files.remove(path).unwrap_or(now);
        for was in self.folders.values_mut().flat_map(BTreeMap::values_mut) {
            if matches!(was, Was::At(at) if at == path) {
                *was = Was::File(on_disk.clone());
            }
        }
    }

    fn follows(&mut self, from: &Path, to: &Path) {
        let follow = |path: &Path| match path.strip_prefix(from) {
            Ok(below) if below.as_os_str().is_empty() => to.to_path_buf(),
            Ok(below) => to.join(below),
            Err(_) => path.to_path_buf(),
        };
        let files = std::mem::take(&mut self.files);
        self.files = files
            .into_iter()
            .map(|(at, it)| (follow(&at), it))
            .collect();
        let folders = std::mem::take(&mut self.folders);
        self.folders = folders
            .into_iter()
            .map(|(at, names)| {
                let names = names.into_iter().map(|(name, was)| match was {
                    Was::At(at) => (name, Was::At(follow(&at))),
                    file => (name, file),
                });
                (follow(&at), names.collect())
            })
            .collect();
    }

    fn folder(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::create_dir(to)?;
        like(from, to)?;
        let names: Vec<(OsString, Was)> = match self.folders.get(from) {
            Some(names) => names.clone().into_iter().collect(),
            None => fs::read_dir(from)?
                .flatten()
                .map(|it| (it.file_name(), Was::At(it.path())))
                .collect(),
        };
        for (name, was) in names {
            let to = to.join(name);
            match was {
                Was::At(at) if at.is_dir() => self.folder(&at, &to)?,
                Was::At(at) if at.is_file() => self.file(&at, &to)?,
                Was::At(_) => {}
                Was::File(bytes) => fs::write(to, bytes)?,
            }
        }
        Ok(())
    }

    fn file(&self, from: &Path, to: &Path) -> io::Result<()> {
        match self.files.get(from) {
            Some(bytes) => fs::write(to, bytes)?,
            None => drop(fs::copy(from, to)?),
        }
        like(from, to)
    }
}

fn like(from: &Path, to: &Path) -> io::Result<()> {
    let meta = fs::metadata(from)?;
    fs::set_permissions(to, meta.permissions())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        chown(to, Some(meta.uid()), Some(meta.gid()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk;

    fn is_there(image: &Path, name: &str) -> Option<String> {
        fs::read_to_string(image.join(name)).ok()
    }

    #[test]
    fn only_what_was_brought_to_the_disk_is_there_after_a_power_cut() {
        let (folder, image) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let root = fs::canonicalize(folder.path()).unwrap();
        let power = Power::over(&root);
        disk::write_private(&root.join("kept"), "first").unwrap();
        disk::write_private(&root.join("kept"), "second").unwrap();
        disk::make_folders(&root.join("far/below")).unwrap();
        disk::write_private(&root.join("far/below/kept"), "kept").unwrap();
        for name in ["whole", "half"] {
            disk::make_folder(&root.join("making")).unwrap();
            disk::copy(
                &mut crate::copier::Copier::default(),
                &root.join("kept"),
                &root.join("making/file"),
                None,
                &[],
            )
            .unwrap();
            if name == "whole" {
                disk::sync_tree(&root.join("making")).unwrap();
            }
            disk::rename(&root.join("making"), &root.join(name)).unwrap();
        }
        disk::move_to(&root.join("whole"), &root.join("renamed")).unwrap();
        power.cut();
        disk::write_private(&root.join("late"), "late").unwrap();
        let image = image.path().join("image");
        power.after(&image);
        assert_eq!(is_there(&image, "kept").as_deref(), Some("second"));
        assert_eq!(is_there(&image, "far/below/kept").as_deref(), Some("kept"));
        assert_eq!(is_there(&image, "whole/file").as_deref(), Some("second"));
        assert_eq!(is_there(&image, "renamed/file"), None, "the name was not");
        assert!(image.join("half").is_dir());
        assert_eq!(is_there(&image, "half/file"), None, "nothing in it was");
    }
}
