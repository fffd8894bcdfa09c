//! The one door through which every change of the Management API goes.
//!
//! It is written down before it leaves, without its secrets. A reply that is lost is made good by looking at the platform,
//! never by sending again; what a crash left open is looked at in the same way at the next start.

mod after;
mod answer;
mod compare;
mod decide;
mod open;
mod record;
mod seen;
mod subject;
mod turns;

use std::future::Future;
use std::time::Duration;

use api::{Management, Recorder, Reply};
use chrono::{DateTime, TimeDelta, Utc};

use crate::activity::{self, Note};
use crate::checkpoint::Checkpoint;
use crate::intent::{self, Held};
use crate::management::{self, Reach};
use crate::store::{Intent, IntentKind, table};
use crate::view::ErrorCode;
use crate::{App, Error, accounts, operations};

use after::{After, tell};
pub(crate) use after::{auth_changed, project_changed};
use answer::{Answer, Found, Traces, ids};
use decide::{Look, decide};
pub(crate) use open::take_up;
pub(crate) use record::Mutation;
use record::Record;
pub(crate) use turns::Turns;

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

/// Does a mutation and sees it to its end, also when nobody waits for it any more.
///
/// # Errors
/// [`ErrorCode::ReadOnly`] for an account that is locked against changes, [`ErrorCode::Unauthorized`] for one whose key was
/// refused, what its platform says while it has no address; any code of a refusal, then nothing was done.
/// [`ErrorCode::MaybeCreated`] when nobody can say whether it was done; the hint says what to check.
/// [`ErrorCode::SecretLost`] when something was made whose secret was in the lost reply; the error is about its id.
pub(crate) async fn run<T, F>(
    app: &App,
    account_id: &str,
    mutation: Mutation,
    send: impl FnOnce(Management) -> F,
) -> Result<T, Error>
where
    T: Answer,
    F: Future<Output = Result<Reply<T>, api::Error>> + Send + 'static,
{
    let reach = management::of(app, account_id).await?;
    if app.drafts_to().is_some() {
        // Nothing is done, so nothing is to be written down.
        return reach.ask(send(reach.click())).await;
    }
    accounts::must_be_writable(&reach.account)?;
    let recorder = Recorder::pass_through();
    let call = send(reach.click().recorded(&recorder));
    let seen_through = Box::pin(see_through(reach, mutation, recorder, call));
    app.tasks.run(seen_through).await
}

async fn see_through<T: Answer>(
    reach: Reach,
    mutation: Mutation,
    recorder: Recorder,
    call: impl Future<Output = Result<Reply<T>, api::Error>> + Send,
) -> Result<T, Error> {
    let app = reach.app.clone();
    let thing = format!("{}/{}", reach.account.id, mutation.thing());
    let _turn = app.turns.turn(&thing).await;
    open::clear(&reach, &thing).await;
    let record = Record {
        account: reach.account.id.clone(),
        mutation,
        known: app.turns.known(&thing, app.clock.elapsed()),
        offset_ms: reach.offset_ms(),
    };
    let held = write_down(&app, &thing, &record).await?;
    app.checkpoints.passed(Checkpoint::MutationIntended);
    match reach.hear(call).await {
        Ok(reply) => {
            app.checkpoints.passed(Checkpoint::MutationAnswered);
            let operations = reply.value.operations();
            let target = subject::of(&reach, &record.mutation).await;
            let action = record.mutation.action();
            operations::track(&app, &record.account, operations, action, &target).await;
            // With the names as they were before.
            let note = note(&reach, &record)
                .await
                .sent(&recorder, reach.profile)
                .made(record.mutation.made(reply.value.id()))
                .began(reply.value.operations())
                .request(reply.request_id.as_deref());
            let after = After::of(&reach, &record.mutation, reply.value.traces());
            after.keep(&reach, &record.mutation).await;
            let note = match reply.unread.is_empty() {
                true => note,
                false => {
                    let made = reply.value.id();
                    read_again(&reach, &record.mutation, made, note, &reply.unread).await
                }
            };
            settle(&reach, &held.intent, ids(&reply)).await;
            activity::record(&app, note).await;
            Ok(reply.value)
        }
        Err(error) if error.is_maybe_applied() => {
            let looked = look(&reach, &record, held.intent.recorded_at, patience(&error)).await;
            let note = note(&reach, &record).await.sent(&recorder, reach.profile);
            let found = conclude(&reach, &record, &held.intent, looked, error.into(), note).await?;
            T::of(found).ok_or_else(|| Error::internal("A look found something else"))
        }
        Err(error) => {
            let error = Error::from(error);
            if error.code() == ErrorCode::NotFound {
                after::not_there(&reach, &record.mutation).await;
            }
            settle(&reach, &held.intent, Vec::new()).await;
            let note = note(&reach, &record).await.sent(&recorder, reach.profile);
            activity::record(&app, note.failed(&error)).await;
            Err(error)
        }
    }
}

async fn write_down(app: &App, thing: &str, record: &Record) -> Result<Held, Error> {
    let detail = serde_json::to_value(record)
        .map_err(|_| Error::internal("The change could not be written down"))?;
    let held = intent::hold(app, IntentKind::ManagementCall, thing, detail);
    let intent = held.intent.clone();
    let written = move |store: &rusqlite::Transaction<'_>| table::intents::record(store, &intent);
    app.store.write(written).await?;
    Ok(held)
}

/// What of a request can be seen afterwards.
pub(crate) fn expected(request: &impl serde::Serialize) -> Result<serde_json::Value, Error> {
    serde_json::to_value(request)
        .map_err(|_| Error::internal("The change could not be written down"))
}

/// How many looks may find nothing before that is believed: a request that timed out may still be at work.
fn patience(error: &api::Error) -> usize {
    if error.is_timeout() || error.is_cancelled() {
        4
    } else if error.is_server() || error.is_decode() {
        1
    } else {
        2
    }
}

/// What a look came to.
struct Looked {
    end: Look,
    /// Operations that were there: no later mutation began them.
    operations: Vec<String>,
}

/// Looks until it is known how the mutation ended, or until it is clear that it takes longer.
async fn look(
    reach: &Reach,
    record: &Record,
    recorded_at: DateTime<Utc>,
    patience: usize,
) -> Result<Looked, Error> {
    let mut last = Looked {
        end: Look::NotDone,
        operations: Vec::new(),
    };
    if reach.offset_ms().is_none() {
        // Any reply tells the platform's time; what came of the call itself does not matter here.
        drop(reach.hear(reach.click().identity()).await);
    }
    for (number, wait) in (1..).zip(LOOKS) {
        if !wait.is_zero() {
            reach.app.network.environment.sleep(wait).await;
        }
        let since = since(reach, record, recorded_at);
        let seen = seen::see(reach, &record.mutation, since).await?;
        last.operations = seen.operations();
        last.end = decide(record, since, seen);
        match last.end {
            Look::NotDone if number < patience => {}
            Look::Later => {}
            _ => break,
        }
    }
    Ok(last)
}

/// When it left at the earliest, by the platform's clock.
fn since(reach: &Reach, record: &Record, recorded_at: DateTime<Utc>) -> DateTime<Utc> {
    let offsets = record.offset_ms.into_iter().chain(reach.offset_ms());
    let offset = offsets.min().unwrap_or_default();
    recorded_at + TimeDelta::milliseconds(offset) - GRAIN
}

/// Ends a mutation by what a look says, in the store and in the log. One that no look could be taken at stays open.
async fn conclude(
    reach: &Reach,
    record: &Record,
    intent: &Intent,
    looked: Result<Looked, Error>,
    lost: Error,
    note: Note,
) -> Result<Found, Error> {
    let mutation = &record.mutation;
    let (end, mut ids) = match looked {
        Ok(Looked { end, operations }) => (end, operations),
        Err(_) => (Look::Later, Vec::new()),
    };
    let result = match end {
        Look::Done(found) => {
            // The id of a project that was made was in the reply that is lost.
            let made = match &found {
                Found::Project(project) => Some(project.id.as_str()),
                _ => None,
            };
            follow(reach, mutation, made).await;
            let after = After::of(reach, mutation, Traces::of(&found));
            after.keep(reach, mutation).await;
            ids.extend(found.id());
            lost_secret(mutation, &found).map_or(Ok(found), Err)
        }
        Look::NotDone => Err(not_done(mutation, &lost)),
        Look::Unclear(check) => {
            tell(&reach.app, &reach.account.id, mutation);
            Err(unclear(mutation, &lost, check))
        }
        Look::Later => {
            tell(&reach.app, &reach.account.id, mutation);
            reach.leave_open();
            return Err(unclear(
                mutation,
                &lost,
                "Plinth looks again by itself and writes into the activity log how it ended."
                    .to_owned(),
            ));
        }
    };
    settle(reach, intent, ids).await;
    let note = match &result {
        Ok(found) => note
            .made(mutation.made(found.id()))
            .detail("The reply was lost; a look at the platform found it done"),
        Err(error) => note.failed(error),
    };
    activity::record(&reach.app, note).await;
    result
}

/// A reply had parts that could not be read, so what it did is looked up: the operations that it began, and by whoever
/// shows what it changed.
async fn read_again(
    reach: &Reach,
    mutation: &Mutation,
    made: Option<String>,
    note: Note,
    unread: &[String],
) -> Note {
    let is_project = matches!(mutation, Mutation::CreateProject { .. });
    follow(reach, mutation, made.as_deref().filter(|_| is_project)).await;
    tell(&reach.app, &reach.account.id, mutation);
    note.detail(format!(
        "Parts of the reply could not be read and are looked up: {}",
        unread.join(", ")
    ))
}

/// Follows what goes on in the project of a change whose reply did not come to say what it began.
async fn follow(reach: &Reach, mutation: &Mutation, made: Option<&str>) {
    let project = mutation
        .project()
        .or(made)
        .filter(|_| !matches!(mutation, Mutation::DeleteProject { .. }));
    let Some(project) = project else { return };
    let followed = operations::follow_project(&reach.app, &reach.account.id, project).await;
    if let Err(error) = followed {
        tracing::warn!(project, %error, "the operations of a change are not followed");
    }
}

/// The end of a mutation is known: its intent goes, and those of the same thing learn what it made.
async fn settle(reach: &Reach, intent: &Intent, made: Vec<String>) {
    let app = &reach.app;
    app.turns.made(&intent.subject, &made, app.clock.elapsed());
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

async fn note(reach: &Reach, record: &Record) -> Note {
    let mutation = &record.mutation;
    let subject = subject::of(reach, mutation).await;
    Note::new(&reach.app, mutation.action(), &subject, &reach.account.name)
        .on(&reach.account.id, mutation.project())
}

/// What was made is of no use without the secret that was in the lost reply.
fn lost_secret(mutation: &Mutation, found: &Found) -> Option<Error> {
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

fn not_done(mutation: &Mutation, lost: &Error) -> Error {
    let message = format!(
        "{} was not done: {}",
        mutation.action(),
        "the reply was lost, and a look at the platform found nothing of it"
    );
    Error::new(ErrorCode::Platform, message)
        .hint("Try again.")
        .request(lost.request_id())
}

fn unclear(mutation: &Mutation, lost: &Error, check: String) -> Error {
    let message = format!(
        "{} may have been done: the reply was lost",
        mutation.action()
    );
    Error::new(ErrorCode::MaybeCreated, message)
        .hint(check)
        .request(lost.request_id())
}
