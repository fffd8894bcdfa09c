use app::view::{Background, SettingsView};
use host::marks::Remembered;
use host::{Connection, QuitView, Reply};
use serde::{Deserialize, Serialize};
use serde_json::json;
use specta::Type;
use tauri::{AppHandle, Manager as _, State};

use crate::background;
use crate::first_page;
use crate::last_view::{LastView, LastViewFile};
use crate::paint::Paint;
use crate::program::{self, AppView};
use crate::quit::{self, After, Quit};
use crate::window;
use crate::zoom::{self, Zoom};

/// What this program is.
#[tauri::command]
#[specta::specta]
pub async fn app_info(app: AppHandle) -> Reply<AppView> {
    Ok(program::view(&app))
}

/// A choice was made on the welcome screen, which is not shown again.
#[tauri::command]
#[specta::specta]
pub async fn app_welcomed(remembered: State<'_, Remembered>) -> Reply<()> {
    remembered.change(|marks| marks.welcomed = true);
    Ok(())
}

/// The window shows something useful, and where `ready` is set it answers, too. Used to measure the start.
#[tauri::command]
#[specta::specta]
pub async fn app_painted(paint: State<'_, Paint>, ready: bool) -> Reply<()> {
    paint.painted(ready);
    Ok(())
}

/// Keeps what the window shows, for the next start.
#[tauri::command]
#[specta::specta]
pub async fn last_view_keep(app: AppHandle, view: LastView) -> Reply<()> {
    let begun = app.state::<LastViewFile>().begin();
    let content = first_page::content(&app).await?;
    let kept = tauri::async_runtime::spawn_blocking(move || {
        let file = app.state::<LastViewFile>();
        file.keep(begun, view, &content)
    });
    // The next start is slower without it, and that is all.
    if let Ok(Err(error)) = kept.await {
        tracing::warn!(%error, "what the window shows could not be kept");
    }
    Ok(())
}

/// Draws the page larger or smaller, from now on and after a restart.
#[tauri::command]
#[specta::specta]
pub async fn app_zoom(app: AppHandle, zoom: Zoom) -> Reply<()> {
    if let Some(window) = app.get_webview_window(window::LABEL) {
        zoom::change(&window, zoom);
    }
    Ok(())
}

/// So much is only in the page, secrets shown once that are kept nowhere and forms filled in but not sent: closing asks first.
#[tauri::command]
#[specta::specta]
pub async fn app_secrets_untaken(count: u32, state: State<'_, Quit>) -> Reply<()> {
    state.set_untaken(count);
    Ok(())
}

/// What closing the app would do, and whether it can go on without its window.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ClosingView {
    pub plan: QuitView,
    pub background: Background,
    /// True where the desktop shows icons of programs.
    pub has_tray: bool,
    /// It starts again at once, such as after an update.
    pub restarts: bool,
}

/// What closing the app would do.
#[tauri::command]
#[specta::specta]
pub async fn app_quit_plan(
    app: AppHandle,
    core: State<'_, Connection>,
    state: State<'_, Quit>,
) -> Reply<ClosingView> {
    state.answered();
    let (plan, background, has_tray) = tokio::join!(
        quit::plan(&app),
        background::choice(&core),
        background::has_tray()
    );
    let restarts = state.after() == After::Start;
    Ok(ClosingView {
        plan,
        // The window is there again at once.
        background: if restarts {
            Background::Off
        } else {
            background
        },
        has_tray,
        restarts,
    })
}

/// Closes the app; stops the sandbox first. With `background` it is decided whether Plinth goes on, now and from now on, and
/// with `at_login` whether it starts with the session.
#[tauri::command]
#[specta::specta]
pub async fn app_quit(
    app: AppHandle,
    core: State<'_, Connection>,
    explain_again: bool,
    background: Option<Background>,
    at_login: bool,
) -> Reply<()> {
    let kept = match core.is_open() {
        true => keep(&core, explain_again, background, at_login).await,
        false => Ok(Background::Off),
    };
    let kept = match kept {
        Ok(kept) => kept,
        // A decision to go on that is not kept would not be followed.
        Err(error) if background == Some(Background::On) => return Err(error),
        Err(error) => {
            tracing::warn!(
                message = error.message,
                "the settings about closing could not be saved"
            );
            background::choice(&core).await
        }
    };
    let after = app.state::<Quit>().after();
    quit::leave(&app, background.unwrap_or(kept), after);
    Ok(())
}

/// Keeps what was decided, and tells whether Plinth goes on.
async fn keep(
    core: &Connection,
    explain_again: bool,
    background: Option<Background>,
    at_login: bool,
) -> Reply<Background> {
    let before: SettingsView = core.call("settings_get", json!({})).await?;
    let settings = SettingsView {
        explain_quit: explain_again,
        background: background.unwrap_or(before.background),
        start_at_login: before.start_at_login || at_login,
        ..before.clone()
    };
    if settings != before {
        let args = json!({ "settings": settings });
        core.call::<SettingsView>("settings_set", args).await?;
    }
    Ok(settings.background)
}
