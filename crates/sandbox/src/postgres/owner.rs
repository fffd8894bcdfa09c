//! PostgreSQL refuses to run as root, so a sandbox that does runs its servers as an ordinary user.

use std::path::Path;
use std::{fs, io};

use tokio::process::Command;

/// Who the servers run as when that is not who the sandbox runs as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owner {
    pub uid: u32,
    pub gid: u32,
}

/// `Ok(None)` when the sandbox itself is an ordinary user; an error when it is root and nobody
/// else is there.
#[cfg(unix)]
pub fn server_owner() -> io::Result<Option<Owner>> {
    if !rustix::process::geteuid().is_root() {
        return Ok(None);
    }
    let users = fs::read_to_string("/etc/passwd")?;
    ["postgres", "nobody"]
        .iter()
        .find_map(|name| find_user(&users, name))
        .map(Some)
        .ok_or_else(|| io::ErrorKind::NotFound.into())
}

#[cfg(not(unix))]
pub fn server_owner() -> io::Result<Option<Owner>> {
    Ok(None)
}

fn find_user(passwd: &str, name: &str) -> Option<Owner> {
    let line = passwd
        .lines()
        .find(|line| line.split(':').next() == Some(name))?;
    let mut ids = line.split(':').skip(2);
    let uid = ids.next()?.parse().ok()?;
    let gid = ids.next()?.parse().ok()?;
    (uid != 0).then_some(Owner { uid, gid })
}

pub fn run_as(command: &mut Command, owner: Option<Owner>) {
    #[cfg(unix)]
    if let Some(owner) = owner {
        command.uid(owner.uid).gid(owner.gid);
    }
    #[cfg(not(unix))]
    let _ = (command, owner);
}

pub fn give(path: &Path, owner: Option<Owner>) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(owner) = owner {
        std::os::unix::fs::lchown(path, Some(owner.uid), Some(owner.gid))?;
    }
    #[cfg(not(unix))]
    let _ = (path, owner);
    Ok(())
}

/// Whether that user gets through every folder on the way to `path` and may look into it.
#[cfg(unix)]
pub fn reaches(path: &Path, owner: Owner) -> bool {
    use std::os::unix::fs::MetadataExt;
    let Ok(path) = fs::canonicalize(path) else {
        return false;
    };
    path.ancestors().all(|folder| {
        fs::metadata(folder).is_ok_and(|meta| {
            let bit = if meta.uid() == owner.uid {
                0o100
            } else if meta.gid() == owner.gid {
                0o010
            } else {
                0o001
            };
            meta.mode() & bit != 0
        })
    })
}

#[cfg(not(unix))]
pub fn reaches(_: &Path, _: Owner) -> bool {
    true
}

/// Sets who may do what with a file or folder; nothing where there are no such bits.
pub fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
    }
    #[cfg(not(unix))]
    {
        let _ = (path, mode);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_found_by_its_whole_name_and_root_never() {
        let users = "root:x:0:0::/root:/bin/sh\npostgresql:x:7:7::/:\npostgres:x:101:104:PostgreSQL,,,:/var/lib:/bin/sh\n";
        assert_eq!(
            find_user(users, "postgres"),
            Some(Owner { uid: 101, gid: 104 })
        );
        assert_eq!(find_user(users, "root"), None);
        assert_eq!(find_user(users, "nobody"), None);
    }
}
