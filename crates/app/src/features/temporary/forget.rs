//! Taking a row out of the list.

use serde_json::Value;

use super::secrets;
use crate::Error;
use crate::base::checkpoint::Checkpoint;
use crate::core::activity::{self, Note};
use crate::core::event::Event;
use crate::core::intent;
use crate::core::operation::operation;
use crate::features::Features;
use crate::store::{Intent, IntentKind, SecretStorage, TemporaryDatabase, table};
use crate::view::words::Action;
use crate::view::{JobVerb, TemporaryState};

/// Takes a row out of the list with its secrets. The database itself stays until it expires. The row goes first and with
/// it an intent stays that its secrets must go; when the keychain does not answer now, they go when it does.
///
/// # Errors
/// [`crate::view::ErrorCode::NotFound`] when it is not there, [`crate::view::ErrorCode::Invalid`] while it is being made
/// or seeded.
#[operation(Guarded, Change, temporary_forget)]
pub async fn forget(app: &Features, id: &str) -> Result<(), Error> {
    remove(app, id, Action::RemoveFromList).await
}

/// Takes a row out of the list with its secrets. The history says that it was this action.
pub(super) async fn remove(app: &Features, id: &str, action: Action) -> Result<(), Error> {
    let _lock = app.secrets.lock_row(id).await;
    let row = super::row(app, id).await?;
    must_be_idle(app, &row)?;
    let has_entry = matches!(
        row.secret_storage,
        SecretStorage::Keychain | SecretStorage::Unsaved
    ) || row.state == TemporaryState::Unclear;
    let guard =
        has_entry.then(|| intent::begin(app, IntentKind::ForgetTemporary, &row.id, Value::Null));
    let intent = guard.as_ref().map(|guard| guard.intent.clone());
    let (gone, recorded) = (row.id.clone(), intent.clone());
    app.store
        .write(move |store| {
            table::temporary::remove(store, &gone)?;
            table::intents::close_all_of(store, IntentKind::CreateTemporary, &gone)?;
            recorded.map_or(Ok(()), |intent| table::intents::record(store, &intent))
        })
        .await?;
    app.secrets.drop_row(&row.id);
    app.events
        .publish(Event::TemporaryForgotten { id: row.id.clone() });
    app.checkpoints.passed(Checkpoint::ForgetIntended);
    let mut note = Note::about(app, action, &row);
    if let Some(intent) = intent
        && let Err(error) = erase(app, &intent).await
    {
        note = note.detail(format!(
            "Its credentials are deleted when the keychain responds again: {error}"
        ));
    }
    activity::record(app, note).await;
    Ok(())
}

/// Refuses what would take away a database that a task works on.
pub(super) fn must_be_idle(app: &Features, row: &TemporaryDatabase) -> Result<(), Error> {
    let runs = |verb| app.jobs.runs(verb, &row.id);
    if row.state == TemporaryState::Creating || runs(JobVerb::Seed) || runs(JobVerb::Save) {
        return Err(Error::invalid("A task is still running on this database")
            .hint("Wait until it finishes, or stop it first."));
    }
    Ok(())
}

/// Erases the secrets of a row that is gone and closes its intent.
pub(crate) async fn erase(app: &Features, intent: &Intent) -> Result<(), Error> {
    secrets::erase(app, &intent.subject).await?;
    app.checkpoints.passed(Checkpoint::ForgetErased);
    let id = intent.id.clone();
    app.store
        .write(move |store| table::intents::close(store, &id))
        .await
}
