//! The HTTP connection with a write limit: a reply can be cut at any byte of what goes out.

use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

const UNLIMITED: usize = usize::MAX;

/// How many bytes the connection still lets out.
#[derive(Debug, Clone)]
pub struct WriteLimit {
    left: Arc<AtomicUsize>,
    peer: SocketAddr,
    here: SocketAddr,
}

impl WriteLimit {
    fn new(peer: SocketAddr, here: SocketAddr) -> Self {
        Self {
            left: Arc::new(AtomicUsize::new(UNLIMITED)),
            peer,
            here,
        }
    }

    /// The other end.
    pub fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// This end.
    pub fn here(&self) -> SocketAddr {
        self.here
    }

    pub fn cut_after(&self, bytes: usize) {
        self.left.store(bytes.min(UNLIMITED - 1), Ordering::SeqCst);
    }

    pub fn clear(&self) {
        self.left.store(UNLIMITED, Ordering::SeqCst);
    }

    fn left(&self) -> Option<usize> {
        let left = self.left.load(Ordering::SeqCst);
        (left != UNLIMITED).then_some(left)
    }

    fn consume(&self, bytes: usize) {
        if self.left().is_some() {
            self.left.fetch_sub(bytes, Ordering::SeqCst);
        }
    }
}

#[derive(Debug)]
pub struct WireListener(pub TcpListener);

impl Listener for WireListener {
    type Io = Wire;
    type Addr = std::net::SocketAddr;

    async fn accept(&mut self) -> (Wire, Self::Addr) {
        let mut fails = false;
        loop {
            match self.0.accept().await {
                Ok((stream, from)) => {
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(%error, "TCP_NODELAY was not set on a connection");
                    }
                    let Ok(here) = stream.local_addr() else {
                        // It is closed again.
                        continue;
                    };
                    let write_limit = WriteLimit::new(from, here);
                    return (
                        Wire {
                            stream,
                            write_limit,
                        },
                        from,
                    );
                }
                Err(error) => {
                    // Logged once, not ten times a second.
                    if !fails {
                        tracing::warn!(%error, "connections are not accepted");
                    }
                    fails = true;
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, WireListener>> for WriteLimit {
    fn connect_info(stream: IncomingStream<'_, WireListener>) -> Self {
        stream.io().write_limit.clone()
    }
}

#[derive(Debug)]
pub struct Wire {
    stream: TcpStream,
    write_limit: WriteLimit,
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let end = self
            .write_limit
            .left()
            .map_or(buf.len(), |left| left.min(buf.len()));
        if end == 0 && !buf.is_empty() {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        let written = ready!(Pin::new(&mut self.stream).poll_write(cx, &buf[..end]))?;
        self.write_limit.consume(written);
        Poll::Ready(Ok(written))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if self.write_limit.left().is_none() {
            return Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        }
        let first = bufs
            .iter()
            .find(|buf| !buf.is_empty())
            .map_or(&[][..], |buf| buf);
        self.poll_write(cx, first)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
