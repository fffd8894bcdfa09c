mod sandbox;

use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use sandbox::Sandbox;
use tokio_postgres::Client;
use tokio_postgres_rustls::MakeRustlsConnect;

/// A client of a new database. Keep the platform for as long as the client.
async fn connect() -> (Arc<Sandbox>, Client) {
    let sandbox = Sandbox::shared();
    let mut roots = RootCertStore::empty();
    let certificate = CertificateDer::from_pem_file(sandbox.ca_file()).unwrap();
    roots.add(certificate).unwrap();
    let tls = ClientConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let string = sandbox.database();
    // tokio-postgres takes the certificate as above and refuses this option.
    let (string, _) = string.split_once("&sslrootcert=").unwrap_or((&string, ""));
    let (client, connection) = tokio_postgres::connect(string, MakeRustlsConnect::new(tls))
        .await
        .unwrap();
    tokio::spawn(connection);
    (sandbox, client)
}

#[tokio::test]
async fn a_note_is_kept() {
    let (_sandbox, db) = connect().await;
    db.batch_execute("CREATE TABLE note (text text); INSERT INTO note VALUES ('hello')")
        .await
        .unwrap();
    let row = db.query_one("SELECT text FROM note", &[]).await.unwrap();
    assert_eq!(row.get::<_, &str>(0), "hello");
}

#[tokio::test]
async fn another_test_has_a_database_of_its_own() {
    let (_sandbox, db) = connect().await;
    let row = db
        .query_one("SELECT to_regclass('note') IS NULL", &[])
        .await
        .unwrap();
    assert!(row.get::<_, bool>(0));
}
