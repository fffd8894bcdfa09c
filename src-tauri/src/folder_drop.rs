//! Folders that are dragged over the window and dropped on it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use specta::Type;
use tauri::{AppHandle, DragDropEvent, Emitter as _, Manager as _, WebviewWindow, WindowEvent};

use crate::chosen;
use crate::consent::Consents;

/// As the page knows it.
const NAME: &str = "folder-drop";

/// Folders come over the window, leave it again or are dropped.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(debug_assertions, derive(tauri_specta::Event))]
pub enum FolderDrop {
    /// They are over the window.
    Over,
    /// They are not any more.
    Left,
    /// They were dropped, and count as picked.
    Dropped {
        /// The folders.
        paths: Vec<String>,
    },
}

/// From now on the page hears of folders that are dragged over this window.
pub fn listen(window: &WebviewWindow) {
    let app = window.app_handle().clone();
    window.on_window_event(move |event| {
        if let WindowEvent::DragDrop(event) = event {
            on_event(&app, event);
        }
    });
}

/// Tells the page what is dragged, where there is a folder among it.
fn on_event(app: &AppHandle, event: &DragDropEvent) {
    let told = match event {
        DragDropEvent::Enter { paths, .. } if !folders_of(paths).is_empty() => FolderDrop::Over,
        DragDropEvent::Leave => FolderDrop::Left,
        DragDropEvent::Drop { paths, .. } => {
            let paths = folders_of(paths);
            chosen::picked_folders(&app.state::<Consents>(), &paths);
            FolderDrop::Dropped { paths }
        }
        _ => return,
    };
    if let Err(error) = app.emit(NAME, told) {
        tracing::warn!(%error, "a drop did not reach the window");
    }
}

/// Anything can be dragged, also a link of a web page. A path that no text can hold is left out.
fn folders_of(paths: &[PathBuf]) -> Vec<String> {
    let folders = paths
        .iter()
        .map(PathBuf::as_path)
        .filter(|path| is_folder(path));
    folders
        .filter_map(|path| path.to_str().map(str::to_owned))
        .collect()
}

fn is_folder(path: &Path) -> bool {
    path.is_absolute() && path.is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_count_as_dropped() {
        let world = tempfile::tempdir().unwrap();
        let file = world.path().join(".env");
        std::fs::write(&file, "").unwrap();
        let dropped = [
            world.path().to_owned(),
            file,
            world.path().join("gone"),
            "https://example.com/".into(),
            ".".into(),
        ];
        assert_eq!(
            folders_of(&dropped),
            [world.path().to_str().unwrap().to_owned()]
        );
    }
}
