//! How a connection to a server begins, read by the proxy. Only what a client of PostgreSQL could
//! have said wakes a server: a whole startup message, or the first record of a TLS handshake.

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];
const SSL_CODE: u32 = 80_877_103;
const GSS_CODE: u32 = 80_877_104;
const CANCEL_CODE: u32 = 80_877_102;
/// A request that consists of its length and its code alone.
const HEADER_LENGTH: usize = 8;
/// Its key is a few words at most.
const LONGEST_CANCEL: usize = 272;
/// As PostgreSQL has it.
const LONGEST_STARTUP: usize = 10_000;
const TLS_HANDSHAKE: u8 = 22;
const CLIENT_HELLO: u8 = 1;
const RECORD_HEAD: usize = 5;
const LONGEST_RECORD: usize = 16_384;

/// What a client wants.
#[derive(Debug, PartialEq, Eq)]
pub enum Hello {
    /// To have a query cancelled; the whole request.
    Cancel(Vec<u8>),
    Session(Opening),
}

/// The first bytes of a session, for the server.
#[derive(Debug, PartialEq, Eq)]
pub struct Opening {
    pub security: Security,
    /// A startup message, or the first record of a handshake.
    pub bytes: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Security {
    Plain,
    /// Asked for in PostgreSQL's own way, and granted already: the server is asked once more.
    Requested,
    /// TLS from the first byte.
    Direct,
}

/// An error for what no client says.
pub async fn read(client: &mut TcpStream) -> io::Result<Hello> {
    let mut gss_refused = false;
    loop {
        let mut bytes = vec![0; 1];
        client.read_exact(&mut bytes).await?;
        if bytes[0] == TLS_HANDSHAKE {
            return session(Security::Direct, record(client, bytes).await?);
        }
        bytes.resize(HEADER_LENGTH, 0);
        client.read_exact(&mut bytes[1..]).await?;
        let (length, code) = (word(&bytes[..4]) as usize, word(&bytes[4..]));
        match code {
            CANCEL_CODE if (HEADER_LENGTH + 1..=LONGEST_CANCEL).contains(&length) => {
                return Ok(Hello::Cancel(read_up_to(client, bytes, length).await?));
            }
            SSL_CODE if length == HEADER_LENGTH => {
                client.write_all(b"S").await?;
                let mut first = vec![0; 1];
                client.read_exact(&mut first).await?;
                return session(Security::Requested, record(client, first).await?);
            }
            GSS_CODE if length == HEADER_LENGTH && !gss_refused => {
                gss_refused = true;
                client.write_all(b"N").await?;
            }
            version
                if version >> 16 == 3
                    && (HEADER_LENGTH + 1..=LONGEST_STARTUP).contains(&length) =>
            {
                let bytes = read_up_to(client, bytes, length).await?;
                return match names_a_user(&bytes[HEADER_LENGTH..]) {
                    true => session(Security::Plain, bytes),
                    false => Err(nonsense()),
                };
            }
            _ => return Err(nonsense()),
        }
    }
}

fn session(security: Security, bytes: Vec<u8>) -> io::Result<Hello> {
    Ok(Hello::Session(Opening { security, bytes }))
}

/// A whole record that begins a handshake.
async fn record(client: &mut TcpStream, mut bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if bytes[0] != TLS_HANDSHAKE {
        return Err(nonsense());
    }
    bytes.resize(RECORD_HEAD, 0);
    client.read_exact(&mut bytes[1..]).await?;
    let length = usize::from(u16::from_be_bytes([bytes[3], bytes[4]]));
    if bytes[1] != 3 || !(4..=LONGEST_RECORD).contains(&length) {
        return Err(nonsense());
    }
    let bytes = read_up_to(client, bytes, RECORD_HEAD + length).await?;
    match bytes[RECORD_HEAD] {
        CLIENT_HELLO => Ok(bytes),
        _ => Err(nonsense()),
    }
}

async fn read_up_to(
    client: &mut TcpStream,
    mut bytes: Vec<u8>,
    length: usize,
) -> io::Result<Vec<u8>> {
    let begun = bytes.len();
    bytes.resize(length, 0);
    client.read_exact(&mut bytes[begun..]).await?;
    Ok(bytes)
}

/// Pairs of texts that end with a null each, one more null at the end, and a user among them.
fn names_a_user(parameters: &[u8]) -> bool {
    let Some(pairs) = parameters.strip_suffix(&[0, 0]) else {
        return false;
    };
    let texts: Vec<&[u8]> = pairs.split(|byte| *byte == 0).collect();
    let mut pairs = texts.chunks_exact(2);
    let user = pairs.any(|pair| pair[0] == b"user" && !pair[1].is_empty());
    user && texts.len().is_multiple_of(2)
}

fn word(bytes: &[u8]) -> u32 {
    bytes.try_into().map_or(0, u32::from_be_bytes)
}

fn nonsense() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not a PostgreSQL client")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_startup_message_has_pairs_and_a_user() {
        for (parameters, is_one) in [
            (&b"user\0zoe\0\0"[..], true),
            (b"database\0user\0user\0zoe\0\0", true),
            (b"user\0zoe\0application_name\0\0\0", true),
            (b"database\0user\0\0", false),
            (b"user\0\0\0", false),
            (b"user\0zoe\0odd\0\0", false),
            (b"user\0zoe\0", false),
            (b"\0", false),
            (b"", false),
        ] {
            assert_eq!(names_a_user(parameters), is_one, "{parameters:?}");
        }
    }
}
