use app::view::{ActivityFilter, ActivityPageView, JobView};
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::opening::Core;
use crate::reply::Reply;
use crate::{chosen, pick};

/// What runs now.
#[tauri::command]
#[specta::specta]
pub async fn job_list(core: State<'_, Core>) -> Reply<Vec<JobView>> {
    Ok(app::jobs::list(&*core.ready().await?))
}

/// Stops something that runs.
#[tauri::command]
#[specta::specta]
pub async fn job_cancel(core: State<'_, Core>, id: String) -> Reply<()> {
    Ok(app::jobs::cancel(&*core.ready().await?, &id)?)
}

/// The activity log, newest first.
#[tauri::command]
#[specta::specta]
pub async fn activity_list(
    core: State<'_, Core>,
    filter: ActivityFilter,
    before: Option<String>,
    limit: u32,
) -> Reply<ActivityPageView> {
    let core = core.ready().await?;
    Ok(app::activity::list(&core, filter, before.as_deref(), limit).await?)
}

/// The actions that the activity log has.
#[tauri::command]
#[specta::specta]
pub async fn activity_actions(core: State<'_, Core>) -> Reply<Vec<String>> {
    Ok(app::activity::actions(&*core.ready().await?).await?)
}

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

/// Writes the activity log into the file that was just picked, once. Returns how many entries there are.
#[tauri::command]
#[specta::specta]
pub async fn activity_export(
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    filter: ActivityFilter,
    path: String,
) -> Reply<u32> {
    chosen::must_export_into(&consents, &path)?;
    Ok(app::activity::export(&*core.ready().await?, filter, &path).await?)
}
