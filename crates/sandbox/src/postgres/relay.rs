//! How one of PostgreSQL's own programs gets to a server that only takes the sandbox's certificate. A relay ends the
//! program's TLS with the server's own certificate, as a database's port does: the key of the certificate by which a server
//! knows the sandbox stays in memory. A relay serves the one program that it was opened for, by two marks. The program has a
//! certificate that was made for this relay. Its files are readable for all servers of the sandbox, and dblink can name them,
//! so on Linux the connection must also be held by the program's own process. The password is a third mark.

use std::any::Any;
use std::fmt;
use std::io;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
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
use super::blocking;
use super::hello::{self, Hello, Wanted};
use super::proxy::server_leg;
use super::startup::Purpose;
use super::tls::{self, Identity};
use crate::open_connections::{OpenConnection, OpenConnections};
use crate::open_files;
use crate::owner::{Owner, give, remove_file, write_private};
use crate::peer;

/// One that can't be taken, such as while no file can be opened, ends nothing.
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);
/// A server has a program or two at its relay; other clients are silent or turned away.
const MOST_GREETINGS: usize = 32;

/// The files of a program's key and certificate for its relay.
pub const CERTIFICATE: &str = "plinth-relay.crt";
pub const KEY: &str = "plinth-relay.key";

/// Listens for as long as it lives.
#[derive(Debug)]
pub struct Relay {
    pub port: u16,
    /// The certificate by which the program proves itself.
    program: Arc<Identity>,
    _listening: AbortOnDropHandle<()>,
}

/// Where a relay leads to.
pub trait Upstream: fmt::Debug + Send + Sync {
    fn purpose(&self) -> Purpose;

    /// The processes that may be the program by now. Empty where the system does not tell.
    fn programs(self: Arc<Self>) -> BoxFuture<'static, io::Result<Vec<u32>>>;

    /// The server by now. Whoever connects waits for it.
    fn server(self: Arc<Self>) -> BoxFuture<'static, io::Result<RunningServer>>;

    /// The role that the program logs in as, whatever it calls itself.
    fn role(self: Arc<Self>, port: u16) -> BoxFuture<'static, io::Result<LoginRole>>;
}

/// A role for one connection.
pub struct LoginRole {
    name: String,
    /// Dropped when the connection has ended.
    _held: Box<dyn Any + Send>,
}

impl LoginRole {
    /// A role that the opener of the relay removes.
    pub fn lasting(name: String) -> Self {
        Self::held_by(name, ())
    }

    pub fn held_by(name: String, held: impl Any + Send) -> Self {
        Self {
            name,
            _held: Box::new(held),
        }
    }
}

#[derive(Debug, Clone)]
pub struct RunningServer {
    pub port: u16,
    /// The certificate that it shows.
    pub leaf: Arc<Leaf>,
    pub authority: Arc<Authority>,
    pub pg: PostgresVersion,
}

impl Relay {
    pub async fn open(upstream: Arc<dyn Upstream>) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let program = Arc::new(Identity::new("Plinth relay")?);
        let listening = tokio::spawn(listen(listener, upstream, Arc::clone(&program)));
        Ok(Self {
            port,
            program,
            _listening: AbortOnDropHandle::new(listening),
        })
    }

    /// Writes the program's key and certificate for it to read. They are worth nothing once the relay is gone.
    pub fn write_key(&self, folder: &Path, owner: Option<Owner>) -> io::Result<KeyFiles> {
        let files = KeyFiles {
            folder: folder.to_path_buf(),
        };
        write_private(&files.certificate(), &self.program.certificate_pem)?;
        write_private(&files.key(), self.program.key_pem().reveal())?;
        for path in [files.certificate(), files.key()] {
            give(&path, owner)?;
        }
        Ok(files)
    }
}

/// The place of a program's key.
#[derive(Debug)]
pub struct KeyFiles {
    folder: PathBuf,
}

impl KeyFiles {
    pub fn certificate(&self) -> PathBuf {
        self.folder.join(CERTIFICATE)
    }

    pub fn key(&self) -> PathBuf {
        self.folder.join(KEY)
    }

    pub fn remove(self) -> io::Result<()> {
        remove_file(&self.certificate())?;
        remove_file(&self.key())
    }
}

async fn listen(listener: TcpListener, upstream: Arc<dyn Upstream>, program: Arc<Identity>) {
    let mut connections = JoinSet::new();
    let greetings = OpenConnections::new(MOST_GREETINGS);
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
        let (upstream, program) = (Arc::clone(&upstream), Arc::clone(&program));
        let greeting = greetings.add(open_files::refused(&client).is_some());
        connections.spawn(async move {
            if let Err(error) = pass(client, upstream, &program, greeting).await {
                tracing::debug!(%error, "a connection of one of PostgreSQL's programs ended");
            }
        });
    }
}

async fn pass(
    client: TcpStream,
    upstream: Arc<dyn Upstream>,
    program: &Identity,
    greeting: OpenConnection,
) -> io::Result<()> {
    client.set_nodelay(true)?;
    let greet = async {
        // A client that says nothing does not wait for the server.
        timeout(hello::DEADLINE, hello::first_byte(&client)).await??;
        must_be_the_program(&client, &upstream).await?;
        let to = Arc::clone(&upstream).server().await?;
        let leaf = &to.leaf;
        let tls = tls::server_for(&leaf.certificate_pem, &leaf.key_pem, program)?;
        let hello = timeout(hello::DEADLINE, hello::read(client, &Arc::new(tls))).await??;
        io::Result::Ok((to, hello))
    };
    let (to, hello) = tokio::select! {
        greeted = greet => greeted?,
        () = greeting.activity().closed() => return Err(io::ErrorKind::TimedOut.into()),
    };
    drop(greeting);
    let Hello::Encrypted(mut client, Wanted::Session(startup)) = hello else {
        return Err(io::ErrorKind::PermissionDenied.into());
    };
    if startup.purpose() != upstream.purpose() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let role = upstream.role(to.port).await?;
    let mut server = server_leg::connect(&to.authority, to.port).await?;
    // The login would be bound to another certificate than the server's.
    if !server_leg::certificate(&server).is_some_and(|shown| to.leaf.is(shown)) {
        return Err(io::ErrorKind::ConnectionRefused.into());
    }
    server
        .write_all(&startup.with_user(&role.name).for_server(&to.pg.settings))
        .await?;
    server.flush().await?;
    copy_bidirectional(&mut client, &mut server).await?;
    drop(role);
    Ok(())
}

async fn must_be_the_program(client: &TcpStream, upstream: &Arc<dyn Upstream>) -> io::Result<()> {
    let (peer, here) = (client.peer_addr()?, client.local_addr()?);
    let programs = timeout(hello::DEADLINE, Arc::clone(upstream).programs()).await??;
    match blocking(move || Ok(peer::is_held_by(&programs, peer, here))).await? {
        true => Ok(()),
        false => Err(io::ErrorKind::PermissionDenied.into()),
    }
}
