//! Ports that stay: taken outside the range that systems hand out by themselves, so that a
//! sandbox that is away for a while finds them free again.

use std::io;
use std::net::IpAddr;

use tokio::net::TcpListener;

use crate::open_files;
use crate::postgres::proxy;
use crate::random::Random;

const FIRST: u16 = 20_100;
const COUNT: u16 = 12_600;

#[derive(Debug)]
pub struct Ports {
    /// Without servers nothing is listened on; the numbers are only handed out.
    pub listen: bool,
    pub bind: IpAddr,
}

impl Ports {
    /// The listeners of a compute's port.
    pub async fn listen_on(&self, port: u16) -> io::Result<Vec<TcpListener>> {
        proxy::listen_at(self.bind, port).await
    }

    /// A port that nobody holds and that `taken` does not know, with its listeners.
    pub async fn reserve(
        &self,
        random: &Random,
        taken: impl Fn(u16) -> bool,
    ) -> io::Result<(u16, Option<Vec<TcpListener>>)> {
        let start = random.below(COUNT);
        for step in 0..COUNT {
            let port = FIRST + (start + step) % COUNT;
            if taken(port) {
                continue;
            }
            if !self.listen {
                return Ok((port, None));
            }
            match self.listen_on(port).await {
                Ok(listeners) => return Ok((port, Some(listeners))),
                // No other port would do any better.
                Err(error) if open_files::is_about(&error) => return Err(error),
                Err(error) if error.kind() == io::ErrorKind::AddrNotAvailable => return Err(error),
                Err(_) => {}
            }
        }
        Err(io::ErrorKind::AddrNotAvailable.into())
    }
}

/// Listens for HTTP on the given port.
pub async fn http(bind: IpAddr, port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((bind, port)).await
}

/// Listens for HTTP on any port of the lasting range.
pub async fn any_http(bind: IpAddr, random: &Random) -> io::Result<(u16, TcpListener)> {
    let start = random.below(COUNT);
    for step in 0..COUNT {
        let port = FIRST + (start + step) % COUNT;
        match http(bind, port).await {
            Ok(listener) => return Ok((port, listener)),
            // No other port would do any better.
            Err(error) if error.kind() == io::ErrorKind::AddrNotAvailable => return Err(error),
            Err(_) => {}
        }
    }
    Err(io::ErrorKind::AddrNotAvailable.into())
}
