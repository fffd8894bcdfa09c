//! Which mail server is tried.

use std::net::IpAddr;

use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::base::check;
use crate::base::exposed;
use crate::base::secret_edit::check_secret;

/// Where a server expects TLS from the first byte.
const TLS_PORT: u16 = 465;

/// A server that can be tried.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) host: String,
    pub(super) port: u16,
    /// Who logs in, with which password.
    pub(super) login: Option<(String, SecretString)>,
}

impl Server {
    pub(super) fn checked(request: ProbeSmtp) -> Result<Self, Error> {
        let username = request.username.filter(|name| !name.trim().is_empty());
        if let Some(password) = &request.password {
            check_secret(password, "password")?;
        }
        let login = match (username, request.password) {
            (Some(username), Some(password)) => {
                Some((check::filled(&username, "user name")?, password))
            }
            (None, Some(_)) => {
                return Err(Error::invalid("The user name is missing")
                    .hint("Enter it, or leave the password empty to skip the login."));
            }
            (_, None) => None,
        };
        Ok(Self {
            host: check::host(&request.host)?,
            port: check::port(request.port)?,
            login,
        })
    }

    pub(super) fn is_tls_first(&self) -> bool {
        self.port == TLS_PORT
    }

    /// Whether what is said to it never leaves this machine.
    pub(super) fn is_local(&self) -> bool {
        let address = self.host.parse::<IpAddr>();
        self.host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }
}

/// Which mail server is tried. Holds a password.
#[derive(Clone, Debug, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProbeSmtp {
    /// Its host.
    pub host: String,
    /// Its port, 1 to 65535.
    pub port: u32,
    /// Who logs in.
    pub username: Option<String>,
    /// The password. Without it nobody logs in, and what comes before is tried.
    #[serde(serialize_with = "exposed::optional")]
    #[specta(type = Option<String>)]
    pub password: Option<SecretString>,
}
