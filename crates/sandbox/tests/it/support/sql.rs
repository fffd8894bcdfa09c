//! PostgreSQL as a client sees it: TLS against the sandbox's authority, channel binding required.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio::time::timeout;
use tokio_postgres::{Client, Config, Error};
use tokio_postgres_rustls::MakeRustlsConnect;

const DEADLINE: Duration = Duration::from_secs(60);

pub fn tls(ca_file: &Path) -> MakeRustlsConnect {
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_file(ca_file).unwrap())
        .unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    MakeRustlsConnect::new(config)
}

pub async fn try_connect(ca_file: &Path, url: &str) -> Result<Client, Error> {
    let config = Config::from_str(url).unwrap();
    let (client, connection) = timeout(DEADLINE, config.connect(tls(ca_file)))
        .await
        .expect("the server answers in time")?;
    tokio::spawn(connection);
    Ok(client)
}

pub async fn connect(ca_file: &Path, url: &str) -> Client {
    try_connect(ca_file, url).await.unwrap()
}

/// The first column of the first row, as text.
pub async fn one(client: &Client, statement: &str) -> String {
    let messages = client.simple_query(statement).await.unwrap();
    messages
        .iter()
        .find_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => {
                Some(row.get(0).unwrap_or("").to_owned())
            }
            _ => None,
        })
        .expect("a row")
}

pub fn port(url: &str) -> u16 {
    Config::from_str(url).unwrap().get_ports()[0]
}
