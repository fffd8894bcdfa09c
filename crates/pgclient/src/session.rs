use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::{ClientConfig, RootCertStore};
use secrecy::ExposeSecret;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::config::{ChannelBinding, SslMode};
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::connect_error::ConnectError;
use crate::database_url::DatabaseUrl;
use crate::roots;

/// A database and what is needed to reach it.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// The database and who signs in.
    pub url: &'a DatabaseUrl,
    /// The certificate authority that signs the server, when the system does not trust it already: a file in PEM.
    pub ca_file: Option<&'a Path>,
    /// The name under which the server lists the session, for its operator to read.
    pub application_name: &'a str,
}

/// A session with a database over TLS, with the server's certificate and name checked. Dropping it closes the
/// connection.
pub struct Session {
    client: Client,
    tls: MakeRustlsConnect,
    _connection: Connection,
}

struct Connection(JoinHandle<()>);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}

impl Session {
    /// Connects with exactly this string; nothing is made direct. The authorities that the system trusts are trusted,
    /// and the one in `ca_file`. TLS is demanded whatever the string's `sslmode` is, channel binding when it says so. Of
    /// its other parameters `options` alone is used.
    ///
    /// # Errors
    /// No session within the deadline, or none that is secure.
    pub async fn open(target: Target<'_>, deadline: Duration) -> Result<Self, ConnectError> {
        let tls = tls(target).await?;
        let host = target.url.host();
        let config = config(target, deadline);
        let (client, connection) = timeout(deadline, config.connect(tls.clone()))
            .await
            .map_err(|_| timed_out(host))?
            .map_err(|error| ConnectError::of(&error, host))?;
        let driver = tokio::spawn(async move {
            if connection.await.is_err() {
                tracing::debug!("database session ended with an error");
            }
        });
        Ok(Self {
            client,
            tls,
            _connection: Connection(driver),
        })
    }

    /// What speaks to the server.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The same, as a transaction needs it.
    pub fn client_mut(&mut self) -> &mut Client {
        &mut self.client
    }

    /// Asks the server, over a connection of its own, to stop the statement that runs in this session. Whether one was
    /// stopped shows in that statement's answer.
    ///
    /// # Errors
    /// The server could not be asked.
    pub async fn cancel_statement(&self) -> Result<(), tokio_postgres::Error> {
        let token = self.client.cancel_token();
        token.cancel_query(self.tls.clone()).await
    }
}

/// What a short visit to a database showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The server's version as it states it, for example `17.10`.
    pub server_version: String,
    /// From the first byte to the answer of `SELECT 1`.
    pub elapsed: Duration,
    /// Whether the string demanded channel binding, without which there would be no session.
    pub channel_binding: bool,
}

/// Connects, runs `SELECT 1` and leaves. A suspended database is started by it. Connecting and asking may each take as
/// long as the deadline.
///
/// # Errors
/// No session, or no answer within the deadline.
pub async fn check(target: Target<'_>, deadline: Duration) -> Result<Checked, ConnectError> {
    let started = Instant::now();
    let host = target.url.host();
    let session = Session::open(target, deadline).await?;
    let ask = async {
        session.client.simple_query("SELECT 1").await?;
        let elapsed = started.elapsed();
        let version = session.client.simple_query("SHOW server_version").await?;
        Ok((elapsed, version))
    };
    let (elapsed, version) = timeout(deadline, ask)
        .await
        .map_err(|_| timed_out(host))?
        .map_err(|error| ConnectError::of(&error, host))?;
    let stated = version.iter().find_map(|message| match message {
        tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0),
        _ => None,
    });
    let number = stated.and_then(|text| text.split(' ').next());
    Ok(Checked {
        server_version: number.unwrap_or_default().to_owned(),
        elapsed,
        channel_binding: target.url.requires_channel_binding(),
    })
}

pub(crate) fn timed_out(host: &str) -> ConnectError {
    ConnectError::TimedOut {
        host: host.to_owned(),
    }
}

pub(crate) fn config(target: Target<'_>, deadline: Duration) -> Config {
    let url = target.url;
    let mut config = Config::new();
    config
        .host(url.host())
        .port(url.port())
        .user(url.role())
        .dbname(url.database())
        .application_name(target.application_name)
        .connect_timeout(deadline)
        .ssl_mode(SslMode::Require)
        .channel_binding(match url.parameter("channel_binding") {
            Some("require") => ChannelBinding::Require,
            Some("disable") => ChannelBinding::Disable,
            _ => ChannelBinding::Prefer,
        });
    if let Some(password) = url.password() {
        config.password(password.expose_secret());
    }
    if let Some(options) = url.parameter("options") {
        config.options(options);
    }
    config
}

pub(crate) async fn tls(target: Target<'_>) -> Result<MakeRustlsConnect, ConnectError> {
    let ca_file = target.ca_file.map(Path::to_owned);
    let roots = tokio::task::spawn_blocking(move || roots::store(ca_file.as_deref())).await;
    let roots = roots.unwrap_or_else(|_| Ok(RootCertStore::empty()))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let Ok(builder) = versions else {
        return Err(ConnectError::NotSecure {
            host: target.url.host().to_owned(),
        });
    };
    let config = builder.with_root_certificates(roots).with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}
