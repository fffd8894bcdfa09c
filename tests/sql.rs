//! Real connections, checked as strictly as the connection string asks.

use std::path::Path;
use std::time::{Duration, Instant};

use tokio_postgres::Client;
use tokio_postgres::error::SqlState;
use tokio_postgres_rustls::MakeRustlsConnect;

/// Connects with TLS verified against `ca` and whatever the string asks for, such as channel binding.
pub async fn connect(url: &str, ca: &Path) -> Result<Client, tokio_postgres::Error> {
    let (client, connection) = tokio::time::timeout(
        Duration::from_secs(30),
        tokio_postgres::connect(url, MakeRustlsConnect::new(tls(ca))),
    )
    .await
    .unwrap_or_else(|_| panic!("the database did not answer"))?;
    tokio::spawn(async move {
        connection.await.ok();
    });
    Ok(client)
}

/// The SQLSTATE with which a server refuses a session. It fails for who is let in, and where no server says anything.
pub async fn refusal(url: &str, ca: &Path) -> SqlState {
    let Err(error) = connect(url, ca).await else {
        panic!("the database let somebody in");
    };
    let state = error.code().cloned();
    state.unwrap_or_else(|| panic!("no server refused: {error:?}"))
}

/// Waits until nothing listens where a database was.
pub async fn until_nobody_is_there(url: &str, ca: &Path) {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let outcome = connect(url, ca).await.map(drop);
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
    let is_told = error.code() == Some(&SqlState::ADMIN_SHUTDOWN);
    assert!(is_told || client.is_closed(), "{error:?}");
}

/// Runs one query and returns its first column as text, row by row.
pub async fn column(client: &Client, query: &str) -> Vec<String> {
    let rows = client
        .simple_query(query)
        .await
        .unwrap_or_else(|error| panic!("{query}: {error}"));
    rows.iter()
        .filter_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        })
        .collect()
}

fn tls(ca: &Path) -> rustls::ClientConfig {
    use rustls::pki_types::CertificateDer;
    use rustls::pki_types::pem::PemObject as _;

    let mut roots = rustls::RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(ca).unwrap() {
        roots.add(certificate.unwrap()).unwrap();
    }
    rustls::ClientConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth()
}
