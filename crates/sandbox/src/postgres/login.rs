//! The sandbox logs in for clients of the serverless driver, which send a password and speak no TLS of
//! PostgreSQL's. To the server it is SCRAM with channel binding, as from every other client.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use postgres_protocol::authentication::sasl::{ChannelBinding, SCRAM_SHA_256_PLUS, ScramSha256};
use postgres_protocol::message::frontend;
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::cancel::Cancel;
use super::compute::Compute;
use super::compute::guards::ConnectionGuard;
use super::proxy::server_leg::{self, ServerLeg};
use super::refuse::{Refusal, must_be_of_people};
use super::server_error::ServerError;
use super::server_pool::ServerPool;
use super::startup::{Purpose, Startup};
use super::transition::Cause;
use super::{WakeError, blocking};
use crate::open_files;
use crate::state::Secret;

const LOGIN_DEADLINE: Duration = Duration::from_secs(20);
const GOODBYE_DEADLINE: Duration = Duration::from_secs(2);
/// No message of a login is longer.
const LONGEST_LOGIN_MESSAGE: usize = 1024 * 1024;
const READ_AHEAD: usize = 32 * 1024;
/// The type of a message, and its length.
const HEAD: usize = 5;

/// Who wants in, and with what.
#[derive(Debug)]
pub struct Login {
    pub startup: Startup,
    pub password: Secret,
}

/// A session on a compute's server. Its bytes count as the compute's, and it counts as a connection.
#[derive(Debug)]
pub struct LoggedIn {
    pub stream: ServerLeg,
    pub compute: Arc<Compute>,
    pub connected: ConnectionGuard,
    /// What the server said from `AuthenticationOk` to the first `ReadyForQuery`.
    pub greeting: Vec<u8>,
    /// What it said since and nobody has read.
    pub received: BytesMut,
    cancel: Cancel,
}

/// A message of the server.
#[derive(Debug)]
pub struct ServerMessage(Bytes);

impl ServerMessage {
    pub fn kind(&self) -> u8 {
        self.0[0]
    }

    pub fn body(&self) -> &[u8] {
        &self.0[HEAD..]
    }

    pub fn whole(&self) -> &[u8] {
        &self.0
    }
}

/// The compute that is meant: by its port, else by the endpoint in the options. Both have to agree.
pub fn compute(
    pool: Option<&Arc<ServerPool>>,
    port: Option<u16>,
    startup: &Startup,
) -> Result<Arc<Compute>, ServerError> {
    let found = pool.and_then(|pool| match port {
        Some(port) => pool.all().into_iter().find(|it| it.port == port),
        None => pool.get(&startup.endpoint()?),
    });
    let found = found.filter(|it| !startup.names_other_endpoint(&it.endpoint_id));
    found.ok_or_else(|| Refusal::no_endpoint().into())
}

/// Wakes the server as for every connection and logs in. `from` is where the client is.
pub async fn open(
    compute: &Arc<Compute>,
    from: IpAddr,
    login: &Login,
) -> Result<LoggedIn, ServerError> {
    if login.startup.purpose() != Purpose::Statements {
        let message = "replication is not possible over WebSocket or HTTP";
        return Err(Refusal::new("28000", message).into());
    }
    must_be_of_people(&login.startup)?;
    open_files::check_connection_capacity().map_err(WakeError::from)?;
    compute.admit(from)?;
    let connected = compute.connected();
    compute.wait_for_data().await?;
    let port = compute.wake_for(Cause::Connection).await?;
    let authority = &compute.context.authority;
    let logging_in = async {
        let mut session = LoggedIn {
            stream: server_leg::connect(authority, port).await?,
            compute: Arc::clone(compute),
            connected,
            greeting: Vec::new(),
            received: BytesMut::new(),
            cancel: Cancel::new(authority, port),
        };
        session.authenticate(login).await?;
        Ok(session)
    };
    timeout(LOGIN_DEADLINE, logging_in)
        .await
        .unwrap_or_else(|_| Err(Refusal::new("57P03", "the server did not answer in time").into()))
}

impl LoggedIn {
    async fn authenticate(&mut self, login: &Login) -> Result<(), ServerError> {
        let settings = &self.compute.context.pg.settings;
        let startup = login.startup.for_server(settings);
        self.send(&startup).await?;
        let mut scram = None;
        loop {
            let message = self.receive(LONGEST_LOGIN_MESSAGE).await?;
            if !self.greeting.is_empty() {
                self.greeting.extend_from_slice(message.whole());
            }
            match (message.kind(), message.body()) {
                (b'R', [0, 0, 0, 0]) => self.greeting.extend_from_slice(message.whole()),
                (b'R', [0, 0, 0, request @ (10..=12), data @ ..]) => {
                    scram = self.answer(login, scram, *request, data).await?;
                }
                (b'E', _) => return Err(ServerError::received(message.whole())),
                (b'K', key) => self.cancel.set_key(key),
                (b'Z', _) => return Ok(()),
                (b'S' | b'N' | b'v', _) => {}
                _ => return Err(unexpected().into()),
            }
        }
    }

    /// Says the next thing of a SCRAM exchange. Working a password out takes a while, the longer the
    /// more rounds its owner chose.
    async fn answer(
        &mut self,
        login: &Login,
        scram: Option<ScramSha256>,
        request: u8,
        data: &[u8],
    ) -> Result<Option<ScramSha256>, ServerError> {
        let mut message = BytesMut::new();
        let scram = match (request, scram) {
            (10, None) => {
                let mut offered = data.split(|byte| *byte == 0);
                if !offered.any(|it| it == SCRAM_SHA_256_PLUS.as_bytes()) {
                    return Err(unexpected().into());
                }
                let password = login.password.reveal().as_bytes();
                let scram = ScramSha256::new(password, self.channel_binding()?);
                let first = scram.message();
                frontend::sasl_initial_response(SCRAM_SHA_256_PLUS, first, &mut message)?;
                scram
            }
            (11, Some(mut scram)) => {
                let data = data.to_vec();
                let updated = blocking(move || scram.update(&data).map(|()| scram)).await;
                let scram = updated.map_err(|it| not_proven(&it))?;
                frontend::sasl_response(scram.message(), &mut message)?;
                scram
            }
            (12, Some(mut scram)) => {
                scram.finish(data).map_err(|it| not_proven(&it))?;
                return Ok(None);
            }
            _ => return Err(unexpected().into()),
        };
        self.send(&message).await?;
        Ok(Some(scram))
    }

    /// `tls-server-end-point` of a certificate that was signed with SHA-256, as the sandbox's are.
    fn channel_binding(&self) -> io::Result<ChannelBinding> {
        let shown = server_leg::certificate(&self.stream).ok_or_else(unexpected)?;
        let digest = Sha256::digest(shown).to_vec();
        Ok(ChannelBinding::tls_server_end_point(digest))
    }

    pub async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes).await?;
        self.stream.flush().await?;
        self.compute.add_transfer(bytes.len() as u64);
        Ok(())
    }

    /// The next message. One that is longer than `longest` is an error of the kind `FileTooLarge`.
    pub async fn receive(&mut self, longest: usize) -> io::Result<ServerMessage> {
        loop {
            if let Some(head) = self.received.first_chunk::<HEAD>() {
                let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]) as usize + 1;
                if length < HEAD {
                    return Err(unexpected());
                }
                if length > longest {
                    return Err(io::ErrorKind::FileTooLarge.into());
                }
                if self.received.len() >= length {
                    let message = self.received.split_to(length).freeze();
                    return Ok(ServerMessage(message));
                }
            }
            self.received.reserve(READ_AHEAD);
            let read = self.stream.read_buf(&mut self.received).await?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.compute.add_transfer(read as u64);
        }
    }

    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Says goodbye, so that the server does not log a connection that broke off.
    pub async fn close(mut self) {
        let mut goodbye = BytesMut::new();
        frontend::terminate(&mut goodbye);
        let closing = async {
            self.send(&goodbye).await?;
            self.stream.shutdown().await
        };
        if !matches!(timeout(GOODBYE_DEADLINE, closing).await, Ok(Ok(()))) {
            tracing::debug!("a session ended without a goodbye");
        }
    }
}

/// Such as a password with so many rounds that it would take minutes to work out.
fn not_proven(error: &io::Error) -> ServerError {
    Refusal::new("28000", format!("the login failed: {error}")).into()
}

fn unexpected() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "the server said something unexpected",
    )
}
