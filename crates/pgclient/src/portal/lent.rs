//! The stream of a session while tokio-postgres signs in, and afterwards.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use futures::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_postgres_rustls::MakeRustlsConnect;

type RustlsConnect = <MakeRustlsConnect as MakeTlsConnect<TcpStream>>::TlsConnect;
/// An encrypted stream to a server.
pub(super) type Encrypted = <MakeRustlsConnect as MakeTlsConnect<TcpStream>>::Stream;

/// The bytes of a message before its body: the tag and the length.
const HEADER: usize = 5;
const CHUNK: usize = 4096;

type Slot = Arc<Mutex<Option<Encrypted>>>;

/// Sets up TLS for tokio-postgres and keeps a handle on the stream.
pub(super) struct Lender {
    tls: RustlsConnect,
    slot: Slot,
}

/// Takes the stream back from tokio-postgres.
pub(super) struct Owner(Slot);

impl Lender {
    pub(super) fn new(tls: RustlsConnect) -> (Self, Owner) {
        let slot = Slot::default();
        let owner = Owner(Arc::clone(&slot));
        (Self { tls, slot }, owner)
    }
}

impl Owner {
    /// Returns the stream; `None` if TLS was never set up.
    pub(super) fn take(&self) -> Option<Encrypted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl TlsConnect<TcpStream> for Lender {
    type Stream = Lent;
    type Error = io::Error;
    type Future = BoxFuture<'static, io::Result<Lent>>;

    fn connect(self, stream: TcpStream) -> Self::Future {
        Box::pin(async move {
            let stream = self.tls.connect(stream).await?;
            *self.slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(stream);
            Ok(Lent {
                slot: self.slot,
                header: Vec::with_capacity(HEADER),
                body: 0,
            })
        })
    }
}

/// The stream as tokio-postgres has it. Reads end where a message ends, so that nothing that follows the sign-in is lost in
/// a buffer of tokio-postgres.
pub(super) struct Lent {
    slot: Slot,
    header: Vec<u8>,
    /// Bytes of the message that are still to come.
    body: usize,
}

impl Lent {
    fn with<T>(
        &self,
        work: impl FnOnce(Pin<&mut Encrypted>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let mut slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        match slot.as_mut() {
            Some(stream) => work(Pin::new(stream)),
            None => Poll::Ready(Err(io::ErrorKind::NotConnected.into())),
        }
    }

    fn was_read(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.body > 0 {
            self.body -= bytes.len();
            return Ok(());
        }
        self.header.extend_from_slice(bytes);
        if let [_, length @ ..] = self.header.as_slice()
            && let Ok(length) = <[u8; 4]>::try_from(length)
        {
            let length = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX);
            let body = length.checked_sub(length_bytes());
            self.body = body.ok_or(io::ErrorKind::InvalidData)?;
            self.header.clear();
        }
        Ok(())
    }
}

/// The length of a message counts itself.
const fn length_bytes() -> usize {
    HEADER - 1
}

impl AsyncRead for Lent {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let wanted = match self.body {
            0 => HEADER - self.header.len(),
            body => body.min(CHUNK),
        };
        let mut chunk = [0; CHUNK];
        let mut chunk = ReadBuf::new(&mut chunk[..wanted.min(into.remaining())]);
        ready!(self.with(|stream| stream.poll_read(context, &mut chunk)))?;
        self.was_read(chunk.filled())?;
        into.put_slice(chunk.filled());
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Lent {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.with(|stream| stream.poll_write(context, bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.with(|stream| stream.poll_flush(context))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.with(|stream| stream.poll_shutdown(context))
    }
}

impl TlsStream for Lent {
    fn channel_binding(&self) -> ChannelBinding {
        let slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        slot.as_ref()
            .map_or_else(ChannelBinding::none, TlsStream::channel_binding)
    }
}
