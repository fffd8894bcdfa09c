//! The host without a window.

use std::time::Duration;

use app::view::JobView;
use serde_json::json;

use crate::connection::Connection;
use crate::host::Config;
use crate::quit::QuitView;
use crate::reply::Reply;
use crate::sandbox::view::{SandboxStatus, SandboxView};
use crate::signal::ended;

/// Why an agent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Nothing is left to do, or the process was asked to end.
    Done,
    /// A newer Plinth wants the data folder.
    Superseded,
}

/// Has the data folder open until the process is asked to end, or for as long as `idle` says nobody needs it: no other process
/// is connected, and no sandbox, no work and no secret in memory would end with it. Where another process has the folder, it
/// stands by to take over. It ends when what it does `besides` does, and for a newer Plinth, such as after an update.
///
/// # Errors
/// As [`Connection::open`].
pub async fn run<B: Future<Output = ()>>(
    config: Config,
    idle: Option<Duration>,
    besides: impl FnOnce(Connection) -> B,
) -> Reply<Ended> {
    // A signal counts from the first moment on: whoever sees the socket may send one.
    let mut ended = std::pin::pin!(ended());
    let connection = tokio::select! {
        biased;
        name = &mut ended => {
            tracing::info!(name, "a signal ends the agent before it has begun");
            return Ok(Ended::Done);
        }
        connection = Connection::open(config) => connection?,
    };
    tracing::info!(is_host = connection.is_host(), "the agent runs");
    let ended = tokio::select! {
        name = ended => {
            tracing::info!(name, "a signal ends the agent");
            Ended::Done
        }
        () = idled(&connection, idle) => {
            tracing::info!("nobody needs the agent");
            Ended::Done
        }
        () = connection.superseded() => {
            tracing::info!("a newer Plinth takes over");
            Ended::Superseded
        }
        () = besides(connection.clone()) => {
            tracing::info!("the agent has nothing left to do");
            Ended::Done
        }
    };
    connection.close().await;
    Ok(ended)
}

async fn idled(connection: &Connection, idle: Option<Duration>) {
    let Some(idle) = idle else {
        return std::future::pending().await;
    };
    let mut clients = connection.clients();
    loop {
        // The sender is the connection's own.
        drop(clients.wait_for(|count| *count == 0).await);
        tokio::select! {
            () = tokio::time::sleep(idle) => {}
            _ = clients.wait_for(|count| *count > 0) => continue,
        }
        if !is_needed(connection).await {
            return;
        }
    }
}

async fn is_needed(connection: &Connection) -> bool {
    if !connection.is_host() {
        return false;
    }
    let plan = connection.call::<QuitView>("quit_plan", json!({})).await;
    let jobs = connection.call::<Vec<JobView>>("job_list", json!({})).await;
    let sandbox = connection.call::<SandboxView>("sandbox_state", json!({}));
    let is_sandbox_there = sandbox.await.is_ok_and(|sandbox| {
        matches!(
            sandbox.status,
            SandboxStatus::Starting | SandboxStatus::Running
        )
    });
    let nothing_ends = plan.is_ok_and(|plan| plan == QuitView::default());
    is_sandbox_there || !nothing_ends || jobs.is_ok_and(|jobs| !jobs.is_empty())
}
