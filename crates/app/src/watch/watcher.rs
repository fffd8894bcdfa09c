//! The task that looks when the schedule says so. It never connects to a database.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::looks::{Looks, due_at, watched};
use super::operations::{self, Operations};
use super::schedule;
use super::under_way::{UnderWay, unharmed};
use crate::app::WeakApp;
use crate::fact::Fact;
use crate::guard::lock;
use crate::store::{Kept, Row, table};
use crate::{App, Error, accounts, keychain, rotation, temporary};

/// How many looks at the same time, so that a service that hangs does not keep the others waiting.
const AT_ONCE: usize = 8;

/// The longest sleep while something is watched, so that a resumed machine notices soon.
const LONGEST_NAP: Duration = Duration::from_secs(30);

/// The longest sleep while nothing is.
const IDLE_NAP: Duration = Duration::from_secs(600);

/// How long before secrets that the keychain did not take are offered to it again.
const SAVE_AGAIN: TimeDelta = TimeDelta::seconds(30);

/// The watchers' tasks and what they know besides the store.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    wake: Arc<Notify>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    pub(super) operations: Operations,
    pub(super) looks: Looks,
    saved_at: Mutex<Option<DateTime<Utc>>>,
}

impl Watch {
    /// Something changed that may make a look due earlier.
    pub(crate) fn wake(&self) {
        self.looks.try_secrets_again();
        self.wake.notify_one();
        self.operations.wake();
    }

    /// There are more operations to follow.
    pub(crate) fn look_at_operations(&self) {
        self.operations.look();
    }

    /// An account is gone.
    pub(crate) fn forget_account(&self, account_id: &str) {
        self.operations.forget(account_id);
    }

    /// An account's platform answered somebody.
    pub(crate) fn heard(&self, account_id: &str) {
        self.operations.heard(account_id);
    }

    /// Ends the tasks and waits until they have ended, so that nothing is written down as told that nobody hears.
    pub(crate) async fn stop(&self) {
        let tasks = std::mem::take(&mut *lock(&self.tasks));
        for task in tasks {
            task.abort();
            // An aborted task ends with an error.
            drop(task.await);
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        for task in lock(&self.tasks).drain(..) {
            task.abort();
        }
    }
}

/// Starts the tasks. They end when the core is closed or dropped.
pub(crate) fn begin(app: &App) {
    let (weak, wake) = (app.weak(), Arc::clone(&app.watch.wake));
    let task = tokio::spawn(async move { run(weak, &wake).await });
    let of_operations = tokio::spawn(operations::run(app.weak()));
    *lock(&app.watch.tasks) = vec![task, of_operations];
}

async fn run(weak: WeakApp, wake: &Notify) {
    let Some(app) = weak.upgrade() else { return };
    unharmed(at_first(&app)).await;
    drop(app);
    let mut under_way = UnderWay::default();
    loop {
        let Some(app) = weak.upgrade() else { return };
        let until = match unharmed(round(&app, &mut under_way)).await {
            Some(Ok(until)) => until,
            Some(Err(error)) => {
                tracing::warn!(%error, "the watcher could not look");
                app.clock.elapsed() + LONGEST_NAP
            }
            None => app.clock.elapsed() + LONGEST_NAP,
        };
        let sleep = app.clock.sleep(until.saturating_sub(app.clock.elapsed()));
        // The wait must not keep the core alive; the task is stopped with it.
        drop(app);
        tokio::select! {
            () = wake.notified() => {}
            () = under_way.end_one() => {}
            () = sleep => {}
        }
    }
}

async fn at_first(app: &App) {
    // What it finds is told by a fact.
    drop(keychain::probe(app).await);
    accounts::read_keys(app, false).await;
    if let Err(error) = temporary::end_seedings(app).await {
        tracing::warn!(%error, "seedings of an earlier run were not ended");
    }
}

/// One round: what was left open, warnings, looks that are due. Returns until when to sleep, on the clock that never goes
/// back.
async fn round(app: &App, under_way: &mut UnderWay) -> Result<Duration, Error> {
    let began = app.clock.elapsed();
    if let Err(error) = temporary::reconcile(app).await {
        tracing::warn!(%error, "what was left open could not be taken up");
    }
    save_again(app).await;
    let rotation_waits = match rotation::take_up(app).await {
        Ok(waits) => waits,
        Err(error) => {
            tracing::warn!(%error, "rotations that were left open could not be taken up");
            true
        }
    };
    let rows = app.store.read(table::shelf::all).await?;
    app.watch.looks.keep(&rows);
    warn(app, &rows).await?;
    let (now, elapsed) = (app.clock.now(), app.clock.elapsed());
    let mut times = Vec::new();
    for row in &rows {
        times.extend(schedule::next_warning(&watched(app, row), now));
        match due_at(app, row, now) {
            Some(at) if at <= now => begin_look(app, row, under_way),
            Some(at) => times.push(at),
            None => {}
        }
    }
    let is_unsaved = |row: &Row| row.kept == Kept::Unsaved;
    let pending = app.keychain.is_failing() || rotation_waits || rows.iter().any(is_unsaved);
    let idle = times.is_empty() && under_way.count() == 0 && !pending;
    let longest = if idle { IDLE_NAP } else { LONGEST_NAP };
    let nap = schedule::nap(times, now, longest);
    Ok((elapsed + nap).min(began + longest))
}

fn begin_look(app: &App, row: &Row, under_way: &mut UnderWay) {
    if under_way.count() >= AT_ONCE || under_way.holds(&row.id) {
        return;
    }
    let (app, id) = (app.clone(), row.id.clone());
    under_way.begin(&row.id, async move {
        // How it went is on the row and among the looks.
        drop(temporary::look(&app, &id).await);
    });
}

/// Tells each warning that is due, after it was written down, so that it is told once.
async fn warn(app: &App, rows: &[Row]) -> Result<(), Error> {
    for row in rows {
        let Some(warning) = schedule::warning_due(&watched(app, row), app.clock.now()) else {
            continue;
        };
        let id = row.id.clone();
        let change = move |store: &rusqlite::Transaction<'_>| {
            // The row may have been forgotten since it was read.
            match table::shelf::find(store, &id)? {
                Some(_) => {
                    table::shelf::change(store, &id, |row| row.warned = Some(warning)).map(Some)
                }
                None => Ok(None),
            }
        };
        if let Some(row) = app.store.write(change).await? {
            app.facts.tell(Fact::ExpiryNeared {
                id: row.id,
                name: row.name,
                warning,
            });
        }
    }
    Ok(())
}

/// Asks a keychain that failed again, and offers it the secrets that it did not take. Not too often.
async fn save_again(app: &App) {
    let now = app.clock.now();
    {
        let mut saved_at = lock(&app.watch.saved_at);
        if saved_at.is_some_and(|at| at <= now && now < at + SAVE_AGAIN) {
            return;
        }
        *saved_at = Some(now);
    }
    keychain::probe_again(app).await;
    accounts::read_keys(app, false).await;
    temporary::save_pending(app).await;
}
