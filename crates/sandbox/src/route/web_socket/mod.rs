//! `GET /v2`: the protocol of PostgreSQL in a WebSocket, as the serverless driver speaks it. The driver
//! knows no TLS of PostgreSQL's and sends its password in clear, so the sandbox logs in for it.

mod end;
mod hello;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use futures::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;

use self::end::End;
use self::hello::{Hello, Incoming};
use crate::open_connections::{Activity, Place, Turn};
use crate::postgres::cancel;
use crate::postgres::hello::DEADLINE as HELLO_DEADLINE;
use crate::postgres::login::{self, LoggedIn, Login};
use crate::postgres::refuse::Refusal;
use crate::postgres::server_error::ServerError;
use crate::reply::Failure;
use crate::shared::Shared;
use crate::write_limit::WriteLimit;

/// As on the platform. The driver puts a whole query into one message.
const LARGEST_MESSAGE: usize = 64 * 1024 * 1024;
/// How long the server gets to finish what a client sent before it went away.
const SERVER_GRACE: Duration = Duration::from_secs(10);
const CLOSE_GRACE: Duration = Duration::from_secs(2);
const BUFFER: usize = 32 * 1024;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/v2", get(upgrade))
}

#[derive(Debug, Deserialize)]
struct Parameters {
    /// `host:port` of the connection string.
    address: Option<String>,
}

#[derive(Debug, Clone, Copy)]
struct Target {
    port: Option<u16>,
    /// Where the client is.
    from: IpAddr,
}

async fn upgrade(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(write_limit): ConnectInfo<WriteLimit>,
    Query(parameters): Query<Parameters>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Failure> {
    let upgrade = upgrade.map_err(|_| {
        let message = "only WebSocket connections are served here";
        Failure::new(StatusCode::UPGRADE_REQUIRED, message)
    })?;
    let address = parameters.address.unwrap_or_default();
    let port = address.rsplit_once(':').map(|(_, port)| port.parse());
    let target = Target {
        port: port.and_then(Result::ok),
        from: write_limit.peer().ip(),
    };
    let upgrade = upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE);
    // The sandbox's stop waits for it.
    let running = shared.tasks.token();
    Ok(upgrade.on_upgrade(async move |socket| {
        serve(&shared, socket, target, write_limit.activity()).await;
        drop(running);
    }))
}

async fn serve(shared: &Shared, socket: WebSocket, target: Target, activity: &Activity) {
    let mut incoming = Incoming::new(socket);
    let end = tokio::select! {
        opened = open(shared, &mut incoming, target, activity) => match opened {
            Ok((session, _place)) => {
                activity.begin(Turn::Session);
                pump(shared, &mut incoming, session).await
            }
            Err(end) => end,
        },
        () = shared.stop.cancelled() => End::Stopping,
    };
    activity.begin(Turn::Greeting);
    let mut socket = incoming.socket;
    let closing = async {
        // A close of the client's is answered by the WebSocket itself, when it is read again.
        if end != End::Client {
            socket.send(Message::Close(end.close())).await?;
        }
        // What is still unread would make the system drop what was just sent.
        while socket.recv().await.is_some_and(|message| message.is_ok()) {}
        Ok::<_, axum::Error>(())
    };
    // A client that is gone is told nothing.
    let _ = timeout(CLOSE_GRACE, closing).await;
}

/// Asks for the password and logs in. Nothing wakes before a password came.
async fn open(
    shared: &Shared,
    incoming: &mut Incoming,
    target: Target,
    activity: &Activity,
) -> Result<(LoggedIn, Place), End> {
    let hello = timeout(HELLO_DEADLINE, incoming.hello()).await;
    activity.begin(Turn::Reply);
    let opened = match hello.map_err(|_| End::TooSlow)?? {
        Hello::Refused(refusal) => Err(refusal.into()),
        Hello::Cancel(request) => {
            // There is no endpoint in a cancel request.
            let pool = shared.pool();
            let computes = pool.map(|pool| pool.all()).unwrap_or_default();
            if let Some(compute) = computes.iter().find(|it| Some(it.port) == target.port) {
                cancel::pass(compute, request, cancel::BEFORE_AN_ANSWER).await;
            }
            return Err(End::Server);
        }
        Hello::Login(login) => log_in(shared, &login, target, activity).await,
    };
    match opened {
        Ok(opened) => Ok(opened),
        Err(error) => {
            incoming.send(error.message().to_vec()).await?;
            Err(End::Server)
        }
    }
}

async fn log_in(
    shared: &Shared,
    login: &Login,
    target: Target,
    activity: &Activity,
) -> Result<(LoggedIn, Place), ServerError> {
    let place = activity.take_session().map_err(Refusal::from)?;
    let compute = login::compute(shared.pool(), target.port, &login.startup)?;
    let session = login::open(&compute, target.from, login).await?;
    Ok((session, place))
}

/// Copies both ways until one side ends. A client that is idle stays, as at a database's port.
async fn pump(shared: &Shared, incoming: &mut Incoming, session: LoggedIn) -> End {
    let LoggedIn {
        stream,
        compute,
        connected,
        greeting,
        received,
        ..
    } = session;
    let (mut from_server, mut to_server) = tokio::io::split(stream);
    let (mut to_client, mut from_client) = (&mut incoming.socket).split();
    let begun = std::mem::take(&mut incoming.received);
    let up = async {
        let mut bytes = begun.freeze();
        loop {
            compute.add_transfer(bytes.len() as u64);
            let written = async {
                to_server.write_all(&bytes).await?;
                to_server.flush().await
            };
            if written.await.is_err() {
                return End::Server;
            }
            bytes = match hello::next(&mut from_client).await {
                Ok(bytes) => bytes,
                Err(end) => return end,
            };
        }
    };
    let down = async {
        let mut bytes = bytes::BytesMut::from(greeting.as_slice());
        bytes.extend_from_slice(&received);
        loop {
            let message = Message::Binary(bytes.split().freeze());
            if to_client.send(message).await.is_err() {
                return End::Client;
            }
            bytes.reserve(BUFFER);
            match from_server.read_buf(&mut bytes).await {
                Ok(0) | Err(_) => return End::Server,
                Ok(read) => compute.add_transfer(read as u64),
            }
        }
    };
    let end = tokio::select! {
        end = up => end,
        end = down => end,
        () = shared.stop.cancelled() => End::Stopping,
    };
    if end == End::Client {
        let _answered = timeout(CLOSE_GRACE, from_client.next()).await;
        // Closing at once could make the server miss what the client said last.
        let finishing = async {
            to_server.shutdown().await?;
            tokio::io::copy(&mut from_server, &mut tokio::io::sink()).await
        };
        let _ = timeout(SERVER_GRACE, finishing).await;
    }
    drop(connected);
    end
}
