use app::view::TemporaryView;
use host::{Connection, Reply};
use serde_json::json;
use tauri::{AppHandle, State};

use crate::consent::Consents;
use crate::{chosen, pick};

/// Asks for an SQL file to run on a temporary database or, without one, on new ones.
#[tauri::command]
#[specta::specta]
pub async fn seed_pick(
    app: AppHandle,
    core: State<'_, Connection>,
    consents: State<'_, Consents>,
    start: Option<String>,
    id: Option<String>,
) -> Reply<Option<String>> {
    let filter: (&str, &[&str]) = ("SQL", &["sql"]);
    let name = match &id {
        Some(id) => Some(name_of(&core, id).await?),
        None => None,
    };
    let title = chosen::title_of_sql(name.as_deref());
    let picked = pick::file(&app, &title, Some(filter), start.as_deref()).await?;
    chosen::picked_sql(&consents, picked.as_deref(), id.as_deref());
    Ok(picked)
}

/// What a temporary database is called.
pub async fn name_of(core: &Connection, id: &str) -> Reply<String> {
    let row: TemporaryView = core.call("temporary_get", json!({ "id": id })).await?;
    Ok(row.name)
}
