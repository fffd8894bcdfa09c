//! Opens claim links in the browser, after the core has checked where they lead.

use app::view::{ContactReason, ErrorCode, ErrorView, LinkTargetView};
use host::{Connection, Reply};
use serde_json::json;
use tauri::AppHandle;
use tauri_plugin_opener::OpenerExt as _;

use crate::chosen;
use crate::consent::Consents;

/// Opens the claim link of a row and begins to follow the claim. `shown` is the host the person agreed to.
pub async fn open(
    app: &AppHandle,
    core: &Connection,
    consents: &Consents,
    id: &str,
    shown: &str,
) -> Reply<LinkTargetView> {
    let args = json!({ "id": id, "host": shown });
    let link: String = core.call("temporary_claim_link", args).await?;
    chosen::must_open(app, consents, core, shown).await?;
    open_link(app, core, &link).await?;
    core.call("temporary_claim_opened", json!({ "id": id }))
        .await
}

/// Opens a link that was checked and agreed to, and notes its host among those that were contacted.
pub async fn open_link(app: &AppHandle, core: &Connection, link: &str) -> Reply<()> {
    open_in_browser(app, link)?;
    let url = tauri::Url::parse(link).ok();
    let place = url
        .as_ref()
        .and_then(|url| Some((url.host_str()?, url.port_or_known_default()?)));
    if let Some((host, port)) = place {
        let args = json!({ "reason": ContactReason::Browser, "host": host, "port": port, "unanswered": false });
        core.call::<()>("network_contacted", args).await?;
    }
    Ok(())
}

fn open_in_browser(app: &AppHandle, link: &str) -> Reply<()> {
    app.opener().open_url(link, None::<&str>).map_err(|error| {
        tracing::warn!(kind = ?std::mem::discriminant(&error), "the browser was not opened");
        ErrorView::new(
            ErrorCode::ProgramMissing,
            "No browser found",
            "Copy the link and open it in your browser",
        )
    })
}
