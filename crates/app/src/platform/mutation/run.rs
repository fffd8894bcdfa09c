//! One change: written down, sent, and its end kept.

use std::future::Future;

use api::{Management, Recorder, Reply};

use super::answer::{Answer, ids};
use super::client::PlatformClient;
use super::describe::{Mutation, Record};
use super::reconcile::{conclude, look, note, patience, read_again, settle, target};
use super::{effects, open};
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
pub(crate) async fn run<M, T, F>(
    app: &Platform,
    account_id: &str,
    mutation: M,
    send: impl FnOnce(Management) -> F,
) -> Result<T, Error>
where
    M: Mutation,
    T: Answer<M::Item>,
    F: Future<Output = Result<Reply<T>, api::Error>> + Send + 'static,
{
    let client = PlatformClient::of(app, account_id).await?;
    if app.drafts_to().is_some() {
        // Nothing is done, so nothing is to be written down.
        return client.send_value(send(client.click())).await;
    }
    accounts::must_be_writable(&client.account)?;
    let recorder = Recorder::pass_through();
    let call = send(client.click().recorded(&recorder));
    let seen_through = Box::pin(run_to_completion(client, mutation, recorder, call));
    app.tasks.run(seen_through).await
}

async fn run_to_completion<M: Mutation, T: Answer<M::Item>>(
    client: PlatformClient,
    mutation: M,
    recorder: Recorder,
    call: impl Future<Output = Result<Reply<T>, api::Error>> + Send,
) -> Result<T, Error> {
    let app = client.app.clone();
    let thing = format!("{}/{}", client.account.id, mutation.subject().lock);
    let _turn = app.locks.lock(&thing).await;
    open::clear::<M>(&client, &thing).await;
    let record = Record {
        account: client.account.id.clone(),
        mutation,
        known: app.locks.known(&thing, app.clock.elapsed()),
        offset_ms: client.offset_ms(),
    };
    let held = write_down(&app, &thing, &record).await?;
    app.checkpoints.passed(Checkpoint::MutationIntended);
    match client.send(call).await {
        Ok(reply) => {
            app.checkpoints.passed(Checkpoint::MutationAnswered);
            let operations = reply.value.operations();
            let target = target(&client, &record.mutation).await;
            let action = record.mutation.subject().action;
            operations::track(&app, &record.account, operations, action, &target).await;
            // With the names as they were before.
            let note = note(&client, &record)
                .await
                .sent(&recorder, client.profile)
                .made(record.mutation.subject().made(reply.value.id()))
                .began(reply.value.operations())
                .request(reply.request_id.as_deref());
            effects::done(&client, &record.mutation, reply.value.affected()).await;
            let note = match reply.unread.is_empty() {
                true => note,
                false => {
                    let made = reply.value.id();
                    read_again(&client, &record.mutation, made, note, &reply.unread).await
                }
            };
            settle::<M>(&client, &held.intent, ids(&reply)).await;
            activity::record(&app, note).await;
            Ok(reply.value)
        }
        Err(error) if error.is_maybe_applied() => {
            let looked = look(&client, &record, held.intent.recorded_at, patience(&error)).await;
            let note = note(&client, &record).await.sent(&recorder, client.profile);
            let found =
                conclude(&client, &record, &held.intent, looked, error.into(), note).await?;
            T::of(found).ok_or_else(|| Error::internal("A look found something else"))
        }
        Err(error) => {
            let error = Error::from(error);
            if error.code() == ErrorCode::NotFound {
                effects::not_there(&client, &record.mutation).await;
            }
            settle::<M>(&client, &held.intent, Vec::new()).await;
            let note = note(&client, &record).await.sent(&recorder, client.profile);
            activity::record(&app, note.failed(&error)).await;
            Err(error)
        }
    }
}

async fn write_down(
    app: &Platform,
    thing: &str,
    record: &Record<impl Mutation>,
) -> Result<IntentGuard, Error> {
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
