//! The data folder: held by one sandbox at a time, with the keys that outlive a run.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::disk::{self, write_private};
use crate::error::StartError;
use crate::postgres::owner::{Owner, is_of_others, reaches, set_mode};
use crate::postgres::tree;
use crate::random::Random;
use crate::world::Secret;

const LOCK: &str = "sandbox.lock";
const PID: &str = "sandbox.pid";
const PLACE: &str = "servers.place";

#[derive(Debug)]
pub struct Folder {
    pub data_dir: PathBuf,
    /// Where templates and clusters lie.
    pub servers: PathBuf,
    lock: Mutex<Option<File>>,
}

impl Folder {
    /// Makes and locks the folder, and finds a place that the servers' user gets to.
    pub fn open(
        data_dir: &Path,
        shared_dir: &Path,
        owner: Option<Owner>,
        random: &Random,
    ) -> Result<Self, StartError> {
        let failed = |source| StartError::DataFolder {
            path: data_dir.to_path_buf(),
            source,
        };
        disk::make_folders(data_dir).map_err(failed)?;
        let data_dir = fs::canonicalize(data_dir).map_err(failed)?;
        if is_of_others(&data_dir).map_err(failed)? {
            return Err(StartError::OthersFolder { path: data_dir });
        }
        let ours = is_ours(&data_dir).map_err(failed)?;
        let lock = lock(&data_dir)
            .map_err(failed)?
            .ok_or_else(|| StartError::AlreadyRunning {
                pid: fs::read_to_string(data_dir.join(PID))
                    .ok()
                    .and_then(|pid| pid.trim().parse().ok()),
                data_dir: data_dir.clone(),
            })?;
        fs::write(data_dir.join(PID), std::process::id().to_string()).map_err(failed)?;
        if ours {
            // Others may pass through to what is meant for them, and see no names.
            set_mode(&data_dir, if owner.is_some() { 0o711 } else { 0o700 }).map_err(failed)?;
        }
        let servers = place(&data_dir, shared_dir, owner, random).map_err(failed)?;
        Ok(Self {
            data_dir,
            servers,
            lock: Mutex::new(Some(lock)),
        })
    }

    /// Lets another sandbox have the folder, whoever still holds on to this one.
    pub fn release(&self) {
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        drop(lock.take());
    }

    pub fn clusters(&self) -> PathBuf {
        self.servers.join("branches")
    }

    pub fn cluster(&self, branch_id: &str) -> PathBuf {
        self.clusters().join(branch_id)
    }

    /// Where data lies that nobody knows.
    pub fn quarantine(&self) -> PathBuf {
        self.servers.join("quarantine")
    }

    pub fn templates(&self) -> PathBuf {
        self.servers.join("templates")
    }

    pub fn logs(&self) -> PathBuf {
        self.data_dir.join("logs")
    }

    pub fn log(&self, endpoint_id: &str) -> PathBuf {
        self.logs().join(format!("{endpoint_id}.log"))
    }

    pub fn catalogue(&self) -> PathBuf {
        self.data_dir.join("world.db")
    }

    /// The API key, the same at every start.
    pub fn api_key(&self, random: &Random) -> Result<Secret, StartError> {
        let path = self.data_dir.join("api-key");
        let failed = |source| StartError::DataFolder {
            path: path.clone(),
            source,
        };
        match fs::read_to_string(&path) {
            Ok(key) if !key.trim().is_empty() => return Ok(Secret::new(key.trim())),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
        self.new_api_key(random)
    }

    /// Another key in place of the one before.
    pub fn new_api_key(&self, random: &Random) -> Result<Secret, StartError> {
        let path = self.data_dir.join("api-key");
        let key = format!("napi_{}", random.token(64));
        write_private(&path, &key).map_err(|source| StartError::DataFolder { path, source })?;
        Ok(Secret::new(key))
    }
}

/// Whether the folder is new or was a sandbox's before; another's is left with its permissions.
fn is_ours(data_dir: &Path) -> io::Result<bool> {
    Ok(data_dir.join(LOCK).is_file() || fs::read_dir(data_dir)?.next().is_none())
}

/// `None` when another sandbox holds it.
fn lock(data_dir: &Path) -> io::Result<Option<File>> {
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(data_dir.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn place(
    data_dir: &Path,
    shared_dir: &Path,
    owner: Option<Owner>,
    random: &Random,
) -> io::Result<PathBuf> {
    let servers = match owner {
        Some(owner) if !reaches(data_dir, owner) => shared_place(data_dir, shared_dir, random)?,
        _ => data_dir.join("servers"),
    };
    let mode = if owner.is_some() { 0o711 } else { 0o700 };
    for folder in [
        &servers,
        &servers.join("branches"),
        &servers.join("templates"),
        &servers.join("quarantine"),
    ] {
        disk::make_folders(folder)?;
        set_mode(folder, mode)?;
    }
    disk::make_folders(&data_dir.join("logs"))?;
    set_mode(&data_dir.join("logs"), 0o700)?;
    Ok(servers)
}

/// A folder of this sandbox's own below the shared one; its name is kept in the data folder.
fn shared_place(data_dir: &Path, shared_dir: &Path, random: &Random) -> io::Result<PathBuf> {
    disk::make_folders(shared_dir)?;
    set_mode(shared_dir, 0o711)?;
    let kept = fs::read_to_string(data_dir.join(PLACE)).unwrap_or_default();
    let kept = kept.trim();
    let fit = kept.len() == 24 && kept.chars().all(|c| c.is_ascii_alphanumeric());
    let name = if fit {
        kept.to_owned()
    } else {
        random.token(24)
    };
    let place = shared_dir.join(&name);
    // First of all, so that nobody who sweeps meanwhile finds a place that its owner does not name.
    disk::write(&data_dir.join(PLACE), &name, 0o644)?;
    disk::make_folders(&place)?;
    // Now, since a data folder that was moved has its servers where they were.
    let whose = data_dir.as_os_str().as_encoded_bytes();
    write_private(&place.join("belongs-to"), whose)?;
    sweep(shared_dir, &place);
    Ok(place)
}

/// Removes the places of data folders that are no more.
fn sweep(shared_dir: &Path, own: &Path) {
    for entry in fs::read_dir(shared_dir).into_iter().flatten().flatten() {
        if entry.path() == own {
            continue;
        }
        let Ok(data_dir) = fs::read_to_string(entry.path().join("belongs-to")) else {
            continue;
        };
        if is_orphan(&entry.file_name(), Path::new(&data_dir))
            && let Err(error) = tree::remove(&entry.path())
        {
            tracing::warn!(%error, "the servers of a removed sandbox are still there");
        }
    }
}

/// Whether the data folder names another place, or is surely no more. One that cannot be seen,
/// such as on a disk that is not mounted just now, keeps its servers.
fn is_orphan(place: &OsStr, data_dir: &Path) -> bool {
    match fs::read_to_string(data_dir.join(PLACE)) {
        Ok(kept) => !kept.trim().is_empty() && place.to_str() != Some(kept.trim()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => is_removed(data_dir),
        Err(_) => false,
    }
}

/// An empty folder above may be where a disk belongs.
fn is_removed(data_dir: &Path) -> bool {
    let gone = matches!(data_dir.try_exists(), Ok(false));
    let beside = data_dir.parent().and_then(|above| fs::read_dir(above).ok());
    gone && beside.is_some_and(|mut beside| beside.next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_place_of_a_data_folder_that_is_surely_gone_is_an_orphan() {
        let disk = tempfile::tempdir().unwrap();
        let data_dir = disk.path().join("sandbox");
        let place = OsStr::new("abcdefghijklmnopqrstuvwx");
        assert!(!is_orphan(place, &data_dir), "the disk is not mounted");
        assert!(!is_orphan(place, &data_dir.join("below")), "nor seen");
        fs::write(disk.path().join("other"), "").unwrap();
        assert!(is_orphan(place, &data_dir), "the folder is removed");
        fs::create_dir(&data_dir).unwrap();
        assert!(!is_orphan(place, &data_dir), "a mount point without a disk");
        fs::write(data_dir.join(PLACE), place.as_encoded_bytes()).unwrap();
        assert!(!is_orphan(place, &data_dir), "it is in use");
        fs::write(data_dir.join(PLACE), "zyxwvutsrqponmlkjihgfedc").unwrap();
        assert!(is_orphan(place, &data_dir), "another place is in use");
    }

    #[test]
    fn no_place_stands_there_before_its_data_folder_names_it() {
        let (data_dir, shared) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let random = Random::from_system();
        let name = data_dir.path().join(PLACE);
        fs::create_dir(&name).unwrap();
        assert!(shared_place(data_dir.path(), shared.path(), &random).is_err());
        assert_eq!(fs::read_dir(shared.path()).unwrap().count(), 0);
        fs::remove_dir(&name).unwrap();
        let place = shared_place(data_dir.path(), shared.path(), &random).unwrap();
        sweep(shared.path(), Path::new(""));
        assert!(place.join("belongs-to").is_file());
    }

    #[test]
    fn a_data_folder_that_was_moved_keeps_its_servers() {
        let (disk, shared) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let random = Random::from_system();
        let (before, after) = (disk.path().join("before"), disk.path().join("after"));
        fs::create_dir(&before).unwrap();
        let place = shared_place(&before, shared.path(), &random).unwrap();
        fs::write(place.join("data"), "mine").unwrap();
        fs::rename(&before, &after).unwrap();
        let again = shared_place(&after, shared.path(), &random).unwrap();
        assert_eq!(again, place);
        assert_eq!(fs::read_to_string(place.join("data")).unwrap(), "mine");
    }
}
