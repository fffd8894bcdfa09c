//! How a server starts: over its own data, or over a copy that follows its branch's.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Compute, Running, ServerState};
use crate::postgres::cluster::{self, KeptWal, ServedFor};
use crate::postgres::cluster_locks::ClusterLock;
use crate::postgres::opening::{is_of_this_major, make_ready};
use crate::postgres::process::Server;
use crate::postgres::relay::Relay;
use crate::postgres::replication::Replication;
use crate::postgres::transition::{Cause, TransitionKind};
use crate::postgres::{WakeError, blocking, control_file};

impl Compute {
    pub(super) async fn start(&self, cause: Cause) -> Result<Running, WakeError> {
        let context = &self.context;
        self.publish(TransitionKind::Starting, cause);
        self.waits_for_lock.store(true, Ordering::SeqCst);
        let files = self.files().await;
        self.waits_for_lock.store(false, Ordering::SeqCst);
        let (relay, lock) = files?;
        if self.status().retired {
            return Err(WakeError::Deleted);
        }
        let cluster = self.cluster.clone();
        if !blocking(move || Ok(cluster::exists(&cluster))).await? {
            return Err(WakeError::NoData);
        }
        let take = Box::new(|| self.set_state(ServerState::Starting));
        self.slots
            .acquire_slot(Some(&self.endpoint_id), cause.priority(), take)
            .await?;
        if context.stop.is_cancelled() {
            return Err(WakeError::Stopping);
        }
        let served_for = match &relay {
            Some(relay) => {
                is_of_this_major(&context.pg, &self.cluster)?;
                ServedFor::Replica { relay: relay.port }
            }
            None => self.ready_for_clients().await?,
        };
        self.starts.fetch_add(1, Ordering::SeqCst);
        let (pg, cluster) = (context.pg.clone(), self.cluster.clone());
        let (owner, leaf) = (context.owner, self.use_leaf()?);
        let prepared = blocking(move || {
            cluster::prepare(&pg, &cluster, owner, &leaf, served_for)?;
            control_file::read(&cluster)
        });
        let checkpoint = prepared.await?.checkpoint;
        self.first_lsn.get_or_init(|| checkpoint);
        let server = Server::start(
            &context.pg,
            context.owner,
            &self.cluster,
            &self.log,
            &context.stop,
        )
        .await?;
        Ok(Running {
            server,
            lock,
            _relay: relay,
        })
    }

    /// The lock of the files, and the way to the server that they follow.
    async fn files(&self) -> Result<(Option<Relay>, ClusterLock), WakeError> {
        let relay = match &self.follows {
            Some(branch) => Some(Arc::clone(branch).follow(self.cluster.clone()).await?),
            None => None,
        };
        let context = &self.context;
        let lock = context.locks.lock(&self.cluster, &context.stop).await?;
        Ok((relay, lock))
    }

    async fn ready_for_clients(&self) -> Result<ServedFor, WakeError> {
        let context = &self.context;
        let logical_replication = self.logical_replication.load(Ordering::SeqCst);
        let replication = Some(Replication::from_setting(logical_replication));
        make_ready(&context.pg, context.owner, &self.cluster, replication).await?;
        let keeps_history = self.keeps_history.load(Ordering::SeqCst);
        self.wal_is_kept.store(keeps_history, Ordering::SeqCst);
        let keeps = match keeps_history {
            true => KeptWal::All,
            false if self.is_followed() => KeptWal::ForReplicas,
            false => KeptWal::Nothing,
        };
        Ok(ServedFor::Clients {
            logical_replication,
            keeps,
            max_connections: self.max_connections.load(Ordering::SeqCst),
        })
    }
}
