//! Mutations that were left open: by a crash, or because the platform could not be read.

use super::client::PlatformClient;
use super::decide::ReconcileOutcome;
use super::describe::{Mutation, Record};
use super::reconcile::{finish_reconciled, note, reconcile};
use crate::Error;
use crate::accounts::client;
use crate::core::event::Event;
use crate::core::intent::{self, IntentGuard};
use crate::platform::Platform;
use crate::store::{Intent, IntentKind, table};
use crate::view::{ErrorCode, Outcome};

/// One read is enough: the request was sent long ago, so the platform is not working on it any more.
const READS_BEFORE_NOT_DONE: usize = 1;

/// Reconciles an open mutation in a task of its own, when it is one of this resource. It stays open while its platform cannot be
/// read. False when it is of another resource.
pub(crate) async fn recover<M: Mutation>(app: &Platform, intent: &Intent) -> Result<bool, Error> {
    let Ok(record) = serde_json::from_value::<Record<M>>(intent.detail.clone()) else {
        return Ok(false);
    };
    let client = match PlatformClient::of(app, &record.account).await {
        Ok(client) => client,
        Err(_) if client::is_gone(app, &record.account) => {
            // Nothing can be read without the account, so the outcome stays unknown.
            let id = intent.id.clone();
            let closed = move |store: &rusqlite::Transaction<'_>| table::intents::close(store, &id);
            app.store.write(closed).await?;
            return Ok(true);
        }
        // It stays open until the account has a key that works.
        Err(error) if error.code() == ErrorCode::Unauthorized => return Ok(true),
        Err(error) => return Err(error),
    };
    let Some(queued) = app.locks.queued.try_take(&intent.id) else {
        return Ok(true);
    };
    let intent = intent.clone();
    app.tasks.spawn(async move {
        let _queued = queued;
        let _lock = client.app.locks.lock(&intent.subject).await;
        // Claimed only under the lock. A mutation that has the lock must be able to reconcile this one itself before it is
        // sent, and `clear` passes over what is claimed.
        if let Some(guard) = intent::take(&client.app, &intent) {
            reconcile_open::<M>(&client, guard).await;
        }
    });
    Ok(true)
}

/// Reconciles every open mutation with this lock before another one is sent: what they made must not be taken for what that
/// one makes. The caller has the lock.
pub(super) async fn clear<M: Mutation>(client: &PlatformClient, lock: &str) {
    let app = &client.app;
    let open = match app.store.read(table::intents::open).await {
        Ok(open) => open,
        Err(error) => {
            tracing::warn!(%error, "open changes could not be read");
            return;
        }
    };
    let with_lock = |it: &Intent| it.kind == IntentKind::ManagementCall && it.subject == lock;
    for intent in open.into_iter().filter(with_lock) {
        if let Some(guard) = intent::take(app, &intent) {
            reconcile_open::<M>(client, guard).await;
        }
    }
}

async fn reconcile_open<M: Mutation>(client: &PlatformClient, guard: IntentGuard) {
    let app = &client.app;
    let intent = &guard.intent;
    // Its intent is gone when another task reconciled it while this one waited for the lock.
    let Ok(Some(record)) = read::<M>(app, intent).await else {
        return;
    };
    let reconciled = reconcile(client, &record, intent.recorded_at, READS_BEFORE_NOT_DONE).await;
    if reconciled.is_err() {
        client.leave_open();
        return;
    }
    let is_later = reconciled
        .as_ref()
        .is_ok_and(|reconciled| matches!(reconciled.end, ReconcileOutcome::Later));
    let lost = Error::new(
        ErrorCode::MaybeCreated,
        "Plinth quit before the platform responded",
    );
    let note = note(client, &record).await;
    let ended = finish_reconciled(client, &record, intent, reconciled, lost, note).await;
    if is_later {
        // Still open: its end is published once it is known.
        return;
    }
    let (outcome, detail) = match ended {
        Ok(_) => (Outcome::Done, None),
        Err(error) if error.code() == ErrorCode::MaybeCreated => {
            (Outcome::Unclear, Some(error.message().to_owned()))
        }
        Err(error) => (Outcome::Failed, Some(error.message().to_owned())),
    };
    let subject = record.mutation.subject();
    app.events.publish(Event::MutationRecovered {
        account_id: record.account.clone(),
        project_id: subject.project.map(ToOwned::to_owned),
        action: subject.action.order(),
        target: subject.target.into_owned(),
        outcome,
        detail,
    });
}

/// Reads the record again: mutations that ended meanwhile have added their ids to it, see [`super::reconcile::close_intent`].
async fn read<M: Mutation>(app: &Platform, intent: &Intent) -> Result<Option<Record<M>>, Error> {
    let id = intent.id.clone();
    let found = app
        .store
        .read(move |store| table::intents::find(store, &id))
        .await?;
    // What cannot be parsed is of another resource, or was written by a newer version: it stays open.
    Ok(found.and_then(|intent| serde_json::from_value(intent.detail).ok()))
}
