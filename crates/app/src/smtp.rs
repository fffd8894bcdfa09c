//! A mail server, tried from this machine.

use secrecy::SecretString;
use serde::Deserialize;
use specta::Type;

use crate::view::SmtpProbeView;
use crate::{App, Error};

/// Which mail server is tried. Holds a password, so it is never serialised.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProbeSmtp {
    /// Its host.
    pub host: String,
    /// Its port, 1 to 65535.
    pub port: u32,
    /// Who logs in.
    pub username: Option<String>,
    /// The password. Without it nobody logs in, and what comes before is tried.
    #[specta(type = Option<String>)]
    pub password: Option<SecretString>,
}

/// Tries a mail server: connects, encrypts, logs in, and sends nothing. A server that refuses is no error.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for a server that cannot be.
pub async fn probe(_app: &App, _wish: ProbeSmtp) -> Result<SmtpProbeView, Error> {
    Err(Error::internal("This is not built yet"))
}
