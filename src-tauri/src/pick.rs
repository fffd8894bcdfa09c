//! The system's own dialogs for files and folders.

use std::path::{Path, PathBuf};

use app::view::{ErrorCode, ErrorView};
use host::Reply;
use tauri::{AppHandle, Manager as _};
use tauri_plugin_dialog::{DialogExt as _, FileDialogBuilder, FilePath};
use tokio::sync::oneshot;

use crate::window;

/// Names a file whose lines are picked in place of a dialog for folders, and its first line in place of one for a new file. For tests, and in no release.
const PICKS: &str = "PLINTH_PICKS";

/// Asks for a folder. `None` when the person changed their mind.
pub async fn folder(app: &AppHandle, title: &str, start: Option<&str>) -> Reply<Option<String>> {
    let (sender, answer) = oneshot::channel();
    dialog(app, title, start)
        .set_can_create_directories(true)
        .pick_folder(move |path| {
            let _ = sender.send(path);
        });
    text(answer.await.ok().flatten())
}

/// Asks for any number of folders. None when the person changed their mind.
pub async fn folders(app: &AppHandle, title: &str, start: Option<&str>) -> Reply<Vec<String>> {
    if let Some(picked) = picked_by_test() {
        return Ok(picked);
    }
    let (sender, answer) = oneshot::channel();
    dialog(app, title, start).pick_folders(move |paths| {
        let _ = sender.send(paths);
    });
    let picked = answer.await.ok().flatten().unwrap_or_default();
    let picked = picked.into_iter().map(|path| text(Some(path)));
    Ok(picked
        .collect::<Reply<Vec<_>>>()?
        .into_iter()
        .flatten()
        .collect())
}

/// The lines of the file that a test wrote for it.
fn picked_by_test() -> Option<Vec<String>> {
    if !cfg!(debug_assertions) {
        return None;
    }
    let file = std::env::var_os(PICKS)?;
    let lines = std::fs::read_to_string(file).unwrap_or_default();
    Some(lines.lines().map(str::to_owned).collect())
}

/// Asks for a file. A filter is a name and its endings; none means every file.
pub async fn file(
    app: &AppHandle,
    title: &str,
    filter: Option<(&str, &[&str])>,
    start: Option<&str>,
) -> Reply<Option<String>> {
    let mut dialog = dialog(app, title, start);
    if let Some((name, endings)) = filter {
        dialog = dialog
            .add_filter(name, endings)
            .add_filter("All files", &["*"]);
    }
    let (sender, answer) = oneshot::channel();
    dialog.pick_file(move |path| {
        let _ = sender.send(path);
    });
    text(answer.await.ok().flatten())
}

/// Asks where a new file is to be written.
pub async fn new_file(app: &AppHandle, title: &str, name: &str) -> Reply<Option<String>> {
    if let Some(picked) = picked_by_test() {
        return Ok(picked.into_iter().next());
    }
    let (sender, answer) = oneshot::channel();
    dialog(app, title, None)
        .set_file_name(name)
        .save_file(move |path| {
            let _ = sender.send(path);
        });
    text(answer.await.ok().flatten())
}

fn dialog(app: &AppHandle, title: &str, start: Option<&str>) -> FileDialogBuilder<tauri::Wry> {
    let mut dialog = app.dialog().file().set_title(title);
    if let Some(window) = app.get_webview_window(window::LABEL) {
        dialog = dialog.set_parent(&window);
    }
    let home = app.path().home_dir().ok();
    match start
        .and_then(|start| nearest_folder(start, home.as_deref()))
        .or(home)
    {
        Some(folder) => dialog.set_directory(folder),
        None => dialog,
    }
}

/// The folder to start in: the one named, or the nearest above it that is there.
fn nearest_folder(start: &str, home: Option<&Path>) -> Option<PathBuf> {
    let path = match (start.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(start),
    };
    let folder = path.ancestors().find(|folder| folder.is_dir())?;
    (folder.is_absolute() && folder.parent().is_some()).then(|| folder.to_owned())
}

fn text(path: Option<FilePath>) -> Reply<Option<String>> {
    let Some(path) = path else {
        return Ok(None);
    };
    let path = path
        .into_path()
        .ok()
        .and_then(|path| path.into_os_string().into_string().ok());
    path.map(Some).ok_or_else(|| {
        ErrorView::new(
            ErrorCode::File,
            "This path contains characters that can't be shown",
            "Rename the folder or the file, or choose another",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_where_the_person_was() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("shop");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join(".env"), "").unwrap();
        let start = |path: &Path| nearest_folder(path.to_str().unwrap(), Some(dir.path()));
        assert_eq!(start(&folder), Some(folder.clone()));
        assert_eq!(start(&folder.join(".env")), Some(folder.clone()));
        assert_eq!(start(&folder.join("gone/too")), Some(folder.clone()));
        assert_eq!(start(Path::new("~/shop/.env")), Some(folder));
        assert_eq!(
            start(Path::new("/gone")),
            None,
            "the root is no place to start"
        );
        assert_eq!(start(Path::new("relative")), None);
    }
}
