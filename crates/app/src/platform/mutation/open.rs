//! Mutations that were left open: by a crash, or because the platform could not be looked at.

use super::client::PlatformClient;
use super::decide::ReconcileOutcome;
use super::describe::{Mutation, Record};
use super::reconcile::{conclude, look, note};
use crate::Error;
use crate::accounts::client;
use crate::core::event::Event;
use crate::core::intent::{self, IntentGuard};
use crate::platform::Platform;
use crate::store::{Intent, IntentKind, table};
use crate::view::{ErrorCode, Outcome};

/// A crash is long over when what it left open is taken up.
const PATIENCE: usize = 1;

/// Takes up an open mutation in a task of its own, when it is one of this noun. It stays open while its platform cannot be
/// looked at. False when it is of another noun.
pub(crate) async fn recover<M: Mutation>(app: &Platform, intent: &Intent) -> Result<bool, Error> {
    let Some(record) = read::<M>(app, intent).await? else {
        return Ok(false);
    };
    let client = match PlatformClient::of(app, &record.account).await {
        Ok(client) => client,
        Err(_) if client::is_gone(app, &record.account).await? => {
            // Nobody can look any more.
            let id = intent.id.clone();
            let settled =
                move |store: &rusqlite::Transaction<'_>| table::intents::settle(store, &id);
            app.store.write(settled).await?;
            return Ok(true);
        }
        // It waits until its key is good again.
        Err(error) if error.code() == ErrorCode::Unauthorized => return Ok(true),
        Err(error) => return Err(error),
    };
    let Some(queued) = app.locks.queued.claim(&intent.id) else {
        return Ok(true);
    };
    let intent = intent.clone();
    app.tasks.spawn(async move {
        let _queued = queued;
        let _turn = client.app.locks.lock(&intent.subject).await;
        // Not before its turn: whoever has that may have to see to it first.
        if let Some(held) = intent::take(&client.app, &intent) {
            see_to_its_end::<M>(&client, held).await;
        }
    });
    Ok(true)
}

/// Sees every open mutation of a thing to its end, before another one of the same thing leaves: what they made must not be
/// taken for what that one makes. The caller has the turn at the thing.
pub(super) async fn clear<M: Mutation>(client: &PlatformClient, thing: &str) {
    let app = &client.app;
    let open = match app.store.read(table::intents::open).await {
        Ok(open) => open,
        Err(error) => {
            tracing::warn!(%error, "open changes could not be read");
            return;
        }
    };
    let of_thing = |it: &Intent| it.kind == IntentKind::ManagementCall && it.subject == thing;
    for intent in open.into_iter().filter(of_thing) {
        if let Some(held) = intent::take(app, &intent) {
            see_to_its_end::<M>(client, held).await;
        }
    }
}

async fn see_to_its_end<M: Mutation>(client: &PlatformClient, held: IntentGuard) {
    let app = &client.app;
    let intent = &held.intent;
    // Another may have seen to it while this one waited for its turn.
    let Ok(Some(record)) = read::<M>(app, intent).await else {
        return;
    };
    let looked = look(client, &record, intent.recorded_at, PATIENCE).await;
    if looked.is_err() {
        client.leave_open();
        return;
    }
    let is_later = looked
        .as_ref()
        .is_ok_and(|looked| matches!(looked.end, ReconcileOutcome::Later));
    let lost = Error::new(
        ErrorCode::MaybeCreated,
        "The app ended before the reply came",
    );
    let note = note(client, &record).await;
    let ended = conclude(client, &record, intent, looked, lost, note).await;
    if is_later {
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
    app.events.publish(Event::MutationTakenUp {
        account_id: record.account.clone(),
        project_id: subject.project.map(ToOwned::to_owned),
        action: subject.action.to_owned(),
        target: subject.target.into_owned(),
        outcome,
        detail,
    });
}

/// As it stands in the store now: others may have added to it what they made.
async fn read<M: Mutation>(app: &Platform, intent: &Intent) -> Result<Option<Record<M>>, Error> {
    let id = intent.id.clone();
    let found = app
        .store
        .read(move |store| table::intents::find(store, &id))
        .await?;
    // One that a newer version wrote is left for that.
    Ok(found.and_then(|intent| serde_json::from_value(intent.detail).ok()))
}
