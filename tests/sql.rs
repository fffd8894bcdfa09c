//! Real connections, checked as strictly as the connection string asks.

use std::path::Path;
use std::time::Duration;

use tokio_postgres::Client;
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
