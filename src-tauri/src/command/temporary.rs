use app::view::{ErrorCode, ErrorView, LinkTargetView, SaveFormat, SaveStatus, TemporaryView};
use host::{Connection, Reply};
use serde_json::json;
use tauri::{AppHandle, State};
use tauri_plugin_opener::OpenerExt as _;

use crate::consent::Consents;
use crate::{chosen, claim, pick};

/// Opens the claim link in the browser and watches the claim. The host must be the one that was shown.
#[tauri::command]
#[specta::specta]
pub async fn temporary_claim_open(
    app: AppHandle,
    core: State<'_, Connection>,
    consents: State<'_, Consents>,
    id: String,
    host: String,
) -> Reply<LinkTargetView> {
    claim::open(&app, &core, &consents, &id, &host).await
}

/// Asks for the file that a database is to be saved to; nothing when the person changed their mind.
#[tauri::command]
#[specta::specta]
pub async fn temporary_pick_file(
    app: AppHandle,
    consents: State<'_, Consents>,
    name: String,
    format: SaveFormat,
) -> Reply<Option<String>> {
    let ending = match format {
        SaveFormat::Archive => "dump",
        SaveFormat::Sql => "sql",
    };
    // It names a file in the dialog, and no folder.
    let name: String = name.replace(['/', '\\'], "-");
    let picked = pick::new_file(&app, "Save the database", &format!("{name}.{ending}")).await?;
    chosen::picked_export(&consents, picked.as_deref());
    Ok(picked)
}

/// Shows the file that a database was last saved to in the file manager.
#[tauri::command]
#[specta::specta]
pub async fn temporary_show_saved(
    app: AppHandle,
    core: State<'_, Connection>,
    id: String,
) -> Reply<()> {
    let row: TemporaryView = core.call("temporary_get", json!({ "id": id })).await?;
    let saved = row
        .saved
        .filter(|it| it.into.is_none() && it.status == SaveStatus::Done);
    let Some(saved) = saved else {
        return Err(ErrorView::new(
            ErrorCode::NotFound,
            "This database was not saved to a file",
            "Save it first",
        ));
    };
    // The desktop is asked over its bus, which may take a while to answer.
    let shown =
        tauri::async_runtime::spawn_blocking(move || app.opener().reveal_item_in_dir(&saved.to));
    if matches!(shown.await, Ok(Ok(()))) {
        return Ok(());
    }
    tracing::warn!("no file manager showed the file");
    Err(ErrorView::new(
        ErrorCode::ProgramMissing,
        "The file manager did not open",
        "Copy the path and open the folder yourself",
    ))
}
