//! What both ends of the proxy say TLS with: the certificate that a server shows, and the one by
//! which a server knows the sandbox.

use std::io;
use std::sync::{Arc, LazyLock};

use rcgen::{
    CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, KeyPair,
    PKCS_ECDSA_P256_SHA256,
};
use rustls::client::Resumption;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::NoServerSessionStorage;
use rustls::{ClientConfig, RootCertStore, ServerConfig};

use crate::state::Secret;

/// The protocol's name in TLS. Those who speak TLS from the first byte insist on it.
pub const ALPN: &[u8] = b"postgresql";

/// The sandbox's client certificate. Its key is in memory alone, and no authority vouches for it:
/// a server is given the certificate itself, so nothing in the data folder makes another one.
struct Identity {
    certificate_pem: String,
    certificate: CertificateDer<'static>,
    key: PrivatePkcs8KeyDer<'static>,
}

static IDENTITY: LazyLock<Result<Identity, rcgen::Error>> = LazyLock::new(new_identity);

fn new_identity() -> Result<Identity, rcgen::Error> {
    let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256)?;
    let mut params = CertificateParams::default();
    params.distinguished_name = DistinguishedName::new();
    params
        .distinguished_name
        .push(DnType::CommonName, "Plinth sandbox");
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
    let certificate = params.self_signed(&key)?;
    Ok(Identity {
        certificate_pem: certificate.pem(),
        certificate: certificate.der().clone(),
        key: PrivatePkcs8KeyDer::from(key.serialize_der()),
    })
}

fn identity() -> io::Result<&'static Identity> {
    let identity = IDENTITY.as_ref();
    identity.map_err(|error| io::Error::other(error.to_string()))
}

/// The one client certificate that servers take.
pub fn client_certificate_pem() -> io::Result<&'static str> {
    Ok(&identity()?.certificate_pem)
}

/// For the sandbox's connections to its servers.
pub fn client(roots: RootCertStore) -> io::Result<ClientConfig> {
    let identity = identity()?;
    let mut config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_root_certificates(roots)
        .with_client_auth_cert(
            vec![identity.certificate.clone()],
            PrivateKeyDer::Pkcs8(identity.key.clone_key()),
        )
        .map_err(io::Error::other)?;
    config.resumption = Resumption::disabled();
    Ok(config)
}

/// For clients, with that certificate.
pub fn server(certificate_pem: &str, key_pem: &Secret) -> io::Result<ServerConfig> {
    let certificate = CertificateDer::from_pem_slice(certificate_pem.as_bytes());
    let key = PrivateKeyDer::from_pem_slice(key_pem.reveal().as_bytes());
    let mut config = ServerConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.map_err(io::Error::other)?],
            key.map_err(io::Error::other)?,
        )
        .map_err(io::Error::other)?;
    config.alpn_protocols = vec![ALPN.to_vec()];
    // As PostgreSQL has it: no session is resumed.
    config.send_tls13_tickets = 0;
    config.session_storage = Arc::new(NoServerSessionStorage {});
    Ok(config)
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}
