//! Passes bytes on between a client and a server, and counts them.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadHalf, split};

use super::replication;
use crate::postgres::compute::Compute;
use crate::postgres::startup::Purpose;

/// As much as one record of TLS holds.
const AT_ONCE: usize = 16 * 1024;

/// Passes both ways until the server closes its side. A client that only stops sending still gets
/// the rest of its answer.
pub async fn run(
    compute: &Compute,
    client: impl AsyncRead + AsyncWrite,
    server: impl AsyncRead + AsyncWrite,
    purpose: Purpose,
) -> io::Result<()> {
    let (from_client, mut to_client) = split(client);
    let (from_server, to_server) = split(server);
    let refusal = {
        let up = async {
            match purpose {
                Purpose::LogicalReplication => {
                    replication::pass(compute, from_client, to_server).await
                }
                _ => pass(compute, from_client, to_server).await.map(|()| None),
            }
        };
        let down = pass(compute, from_server, &mut to_client);
        tokio::pin!(up, down);
        tokio::select! {
            // A server that closes says why, and then takes nothing more from the client.
            biased;
            ended = &mut down => return ended,
            ended = &mut up => match ended? {
                Some(refusal) => refusal,
                None => return down.await,
            }
        }
    };
    refusal.send(&mut to_client).await
}

/// What was written is flushed each time: TLS holds bytes back otherwise while the reader waits.
async fn pass<R: AsyncRead + AsyncWrite>(
    compute: &Compute,
    mut from: ReadHalf<R>,
    mut to: impl AsyncWrite + Unpin,
) -> io::Result<()> {
    let mut buffer = vec![0; AT_ONCE];
    loop {
        let count = match from.read(&mut buffer).await {
            // Many a client hangs up without the goodbye of TLS. The protocol has its own.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => 0,
            read => read?,
        };
        if count == 0 {
            return to.shutdown().await;
        }
        compute.add_transfer(count as u64);
        to.write_all(&buffer[..count]).await?;
        to.flush().await?;
    }
}
