use app::view::{LinkTargetView, SaveFormat};
use host::{Connection, Reply};
use tauri::{AppHandle, State};

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
