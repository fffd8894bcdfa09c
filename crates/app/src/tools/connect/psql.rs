use std::path::PathBuf;

use pgclient::DatabaseUrl;
use secrecy::SecretString;

use crate::Error;

/// What `psql` needs to connect. The password belongs into a file that only its user reads
/// (`PGPASSFILE`), never into an argument and never into an environment that other programs see.
#[derive(Clone, Debug)]
pub struct PsqlParameters {
    /// Host of the direct connection.
    pub host: String,
    /// Port.
    pub port: u16,
    /// Database name.
    pub database: String,
    /// Role name.
    pub role: String,
    /// The role's password; psql asks for one that is not known.
    pub password: Option<SecretString>,
    /// `sslmode`: always `verify-full`, as for every session of this app, whatever the string says.
    pub sslmode: &'static str,
    /// `channel_binding`, such as `require`.
    pub channel_binding: String,
    /// Certificate authority of the server, when it is not a public one.
    pub ca_file: Option<PathBuf>,
}

impl PsqlParameters {
    /// What every session of this app has for `sslmode`.
    pub const SSLMODE: &'static str = "verify-full";

    /// What `psql` needs to connect with exactly this string.
    ///
    /// # Errors
    /// [`crate::view::ErrorCode::Invalid`] for a string that asks for no TLS.
    pub fn of(url: &DatabaseUrl, ca_file: Option<PathBuf>) -> Result<Self, Error> {
        let or = |name: &str, usual: &str| url.parameter(name).unwrap_or(usual).to_owned();
        if let Some(mode @ ("disable" | "allow")) = url.parameter("sslmode") {
            let message = format!("The connection string sets sslmode={mode}, which means no TLS");
            return Err(Error::invalid(message).hint(
                "Use a server with a certificate: Plinth starts psql with sslmode=verify-full.",
            ));
        }
        Ok(Self {
            host: url.host().to_owned(),
            port: url.port(),
            database: url.database().to_owned(),
            role: url.role().to_owned(),
            password: url.password().cloned(),
            sslmode: Self::SSLMODE,
            channel_binding: or("channel_binding", "prefer"),
            ca_file,
        })
    }
}
