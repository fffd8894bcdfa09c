//! The claim link: checked, shown by its host, opened, and watched.

use secrecy::ExposeSecret;

use super::secrets;
use crate::base::link::{self, CheckedLink, LinkError, Origins};
use crate::core::activity::{self, Note};
use crate::core::event::Event;
use crate::core::operation::operation;
use crate::features::Features;
use crate::store::{TemporaryDatabase, table};
use crate::view::words::Action;
use crate::view::{ErrorCode, LinkTargetView};
use crate::{Error, accounts};

/// Where the claim link leads, before it is opened.
///
/// # Errors
/// [`ErrorCode::LinkRefused`] for a link that will not be opened, [`ErrorCode::SecretMissing`] or a keychain's code when
/// it is not available.
#[operation(Page, Read, temporary_claim_target)]
pub async fn claim_target(app: &Features, id: &str) -> Result<LinkTargetView, Error> {
    let row = super::row(app, id).await?;
    let link = link_of(app, &row).await?;
    accounts::link_target(app, &link).await
}

/// The checked claim link, for the shell to open. `shown_host` is the host that the person saw: a link that leads
/// elsewhere since is refused.
///
/// # Errors
/// As [`claim_target`], and [`ErrorCode::ReadOnly`] while its account is locked against changes.
pub async fn claim_link(app: &Features, id: &str, shown_host: &str) -> Result<CheckedLink, Error> {
    let row = super::row(app, id).await?;
    super::must_be_writable(app, &row)?;
    let link = link_of(app, &row).await?;
    if link.host.ascii != shown_host {
        return Err(Error::new(
            ErrorCode::LinkRefused,
            "The claim link leads to a different host than shown",
        )
        .hint("Check the host again before you open it."));
    }
    Ok(link)
}

/// The claim link was opened in the browser: its host need not be asked about again, and the claim is watched closely.
#[operation(Program, Change, temporary_claim_opened)]
pub async fn claim_opened(app: &Features, id: &str) -> Result<LinkTargetView, Error> {
    let row = super::row(app, id).await?;
    let link = link_of(app, &row).await?;
    let now = app.clock.now();
    let (host, wanted) = (link.host.ascii.clone(), row.id.clone());
    let row = app
        .store
        .write(move |store| {
            table::accounts::remember_host(store, &host, now)?;
            table::temporary::change(store, &wanted, |row| row.claim_opened_at = Some(now))
        })
        .await?;
    app.events
        .publish(Event::TemporaryChanged { id: row.id.clone() });
    app.signals.changed();
    let note = Note::about(app, Action::OpenClaimLink, &row);
    activity::record(app, note.detail(format!("Opens {}", link.host.ascii))).await;
    accounts::link_target(app, &link).await
}

async fn link_of(app: &Features, row: &TemporaryDatabase) -> Result<CheckedLink, Error> {
    let secrets = secrets::load(app, row).await?;
    let link = secrets.claim_url.ok_or_else(|| {
        Error::new(
            ErrorCode::SecretMissing,
            "The platform returned no claim link for this database",
        )
    })?;
    check(link.expose(), accounts::origins_of(app, row))
}

/// Checks a link against https and against each origin that may be http.
pub(super) fn check(text: &str, origins: Vec<Origins>) -> Result<CheckedLink, Error> {
    let mut result = link::check(text, &Origins::default());
    for own in origins {
        if result.is_ok() {
            break;
        }
        result = link::check(text, &own);
    }
    result.map_err(refused)
}

pub(super) fn refused(error: LinkError) -> Error {
    Error::new(ErrorCode::LinkRefused, error.to_string())
        .hint("Plinth opens only https links and links of the sandbox on this machine.")
}

/// The id in a checked claim link.
pub(super) fn id_in(link: &CheckedLink) -> Result<api::DatabaseId, Error> {
    let id = link.claim_id();
    let id = id.and_then(|id| api::DatabaseId::parse(id.expose_secret()).ok());
    id.ok_or_else(|| {
        Error::new(ErrorCode::LinkRefused, "This is not a claim link")
            .hint("A claim link ends with /claim/ or /database/ and the database ID.")
    })
}
