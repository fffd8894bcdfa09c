//! What both ends of the proxy say TLS with: the certificate that a server shows, and the one by
//! which a server knows the sandbox.

use std::fmt;
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
use rustls::server::danger::ClientCertVerifier;
use rustls::server::{NoServerSessionStorage, WebPkiClientVerifier};
use rustls::{ClientConfig, RootCertStore, ServerConfig};

use crate::state::Secret;

/// The protocol's name in TLS. Those who speak TLS from the first byte insist on it.
pub const ALPN: &[u8] = b"postgresql";

/// The sandbox's client certificate. Its key is in memory alone, and no authority vouches for it:
/// a server is given the certificate itself, so nothing in the data folder makes another one.
static IDENTITY: LazyLock<io::Result<Identity>> = LazyLock::new(|| Identity::new("Plinth sandbox"));

/// A certificate by which a client is known, with its key.
pub struct Identity {
    pub certificate_pem: String,
    certificate: CertificateDer<'static>,
    key: KeyPair,
}

impl Identity {
    pub fn new(name: &str) -> io::Result<Self> {
        Self::signed_by_itself(name).map_err(io::Error::other)
    }

    fn signed_by_itself(name: &str) -> Result<Self, rcgen::Error> {
        let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256)?;
        let mut params = CertificateParams::default();
        params.distinguished_name = DistinguishedName::new();
        params.distinguished_name.push(DnType::CommonName, name);
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
        let certificate = params.self_signed(&key)?;
        Ok(Self {
            certificate_pem: certificate.pem(),
            certificate: certificate.der().clone(),
            key,
        })
    }

    pub fn key_pem(&self) -> Secret {
        Secret::new(self.key.serialize_pem())
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity").finish_non_exhaustive()
    }
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
            PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(identity.key.serialize_der())),
        )
        .map_err(io::Error::other)?;
    config.resumption = Resumption::disabled();
    Ok(config)
}

/// For clients, with that certificate.
pub fn server(certificate_pem: &str, key_pem: &Secret) -> io::Result<ServerConfig> {
    server_with(
        certificate_pem,
        key_pem,
        WebPkiClientVerifier::no_client_auth(),
    )
}

/// The same for one client alone, which has this certificate.
pub fn server_for(
    certificate_pem: &str,
    key_pem: &Secret,
    client: &Identity,
) -> io::Result<ServerConfig> {
    let mut known = RootCertStore::empty();
    let added = known.add(client.certificate.clone());
    added.map_err(io::Error::other)?;
    let clients = WebPkiClientVerifier::builder_with_provider(Arc::new(known), provider());
    let clients = clients.build().map_err(io::Error::other)?;
    server_with(certificate_pem, key_pem, clients)
}

fn server_with(
    certificate_pem: &str,
    key_pem: &Secret,
    clients: Arc<dyn ClientCertVerifier>,
) -> io::Result<ServerConfig> {
    let certificate = CertificateDer::from_pem_slice(certificate_pem.as_bytes());
    let key = PrivateKeyDer::from_pem_slice(key_pem.reveal().as_bytes());
    let mut config = ServerConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_client_cert_verifier(clients)
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
