//! How one of PostgreSQL's own programs gets to a server that only takes the sandbox's certificate. A relay ends the
//! program's TLS with the server's own certificate, as a database's port does: the key of the certificate by which a server
//! knows the sandbox stays in memory.

use std::fmt;
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use tokio::io::{AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

use super::authority::{Authority, Leaf};
use super::binaries::PostgresVersion;
use super::hello::{self, Hello, Wanted};
use super::proxy::server_leg;
use super::startup::{Purpose, Startup};

/// One that can't be taken, such as while no file can be opened, ends nothing.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);

/// Listens for as long as it lives.
#[derive(Debug)]
pub struct Relay {
    pub port: u16,
    _listening: AbortOnDropHandle<()>,
}

/// Who gets through: others have the database's own port, which judges more.
#[derive(Debug, Clone, Copy)]
pub struct LetsIn {
    pub role: &'static str,
    pub purpose: Purpose,
}

impl LetsIn {
    fn allows(self, startup: &Startup) -> bool {
        startup.user() == self.role && startup.purpose() == self.purpose
    }
}

/// Where a relay leads to.
pub trait Upstream: fmt::Debug + Send + Sync {
    /// The server by now. Whoever connects waits for it.
    fn server(self: Arc<Self>) -> BoxFuture<'static, io::Result<RunningServer>>;
}

#[derive(Debug, Clone)]
pub struct RunningServer {
    pub port: u16,
    /// The certificate that it shows.
    pub leaf: Arc<Leaf>,
    pub authority: Arc<Authority>,
    pub pg: PostgresVersion,
}

/// One that is known to run.
impl Upstream for RunningServer {
    fn server(self: Arc<Self>) -> BoxFuture<'static, io::Result<RunningServer>> {
        Box::pin(std::future::ready(Ok((*self).clone())))
    }
}

impl Relay {
    pub async fn open(upstream: Arc<dyn Upstream>, lets_in: LetsIn) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let listening = tokio::spawn(listen(listener, upstream, lets_in));
        Ok(Self {
            port,
            _listening: AbortOnDropHandle::new(listening),
        })
    }
}

async fn listen(listener: TcpListener, upstream: Arc<dyn Upstream>, lets_in: LetsIn) {
    let mut connections = JoinSet::new();
    loop {
        let client = match listener.accept().await {
            Ok((client, _)) => client,
            Err(error) => {
                tracing::debug!(%error, "a relay took no connection");
                sleep(ACCEPT_AGAIN).await;
                continue;
            }
        };
        while connections.try_join_next().is_some() {}
        let upstream = Arc::clone(&upstream);
        connections.spawn(async move {
            if let Err(error) = pass(client, upstream, lets_in).await {
                tracing::debug!(%error, "a connection of one of PostgreSQL's programs ended");
            }
        });
    }
}

async fn pass(client: TcpStream, upstream: Arc<dyn Upstream>, lets_in: LetsIn) -> io::Result<()> {
    client.set_nodelay(true)?;
    let to = upstream.server().await?;
    let hello = timeout(hello::DEADLINE, hello::read(client, &to.leaf)).await??;
    let Hello::Encrypted(mut client, Wanted::Session(startup)) = hello else {
        return Err(io::ErrorKind::PermissionDenied.into());
    };
    if !lets_in.allows(&startup) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut server = server_leg::connect(&to.authority, to.port).await?;
    // The login would be bound to another certificate than the server's.
    if !server_leg::certificate(&server).is_some_and(|shown| to.leaf.is(shown)) {
        return Err(io::ErrorKind::ConnectionRefused.into());
    }
    server
        .write_all(&startup.for_server(&to.pg.settings))
        .await?;
    server.flush().await?;
    copy_bidirectional(&mut client, &mut server).await?;
    Ok(())
}
