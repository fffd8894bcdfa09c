use app::view::{AccountView, PlaceView};
use tauri::State;

use super::Reply;
use crate::opening::Core;

/// Every account, in the order they were added.
#[tauri::command]
#[specta::specta]
pub async fn account_list(core: State<'_, Core>) -> Reply<Vec<AccountView>> {
    Ok(app::accounts::list(&core.ready().await?).await?)
}

/// Every place where a temporary database can be made.
#[tauri::command]
#[specta::specta]
pub async fn place_list(core: State<'_, Core>) -> Reply<Vec<PlaceView>> {
    Ok(app::accounts::places(&core.ready().await?).await?)
}
