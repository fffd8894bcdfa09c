//! PostgreSQL's programs, copied where the servers' user gets to when they lie elsewhere.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;

use tokio_util::sync::CancellationToken;

use super::binaries::PostgresVersion;
use super::tree;
use crate::disk;
use crate::error::StartError;
use crate::owner::{Owner, reaches, set_mode};

pub fn make_reachable(
    found: PostgresVersion,
    owner: Option<Owner>,
    servers: &Path,
) -> Result<PostgresVersion, StartError> {
    let Some(owner) = owner else { return Ok(found) };
    if reaches(&found.bin_dir, owner) {
        return Ok(found);
    }
    let copies_dir = servers.join("programs");
    let failed = |source| StartError::DataFolder {
        path: copies_dir.clone(),
        source,
    };
    let copied = copy(&found, &copies_dir).map_err(failed)?;
    Ok(PostgresVersion {
        bin_dir: copied,
        ..found
    })
}

fn copy(found: &PostgresVersion, copies_dir: &Path) -> io::Result<std::path::PathBuf> {
    let root = found.bin_dir.parent().unwrap_or(&found.bin_dir);
    let name = format!("{}-{:016x}", found.version, mark(root)?);
    let done = copies_dir.join(&name);
    let bin = done.join("bin");
    if bin.is_dir() {
        return Ok(bin);
    }
    let making = copies_dir.join(format!("{name}.making"));
    // Such as those without an extension that is there now.
    tree::remove(copies_dir)?;
    disk::make_folders(&making)?;
    let never = CancellationToken::new();
    for name in ["bin", "lib", "share"] {
        if root.join(name).is_dir() {
            tree::copy(&root.join(name), &making.join(name), None, &never)?;
        }
    }
    make_readable(&making)?;
    set_mode(copies_dir, 0o755)?;
    // Only what is on the disk may get the name that says it is whole.
    disk::sync_tree(&making)?;
    disk::rename(&making, &done)?;
    Ok(bin)
}

/// Changes with the extensions and the programs: set-up adds some to a version that stays the same.
fn mark(root: &Path) -> io::Result<u64> {
    let mut files = Vec::new();
    for folder in [
        "bin",
        "lib",
        "share/extension",
        "share/postgresql/extension",
    ] {
        match fs::read_dir(root.join(folder)) {
            Ok(entries) => files.extend(entries),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    let mut names = Vec::new();
    for file in files {
        let file = file?;
        names.push((file.file_name(), file.metadata()?.len()));
    }
    names.sort();
    let mut hasher = DefaultHasher::new();
    names.hash(&mut hasher);
    Ok(hasher.finish())
}

pub(super) fn make_readable(path: &Path) -> io::Result<()> {
    let meta = fs::symlink_metadata(path)?;
    if meta.is_symlink() {
        return Ok(());
    }
    if !meta.is_dir() {
        let program = path.parent().is_some_and(|folder| folder.ends_with("bin"));
        return set_mode(path, if program { 0o755 } else { 0o644 });
    }
    set_mode(path, 0o755)?;
    for entry in fs::read_dir(path)? {
        make_readable(&entry?.path())?;
    }
    Ok(())
}
