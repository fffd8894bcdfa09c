//! The editor tabs with their texts, each in a file of its own that only its user can read: a text may hold a password. They
//! are written on each change, so that no text is lost, whatever happens to its database.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::Error;
use crate::base::disk::{self, why};
use crate::base::{ids, private};
use crate::core::operation::operation;
use crate::features::Features;
use crate::view::{ErrorCode, SqlTabView};

/// The folder of the tabs, below the data folder.
const FOLDER: &str = "sql";
const ENDING: &str = "json";

/// Lists the tabs, the oldest first. A file that can't be read stays where it is and is left out.
///
/// # Errors
/// [`ErrorCode::File`] when the folder can't be read.
#[operation(Page, Read, sql_tab_list)]
pub async fn list(app: &Features) -> Result<Vec<SqlTabView>, Error> {
    let folder = folder(app);
    disk::blocking(move || read_all(&folder).map_err(|error| unread(&folder, &error))).await
}

/// Keeps a tab with its text. Passwords that a statement of it sets are kept as dots, which the returned tab says.
///
/// # Errors
/// [`ErrorCode::File`] when the file can't be written; [`ErrorCode::Invalid`] for an id of another form.
#[operation(Page, Change, sql_tab_save)]
pub async fn save(app: &Features, tab: SqlTabView) -> Result<SqlTabView, Error> {
    let (folder, id) = (folder(app), ids::local(&tab.id)?);
    disk::blocking(move || {
        let masked = pgclient::without_passwords(&tab.text);
        let tab = SqlTabView {
            is_masked: masked.is_some(),
            text: masked.unwrap_or(tab.text),
            ..tab
        };
        let written = write(&folder, &id, &tab);
        written.map_err(|error| unwritten(&folder, &error))?;
        Ok(tab)
    })
    .await
}

/// Deletes a tab with its text. A missing tab is no error.
///
/// # Errors
/// As [`save`].
#[operation(Page, Change, sql_tab_delete)]
pub async fn delete(app: &Features, id: &str) -> Result<(), Error> {
    let (folder, id) = (folder(app), ids::local(id)?);
    disk::blocking(move || match fs::remove_file(file(&folder, &id)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unwritten(&folder, &error)),
        _ => Ok(()),
    })
    .await
}

/// The folder of the tabs and of the history.
pub(super) fn folder(app: &Features) -> PathBuf {
    app.data_dir.join(FOLDER)
}

fn file(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.{ENDING}"))
}

fn read_all(folder: &Path) -> io::Result<Vec<SqlTabView>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut tabs = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_none_or(|ending| ending != ENDING) {
            continue;
        }
        match fs::read(&path).map(|bytes| serde_json::from_slice::<SqlTabView>(&bytes)) {
            Ok(Ok(tab)) => tabs.push(tab),
            // The decoder's message could hold a password.
            _ => tracing::warn!("the text of an editor tab can't be read"),
        }
    }
    // The ids begin with their times.
    tabs.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(tabs)
}

fn write(folder: &Path, id: &str, tab: &SqlTabView) -> io::Result<()> {
    private::ensure_folder(folder)?;
    let text = serde_json::to_vec(tab)?;
    private::replace(&file(folder, id), |file| file.write_all(&text))
}

pub(super) fn unread(folder: &Path, error: &io::Error) -> Error {
    let message = format!("Couldn't read {}: {}", folder.display(), why(error));
    Error::new(ErrorCode::File, message).hint("Check the permissions of the folder.")
}

pub(super) fn unwritten(folder: &Path, error: &io::Error) -> Error {
    let message = format!(
        "Couldn't keep the text in {}: {}",
        folder.display(),
        why(error)
    );
    Error::new(ErrorCode::File, message).hint(
        "It is kept in memory meanwhile. Check the permissions of the folder and the space on the disk.",
    )
}
