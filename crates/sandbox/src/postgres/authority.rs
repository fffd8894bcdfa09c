//! The sandbox's own certificate authority, and the leaves that its servers show: each server has a key of its own, so that
//! nobody who gets hold of one can pass for another.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, io};

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose, PKCS_ECDSA_P256_SHA256, date_time_ymd,
};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore, ServerConfig};

use super::tls;
use crate::disk::{self, write_private};
use crate::error::StartError;
use crate::owner::set_mode;
use crate::state::Secret;

const AUTHORITY_LIFE: TimeDelta = TimeDelta::days(3650);
const LEAF_LIFE: TimeDelta = TimeDelta::days(397);
const RENEW_BEFORE: TimeDelta = TimeDelta::days(60);
/// Files of the one leaf that the servers of earlier versions shared.
const SHARED_LEAF: [&str; 4] = ["leaf.key", "leaf.pem", "leaf.expires", "leaf.names"];
/// The platform's instant tools make a pooled string by adding `-pooler` before the first dot of one that does not contain
/// `pooler`. With a file of this name in it, they leave it as it is.
const NAMED_CA: &str = "pooler-ca.pem";

/// What a server proves itself with, and the proxy before it.
#[derive(Debug)]
pub struct Leaf {
    pub certificate_pem: String,
    pub key_pem: Secret,
    pub tls: Arc<ServerConfig>,
    expires: DateTime<Utc>,
}

impl Leaf {
    fn new(certificate_pem: String, key_pem: Secret, expires: DateTime<Utc>) -> io::Result<Self> {
        let tls = Arc::new(tls::server(&certificate_pem, &key_pem)?);
        Ok(Self {
            certificate_pem,
            key_pem,
            tls,
            expires,
        })
    }

    /// Whether a server that starts now should rather have a new one.
    pub fn ends_soon(&self, now: DateTime<Utc>) -> bool {
        self.expires - now < RENEW_BEFORE
    }

    /// Whether that is its certificate.
    pub fn is(&self, certificate: &CertificateDer) -> bool {
        let own = CertificateDer::from_pem_slice(self.certificate_pem.as_bytes());
        own.is_ok_and(|own| own == *certificate)
    }
}

/// The certificate of one compute, kept as long as the compute lasts.
#[derive(Debug, Default)]
pub struct KeptLeaf {
    pub leaf: Option<Arc<Leaf>>,
    /// Whether a server shows it.
    pub is_in_use: bool,
}

#[derive(Debug)]
pub struct Authority {
    folder: PathBuf,
    names: Names,
    present: Mutex<Present>,
}

#[derive(Debug)]
struct Present {
    issuer: IssuerKey,
    /// This authority, and those before it whose certificates servers show that run since.
    roots: RootCertStore,
    /// Made anew when the authority is.
    client: Option<ClientConfig>,
}

impl Authority {
    /// Reads what an earlier start made, renewed where it comes to its end. `now` is the system's
    /// time, which is what clients judge certificates by.
    #[cfg(test)]
    pub fn open(data_dir: &Path, now: DateTime<Utc>) -> Result<Self, StartError> {
        Self::with_names(data_dir, now, &[])
    }

    /// The same, for a machine that clients call by more names than the loopback's.
    pub fn with_names(
        data_dir: &Path,
        now: DateTime<Utc>,
        more: &[String],
    ) -> Result<Self, StartError> {
        let names = Names::new(more);
        let folder = data_dir.join("tls");
        disk::make_folders(&folder)
            .and_then(|()| set_mode(&folder, 0o711))
            .map_err(|source| StartError::DataFolder {
                path: folder.clone(),
                source,
            })?;
        let issuer = issuer_key(&folder, now)?;
        remove_shared_leaf(&folder).map_err(|source| StartError::DataFolder {
            path: folder.clone(),
            source,
        })?;
        let present = Present {
            issuer,
            roots: RootCertStore::empty(),
            client: None,
        };
        Ok(Self {
            folder,
            names,
            present: Mutex::new(present),
        })
    }

    /// The file that clients trust.
    pub fn ca_file(&self) -> PathBuf {
        self.folder.join("ca.pem")
    }

    /// The copy of it that connection strings name.
    pub fn named_ca_file(&self) -> PathBuf {
        self.folder.join(NAMED_CA)
    }

    /// What the sandbox itself talks to its servers with: it trusts this authority alone, and shows
    /// the one certificate that they let in.
    pub fn client(&self) -> io::Result<ClientConfig> {
        let mut present = self.present();
        if let Some(client) = &present.client {
            return Ok(client.clone());
        }
        let certificate =
            CertificateDer::from_pem_file(self.ca_file()).map_err(io::Error::other)?;
        present.roots.add(certificate).map_err(io::Error::other)?;
        let client = tls::client(present.roots.clone())?;
        present.client = Some(client.clone());
        Ok(client)
    }

    /// A certificate for one server, with a key that no other has. The authority is renewed before it would end first.
    pub fn issue(&self) -> io::Result<Leaf> {
        let now = Utc::now();
        let mut present = self.present();
        if present.issuer.ends_before_a_leaf(now) {
            present.issuer = issuer_key(&self.folder, now).map_err(io::Error::other)?;
            present.client = None;
        }
        sign_leaf(&present.issuer.key, now, &self.names).map_err(io::Error::other)
    }

    fn present(&self) -> MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the servers' certificate is for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Names(Vec<String>);

impl Names {
    fn new(more: &[String]) -> Self {
        let own = ["localhost", "127.0.0.1", "::1"].map(String::from);
        let mut names = Self(own.to_vec());
        for name in more {
            if !names.0.contains(name) {
                names.0.push(name.clone());
            }
        }
        names
    }
}

/// No server shows it any more, and its key was in the folder of each of them.
fn remove_shared_leaf(folder: &Path) -> io::Result<()> {
    for name in SHARED_LEAF {
        match disk::remove_file(&folder.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn stored_time(path: &Path) -> Option<DateTime<Utc>> {
    let text = fs::read_to_string(path).ok()?;
    Some(DateTime::parse_from_rfc3339(text.trim()).ok()?.to_utc())
}

/// The authority's key, and how long its certificate lasts.
#[derive(Debug)]
struct IssuerKey {
    key: KeyPair,
    expires: DateTime<Utc>,
}

impl IssuerKey {
    fn ends_before_a_leaf(&self, now: DateTime<Utc>) -> bool {
        self.expires - now <= LEAF_LIFE
    }
}

/// The stored one, with `ca.pem` beside it, or a new one.
fn issuer_key(folder: &Path, now: DateTime<Utc>) -> Result<IssuerKey, StartError> {
    let issuer = match stored_issuer(folder).filter(|it| !it.ends_before_a_leaf(now)) {
        Some(stored) => stored,
        None => new_authority(folder, now).map_err(StartError::Certificates)?,
    };
    copy_ca(folder).map_err(|e| StartError::Certificates(Box::new(e)))?;
    Ok(issuer)
}

fn stored_issuer(folder: &Path) -> Option<IssuerKey> {
    let expires = stored_time(&folder.join("ca.expires"))?;
    let pem = fs::read_to_string(folder.join("ca.key")).ok()?;
    let key = KeyPair::from_pem(&pem).ok()?;
    let has_certificate = folder.join("ca.pem").is_file();
    has_certificate.then_some(IssuerKey { key, expires })
}

fn new_authority(
    folder: &Path,
    now: DateTime<Utc>,
) -> Result<IssuerKey, Box<dyn std::error::Error + Send + Sync>> {
    let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256)?;
    let expires = now + AUTHORITY_LIFE;
    let mut params = authority_params(&key);
    let (year, month, date) = day(now - TimeDelta::days(1));
    params.not_before = date_time_ymd(year, month, date);
    let (year, month, date) = day(expires);
    params.not_after = date_time_ymd(year, month, date);
    let certificate = params.self_signed(&key)?;
    write_private(&folder.join("ca.key"), key.serialize_pem())?;
    disk::write(&folder.join("ca.pem"), certificate.pem(), 0o644)?;
    disk::write(&folder.join("ca.expires"), expires.to_rfc3339(), 0o644)?;
    Ok(IssuerKey { key, expires })
}

fn copy_ca(folder: &Path) -> io::Result<()> {
    let (ca, named) = (fs::read(folder.join("ca.pem"))?, folder.join(NAMED_CA));
    match fs::read(&named) {
        Ok(there) if there == ca => Ok(()),
        _ => disk::write(&named, ca, 0o644),
    }
}

/// The name holds a part of the key's digest, so that two sandboxes' authorities are never taken
/// for one another.
fn authority_params(key: &KeyPair) -> CertificateParams {
    let tag: String = key
        .public_key_raw()
        .iter()
        .rev()
        .take(6)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let mut params = CertificateParams::default();
    params.distinguished_name.push(
        DnType::CommonName,
        format!("Plinth sandbox authority {tag}"),
    );
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params
}

fn sign_leaf(
    authority_key: &KeyPair,
    now: DateTime<Utc>,
    names: &Names,
) -> Result<Leaf, Box<dyn std::error::Error + Send + Sync>> {
    let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256)?;
    let expires = now + LEAF_LIFE;
    let mut params = CertificateParams::new(names.0.clone())?;
    params
        .distinguished_name
        .push(DnType::CommonName, "localhost");
    let (year, month, date) = day(now - TimeDelta::days(1));
    params.not_before = date_time_ymd(year, month, date);
    let (year, month, date) = day(expires);
    params.not_after = date_time_ymd(year, month, date);
    params.use_authority_key_identifier_extension = true;
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    let issuer = Issuer::new(authority_params(authority_key), authority_key);
    let certificate = params.signed_by(&key, &issuer)?;
    let key_pem = Secret::new(key.serialize_pem());
    Ok(Leaf::new(certificate.pem(), key_pem, expires)?)
}

/// Year, month and day, which is as fine as a certificate needs its times.
fn day(at: DateTime<Utc>) -> (i32, u8, u8) {
    let month = u8::try_from(at.month()).unwrap_or(1);
    let day = u8::try_from(at.day()).unwrap_or(1);
    (at.year(), month, day)
}
