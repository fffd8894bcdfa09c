use host::{Connection, Reply};
use serde_json::json;
use tauri::{AppHandle, Manager as _, State};

use crate::consent::Consents;
use crate::{chosen, claim};

/// Opens the link in the browser and follows what comes of it. `host` is the one that the person agreed to.
#[tauri::command]
#[specta::specta]
pub async fn auth_transfer_open(
    app: AppHandle,
    core: State<'_, Connection>,
    consents: State<'_, Consents>,
    account_id: String,
    project_id: String,
    secret_id: String,
    host: String,
) -> Reply<()> {
    let args = json!({ "secretId": secret_id, "host": host });
    let link: String = core.call("auth_transfer_link", args).await?;
    chosen::must_open(&app, &consents, &core, &host).await?;
    claim::open_link(&app, &core, &link).await?;
    let args = json!({ "accountId": account_id, "projectId": project_id });
    core.call("auth_transfer_opened", args).await
}

/// Opens the address of an integration's public keys in the browser. `host` is the one that the person saw.
#[tauri::command]
#[specta::specta]
pub async fn auth_jwks_open(
    app: AppHandle,
    core: State<'_, Connection>,
    account_id: String,
    project_id: String,
    provider: String,
    host: String,
    branch_id: Option<String>,
) -> Reply<()> {
    let args = json!({
        "accountId": account_id,
        "projectId": project_id,
        "provider": provider,
        "host": host,
        "branchId": branch_id,
    });
    let link: String = core.call("auth_jwks_link", args).await?;
    chosen::must_open(&app, &app.state::<Consents>(), &core, &host).await?;
    claim::open_link(&app, &core, &link).await
}
