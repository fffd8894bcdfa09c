//! Why a step failed and what to do, in sentences.

use std::error::Error as StdError;
use std::io;
use std::time::Duration;

use rustls::CertificateError;
use secrecy::{ExposeSecret, SecretString};

use super::server::Server;
use crate::view::SmtpStep;

pub(super) const NOT_ENCRYPTED: &str = "The server offers no encryption on this port: the password and mail \
     would be sent unencrypted. Ports 587 and 465 usually use encryption.";
pub(super) const NO_PASSWORD: &str =
    "The login was not tested. Enter a user name and password to test it.";
pub(super) const KEPT_BACK: &str =
    "The password was not sent because the connection is not encrypted.";
pub(super) const NO_LOGIN: &str = "The server offers no password login on this port. Port 25 often accepts \
     mail from other servers only. Try 587 or 465.";

/// Longest text of a server that is shown, in characters.
const LONGEST: usize = 300;

pub(super) fn too_slow(step: SmtpStep, deadline: Duration) -> String {
    let seconds = deadline.as_secs();
    match step {
        SmtpStep::Connect => format!(
            "No response within {seconds} seconds. A firewall may block the connection, or the port is wrong."
        ),
        SmtpStep::Greet => format!(
            "The server accepted the connection but sent nothing for {seconds} seconds. It may expect implicit \
             TLS, as on port 465."
        ),
        SmtpStep::Tls | SmtpStep::Login => {
            format!("The server did not answer within {seconds} seconds. Try again.")
        }
    }
}

pub(super) fn connect(server: &Server, error: &io::Error) -> String {
    let (host, port) = (&server.host, server.port);
    match error.kind() {
        io::ErrorKind::ConnectionRefused => {
            format!("{host} refuses connections on port {port}. Check the port.")
        }
        io::ErrorKind::NetworkUnreachable | io::ErrorKind::HostUnreachable => {
            format!("Couldn't reach {host}. Check your network connection.")
        }
        io::ErrorKind::TimedOut => format!("{host} did not answer. Check host and port."),
        _ => format!(
            "Couldn't find or reach {host}. Check the spelling and your network connection."
        ),
    }
}

pub(super) fn greeting(server: &Server, error: &lettre::transport::smtp::Error) -> String {
    if error.is_permanent() || error.is_transient() {
        return format!("The server replied: {}.", said(error, None));
    }
    if server.is_tls_first() {
        return "This is not an SMTP server. Check the host and port.".to_owned();
    }
    "This is not an SMTP server, or it expects implicit TLS. Check the port: 465 is for implicit TLS, 587 for \
     STARTTLS."
        .to_owned()
}

/// What is wrong with the encryption. The platform sends the mail, and what it makes of a server is what this says.
pub(super) fn tls(server: &Server, error: &(dyn StdError + 'static)) -> String {
    let host = &server.host;
    let Some(refused) = rustls_of(error) else {
        return "The server closed the TLS handshake. Check the port: 465 is for implicit TLS, 587 for STARTTLS."
            .to_owned();
    };
    match refused {
        rustls::Error::InvalidCertificate(why) => match why {
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => format!(
                "The certificate of {host} has expired. Until its owner renews it, no mail is sent through it."
            ),
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                format!(
                    "The certificate does not match {host}. Enter the host name in the certificate."
                )
            }
            CertificateError::UnknownIssuer => format!(
                "No public CA issued the certificate of {host}, so the platform will probably reject it too."
            ),
            _ => format!("The certificate of {host} is not valid: {refused}."),
        },
        rustls::Error::InvalidMessage(_) => {
            "The server does not use TLS on this port. Check the port: 465 is for implicit TLS, 587 for \
             STARTTLS."
                .to_owned()
        }
        _ => format!("Couldn't encrypt the connection: {refused}."),
    }
}

pub(super) fn login(password: &SecretString, error: &lettre::transport::smtp::Error) -> String {
    if error.is_permanent() {
        let said = said(error, Some(password));
        return format!(
            "The server rejected the user name or password: {said}. Some providers require an app password."
        );
    }
    if error.is_transient() {
        let said = said(error, Some(password));
        return format!("The server does not accept logins now: {said}. Try again later.");
    }
    "The server ended the login. Try again.".to_owned()
}

/// What a server answered, in its words, never with the password in them.
fn said(error: &lettre::transport::smtp::Error, password: Option<&SecretString>) -> String {
    let words = error.source().map(ToString::to_string).unwrap_or_default();
    let code = error.status().map(|code| code.to_string());
    let words = match password.map(ExposeSecret::expose_secret) {
        Some(password) if !password.is_empty() => masked(&words, password),
        _ => words,
    };
    let plain: String = words
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(LONGEST)
        .collect();
    let plain = plain.trim().trim_end_matches('.');
    match code {
        Some(code) if plain.is_empty() => code,
        Some(code) => format!("{code} {plain}"),
        None => plain.to_owned(),
    }
}

/// Without the password, and without what a login is sent as: a long run of the signs of base64.
fn masked(words: &str, password: &str) -> String {
    let is_sent = |word: &str| {
        let is_sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
        let has = |is: fn(char) -> bool| word.chars().any(is);
        word.len() >= 12
            && word.chars().all(is_sign)
            && has(|c| c.is_ascii_uppercase())
            && has(|c| c.is_ascii_lowercase())
            && has(|c| !c.is_ascii_alphabetic())
    };
    let words = words.replace(password, "…");
    let words = words
        .split(' ')
        .map(|word| if is_sent(word) { "…" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

fn rustls_of<'a>(error: &'a (dyn StdError + 'static)) -> Option<&'a rustls::Error> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<rustls::Error>() {
            return Some(found);
        }
        let within = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref);
        if let Some(found) = within.and_then(|it| it.downcast_ref::<rustls::Error>()) {
            return Some(found);
        }
        next = error.source();
    }
    None
}
