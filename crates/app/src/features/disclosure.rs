//! Secrets that somebody had shown or copied: what it was, not the secret.

use crate::Error;
use crate::core::activity::{Note, record};
use crate::core::names;
use crate::features::{Features, temporary};
use crate::platform::one_time_secrets;
use crate::view::words::Action;
use crate::view::{ConnectSource, FormId};

/// What was done with a secret.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Disclosure {
    /// It was shown on the screen.
    Shown,
    /// It was put on the clipboard.
    Copied,
}

impl Disclosure {
    fn of(self, shown: Action, copied: Action) -> Action {
        match self {
            Self::Shown => shown,
            Self::Copied => copied,
        }
    }
}

/// Notes that a form of a connect card left with its secrets.
pub async fn disclosed(app: &Features, how: Disclosure, source: &ConnectSource, form: FormId) {
    let (shown, copied) = match form {
        // A path, which is no secret.
        FormId::Ca => return,
        FormId::ClaimLink => (Action::ShowClaimLink, Action::CopyClaimLink),
        FormId::DatabaseId => (Action::ShowDatabaseId, Action::CopyDatabaseId),
        FormId::Password => (Action::ShowPassword, Action::CopyPassword),
        FormId::ApiKey => (Action::ShowApiKey, Action::CopyApiKey),
        FormId::ServerKey => (Action::ShowServerKey, Action::CopyServerKey),
        FormId::TransferLink => (Action::ShowTransferLink, Action::CopyTransferLink),
        FormId::Env if is_set(app, source) => (Action::ShowKeys, Action::CopyKeys),
        _ => (Action::ShowConnection, Action::CopyConnection),
    };
    let form = serde_json::to_value(form).ok();
    let form = form.and_then(|form| Some(format!("As {}", form.as_str()?)));
    let detail = form.filter(|_| shown == Action::ShowConnection);
    note(app, how.of(shown, copied), source, detail).await;
}

fn is_set(app: &Features, source: &ConnectSource) -> bool {
    matches!(source, ConnectSource::Held { id } if matches!(one_time_secrets::set(app, id), Ok(Some(_))))
}

/// Notes that psql was opened.
pub async fn opened_psql(app: &Features, source: &ConnectSource) {
    note(app, Action::OpenPsql, source, None).await;
}

/// Notes that a connection was opened in another program.
pub async fn opened_in(app: &Features, action: Action, source: &ConnectSource) {
    note(app, action, source, None).await;
}

/// Such as `shop-prod / main`: what a source is called by whoever opened it. It holds no secret.
pub(crate) async fn title(app: &Features, source: &ConnectSource) -> Result<String, Error> {
    Ok(match source {
        ConnectSource::Temporary { id } => temporary::row(app, id).await?.name,
        ConnectSource::Project {
            account_id,
            project_id,
            wish,
        } => path(app, account_id, project_id, wish.branch_id.as_deref())
            .await
            .join(" / "),
        ConnectSource::Held { id } => one_time_secrets::about(app, id)?.2,
    })
}

/// Notes that a role's password left.
pub async fn disclosed_password(
    app: &Features,
    how: Disclosure,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    role: &str,
) {
    let action = how.of(Action::ShowPassword, Action::CopyPassword);
    let subject = named(app, account_id, project_id, Some(branch_id), role).await;
    on_account(app, action, &subject, account_id, Some(project_id), None).await;
}

async fn note(app: &Features, action: Action, source: &ConnectSource, detail: Option<String>) {
    match source {
        ConnectSource::Temporary { id } => {
            let Ok(row) = temporary::row(app, id).await else {
                return;
            };
            let note = Note::about(app, action, &row);
            record(app, detailed(note, detail)).await;
        }
        ConnectSource::Project {
            account_id,
            project_id,
            wish,
        } => {
            let what = format!("{} as {}", wish.database, wish.role);
            let branch = wish.branch_id.as_deref();
            let subject = named(app, account_id, project_id, branch, &what).await;
            on_account(app, action, &subject, account_id, Some(project_id), detail).await;
        }
        ConnectSource::Held { id } => {
            let Ok((account, project, label)) = one_time_secrets::about(app, id) else {
                return;
            };
            let subject = match &project {
                Some(project) => named(app, &account, project, None, &label).await,
                None => label,
            };
            on_account(app, action, &subject, &account, project.as_deref(), detail).await;
        }
    }
}

/// Such as `shop-prod / main / svcdb as svcdb_owner`.
async fn named(
    app: &Features,
    account: &str,
    project: &str,
    branch: Option<&str>,
    what: &str,
) -> String {
    let mut parts = path(app, account, project, branch).await;
    parts.push(what.to_owned());
    parts.join(" / ")
}

/// The names of a project and its branch, as far as they are known.
async fn path(app: &Features, account: &str, project: &str, branch: Option<&str>) -> Vec<String> {
    let project_name = names::project_name(app, account, project).await;
    let mut parts = vec![project_name.unwrap_or_else(|| project.to_owned())];
    if let Some(branch) = branch {
        let name = names::branch_name(app, account, project, branch).await;
        parts.push(name.unwrap_or_else(|| branch.to_owned()));
    }
    parts
}

async fn on_account(
    app: &Features,
    action: Action,
    subject: &str,
    account_id: &str,
    project_id: Option<&str>,
    detail: Option<String>,
) {
    let account = app.accounts.find(account_id);
    let place = account.map(|account| account.name).unwrap_or_default();
    let note = Note::new(app, action, subject, &place).on(account_id, project_id);
    record(app, detailed(note, detail)).await;
}

fn detailed(note: Note, detail: Option<String>) -> Note {
    match detail {
        Some(detail) => note.detail(detail),
        None => note,
    }
}
