use app::view::ClaimedProjectView;
use host::command::projects::ClaimedProjectPlace;
use host::{Connection, Reply};
use serde_json::json;
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::{chosen, claim};

/// Finds the project of a claimed temporary database: gives the account that has it, or opens it in the platform's console
/// and gives none.
#[tauri::command]
#[specta::specta]
pub async fn project_open_claimed(
    app: AppHandle,
    core: State<'_, Connection>,
    consents: State<'_, Consents>,
    temporary_id: String,
) -> Reply<Option<ClaimedProjectView>> {
    let args = json!({ "temporaryId": temporary_id });
    match core.call("project_of_claimed", args).await? {
        ClaimedProjectPlace::Here(project) => Ok(Some(project)),
        ClaimedProjectPlace::Console { url, host } => {
            chosen::must_open(&app, &consents, &core, &host).await?;
            claim::open_link(&app, &core, &url).await?;
            Ok(None)
        }
    }
}
