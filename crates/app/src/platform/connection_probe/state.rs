//! The probes of this run and their results.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::base::guard::lock;
use crate::core::Core;
use crate::core::event::Event;
use crate::tools::connect::DatabaseUrl;
use crate::tools::new_connection::NewConnection;
use crate::view::{ConnectionProbeState, ConnectionProbeView, OperationView};

/// How many results are kept; the oldest are dropped first.
const KEPT: usize = 100;

/// The probes of this run, and the queue of those to be run.
#[derive(Debug)]
pub(crate) struct Probes {
    pub(crate) known: Mutex<VecDeque<TrackedProbe>>,
    next_number: AtomicU64,
    pub(crate) stop: CancellationToken,
    sender: UnboundedSender<QueuedProbe>,
    /// Taken once, by the task that runs the probes. It is at a higher level, which this module cannot call.
    pub(crate) queue: Mutex<Option<UnboundedReceiver<QueuedProbe>>>,
}

/// A probe that is to be run.
#[derive(Debug)]
pub(crate) struct QueuedProbe {
    pub(crate) click: ClickTime,
    pub(crate) target: ProbeTarget,
    pub(crate) probe: ProbeHandle,
}

#[derive(Debug)]
pub(crate) struct TrackedProbe {
    pub(crate) view: ConnectionProbeView,
    /// Ends the probe when the entry is dropped: by a newer click, or because its subject was deleted.
    _stop: DropGuard,
    pub(crate) number: u64,
}

/// When somebody clicked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClickTime(pub(crate) Duration);

/// What a click began.
#[derive(Clone, Debug)]
pub(crate) struct ProbeTarget {
    pub(crate) account_id: String,
    pub(crate) project_id: String,
    pub(crate) branch_id: String,
    /// The compute to connect to; the branch's writable one, if it has one, when `None`.
    pub(crate) compute_id: Option<String>,
    /// How to connect, where the reply said it.
    pub(crate) url: Option<DatabaseUrl>,
    /// Ids of the operations that have to end first.
    pub(crate) operations: Vec<String>,
}

/// A probe that runs.
#[derive(Debug)]
pub(crate) struct ProbeHandle {
    pub(crate) number: u64,
    pub(crate) stop: CancellationToken,
}

impl TrackedProbe {
    /// Whether it is about the same compute, or the same branch where no compute was named.
    fn is_about(&self, target: &ProbeTarget) -> bool {
        let view = &self.view;
        let same_compute = match (&view.compute_id, &target.compute_id) {
            (Some(known), Some(wanted)) => known == wanted,
            _ => true,
        };
        view.account_id == target.account_id
            && view.project_id == target.project_id
            && view.branch_id == target.branch_id
            && same_compute
    }
}

impl ProbeTarget {
    /// The operations of a reply.
    pub(crate) fn ids(operations: &[OperationView]) -> Vec<String> {
        operations.iter().map(|it| it.id.clone()).collect()
    }

    /// The first connection of a reply, without the pooler.
    pub(crate) fn url(connections: &[NewConnection]) -> Option<DatabaseUrl> {
        Some(connections.first()?.url().ok()?.direct())
    }
}

impl Default for Probes {
    fn default() -> Self {
        let (sender, queue) = unbounded_channel();
        Self {
            known: Mutex::default(),
            next_number: AtomicU64::default(),
            stop: CancellationToken::default(),
            sender,
            queue: Mutex::new(Some(queue)),
        }
    }
}

impl Probes {
    /// Queues a probe.
    pub(crate) fn enqueue(&self, queued: QueuedProbe) {
        // It fails only when the app closes and the receiver is gone.
        drop(self.sender.send(queued));
    }

    /// Ends all probes.
    pub(crate) fn stop(&self) {
        self.stop.cancel();
    }

    pub(crate) fn begin(&self, app: &Core, target: &ProbeTarget) -> ProbeHandle {
        let stop = self.stop.child_token();
        let number = self.next_number.fetch_add(1, Ordering::Relaxed);
        let mut known = lock(&self.known);
        known.retain(|entry| !entry.is_about(target));
        known.truncate(KEPT - 1);
        known.push_front(TrackedProbe {
            view: ConnectionProbeView {
                account_id: target.account_id.clone(),
                project_id: target.project_id.clone(),
                branch_id: target.branch_id.clone(),
                compute_id: target.compute_id.clone(),
                state: ConnectionProbeState::Waiting,
                since: app.clock.now(),
                milliseconds: None,
                error: None,
            },
            _stop: stop.clone().drop_guard(),
            number,
        });
        drop(known);
        publish(app, &target.account_id, &target.project_id);
        ProbeHandle { number, stop }
    }

    /// Changes the result of a probe, unless a newer one replaced it.
    pub(crate) fn update(
        &self,
        app: &Core,
        number: u64,
        change: impl FnOnce(&mut ConnectionProbeView),
    ) {
        let mut known = lock(&self.known);
        let Some(entry) = known.iter_mut().find(|entry| entry.number == number) else {
            return;
        };
        let before = entry.view.clone();
        change(&mut entry.view);
        if entry.view.state != before.state {
            entry.view.since = app.clock.now();
        }
        if entry.view != before {
            drop(known);
            publish(app, &before.account_id, &before.project_id);
        }
    }

    pub(crate) fn remove(&self, app: &Core, gone: impl Fn(&TrackedProbe) -> bool) {
        let mut known = lock(&self.known);
        let (out, stay): (VecDeque<_>, _) = std::mem::take(&mut *known).into_iter().partition(gone);
        *known = stay;
        drop(known);
        for entry in out {
            publish(app, &entry.view.account_id, &entry.view.project_id);
        }
    }
}

fn publish(app: &Core, account_id: &str, project_id: &str) {
    app.events.publish(Event::ConnectionProbeChanged {
        account_id: account_id.to_owned(),
        project_id: project_id.to_owned(),
    });
}
