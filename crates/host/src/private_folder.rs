//! Folders that only this user enters, and files in them.

use std::fs::{DirBuilder, File};
use std::io::{self, Write as _};
use std::path::Path;

use app::private;

/// Makes a folder that is not there yet.
pub fn create(dir: &Path) -> io::Result<()> {
    builder().create(dir)
}

/// Makes a folder, and those above it, unless it is there. One that is there may be open to others, as those of a
/// person's settings are; for Plinth's own there is `app::private::ensure_folder`.
pub fn ensure(dir: &Path) -> io::Result<()> {
    builder().recursive(true).create(dir)
}

/// Whether a file is there after the machine lost its power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durable {
    Yes,
    /// For what can be missing or damaged without a loss.
    No,
}

/// Puts a file in the place of another, of which nobody ever sees a half.
pub fn replace(path: &Path, bytes: &[u8], durable: Durable) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        ensure(folder)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let fresh = path.with_file_name(name);
    let mut options = File::options();
    options.create(true).write(true).truncate(true);
    let mut file = private::open(&fresh, &mut options)?;
    file.write_all(bytes)?;
    if durable == Durable::Yes {
        file.sync_all()?;
    }
    std::fs::rename(fresh, path)
}

#[cfg(unix)]
fn builder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Windows has no modes: the folder inherits the access list of the one it lies in.
#[cfg(not(unix))]
fn builder() -> DirBuilder {
    DirBuilder::new()
}
