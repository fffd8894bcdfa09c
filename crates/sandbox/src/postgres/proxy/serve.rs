//! One connection, from its first byte to its last.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::pump;
use super::server_leg::{self, ServerLeg};
use crate::open_files;
use crate::postgres::WakeError;
use crate::postgres::authority::Leaf;
use crate::postgres::cancel;
use crate::postgres::compute::Compute;
use crate::postgres::compute::guards::ConnectionGuard;
use crate::postgres::hello::{self, Hello, Wanted};
use crate::postgres::refuse::{Refusal, must_be_of_people};
use crate::postgres::startup::{Purpose, Startup};
use crate::postgres::transition::Cause;

const CANCEL_DEADLINE: Duration = Duration::from_secs(60);

/// A server is woken by a whole startup message inside TLS, and by nothing else.
pub async fn serve(compute: Arc<Compute>, client: TcpStream, from: IpAddr) -> io::Result<()> {
    client.set_nodelay(true)?;
    let scarce = open_files::refused(&client).map(WakeError::from);
    let leaf = compute.leaf()?;
    let greeting = compute.context.greetings.add(scarce.is_some());
    let hello = tokio::select! {
        hello = timeout(hello::DEADLINE, hello::read(client, &leaf.tls)) => hello??,
        () = greeting.activity().closed() => return Err(io::ErrorKind::TimedOut.into()),
    };
    drop(greeting);
    match hello {
        Hello::Plain(client, Wanted::Cancel(request)) => {
            pass_cancel(&compute, client, request).await
        }
        Hello::Encrypted(client, Wanted::Cancel(request)) => {
            pass_cancel(&compute, client, request).await
        }
        Hello::Plain(mut client, Wanted::Session(startup)) => {
            let refusal = Refusal::new("28000", no_entry(&startup, from, "no encryption"));
            let hint = "Connect with TLS, such as by `sslmode=require`.";
            refusal.with_hint(hint).send(&mut client).await
        }
        Hello::Encrypted(mut client, Wanted::Session(startup)) => match scarce {
            Some(scarce) => Refusal::from(scarce).send(&mut client).await,
            None => session(&compute, client, &startup, from, &leaf).await,
        },
    }
}

async fn session(
    compute: &Arc<Compute>,
    mut client: impl AsyncRead + AsyncWrite + Unpin,
    startup: &Startup,
    from: IpAddr,
    leaf: &Leaf,
) -> io::Result<()> {
    match open(compute, startup, from, leaf).await {
        Ok((_connected, server)) => pump::run(compute, client, server, startup.purpose()).await,
        Err(refusal) => refusal.send(&mut client).await,
    }
}

/// The server, with the startup message said to it.
async fn open(
    compute: &Arc<Compute>,
    startup: &Startup,
    from: IpAddr,
    leaf: &Leaf,
) -> Result<(ConnectionGuard, ServerLeg), Refusal> {
    if startup.names_other_endpoint(&compute.endpoint_id) {
        return Err(Refusal::no_endpoint());
    }
    must_be_of_people(startup)?;
    if startup.purpose() == Purpose::PhysicalReplication {
        return Err(Refusal::new(
            "28000",
            no_entry(startup, from, "SSL encryption"),
        ));
    }
    compute.admit(from)?;
    let connected = compute.connected();
    compute.wait_for_data().await?;
    let port = compute.wake_for(Cause::Connection).await?;
    let lost = |error: io::Error| {
        tracing::debug!(%error, "a server took no connection");
        Refusal::new("57P03", "the server did not take the connection").with_hint("Connect again.")
    };
    let connecting = server_leg::connect(&compute.context.authority, port).await;
    let mut server = connecting.map_err(lost)?;
    // The login would be bound to another certificate than the server's.
    if !server_leg::certificate(&server).is_some_and(|shown| leaf.is(shown)) {
        let refusal = Refusal::new("57P03", "the server's certificate was renewed");
        return Err(refusal.with_hint("Connect again."));
    }
    let message = startup.for_server(&compute.context.pg.settings);
    compute.add_transfer(message.len() as u64);
    let said = async {
        server.write_all(&message).await?;
        server.flush().await
    };
    said.await.map_err(lost)?;
    Ok((connected, server))
}

async fn pass_cancel(
    compute: &Compute,
    mut client: impl AsyncWrite + Unpin,
    request: Vec<u8>,
) -> io::Result<()> {
    cancel::pass(compute, request, CANCEL_DEADLINE).await;
    client.shutdown().await
}

/// As PostgreSQL says it.
fn no_entry(startup: &Startup, from: IpAddr, encryption: &str) -> String {
    let (host, user) = (from.to_canonical(), startup.user());
    match startup.purpose() {
        Purpose::PhysicalReplication => format!(
            "no pg_hba.conf entry for replication connection from host \"{host}\", user \"{user}\", {encryption}"
        ),
        _ => format!(
            "no pg_hba.conf entry for host \"{host}\", user \"{user}\", database \"{}\", {encryption}",
            startup.database()
        ),
    }
}
