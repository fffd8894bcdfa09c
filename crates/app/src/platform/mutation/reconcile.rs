//! Finds out by reading whether a change was done whose reply was lost.
//!
//! One read is not enough: a request that timed out here may still be executed there. So what looks undone is read again a
//! few times before it counts as not done, and what cannot be decided is told as unclear, with what to check.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::client::PlatformClient;
use super::decide::{ReconcileOutcome, decide};
use super::describe::{Mutation, Record};
use super::effects;
use super::effects::publish;
use super::look::see;
use crate::Error;
use crate::core::activity::{self, Note};
use crate::core::names;
use crate::platform::operations;
use crate::store::{Intent, IntentKind, table};
use crate::view::ErrorCode;

/// A platform's clock is read to the second and some time after it was said.
const GRAIN: TimeDelta = TimeDelta::seconds(2);

/// Waits before each look at something that is under way.
const LOOKS: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_millis(500),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
];

/// How many looks may find nothing before that is believed: a request that timed out may still be at work.
pub(super) fn patience(error: &api::Error) -> usize {
    if error.is_timeout() || error.is_cancelled() {
        4
    } else if error.is_server() || error.is_decode() {
        1
    } else {
        2
    }
}

/// What a look came to.
pub(super) struct Looked<I> {
    pub(super) end: ReconcileOutcome<I>,
    /// Operations that were there: no later mutation began them.
    pub(super) operations: Vec<String>,
}

/// Looks until it is known how the mutation ended, or until it is clear that it takes longer.
pub(super) async fn look<M: Mutation>(
    client: &PlatformClient,
    record: &Record<M>,
    recorded_at: DateTime<Utc>,
    patience: usize,
) -> Result<Looked<M::Item>, Error> {
    let mut last = Looked {
        end: ReconcileOutcome::NotDone,
        operations: Vec::new(),
    };
    if client.offset_ms().is_none() {
        // Any reply tells the platform's time; what came of the call itself does not matter here.
        drop(client.send(client.click().identity()).await);
    }
    for (number, wait) in (1..).zip(LOOKS) {
        if !wait.is_zero() {
            client.app.network.environment.sleep(wait).await;
        }
        let since = since(client, record, recorded_at);
        let seen = see(client, &record.mutation, since).await?;
        last.operations = seen.operations();
        last.end = decide(record, since, seen);
        match last.end {
            ReconcileOutcome::NotDone if number < patience => {}
            ReconcileOutcome::Later => {}
            _ => break,
        }
    }
    Ok(last)
}

/// When it left at the earliest, by the platform's clock.
fn since(
    client: &PlatformClient,
    record: &Record<impl Mutation>,
    recorded_at: DateTime<Utc>,
) -> DateTime<Utc> {
    let offsets = record.offset_ms.into_iter().chain(client.offset_ms());
    let offset = offsets.min().unwrap_or_default();
    recorded_at + TimeDelta::milliseconds(offset) - GRAIN
}

/// Ends a mutation by what a look says, in the store and in the log. One that no look could be taken at stays open.
pub(super) async fn conclude<M: Mutation>(
    client: &PlatformClient,
    record: &Record<M>,
    intent: &Intent,
    looked: Result<Looked<M::Item>, Error>,
    lost: Error,
    note: Note,
) -> Result<Option<M::Item>, Error> {
    let mutation = &record.mutation;
    let account = client.account.id.as_str();
    let mut made = None;
    let (end, mut ids) = match looked {
        Ok(Looked { end, operations }) => (end, operations),
        Err(_) => (ReconcileOutcome::Later, Vec::new()),
    };
    let result = match end {
        ReconcileOutcome::Done(found) => {
            let id = found.as_ref().and_then(M::id);
            // The id of a project that was made was in the reply that is lost.
            made = mutation.subject().made(id.clone());
            follow(client, mutation, made.as_deref()).await;
            let affected = found.as_ref().map(M::affected).unwrap_or_default();
            effects::done(client, mutation, affected).await;
            ids.extend(id);
            let lost_secret = found.as_ref().and_then(|found| mutation.lost_secret(found));
            lost_secret.map_or(Ok(found), Err)
        }
        ReconcileOutcome::NotDone => Err(not_done(mutation, &lost)),
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
                "Plinth looks again by itself and writes into the activity log how it ended."
                    .to_owned(),
            ));
        }
    };
    settle::<M>(client, intent, ids).await;
    let note = match &result {
        Ok(_) => note
            .made(made)
            .detail("The reply was lost; a look at the platform found it done"),
        Err(error) => note.failed(error),
    };
    activity::record(&client.app, note).await;
    result
}

/// A reply had parts that could not be read, so what it did is looked up: the operations that it began, and by whoever
/// shows what it changed.
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
        "Parts of the reply could not be read and are looked up: {}",
        unread.join(", ")
    ))
}

/// Follows what goes on in the project of a change whose reply did not come to say what it began.
async fn follow(client: &PlatformClient, mutation: &impl Mutation, made: Option<&str>) {
    let subject = mutation.subject();
    let project = subject.project.or(made).filter(|_| !subject.ends_project);
    let Some(project) = project else { return };
    let followed = operations::follow_project(&client.app, &client.account.id, project).await;
    if let Err(error) = followed {
        tracing::warn!(project, %error, "the operations of a change are not followed");
    }
}

/// The end of a mutation is known: its intent goes, and those of the same thing learn what it made.
pub(super) async fn settle<M: Mutation>(
    client: &PlatformClient,
    intent: &Intent,
    made: Vec<String>,
) {
    let app = &client.app;
    app.locks.made(&intent.subject, &made, app.clock.elapsed());
    let (id, thing) = (intent.id.clone(), intent.subject.clone());
    let settled = app.store.write(move |store| {
        table::intents::settle(store, &id)?;
        for mut other in table::intents::open(store)? {
            if other.kind == IntentKind::ManagementCall
                && other.subject == thing
                && let Ok(mut record) = serde_json::from_value::<Record<M>>(other.detail.take())
            {
                record.known.extend_from_slice(&made);
                other.detail = serde_json::to_value(record).unwrap_or_default();
                table::intents::change(store, &other)?;
            }
        }
        Ok(())
    });
    if let Err(error) = settled.await {
        // It stays open and is looked at again, which finds the same.
        tracing::error!(%error, "the end of a change was not written down");
    }
}

pub(super) async fn note(client: &PlatformClient, record: &Record<impl Mutation>) -> Note {
    let target = target(client, &record.mutation).await;
    let subject = record.mutation.subject();
    Note::new(&client.app, subject.action, &target, &client.account.name)
        .on(&client.account.id, subject.project)
}

/// What a mutation is about, by name, such as `shop-prod / main`. What has no name that was seen is called by its id.
pub(super) async fn target(client: &PlatformClient, mutation: &impl Mutation) -> String {
    let (app, account) = (&client.app, &client.account.id);
    let subject = mutation.subject();
    let Some(project) = subject.project else {
        let name = mutation.target_name(app, account).await;
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
        parts.push(subject.target.into_owned());
    }
    parts.join(" / ")
}

fn not_done(mutation: &impl Mutation, lost: &Error) -> Error {
    let message = format!(
        "{} was not done: {}",
        mutation.subject().action,
        "the reply was lost, and a look at the platform found nothing of it"
    );
    Error::new(ErrorCode::Platform, message)
        .hint("Try again.")
        .request(lost.request_id())
}

fn unclear(mutation: &impl Mutation, lost: &Error, check: String) -> Error {
    let message = format!(
        "{} may have been done: the reply was lost",
        mutation.subject().action
    );
    Error::new(ErrorCode::MaybeCreated, message)
        .hint(check)
        .request(lost.request_id())
}
