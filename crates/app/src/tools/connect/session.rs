use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pgclient::DatabaseUrl;
use rustls::{ClientConfig, RootCertStore};
use secrecy::ExposeSecret;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::config::{ChannelBinding, SslMode};
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::error::{ConnectError, connect_error};
use crate::tools::roots;

/// A session with a database over TLS with the server's certificate checked. Dropping it closes the
/// connection.
pub(crate) struct Session {
    pub(crate) client: Client,
    pub(crate) tls: MakeRustlsConnect,
    _connection: Connection,
}

struct Connection(JoinHandle<()>);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Session {
    /// Connects with exactly this string; nothing is made direct. Public certificate authorities
    /// are trusted and the one in `ca_file`. Channel binding is demanded when the string says so.
    pub(crate) async fn open(
        url: &DatabaseUrl,
        ca_file: Option<&Path>,
        deadline: Duration,
    ) -> Result<Self, ConnectError> {
        let tls = tls(ca_file).await?;
        let host = || url.host().to_owned();
        let config = config(url, deadline);
        let (client, connection) = timeout(deadline, config.connect(tls.clone()))
            .await
            .map_err(|_| ConnectError::TimedOut { host: host() })?
            .map_err(|error| connect_error(&error, host()))?;
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

/// Connects, runs `SELECT 1` and leaves. It wakes a sleeping database, so only a click may do it.
///
/// # Errors
/// No session, or no answer within the deadline.
pub async fn check(
    url: &DatabaseUrl,
    ca_file: Option<&Path>,
    deadline: Duration,
) -> Result<Checked, ConnectError> {
    let started = Instant::now();
    let host = || url.host().to_owned();
    let session = Session::open(url, ca_file, deadline).await?;
    let ask = async {
        session.client.simple_query("SELECT 1").await?;
        let elapsed = started.elapsed();
        let version = session.client.simple_query("SHOW server_version").await?;
        Ok((elapsed, version))
    };
    let (elapsed, version) = timeout(deadline, ask)
        .await
        .map_err(|_| ConnectError::TimedOut { host: host() })?
        .map_err(|error| connect_error(&error, host()))?;
    let stated = version.iter().find_map(|message| match message {
        tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0),
        _ => None,
    });
    let number = stated.and_then(|text| text.split(' ').next());
    Ok(Checked {
        server_version: number.unwrap_or_default().to_owned(),
        elapsed,
        channel_binding: url.requires_channel_binding(),
    })
}

fn config(url: &DatabaseUrl, deadline: Duration) -> Config {
    let mut config = Config::new();
    config
        .host(url.host())
        .port(url.port())
        .user(url.role())
        .dbname(url.database())
        .application_name("plinth")
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

async fn tls(ca_file: Option<&Path>) -> Result<MakeRustlsConnect, ConnectError> {
    let ca_file = ca_file.map(Path::to_owned);
    let roots = tokio::task::spawn_blocking(move || roots::store(ca_file.as_deref())).await;
    let roots = roots.unwrap_or_else(|_| Ok(RootCertStore::empty()))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let Ok(builder) = versions else {
        return Err(ConnectError::NotSecure {
            host: "This app".to_owned(),
        });
    };
    let config = builder.with_root_certificates(roots).with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}
