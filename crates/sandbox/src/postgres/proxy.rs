//! The port that people connect to. It only passes bytes on, so TLS and channel binding are the
//! server's own; it counts them, and wakes a suspended server for whoever comes.

use std::io;
#[cfg(target_os = "linux")]
use std::net::Ipv6Addr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader, ReadBuf, copy_buf};
#[cfg(target_os = "linux")]
use tokio::net::TcpSocket;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::compute::{Compute, ServerState};
use super::hello::{self, Hello, Opening, SSL_REQUEST, Security};
use super::transition::Cause;
use super::{WakeError, refuse};
use crate::{open_files, ports};

const HELLO_DEADLINE: Duration = Duration::from_secs(60);
const BIND_RETRY_DELAY: Duration = Duration::from_secs(2);
#[cfg(target_os = "linux")]
const BACKLOG: u32 = 1024;

/// Listens on both loopback addresses: with one socket where the system can, else with one each,
/// the second only where the machine has it.
pub async fn listen(port: u16) -> io::Result<Vec<TcpListener>> {
    open_files::check_port_capacity()?;
    #[cfg(target_os = "linux")]
    if let Ok(listener) = loopback(port) {
        return Ok(vec![listener]);
    }
    let mut listeners = vec![TcpListener::bind(("127.0.0.1", port)).await?];
    match TcpListener::bind(("::1", port)).await {
        Ok(listener) => listeners.push(listener),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Err(error),
        Err(_) => {}
    }
    Ok(listeners)
}

/// One socket for `127.0.0.1` and `::1`. It takes both families, and is bound to the loopback
/// interface, so that nothing from another machine reaches it; `accept` checks once more. A kernel
/// before 5.7 lets only root bind to an interface.
#[cfg(target_os = "linux")]
fn loopback(port: u16) -> io::Result<TcpListener> {
    use std::sync::LazyLock;
    static TAKES_BOTH: LazyLock<bool> = LazyLock::new(|| {
        let text = std::fs::read_to_string("/proc/sys/net/ipv6/bindv6only");
        text.is_ok_and(|text| text.trim() == "0")
    });
    if !*TAKES_BOTH {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let socket = TcpSocket::new_v6()?;
    socket.bind_device(Some(b"lo"))?;
    socket.set_reuseaddr(true)?;
    socket.bind((Ipv6Addr::UNSPECIFIED, port).into())?;
    socket.listen(BACKLOG)
}

/// Whether a connection came to a loopback address.
fn came_by_loopback(client: &TcpStream) -> bool {
    let at = client.local_addr();
    at.is_ok_and(|at| at.ip().to_canonical().is_loopback())
}

/// Serves a compute's port until it is stopped.
pub async fn run(
    compute: Arc<Compute>,
    listeners: Option<Vec<TcpListener>>,
    tasks: TaskTracker,
    stop: CancellationToken,
) {
    let Some(listeners) = bound_listeners(&compute, listeners, &stop).await else {
        return;
    };
    let accepting = listeners
        .iter()
        .map(|listener| accept(&compute, listener, &tasks, &stop));
    tokio::select! {
        () = stop.cancelled() => {}
        _ = futures::future::join_all(accepting) => {}
    }
}

/// The listeners that were handed over, else new ones: the port is tried again for as long as another
/// program has it, and the compute counts as failed until then.
async fn bound_listeners(
    compute: &Compute,
    listeners: Option<Vec<TcpListener>>,
    stop: &CancellationToken,
) -> Option<Vec<TcpListener>> {
    if listeners.is_some() {
        return listeners;
    }
    loop {
        match ports::compute(compute.bind(), compute.port).await {
            Ok(listeners) => {
                if compute.state() == ServerState::Failed {
                    compute.set_state(ServerState::Suspended);
                }
                return Some(listeners);
            }
            Err(error) => {
                if compute.state() != ServerState::Failed {
                    compute.set_failed(&format!("couldn't use port {}: {error}", compute.port));
                }
            }
        }
        tokio::select! {
            () = stop.cancelled() => return None,
            () = sleep(BIND_RETRY_DELAY) => {}
        }
    }
}

async fn accept(
    compute: &Arc<Compute>,
    listener: &TcpListener,
    tasks: &TaskTracker,
    stop: &CancellationToken,
) {
    let mut fails = false;
    loop {
        match listener.accept().await {
            Ok((client, _)) => {
                fails = false;
                if compute.bind().is_loopback() && !came_by_loopback(&client) {
                    continue;
                }
                let compute = Arc::clone(compute);
                let stop = stop.clone();
                tasks.spawn(async move {
                    tokio::select! {
                        () = stop.cancelled() => {}
                        ended = serve(compute, client) => if let Err(error) = ended {
                            tracing::debug!(%error, "a connection ended");
                        }
                    }
                });
            }
            Err(error) => {
                // Logged once, not ten times a second.
                if !fails {
                    tracing::warn!(%error, port = compute.port, "connections are not accepted");
                }
                fails = true;
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn serve(compute: Arc<Compute>, mut client: TcpStream) -> io::Result<()> {
    client.set_nodelay(true)?;
    let opening = match timeout(HELLO_DEADLINE, hello::read(&mut client)).await?? {
        Hello::Cancel(request) => return pass_cancel(&compute, client, &request).await,
        Hello::Session(opening) => opening,
    };
    let scarce = open_files::refused(&client).map(WakeError::from);
    if let Some(refusal) = scarce.or_else(|| compute.refused()) {
        return refuse::send_error(client, &opening, &refusal, &compute.leaf()).await;
    }
    let connected = compute.connected();
    let woken = async {
        compute.wait_for_data().await?;
        compute.wake_for(Cause::Connection).await
    };
    let port = match woken.await {
        Ok(port) => port,
        Err(error) => return refuse::send_error(client, &opening, &error, &compute.leaf()).await,
    };
    let mut server = TcpStream::connect(("127.0.0.1", port)).await?;
    server.set_nodelay(true)?;
    replay(&mut server, &opening).await?;
    compute.add_transfer(opening.bytes.len() as u64);
    let ended = splice(&compute, client, server).await;
    drop(connected);
    ended
}

/// Sends the server what the client has sent so far. The client already has its answer to a request
/// for TLS, so the server's has to be the same.
async fn replay(server: &mut TcpStream, opening: &Opening) -> io::Result<()> {
    if opening.security == Security::Requested {
        server.write_all(&SSL_REQUEST).await?;
        let mut answer = [0];
        timeout(HELLO_DEADLINE, server.read_exact(&mut answer)).await??;
        if answer != *b"S" {
            return Err(io::ErrorKind::InvalidData.into());
        }
    }
    server.write_all(&opening.bytes).await
}

/// A cancel request for a suspended server has nothing to cancel.
async fn pass_cancel(compute: &Compute, mut client: TcpStream, request: &[u8]) -> io::Result<()> {
    let Some(port) = compute.port_if_running().await else {
        return client.shutdown().await;
    };
    let mut server = TcpStream::connect(("127.0.0.1", port)).await?;
    server.write_all(request).await?;
    let passing = tokio::io::copy_bidirectional(&mut client, &mut server);
    timeout(HELLO_DEADLINE, passing).await??;
    Ok(())
}

/// Copies both ways until the server closes its side. A client that only stops sending still gets
/// the rest of its answer.
async fn splice(compute: &Compute, mut client: TcpStream, mut server: TcpStream) -> io::Result<()> {
    let (from_client, mut to_client) = client.split();
    let (from_server, mut to_server) = server.split();
    let mut from_client = BufReader::with_capacity(
        32 * 1024,
        Counted {
            inner: from_client,
            compute,
        },
    );
    let mut from_server = BufReader::with_capacity(
        32 * 1024,
        Counted {
            inner: from_server,
            compute,
        },
    );
    let up = async {
        copy_buf(&mut from_client, &mut to_server).await?;
        to_server.shutdown().await
    };
    let down = async {
        copy_buf(&mut from_server, &mut to_client).await?;
        to_client.shutdown().await
    };
    tokio::pin!(up, down);
    tokio::select! {
        ended = &mut down => ended,
        ended = &mut up => {
            ended?;
            down.await
        }
    }
}

struct Counted<'a, R> {
    inner: R,
    compute: &'a Compute,
}

impl<R: AsyncRead + Unpin> AsyncRead for Counted<'_, R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(cx, buf))?;
        self.compute
            .add_transfer((buf.filled().len() - before) as u64);
        Poll::Ready(Ok(()))
    }
}
