//! PostgreSQL refuses to run as root, so a sandbox that does runs its servers as an ordinary user.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

#[cfg(unix)]
use rustix::fs::{Mode, OFlags};
use tokio::process::Command;

#[cfg(unix)]
use crate::no_links::Location;

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
    if !is_root() {
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

#[cfg(unix)]
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
        Location::find(path)?.give(owner.uid, owner.gid)?;
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

/// An empty file that only its owner reads. Root follows no link to it: the folder may belong to the
/// servers' user.
pub fn create_private(path: &Path) -> io::Result<File> {
    open_private(path, false)
}

/// Writes a file that only its owner reads, from its first moment on.
pub fn write_private(path: &Path, text: impl AsRef<[u8]>) -> io::Result<()> {
    use std::io::Write;
    create_private(path)?.write_all(text.as_ref())
}

/// A file that only its owner reads, and that grows at its end whoever writes.
pub fn append_private(path: &Path) -> io::Result<File> {
    open_private(path, true)
}

/// Opens a file to lock, with its content. Everybody who can open a file can lock it, so only the owner can open this one.
#[cfg(unix)]
pub fn open_lock(path: &Path) -> io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::CREATE;
    private(if is_root() {
        Location::find(path)?.open(flags)?
    } else {
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        rustix::fs::open(path, flags, Mode::RUSR | Mode::WUSR)?.into()
    })
}

#[cfg(not(unix))]
pub fn open_lock(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true).open(path)
}

#[cfg(unix)]
fn open_private(path: &Path, at_end: bool) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let at_its_end = OFlags::WRONLY | OFlags::CREATE | OFlags::APPEND;
    private(if is_root() {
        Location::find(path)?.open(if at_end { at_its_end } else { NEW })?
    } else {
        let mut options = File::options();
        options.create(true).mode(0o600);
        options.write(!at_end).truncate(!at_end).append(at_end);
        options.open(path)?
    })
}

#[cfg(not(unix))]
fn open_private(path: &Path, at_end: bool) -> io::Result<File> {
    let mut options = File::options();
    options.create(true);
    options.write(!at_end).truncate(!at_end).append(at_end);
    options.open(path)
}

/// Reads a file; root follows no link to it.
pub fn open_to_read(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    if is_root() {
        return Location::find(path)?.open(OFlags::RDONLY);
    }
    File::open(path)
}

/// Reads a file of a server, which is small; root follows no link to it and waits for no pipe.
pub fn read_small(path: &Path) -> io::Result<Vec<u8>> {
    const LARGEST: u64 = 1024 * 1024;
    let mut bytes = Vec::new();
    open_to_read(path)?.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The same of a text.
pub fn read_small_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read_small(path)?).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// A folder in one that is there; root follows no link to it.
pub fn make_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if is_root() {
        return Location::find(path)?.make_folder(Mode::from_raw_mode(0o777));
    }
    fs::create_dir(path)
}

/// The same, with a folder that only its owner enters.
pub fn make_private_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if is_root() {
        return Location::find(path)?.make_folder(Mode::RWXU);
    }
    private_builder().create(path)
}

#[cfg(unix)]
fn private_builder() -> fs::DirBuilder {
    let mut builder = fs::DirBuilder::new();
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Windows has no modes: the folder inherits the access list of the one it lies in.
#[cfg(not(unix))]
fn private_builder() -> fs::DirBuilder {
    fs::DirBuilder::new()
}

/// Only the owner of the folder gets into it; root follows no link to it.
pub fn close_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if is_root() {
        return Location::find(path)?.close_folder();
    }
    set_mode(path, 0o700)
}

/// Removes a file, or a link; root follows none on the way to it.
pub fn remove_file(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if is_root() {
        return Location::find(path)?.remove_file();
    }
    fs::remove_file(path)
}

/// Makes a link; root follows none on the way to it.
#[cfg(unix)]
pub fn make_link(leads_to: &Path, at: &Path) -> io::Result<()> {
    match is_root() {
        true => Location::find(at)?.make_link(leads_to),
        false => std::os::unix::fs::symlink(leads_to, at),
    }
}

/// How a file is opened that is written anew.
#[cfg(unix)]
pub const NEW: OFlags = OFlags::WRONLY.union(OFlags::CREATE).union(OFlags::TRUNC);

#[cfg(unix)]
pub fn private(file: File) -> io::Result<File> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o600))?;
    Ok(file)
}

#[cfg(unix)]
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Returns whether another user owns the folder or a link to it.
#[cfg(unix)]
pub fn is_of_others(folder: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let own = rustix::process::geteuid().as_raw();
    let link = fs::symlink_metadata(folder)?;
    let meta = fs::metadata(folder)?;
    Ok(meta.uid() != own || (link.uid() != own && link.uid() != 0))
}

#[cfg(not(unix))]
pub fn is_of_others(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Returns whether others could put something into the folder of a sandbox that runs as root.
#[cfg(unix)]
pub fn others_write_to(folder: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    Ok(is_root() && fs::metadata(folder)?.mode() & 0o002 != 0)
}

#[cfg(not(unix))]
pub fn others_write_to(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Sets who may do what with a file that is open.
pub fn set_mode_of(file: &File, mode: u32) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(mode))
    }
    #[cfg(not(unix))]
    {
        let _ = (file, mode);
        Ok(())
    }
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::copier::copy_file;

    #[test]
    fn root_writes_and_copies_through_no_link() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (secret, link) = (folder.path().join("secret"), folder.path().join("link"));
        fs::write(&secret, "kept").unwrap();
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&secret, &link).unwrap();
        let copy = folder.path().join("copy");
        copy_file(&secret, &copy, None).unwrap();
        assert_eq!(fs::read_to_string(&copy).unwrap(), "kept");
        assert_eq!(
            fs::metadata(&copy).unwrap().permissions().mode() & 0o777,
            0o600
        );
        let is_root = is_root();
        assert_eq!(copy_file(&link, &copy, None).is_err(), is_root);
        assert_eq!(create_private(&link).is_err(), is_root);
        assert_eq!(fs::read_to_string(&secret).unwrap() == "kept", is_root);
        let mode = fs::metadata(create_private(&copy).map(|_| &copy).unwrap());
        assert_eq!(mode.unwrap().permissions().mode() & 0o777, 0o600);
    }

    /// The folder on the way is a link that its owner, who is not root, put there.
    #[test]
    fn root_goes_through_no_link_on_the_way_to_a_file() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        if !is_root() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let roots = folder.path().join("roots");
        fs::create_dir(&roots).unwrap();
        fs::set_permissions(&roots, fs::Permissions::from_mode(0o750)).unwrap();
        fs::write(roots.join("file"), "kept").unwrap();
        let theirs = folder.path().join("theirs");
        fs::create_dir(&theirs).unwrap();
        symlink(&roots, theirs.join("way")).unwrap();
        symlink(&roots, folder.path().join("trusted")).unwrap();
        let them = Owner {
            uid: 12_345,
            gid: 12_345,
        };
        give(&theirs, Some(them)).unwrap();

        let (way, copy) = (theirs.join("way"), folder.path().join("copy"));
        let file = way.join("file");
        for (what, done) in [
            ("create", create_private(&file).map(drop)),
            ("append", append_private(&file).map(drop)),
            ("read", open_to_read(&file).map(drop)),
            ("copy from", copy_file(&file, &copy, None)),
            (
                "copy to",
                copy_file(&roots.join("file"), &way.join("new"), None),
            ),
            ("folder", make_folder(&way.join("new"))),
            ("link", make_link(&roots, &way.join("new"))),
            ("close", close_folder(&way)),
            ("give", give(&file, Some(them))),
            ("remove", remove_file(&file)),
        ] {
            assert!(done.is_err(), "{what}");
        }
        let meta = fs::metadata(roots.join("file")).unwrap();
        assert_eq!((meta.uid(), meta.len()), (0, 4));
        assert_eq!(fs::metadata(&roots).unwrap().mode() & 0o777, 0o750);
        assert_eq!(fs::read_dir(&roots).unwrap().count(), 1);
        assert!(!copy.exists());

        // One that only root can have made is no trap.
        let by_root = folder.path().join("trusted").join("file");
        create_private(&by_root).unwrap();
        assert_eq!(fs::read_to_string(roots.join("file")).unwrap(), "");
    }

    #[test]
    fn root_keeps_out_of_folders_that_others_may_write_to() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        assert!(!others_write_to(folder.path()).unwrap());
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        let is_root = is_root();
        assert_eq!(others_write_to(folder.path()).unwrap(), is_root);
        assert!(!is_of_others(folder.path()).unwrap());
        if is_root {
            let theirs = Owner {
                uid: 12_345,
                gid: 1,
            };
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
            give(folder.path(), Some(theirs)).unwrap();
            assert!(is_of_others(folder.path()).unwrap());
        }
    }

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
