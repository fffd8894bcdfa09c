//! The certificate authorities that servers are checked with: those that the system trusts, and beside them one that a file
//! names.

use std::path::Path;
use std::sync::OnceLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;

use crate::connect_error::ConnectError;

/// How long a line of PEM is.
const LINE: usize = 64;

/// Those of the system, read once: it takes a while, and a change counts from the next start on.
fn system() -> &'static [CertificateDer<'static>] {
    static SYSTEM: OnceLock<Vec<CertificateDer<'static>>> = OnceLock::new();
    SYSTEM.get_or_init(|| {
        let found = rustls_native_certs::load_native_certs();
        for error in &found.errors {
            tracing::warn!(kind = ?error.kind, "some of the system's certificates cannot be read");
        }
        found.certs
    })
}

/// The authorities to check a server with. It may read the disk.
///
/// # Errors
/// [`ConnectError::CaFile`] for a file that cannot be read or holds no certificate.
pub(crate) fn store(ca_file: Option<&Path>) -> Result<RootCertStore, ConnectError> {
    let mut roots = RootCertStore::empty();
    // The system may have some that cannot be used.
    roots.add_parsable_certificates(system().iter().cloned());
    if let Some(path) = ca_file {
        let unreadable = || ConnectError::CaFile(path.to_owned());
        for certificate in own(path)? {
            roots.add(certificate).map_err(|_| unreadable())?;
        }
    }
    Ok(roots)
}

/// The authorities that a session checks its server with, as a text that other programs read: PEM, one certificate after
/// the other. Empty where the system has none. It may read the disk.
///
/// # Errors
/// As a session with a database: [`ConnectError::CaFile`] for a file that cannot be read or holds no certificate.
pub fn pem(ca_file: Option<&Path>) -> Result<String, ConnectError> {
    let own = ca_file.map(own).transpose()?.unwrap_or_default();
    let mut text = String::new();
    for certificate in own.iter().chain(system()) {
        text.push_str("-----BEGIN CERTIFICATE-----\n");
        let encoded = STANDARD.encode(certificate);
        let mut rest = encoded.as_str();
        while !rest.is_empty() {
            let (line, after) = rest.split_at(rest.len().min(LINE));
            text.push_str(line);
            text.push('\n');
            rest = after;
        }
        text.push_str("-----END CERTIFICATE-----\n");
    }
    Ok(text)
}

fn own(path: &Path) -> Result<Vec<CertificateDer<'static>>, ConnectError> {
    let unreadable = || ConnectError::CaFile(path.to_owned());
    // Asked before it is opened: a pipe would keep its reader waiting.
    if !path.is_file() {
        return Err(unreadable());
    }
    let pem = std::fs::read(path).map_err(|_| unreadable())?;
    let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
    let read = read.map_err(|_| unreadable())?;
    if read.is_empty() {
        return Err(unreadable());
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_other_programs_are_given_is_what_this_one_checks_with() {
        let folder = tempfile::tempdir().unwrap();
        let key = rcgen::KeyPair::generate().unwrap();
        let mut params = rcgen::CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        let made = params.self_signed(&key).unwrap();
        let file = folder.path().join("ca.pem");
        std::fs::write(&file, made.pem()).unwrap();

        let certificates = pem(Some(&file)).unwrap();
        let certificates: Vec<_> = CertificateDer::pem_slice_iter(certificates.as_bytes())
            .collect::<Result<_, _>>()
            .unwrap();
        assert_eq!(certificates[0], *made.der());
        assert_eq!(&certificates[1..], system());
        let mut both = RootCertStore::empty();
        both.add_parsable_certificates(certificates);
        let own = store(Some(&file)).unwrap();
        assert_eq!(own.len(), both.len());
        assert_eq!(own.len(), store(None).unwrap().len() + 1);

        std::fs::write(&file, "no certificate").unwrap();
        assert!(pem(Some(&file)).is_err() && store(Some(&file)).is_err());
    }
}
