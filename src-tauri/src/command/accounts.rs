use app::view::{AccountView, PlaceView};

use super::Reply;

/// Every account, in the order they were added.
#[tauri::command]
#[specta::specta]
pub async fn account_list() -> Reply<Vec<AccountView>> {
    Err(super::unfinished())
}

/// Every place where a temporary database can be made.
#[tauri::command]
#[specta::specta]
pub async fn place_list() -> Reply<Vec<PlaceView>> {
    Err(super::unfinished())
}
