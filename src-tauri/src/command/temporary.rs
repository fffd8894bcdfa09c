use app::view::{
    CheckView, ConnectView, FormId, ImportCandidateView, LinkTargetView, SecretView,
    TemporaryListView, TemporaryOptions, TemporaryView,
};

use super::Reply;

/// The shelf, newest first.
#[tauri::command]
#[specta::specta]
pub async fn temporary_list() -> Reply<TemporaryListView> {
    Err(super::unfinished())
}

/// One row of the shelf.
#[tauri::command]
#[specta::specta]
pub async fn temporary_get(id: String) -> Reply<TemporaryView> {
    Err(super::unfinished())
}

/// Makes a database. The row is on the shelf as `creating` from the first moment.
#[tauri::command]
#[specta::specta]
pub async fn temporary_create(options: TemporaryOptions) -> Reply<TemporaryView> {
    Err(super::unfinished())
}

/// Renames a row; the platform is not told.
#[tauri::command]
#[specta::specta]
pub async fn temporary_rename(id: String, name: String) -> Reply<TemporaryView> {
    Err(super::unfinished())
}

/// Asks the platform about one row now.
#[tauri::command]
#[specta::specta]
pub async fn temporary_refresh(id: String) -> Reply<TemporaryView> {
    Err(super::unfinished())
}

/// Asks the platform about every row that can still change.
#[tauri::command]
#[specta::specta]
pub async fn temporary_refresh_all() -> Reply<TemporaryListView> {
    Err(super::unfinished())
}

/// Takes a row off the shelf with its secrets. The database itself stays until it expires.
#[tauri::command]
#[specta::specta]
pub async fn temporary_forget(id: String) -> Reply<()> {
    Err(super::unfinished())
}

/// Puts a database on the shelf by its claim link.
#[tauri::command]
#[specta::specta]
pub async fn temporary_import_link(link: String) -> Reply<TemporaryView> {
    Err(super::unfinished())
}

/// Finds claim links in an env file.
#[tauri::command]
#[specta::specta]
pub async fn temporary_import_scan(path: String) -> Reply<Vec<ImportCandidateView>> {
    Err(super::unfinished())
}

/// Puts the database of one found claim link on the shelf.
#[tauri::command]
#[specta::specta]
pub async fn temporary_import_env(path: String, variable: String) -> Reply<TemporaryView> {
    Err(super::unfinished())
}

/// The connect card, masked.
#[tauri::command]
#[specta::specta]
pub async fn temporary_connect(id: String) -> Reply<ConnectView> {
    Err(super::unfinished())
}

/// One form of the connect card with its secrets.
#[tauri::command]
#[specta::specta]
pub async fn temporary_reveal(id: String, form: FormId) -> Reply<SecretView> {
    Err(super::unfinished())
}

/// Puts one form on the clipboard, and clears it after 45 s if it is still there. Returns the seconds.
#[tauri::command]
#[specta::specta]
pub async fn temporary_copy(id: String, form: FormId) -> Reply<u32> {
    Err(super::unfinished())
}

/// Opens a real connection and runs `SELECT 1`.
#[tauri::command]
#[specta::specta]
pub async fn temporary_check(id: String) -> Reply<CheckView> {
    Err(super::unfinished())
}

/// Where the claim link leads, before it is opened.
#[tauri::command]
#[specta::specta]
pub async fn temporary_claim_target(id: String) -> Reply<LinkTargetView> {
    Err(super::unfinished())
}

/// Opens the claim link in the browser and watches the claim. The host must be the one that was shown.
#[tauri::command]
#[specta::specta]
pub async fn temporary_claim_open(id: String, host: String) -> Reply<LinkTargetView> {
    Err(super::unfinished())
}

/// Opens `psql` in a terminal, the password neither in its arguments nor in the shell's history.
#[tauri::command]
#[specta::specta]
pub async fn temporary_psql(id: String) -> Reply<()> {
    Err(super::unfinished())
}
