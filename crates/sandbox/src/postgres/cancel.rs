//! Has a server cancel what one of its sessions does.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;

use super::authority::Authority;
use super::compute::Compute;
use super::hello::CANCEL_CODE;
use super::proxy::server_leg;

/// Where somebody waits for an answer that comes after it.
pub const BEFORE_AN_ANSWER: Duration = Duration::from_secs(5);

/// What a server needs to cancel a session's query.
#[derive(Debug, Clone)]
pub struct Cancel {
    authority: Arc<Authority>,
    port: u16,
    request: Vec<u8>,
}

impl Cancel {
    /// Without a key, which the server sends during the login.
    pub fn new(authority: &Arc<Authority>, port: u16) -> Self {
        Self {
            authority: Arc::clone(authority),
            port,
            request: Vec::new(),
        }
    }

    /// `key` is the process's number and its secret, as the server sent them.
    pub fn set_key(&mut self, key: &[u8]) {
        let length = u32::try_from(key.len() + 8).unwrap_or(u32::MAX);
        self.request = [&length.to_be_bytes(), &CANCEL_CODE.to_be_bytes(), key].concat();
    }

    /// Asks the server, and waits until it has heard it.
    pub async fn send(&self, within: Duration) {
        let sending = async {
            let mut stream = server_leg::connect(&self.authority, self.port).await?;
            stream.write_all(&self.request).await?;
            stream.flush().await?;
            // It closes the connection when it has done so.
            let _ = stream.read_u8().await;
            Ok::<_, io::Error>(())
        };
        match timeout(within, sending).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "a query was not canceled"),
            Err(_) => tracing::debug!("a query was not canceled in time"),
        }
    }
}

/// Passes a client's request on. A suspended server has nothing to cancel.
pub async fn pass(compute: &Compute, request: Vec<u8>, within: Duration) {
    if let Some(port) = compute.port_if_running().await {
        let cancel = Cancel {
            authority: Arc::clone(&compute.context.authority),
            port,
            request,
        };
        cancel.send(within).await;
    }
}
