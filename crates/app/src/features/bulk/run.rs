//! The task that runs a bulk job, one item after the other. Each item is an ordinary mutation with its journal record, so a
//! lost reply or a crash is reconciled as for any click.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use tokio_util::sync::CancellationToken;

use super::kind::Next;
use super::kinds;
use crate::Error;
use crate::accounts::client;
use crate::core::event::Event;
use crate::core::jobs::{self, Job};
use crate::features::Features;
use crate::model::bulk::Item;
use crate::platform::bulk_jobs::{RunGuard, publish, write_down};
use crate::store::table;
use crate::view::{BulkItemState, BulkState, ErrorCode, ErrorView, JobVerb};

/// After this many items in a row without an answer the job pauses: the rest would get none either.
const MOST_OFFLINE: usize = 3;

/// Runs a job in a task, until nothing is left to be done or the app closes.
pub(super) fn begin(app: &Features, guard: RunGuard) {
    let Some(view) = app.bulks.view(&guard.id) else {
        return;
    };
    let subject = view.verb.action().things(view.items.len());
    let job = jobs::begin(app, JobVerb::Bulk(view.verb), &subject, None, true);
    let (this, id) = (app.clone(), guard.id.clone());
    app.tasks.spawn(async move {
        let ran = AssertUnwindSafe(drive(&this, guard, job)).catch_unwind();
        if ran.await.is_err() {
            // Dropping the guard has paused the job; that is stored and published here.
            store_and_publish(&this, &id).await;
        }
    });
}

async fn drive(app: &Features, mut guard: RunGuard, job: Job) {
    let id = guard.id.clone();
    let id = id.as_str();
    let mut offline = 0;
    loop {
        progress(app, id, &job);
        let Some(next) = take_next(app, id, job.stop()) else {
            // `take_next` has released the job.
            guard.disarm();
            return store_and_publish(app, id).await;
        };
        // Stored as begun before it is sent: after a crash its outcome is open.
        save(app, id, next.index).await;
        let result = kinds::of(next.verb).perform(app, &next).await;
        offline = match &result {
            Err(error) if is_away(error) => offline + 1,
            _ => 0,
        };
        record_result(app, id, &next, result, offline).await;
        save(app, id, next.index).await;
    }
}

/// Stores and publishes how the job was left.
async fn store_and_publish(app: &Features, id: &str) {
    if let Err(error) = write_down(app, id).await {
        tracing::warn!(id, %error, "the end of a bulk job could not be stored");
    }
    publish(app, id);
    // What can be undone says by now which job deleted it.
    app.events.publish(Event::UndoChanged);
}

/// The next item, marked as running; `None` releases the runner.
fn take_next(app: &Features, id: &str, stop: &CancellationToken) -> Option<Next> {
    let mut next = None;
    let changed = app.bulks.change(id, |bulk| {
        if app.bulks.is_closing() {
            // `close` has paused it already, with the reason.
        } else if stop.is_cancelled() {
            bulk.stop();
        } else if bulk.state == BulkState::Running {
            let waits = |item: &Item| item.state == BulkItemState::Waiting;
            if let Some(index) = bulk.items.iter().position(waits) {
                let item = &mut bulk.items[index];
                item.state = BulkItemState::Running;
                next = Some(Next {
                    index,
                    account_id: bulk.account_id.clone(),
                    verb: bulk.verb,
                    target: bulk.target.clone(),
                    item_id: item.item_id.clone(),
                    begun: std::mem::replace(&mut item.begun, true),
                });
                return Ok(());
            }
            bulk.state = BulkState::Done;
        }
        bulk.is_running = false;
        Ok(())
    });
    changed.ok().and(next)
}

/// Nobody answered, not even when a lost reply was reconciled.
fn is_away(error: &Error) -> bool {
    matches!(
        error.code(),
        ErrorCode::Offline | ErrorCode::Timeout | ErrorCode::MaybeCreated
    )
}

/// Notes how an item ended. An error that the next item would meet as well pauses the job, and this item waits with it.
async fn record_result(
    app: &Features,
    id: &str,
    next: &Next,
    result: Result<(), Error>,
    offline: usize,
) {
    if result.is_err() && app.bulks.is_closing() {
        // The app's end cut it off: the next start reconciles it.
        return;
    }
    let reason = match &result {
        Err(error) if stops_all(app, &next.account_id, error).await => Some(error.clone()),
        Err(error) if offline >= MOST_OFFLINE => Some(error.clone()),
        _ => None,
    };
    let is_unclear = matches!(&result, Err(error) if error.code() == ErrorCode::MaybeCreated);
    let changed = app.bulks.change(id, |bulk| {
        let is_stopped = bulk.state == BulkState::Stopped;
        if let Some(reason) = &reason
            && bulk.state == BulkState::Running
        {
            bulk.pause(ErrorView::from(reason.clone()));
        }
        let Some(item) = bulk.items.get_mut(next.index) else {
            return Ok(());
        };
        // It may be done: a later reconciliation finds that, or a 404 when it is tried again.
        item.begun = is_unclear;
        match result {
            Ok(()) => {
                item.state = BulkItemState::Done;
                item.error = None;
            }
            Err(_) if reason.is_some() && !is_stopped => item.state = BulkItemState::Waiting,
            Err(error) => {
                item.state = BulkItemState::Failed;
                item.error = Some(error.into());
            }
        }
        Ok(())
    });
    if let Err(error) = changed {
        tracing::warn!(id, %error, "the result of an item of a bulk job could not be recorded");
    }
}

/// Whether the next item would fail in the same way, because nothing can be sent for this account now.
async fn stops_all(app: &Features, account_id: &str, error: &Error) -> bool {
    match error.code() {
        ErrorCode::Unauthorized
        | ErrorCode::ReadOnly
        | ErrorCode::SandboxStopped
        | ErrorCode::KeychainAbsent
        | ErrorCode::KeychainLocked
        | ErrorCode::KeychainDenied
        | ErrorCode::SecretMissing => true,
        ErrorCode::Invalid => client::is_gone(app, account_id),
        _ => false,
    }
}

async fn save(app: &Features, id: &str, index: usize) {
    let (bulks, of) = (app.bulks.clone(), id.to_owned());
    let write = move |store: &rusqlite::Transaction<'_>| {
        bulks.with(&of, |bulk| table::bulks::save_step(store, bulk, index))
    };
    if let Err(error) = app.store.write(write).await {
        tracing::warn!(id, %error, "the progress of a bulk job could not be stored");
    }
    publish(app, id);
}

fn progress(app: &Features, id: &str, job: &Job) {
    let shown = app.bulks.with(id, |bulk| {
        let ended = bulk.items.iter().filter(|item| !item.is_open()).count();
        let unit = bulk.verb.action().many();
        job.progress(ended as u64, bulk.items.len() as u64, unit);
        Ok(())
    });
    drop(shown);
}
