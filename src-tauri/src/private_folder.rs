//! Folders that only this user enters.

use std::fs::DirBuilder;
use std::io;
use std::path::Path;

/// Makes a folder that is not there yet.
pub fn create(dir: &Path) -> io::Result<()> {
    builder().create(dir)
}

/// Makes a folder, and those above it, unless it is there.
pub fn ensure(dir: &Path) -> io::Result<()> {
    builder().recursive(true).create(dir)
}

fn builder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}
