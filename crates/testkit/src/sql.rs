//! Real connections, checked as strictly as the connection string asks.

use std::path::Path;
use std::time::{Duration, Instant};

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config, SimpleQueryMessage};
use tokio_postgres_rustls::MakeRustlsConnect;

const DEADLINE: Duration = Duration::from_secs(60);

/// Connects with TLS verified against `ca` and whatever the string asks for, such as channel binding.
pub async fn try_connect(ca: &Path, url: &str) -> Result<Client, tokio_postgres::Error> {
    let config = config(url);
    let connected = tokio::time::timeout(DEADLINE, config.connect(tls(ca))).await;
    let (client, connection) = connected.expect("the database answers in time")?;
    tokio::spawn(connection);
    Ok(client)
}

pub async fn connect(ca: &Path, url: &str) -> Client {
    try_connect(ca, url).await.unwrap()
}

/// The SQLSTATE with which a server refuses a session. It fails for who is let in, and where no server says anything.
pub async fn refusal(ca: &Path, url: &str) -> SqlState {
    let Err(error) = try_connect(ca, url).await else {
        panic!("the database let somebody in");
    };
    let state = error.code().cloned();
    state.unwrap_or_else(|| panic!("no server refused: {error:?}"))
}

/// Waits until nothing listens where a database was.
pub async fn until_nobody_is_there(ca: &Path, url: &str) {
    let end = Instant::now() + DEADLINE;
    loop {
        let outcome = try_connect(ca, url).await.map(drop);
        let source = outcome.as_ref().err().and_then(std::error::Error::source);
        let source = source.and_then(|it| it.downcast_ref::<std::io::Error>());
        if source.map(std::io::Error::kind) == Some(std::io::ErrorKind::ConnectionRefused) {
            return;
        }
        assert!(Instant::now() < end, "somebody is there still: {outcome:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Fails for a session that its server still answers.
pub async fn must_be_cut(client: &Client) {
    let Err(error) = client.simple_query("SELECT 1").await else {
        panic!("the server still answers");
    };
    let is_shutdown = error.code() == Some(&SqlState::ADMIN_SHUTDOWN);
    assert!(is_shutdown || client.is_closed(), "{error:?}");
}

/// Runs one query and returns its first column as text, row by row.
pub async fn column(client: &Client, query: &str) -> Vec<String> {
    let rows = client
        .simple_query(query)
        .await
        .unwrap_or_else(|error| panic!("{query}: {error}"));
    rows.iter()
        .filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        })
        .collect()
}

/// Runs statements that must go well.
pub async fn run(client: &Client, statements: &str) {
    let done = client.batch_execute(statements).await;
    done.unwrap_or_else(|error| panic!("{statements}: {error}"));
}

/// The first column of the first row, as text; empty for null.
pub async fn one(client: &Client, query: &str) -> String {
    let messages = client.simple_query(query).await.unwrap();
    let first = messages.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row.get(0).unwrap_or("").to_owned()),
        _ => None,
    });
    first.expect("a row")
}

pub fn port(url: &str) -> u16 {
    config(url).get_ports()[0]
}

/// A connection string as tokio-postgres takes it: without `sslrootcert`, which it refuses.
pub fn config(url: &str) -> Config {
    let (start, parameters) = url.split_once('?').unwrap_or((url, ""));
    let known = parameters.split('&');
    let known: Vec<&str> = known.filter(|it| !it.starts_with("sslrootcert=")).collect();
    let url = format!("{start}?{}", known.join("&"));
    url.parse().unwrap()
}

pub fn tls(ca: &Path) -> MakeRustlsConnect {
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(ca).unwrap() {
        roots.add(certificate.unwrap()).unwrap();
    }
    let provider = rustls::crypto::ring::default_provider();
    let config = ClientConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    MakeRustlsConnect::new(config)
}
