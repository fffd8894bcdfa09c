//! How to connect, whatever the credentials come from: a project's database, a temporary one, or a held secret.
//!
//! A project's connection string is asked for on each click and kept nowhere, so a password that was reset elsewhere is
//! never shown as it was before. Asking wakes no compute.

mod project;

use secrecy::{ExposeSecret, SecretString};

use crate::features::{Features, disclosure, temporary};
use crate::platform::one_time_secrets;
use crate::tools::connect::PsqlParameters;
use crate::tools::target::Target;
use crate::view::{CheckView, ConnectSource, ConnectView, FormId, SHOWN_FOR, SecretView};
use crate::{Error, accounts};

/// The connect card, masked.
///
/// # Errors
/// What the source's platform says, [`crate::view::ErrorCode::SecretMissing`] when no credentials are available,
/// [`crate::view::ErrorCode::NotFound`] for a one-time secret that was dismissed.
pub async fn forms(app: &Features, source: &ConnectSource) -> Result<ConnectView, Error> {
    match source {
        ConnectSource::Held { id } => one_time_secrets::forms(app, id),
        _ => of(app, source).await?.view(),
    }
}

/// One form of the connect card with its secrets, to be shown for 30 seconds.
///
/// # Errors
/// As [`secret_text`].
pub async fn reveal(
    app: &Features,
    source: &ConnectSource,
    form: FormId,
) -> Result<SecretView, Error> {
    let text = secret_text(app, source, form).await?;
    Ok(SecretView {
        text: text.expose_secret().to_owned(),
        hide_at: app.clock.now() + SHOWN_FOR,
    })
}

/// One form of the connect card with its secrets, such as for the clipboard.
///
/// # Errors
/// As [`forms`], and [`crate::view::ErrorCode::Invalid`] when the card does not have this form.
pub async fn secret_text(
    app: &Features,
    source: &ConnectSource,
    form: FormId,
) -> Result<SecretString, Error> {
    match source {
        ConnectSource::Temporary { id } => temporary::secret_text(app, id, form).await,
        ConnectSource::Held { id } => one_time_secrets::secret_text(app, id, form),
        ConnectSource::Project { .. } => of(app, source).await?.text(form),
    }
}

/// What `psql` needs to connect.
///
/// # Errors
/// As [`forms`]; [`crate::view::ErrorCode::ReadOnly`] while the account is locked against changes, and what its platform says while it
/// does not run.
pub async fn psql_parameters(
    app: &Features,
    source: &ConnectSource,
) -> Result<PsqlParameters, Error> {
    session(app, source).await?.psql()
}

/// What the connection is called, such as `shop-prod / main`, for a window title or another program's list.
///
/// # Errors
/// [`crate::view::ErrorCode::NotFound`] for what is not there any more.
pub async fn title(app: &Features, source: &ConnectSource) -> Result<String, Error> {
    disclosure::title(app, source).await
}

/// Opens a real connection and runs `SELECT 1`. Connecting and asking may each take ten seconds.
///
/// # Errors
/// As [`psql_parameters`], and [`crate::view::ErrorCode::Database`] when the server refuses or cannot be reached.
pub async fn check(app: &Features, source: &ConnectSource) -> Result<CheckView, Error> {
    session(app, source).await?.check().await
}

/// Where a session may be opened: SQL could change something.
async fn session(app: &Features, source: &ConnectSource) -> Result<Target, Error> {
    let account = match source {
        ConnectSource::Project { account_id, .. } => account_id.clone(),
        ConnectSource::Held { id } => one_time_secrets::account_of(app, id)?,
        ConnectSource::Temporary { id } => {
            let row = temporary::row(app, id).await?;
            temporary::must_take_sessions(app, &row)?;
            return temporary::target(app, &row).await;
        }
    };
    accounts::ensure_writable(app, &account)?;
    accounts::must_run(app, &account)?;
    of(app, source).await
}

/// What a source leads to.
pub(crate) async fn of(app: &Features, source: &ConnectSource) -> Result<Target, Error> {
    match source {
        ConnectSource::Project {
            account_id,
            project_id,
            wish,
        } => project::of(app, account_id, project_id, wish).await,
        ConnectSource::Held { id } => one_time_secrets::target(app, id),
        ConnectSource::Temporary { id } => {
            temporary::target(app, &temporary::row(app, id).await?).await
        }
    }
}
