//! The servers folder: for a data folder that the servers' user cannot reach, its clusters are in a
//! folder of their own elsewhere. No start removes one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::disk::{self, write_private};
use crate::owner::set_mode;
use crate::random::Random;

/// In the data folder: the name of its servers folder.
const PLACE_FILE: &str = "servers.place";
/// In the servers folder: the path of its data folder.
const OWNER_FILE: &str = "belongs-to";
/// What the data folder has once a sandbox ran on it.
const STATE_FILE: &str = "world.db";

/// A folder of this sandbox's own below the shared one; its name is kept in the data folder.
pub fn ensure_servers_dir(
    data_dir: &Path,
    shared_dir: &Path,
    random: &Random,
) -> io::Result<PathBuf> {
    disk::make_folders(shared_dir)?;
    set_mode(shared_dir, 0o711)?;
    let name = name(data_dir, shared_dir, random)?;
    let servers_dir = shared_dir.join(&name);
    // First of all, so that the servers folder is found again whatever happens next.
    write_private(&data_dir.join(PLACE_FILE), &name)?;
    disk::make_folders(&servers_dir)?;
    // Written at every start: a data folder that was moved has its servers where they were.
    let whose = data_dir.as_os_str().as_encoded_bytes();
    write_private(&servers_dir.join(OWNER_FILE), whose)?;
    warn_of(&left(shared_dir, &name)?);
    Ok(servers_dir)
}

/// Warns once of all orphans: each line more could block a program whose standard error nobody
/// reads. The rest of the folders is in the log of debugging.
fn warn_of(orphans: &[OrphanedServersDir]) {
    let Some((first, more)) = orphans.split_first() else {
        return;
    };
    tracing::warn!(
        count = orphans.len(),
        servers_folder = %first.path.display(),
        data_folder = %first.data_dir.display(),
        "databases are in shared folders that no data folder refers to, such as this one: write \
         that folder's name into {PLACE_FILE} in the data folder that they belong to, or delete that \
         folder by hand"
    );
    for orphan in more {
        tracing::debug!(
            servers_folder = %orphan.path.display(),
            data_folder = %orphan.data_dir.display(),
            "one more shared folder that no data folder refers to"
        );
    }
}

/// The stored name of the servers folder. Where that is lost, the name of the folder that says it
/// belongs to this data folder, so that its clusters stay known; else a new name.
fn name(data_dir: &Path, shared_dir: &Path, random: &Random) -> io::Result<String> {
    let stored = stored_name(data_dir)?;
    if let Some(StoredName::Name(name)) = &stored
        && shared_dir.join(name).is_dir()
    {
        return Ok(name.clone());
    }
    // A new data folder may be where another one was before it was moved: that one's servers folder
    // still names this path.
    let is_new = stored.is_none() && !has_store(data_dir)?;
    let previous = match is_new {
        true => None,
        false => previous(data_dir, shared_dir)?,
    };
    if let Some(previous) = previous {
        tracing::warn!(
            servers_folder = previous,
            "the data folder did not name the folder of its servers; it is found again"
        );
        return Ok(previous);
    }
    Ok(match stored {
        Some(StoredName::Name(name)) => name,
        _ => random.token(24),
    })
}

#[derive(Debug)]
enum StoredName {
    Name(String),
    Damaged,
}

/// None where no name was ever stored, or the file is lost.
fn stored_name(data_dir: &Path) -> io::Result<Option<StoredName>> {
    let bytes = match disk::read(&data_dir.join(PLACE_FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read?,
    };
    let name = String::from_utf8_lossy(&bytes).trim().to_owned();
    let fit = name.len() == 24 && name.chars().all(|c| c.is_ascii_alphanumeric());
    Ok(Some(if fit {
        StoredName::Name(name)
    } else {
        StoredName::Damaged
    }))
}

/// Whether the data folder has a state store, also one that was renamed because it was damaged.
fn has_store(data_dir: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(data_dir)? {
        let name = entry?.file_name();
        if name.to_string_lossy().starts_with(STATE_FILE) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The servers folder that says it belongs to this data folder; of several the one used last.
fn previous(data_dir: &Path, shared_dir: &Path) -> io::Result<Option<String>> {
    let mut found: Vec<(SystemTime, String)> = Vec::new();
    for entry in fs::read_dir(shared_dir)? {
        let entry = entry?;
        let whose = entry.path().join(OWNER_FILE);
        let (Ok(name), Ok(bytes)) = (entry.file_name().into_string(), disk::read(&whose)) else {
            continue;
        };
        if bytes == data_dir.as_os_str().as_encoded_bytes() {
            let taken = fs::metadata(&whose)?.modified()?;
            found.push((taken, name));
        }
    }
    Ok(found.into_iter().max().map(|(_, name)| name))
}

/// A servers folder with clusters that no data folder names.
#[derive(Debug)]
struct OrphanedServersDir {
    path: PathBuf,
    data_dir: PathBuf,
}

fn left(shared_dir: &Path, own: &str) -> io::Result<Vec<OrphanedServersDir>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(shared_dir)? {
        let entry = entry?;
        let (name, path) = (entry.file_name(), entry.path());
        let Ok(whose) = disk::read_text(&path.join(OWNER_FILE)) else {
            continue;
        };
        let data_dir = PathBuf::from(whose);
        let is_named = matches!(
            stored_name(&data_dir), Ok(Some(StoredName::Name(named))) if name.to_str() == Some(named.as_str())
        );
        if name.to_str() != Some(own) && !is_named && holds_data(&path) {
            all.push(OrphanedServersDir { path, data_dir });
        }
    }
    Ok(all)
}

fn holds_data(servers_dir: &Path) -> bool {
    let has_some = |folder: &str| {
        let entries = fs::read_dir(servers_dir.join(folder));
        entries.is_ok_and(|mut entries| entries.next().is_some())
    };
    has_some("branches") || has_some("quarantine")
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    const OTHER: &str = "zyxwvutsrqponmlkjihgfedc";

    /// A data folder with a store, and its place with data in it.
    struct Disk {
        whole: tempfile::TempDir,
        random: Random,
    }

    impl Disk {
        fn new() -> Self {
            let disk = Self {
                whole: tempfile::tempdir().unwrap(),
                random: Random::from_system(),
            };
            fs::create_dir(disk.shared()).unwrap();
            disk
        }

        fn shared(&self) -> PathBuf {
            self.whole.path().join("shared")
        }

        fn data_dir(&self, name: &str) -> PathBuf {
            let data_dir = self.whole.path().join(name);
            let _ = fs::create_dir(&data_dir);
            data_dir
        }

        /// What a start does.
        fn start(&self, data_dir: &Path) -> PathBuf {
            let servers_dir = ensure_servers_dir(data_dir, &self.shared(), &self.random).unwrap();
            fs::write(data_dir.join(STATE_FILE), "").unwrap();
            servers_dir
        }

        fn filled(&self, data_dir: &Path) -> PathBuf {
            let servers_dir = self.start(data_dir);
            fs::create_dir_all(servers_dir.join("branches/br-one")).unwrap();
            servers_dir
        }

        fn left(&self) -> Vec<PathBuf> {
            let all = left(&self.shared(), "").unwrap();
            all.into_iter().map(|it| it.path).collect()
        }
    }

    fn has_data(servers_dir: &Path) -> bool {
        servers_dir.join("branches/br-one").is_dir()
    }

    #[test]
    fn a_place_whose_name_is_lost_is_found_again_with_its_clusters() {
        for name in [None, Some(""), Some("short"), Some("\u{fffd}"), Some(OTHER)] {
            let disk = Disk::new();
            let data_dir = disk.data_dir("sandbox");
            let before = disk.filled(&data_dir);
            match name {
                None => fs::remove_file(data_dir.join(PLACE_FILE)).unwrap(),
                Some(name) => fs::write(data_dir.join(PLACE_FILE), name).unwrap(),
            }
            let after = disk.start(&data_dir);
            assert!(has_data(&before), "{name:?}");
            assert_eq!(after, before, "{name:?}");
            assert_eq!(fs::read_dir(disk.shared()).unwrap().count(), 1, "{name:?}");
        }
    }

    #[test]
    fn the_place_of_a_data_folder_that_is_gone_or_moved_is_left_where_it_is() {
        let disk = Disk::new();
        let (before, after) = (disk.data_dir("before"), disk.whole.path().join("after"));
        let servers_dir = disk.filled(&before);
        assert!(disk.left().is_empty(), "it is in use");
        fs::rename(&before, &after).unwrap();
        let other = disk.start(&disk.data_dir("other"));
        assert_ne!(other, servers_dir);
        assert!(has_data(&servers_dir));
        assert_eq!(disk.left(), std::slice::from_ref(&servers_dir));
        // One that is new where another one was does not take what belongs to that one.
        let new = disk.start(&disk.data_dir("before"));
        assert_ne!(new, servers_dir);
        assert_eq!(
            disk.start(&after),
            servers_dir,
            "it is there when its folder is"
        );
        assert!(has_data(&servers_dir));
        assert!(disk.left().is_empty());
    }

    #[test]
    fn orphaned_folders_are_warned_of_in_one_line_with_their_count() {
        let disk = Disk::new();
        for name in ["one", "two", "three"] {
            let data_dir = disk.data_dir(name);
            disk.filled(&data_dir);
            fs::remove_dir_all(data_dir).unwrap();
        }
        let written = Arc::new(Mutex::new(Vec::new()));
        let writer = Arc::clone(&written);
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::WARN)
            .with_ansi(false)
            .with_writer(move || Written(Arc::clone(&writer)))
            .finish();
        let other = disk.data_dir("other");
        tracing::subscriber::with_default(subscriber, || disk.start(&other));
        let lines = String::from_utf8(written.lock().unwrap().clone()).unwrap();
        assert_eq!(lines.lines().count(), 1, "{lines}");
        assert!(lines.contains("count=3"), "{lines}");
    }

    /// Keeps what is logged.
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn no_place_stands_there_before_its_data_folder_names_it() {
        let disk = Disk::new();
        let data_dir = disk.data_dir("sandbox");
        let name = data_dir.join(PLACE_FILE);
        fs::create_dir(&name).unwrap();
        assert!(ensure_servers_dir(&data_dir, &disk.shared(), &disk.random).is_err());
        assert_eq!(fs::read_dir(disk.shared()).unwrap().count(), 0);
        fs::remove_dir(&name).unwrap();
        let servers_dir = disk.start(&data_dir);
        assert!(servers_dir.join(OWNER_FILE).is_file());
    }
}
