//! What is stored of folders, and what is said of it.

use crate::Error;
use crate::core::activity::{self, Note};
use crate::core::event::Event;
use crate::features::Features;
use crate::model::folder::FolderRecord;
use crate::store::{TemporaryDatabase, table};
use crate::view::words::Action;

/// All folders, and the temporary databases that they may have.
pub(super) async fn all(
    app: &Features,
) -> Result<(Vec<FolderRecord>, Vec<TemporaryDatabase>), Error> {
    app.store
        .read(|store| Ok((table::folders::all(store)?, table::temporary::all(store)?)))
        .await
}

pub(super) async fn save(app: &Features, record: &FolderRecord) -> Result<(), Error> {
    let record = record.clone();
    app.store
        .write(move |store| table::folders::save(store, &record))
        .await
}

pub(super) async fn changed(app: &Features, action: Action, path: &str) {
    app.events.publish(Event::FoldersChanged);
    activity::record(app, Note::new(app, action, path, "")).await;
}
