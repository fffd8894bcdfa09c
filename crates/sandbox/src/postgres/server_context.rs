//! What every server of a sandbox works with.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::WakeError;
use super::authority::{Authority, Leaf};
use super::binaries::PostgresVersion;
use super::cluster_locks::ClusterLocks;
use super::maintenance_registry::MaintenanceRegistry;
use super::relay::RunningServer;
use super::session::Admin;
use super::slots::Priority;
use super::transition::TransitionSender;
use crate::changes::Changes;
use crate::clock::Clock;
use crate::open_connections::OpenConnections;
use crate::open_files;
use crate::owner::Owner;

#[derive(Debug)]
pub struct ServerContext {
    pub pg: PostgresVersion,
    pub owner: Option<Owner>,
    pub authority: Arc<Authority>,
    pub admin: Admin,
    pub clock: Arc<Clock>,
    pub changed: Arc<Changes>,
    /// The address at which computes have their ports.
    pub bind: IpAddr,
    pub stop: CancellationToken,
    pub tasks: TaskTracker,
    /// Clients of all ports that have not yet said what they want.
    pub(super) greetings: Arc<OpenConnections>,
    pub(super) locks: ClusterLocks,
    pub(super) transitions: TransitionSender,
    pub(super) maintenance: MaintenanceRegistry,
}

impl ServerContext {
    pub fn new(
        pg: PostgresVersion,
        owner: Option<Owner>,
        authority: Arc<Authority>,
        admin: Admin,
        clock: Arc<Clock>,
        changed: Arc<Changes>,
    ) -> Self {
        Self {
            pg,
            owner,
            authority,
            admin,
            clock,
            changed,
            bind: Ipv4Addr::LOCALHOST.into(),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            greetings: OpenConnections::new(open_files::most_greetings()),
            locks: ClusterLocks::default(),
            transitions: TransitionSender::default(),
            maintenance: MaintenanceRegistry::default(),
        }
    }

    pub fn bound_to(self, bind: IpAddr) -> Self {
        Self { bind, ..self }
    }

    /// Sets the limit of clients that have not yet said what they want.
    pub fn with_most_greetings(self, most: Option<usize>) -> Self {
        match most {
            Some(most) => Self {
                greetings: OpenConnections::new(most),
                ..self
            },
            None => self,
        }
    }

    /// A server of its own that shows this certificate.
    pub fn running(&self, port: u16, leaf: Arc<Leaf>) -> RunningServer {
        RunningServer {
            port,
            leaf,
            authority: Arc::clone(&self.authority),
            pg: self.pg.clone(),
        }
    }
}

/// The limit of servers that run at once. A compute asks for a slot without knowing the others,
/// one of which may have to stop for it.
pub trait ServerSlots: fmt::Debug + Send + Sync {
    /// Waits for a slot and calls `take` in the moment in which it is free, so that whoever
    /// counts next counts the new server too.
    fn acquire_slot<'a>(
        &'a self,
        endpoint_id: Option<&'a str>,
        priority: Priority,
        take: Box<dyn FnOnce() + Send + 'a>,
    ) -> BoxFuture<'a, Result<(), WakeError>>;
}
