//! Tells a client in PostgreSQL's own words why there is no server for it. A client that asked
//! for TLS hears it inside TLS, since it would not believe anything said before.

use std::io::{self, Cursor};
use std::sync::Arc;
use std::time::Duration;

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

use super::WakeError;
use super::authority::Leaf;
use super::hello::{Opening, Security};
use crate::open_files::TooManyOpen;

const DEADLINE: Duration = Duration::from_secs(10);
const LONGEST_STARTUP: usize = 10_000;

pub async fn send_error(
    client: TcpStream,
    opening: &Opening,
    error: &WakeError,
    leaf: &Leaf,
) -> io::Result<()> {
    let message = fatal(code(error), &error.to_string(), hint(error));
    timeout(DEADLINE, talk(client, opening, &message, leaf)).await?
}

async fn talk(client: TcpStream, opening: &Opening, message: &[u8], leaf: &Leaf) -> io::Result<()> {
    if opening.security == Security::Plain {
        return say(client, &opening.bytes, message).await;
    }
    let acceptor = TlsAcceptor::from(Arc::new(tls(leaf)?));
    let (read, write) = client.into_split();
    let begun = Cursor::new(opening.bytes.clone());
    let mut client = acceptor
        .accept(tokio::io::join(begun.chain(read), write))
        .await?;
    let mut startup = vec![0; 8];
    client.read_exact(&mut startup).await?;
    say(client, &startup, message).await
}

/// Reads the rest of the startup message first: a reply to an unread one may be lost on the way.
async fn say(
    mut client: impl AsyncRead + AsyncWrite + Unpin,
    startup: &[u8],
    message: &[u8],
) -> io::Result<()> {
    let length = startup.get(..4).and_then(|length| length.try_into().ok());
    let length = length.map_or(0, u32::from_be_bytes) as usize;
    let rest = length.saturating_sub(startup.len()).min(LONGEST_STARTUP);
    client.read_exact(&mut vec![0; rest]).await?;
    client.write_all(message).await?;
    client.shutdown().await
}

fn code(error: &WakeError) -> &'static str {
    match error {
        WakeError::Full { .. } | WakeError::TooManyOpen(_) => "53300",
        WakeError::Deleted => "3D000",
        WakeError::Forbidden { .. } => "28000",
        // As on the platform, which does not say more.
        WakeError::OverQuota(_) => "XX000",
        WakeError::NotStarted { .. }
        | WakeError::TooSlow
        | WakeError::Stopping
        | WakeError::NoData
        | WakeError::Refused(_)
        | WakeError::OtherMajor { .. }
        | WakeError::Collations { .. }
        | WakeError::Files(_) => "57P03",
    }
}

fn hint(error: &WakeError) -> Option<&'static str> {
    Some(match error {
        WakeError::Full { .. } => "Close the connections to another database in the sandbox.",
        WakeError::Forbidden { .. } => {
            "Add the address to `allowed_ips` in the settings of the project."
        }
        WakeError::OverQuota(_) => {
            "Raise the quota in the settings of the project, or set it to 0. Usage counts by the month."
        }
        WakeError::Deleted => "Create a new temporary database.",
        WakeError::NotStarted { .. } | WakeError::TooSlow | WakeError::Files(_) => {
            "Check the server's state on the Sandbox screen."
        }
        WakeError::TooManyOpen(_) => TooManyOpen::HINT,
        WakeError::NoData => "Connect again in a moment.",
        WakeError::Stopping => "Start the sandbox again.",
        WakeError::Refused(_) | WakeError::OtherMajor { .. } | WakeError::Collations { .. } => {
            return None;
        }
    })
}

/// An ErrorResponse of severity FATAL.
fn fatal(code: &str, message: &str, hint: Option<&str>) -> Vec<u8> {
    let mut fields = Vec::new();
    let always = [
        (b'S', "FATAL"),
        (b'V', "FATAL"),
        (b'C', code),
        (b'M', message),
    ];
    for (kind, text) in always.into_iter().chain(hint.map(|hint| (b'H', hint))) {
        fields.push(kind);
        fields.extend(text.bytes().filter(|byte| *byte != 0));
        fields.push(0);
    }
    fields.push(0);
    let length = u32::try_from(fields.len() + 4).unwrap_or(u32::MAX);
    let mut bytes = vec![b'E'];
    bytes.extend(length.to_be_bytes());
    bytes.extend(fields);
    bytes
}

fn tls(leaf: &Leaf) -> io::Result<ServerConfig> {
    let certificate = CertificateDer::from_pem_slice(leaf.certificate_pem.as_bytes());
    let key = PrivateKeyDer::from_pem_slice(leaf.key_pem.reveal().as_bytes());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.map_err(io::Error::other)?],
            key.map_err(io::Error::other)?,
        )
        .map_err(io::Error::other)?;
    // Those who speak TLS at once insist on it.
    config.alpn_protocols = vec![b"postgresql".to_vec()];
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_an_error_response() {
        let bytes = fatal("53300", "too many", Some("close some"));
        assert_eq!(bytes[0], b'E');
        assert_eq!(
            u32::from_be_bytes(bytes[1..5].try_into().unwrap()) as usize,
            bytes.len() - 1
        );
        assert_eq!(
            &bytes[5..],
            b"SFATAL\0VFATAL\0C53300\0Mtoo many\0Hclose some\0\0"
        );
    }
}
