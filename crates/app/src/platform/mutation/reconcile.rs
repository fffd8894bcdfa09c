//! Finds out by reading whether a change was done whose reply was lost.
//!
//! One read is not enough: a request that timed out here may still be executed there. So what looks undone is read again a
//! few times before it counts as not done, and what cannot be decided is told as unclear, with what to check.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::answer::{AffectedResources, Found};
use super::client::PlatformClient;
use super::decide::decide;
use super::effects::{PostCommitEffects, tell};
use super::outcome::ReconcileOutcome;
use super::record::{Mutation, Record};
use super::{observe, subject};
use crate::Error;
use crate::core::activity::{self, Note};
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
pub(super) struct Looked {
    pub(super) end: ReconcileOutcome,
    /// Operations that were there: no later mutation began them.
    pub(super) operations: Vec<String>,
}

/// Looks until it is known how the mutation ended, or until it is clear that it takes longer.
pub(super) async fn look(
    account_client: &PlatformClient,
    record: &Record,
    recorded_at: DateTime<Utc>,
    patience: usize,
) -> Result<Looked, Error> {
    let mut last = Looked {
        end: ReconcileOutcome::NotDone,
        operations: Vec::new(),
    };
    if account_client.offset_ms().is_none() {
        // Any reply tells the platform's time; what came of the call itself does not matter here.
        drop(account_client.send(account_client.click().identity()).await);
    }
    for (number, wait) in (1..).zip(LOOKS) {
        if !wait.is_zero() {
            account_client.app.network.environment.sleep(wait).await;
        }
        let since = since(account_client, record, recorded_at);
        let seen = observe::see(account_client, &record.mutation, since).await?;
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
pub(super) fn since(
    account_client: &PlatformClient,
    record: &Record,
    recorded_at: DateTime<Utc>,
) -> DateTime<Utc> {
    let offsets = record
        .offset_ms
        .into_iter()
        .chain(account_client.offset_ms());
    let offset = offsets.min().unwrap_or_default();
    recorded_at + TimeDelta::milliseconds(offset) - GRAIN
}

/// Ends a mutation by what a look says, in the store and in the log. One that no look could be taken at stays open.
pub(super) async fn conclude(
    account_client: &PlatformClient,
    record: &Record,
    intent: &Intent,
    looked: Result<Looked, Error>,
    lost: Error,
    note: Note,
) -> Result<Found, Error> {
    let mutation = &record.mutation;
    let (end, mut ids) = match looked {
        Ok(Looked { end, operations }) => (end, operations),
        Err(_) => (ReconcileOutcome::Later, Vec::new()),
    };
    let result = match end {
        ReconcileOutcome::Done(found) => {
            // The id of a project that was made was in the reply that is lost.
            let made = match &found {
                Found::Project(project) => Some(project.id.as_str()),
                _ => None,
            };
            follow(account_client, mutation, made).await;
            let after =
                PostCommitEffects::of(account_client, mutation, AffectedResources::of(&found));
            after.keep(account_client, mutation).await;
            ids.extend(found.id());
            lost_secret(mutation, &found).map_or(Ok(found), Err)
        }
        ReconcileOutcome::NotDone => Err(not_done(mutation, &lost)),
        ReconcileOutcome::Unclear(check) => {
            tell(&account_client.app, &account_client.account.id, mutation);
            Err(unclear(mutation, &lost, check))
        }
        ReconcileOutcome::Later => {
            tell(&account_client.app, &account_client.account.id, mutation);
            account_client.leave_open();
            return Err(unclear(
                mutation,
                &lost,
                "Plinth looks again by itself and writes into the activity log how it ended."
                    .to_owned(),
            ));
        }
    };
    settle(account_client, intent, ids).await;
    let note = match &result {
        Ok(found) => note
            .made(mutation.made(found.id()))
            .detail("The reply was lost; a look at the platform found it done"),
        Err(error) => note.failed(error),
    };
    activity::record(&account_client.app, note).await;
    result
}

/// A reply had parts that could not be read, so what it did is looked up: the operations that it began, and by whoever
/// shows what it changed.
pub(super) async fn read_again(
    account_client: &PlatformClient,
    mutation: &Mutation,
    made: Option<String>,
    note: Note,
    unread: &[String],
) -> Note {
    let is_project = matches!(mutation, Mutation::CreateProject { .. });
    follow(
        account_client,
        mutation,
        made.as_deref().filter(|_| is_project),
    )
    .await;
    tell(&account_client.app, &account_client.account.id, mutation);
    note.detail(format!(
        "Parts of the reply could not be read and are looked up: {}",
        unread.join(", ")
    ))
}

/// Follows what goes on in the project of a change whose reply did not come to say what it began.
pub(super) async fn follow(
    account_client: &PlatformClient,
    mutation: &Mutation,
    made: Option<&str>,
) {
    let project = mutation
        .project()
        .or(made)
        .filter(|_| !matches!(mutation, Mutation::DeleteProject { .. }));
    let Some(project) = project else { return };
    let followed =
        operations::follow_project(&account_client.app, &account_client.account.id, project).await;
    if let Err(error) = followed {
        tracing::warn!(project, %error, "the operations of a change are not followed");
    }
}

/// The end of a mutation is known: its intent goes, and those of the same thing learn what it made.
pub(super) async fn settle(account_client: &PlatformClient, intent: &Intent, made: Vec<String>) {
    let app = &account_client.app;
    app.locks.made(&intent.subject, &made, app.clock.elapsed());
    let (id, thing) = (intent.id.clone(), intent.subject.clone());
    let settled = app.store.write(move |store| {
        table::intents::settle(store, &id)?;
        for mut other in table::intents::open(store)? {
            if other.kind == IntentKind::ManagementCall
                && other.subject == thing
                && let Ok(mut record) = serde_json::from_value::<Record>(other.detail.take())
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

pub(super) async fn note(account_client: &PlatformClient, record: &Record) -> Note {
    let mutation = &record.mutation;
    let subject = subject::of(account_client, mutation).await;
    Note::new(
        &account_client.app,
        mutation.action(),
        &subject,
        &account_client.account.name,
    )
    .on(&account_client.account.id, mutation.project())
}

/// What was made is of no use without the secret that was in the lost reply.
pub(super) fn lost_secret(mutation: &Mutation, found: &Found) -> Option<Error> {
    match (mutation, found) {
        (Mutation::CreateKey { name, .. }, Found::Key(key)) => Some(
            Error::new(
                ErrorCode::SecretLost,
                format!(
                    "The key {name} exists with the id {}, and its secret was in a reply that was lost",
                    key.id
                ),
            )
            .hint("Revoke it and create it again.")
            .about(key.id.to_string()),
        ),
        (Mutation::EnableAuth { .. }, Found::Integration(integration)) => Some(
            Error::new(
                ErrorCode::SecretLost,
                "The auth integration is set up, and its keys were in a reply that was lost",
            )
            .hint("Create SDK keys to get new ones.")
            .about(integration.auth_provider_project_id.clone()),
        ),
        _ => None,
    }
}

pub(super) fn not_done(mutation: &Mutation, lost: &Error) -> Error {
    let message = format!(
        "{} was not done: {}",
        mutation.action(),
        "the reply was lost, and a look at the platform found nothing of it"
    );
    Error::new(ErrorCode::Platform, message)
        .hint("Try again.")
        .request(lost.request_id())
}

pub(super) fn unclear(mutation: &Mutation, lost: &Error, check: String) -> Error {
    let message = format!(
        "{} may have been done: the reply was lost",
        mutation.action()
    );
    Error::new(ErrorCode::MaybeCreated, message)
        .hint(check)
        .request(lost.request_id())
}
