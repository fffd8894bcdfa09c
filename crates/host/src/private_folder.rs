//! Folders that only this user enters, and files in them.

use std::fs::{DirBuilder, File};
use std::io::{self, Write as _};
use std::path::Path;

/// Makes a folder that is not there yet.
pub fn create(dir: &Path) -> io::Result<()> {
    builder().create(dir)
}

/// Makes a folder, and those above it, unless it is there.
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
    let mut file = File::create(&fresh)?;
    file.write_all(bytes)?;
    if durable == Durable::Yes {
        file.sync_all()?;
    }
    std::fs::rename(fresh, path)
}

fn builder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}
