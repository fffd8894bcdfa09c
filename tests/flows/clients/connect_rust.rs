// cargo add tokio --features full
// cargo add tokio-postgres tokio-postgres-rustls rustls url
use rustls::pki_types::{CertificateDer, pem::PemObject};
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut url = url::Url::parse(&std::env::var("DATABASE_URL")?)?;
    // tokio-postgres does not know sslrootcert: the file is read here.
    let (files, rest): (Vec<_>, Vec<_>) = url
        .query_pairs()
        .into_owned()
        .partition(|(name, _)| name == "sslrootcert");
    url.query_pairs_mut().clear().extend_pairs(rest);
    let mut roots = RootCertStore::empty();
    for (_, file) in files {
        for certificate in CertificateDer::pem_file_iter(file)? {
            roots.add(certificate?)?;
        }
    }
    let tls = ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let (client, connection) =
        tokio_postgres::connect(url.as_str(), MakeRustlsConnect::new(tls)).await?;
    let driver = tokio::spawn(connection);
    let row = client.query_one("SELECT version()", &[]).await?;
    println!("{}", row.get::<_, String>(0));
    drop(client);
    driver.await??;
    Ok(())
}
