//! The progress of a job, stored and published.

use crate::Error;
use crate::core::event::Event;
use crate::model::bulk::Bulk;
use crate::platform::Platform;
use crate::store::table;
use crate::view::{BulkVerb, BulkView};

/// Stores one as it is when the write runs.
pub(crate) async fn write_down(app: &Platform, id: &str) -> Result<(), Error> {
    let (bulks, id) = (app.bulks.clone(), id.to_owned());
    app.store
        .write(move |store| bulks.with(&id, |bulk| table::bulks::save(store, bulk)))
        .await
}

pub(crate) fn publish(app: &Platform, id: &str) {
    app.events.publish(Event::BulkChanged { id: id.to_owned() });
}

/// A reconciliation found that what an earlier run had begun of a bulk was done.
pub(crate) async fn found_done(app: &Platform, account_id: &str, verb: BulkVerb, item_id: &str) {
    if ready(app).await.is_err() {
        return;
    }
    for id in app.bulks.found_done(account_id, verb, item_id) {
        if let Err(error) = write_down(app, &id).await {
            tracing::warn!(%error, "the end of an item could not be stored");
        }
        publish(app, &id);
        // What can be undone says by now which job deleted it.
        app.events.publish(Event::UndoChanged);
    }
}

/// Puts away all of an account that is not there any more.
///
/// # Errors
/// As [`list`].
pub(crate) async fn forget_account(app: &Platform, account_id: &str) -> Result<(), Error> {
    ready(app).await?;
    let gone = app.bulks.forget_account(account_id);
    let account = account_id.to_owned();
    app.store
        .write(move |store| table::bulks::forget_account(store, &account))
        .await?;
    for id in gone {
        publish(app, &id);
    }
    Ok(())
}

/// Changes one and has it stored and published.
pub(crate) async fn change(
    app: &Platform,
    id: &str,
    change: impl FnOnce(&mut Bulk) -> Result<(), Error>,
) -> Result<BulkView, Error> {
    ready(app).await?;
    let view = app.bulks.change(id, change)?;
    write_down(app, id).await?;
    publish(app, id);
    Ok(view)
}

/// Waits until those of earlier runs are read: what ran then waits until somebody resumes it.
pub(crate) async fn ready(app: &Platform) -> Result<(), Error> {
    let read = async {
        let bulks = app.store.read(table::bulks::all).await?;
        app.bulks.remember(bulks);
        Ok::<_, Error>(())
    };
    app.bulks.read.get_or_try_init(|| read).await.map(drop)
}
