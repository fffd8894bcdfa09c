use host::command::advisors::IssuePage;
use host::{Connection, Reply};
use serde_json::json;
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::{chosen, claim};

/// Opens a page that tells what to do about an issue in the browser. The platform named it: a host that is not one of known
/// documentation is asked about.
#[tauri::command]
#[specta::specta]
pub async fn advisor_open(
    app: AppHandle,
    core: State<'_, Connection>,
    consents: State<'_, Consents>,
    url: String,
) -> Reply<()> {
    let page: IssuePage = core.call("advisor_page", json!({ "url": url })).await?;
    if !page.is_known {
        chosen::must_open(&app, &consents, &core, &page.host).await?;
    }
    claim::open_link(&app, &core, &page.url).await
}
