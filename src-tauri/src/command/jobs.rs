use host::Reply;
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::{chosen, pick};

/// Asks for the file that the activity log is to be written into; nothing when the person changed their mind.
#[tauri::command]
#[specta::specta]
pub async fn activity_pick_file(
    app: AppHandle,
    consents: State<'_, Consents>,
) -> Reply<Option<String>> {
    let picked = pick::new_file(&app, "Export your actions", "plinth-activity.csv").await?;
    chosen::picked_export(&consents, picked.as_deref());
    Ok(picked)
}
