use crate::Error;
use crate::core::activity::{Note, record};
use crate::features::{Features, temporary};
use crate::platform::disclosure::{Disclosure, detailed, named, on_account, path};
use crate::platform::one_time_secrets;
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
    note(app, how.of(shown, copied), source, detail).await;
}

fn is_set(app: &Features, source: &ConnectSource) -> bool {
    matches!(source, ConnectSource::OneTimeSecret { id } if matches!(one_time_secrets::set(app, id), Ok(Some(_))))
}

/// What a connection is called, such as `shop-prod / main`, for a window title or another program's list. It holds no secret.
pub(super) async fn title(app: &Features, source: &ConnectSource) -> Result<String, Error> {
    Ok(match source {
        ConnectSource::Temporary { id } => temporary::row(app, id).await?.name,
        ConnectSource::Project {
            account_id,
            project_id,
            request,
        } => path(app, account_id, project_id, request.branch_id.as_deref())
            .await
            .join(" / "),
        ConnectSource::OneTimeSecret { id } => one_time_secrets::about(app, id)?.2,
    })
}

/// Notes what was done with a connection.
pub(super) async fn note(
    app: &Features,
    action: Action,
    source: &ConnectSource,
    detail: Option<String>,
) {
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
            request,
        } => {
            let what = format!("{} as {}", request.database, request.role);
            let branch = request.branch_id.as_deref();
            let subject = named(app, account_id, project_id, branch, &what).await;
            on_account(app, action, &subject, account_id, Some(project_id), detail).await;
        }
        ConnectSource::OneTimeSecret { id } => {
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
