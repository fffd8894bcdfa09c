//! Runs one mutation: journals it, sends it, and stores how it ended.

use std::future::Future;

use api::{Management, Recorder, Reply};

use super::answer::{Answer, ids};
use super::client::PlatformClient;
use super::describe::{Mutation, Record};
use super::reconcile::{
    close_intent, finish_reconciled, note, read_again, reads_before_not_done, reconcile, target,
};
use super::{follow_up, open};
use crate::base::checkpoint::Checkpoint;
use crate::core::activity;
use crate::core::intent::{self, IntentGuard};
use crate::platform::{Platform, operations};
use crate::store::{IntentKind, table};
use crate::view::ErrorCode;
use crate::{Error, accounts};

/// Runs a mutation to its end, also when the caller drops the future in between.
///
/// # Errors
/// [`ErrorCode::ReadOnly`] for an account that is locked against changes, [`ErrorCode::Unauthorized`] for one whose key was
/// refused, the platform's own while it has no address; any code of a refusal: nothing was done then.
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
        // The request is only recorded and never sent, so there is nothing to reconcile.
        return client.send_value(send(client.click())).await;
    }
    accounts::must_be_writable(&client.account)?;
    let recorder = Recorder::pass_through();
    let call = send(client.click().recorded(&recorder));
    let completion = Box::pin(run_to_completion(client, mutation, recorder, call));
    app.tasks.run(completion).await
}

async fn run_to_completion<M: Mutation, T: Answer<M::Item>>(
    client: PlatformClient,
    mutation: M,
    recorder: Recorder,
    call: impl Future<Output = Result<Reply<T>, api::Error>> + Send,
) -> Result<T, Error> {
    let app = client.app.clone();
    let lock = format!("{}/{}", client.account.id, mutation.subject().lock);
    // Held until the ids that this one makes are known, so that the next one that looks alike can exclude them.
    let _guard = app.locks.lock(&lock).await;
    open::clear::<M>(&client, &lock).await;
    let record = Record {
        account: client.account.id.clone(),
        mutation,
        known: app.locks.known(&lock, app.clock.elapsed()),
        offset_ms: client.offset_ms(),
    };
    let journalled = write_down(&app, &lock, &record).await?;
    app.checkpoints.passed(Checkpoint::MutationIntended);
    match client.send(call).await {
        Ok(reply) => {
            app.checkpoints.passed(Checkpoint::MutationAnswered);
            follow_up::learn(&client, &record.mutation, reply.value.affected()).await;
            let operations = reply.value.operations();
            let target = target(&client, &record.mutation).await;
            let action = record.mutation.subject().action;
            operations::track(&app, &record.account, operations, action, &target).await;
            // Before the effects are stored: a renamed target is logged under the name that it had.
            let note = note(&client, &record)
                .await
                .sent(&recorder, client.profile)
                .made(record.mutation.subject().made(reply.value.id()))
                .began(reply.value.operations())
                .request(reply.request_id.as_deref());
            follow_up::done(&client, &record.mutation, reply.value.affected()).await;
            let note = match reply.unread.is_empty() {
                true => note,
                false => {
                    let made = reply.value.id();
                    read_again(&client, &record.mutation, made, note, &reply.unread).await
                }
            };
            // After the effects: a crash before this leaves the intent open, and its reconciliation stores them again.
            close_intent::<M>(&client, &journalled.intent, ids(&reply)).await;
            activity::record(&app, note).await;
            Ok(reply.value)
        }
        Err(error) if error.is_maybe_applied() => {
            let recorded_at = journalled.intent.recorded_at;
            let reconciled =
                reconcile(&client, &record, recorded_at, reads_before_not_done(&error)).await;
            let note = note(&client, &record).await.sent(&recorder, client.profile);
            let intent = &journalled.intent;
            let found =
                finish_reconciled(&client, &record, intent, reconciled, error.into(), note).await?;
            T::of(found).ok_or_else(|| Error::internal("A check returned an unexpected result"))
        }
        Err(error) => {
            let error = Error::from(error);
            if error.code() == ErrorCode::NotFound {
                follow_up::not_there(&client, &record.mutation).await;
            }
            close_intent::<M>(&client, &journalled.intent, Vec::new()).await;
            let note = note(&client, &record).await.sent(&recorder, client.profile);
            activity::record(&app, note.failed(&error)).await;
            Err(error)
        }
    }
}

async fn write_down(
    app: &Platform,
    lock: &str,
    record: &Record<impl Mutation>,
) -> Result<IntentGuard, Error> {
    let detail =
        serde_json::to_value(record).map_err(|_| Error::internal("Couldn't record the change"))?;
    let guard = intent::begin(app, IntentKind::ManagementCall, lock, detail);
    let intent = guard.intent.clone();
    let written = move |store: &rusqlite::Transaction<'_>| table::intents::record(store, &intent);
    app.store.write(written).await?;
    Ok(guard)
}

/// The fields of a request, to be compared with what is read when its reply is lost.
pub(crate) fn expected(request: &impl serde::Serialize) -> Result<serde_json::Value, Error> {
    serde_json::to_value(request).map_err(|_| Error::internal("Couldn't record the change"))
}
