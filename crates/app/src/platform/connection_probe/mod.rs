//! Tries whether what a click made or started accepts connections, with a real one. Only after a click, as a connection wakes
//! a compute, and not resumed by the next run, when nobody waits for it.

mod state;

use crate::accounts;
use crate::base::guard::lock;
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::view::ConnectionProbeView;

pub(crate) use state::{ClickTime, ProbeTarget, Probes, QueuedProbe};

/// The probes of this run, the newest first.
#[must_use]
#[operation(Page, Read, connection_probe_list)]
pub fn list(app: &Platform) -> Vec<ConnectionProbeView> {
    let known = lock(&app.probes.known);
    known.iter().map(|entry| entry.view.clone()).collect()
}

impl ClickTime {
    /// Call it before the request is sent: the time until a connection answers counts from here.
    pub(crate) fn now(app: &Platform) -> Self {
        Self(app.network.environment.elapsed())
    }

    /// Queues a probe of what the click began. It ends when a connection answered, or when it is clear that none will.
    pub(crate) fn probe(self, app: &Platform, target: ProbeTarget) {
        if accounts::ensure_writable(app, &target.account_id).is_err() {
            return;
        }
        let probe = app.probes.begin(app, &target);
        app.probes.enqueue(QueuedProbe {
            click: self,
            target,
            probe,
        });
    }
}

/// Drops the probes of something that was deleted, or of a compute that was suspended.
pub(crate) fn forget(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    gone: impl Fn(&ConnectionProbeView) -> bool,
) {
    app.probes.remove(app, |entry| {
        let view = &entry.view;
        view.account_id == account_id && view.project_id == project_id && gone(view)
    });
}

/// Drops the probes of an account.
pub(crate) fn forget_account(app: &Platform, account_id: &str) {
    app.probes
        .remove(app, |entry| entry.view.account_id == account_id);
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[ConnectionProbeList::ENTRY];
