//! How to connect, whatever the credentials come from: a project's database, a temporary one, or a one-time secret.
//!
//! A project's connection string is asked for on each click and kept nowhere, so a password that was reset elsewhere is
//! never shown as it was before. Asking wakes no compute.

mod note;
mod project;

use secrecy::SecretString;

use crate::features::{Features, temporary};
use crate::platform::disclosure::Disclosure;
use crate::platform::one_time_secrets;
use crate::tools::connect::PsqlParameters;
use crate::tools::target::Target;
use crate::view::words::Action;
use crate::view::{CheckView, ConnectSource, ConnectView, FormId, SecretView};
use crate::{Error, accounts};

use note::{SourceInfo, SourceOwner};

/// The connect card, masked.
///
/// # Errors
/// What the source's platform says, [`crate::view::ErrorCode::SecretMissing`] when no credentials are available,
/// [`crate::view::ErrorCode::NotFound`] for a one-time secret that was dismissed.
pub async fn forms(app: &Features, source: &ConnectSource) -> Result<ConnectView, Error> {
    match source {
        ConnectSource::OneTimeSecret { id } => one_time_secrets::forms(app, id),
        _ => of(app, source).await?.view(),
    }
}

/// One form of the connect card with its secrets, to be shown for 30 seconds.
///
/// # Errors
/// As [`forms`], and [`crate::view::ErrorCode::Invalid`] when the card does not have this form.
pub async fn reveal(
    app: &Features,
    source: &ConnectSource,
    form: FormId,
) -> Result<SecretView, Error> {
    let text = secret_text(app, source, form).await?;
    note::disclosed(app, Disclosure::Shown, source, form).await;
    Ok(SecretView::new(&text, app.clock.now()))
}

/// Has one form of the connect card with its secrets put on the clipboard by `copy`.
///
/// # Errors
/// As [`reveal`], and those of `copy`.
pub async fn copy<T, E: From<Error>, F: Future<Output = Result<T, E>>>(
    app: &Features,
    source: &ConnectSource,
    form: FormId,
    copy: impl FnOnce(SecretString) -> F,
) -> Result<T, E> {
    let copied = copy(secret_text(app, source, form).await?).await?;
    note::disclosed(app, Disclosure::Copied, source, form).await;
    Ok(copied)
}

async fn secret_text(
    app: &Features,
    source: &ConnectSource,
    form: FormId,
) -> Result<SecretString, Error> {
    match source {
        ConnectSource::Temporary { id } => temporary::secret_text(app, id, form).await,
        ConnectSource::OneTimeSecret { id } => one_time_secrets::secret_text(app, id, form),
        ConnectSource::Project { .. } => of(app, source).await?.text(form),
    }
}

/// Has psql opened by `open`, which gets what it needs and a title for its window.
///
/// # Errors
/// As [`forms`] and those of `open`; [`crate::view::ErrorCode::ReadOnly`] while the account is locked against changes, and
/// what its platform says while it does not run.
pub async fn psql<T, E: From<Error>, F: Future<Output = Result<T, E>>>(
    app: &Features,
    source: &ConnectSource,
    open: impl FnOnce(PsqlParameters, String) -> F,
) -> Result<T, E> {
    let (target, info) = session(app, source).await?;
    let opened = open(target.psql()?, info.title.clone()).await?;
    info.note(app, Action::OpenPsql, None).await;
    Ok(opened)
}

/// Has a connection opened in another program by `open`; `action` is what the log calls that. The program asks for the
/// password: `copy` puts it on the clipboard. `None` where it is not known.
///
/// # Errors
/// As [`psql`], and those of `copy`.
pub async fn open_in<T, E: From<Error>, F, G>(
    app: &Features,
    source: &ConnectSource,
    action: Action,
    open: impl FnOnce(PsqlParameters, String) -> F,
    copy: impl FnOnce(SecretString) -> G,
) -> Result<Option<T>, E>
where
    F: Future<Output = Result<(), E>>,
    G: Future<Output = Result<T, E>>,
{
    let (target, info) = session(app, source).await?;
    let parameters = target.psql()?;
    let password = parameters.password.clone();
    open(parameters, info.title.clone()).await?;
    info.note(app, action, None).await;
    let Some(password) = password else {
        return Ok(None);
    };
    let copied = copy(password).await?;
    note::disclosed(app, Disclosure::Copied, source, FormId::Password).await;
    Ok(Some(copied))
}

/// Opens a real connection and runs `SELECT 1`. Connecting and asking may each take ten seconds.
///
/// # Errors
/// As [`psql`], and [`crate::view::ErrorCode::Database`] when the server refuses or cannot be reached.
pub async fn check(app: &Features, source: &ConnectSource) -> Result<CheckView, Error> {
    session(app, source).await?.0.check().await
}

/// Where a session may be opened: SQL could change something.
async fn session(app: &Features, source: &ConnectSource) -> Result<(Target, SourceInfo), Error> {
    let info = note::info(app, source).await?;
    let target = match &info.owner {
        SourceOwner::Temporary(row) => {
            temporary::must_take_sessions(app, row)?;
            temporary::target(app, row).await?
        }
        SourceOwner::Account { id, .. } => {
            accounts::ensure_writable(app, id)?;
            accounts::must_run(app, id)?;
            of(app, source).await?
        }
    };
    Ok((target, info))
}

/// What a source leads to.
pub(crate) async fn of(app: &Features, source: &ConnectSource) -> Result<Target, Error> {
    match source {
        ConnectSource::Project {
            account_id,
            project_id,
            request,
        } => project::of(app, account_id, project_id, request).await,
        ConnectSource::OneTimeSecret { id } => one_time_secrets::target(app, id),
        ConnectSource::Temporary { id } => {
            temporary::target(app, &temporary::row(app, id).await?).await
        }
    }
}
