//! Runs one mutation: journals it, sends it, and stores how it ended.

use std::future::Future;

use api::{Management, Recorder, Reply};
use futures::future::BoxFuture;
use tokio::sync::OwnedMutexGuard;

use super::answer::{Answer, ids};
use super::client::PlatformClient;
use super::describe::{Mutation, Record};
use super::reconcile::{
    close_intent, finish_reconciled, note, read_again, reads_before_not_done, reconcile, target,
};
use super::{follow_up, open};
use crate::base::checkpoint::Checkpoint;
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
    let call = Box::pin(send(client.click().recorded(&recorder)));
    let completion = Box::pin(run_to_completion(client, mutation, recorder, call));
    app.tasks.run(completion).await
}

async fn run_to_completion<M: Mutation, T: Answer<M::Item>>(
    client: PlatformClient,
    mutation: M,
    recorder: Recorder,
    call: BoxFuture<'static, Result<Reply<T>, api::Error>>,
) -> Result<T, Error> {
    let sending = Sending::begin(client, mutation, recorder).await?;
    match sending.client.send(call).await {
        Ok(reply) if reply.is_no_content && reply.value.is_nothing() => {
            Err(sending.was_not_there(reply.request_id.as_deref()).await)
        }
        Ok(reply) => {
            let request_id = reply.request_id.as_deref();
            sending
                .answered(&reply.value, &reply.unread, request_id)
                .await;
            Ok(reply.value)
        }
        Err(error) => {
            let found = sending.failed(error).await?;
            T::of(found).ok_or_else(|| Error::internal("A check returned an unexpected result"))
        }
    }
}

/// A mutation that is journalled and under way. This is compiled once for each mutation, whatever its answers are.
struct Sending<M: Mutation> {
    client: PlatformClient,
    record: Record<M>,
    recorder: Recorder,
    journalled: IntentGuard,
    /// Held until the ids that this one makes are known, so that the next one that looks alike can exclude them.
    _guard: OwnedMutexGuard<()>,
}

impl<M: Mutation> Sending<M> {
    async fn begin(client: PlatformClient, mutation: M, recorder: Recorder) -> Result<Self, Error> {
        let app = client.app.clone();
        let lock = format!("{}/{}", client.account.id, mutation.subject().lock);
        let guard = app.locks.lock(&lock).await;
        open::clear::<M>(&client, &lock).await;
        let record = Record {
            account: client.account.id.clone(),
            mutation,
            known: app.locks.known(&lock, app.clock.elapsed()),
            offset_ms: client.offset_ms(),
        };
        let journalled = write_down(&app, &lock, &record).await?;
        app.checkpoints.passed(Checkpoint::MutationIntended);
        Ok(Self {
            client,
            record,
            recorder,
            journalled,
            _guard: guard,
        })
    }

    async fn answered(
        &self,
        value: &dyn Answer<M::Item>,
        unread: &[String],
        request_id: Option<&str>,
    ) {
        let (client, record) = (&self.client, &self.record);
        let app = &client.app;
        app.checkpoints.passed(Checkpoint::MutationAnswered);
        follow_up::learn(client, &record.mutation, value.affected()).await;
        let target = target(client, &record.mutation).await;
        let action = record.mutation.subject().action;
        operations::track(app, &record.account, value.operations(), action, &target).await;
        // Before the effects are stored: a renamed target is logged under the name that it had.
        let note = note(client, record)
            .await
            .sent(&self.recorder, client.profile)
            .made(record.mutation.subject().made(value.id()))
            .began(value.operations())
            .request(request_id);
        follow_up::done(client, &record.mutation, value.affected()).await;
        let note = match unread.is_empty() {
            true => note,
            false => read_again(client, &record.mutation, value.id(), note, unread).await,
        };
        // After the effects: a crash before this leaves the intent open, and its reconciliation stores them again.
        close_intent::<M>(client, &self.journalled.intent, ids(value), note).await;
    }

    /// What a reconciliation read, where nobody knows whether the request arrived.
    async fn failed(&self, error: api::Error) -> Result<Option<M::Item>, Error> {
        let (client, record) = (&self.client, &self.record);
        let intent = &self.journalled.intent;
        if error.is_maybe_applied() {
            let reads = reads_before_not_done(&error);
            let reconciled = reconcile(client, record, intent.recorded_at, reads).await;
            let note = note(client, record)
                .await
                .sent(&self.recorder, client.profile);
            return finish_reconciled(client, record, intent, reconciled, error.into(), note).await;
        }
        Err(self.refused(Error::from(error)).await)
    }

    /// Some platforms answer 204, and not 404, to the deletion of what is gone already.
    async fn was_not_there(&self, request_id: Option<&str>) -> Error {
        let target = target(&self.client, &self.record.mutation).await;
        let error = Error::new(ErrorCode::NotFound, format!("{target} was not there"))
            .hint("It was deleted before, or it never existed. Nothing was changed.")
            .request(request_id);
        self.refused(error).await
    }

    /// Nothing was done.
    async fn refused(&self, error: Error) -> Error {
        let (client, record) = (&self.client, &self.record);
        if error.code() == ErrorCode::NotFound {
            follow_up::not_there(client, &record.mutation).await;
        }
        let note = note(client, record)
            .await
            .sent(&self.recorder, client.profile)
            .failed(&error);
        close_intent::<M>(client, &self.journalled.intent, Vec::new(), note).await;
        error
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
