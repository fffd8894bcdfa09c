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
use tokio_util::sync::WaitForCancellationFutureOwned;

use crate::open_connections::{Activity, OpenConnection, OpenConnections};
use crate::open_files;

const UNLIMITED: usize = usize::MAX;

/// How many bytes the connection still lets out.
#[derive(Debug, Clone)]
pub struct WriteLimit {
    left: Arc<AtomicUsize>,
    peer: SocketAddr,
    here: SocketAddr,
    activity: Arc<Activity>,
}

impl WriteLimit {
    fn new(peer: SocketAddr, here: SocketAddr, activity: Arc<Activity>) -> Self {
        Self {
            left: Arc::new(AtomicUsize::new(UNLIMITED)),
            peer,
            here,
            activity,
        }
    }

    /// The state of the connection.
    pub fn activity(&self) -> &Arc<Activity> {
        &self.activity
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
pub struct WireListener {
    listener: TcpListener,
    open: Arc<OpenConnections>,
}

impl WireListener {
    pub fn new(listener: TcpListener, open: Arc<OpenConnections>) -> Self {
        Self { listener, open }
    }
}

impl Listener for WireListener {
    type Io = Wire;
    type Addr = std::net::SocketAddr;

    async fn accept(&mut self) -> (Wire, Self::Addr) {
        let mut fails = false;
        loop {
            match self.listener.accept().await {
                Ok((stream, from)) => {
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(%error, "TCP_NODELAY was not set on a connection");
                    }
                    let Ok(here) = stream.local_addr() else {
                        // It is closed again.
                        continue;
                    };
                    let is_scarce = open_files::refused(&stream).is_some();
                    let open = self.open.add(is_scarce);
                    // A connection that was closed for this one ends before the next is accepted.
                    tokio::task::yield_now().await;
                    let write_limit = WriteLimit::new(from, here, Arc::clone(open.activity()));
                    return (Wire::new(stream, write_limit, open), from);
                }
                Err(error) => {
                    // Logged once, not ten times a second.
                    if !fails {
                        tracing::warn!(%error, "connections are not accepted");
                    }
                    fails = true;
                    if open_files::is_about(&error) {
                        self.open.close_longest_waiting();
                    }
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
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
    closed: Pin<Box<WaitForCancellationFutureOwned>>,
    /// The end of what the client sends was read, and what came before it is being looked at.
    is_end_deferred: bool,
    _open: OpenConnection,
}

impl Wire {
    fn new(stream: TcpStream, write_limit: WriteLimit, open: OpenConnection) -> Self {
        Self {
            stream,
            write_limit,
            closed: Box::pin(open.activity().closed()),
            is_end_deferred: false,
            _open: open,
        }
    }

    /// Fails once the connection has to close, and wakes the task then.
    fn check_open(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        match self.closed.as_mut().poll(cx) {
            Poll::Ready(()) => Err(io::ErrorKind::TimedOut.into()),
            Poll::Pending => Ok(()),
        }
    }

    /// Reports the end of what the client sends, once no request is under way. A client may close its side after its last
    /// request and read the reply.
    fn end(&mut self, cx: &Context<'_>) -> Poll<io::Result<()>> {
        if self.write_limit.activity.keeps_end_back(cx.waker()) {
            self.is_end_deferred = false;
            return Poll::Pending;
        }
        if self.is_end_deferred {
            return Poll::Ready(Ok(()));
        }
        // The request that came before may begin first.
        self.is_end_deferred = true;
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    /// Notes whether the client took something of a reply.
    fn sent(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        self.write_limit.activity.sent(written.is_ready());
        written
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check_open(cx)?;
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        if buf.filled().len() > before {
            self.write_limit.activity.received();
        } else if buf.remaining() > 0 {
            return self.end(cx);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check_open(cx)?;
        let end = self
            .write_limit
            .left()
            .map_or(buf.len(), |left| left.min(buf.len()));
        if end == 0 && !buf.is_empty() {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        let written = Pin::new(&mut self.stream).poll_write(cx, &buf[..end]);
        let written = ready!(self.sent(written))?;
        self.write_limit.consume(written);
        Poll::Ready(Ok(written))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if self.write_limit.left().is_none() {
            self.check_open(cx)?;
            let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
            return self.sent(written);
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
