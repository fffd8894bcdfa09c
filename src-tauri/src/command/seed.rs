use app::view::{JobView, SeedPlanView};
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::opening::Core;
use crate::reply::Reply;
use crate::{chosen, pick};

/// Asks for an SQL file to run on a temporary database or, without one, on new ones.
#[tauri::command]
#[specta::specta]
pub async fn seed_pick(
    app: AppHandle,
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    start: Option<String>,
    id: Option<String>,
) -> Reply<Option<String>> {
    let filter: (&str, &[&str]) = ("SQL", &["sql"]);
    let row = match &id {
        Some(id) => Some(app::temporary::get(&*core.ready().await?, id).await?),
        None => None,
    };
    let title = chosen::title_of_sql(row.as_ref().map(|row| row.name.as_str()));
    let picked = pick::file(&app, &title, Some(filter), start.as_deref()).await?;
    chosen::picked_sql(&consents, picked.as_deref(), id.as_deref());
    Ok(picked)
}

/// Reads an SQL file and says what it would do, or why it is refused.
#[tauri::command]
#[specta::specta]
pub async fn seed_inspect(
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    path: String,
) -> Reply<SeedPlanView> {
    chosen::must_read_sql(&consents, &path)?;
    Ok(app::seed::inspect(&*core.ready().await?, &path).await?)
}

/// Runs an SQL file against a temporary database: one that was picked for it, or after a question.
#[tauri::command]
#[specta::specta]
pub async fn seed_start(
    app: AppHandle,
    core: State<'_, Core>,
    consents: State<'_, Consents>,
    id: String,
    path: String,
) -> Reply<JobView> {
    let core = core.ready().await?;
    chosen::must_read_sql(&consents, &path)?;
    app::seed::ensure_can_start(&core, &id).await?;
    let row = app::temporary::get(&core, &id).await?;
    chosen::must_run_sql(&app, &consents, &path, &id, &row.name).await?;
    Ok(app::seed::start(&core, &id, &path).await?)
}
