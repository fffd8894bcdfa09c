//! Folders and files that are dragged over the window and dropped on it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use specta::Type;
use tauri::{AppHandle, DragDropEvent, Emitter as _, Manager as _, WebviewWindow, WindowEvent};

use crate::chosen;
use crate::consent::Consents;

/// As the page knows it.
const NAME: &str = "file-drop";

/// Files come over the window, leave it again or are dropped.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[cfg_attr(debug_assertions, derive(tauri_specta::Event))]
pub enum FileDrop {
    /// They are over the window. They do not count as picked yet.
    Over {
        /// What they are.
        files: DraggedFiles,
    },
    /// They are not any more.
    Left,
    /// They were dropped, and count as picked.
    Dropped {
        /// What they are.
        files: DraggedFiles,
    },
}

/// What is dragged, by what can be done with it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum DraggedFiles {
    /// Folders, and perhaps files beside them, which are left out.
    Folders {
        /// Their paths.
        paths: Vec<String>,
    },
    /// An env file.
    EnvFile {
        /// The folder it lies in.
        folder: String,
        /// What it is called.
        name: String,
    },
    /// An SQL file.
    SqlFile {
        /// Its path.
        path: String,
        /// What it is called.
        name: String,
    },
    /// Several files at a time, of which none is taken.
    Several,
    /// A file of another kind, which is not taken.
    Other,
}

/// From now on the page hears of files that are dragged over this window.
pub fn listen(window: &WebviewWindow) {
    let app = window.app_handle().clone();
    window.on_window_event(move |event| {
        if let WindowEvent::DragDrop(event) = event {
            on_event(&app, event);
        }
    });
}

/// Tells the page what is dragged, where there is a file among it.
fn on_event(app: &AppHandle, event: &DragDropEvent) {
    let told = match event {
        DragDropEvent::Enter { paths, .. } => files_of(paths).map(|files| FileDrop::Over { files }),
        DragDropEvent::Leave => Some(FileDrop::Left),
        DragDropEvent::Drop { paths, .. } => files_of(paths).map(|files| {
            count_as_picked(&app.state::<Consents>(), &files);
            FileDrop::Dropped { files }
        }),
        _ => None,
    };
    let Some(told) = told else {
        return;
    };
    if let Err(error) = app.emit(NAME, told) {
        tracing::warn!(%error, "a drop did not reach the window");
    }
}

/// Whoever drops an env file gives the folder that it lies in: databases are imported for folders.
fn count_as_picked(consents: &Consents, files: &DraggedFiles) {
    match files {
        DraggedFiles::Folders { paths } => chosen::picked_folders(consents, paths),
        DraggedFiles::EnvFile { folder, .. } => {
            chosen::picked_folders(consents, std::slice::from_ref(folder));
        }
        // Where it is to run on a database that is there, the page alone says on which: so that is asked about.
        DraggedFiles::SqlFile { path, .. } => chosen::picked_sql(consents, Some(path), None),
        DraggedFiles::Several | DraggedFiles::Other => {}
    }
}

/// Anything can be dragged, also a link of a web page: `None` where nothing of it is a file here.
fn files_of(paths: &[PathBuf]) -> Option<DraggedFiles> {
    let here = paths.iter().map(PathBuf::as_path);
    let here: Vec<&Path> = here
        .filter(|path| path.is_absolute() && path.exists())
        .collect();
    // A path that no text can hold is left out.
    let folders = here.iter().filter(|path| path.is_dir());
    let folders: Vec<String> = folders
        .filter_map(|path| path.to_str().map(str::to_owned))
        .collect();
    if !folders.is_empty() {
        return Some(DraggedFiles::Folders { paths: folders });
    }
    match here.as_slice() {
        [] => None,
        [file] => Some(file_of(file).unwrap_or(DraggedFiles::Other)),
        _ => Some(DraggedFiles::Several),
    }
}

fn file_of(file: &Path) -> Option<DraggedFiles> {
    if !file.is_file() {
        return None;
    }
    let name = file.file_name()?.to_str()?.to_owned();
    if app::folders::is_env_name(&name) {
        let folder = file.parent()?.to_str()?.to_owned();
        return Some(DraggedFiles::EnvFile { folder, name });
    }
    if !chosen::is_sql(file) {
        return None;
    }
    let path = file.to_str()?.to_owned();
    Some(DraggedFiles::SqlFile { path, name })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::consent::{Act, real};

    struct World(tempfile::TempDir);

    impl World {
        fn new() -> Self {
            Self(tempfile::tempdir().unwrap())
        }

        fn folder(&self) -> String {
            self.0.path().to_str().unwrap().to_owned()
        }

        fn file(&self, name: &str) -> PathBuf {
            let path = self.0.path().join(name);
            std::fs::write(&path, "").unwrap();
            path
        }
    }

    #[test]
    fn only_folders_count_as_dropped() {
        let world = World::new();
        let dropped = [
            world.0.path().to_owned(),
            world.file(".env"),
            world.0.path().join("gone"),
            "https://example.com/".into(),
            ".".into(),
        ];
        let paths = vec![world.folder()];
        assert_eq!(files_of(&dropped), Some(DraggedFiles::Folders { paths }));
        assert_eq!(files_of(&dropped[2..]), None);
    }

    #[test]
    fn a_file_is_taken_alone_and_by_its_name() {
        let world = World::new();
        for name in [".env", ".env.local", ".envrc"] {
            let (folder, name) = (world.folder(), name.to_owned());
            let dropped = files_of(&[world.file(&name)]);
            assert_eq!(dropped, Some(DraggedFiles::EnvFile { folder, name }));
        }
        for name in ["schema.sql", "Schema.SQL"] {
            let (file, name) = (world.file(name), name.to_owned());
            let path = file.to_str().unwrap().to_owned();
            let dropped = files_of(&[file]);
            assert_eq!(dropped, Some(DraggedFiles::SqlFile { path, name }));
        }
        for name in ["notes.txt", "prod.env", "sql", ".env.plinth-1", ".sqlite"] {
            let dropped = files_of(&[world.file(name)]);
            assert_eq!(dropped, Some(DraggedFiles::Other), "{name}");
        }
        let two = [world.file("a.sql"), world.file(".env")];
        assert_eq!(files_of(&two), Some(DraggedFiles::Several));
    }

    #[test]
    fn what_was_dropped_is_all_that_counts_as_picked() {
        let world = World::new();
        let (env, sql) = (world.file(".env"), world.file("a.sql"));
        let folder = Act::Folder(real(world.0.path()));
        let (read, run) = (Act::ReadSql(real(&sql)), Act::RunSqlOnNew(real(&sql)));
        let on_one = Act::RunSql(real(&sql), "one".to_owned());
        let of_env = Act::Env(real(&env));
        let all = [&folder, &read, &run, &on_one, &of_env];
        for (dropped, expected) in [
            (vec![env.clone()], [true, false, false, false, false]),
            (vec![sql.clone()], [false, true, true, false, false]),
            (vec![env, sql], [false; 5]),
        ] {
            let consents = Consents::default();
            count_as_picked(&consents, &files_of(&dropped).unwrap());
            assert_eq!(all.map(|act| consents.has(act)), expected, "{dropped:?}");
        }
    }
}
