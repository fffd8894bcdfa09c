//! The task that looks when the schedule says so. It never connects to a database.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures::stream::{self, StreamExt};
use tokio::sync::Notify;
use tokio::task::AbortHandle;

use super::schedule::{self, Watched};
use crate::app::WeakApp;
use crate::fact::Fact;
use crate::guard::lock;
use crate::store::{Kept, Row, table};
use crate::view::{ErrorCode, TemporaryState};
use crate::{App, Error, accounts, keychain, secrets, temporary};

/// How many looks at the same time.
const AT_ONCE: usize = 4;

/// The longest sleep while something is watched, so that a resumed machine notices soon.
const LONGEST_NAP: Duration = Duration::from_secs(30);

/// The longest sleep while nothing is.
const IDLE_NAP: Duration = Duration::from_secs(600);

/// How long before secrets that the keychain did not take are offered to it again.
const SAVE_AGAIN: TimeDelta = TimeDelta::seconds(30);

/// The watcher's task and what it knows besides the store.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    wake: Arc<Notify>,
    task: Mutex<Option<AbortHandle>>,
    looks: Mutex<HashMap<String, Looks>>,
    saved_at: Mutex<Option<DateTime<Utc>>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Looks {
    looked_at: Option<DateTime<Utc>>,
    failures: u32,
    claiming_since: Option<DateTime<Utc>>,
    /// The id could not be read; nothing is tried until the keychain answers.
    without_secrets: bool,
    /// Its place had an address at the last look.
    was_available: bool,
}

impl Watch {
    /// Something changed that may make a look due earlier.
    pub(crate) fn wake(&self) {
        for looks in lock(&self.looks).values_mut() {
            looks.without_secrets = false;
        }
        self.wake.notify_one();
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(task) = lock(&self.task).take() {
            task.abort();
        }
    }
}

/// Starts the task. It ends when the core is closed or dropped.
pub(crate) fn begin(app: &App) {
    let (weak, closing, wake) = (app.weak(), app.closing.clone(), Arc::clone(&app.watch.wake));
    let task = tokio::spawn(async move {
        closing.run_until_cancelled(run(weak, &wake)).await;
    });
    *lock(&app.watch.task) = Some(task.abort_handle());
}

async fn run(weak: WeakApp, wake: &Notify) {
    let Some(app) = weak.upgrade() else { return };
    // What it finds is told by a fact.
    drop(keychain::probe(&app).await);
    if let Err(error) = temporary::end_seedings(&app).await {
        tracing::warn!(%error, "seedings of an earlier run were not ended");
    }
    drop(app);
    loop {
        let Some(app) = weak.upgrade() else { return };
        let until = match round(&app).await {
            Ok(until) => until,
            Err(error) => {
                tracing::warn!(%error, "the watcher could not look");
                app.clock.elapsed() + LONGEST_NAP
            }
        };
        let sleep = app.clock.sleep(until.saturating_sub(app.clock.elapsed()));
        // The wait must not keep the core alive; the task is stopped with it.
        drop(app);
        tokio::select! {
            () = wake.notified() => {}
            () = sleep => {}
        }
    }
}

/// One round: what was left open, warnings, looks that are due. Returns until when to sleep, on the clock that never goes
/// back.
async fn round(app: &App) -> Result<Duration, Error> {
    let began = app.clock.elapsed();
    temporary::reconcile(app).await?;
    save_again(app).await;
    let rows = app.store.read(table::shelf::all).await?;
    warn(app, &rows).await?;
    let now = app.clock.now();
    let due: Vec<&Row> = rows
        .iter()
        .filter(|row| due_at(app, row, now).is_some_and(|at| at <= now))
        .collect();
    // How it went is on the row and among the looks.
    stream::iter(due)
        .for_each_concurrent(AT_ONCE, |row| async move {
            drop(temporary::look(app, &row.id).await);
        })
        .await;
    let rows = app.store.read(table::shelf::all).await?;
    warn(app, &rows).await?;
    forget_missing(app, &rows);
    let (now, elapsed) = (app.clock.now(), app.clock.elapsed());
    let times: Vec<DateTime<Utc>> = rows
        .iter()
        .flat_map(|row| {
            [
                due_at(app, row, now),
                schedule::next_warning(&watched(app, row), now),
            ]
        })
        .flatten()
        .collect();
    let pending = app.keychain.is_failing() || rows.iter().any(|row| row.kept == Kept::Unsaved);
    let longest = if times.is_empty() && !pending {
        IDLE_NAP
    } else {
        LONGEST_NAP
    };
    let nap = schedule::nap(times, now, longest);
    Ok((elapsed + nap).min(began + longest))
}

/// Notes how a look at a row went that began at `began`, whoever asked for it.
pub(crate) fn looked(app: &App, before: &Row, began: DateTime<Utc>, result: &Result<Row, Error>) {
    let mut looks = lock(&app.watch.looks);
    let known = looks.entry(before.id.clone()).or_default();
    known.looked_at = Some(began);
    known.was_available = accounts::is_available(app, before);
    match result {
        Ok(row) => {
            known.failures = 0;
            let claiming = row.state == TemporaryState::Claiming;
            known.claiming_since = known.claiming_since.or(Some(began)).filter(|_| claiming);
        }
        Err(error) => {
            known.failures = known.failures.saturating_add(1);
            known.without_secrets = is_about_secrets(error.code());
            tracing::debug!(id = before.id, %error, "a look failed");
        }
    }
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
    secrets::save_pending(app).await;
}

fn due_at(app: &App, row: &Row, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    schedule::next_look(&watched(app, row), now)
}

fn watched(app: &App, row: &Row) -> Watched {
    let looks = lock(&app.watch.looks)
        .get(&row.id)
        .copied()
        .unwrap_or_default();
    let available = accounts::is_available(app, row);
    // A place that has come back is looked at anew.
    let fresh = available && looks.was_available;
    Watched {
        state: row.state,
        created_at: row.created_at,
        expires_at: row.expires_at,
        offset: TimeDelta::milliseconds(temporary::offset_ms(app, row)),
        claim_opened_at: row.claim_opened_at,
        claiming_since: looks.claiming_since,
        looked_at: looks.looked_at.filter(|_| fresh),
        failures: if fresh { looks.failures } else { 0 },
        reachable: available && !looks.without_secrets && has_id(app, row),
        warned: row.warned,
    }
}

fn has_id(app: &App, row: &Row) -> bool {
    row.kept == Kept::Keychain || app.secrets.cached(&row.id).is_some()
}

fn is_about_secrets(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::SecretMissing
            | ErrorCode::KeychainAbsent
            | ErrorCode::KeychainLocked
            | ErrorCode::KeychainDenied
    )
}

fn forget_missing(app: &App, rows: &[Row]) {
    lock(&app.watch.looks).retain(|id, _| rows.iter().any(|row| &row.id == id));
}
