//! Access lists of Windows, for folders outside of the user's profile: the profile itself is closed to others. The sandbox, which
//! uses nothing of this crate, has the same in its own `access_list.rs`.

use std::io;
use std::os::windows::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Windows opens no console for the program.
pub(crate) const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// The system's own user, with all rights to the folder and to what is in it. Backups and the index of files need them.
const SYSTEM: &str = "*S-1-5-18:(OI)(CI)F";

/// Returns true if the folder lies in the profile of this user.
pub(super) fn is_in_profile(folder: &Path) -> bool {
    let profile = std::env::home_dir().and_then(|profile| profile.canonicalize().ok());
    let folder = folder.canonicalize();
    profile.is_some_and(|profile| folder.is_ok_and(|folder| folder.starts_with(profile)))
}

/// Takes the rights to a folder, and to what is in it, that all users of its drive have.
///
/// # Errors
/// The drive has no access lists, or the folder's can't be changed.
pub(super) fn close(folder: &Path) -> io::Result<()> {
    let of = |name| std::env::var(name).unwrap_or_default();
    let user = format!(r"{}\{}:(OI)(CI)F", of("USERDOMAIN"), of("USERNAME"));
    // The rights of this user first: without them nobody could enter the folder.
    change(folder, &["/grant:r", &user, SYSTEM])?;
    change(folder, &["/inheritance:r"])
}

fn change(folder: &Path, how: &[&str]) -> io::Result<()> {
    let system = std::env::var_os("SystemRoot").map(PathBuf::from);
    let program = system.map(|system| system.join("System32").join("icacls.exe"));
    let program = program.ok_or(io::ErrorKind::NotFound)?;
    let done = Command::new(program)
        .arg(folder)
        .args(how)
        .creation_flags(CREATE_NO_WINDOW)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    match done.success() {
        true => Ok(()),
        false => {
            let why = "its access list can't be changed";
            Err(io::Error::new(io::ErrorKind::PermissionDenied, why))
        }
    }
}
