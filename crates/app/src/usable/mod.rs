//! Whether what a click made or started takes connections, asked by a real one. Never done in the background, and not
//! taken up again by a next run: nobody waits for it then.

mod probe;

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio_util::sync::{CancellationToken, DropGuard};

use crate::connect::DatabaseUrl;
use crate::connection::NewConnection;
use crate::fact::Fact;
use crate::guard::lock;
use crate::view::{ErrorView, OperationView, UsableState, UsableView};
use crate::{App, Error, accounts};

/// How many are kept; the oldest go first.
const KEPT: usize = 100;

/// What is known since the app started, the newest first.
pub async fn list(app: &App) -> Result<Vec<UsableView>, Error> {
    Ok(lock(&app.probes.known)
        .iter()
        .map(|entry| entry.view.clone())
        .collect())
}

/// What was asked, and what came of it.
#[derive(Debug, Default)]
pub(crate) struct Probes {
    known: Mutex<VecDeque<Entry>>,
    begun: AtomicU64,
    stop: CancellationToken,
}

#[derive(Debug)]
struct Entry {
    view: UsableView,
    /// Ends the probe when the entry goes: by a newer click, or because the thing is gone.
    _stop: DropGuard,
    number: u64,
}

/// When somebody clicked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Click(Duration);

/// What a click began.
#[derive(Clone, Debug)]
pub(crate) struct Begun {
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

impl Click {
    /// To be called before anything is sent.
    pub(crate) fn now(app: &App) -> Self {
        Self(app.network.environment.elapsed())
    }

    /// Follows what it began until a connection answered, or it is clear that none will.
    pub(crate) fn follow(self, app: &App, begun: Begun) {
        if accounts::ensure_writable(app, &begun.account_id).is_err() {
            return;
        }
        let probe = app.probes.begin(app, &begun);
        app.tasks.spawn(probe::run(app.weak(), self, begun, probe));
    }

    fn milliseconds(self, app: &App) -> u32 {
        let passed = app.network.environment.elapsed().saturating_sub(self.0);
        u32::try_from(passed.as_millis()).unwrap_or(u32::MAX)
    }
}

impl Begun {
    /// The operations of a reply.
    pub(crate) fn ids(operations: &[OperationView]) -> Vec<String> {
        operations.iter().map(|it| it.id.clone()).collect()
    }

    /// The first connection of a reply, without the pooler.
    pub(crate) fn url(connections: &[NewConnection]) -> Option<DatabaseUrl> {
        Some(connections.first()?.url().ok()?.direct())
    }
}

/// A probe that runs.
struct Probe {
    number: u64,
    stop: CancellationToken,
}

impl Probes {
    /// Ends all probes.
    pub(crate) fn stop(&self) {
        self.stop.cancel();
    }

    fn begin(&self, app: &App, begun: &Begun) -> Probe {
        let stop = self.stop.child_token();
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let mut known = lock(&self.known);
        known.retain(|entry| !entry.is_about(begun));
        known.truncate(KEPT - 1);
        known.push_front(Entry {
            view: UsableView {
                account_id: begun.account_id.clone(),
                project_id: begun.project_id.clone(),
                branch_id: begun.branch_id.clone(),
                compute_id: begun.compute_id.clone(),
                state: UsableState::Waiting,
                since: app.clock.now(),
                milliseconds: None,
                error: None,
            },
            _stop: stop.clone().drop_guard(),
            number,
        });
        drop(known);
        tell(app, &begun.account_id, &begun.project_id);
        Probe { number, stop }
    }

    /// Changes what is said of a probe, unless a newer one took its place.
    fn say(&self, app: &App, number: u64, change: impl FnOnce(&mut UsableView)) {
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
            tell(app, &before.account_id, &before.project_id);
        }
    }

    fn remove(&self, app: &App, gone: impl Fn(&Entry) -> bool) {
        let mut known = lock(&self.known);
        let (out, stay): (VecDeque<_>, _) = std::mem::take(&mut *known).into_iter().partition(gone);
        *known = stay;
        drop(known);
        for entry in out {
            tell(app, &entry.view.account_id, &entry.view.project_id);
        }
    }
}

impl Entry {
    /// Whether it is about the same compute, or the same branch where no compute was named.
    fn is_about(&self, begun: &Begun) -> bool {
        let view = &self.view;
        let same_compute = match (&view.compute_id, &begun.compute_id) {
            (Some(known), Some(begun)) => known == begun,
            _ => true,
        };
        view.account_id == begun.account_id
            && view.project_id == begun.project_id
            && view.branch_id == begun.branch_id
            && same_compute
    }
}

/// Forgets what is known of something that is gone, or of a compute that was put to sleep.
pub(crate) fn forget(
    app: &App,
    account_id: &str,
    project_id: &str,
    gone: impl Fn(&UsableView) -> bool,
) {
    app.probes.remove(app, |entry| {
        let view = &entry.view;
        view.account_id == account_id && view.project_id == project_id && gone(view)
    });
}

/// Forgets what is known of an account.
pub(crate) fn forget_account(app: &App, account_id: &str) {
    app.probes
        .remove(app, |entry| entry.view.account_id == account_id);
}

fn tell(app: &App, account_id: &str, project_id: &str) {
    app.facts.tell(Fact::UsableChanged {
        account_id: account_id.to_owned(),
        project_id: project_id.to_owned(),
    });
}

fn failed(view: &mut UsableView, error: Error) {
    view.state = UsableState::Failed;
    view.error = Some(ErrorView::from(error));
}
