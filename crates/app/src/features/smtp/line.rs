//! The encrypted line to a mail server.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use lettre::transport::smtp::client::{AsyncTokioStream, Certificate};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// Who may vouch for a mail server. The platform sends the mail and not this machine, so what counts are the public
/// authorities, and not what this machine trusts besides.
pub(super) struct Roots {
    store: RootCertStore,
    /// Those that are not public, once more as lettre takes them.
    pub(super) more: Vec<Certificate>,
}

pub(super) fn public_roots() -> Roots {
    Roots {
        store: RootCertStore {
            roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
        },
        more: Vec::new(),
    }
}

#[cfg(test)]
impl Roots {
    /// Trusts one more authority.
    pub(super) fn with(mut self, der: &[u8]) -> Self {
        let added = self.store.add(der.to_vec().into());
        assert!(added.is_ok());
        self.more.extend(Certificate::from_der(der.to_vec()));
        self
    }
}

/// A line that is encrypted from its first byte.
pub(super) struct Encrypted(TlsStream<TcpStream>);

impl Encrypted {
    pub(super) async fn over(tcp: TcpStream, host: &str, roots: &Roots) -> io::Result<Self> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(roots.store.clone())
            .with_no_client_auth();
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        let connector = TlsConnector::from(Arc::new(config));
        Ok(Self(connector.connect(name, tcp).await?))
    }
}

impl fmt::Debug for Encrypted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encrypted").finish_non_exhaustive()
    }
}

impl AsyncTokioStream for Encrypted {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.0.get_ref().0.peer_addr()
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().0).poll_read(cx, buf)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().0).poll_write(cx, buf)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().0).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().0).poll_shutdown(cx)
    }
}
