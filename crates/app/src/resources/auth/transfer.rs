//! The auth provider's project handed over: the link is opened, and from then on the integration is followed until
//! somebody else owns it. It is followed by this run of the app alone; whoever looks at it later reads it anew.

use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};

use crate::Error;
use crate::accounts::{self, client};
use crate::base::ids;
use crate::core::activity::{self, Note};
use crate::core::names;
use crate::core::operation::operation;
use crate::platform::{Platform, one_time_secrets};
use crate::store::table;
use crate::view::{AuthIntegrationView, ErrorCode, FormId, TransferLinkView};

use super::{AuthPlace, links};
use crate::platform::transfers::Subject;
use crate::view::words::Action;

/// The first wait between two polls, and the longest; each is half as long again as the one before.
const FIRST_GAP: Duration = Duration::from_secs(5);
const LONGEST_GAP: Duration = Duration::from_secs(60);

/// How long it is followed.
const PATIENCE: Duration = Duration::from_secs(30 * 60);

/// What the platform says of a transfer that is over.
const FINISHED: &str = "finished";

/// Requests the link that hands the auth project over, and keeps it in memory as a one-time secret.
///
/// # Errors
/// As [`super::transfer_ownership`] and [`transfer_link`].
#[operation(Page, Change, text = draft)]
pub async fn auth_transfer(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
    provider: Option<&str>,
) -> Result<TransferLinkView, Error> {
    let place = place.into();
    let link = super::transfer_ownership(app, account_id, place, provider).await?;
    transfer_link(app, account_id, place.project_id, link).await
}

/// The request alone, without the read that comes before it for a branch.
async fn draft(
    app: &Platform,
    account_id: &str,
    place: impl Into<AuthPlace<'_>>,
    provider: Option<&str>,
) -> Result<(), Error> {
    let project_id = place.into().project_id;
    let link = super::transfer_ownership(app, account_id, project_id, provider).await;
    link.map(drop)
}

/// Holds a link of [`super::transfer_ownership`] and gives where it leads.
///
/// # Errors
/// [`ErrorCode::LinkRefused`] for a link that is not opened.
pub async fn transfer_link(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    link: SecretString,
) -> Result<TransferLinkView, Error> {
    let link = links::check(app, account_id, link.expose_secret())?;
    let target = accounts::link_target(app, &link).await?;
    let shown = (FormId::TransferLink, "Transfer link");
    let label = format!("Transfer link to {}", target.host);
    let project = Some(project_id);
    let secret = one_time_secrets::add_text(app, account_id, project, &label, shown, link.url);
    let one_time_secret =
        secret.ok_or_else(|| Error::internal("Couldn't keep the transfer link"))?;
    Ok(TransferLinkView {
        one_time_secret,
        target,
    })
}

/// The link in memory, to be opened. `shown` is the host that the person agreed to, who is not asked about it again.
///
/// # Errors
/// [`ErrorCode::NotFound`] when it is no longer in memory, [`ErrorCode::LinkRefused`] when it leads to another host,
/// [`ErrorCode::ReadOnly`] while the account is locked against changes.
pub async fn transfer_to_open(
    app: &Platform,
    secret_id: &str,
    shown: &str,
) -> Result<SecretString, Error> {
    let account = one_time_secrets::account_of(app, secret_id).map_err(gone)?;
    accounts::ensure_writable(app, &account)?;
    let text = one_time_secrets::secret_text(app, secret_id, FormId::TransferLink).map_err(gone)?;
    let link = links::check(app, &account, text.expose_secret())?;
    links::leads_where_shown(&link, shown, "transfer link", "host")?;
    let (host, now) = (link.host.ascii.clone(), app.clock.now());
    app.store
        .write(move |store| table::accounts::remember_host(store, &host, now))
        .await?;
    Ok(link.url)
}

/// The link was opened: the integration is followed from now on, until it has another owner.
#[operation(Program, Change, auth_transfer_opened)]
pub async fn transfer_opened(app: &Platform, account_id: &str, project_id: &str) {
    let place = app.accounts.find(account_id).map(|it| it.name);
    let name = names::project_name(app, account_id, project_id).await;
    let subject = name.unwrap_or_else(|| project_id.to_owned());
    let place = place.unwrap_or_default();
    let note = Note::new(app, Action::OpenTransferLink, &subject, &place);
    activity::record(app, note.on(account_id, Some(project_id))).await;
    follow(app, account_id, project_id);
}

fn follow(app: &Platform, account_id: &str, project_id: &str) {
    if app.accounts.find(account_id).is_none() || app.clients.is_refused(account_id) {
        return;
    }
    let subject = (account_id.to_owned(), project_id.to_owned());
    let (number, stop) = app.transfers.begin(&subject);
    let this = app.clone();
    app.tasks.spawn(async move {
        tokio::select! {
            () = stop.cancelled() => return,
            () = poll_until_over(&this, &subject) => {}
        }
        this.transfers.ended(&subject, number);
    });
}

async fn poll_until_over(app: &Platform, subject: &Subject) {
    let until = app.clock.elapsed() + PATIENCE;
    let (mut before, mut gap) = (None, FIRST_GAP);
    while app.clock.elapsed() < until && poll(app, subject, &mut before).await {
        app.clock.sleep(gap).await;
        gap = (gap * 3 / 2).min(LONGEST_GAP);
    }
}

/// One poll. False when there is nothing to follow any more.
async fn poll(
    app: &Platform,
    subject: &Subject,
    before: &mut Option<Vec<AuthIntegrationView>>,
) -> bool {
    let (account, project) = subject;
    let found = match ask(app, account, project).await {
        Ok(found) => found,
        Err(error) if error.code() == ErrorCode::NotFound => {
            app.events.auth_changed(account, project);
            return false;
        }
        Err(error) => return !matches!(error.code(), ErrorCode::Unauthorized | ErrorCode::Invalid),
    };
    // What was there before the first poll, nobody has seen change.
    if before.as_ref().is_none_or(|before| before != &found) {
        app.events.auth_changed(account, project);
    }
    let was = before.replace(found);
    let now = before.as_deref().unwrap_or_default();
    !now.is_empty() && !is_over(was.as_deref().unwrap_or_default(), now)
}

fn is_over(before: &[AuthIntegrationView], now: &[AuthIntegrationView]) -> bool {
    let is_finished = |it: &AuthIntegrationView| it.transfer_status.as_deref() == Some(FINISHED);
    let has_another_owner = |it: &AuthIntegrationView| {
        let was = before.iter().find(|was| was.provider == it.provider);
        was.is_some_and(|was| was.owned_by != it.owned_by)
    };
    now.iter()
        .any(|it| is_finished(it) || has_another_owner(it))
}

async fn ask(
    app: &Platform,
    account: &str,
    project: &str,
) -> Result<Vec<AuthIntegrationView>, Error> {
    let account_client = client::of(app, account).await?;
    let auth = account_client.background().auth(&ids::project(project)?);
    let found = account_client.send_value(auth.integrations()).await?;
    Ok(found.iter().map(AuthIntegrationView::from).collect())
}

fn gone(error: Error) -> Error {
    match error.code() {
        ErrorCode::NotFound => error.hint("Request a new transfer link. The old one stays valid."),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integration(owned_by: &str, status: Option<&str>) -> AuthIntegrationView {
        AuthIntegrationView {
            provider: "provider_one".to_owned(),
            provider_project_id: "1".to_owned(),
            branch_id: None,
            database: None,
            created_at: None,
            owned_by: Some(owned_by.to_owned()),
            transfer_status: status.map(ToOwned::to_owned),
            jwks_url: None,
            base_url: None,
        }
    }

    #[test]
    fn it_is_over_by_the_platforms_word_or_by_another_owner() {
        let begun = [integration("neon", Some("initiated"))];
        assert!(!is_over(&[], &begun));
        assert!(!is_over(&begun, &begun));
        assert!(is_over(&begun, &[integration("neon", Some("finished"))]));
        assert!(is_over(&begun, &[integration("user", None)]));
        assert!(!is_over(&[integration("neon", None)], &begun));
    }
}
