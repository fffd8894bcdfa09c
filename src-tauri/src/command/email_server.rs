use app::auth::{TestEmail, send_test_email};
use app::email_server::{EmailServerEdit, get, update};
use app::smtp::{ProbeSmtp, probe};
use app::view::{EmailServerView, SmtpProbeView, TestEmailView};
use tauri::State;

use crate::opening::Core;
use crate::reply::Reply;

/// How the email server of a project is set.
#[tauri::command]
#[specta::specta]
pub async fn email_get(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
) -> Reply<EmailServerView> {
    let core = core.ready().await?;
    Ok(get(&core, &account_id, &project_id).await?)
}

/// Sets the email server of a project.
#[tauri::command]
#[specta::specta]
pub async fn email_update(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    edit: EmailServerEdit,
) -> Reply<EmailServerView> {
    let core = core.ready().await?;
    Ok(update(&core, &account_id, &project_id, edit).await?)
}

/// Tries a mail server from this machine: connects, encrypts, logs in, and sends nothing.
#[tauri::command]
#[specta::specta]
pub async fn email_probe(core: State<'_, Core>, request: ProbeSmtp) -> Reply<SmtpProbeView> {
    let core = core.ready().await?;
    Ok(probe(&core, request).await?)
}

/// Has the platform send a test message through a server.
#[tauri::command]
#[specta::specta]
pub async fn email_test(
    core: State<'_, Core>,
    account_id: String,
    project_id: String,
    test: TestEmail,
) -> Reply<TestEmailView> {
    let core = core.ready().await?;
    Ok(send_test_email(&core, &account_id, &project_id, test).await?)
}
