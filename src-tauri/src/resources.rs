//! What comes with the app beside the program.

use std::path::PathBuf;

use tauri::{AppHandle, Manager as _};

/// Where PostgreSQL comes with the app: beside its other resources. A development build finds that of its checkout by
/// itself.
pub fn postgres(app: &AppHandle) -> Vec<PathBuf> {
    let resources = app.path().resource_dir();
    resources
        .map(|dir| dir.join("postgres"))
        .into_iter()
        .collect()
}
