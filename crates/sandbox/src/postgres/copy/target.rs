//! What is copied, and where to.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, Utc};

use crate::postgres::WakeError;
use crate::postgres::cluster_locks::ClusterLock;
use crate::postgres::inventory::Inventory;
use crate::postgres::sql::SqlError;

/// What is copied: a cluster, and the endpoint over it if it has one.
#[derive(Debug, Clone)]
pub struct Source {
    pub endpoint_id: Option<String>,
    pub cluster: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error(transparent)]
    Wake(#[from] WakeError),
    #[error(transparent)]
    Sql(#[from] SqlError),
    #[error("couldn't copy the data")]
    Files(#[from] io::Error),
    #[error("data outside the cluster's folder can't be copied")]
    Tablespaces,
    #[error("the branch can't be restored to a time before {}", shown(*since))]
    BeforeHistory { since: Option<DateTime<Utc>> },
    #[error("the branch has no data after {until}")]
    AfterHistory { until: String },
    #[error("the server's answer couldn't be read")]
    Unreadable,
    #[error("the parent branch was busy for too long")]
    TooSlow,
    #[error("the copy was stopped")]
    Stopped,
}

fn shown(since: Option<DateTime<Utc>>) -> String {
    since.map_or_else(
        || "now: its restore window has not begun yet".to_owned(),
        |at| at.to_rfc3339_opts(SecondsFormat::Millis, true),
    )
}

/// Where a copy is made, and what it is called when it is done.
#[derive(Debug, Clone)]
pub struct Target {
    /// Shared with the thread that copies, which may outlive a caller that was dropped.
    pub lock: Arc<ClusterLock>,
    pub making: PathBuf,
    pub done: PathBuf,
}

/// What was copied, as far as the parent tells.
pub struct CopyResult {
    /// The copy has everything up to this LSN.
    pub lsn: String,
    /// Whether a running parent has subscriptions: a new one may be in its WAL only. Those of a
    /// suspended parent are found in the files.
    pub has_subscriptions: bool,
    pub keeps_subscriptions: bool,
    /// The roles and databases that it has, where they may be others than those of today.
    pub found: Option<Inventory>,
}

/// Works on the target's files on a thread of its own, which keeps them locked until it is done.
pub async fn blocking<T: Send + 'static>(
    target: &Target,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, CopyError> {
    let lock = Arc::clone(&target.lock);
    let worked = tokio::task::spawn_blocking(move || {
        let _lock = lock;
        work()
    });
    Ok(worked.await.map_err(|_| CopyError::Stopped)??)
}
