//! Certificates of an authority that signs servers, as a person has them in a file.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use x509_cert::Certificate;
use x509_cert::der::Decode;

use crate::Error;

const BEGIN: &str = "-----BEGIN CERTIFICATE-----";
const END: &str = "-----END CERTIFICATE-----";

/// How the label of every kind of private key ends in PEM.
const KEY: &str = "PRIVATE KEY-----";

/// At least one certificate that servers can be checked with, and nothing besides: no key, no remark.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Certificates {
    pem: Arc<str>,
    all: Vec<Known>,
}

/// What is said of one certificate.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    subject: String,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
}

impl Certificates {
    /// Those of a file that somebody chose.
    ///
    /// # Errors
    /// [`crate::view::ErrorCode::Invalid`] for a file without a certificate, and for certificates of which none is valid
    /// now.
    pub(crate) fn read(bytes: &[u8], now: DateTime<Utc>) -> Result<Self, Error> {
        let text = String::from_utf8_lossy(bytes);
        let found = Self::of(&text).ok_or_else(|| none_in(bytes, &text))?;
        if let Some(ended) = found.all.iter().map(|it| it.until).max()
            && ended < now
        {
            return Err(Error::invalid(format!(
                "The certificate in the CA file expired on {}",
                day(ended)
            ))
            .hint("Get the current CA file from whoever runs the platform."));
        }
        if let Some(begin) = found.all.iter().map(|it| it.from).min()
            && begin > now
        {
            return Err(Error::invalid(format!(
                "The certificate in the CA file is not valid before {}",
                day(begin)
            ))
            .hint("Check this machine's clock, or choose another file."));
        }
        Ok(found)
    }

    /// Those of a text that was read before.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let (blocks, all): (Vec<_>, Vec<_>) = blocks(text)
            .filter_map(|block| Some((block, known(block)?)))
            .unzip();
        let pem: String = blocks.into_iter().flat_map(|it| [it, "\n"]).collect();
        (!all.is_empty()).then(|| Self {
            pem: pem.into(),
            all,
        })
    }

    /// All of them as one text.
    pub(crate) fn pem(&self) -> &str {
        &self.pem
    }

    /// Whose the first one is.
    pub(crate) fn subject(&self) -> &str {
        self.all.first().map_or("", |it| &it.subject)
    }

    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    /// When the last one expires.
    pub(crate) fn expires_at(&self) -> DateTime<Utc> {
        let ends = self.all.iter().map(|it| it.until);
        ends.max().unwrap_or_default()
    }
}

/// From each begin to its end.
fn blocks(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(BEGIN).filter_map(move |(begin, _)| {
        let rest = &text[begin..];
        let end = rest.find(END)? + END.len();
        Some(&rest[..end])
    })
}

/// What a certificate says, where a connection can be checked with it.
fn known(block: &str) -> Option<Known> {
    let der = CertificateDer::from_pem_slice(block.as_bytes()).ok()?;
    let read = Certificate::from_der(&der).ok()?.tbs_certificate;
    RootCertStore::empty().add(der).ok()?;
    let time = |seconds: u64| DateTime::from_timestamp(i64::try_from(seconds).ok()?, 0);
    Some(Known {
        subject: read.subject.to_string(),
        from: time(read.validity.not_before.to_unix_duration().as_secs())?,
        until: time(read.validity.not_after.to_unix_duration().as_secs())?,
    })
}

/// Why there is no certificate in a file.
fn none_in(bytes: &[u8], text: &str) -> Error {
    if text.contains(KEY) {
        return Error::invalid("The CA file contains a private key but no certificate")
            .hint("Choose the CA certificate. Its private key stays where it is.");
    }
    if text.contains(BEGIN) {
        return Error::invalid("Couldn't read the certificate in the CA file")
            .hint("Get the file again from whoever runs the platform.");
    }
    if Certificate::from_der(bytes).is_ok() {
        return Error::invalid("The CA file is in DER format, not PEM")
            .hint("Convert it to PEM: openssl x509 -inform der -in FILE -out ca.pem.");
    }
    Error::invalid("The CA file contains no certificate")
        .hint("Choose a PEM file: text that starts with -----BEGIN CERTIFICATE-----.")
}

fn day(at: DateTime<Utc>) -> impl std::fmt::Display {
    at.format("%Y-%m-%d")
}
