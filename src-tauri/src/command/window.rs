use serde::{Deserialize, Serialize};
use specta::Type;

use super::Reply;

/// What this program is and where it keeps its things.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AppView {
    pub version: String,
    /// Folder of settings, shelf and log.
    pub data_dir: String,
    /// `hardware`, or the software renderer that was chosen and why.
    pub renderer: String,
    /// True until the person has chosen a first door.
    pub first_run: bool,
    /// True when `psql` is on this machine.
    pub psql: bool,
}

/// What closing the app would do.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuitView {
    /// Sandbox databases that would sleep until the app opens again.
    pub sandbox_databases: u32,
    /// Connections that would be cut.
    pub open_connections: u32,
    /// Work that would be stopped.
    pub running_work: u32,
    /// True when secrets are in memory only and would be lost.
    pub secrets_in_memory: bool,
}

/// What this program is.
#[tauri::command]
#[specta::specta]
pub async fn app_info() -> Reply<AppView> {
    Err(super::unfinished())
}

/// The person has chosen a first door; the welcome is not shown again.
#[tauri::command]
#[specta::specta]
pub async fn app_welcomed() -> Reply<()> {
    Err(super::unfinished())
}

/// The window shows something useful. Used to measure the start.
#[tauri::command]
#[specta::specta]
pub async fn app_painted() -> Reply<()> {
    Err(super::unfinished())
}

/// What closing the app would do.
#[tauri::command]
#[specta::specta]
pub async fn app_quit_plan() -> Reply<QuitView> {
    Err(super::unfinished())
}

/// Closes the app; stops the sandbox first.
#[tauri::command]
#[specta::specta]
pub async fn app_quit(explain_again: bool) -> Reply<()> {
    Err(super::unfinished())
}
