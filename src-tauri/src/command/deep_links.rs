use app::view::DeepLinkView;
use host::Reply;
use tauri::AppHandle;

use crate::deep_links;

/// Where the newest link leads that was opened and not shown yet; none where there is none.
#[tauri::command]
#[specta::specta]
pub async fn deep_link_take(app: AppHandle) -> Reply<Option<DeepLinkView>> {
    deep_links::take(&app).await
}
