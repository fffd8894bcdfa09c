use app::auth::{TestEmail, send_test_email};
use app::email_server::{EmailServerEdit, get, update};
use app::smtp::{ProbeSmtp, probe};
use app::view::{EmailServerView, SmtpProbeView, TestEmailView};

use crate::opening::Core;
use crate::reply::Reply;

/// How the email server of a project is set.
#[specta::specta]
pub async fn email_get(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: Option<String>,
) -> Reply<EmailServerView> {
    Ok(get(core, &account_id, (&project_id, &branch_id)).await?)
}

/// Sets the email server of a project.
#[specta::specta]
pub async fn email_update(
    core: &Core,
    account_id: String,
    project_id: String,
    edit: EmailServerEdit,
    branch_id: Option<String>,
) -> Reply<EmailServerView> {
    Ok(update(core, &account_id, (&project_id, &branch_id), edit).await?)
}

/// Tries a mail server from this machine: connects, encrypts, logs in, and sends nothing.
#[specta::specta]
pub async fn email_probe(core: &Core, request: ProbeSmtp) -> Reply<SmtpProbeView> {
    Ok(probe(core, request).await?)
}

/// Has the platform send a test message through a server.
#[specta::specta]
pub async fn email_test(
    core: &Core,
    account_id: String,
    project_id: String,
    test: TestEmail,
) -> Reply<TestEmailView> {
    Ok(send_test_email(core, &account_id, &project_id, test).await?)
}
