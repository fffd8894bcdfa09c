//! One change: written down, sent, and its end kept.

use std::future::Future;

use api::{Management, Recorder, Reply};

use super::answer::{Answer, ids};
use super::client::PlatformClient;
use super::effects::PostCommitEffects;
use super::reconcile::{conclude, look, note, patience, read_again, settle};
use super::record::{Mutation, Record};
use super::{effects, open, subject};
use crate::base::checkpoint::Checkpoint;
use crate::core::activity;
use crate::core::intent::{self, IntentGuard};
use crate::platform::{Platform, operations};
use crate::store::{IntentKind, table};
use crate::view::ErrorCode;
use crate::{Error, accounts};

/// Does a mutation and sees it to its end, also when nobody waits for it any more.
///
/// # Errors
/// [`ErrorCode::ReadOnly`] for an account that is locked against changes, [`ErrorCode::Unauthorized`] for one whose key was
/// refused, what its platform says while it has no address; any code of a refusal, then nothing was done.
/// [`ErrorCode::MaybeCreated`] when nobody can say whether it was done; the hint says what to check.
/// [`ErrorCode::SecretLost`] when something was made whose secret was in the lost reply; the error is about its id.
pub(crate) async fn run<T, F>(
    app: &Platform,
    account_id: &str,
    mutation: Mutation,
    send: impl FnOnce(Management) -> F,
) -> Result<T, Error>
where
    T: Answer,
    F: Future<Output = Result<Reply<T>, api::Error>> + Send + 'static,
{
    let account_client = PlatformClient::of(app, account_id).await?;
    if app.drafts_to().is_some() {
        // Nothing is done, so nothing is to be written down.
        return account_client
            .send_value(send(account_client.click()))
            .await;
    }
    accounts::must_be_writable(&account_client.account)?;
    let recorder = Recorder::pass_through();
    let call = send(account_client.click().recorded(&recorder));
    let seen_through = Box::pin(run_to_completion(account_client, mutation, recorder, call));
    app.tasks.run(seen_through).await
}

async fn run_to_completion<T: Answer>(
    account_client: PlatformClient,
    mutation: Mutation,
    recorder: Recorder,
    call: impl Future<Output = Result<Reply<T>, api::Error>> + Send,
) -> Result<T, Error> {
    let app = account_client.app.clone();
    let thing = format!("{}/{}", account_client.account.id, mutation.thing());
    let _turn = app.locks.lock(&thing).await;
    open::clear(&account_client, &thing).await;
    let record = Record {
        account: account_client.account.id.clone(),
        mutation,
        known: app.locks.known(&thing, app.clock.elapsed()),
        offset_ms: account_client.offset_ms(),
    };
    let held = write_down(&app, &thing, &record).await?;
    app.checkpoints.passed(Checkpoint::MutationIntended);
    match account_client.send(call).await {
        Ok(reply) => {
            app.checkpoints.passed(Checkpoint::MutationAnswered);
            let operations = reply.value.operations();
            let target = subject::of(&account_client, &record.mutation).await;
            let action = record.mutation.action();
            operations::track(&app, &record.account, operations, action, &target).await;
            // With the names as they were before.
            let note = note(&account_client, &record)
                .await
                .sent(&recorder, account_client.profile)
                .made(record.mutation.made(reply.value.id()))
                .began(reply.value.operations())
                .request(reply.request_id.as_deref());
            let after =
                PostCommitEffects::of(&account_client, &record.mutation, reply.value.affected());
            after.keep(&account_client, &record.mutation).await;
            let note = match reply.unread.is_empty() {
                true => note,
                false => {
                    let made = reply.value.id();
                    read_again(&account_client, &record.mutation, made, note, &reply.unread).await
                }
            };
            settle(&account_client, &held.intent, ids(&reply)).await;
            activity::record(&app, note).await;
            Ok(reply.value)
        }
        Err(error) if error.is_maybe_applied() => {
            let looked = look(
                &account_client,
                &record,
                held.intent.recorded_at,
                patience(&error),
            )
            .await;
            let note = note(&account_client, &record)
                .await
                .sent(&recorder, account_client.profile);
            let found = conclude(
                &account_client,
                &record,
                &held.intent,
                looked,
                error.into(),
                note,
            )
            .await?;
            T::of(found).ok_or_else(|| Error::internal("A look found something else"))
        }
        Err(error) => {
            let error = Error::from(error);
            if error.code() == ErrorCode::NotFound {
                effects::not_there(&account_client, &record.mutation).await;
            }
            settle(&account_client, &held.intent, Vec::new()).await;
            let note = note(&account_client, &record)
                .await
                .sent(&recorder, account_client.profile);
            activity::record(&app, note.failed(&error)).await;
            Err(error)
        }
    }
}

async fn write_down(app: &Platform, thing: &str, record: &Record) -> Result<IntentGuard, Error> {
    let detail = serde_json::to_value(record)
        .map_err(|_| Error::internal("The change could not be written down"))?;
    let held = intent::begin(app, IntentKind::ManagementCall, thing, detail);
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
