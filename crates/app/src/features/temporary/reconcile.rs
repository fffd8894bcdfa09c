//! Recovers what a crash left open.

use super::create;
use super::secrets;
use crate::Error;
use crate::core::intent;
use crate::features::Features;
use crate::store::{Intent, SecretStorage, table};
use crate::view::{ErrorCode, JobVerb, SeedStatus, TemporaryState};

/// Marks the seedings of an earlier run as ended: they ended with it.
pub(crate) async fn end_seedings(app: &Features) -> Result<(), Error> {
    let rows = app.store.read(table::temporary::all).await?;
    let runs = |status: SeedStatus| status == SeedStatus::Running;
    for row in rows
        .iter()
        .filter(|row| row.seed.as_ref().is_some_and(|seed| runs(seed.status)))
    {
        if app.jobs.runs(JobVerb::Seed, &row.id) {
            continue;
        }
        let now = app.clock.now();
        super::change(app, &row.id, move |row| {
            if let Some(seed) = &mut row.seed {
                seed.status = SeedStatus::Partial;
                seed.error = Some("Plinth quit while the file was running".to_owned());
                seed.hint = Some("If it ran as one transaction, all of it is there, or nothing. Check the database.".to_owned());
                seed.ended_at = Some(now);
            }
        })
        .await?;
    }
    Ok(())
}

/// Recovers a create that was left open. It was done when the secrets of its reply are in memory or in the vault; otherwise
/// the reply was lost, and without its id nothing can be read: it stays unclear.
pub(crate) async fn recover_create(app: &Features, intent: &Intent) -> Result<(), Error> {
    // The watcher and a folder that is looked at may both want to.
    let Some(_held) = intent::take(app, intent) else {
        return Ok(());
    };
    let id = intent.id.clone();
    let still_open = move |store: &rusqlite::Connection| table::intents::find(store, &id);
    if app.store.read(still_open).await?.is_none() {
        return Ok(());
    }
    let id = intent.subject.clone();
    let Some(row) = app
        .store
        .read(move |store| table::temporary::find(store, &id))
        .await?
    else {
        let id = intent.id.clone();
        return app
            .store
            .write(move |store| table::intents::close(store, &id))
            .await;
    };
    if app.secrets.cached(&row.id).is_some() {
        return finish_here(app, &row.id, intent).await;
    }
    if intent.detail["inMemory"] == true {
        create::not_made(app, row, lost_reply()).await;
        return Ok(());
    }
    match secrets::read(app, &row.id).await {
        Ok(Some(secrets)) => {
            app.secrets.remember(&row.id, secrets.clone());
            let made_at = secrets.created_at.unwrap_or(intent.recorded_at);
            create::complete(app, &row.id, &secrets, SecretStorage::Keychain, made_at).await?;
            app.signals.changed();
        }
        Ok(None) => create::not_made(app, row, lost_reply()).await,
        Err(error) if row.state != TemporaryState::Unclear => {
            // The intent stays open: the keychain may know more when it answers.
            let shown = error.into();
            super::change(app, &row.id, |row| {
                row.state = TemporaryState::Unclear;
                row.check_error = Some(shown);
            })
            .await?;
        }
        Err(_) => {}
    }
    Ok(())
}

/// The reply came in this run and only the row could not be written then, as on a full disk.
async fn finish_here(app: &Features, id: &str, intent: &Intent) -> Result<(), Error> {
    let _lock = app.secrets.lock_row(id).await;
    // Gone when the row was forgotten in between.
    let Some(secrets) = app.secrets.cached(id) else {
        return Ok(());
    };
    let secret_storage = secrets::save(app, id, &secrets).await;
    let made_at = secrets.created_at.unwrap_or(intent.recorded_at);
    create::complete(app, id, &secrets, secret_storage, made_at).await?;
    app.signals.changed();
    Ok(())
}

fn lost_reply() -> Error {
    Error::new(
        ErrorCode::MaybeCreated,
        "Plinth quit before the platform responded: the database may have been created",
    )
    .hint("Plinth can't reach it, and it expires within 72 hours. Remove this one from the list.")
}
