//! The port that people connect to. It is the end of their TLS and shows the server's own
//! certificate; it judges what they say first, wakes a suspended server for a session, and then
//! passes bytes on and counts them.

mod pump;
mod replication;
mod serve;
pub(super) mod server_leg;

use std::io;
use std::net::IpAddr;
#[cfg(target_os = "linux")]
use std::net::Ipv6Addr;
use std::sync::Arc;
use std::time::Duration;

#[cfg(target_os = "linux")]
use tokio::net::TcpSocket;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::compute::{Compute, ServerState};
use crate::open_files;

const BIND_RETRY_DELAY: Duration = Duration::from_secs(2);
#[cfg(target_os = "linux")]
const BACKLOG: u32 = 1024;

/// Listens for a compute's clients.
pub async fn listen_at(bind: IpAddr, port: u16) -> io::Result<Vec<TcpListener>> {
    if bind.is_loopback() {
        return listen(port).await;
    }
    open_files::check_port_capacity()?;
    Ok(vec![TcpListener::bind((bind, port)).await?])
}

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
        match listen_at(compute.bind(), compute.port).await {
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
            Ok((client, from)) => {
                fails = false;
                if compute.bind().is_loopback() && !came_by_loopback(&client) {
                    continue;
                }
                let compute = Arc::clone(compute);
                let stop = stop.clone();
                tasks.spawn(async move {
                    tokio::select! {
                        () = stop.cancelled() => {}
                        ended = serve::serve(compute, client, from.ip()) => if let Err(error) = ended {
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
                if open_files::is_about(&error) {
                    compute.context.greetings.close_longest_waiting();
                }
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}
