//! The webhooks of a branch: where its auth integration sends events.

use api::resource::auth::{WebhookEvent, Webhooks};

use super::sign_in_mutations::{SignInMutation, webhook_fields};
use crate::Error;
use crate::accounts::client;
use crate::base::{check, ids};
use crate::core::operation::operation;
use crate::platform::Platform;
use crate::platform::mutation;
use crate::view::WebhooksView;

/// The webhooks of a branch (`GET /projects/{project_id}/branches/{branch_id}/auth/webhooks`).
///
/// # Errors
/// As [`super::sign_in`].
#[operation(Page, Read, auth_webhooks, text)]
pub async fn webhooks(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<WebhooksView, Error> {
    let account_client = client::of(app, account_id).await?;
    let auth = account_client.click().auth(&ids::project(project_id)?);
    let auth = auth.of_branch(&ids::branch(branch_id)?);
    let found = account_client.send_value(auth.webhooks()).await?;
    Ok(WebhooksView::from(&found))
}

/// Sets them as a whole (`PUT /projects/{project_id}/branches/{branch_id}/auth/webhooks`), and gives them.
///
/// # Errors
/// As every mutation, and [`crate::view::ErrorCode::Invalid`] for what is no address, and for webhooks that are on without one.
#[operation(Guarded, Change, auth_set_webhooks, text)]
pub async fn set_webhooks(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    wanted: WebhooksView,
) -> Result<WebhooksView, Error> {
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let wanted = checked(wanted)?;
    let mut expected = webhook_fields(&wanted);
    let url = expected
        .as_object_mut()
        .and_then(|it| it.remove("webhook_url"));
    let mutation = SignInMutation::Webhooks {
        project: project.to_string(),
        branch: branch.to_string(),
        expected,
        url: url.and_then(|url| url.as_str().map(ToOwned::to_owned)),
    };
    let send = async move |api: api::Management| {
        let auth = api.auth(&project).of_branch(&branch);
        auth.set_webhooks(&wanted).await
    };
    let set: Webhooks = mutation::run(app, account_id, mutation, send).await?;
    Ok(WebhooksView::from(&set))
}

fn checked(wanted: WebhooksView) -> Result<Webhooks, Error> {
    let url = wanted.url.map(|url| url.trim().to_owned());
    let url = url.filter(|url| !url.is_empty());
    if let Some(url) = &url {
        check::web_address(url)?;
    } else if wanted.enabled {
        return Err(Error::invalid("Webhooks need an address")
            .hint("Enter the address of your app that events are sent to, or turn webhooks off."));
    }
    check::within(wanted.timeout, "timeout", 1, 10)?;
    Ok(Webhooks {
        enabled: wanted.enabled,
        webhook_url: url,
        enabled_events: wanted.events.into_iter().map(WebhookEvent::from).collect(),
        timeout_seconds: wanted.timeout,
    })
}
