//! The data folder: locked by one sandbox at a time, with the keys that outlive a run.

mod shared;

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::disk::{self, write_private};
use crate::error::StartError;
use crate::owner::{self, Owner, is_of_others, others_write_to, reaches, set_mode};
use crate::random::Random;
use crate::state::Secret;

const LOCK: &str = "sandbox.lock";
const PID: &str = "sandbox.pid";

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
        disk::make_private_folders(data_dir).map_err(failed)?;
        if is_of_others(data_dir).map_err(failed)? {
            let path = data_dir.to_path_buf();
            return Err(StartError::OthersFolder { path });
        }
        let data_dir = disk::real_path(data_dir).map_err(failed)?;
        if others_write_to(&data_dir).map_err(failed)? && !close_empty(&data_dir).map_err(failed)? {
            return Err(StartError::OpenFolder { path: data_dir });
        }
        if is_ours(&data_dir).map_err(failed)? {
            close_to_others(&data_dir, owner).map_err(failed)?;
        }
        let lock = lock(&data_dir)
            .map_err(failed)?
            .ok_or_else(|| StartError::AlreadyRunning {
                pid: disk::read_text(&data_dir.join(PID))
                    .ok()
                    .and_then(|pid| pid.trim().parse().ok()),
                data_dir: data_dir.clone(),
            })?;
        owner::write_private(&data_dir.join(PID), std::process::id().to_string())
            .map_err(failed)?;
        let servers = make_server_folders(&data_dir, shared_dir, owner, random).map_err(failed)?;
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

    /// The folder of the servers' data, where that is not in the data folder.
    pub fn servers_elsewhere(&self) -> Option<&Path> {
        Some(self.servers.as_path()).filter(|folder| !folder.starts_with(&self.data_dir))
    }

    pub fn clusters(&self) -> PathBuf {
        self.servers.join("branches")
    }

    pub fn cluster(&self, branch_id: &str) -> PathBuf {
        self.clusters().join(branch_id)
    }

    /// Where the data of read-only computes lies.
    pub fn replicas(&self) -> PathBuf {
        self.servers.join("replicas")
    }

    pub fn replica(&self, endpoint_id: &str) -> PathBuf {
        self.replicas().join(endpoint_id)
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

    pub fn store(&self) -> PathBuf {
        self.data_dir.join("world.db")
    }

    /// The API key, the same at every start.
    pub fn api_key(&self, random: &Random) -> Result<Secret, StartError> {
        let path = self.data_dir.join("api-key");
        let failed = |source| StartError::DataFolder {
            path: path.clone(),
            source,
        };
        match disk::read_text(&path) {
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
    Ok(data_dir.join(LOCK).is_file() || is_empty(data_dir)?)
}

/// Closes an open folder that has nothing in it. Returns false, and leaves the folder open, if it has: a later start must not
/// take what others may have put there.
fn close_empty(folder: &Path) -> io::Result<bool> {
    let mode = fs::metadata(folder)?.permissions();
    if !is_empty(folder)? {
        return Ok(false);
    }
    set_mode(folder, 0o700)?;
    // Others could write until now.
    let is_empty = is_empty(folder)?;
    if !is_empty {
        fs::set_permissions(folder, mode)?;
    }
    Ok(is_empty)
}

fn is_empty(folder: &Path) -> io::Result<bool> {
    Ok(fs::read_dir(folder)?.next().is_none())
}

/// Closes the folder, and the files in it that are secret or locked, whatever they were before. Where the servers run as
/// somebody else, others may pass through to what is meant for them, and see no names.
fn close_to_others(data_dir: &Path, owner: Option<Owner>) -> io::Result<()> {
    set_mode(data_dir, if owner.is_some() { 0o711 } else { 0o700 })?;
    #[cfg(windows)]
    crate::access_list::close(data_dir)?;
    let is_key = |path: &Path| path.extension().is_some_and(|ending| ending == "key");
    close_files(data_dir, |_| true)?;
    match close_files(&data_dir.join("tls"), is_key) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        closed => closed,
    }
}

fn close_files(folder: &Path, is_secret: impl Fn(&Path) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type()?.is_file() || !is_secret(&entry.path()) {
            continue;
        }
        match set_mode(&entry.path(), 0o600) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// `None` when another sandbox holds it.
fn lock(data_dir: &Path) -> io::Result<Option<File>> {
    let file = owner::open_lock(&data_dir.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Tells ext4 that the folders in this one have nothing to do with one another. Each then gets a part of
/// the disk of its own, where the search for free inodes does not meet those of clusters that were
/// removed lately. Other file systems refuse this.
#[cfg(target_os = "linux")]
fn spread(folder: &Path) {
    use rustix::fs::{IFlags, ioctl_getflags, ioctl_setflags};
    let spreading = File::open(folder).and_then(|folder| {
        let flags = ioctl_getflags(&folder)?;
        Ok(ioctl_setflags(&folder, flags | IFlags::TOPDIR)?)
    });
    if let Err(error) = spreading {
        tracing::debug!(%error, "the clusters lie where the file system puts them");
    }
}

#[cfg(not(target_os = "linux"))]
fn spread(_: &Path) {}

fn make_server_folders(
    data_dir: &Path,
    shared_dir: &Path,
    owner: Option<Owner>,
    random: &Random,
) -> io::Result<PathBuf> {
    let servers = match owner {
        Some(owner) if !reaches(data_dir, owner) => {
            shared::ensure_servers_dir(data_dir, shared_dir, random)?
        }
        _ => data_dir.join("servers"),
    };
    let mode = if owner.is_some() { 0o711 } else { 0o700 };
    for folder in [
        &servers,
        &servers.join("branches"),
        &servers.join("replicas"),
        &servers.join("templates"),
        &servers.join("quarantine"),
    ] {
        disk::make_folders(folder)?;
        set_mode(folder, mode)?;
    }
    for folder in ["branches", "replicas", "templates"] {
        spread(&servers.join(folder));
    }
    disk::make_private_folders(&data_dir.join("logs"))?;
    set_mode(&data_dir.join("logs"), 0o700)?;
    Ok(servers)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn clusters_are_spread_where_the_file_system_can() {
        use rustix::fs::{IFlags, ioctl_getflags, ioctl_setflags};
        let folder = tempfile::tempdir().unwrap();
        spread(folder.path());
        let opened = File::open(folder.path()).unwrap();
        let Ok(flags) = ioctl_getflags(&opened) else {
            return;
        };
        let can = ioctl_setflags(&opened, flags | IFlags::TOPDIR).is_ok();
        assert_eq!(flags.contains(IFlags::TOPDIR), can);
    }
}
