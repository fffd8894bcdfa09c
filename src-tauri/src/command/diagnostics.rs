use app::view::DiagnosticsView;
use host::{Connection, Reply};
use serde_json::json;
use tauri::{AppHandle, Manager as _, State};

use crate::consent::Consents;
use crate::graphics::Choice;
use crate::{chosen, pick};

/// Makes a diagnostics file, to be read before it is saved. With `shows_names` names, ids and hosts stand in it.
#[tauri::command]
#[specta::specta]
pub async fn diagnostics_preview(
    app: AppHandle,
    core: State<'_, Connection>,
    shows_names: bool,
) -> Reply<DiagnosticsView> {
    let args = json!({ "showsNames": shows_names, "program": window_facts(&app) });
    core.call("diagnostics_preview", args).await
}

/// Asks for the file that it is to be written into; nothing when the person changed their mind.
#[tauri::command]
#[specta::specta]
pub async fn diagnostics_pick_file(
    app: AppHandle,
    consents: State<'_, Consents>,
) -> Reply<Option<String>> {
    let picked = pick::new_file(&app, "Save the diagnostics file", "plinth-diagnostics.md").await?;
    chosen::picked_export(&consents, picked.as_deref());
    Ok(picked)
}

/// What the window knows of itself.
fn window_facts(app: &AppHandle) -> Vec<(&'static str, String)> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let desktop = [
        variable("XDG_CURRENT_DESKTOP"),
        variable("XDG_SESSION_TYPE"),
    ];
    let desktop: Vec<_> = desktop.into_iter().filter(|it| !it.is_empty()).collect();
    vec![
        ("Desktop", desktop.join(", ")),
        ("WebKit", tauri::webview_version().unwrap_or_default()),
        ("GTK", gtk().unwrap_or_default()),
        ("Renderer", app.state::<Choice>().words.clone()),
    ]
}

/// The name of the library's file, whose number is its version: GTK says it to those who link it.
fn gtk() -> Option<String> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let path = maps.lines().find(|line| line.contains("/libgtk-3.so"))?;
    let (_, name) = path.rsplit_once('/')?;
    Some(name.to_owned())
}
