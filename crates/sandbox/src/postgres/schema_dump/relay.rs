//! The one way by which `pg_dump` gets to a server. It ends the program's TLS with the server's own certificate, as a
//! database's port does: the key of the certificate by which a server knows the sandbox stays in memory.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;

use tokio::io::{AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::task::AbortOnDropHandle;

use super::source::Source;
use crate::postgres::authority::{Authority, Leaf};
use crate::postgres::binaries::PostgresVersion;
use crate::postgres::hello::{self, Hello, Wanted};
use crate::postgres::own_roles::SCHEMA_READER;
use crate::postgres::proxy::server_leg;
use crate::postgres::server_context::ServerContext;
use crate::postgres::startup::{Purpose, Startup};

/// Listens for as long as it lives.
#[derive(Debug)]
pub struct Relay {
    pub port: u16,
    _listening: AbortOnDropHandle<()>,
}

#[derive(Debug, Clone)]
struct Server {
    port: u16,
    leaf: Arc<Leaf>,
    authority: Arc<Authority>,
    pg: PostgresVersion,
}

impl Relay {
    pub async fn open(context: &ServerContext, source: &Source<'_>) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let server = Server {
            port: source.port,
            leaf: Arc::clone(&source.leaf),
            authority: Arc::clone(&context.authority),
            pg: context.pg.clone(),
        };
        let listening = tokio::spawn(listen(listener, server));
        Ok(Self {
            port,
            _listening: AbortOnDropHandle::new(listening),
        })
    }
}

async fn listen(listener: TcpListener, server: Server) {
    let mut connections = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        let server = server.clone();
        connections.spawn(async move {
            if let Err(error) = pass(client, server).await {
                tracing::debug!(%error, "a connection of pg_dump ended");
            }
        });
    }
}

/// Only the one role gets through, with statements alone: others have the database's own port, which judges more.
async fn pass(client: TcpStream, to: Server) -> io::Result<()> {
    client.set_nodelay(true)?;
    let hello = timeout(hello::DEADLINE, hello::read(client, &to.leaf)).await??;
    let Hello::Encrypted(mut client, Wanted::Session(startup)) = hello else {
        return Err(io::ErrorKind::PermissionDenied.into());
    };
    if !is_reader(&startup) {
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

fn is_reader(startup: &Startup) -> bool {
    startup.user() == SCHEMA_READER && startup.purpose() == Purpose::Statements
}
