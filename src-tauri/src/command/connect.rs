use app::view::{CheckView, ConnectSource, ConnectView, FormId, SecretView};
use tauri::{AppHandle, State};

use crate::clipboard::Clipboard;
use crate::data::Data;
use crate::database_app::{self, DatabaseApp};
use crate::opening::Core;
use crate::psql;
use crate::reply::Reply;

/// The connect card, masked.
#[tauri::command]
#[specta::specta]
pub async fn connect_forms(core: State<'_, Core>, source: ConnectSource) -> Reply<ConnectView> {
    let core = core.ready().await?;
    Ok(app::connection_card::forms(&core, &source).await?)
}

/// One form of the connect card with its secrets.
#[tauri::command]
#[specta::specta]
pub async fn connect_reveal(
    core: State<'_, Core>,
    source: ConnectSource,
    form: FormId,
) -> Reply<SecretView> {
    let core = core.ready().await?;
    Ok(app::connection_card::reveal(&core, &source, form).await?)
}

/// Opens a real connection and runs `SELECT 1`.
#[tauri::command]
#[specta::specta]
pub async fn connect_check(core: State<'_, Core>, source: ConnectSource) -> Reply<CheckView> {
    let core = core.ready().await?;
    Ok(app::connection_card::check(&core, &source).await?)
}

/// Dismisses a one-time secret.
#[tauri::command]
#[specta::specta]
pub async fn one_time_secret_forget(core: State<'_, Core>, id: String) -> Reply<()> {
    let core = core.ready().await?;
    app::one_time_secrets::forget(&core, &id);
    Ok(())
}

/// Puts one form on the clipboard, and clears it after as many seconds as the settings say. Returns the seconds.
#[tauri::command]
#[specta::specta]
pub async fn connect_copy(
    app: AppHandle,
    core: State<'_, Core>,
    clipboard: State<'_, Clipboard>,
    source: ConnectSource,
    form: FormId,
) -> Reply<u32> {
    let core = core.ready().await?;
    let copy = |text| clipboard.copy(&app, &core, text);
    app::connection_card::copy(&core, &source, form, copy).await
}

/// Opens `psql` in a terminal, the password neither in its arguments nor in the shell's history.
#[tauri::command]
#[specta::specta]
pub async fn connect_psql(
    app: AppHandle,
    core: State<'_, Core>,
    data: State<'_, Data>,
    source: ConnectSource,
    more: Vec<String>,
) -> Reply<()> {
    let core = core.ready().await?;
    let open = async |parameters, title| {
        let parameters = psql::read(parameters).await?.with(more).titled(title);
        psql::open(&app, &data.run(), &parameters).await
    };
    app::connection_card::psql(&core, &source, open).await
}

/// The programs of this machine that a connection can be opened in.
#[tauri::command]
#[specta::specta]
pub async fn connect_apps() -> Reply<Vec<DatabaseApp>> {
    Ok(database_app::installed().await)
}

/// Opens a connection in another program, which asks for the password: it is on the clipboard for so many seconds. `None`
/// where it is not known.
#[tauri::command]
#[specta::specta]
pub async fn connect_open_in(
    app: AppHandle,
    core: State<'_, Core>,
    clipboard: State<'_, Clipboard>,
    source: ConnectSource,
    program: DatabaseApp,
) -> Reply<Option<u32>> {
    let core = core.ready().await?;
    let open = |to, title| database_app::open(&app, program, to, title);
    let copy = |password| clipboard.copy(&app, &core, password);
    app::connection_card::open_in(&core, &source, program.action(), open, copy).await
}
