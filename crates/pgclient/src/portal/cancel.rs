use std::fmt;
use std::io;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_postgres::CancelToken;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Asks a server to stop the statement that a session runs. Clones ask for the same session.
#[derive(Clone)]
pub struct Canceler {
    pub(super) token: CancelToken,
    pub(super) tls: MakeRustlsConnect,
    pub(super) host: String,
    pub(super) port: u16,
}

impl fmt::Debug for Canceler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Canceler").finish_non_exhaustive()
    }
}

impl Canceler {
    /// Asks over a connection of its own. Whether a statement was stopped shows in that statement's result.
    ///
    /// # Errors
    /// The server could not be asked.
    pub async fn cancel(&self) -> io::Result<()> {
        let mut tls = self.tls.clone();
        let canceling = async {
            let stream = TcpStream::connect((self.host.as_str(), self.port)).await?;
            let tls = MakeTlsConnect::<TcpStream>::make_tls_connect(&mut tls, &self.host);
            let tls = tls.map_err(io::Error::other)?;
            let request = self.token.cancel_query_raw(stream, tls).await;
            request.map_err(io::Error::other)
        };
        timeout(PATIENCE, canceling).await?
    }
}
