use app::view::{ConnectSource, FormId};
use host::clipboard::Clipboard;
use host::command::connect::{DatabaseApp, Session};
use host::{Connection, Data, Reply};
use serde_json::json;
use tauri::{AppHandle, State};

use crate::database_app;
use crate::psql;

/// Puts one form on the clipboard, and clears it after as many seconds as the settings say. Returns the seconds.
#[tauri::command]
#[specta::specta]
pub async fn connect_copy(
    core: State<'_, Connection>,
    clipboard: State<'_, Clipboard>,
    source: ConnectSource,
    form: FormId,
) -> Reply<u32> {
    clipboard.copy_connection(&core, &source, form).await
}

/// Opens `psql` in a terminal, the password neither in its arguments nor in the shell's history.
#[tauri::command]
#[specta::specta]
pub async fn connect_psql(
    app: AppHandle,
    core: State<'_, Connection>,
    data: State<'_, Data>,
    source: ConnectSource,
    more: Vec<String>,
) -> Reply<()> {
    let args = json!({ "source": source });
    let session: Session = core.call("connect_session", args.clone()).await?;
    let title = session.title.clone();
    let parameters = psql::read(session.into_parameters()).await?;
    let parameters = parameters.with(more).titled(title);
    psql::open(&app, &data.run(), &parameters).await?;
    core.call("connect_opened", args).await
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
    core: State<'_, Connection>,
    clipboard: State<'_, Clipboard>,
    source: ConnectSource,
    program: DatabaseApp,
) -> Reply<Option<u32>> {
    let args = json!({ "source": source });
    let session: Session = core.call("connect_session", args).await?;
    let (seconds, title) = (session.clipboard_seconds, session.title.clone());
    let to = session.into_parameters();
    let password = to.password.clone();
    database_app::open(&app, program, to, title).await?;
    let args = json!({ "source": source, "program": program });
    core.call::<()>("connect_opened", args).await?;
    let Some(password) = password else {
        return Ok(None);
    };
    clipboard.copy(password, seconds).await?;
    let args = json!({ "source": source, "form": FormId::Password });
    core.call::<()>("connect_copied", args).await?;
    Ok(Some(seconds))
}
