//! Files over the network that need no key, such as a release of Plinth.

use std::fmt;
use std::num::NonZeroU64;

use crate::address::{Address, FileUrl};
use crate::error::Kind;
use crate::options::Options;
use crate::retry::Outcome;
use crate::transport::{Failure, File, Transport};

/// How often a server may say that the file is elsewhere, as the hosts of releases do.
const MOST_REDIRECTS: usize = 5;

/// One file at its address. Nothing is sent again by itself. A redirect leads to `https` alone, and each host is told to the
/// observer.
pub struct Download {
    address: Address,
    transport: Transport,
    options: Options,
}

/// Why a file did not come whole.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    /// The HTTP client could not be made, such as without the machine's certificates.
    #[error("the HTTP client did not start")]
    Setup,
    /// No connection came about.
    #[error("couldn't reach the server")]
    Offline,
    /// A connection came about and its certificate was refused.
    #[error("the server's certificate is not trusted")]
    Untrusted,
    /// Nothing came for too long.
    #[error("the server did not respond in time")]
    TimedOut,
    /// The connection ended before the whole file was there.
    #[error("the connection was lost before the file was complete")]
    Lost,
    /// The file is longer than allowed.
    #[error("the file is larger than {0} bytes")]
    TooLarge(usize),
    /// The server sends elsewhere, again and again or to where no file may be read from.
    #[error("the server redirects to an address that isn't allowed")]
    Redirected,
    /// Another status than 200.
    #[error("the server answered with {0}")]
    Status(u16),
}

impl Download {
    /// Nothing is sent yet. Of the options, the timeout of an attempt is how long nothing may come, and the largest reply
    /// the largest file.
    ///
    /// # Errors
    /// [`DownloadError::Setup`].
    pub fn new(address: FileUrl, options: Options) -> Result<Self, DownloadError> {
        Ok(Self {
            transport: transport(&address.0, &options)?,
            address: address.0,
            options,
        })
    }

    /// Reads the whole file. With each part that came, `progress` is told how many bytes there are, and of how many where
    /// the server says so. Dropping the future ends it.
    ///
    /// # Errors
    /// Each [`DownloadError`] but the first.
    pub async fn run(
        self,
        mut progress: impl FnMut(usize, Option<NonZeroU64>) + Send,
    ) -> Result<Vec<u8>, DownloadError> {
        let (mut address, mut transport) = (self.address, self.transport);
        for _ in 0..=MOST_REDIRECTS {
            let read = transport.file(address.url(), &mut progress).await;
            match read.map_err(DownloadError::of)? {
                File::Whole(bytes) => return Ok(bytes),
                File::Elsewhere(location) => {
                    let next = address.redirected(&location);
                    address = next.ok_or(DownloadError::Redirected)?;
                    transport = self::transport(&address, &self.options)?;
                }
            }
        }
        Err(DownloadError::Redirected)
    }
}

fn transport(address: &Address, options: &Options) -> Result<Transport, DownloadError> {
    Transport::new(address, options, None).map_err(|_| DownloadError::Setup)
}

impl fmt::Debug for Download {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Download")
            .field("address", &self.address.url().as_str())
            .finish_non_exhaustive()
    }
}

impl DownloadError {
    fn of(failure: Failure) -> Self {
        match (failure.kind, failure.outcome) {
            (Kind::Offline | Kind::TimedOut { connected: false }, _) => Self::Offline,
            (Kind::Untrusted, _) => Self::Untrusted,
            (Kind::TimedOut { .. }, _) => Self::TimedOut,
            (Kind::TooLarge { limit }, _) => Self::TooLarge(limit),
            (_, Outcome::Status(status)) if status != 200 => Self::Status(status),
            _ => Self::Lost,
        }
    }
}
