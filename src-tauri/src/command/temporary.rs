use app::view::{
    ImportCandidateView, LinkTargetView, TemporaryListView, TemporaryOptions, TemporaryView,
};
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::opening::Core;
use crate::reply::Reply;
use crate::{chosen, claim};

/// The temporary databases, newest first.
#[tauri::command]
#[specta::specta]
pub async fn temporary_list(core: State<'_, Core>) -> Reply<TemporaryListView> {
    Ok(app::temporary::list(&*core.ready().await?).await?)
}

/// One temporary database.
#[tauri::command]
#[specta::specta]
pub async fn temporary_get(core: State<'_, Core>, id: String) -> Reply<TemporaryView> {
    Ok(app::temporary::get(&*core.ready().await?, &id).await?)
}

/// Makes a database. The row is in the list as `creating` from the first moment.
#[tauri::command]
#[specta::specta]
pub async fn temporary_create(
    app: AppHandle,
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    options: TemporaryOptions,
) -> Reply<TemporaryView> {
    if let Some(path) = options.seed_path.as_deref().filter(|path| !path.is_empty()) {
        chosen::must_read_sql(&consents, path)?;
        chosen::must_run_sql_on_new(&app, &consents, path).await?;
    }
    Ok(app::temporary::create(&*core.ready().await?, options).await?)
}

/// Renames a row in Plinth only; nothing is sent to the platform.
#[tauri::command]
#[specta::specta]
pub async fn temporary_rename(
    core: State<'_, Core>,
    id: String,
    name: String,
) -> Reply<TemporaryView> {
    Ok(app::temporary::rename(&*core.ready().await?, &id, &name).await?)
}

/// Asks the platform about one row now.
#[tauri::command]
#[specta::specta]
pub async fn temporary_refresh(core: State<'_, Core>, id: String) -> Reply<TemporaryView> {
    Ok(app::temporary::refresh(&*core.ready().await?, &id).await?)
}

/// Asks the platform about every row that can still change.
#[tauri::command]
#[specta::specta]
pub async fn temporary_refresh_all(core: State<'_, Core>) -> Reply<TemporaryListView> {
    Ok(app::temporary::refresh_all(&*core.ready().await?).await?)
}

/// Removes a row with its secrets. The database itself stays until it expires.
#[tauri::command]
#[specta::specta]
pub async fn temporary_forget(core: State<'_, Core>, id: String) -> Reply<()> {
    Ok(app::temporary::forget(&*core.ready().await?, &id).await?)
}

/// Puts a database in the list by its claim link.
#[tauri::command]
#[specta::specta]
pub async fn temporary_import_link(core: State<'_, Core>, link: String) -> Reply<TemporaryView> {
    Ok(app::temporary::import_link(&*core.ready().await?, &link).await?)
}

/// Finds claim links in an env file.
#[tauri::command]
#[specta::specta]
pub async fn temporary_import_scan(
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    path: String,
) -> Reply<Vec<ImportCandidateView>> {
    chosen::must_read_env(&consents, &path)?;
    Ok(app::temporary::import_scan(&*core.ready().await?, &path).await?)
}

/// Puts the database of one found claim link in the list.
#[tauri::command]
#[specta::specta]
pub async fn temporary_import_env(
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    path: String,
    variable: String,
) -> Reply<TemporaryView> {
    chosen::must_read_env(&consents, &path)?;
    Ok(app::temporary::import_env(&*core.ready().await?, &path, &variable).await?)
}

/// Where the claim link leads, before it is opened.
#[tauri::command]
#[specta::specta]
pub async fn temporary_claim_target(core: State<'_, Core>, id: String) -> Reply<LinkTargetView> {
    Ok(app::temporary::claim_target(&*core.ready().await?, &id).await?)
}

/// Opens the claim link in the browser and watches the claim. The host must be the one that was shown.
#[tauri::command]
#[specta::specta]
pub async fn temporary_claim_open(
    app: AppHandle,
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    id: String,
    host: String,
) -> Reply<LinkTargetView> {
    claim::open(&app, &core.ready().await?, &consents, &id, &host).await
}
