//! Finds out by reading whether a mutation whose reply was lost was applied.
//!
//! One read is not enough: a request that timed out here may still be executed there. So what looks undone is read again a
//! few times before it counts as not done, and what cannot be decided is reported as unclear, with what to check.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::client::PlatformClient;
use super::decide::ReconcileOutcome;
use super::describe::{Mutation, Record};
use super::follow_up::{self, publish};
use super::observe::{decide, observe};
use crate::Error;
use crate::base::clock::earliest_on_platform;
use crate::core::activity::Note;
use crate::core::event::Event;
use crate::core::names;
use crate::platform::operations;
use crate::store::{Intent, IntentKind, table};
use crate::view::ErrorCode;

/// The waits before each read of a reconciliation.
const READ_DELAYS: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_millis(500),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
];

/// After how many reads a mutation of which nothing is found counts as not done. After a timeout or a cancellation the
/// platform may still be working on the request. A 5xx or a reply that cannot be read comes when that work has ended, so
/// one read is enough. For a cut connection, which shows neither, it is two.
pub(super) fn reads_before_not_done(error: &api::Error) -> usize {
    if error.is_timeout() || error.is_cancelled() {
        4
    } else if error.is_server() || error.is_decode() {
        1
    } else {
        2
    }
}

/// The result of a reconciliation.
pub(super) struct Reconciled<I> {
    pub(super) end: ReconcileOutcome<I>,
    /// Ids of the operations that were read. They count as known ids from now on: no later mutation started them.
    pub(super) operations: Vec<String>,
}

/// Reads until the outcome is certain, or until all of [`READ_DELAYS`] are used up.
pub(super) async fn reconcile<M: Mutation>(
    client: &PlatformClient,
    record: &Record<M>,
    recorded_at: DateTime<Utc>,
    reads_before_not_done: usize,
) -> Result<Reconciled<M::Item>, Error> {
    let mut last = Reconciled {
        end: ReconcileOutcome::NotDone,
        operations: Vec::new(),
    };
    if client.offset_ms().is_none() {
        // Timestamps of the platform cannot be compared with the time of the request before its clock is known. Every reply
        // has that in its head, so the result of this call does not matter.
        drop(client.send(client.click().identity()).await);
    }
    for (number, wait) in (1..).zip(READ_DELAYS) {
        if !wait.is_zero() {
            client.app.network.environment.sleep(wait).await;
        }
        let since = earliest_on_platform(recorded_at, [record.offset_ms, client.offset_ms()]);
        let seen = observe(client, &record.mutation, since).await?;
        last.operations = seen.operations();
        last.end = decide(record, since, seen);
        match last.end {
            // So far this may only mean "not yet".
            ReconcileOutcome::NotDone if number < reads_before_not_done => {}
            ReconcileOutcome::Later => {}
            _ => break,
        }
    }
    Ok(last)
}

/// Ends a mutation by the result of its reconciliation: stores its effects, removes its intent and writes the activity log.
/// When nothing could be read, or an operation is still running, the intent stays open and the watcher tries again.
pub(super) async fn finish_reconciled<M: Mutation>(
    client: &PlatformClient,
    record: &Record<M>,
    intent: &Intent,
    reconciled: Result<Reconciled<M::Item>, Error>,
    lost: Error,
    note: Note,
) -> Result<Option<M::Item>, Error> {
    let mutation = &record.mutation;
    let account = client.account.id.as_str();
    let mut made = None;
    let (end, mut ids) = match reconciled {
        Ok(Reconciled { end, operations }) => (end, operations),
        Err(_) => (ReconcileOutcome::Later, Vec::new()),
    };
    let result = match end {
        ReconcileOutcome::Done(found) => {
            let id = found.as_ref().and_then(M::id);
            // The reply with the id of a new project is lost, so its operations are found by the id that was read.
            made = mutation.subject().made(id.clone());
            follow(client, mutation, made.as_deref()).await;
            let affected = found.as_ref().map(M::affected).unwrap_or_default();
            follow_up::done(client, mutation, affected).await;
            ids.extend(id);
            let lost_secret = found.as_ref().and_then(|found| mutation.lost_secret(found));
            lost_secret.map_or(Ok(found), Err)
        }
        ReconcileOutcome::NotDone => Err(not_done(&lost)),
        ReconcileOutcome::Unclear(check) => {
            publish(&client.app, account, mutation);
            Err(unclear(mutation, &lost, check))
        }
        ReconcileOutcome::Later => {
            publish(&client.app, account, mutation);
            client.leave_open();
            return Err(unclear(
                mutation,
                &lost,
                "Plinth checks again and records the result in History.".to_owned(),
            ));
        }
    };
    let note = match &result {
        Ok(_) => note
            .made(made)
            .detail("The platform did not confirm it; a check found it done"),
        Err(error) => note.failed(error),
    };
    close_intent::<M>(client, intent, ids, note).await;
    result
}

/// For a reply with parts that could not be read: reads which operations it started, and has the views of what it changed
/// read again.
pub(super) async fn read_again(
    client: &PlatformClient,
    mutation: &impl Mutation,
    made: Option<String>,
    note: Note,
    unread: &[String],
) -> Note {
    let made = mutation.subject().made(made);
    follow(client, mutation, made.as_deref()).await;
    publish(&client.app, &client.account.id, mutation);
    note.detail(format!(
        "Couldn't read parts of the response, so they are looked up: {}",
        unread.join(", ")
    ))
}

/// Follows all open operations of the mutation's project, as no reply says which of them it started.
async fn follow(client: &PlatformClient, mutation: &impl Mutation, made: Option<&str>) {
    let subject = mutation.subject();
    let project = subject.project.or(made).filter(|_| !subject.ends_project);
    let Some(project) = project else { return };
    let followed = operations::follow_project(&client.app, &client.account.id, project).await;
    if let Err(error) = followed {
        tracing::warn!(project, %error, "the operations of a change are not followed");
    }
}

/// Removes the intent of a mutation whose end is known, and puts its note into the log in the same step: a crash leaves both to
/// be done or none. The ids that it made are noted twice: in memory for the mutations
/// to come, and in the open intents with the same lock, whose reconciliation may run only after a restart.
pub(super) async fn close_intent<M: Mutation>(
    client: &PlatformClient,
    intent: &Intent,
    made: Vec<String>,
    note: Note,
) {
    let app = &client.app;
    app.locks.made(&intent.subject, &made, app.clock.elapsed());
    let (id, lock) = (intent.id.clone(), intent.subject.clone());
    let closed = app.store.write(move |store| {
        table::intents::close(store, &id)?;
        for mut other in table::intents::open(store)? {
            if other.kind == IntentKind::ManagementCall
                && other.subject == lock
                && let Ok(mut record) = serde_json::from_value::<Record<M>>(other.detail.take())
            {
                record.known.extend_from_slice(&made);
                other.detail = serde_json::to_value(record).unwrap_or_default();
                table::intents::change(store, &other)?;
            }
        }
        note.add(store)
    });
    match closed.await {
        Ok(()) => app.events.publish(Event::ActivityAdded),
        // The intent stays open, and the next reconciliation comes to the same result.
        Err(error) => tracing::error!(%error, "the end of a change could not be stored"),
    }
}

pub(super) async fn note(client: &PlatformClient, record: &Record<impl Mutation>) -> Note {
    let target = target(client, &record.mutation).await;
    let subject = record.mutation.subject();
    Note::new(&client.app, subject.action, &target, &client.account.name)
        .on(&client.account.id, subject.project)
}

/// A mutation's target by name, such as `shop-prod / main`, or by id where no name is known.
pub(super) async fn target(client: &PlatformClient, mutation: &impl Mutation) -> String {
    let (app, account) = (&client.app, &client.account.id);
    let subject = mutation.subject();
    let name = mutation.target_name(app, account).await;
    let Some(project) = subject.project else {
        return name.unwrap_or_else(|| subject.target.into_owned());
    };
    let project_name = names::project_name(app, account, project).await;
    let mut parts = vec![project_name.unwrap_or_else(|| project.to_owned())];
    if let Some(branch) = subject.branch {
        let name = names::branch_name(app, account, project, branch).await;
        parts.push(name.unwrap_or_else(|| branch.to_owned()));
    }
    let is_named = subject.target == project || Some(&*subject.target) == subject.branch;
    if !is_named {
        parts.push(name.unwrap_or_else(|| subject.target.into_owned()));
    }
    parts.join(" / ")
}

fn not_done(lost: &Error) -> Error {
    let message = "The platform did not confirm it, and a check found that nothing changed";
    Error::new(ErrorCode::Platform, message)
        .hint("Try again.")
        .request(lost.request_id())
}

fn unclear(mutation: &impl Mutation, lost: &Error, check: String) -> Error {
    let message = format!(
        "{}: the platform did not confirm it, so it may have been done",
        mutation.subject().action.order()
    );
    Error::new(ErrorCode::MaybeCreated, message)
        .hint(check)
        .request(lost.request_id())
}
