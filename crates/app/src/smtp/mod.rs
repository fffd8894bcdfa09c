//! A mail server, tried from this machine: connected to, encrypted, logged in to, and nothing sent.
//!
//! What a mail server wants is in RFC 5321 (the session), 3207 (STARTTLS), 8314 (TLS from the first byte on port 465) and
//! 4954 (login). The session itself is lettre's.

mod line;
mod session;
mod words;

#[cfg(test)]
mod tests;

use std::net::IpAddr;
use std::time::Duration;

use secrecy::SecretString;
use serde::Deserialize;
use specta::Type;

use crate::secret_edit::check_secret;
use crate::view::SmtpProbeView;
use crate::{App, Error, check};

/// How long one step may take.
const STEP: Duration = Duration::from_secs(10);

/// Where a server expects TLS from the first byte.
const TLS_PORT: u16 = 465;

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
pub async fn probe(_app: &App, wish: ProbeSmtp) -> Result<SmtpProbeView, Error> {
    let server = Server::checked(wish)?;
    Ok(session::run(&server, &line::public_roots(), STEP).await)
}

/// A server that can be tried.
#[derive(Debug)]
struct Server {
    host: String,
    port: u16,
    /// Who logs in, with which password.
    login: Option<(String, SecretString)>,
}

impl Server {
    fn checked(wish: ProbeSmtp) -> Result<Self, Error> {
        let username = wish.username.filter(|name| !name.trim().is_empty());
        if let Some(password) = &wish.password {
            check_secret(password, "password")?;
        }
        let login = match (username, wish.password) {
            (Some(username), Some(password)) => {
                Some((check::filled(&username, "user name")?, password))
            }
            (None, Some(_)) => {
                return Err(Error::invalid("The user name is missing")
                    .hint("Fill it in, or leave the password empty to try without a login."));
            }
            (_, None) => None,
        };
        Ok(Self {
            host: check::host(&wish.host)?,
            port: check::port(wish.port)?,
            login,
        })
    }

    fn is_tls_first(&self) -> bool {
        self.port == TLS_PORT
    }

    /// Whether what is said to it never leaves this machine.
    fn is_local(&self) -> bool {
        let address = self.host.parse::<IpAddr>();
        self.host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }
}
