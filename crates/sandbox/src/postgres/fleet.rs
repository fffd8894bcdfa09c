//! All computes of a sandbox, and the rule of how many run at once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use chrono::TimeDelta;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::WakeError;
use super::authority::Authority;
use super::binaries::PostgresVersion;
use super::compute::{Compute, ServerState};
use super::files::Files;
use super::own_servers::OwnServers;
use super::owner::Owner;
use super::transition::{Cause, Teller, Transition};
use crate::changes::Changes;
use crate::clock::Clock;

mod place;

/// How long a start waits for a place although nothing says that one becomes free: many a server
/// is only used for a moment.
const MOMENT: Duration = Duration::from_secs(2);
/// How long a start waits for a place that is about to become free.
const ROOM_DEADLINE: Duration = Duration::from_secs(15);
/// How long a server that makes room may take to stop before another one is asked, too.
const PATIENCE: Duration = Duration::from_secs(1);

/// What all computes share.
#[derive(Debug)]
pub struct Yard {
    pub pg: PostgresVersion,
    pub owner: Option<Owner>,
    pub authority: Arc<Authority>,
    pub clock: Arc<Clock>,
    pub changed: Arc<Changes>,
    pub max_running: usize,
    pub stop: CancellationToken,
    pub tasks: TaskTracker,
    pub(super) files: Files,
    pub(super) teller: Teller,
    pub(super) own: OwnServers,
    computes: RwLock<BTreeMap<String, Placed>>,
    /// Held while a place is taken, and never over a wait.
    room: Mutex<()>,
}

/// A server on its way to sleep, because another one needs its place.
struct Freeing {
    asleep: JoinHandle<bool>,
    since: Instant,
}

impl Freeing {
    /// Whether it is time to look for another one: this one is done, or hangs.
    fn is_over(&self) -> bool {
        self.asleep.is_finished() || self.since.elapsed() >= PATIENCE
    }
}

#[derive(Debug)]
struct Placed {
    compute: Arc<Compute>,
    proxy: CancellationToken,
}

impl Yard {
    pub fn new(
        pg: PostgresVersion,
        owner: Option<Owner>,
        authority: Arc<Authority>,
        clock: Arc<Clock>,
        changed: Arc<Changes>,
        max_running: usize,
    ) -> Self {
        Self {
            pg,
            owner,
            authority,
            clock,
            changed,
            max_running: max_running.max(1),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            files: Files::default(),
            teller: Teller::default(),
            own: OwnServers::default(),
            computes: RwLock::default(),
            room: Mutex::default(),
        }
    }

    /// What servers do from now on; `None` when somebody listens already.
    pub fn transitions(&self) -> Option<UnboundedReceiver<Transition>> {
        self.teller.listen()
    }

    pub fn all(&self) -> Vec<Arc<Compute>> {
        let computes = self.computes.read().unwrap_or_else(PoisonError::into_inner);
        computes
            .values()
            .map(|placed| Arc::clone(&placed.compute))
            .collect()
    }

    pub fn get(&self, endpoint_id: &str) -> Option<Arc<Compute>> {
        let computes = self.computes.read().unwrap_or_else(PoisonError::into_inner);
        computes
            .get(endpoint_id)
            .map(|placed| Arc::clone(&placed.compute))
    }

    /// Takes a compute away for good: port closed, connections cut, server stopped. Waits for
    /// whoever holds it awake.
    pub async fn remove(&self, endpoint_id: &str) {
        let placed = self.write().remove(endpoint_id);
        let Some(placed) = placed else { return };
        placed.proxy.cancel();
        placed.compute.retire().await;
        self.changed.notify();
    }

    /// Lets the servers that nobody has used for that long, or for the time of their own, go to
    /// sleep. Waits for none of them.
    pub async fn rest(&self, usual: Duration) {
        for compute in self.all() {
            compute.look_after().await;
            if compute.state() != ServerState::Awake {
                continue;
            }
            if compute.is_unmeasured() && compute.measure().await {
                self.changed.notify();
            }
            let Some(idle_after) = compute.idle_after(usual) else {
                continue;
            };
            let idle_after = TimeDelta::from_std(idle_after).unwrap_or(TimeDelta::MAX);
            if !compute.is_used() && self.clock.now() - compute.last_used() >= idle_after {
                self.tasks
                    .spawn(async move { compute.sleep_if_idle(Cause::Idle).await });
            }
        }
    }

    /// Stops everything and waits for it.
    pub async fn stop(&self) {
        self.stop.cancel();
        let computes = self.all();
        futures::future::join_all(computes.iter().map(|compute| compute.retire())).await;
        self.tasks.close();
        if tokio::time::timeout(Duration::from_secs(10), self.tasks.wait())
            .await
            .is_err()
        {
            tracing::warn!("some connections did not end in time");
        }
    }

    pub fn tell_to_stop(&self) {
        self.stop.cancel();
        for compute in self.all() {
            compute.tell_to_stop();
        }
        self.own.tell_to_stop(&self.pg);
    }

    /// Makes one more server possible beside that of `me`: takes the place as soon as there is one.
    /// Nobody else waits for a server that is stopped for this.
    pub(super) async fn make_room(
        &self,
        me: Option<&str>,
        take: impl FnOnce(),
    ) -> Result<(), WakeError> {
        let begun = Instant::now();
        let (moment, deadline) = (begun + MOMENT, begun + ROOM_DEADLINE);
        let mut freeing: Option<Freeing> = None;
        loop {
            if self.stop.is_cancelled() {
                return Err(WakeError::Stopping);
            }
            {
                let _room = self.room.lock().unwrap_or_else(PoisonError::into_inner);
                if self.running_beside(me).len() + self.own.count() < self.max_running {
                    take();
                    return Ok(());
                }
            }
            if freeing.as_ref().is_none_or(Freeing::is_over) {
                freeing = self.longest_idle(me).map(|it| self.free(it));
            }
            let in_between = self.running_beside(me).iter().any(|compute| {
                matches!(
                    compute.state(),
                    ServerState::Starting | ServerState::Stopping
                )
            });
            // A server of the sandbox's own is there for a moment only.
            let in_between = in_between || freeing.is_some() || self.own.count() > 0;
            let now = Instant::now();
            if (!in_between && now >= moment) || now >= deadline {
                return Err(WakeError::Full {
                    max: self.max_running,
                });
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// The idle server that was used longest ago.
    fn longest_idle(&self, me: Option<&str>) -> Option<Arc<Compute>> {
        let running = self.running_beside(me).into_iter();
        let idle = running.filter(|it| it.state() == ServerState::Awake && !it.is_used());
        idle.min_by_key(|it| it.last_used())
    }

    /// Puts a server to sleep to make room.
    fn free(&self, compute: Arc<Compute>) -> Freeing {
        let asleep = self
            .tasks
            .spawn(async move { compute.sleep_if_idle(Cause::Room).await });
        Freeing {
            asleep,
            since: Instant::now(),
        }
    }

    fn running_beside(&self, me: Option<&str>) -> Vec<Arc<Compute>> {
        let mut all = self.all();
        all.retain(|it| {
            me != Some(it.endpoint_id.as_str())
                && matches!(
                    it.state(),
                    ServerState::Starting | ServerState::Awake | ServerState::Stopping
                )
        });
        all
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, BTreeMap<String, Placed>> {
        self.computes
            .write()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
