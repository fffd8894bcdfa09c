//! The proxy's own connection to a server, in TLS with the sandbox's client certificate.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::{CertificateDer, ServerName};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::postgres::authority::Authority;
use crate::postgres::hello::SSL_REQUEST;

const DEADLINE: Duration = Duration::from_secs(60);

pub type ServerLeg = TlsStream<TcpStream>;

pub async fn connect(authority: &Authority, port: u16) -> io::Result<ServerLeg> {
    let client = authority.client()?;
    timeout(DEADLINE, async {
        let mut server = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await?;
        server.set_nodelay(true)?;
        server.write_all(&SSL_REQUEST).await?;
        let mut answer = [0];
        server.read_exact(&mut answer).await?;
        if answer != *b"S" {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let name = ServerName::from(std::net::IpAddr::from(Ipv4Addr::LOCALHOST));
        let connector = TlsConnector::from(Arc::new(client));
        connector.connect(name, server).await
    })
    .await?
}

/// What the server shows.
pub fn certificate(server: &ServerLeg) -> Option<&CertificateDer<'static>> {
    server.get_ref().1.peer_certificates()?.first()
}
