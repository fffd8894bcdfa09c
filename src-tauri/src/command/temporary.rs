use app::view::LinkTargetView;
use host::{Connection, Reply};
use tauri::{AppHandle, State};

use crate::claim;
use crate::consent::Consents;

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
