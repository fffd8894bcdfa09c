//! How to connect, whatever the credentials come from: a project's database, a temporary one, or a one-time secret.
//!
//! A project's connection string is asked for on each click and kept nowhere, so a password that was reset elsewhere is
//! never shown as it was before. Asking wakes no compute.

mod note;
mod project;
mod usual;

use secrecy::SecretString;

use crate::core::operation::{Entry, operation};
use crate::features::{Features, temporary};
use crate::platform::disclosure::Disclosure;
use crate::platform::one_time_secrets;
use crate::tools::connect::PsqlParameters;
use crate::tools::target::Target;
use crate::view::words::Action;
use crate::view::{CheckView, ConnectSource, ConnectView, ContactReason, FormId, SecretView};
use crate::{Error, accounts};

use note::{SourceInfo, SourceOwner};
pub(crate) use usual::of_compute;

/// The connect card, masked.
///
/// # Errors
/// What the source's platform says, [`crate::view::ErrorCode::SecretMissing`] when no credentials are available,
/// [`crate::view::ErrorCode::NotFound`] for a one-time secret that was dismissed.
#[operation(Page, Read, connect_forms)]
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
#[operation(Page, Read, connect_reveal)]
pub async fn reveal(
    app: &Features,
    source: &ConnectSource,
    form: FormId,
) -> Result<SecretView, Error> {
    let text = take(app, source, form).await?;
    note::disclosed(app, Disclosure::Shown, source, form).await;
    Ok(SecretView::new(&text, app.clock.now()))
}

/// One form of the connect card with its secrets, for the clipboard; [`copied`] is called once it is there.
///
/// # Errors
/// As [`reveal`].
pub async fn take(
    app: &Features,
    source: &ConnectSource,
    form: FormId,
) -> Result<SecretString, Error> {
    match source {
        ConnectSource::Temporary { id } => temporary::secret_text(app, id, form).await,
        ConnectSource::OneTimeSecret { id } => one_time_secrets::secret_text(app, id, form),
        ConnectSource::Project { .. } | ConnectSource::NewPassword { .. } => {
            of(app, source).await?.text(form)
        }
    }
}

/// Notes that one form is on the clipboard.
#[operation(Program, Change, connect_copied)]
pub async fn copied(app: &Features, source: &ConnectSource, form: FormId) {
    note::disclosed(app, Disclosure::Copied, source, form).await;
}

/// What psql or another program needs to connect, and a title for its window; [`opened`] is called once it is open.
///
/// # Errors
/// As [`forms`]; [`crate::view::ErrorCode::ReadOnly`] while the account is locked against changes, and what its platform says
/// while it does not run.
pub async fn parameters(
    app: &Features,
    source: &ConnectSource,
) -> Result<(PsqlParameters, String), Error> {
    let (target, info) = session(app, source).await?;
    let parameters = target.psql()?;
    // Whether the program connects is not seen here.
    app.contacts.begun(
        ContactReason::OtherProgram,
        &parameters.host,
        parameters.port,
    );
    Ok((parameters, info.title))
}

/// Notes that a connection was opened in another program; `action` is what the log calls that.
///
/// # Errors
/// What the store says.
pub async fn opened(app: &Features, source: &ConnectSource, action: Action) -> Result<(), Error> {
    note::info(app, source).await?.note(app, action, None).await;
    Ok(())
}

/// Opens a real connection and runs `SELECT 1`. Connecting and asking may each take ten seconds.
///
/// # Errors
/// As [`parameters`], and [`crate::view::ErrorCode::Database`] when the server refuses or cannot be reached.
#[operation(Page, Read, connect_check)]
pub async fn check(app: &Features, source: &ConnectSource) -> Result<CheckView, Error> {
    session(app, source).await?.0.check(&app.contacts).await
}

/// Where a session may be opened: SQL could change something.
async fn session(app: &Features, source: &ConnectSource) -> Result<(Target, SourceInfo), Error> {
    let info = note::info(app, source).await?;
    if let Some(refusal) = locked(app, &info) {
        return Err(refusal);
    }
    Ok((running_target(app, source, &info).await?, info))
}

/// Returns the refusal of changes by the account of a source that is locked against them.
fn locked(app: &Features, info: &SourceInfo) -> Option<Error> {
    let writable = match &info.owner {
        SourceOwner::Temporary(row) => temporary::must_be_writable(app, row),
        SourceOwner::Account { id, .. } => accounts::ensure_writable(app, id),
    };
    writable.err()
}

/// Returns where a source leads, if its platform runs.
async fn running_target(
    app: &Features,
    source: &ConnectSource,
    info: &SourceInfo,
) -> Result<Target, Error> {
    match &info.owner {
        SourceOwner::Temporary(row) => {
            temporary::must_be_available(app, row)?;
            temporary::target(app, row).await
        }
        SourceOwner::Account { id, .. } => {
            accounts::must_run(app, id)?;
            of(app, source).await
        }
    }
}

/// The account of a source, for those who open sessions there themselves.
pub(crate) struct SourceAccount {
    /// The account; nothing for a temporary database of no account.
    pub(crate) id: Option<String>,
    pub(crate) is_production: bool,
    /// The refusal of changes, if the account is locked against them.
    pub(crate) lock: Option<Error>,
    /// The source in words, such as `shop / main / svcdb as svcdb_owner`.
    pub(crate) place: String,
}

/// Returns the account of a source.
///
/// # Errors
/// [`crate::view::ErrorCode::NotFound`] for a source that is gone.
pub(crate) async fn account_of(
    app: &Features,
    source: &ConnectSource,
) -> Result<SourceAccount, Error> {
    let info = note::info(app, source).await?;
    let lock = locked(app, &info);
    let id = match info.owner {
        SourceOwner::Temporary(row) => row.account_id,
        SourceOwner::Account { id, .. } => Some(id),
    };
    let account = id.as_deref().and_then(|id| accounts::account(app, id).ok());
    Ok(SourceAccount {
        is_production: account.is_some_and(|account| account.is_production),
        lock,
        id,
        place: info.subject,
    })
}

/// Returns the target of statements. A caller that opens a session there keeps to the lock of [`account_of`].
pub(crate) async fn sql_target(app: &Features, source: &ConnectSource) -> Result<Target, Error> {
    let info = note::info(app, source).await?;
    let target = running_target(app, source, &info).await?;
    target.need_password()?;
    Ok(target)
}

/// What a source leads to.
pub(crate) async fn of(app: &Features, source: &ConnectSource) -> Result<Target, Error> {
    match source {
        ConnectSource::Project {
            account_id,
            project_id,
            request,
        } => project::of(app, account_id, project_id, request, None).await,
        ConnectSource::NewPassword {
            id,
            account_id,
            project_id,
            request,
        } => {
            let password = one_time_secrets::secret_text(app, id, FormId::Password)?;
            project::of(app, account_id, project_id, request, Some(&password)).await
        }
        ConnectSource::OneTimeSecret { id } => one_time_secrets::target(app, id),
        ConnectSource::Temporary { id } => {
            temporary::target(app, &temporary::row(app, id).await?).await
        }
    }
}

pub(crate) const OPERATIONS: &[Entry<Features>] = &[
    ConnectForms::ENTRY,
    ConnectReveal::ENTRY,
    ConnectCheck::ENTRY,
    ConnectCopied::ENTRY,
];
