use host::{Connection, Reply};
use serde_json::json;
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::last_view::LastViewFile;
use crate::{chosen, guard, pick};

/// Asks for the file with the certificate authority of an account's servers.
#[tauri::command]
#[specta::specta]
pub async fn account_pick_ca_file(
    app: AppHandle,
    consents: State<'_, Consents>,
    start: Option<String>,
) -> Reply<Option<String>> {
    let endings: &[&str] = &["pem", "crt", "cer"];
    let filter = Some(("Certificates", endings));
    let picked = pick::file(&app, "CA file", filter, start.as_deref()).await?;
    chosen::picked_ca(&consents, picked.as_deref());
    Ok(picked)
}

/// Removes an account with its key.
#[tauri::command]
#[specta::specta]
pub async fn account_remove(
    app: AppHandle,
    core: State<'_, Connection>,
    last_view: State<'_, LastViewFile>,
    id: String,
) -> Reply<()> {
    guard::account_remove(&app, &id).await?;
    let args = json!({ "id": id });
    core.call::<()>("account_remove", args).await?;
    last_view.forget();
    Ok(())
}
