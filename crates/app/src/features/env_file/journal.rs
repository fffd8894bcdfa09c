//! Folders in which an env file is being written. One that is still named at the start was left by a process that ended in
//! the middle, and what it left there holds secrets.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use envfile::Writer;

use crate::base::disk::{blocking, read_text};
use crate::base::private;

/// Writes env files. What an earlier version called its temporary files is still removed.
pub(super) const WRITER: Writer = Writer::new("plinth").with_earlier_names(".plinth-", ".tmp");

/// The folder in the data folder, with one file for each write that is under way.
const FOLDER: &str = "env-writes";

/// A write that is under way until this is dropped.
pub(super) struct Noted(PathBuf);

/// Notes the folder of a file that is about to be written.
pub(super) fn note(data_dir: &Path, file: &Path, id: &str) -> io::Result<Noted> {
    let folder = data_dir.join(FOLDER);
    private::ensure_folder(&folder)?;
    let written = file.parent().unwrap_or(Path::new("."));
    let noted = Noted(folder.join(id));
    let mut options = fs::File::options();
    options.create(true).write(true).truncate(true);
    let mut entry = private::open(&noted.0, &mut options)?;
    entry.write_all(written.as_os_str().as_encoded_bytes())?;
    entry.sync_all()?;
    Ok(noted)
}

impl Drop for Noted {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_file(&self.0) {
            tracing::warn!(kind = %error.kind(), "the note about an env file write could not be removed");
        }
    }
}

/// Removes what was left in the folders that are still named. The data folder must be locked.
pub(crate) async fn sweep(data_dir: &Path) {
    let folder = data_dir.join(FOLDER);
    let swept = blocking(move || {
        let Ok(entries) = fs::read_dir(folder) else {
            return Ok(());
        };
        for entry in entries.flatten() {
            // A note that was cut off names no folder, and nothing was written after it.
            if let Ok(written) = read_text(&entry.path()) {
                WRITER.sweep(Path::new(&written));
            }
            if let Err(error) = fs::remove_file(entry.path()) {
                tracing::warn!(kind = %error.kind(), "the note about an env file write could not be removed");
            }
        }
        Ok(())
    });
    if let Err(error) = swept.await {
        tracing::warn!(%error, "temporary files of env file writes could not be removed");
    }
}
