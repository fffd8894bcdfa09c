//! How a connection to a server begins, read by the proxy, which is the end of the client's TLS.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use rustls::ServerConfig;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use super::startup::Startup;
use super::tls::ALPN;

pub const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];
const GSS_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x30];
/// What a cancel request has in place of a version.
pub const CANCEL_CODE: u32 = 80_877_102;
const HEADER_LENGTH: usize = 8;
/// The number of a process, and a key of 4 to 256 bytes.
const CANCEL_LENGTHS: std::ops::RangeInclusive<usize> = 16..=268;
/// As PostgreSQL has it.
pub const LONGEST_STARTUP: usize = 10_000;
/// For everything that a client says before its server is woken.
pub const DEADLINE: Duration = Duration::from_secs(15);
const TLS_HANDSHAKE: u8 = 22;

/// What a client wants.
#[derive(Debug, PartialEq, Eq)]
pub enum Wanted {
    /// To have a query cancelled; the whole request.
    Cancel(Vec<u8>),
    Session(Startup),
}

#[derive(Debug)]
pub enum Hello {
    Plain(TcpStream, Wanted),
    Encrypted(Box<TlsStream<TcpStream>>, Wanted),
}

/// An error for what no client says.
pub async fn read(mut client: TcpStream, tls: &Arc<ServerConfig>) -> io::Result<Hello> {
    let mut gss_refused = false;
    loop {
        if first_byte(&client).await? == TLS_HANDSHAKE {
            let client = encrypted(client, tls).await?;
            // A browser or another program that is led here does not say so.
            if client.get_ref().1.alpn_protocol() != Some(ALPN) {
                return Err(nonsense());
            }
            return hello(client).await;
        }
        let packet = packet(&mut client).await?;
        if packet == SSL_REQUEST {
            client.write_all(b"S").await?;
            return hello(encrypted(client, tls).await?).await;
        }
        if packet != GSS_REQUEST || gss_refused {
            return Ok(Hello::Plain(client, wanted(packet)?));
        }
        gss_refused = true;
        client.write_all(b"N").await?;
    }
}

/// Left in the socket, for the handshake.
pub async fn first_byte(client: &TcpStream) -> io::Result<u8> {
    let mut byte = [0];
    match client.peek(&mut byte).await? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(byte[0]),
    }
}

async fn encrypted(client: TcpStream, tls: &Arc<ServerConfig>) -> io::Result<TlsStream<TcpStream>> {
    if first_byte(&client).await? != TLS_HANDSHAKE {
        return Err(nonsense());
    }
    let acceptor = TlsAcceptor::from(Arc::clone(tls));
    acceptor.accept(client).await
}

async fn hello(mut client: TlsStream<TcpStream>) -> io::Result<Hello> {
    let wanted = wanted(packet(&mut client).await?)?;
    Ok(Hello::Encrypted(Box::new(client), wanted))
}

/// A message that begins with its length, as all of them do before a session.
async fn packet(client: &mut (impl AsyncRead + Unpin)) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; HEADER_LENGTH];
    client.read_exact(&mut bytes).await?;
    let (length, _) = bytes.split_first_chunk().ok_or_else(nonsense)?;
    let length = u32::from_be_bytes(*length) as usize;
    if !(HEADER_LENGTH..=LONGEST_STARTUP).contains(&length) {
        return Err(nonsense());
    }
    bytes.resize(length, 0);
    client.read_exact(&mut bytes[HEADER_LENGTH..]).await?;
    Ok(bytes)
}

fn wanted(packet: Vec<u8>) -> io::Result<Wanted> {
    if packet[4..HEADER_LENGTH] != CANCEL_CODE.to_be_bytes() {
        return Startup::parse(&packet)
            .map(Wanted::Session)
            .ok_or_else(nonsense);
    }
    match CANCEL_LENGTHS.contains(&packet.len()) {
        true => Ok(Wanted::Cancel(packet)),
        false => Err(nonsense()),
    }
}

fn nonsense() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not a PostgreSQL client")
}
