use crate::Error;
use crate::core::activity::{Note, record};
use crate::features::{Features, temporary};
use crate::platform::disclosure::{Disclosure, detailed, named, on_account, path};
use crate::platform::one_time_secrets;
use crate::store::TemporaryDatabase;
use crate::view::words::Action;
use crate::view::{ConnectSource, FormId};

/// Notes that a form of a connect card left with its secrets.
pub(super) async fn disclosed(
    app: &Features,
    how: Disclosure,
    source: &ConnectSource,
    form: FormId,
) {
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
    if let Ok(info) = info(app, source).await {
        info.note(app, how.of(shown, copied), detail).await;
    }
}

fn is_set(app: &Features, source: &ConnectSource) -> bool {
    matches!(source, ConnectSource::OneTimeSecret { id } if matches!(one_time_secrets::set(app, id), Ok(Some(_))))
}

/// Whose a source is and what it is called, for a window title and the activity log. It holds no secret.
pub(super) struct SourceInfo {
    /// Such as `shop-prod / main`.
    pub(super) title: String,
    /// Such as `shop-prod / main / neondb as app`.
    pub(super) subject: String,
    pub(super) owner: SourceOwner,
}

pub(super) enum SourceOwner {
    Temporary(Box<TemporaryDatabase>),
    Account {
        id: String,
        project_id: Option<String>,
    },
}

/// Looks up whose a source is and what it is called.
pub(super) async fn info(app: &Features, source: &ConnectSource) -> Result<SourceInfo, Error> {
    Ok(match source {
        ConnectSource::Temporary { id } => {
            let row = temporary::row(app, id).await?;
            SourceInfo {
                title: row.name.clone(),
                subject: row.name.clone(),
                owner: SourceOwner::Temporary(Box::new(row)),
            }
        }
        ConnectSource::Project {
            account_id,
            project_id,
            request,
        }
        | ConnectSource::NewPassword {
            account_id,
            project_id,
            request,
            ..
        } => {
            let branch = request.branch_id.as_deref();
            let title = path(app, account_id, project_id, branch).await.join(" / ");
            SourceInfo {
                subject: format!("{title} / {} as {}", request.database, request.role),
                title,
                owner: SourceOwner::Account {
                    id: account_id.clone(),
                    project_id: Some(project_id.clone()),
                },
            }
        }
        ConnectSource::OneTimeSecret { id } => {
            let (id, project_id, label) = one_time_secrets::about(app, id)?;
            SourceInfo {
                subject: match &project_id {
                    Some(project) => named(app, &id, project, None, &label).await,
                    None => label.clone(),
                },
                title: label,
                owner: SourceOwner::Account { id, project_id },
            }
        }
    })
}

impl SourceInfo {
    /// Notes what was done with a connection.
    pub(super) async fn note(&self, app: &Features, action: Action, detail: Option<String>) {
        match &self.owner {
            SourceOwner::Temporary(row) => {
                let note = Note::about(app, action, row);
                record(app, detailed(note, detail)).await;
            }
            SourceOwner::Account { id, project_id } => {
                let project = project_id.as_deref();
                on_account(app, action, &self.subject, id, project, detail).await;
            }
        }
    }
}
