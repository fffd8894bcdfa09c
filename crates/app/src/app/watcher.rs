//! The task that reads temporary databases from their platform when the schedule says so, recovers what was left open, and
//! publishes expiry warnings. It never connects to a database.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;

use super::recovery;
use crate::base::under_way::{UnderWay, unharmed};
use crate::core::event::Event;
use crate::core::{Core, keychain, network};
use crate::features::temporary::schedule::{self, due_at, watched};
use crate::features::temporary::seed;
use crate::features::{Features, connection_check, rotation, save, sql, temporary};
use crate::platform::{Platform, operation_watch, shown_views};
use crate::store::{SecretStorage, TemporaryDatabase, table};
use crate::{Error, accounts};

/// How many reads may run at once: with several, a service that hangs does not keep the others waiting.
const AT_ONCE: usize = 8;

/// The longest sleep while something is watched. A sleep may not count the time in which the machine is suspended, so a long
/// one could end late.
const MAX_SLEEP: Duration = Duration::from_secs(30);

/// The longest sleep while nothing is.
const MAX_IDLE_SLEEP: Duration = Duration::from_secs(600);

/// How long before secrets that the keychain did not take are offered to it again.
const SAVE_AGAIN: TimeDelta = TimeDelta::seconds(30);

/// Starts the watchers. They run until they are aborted.
pub(super) fn begin(app: &Features) -> Vec<JoinHandle<()>> {
    let wake = Arc::new(Notify::new());
    let (polls, operations, shown, woken) = (
        Arc::clone(&app.polls),
        Arc::clone(&app.operations),
        Arc::clone(&app.shown),
        Arc::clone(&wake),
    );
    let changed = move || {
        polls.try_secrets_again();
        woken.notify_one();
        operations.resume_accounts();
        shown.plan_again();
    };
    let operations = Arc::clone(&app.operations);
    let (lock, mut locked) = mpsc::unbounded_channel();
    app.signals.connect(
        changed,
        move |account_id| operations.end_outage(account_id),
        move |account_id| drop(lock.send(account_id.to_owned())),
    );
    let features = app.clone();
    let of_locks = tokio::spawn(async move {
        while let Some(account_id) = locked.recv().await {
            seed::stop_of_account(&features, &account_id).await;
            save::stop_of_account(&features, &account_id).await;
            sql::close_of_account(&features, &account_id).await;
        }
    });
    let of_operations = tokio::spawn(operation_watch::run(Platform::clone(app)));
    let of_views = tokio::spawn(shown_views::run(Platform::clone(app)));
    let of_temporary = tokio::spawn(run(app.clone(), wake));
    let of_connections = tokio::spawn(connection_check::serve(app.clone()));
    let of_contacts = tokio::spawn(network::keep(Core::clone(app)));
    vec![
        of_temporary,
        of_operations,
        of_views,
        of_connections,
        of_locks,
        of_contacts,
    ]
}

async fn run(app: Features, wake: Arc<Notify>) {
    unharmed(at_first(&app)).await;
    let mut under_way = UnderWay::default();
    let mut saved_at = None;
    loop {
        let until = match unharmed(round(&app, &mut under_way, &mut saved_at)).await {
            Some(Ok(until)) => until,
            Some(Err(error)) => {
                tracing::warn!(%error, "a round of the watcher failed");
                app.clock.elapsed() + MAX_SLEEP
            }
            None => app.clock.elapsed() + MAX_SLEEP,
        };
        let sleep = app.clock.sleep(until.saturating_sub(app.clock.elapsed()));
        tokio::select! {
            () = wake.notified() => {}
            () = under_way.end_one() => {}
            () = sleep => {}
        }
    }
}

async fn at_first(app: &Features) {
    if let Err(error) = save::end_of_earlier_run(app).await {
        tracing::warn!(%error, "saves of an earlier run were not ended");
    }
    // Its result is published as an event.
    drop(keychain::probe(app).await);
    accounts::read_keys(app, false).await;
    if let Err(error) = temporary::end_seedings(app).await {
        tracing::warn!(%error, "seedings of an earlier run were not ended");
    }
}

/// One round: what was left open, warnings, reads that are due. Returns until when to sleep, by the monotonic clock.
async fn round(
    app: &Features,
    under_way: &mut UnderWay,
    saved_at: &mut Option<DateTime<Utc>>,
) -> Result<Duration, Error> {
    let began = app.clock.elapsed();
    if let Err(error) = recovery::recover(app).await {
        tracing::warn!(%error, "open intents could not be recovered");
    }
    save_again(app, saved_at).await;
    let rotation_waits = match rotation::recover(app).await {
        Ok(waits) => waits,
        Err(error) => {
            tracing::warn!(%error, "rotations that were left open could not be recovered");
            true
        }
    };
    let rows = app.store.read(table::temporary::all).await?;
    app.polls.retain(&rows);
    warn(app, &rows).await?;
    let (now, elapsed) = (app.clock.now(), app.clock.elapsed());
    let mut times = Vec::new();
    for row in &rows {
        times.extend(schedule::next_warning(&watched(app, row), now));
        match due_at(app, row, now) {
            Some(at) if at <= now => begin_poll(app, row, under_way),
            Some(at) => times.push(at),
            None => {}
        }
    }
    let is_unsaved = |row: &TemporaryDatabase| row.secret_storage == SecretStorage::Unsaved;
    let pending = app.keychain.is_failing() || rotation_waits || rows.iter().any(is_unsaved);
    let idle = times.is_empty() && under_way.count() == 0 && !pending;
    let longest = if idle { MAX_IDLE_SLEEP } else { MAX_SLEEP };
    let sleep = schedule::sleep_time(times, now, longest);
    // The round itself may have taken long; that must not put off the next one.
    Ok((elapsed + sleep).min(began + longest))
}

fn begin_poll(app: &Features, row: &TemporaryDatabase, under_way: &mut UnderWay) {
    if under_way.count() >= AT_ONCE || under_way.holds(&row.id) {
        return;
    }
    let (app, id) = (app.clone(), row.id.clone());
    under_way.begin(&row.id, async move {
        // Its result is stored in the row and noted in `polls`.
        drop(temporary::poll(&app, &id).await);
    });
}

/// Publishes each warning that is due, after it was stored: a crash in between loses it rather than repeats it.
async fn warn(app: &Features, rows: &[TemporaryDatabase]) -> Result<(), Error> {
    for row in rows {
        let Some(warning) = schedule::warning_due(&watched(app, row), app.clock.now()) else {
            continue;
        };
        let (of, id) = (app.clone(), row.id.clone());
        let change = move |store: &rusqlite::Transaction<'_>| {
            let is_due = |row: &TemporaryDatabase| {
                schedule::warning_due(&watched(&of, row), of.clock.now()) == Some(warning)
            };
            // The row may have been claimed or forgotten since it was read.
            match table::temporary::find(store, &id)? {
                Some(row) if is_due(&row) => {
                    table::temporary::change(store, &id, |row| row.warned = Some(warning)).map(Some)
                }
                _ => Ok(None),
            }
        };
        if let Some(row) = app.store.write(change).await? {
            app.events.publish(Event::ExpiryNeared {
                id: row.id,
                name: row.name,
                warning,
            });
        }
    }
    Ok(())
}

/// Tries a keychain that failed again, and saves the secrets that it did not take. Not in every round, as a locked keychain
/// may open a prompt.
async fn save_again(app: &Features, saved_at: &mut Option<DateTime<Utc>>) {
    let now = app.clock.now();
    if saved_at.is_some_and(|at| at <= now && now < at + SAVE_AGAIN) {
        return;
    }
    *saved_at = Some(now);
    keychain::probe_again(app).await;
    accounts::read_keys(app, false).await;
    temporary::save_pending(app).await;
}
