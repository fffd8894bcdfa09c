//! How to connect, whatever the credentials come from: a project's database, a temporary one, or a held secret.

use secrecy::SecretString;

use crate::temporary::{self, PsqlParameters};
use crate::view::{CheckView, ConnectSource, ConnectView, FormId, SecretView};
use crate::{App, Error};

/// The connect card, masked.
///
/// # Errors
/// What the source's platform says, [`crate::view::ErrorCode::SecretMissing`] when no credentials are at hand.
pub async fn forms(app: &App, source: &ConnectSource) -> Result<ConnectView, Error> {
    match source {
        ConnectSource::Temporary { id } => temporary::connect(app, id).await,
        _ => Err(Error::internal("This is not built yet")),
    }
}

/// One form of the connect card with its secrets, to be shown for 30 seconds.
///
/// # Errors
/// As [`secret_text`].
pub async fn reveal(app: &App, source: &ConnectSource, form: FormId) -> Result<SecretView, Error> {
    match source {
        ConnectSource::Temporary { id } => temporary::reveal(app, id, form).await,
        _ => Err(Error::internal("This is not built yet")),
    }
}

/// One form of the connect card with its secrets, such as for the clipboard.
///
/// # Errors
/// As [`forms`], and [`crate::view::ErrorCode::Invalid`] when the card does not have this form.
pub async fn secret_text(
    app: &App,
    source: &ConnectSource,
    form: FormId,
) -> Result<SecretString, Error> {
    match source {
        ConnectSource::Temporary { id } => temporary::secret_text(app, id, form).await,
        _ => Err(Error::internal("This is not built yet")),
    }
}

/// What `psql` needs to connect.
///
/// # Errors
/// As [`forms`].
pub async fn psql_parameters(app: &App, source: &ConnectSource) -> Result<PsqlParameters, Error> {
    match source {
        ConnectSource::Temporary { id } => temporary::psql_parameters(app, id).await,
        _ => Err(Error::internal("This is not built yet")),
    }
}

/// Opens a real connection and runs `SELECT 1`.
///
/// # Errors
/// As [`forms`], and [`crate::view::ErrorCode::Database`] when the server refuses.
pub async fn check(app: &App, source: &ConnectSource) -> Result<CheckView, Error> {
    match source {
        ConnectSource::Temporary { id } => temporary::check(app, id).await,
        _ => Err(Error::internal("This is not built yet")),
    }
}
