//! The stored records of rotations.

use crate::Error;
use crate::core::event::Event;
use crate::features::Features;
use crate::model::rotation::RotationRecord;
use crate::store::table;
use crate::view::{ErrorCode, RotationView};

impl RotationRecord {
    /// As the window sees it.
    pub(super) fn view(&self, app: &Features, is_running: bool) -> RotationView {
        let account = app.accounts.find(&self.account_id);
        let name = account.map_or_else(|| self.account_name.clone(), |account| account.name);
        RotationView {
            id: self.id.clone(),
            account_id: self.account_id.clone(),
            account_name: name,
            step: self.step,
            is_running,
            is_revoked: self.revoked,
            old_name: self.old_name.clone(),
            new_name: self.new_name.clone(),
            problem: self.problem.clone().filter(|_| !is_running),
            started_at: self.started_at,
        }
    }
}

/// Stores a new one, and publishes that.
pub(super) async fn add(app: &Features, record: &RotationRecord) -> Result<(), Error> {
    let written = record.clone();
    app.store
        .write(move |store| table::rotations::add(store, &written))
        .await?;
    publish(app, &record.id);
    Ok(())
}

/// Stores one as it is, and publishes that. One that was removed meanwhile, as with its account, stays removed.
pub(super) async fn save(app: &Features, record: &RotationRecord) -> Result<(), Error> {
    let written = record.clone();
    let is_there = app
        .store
        .write(move |store| table::rotations::save(store, &written))
        .await?;
    if !is_there {
        return Err(not_there());
    }
    publish(app, &record.id);
    Ok(())
}

/// One that must be there.
pub(super) async fn find(app: &Features, id: &str) -> Result<RotationRecord, Error> {
    let wanted = id.to_owned();
    let found = app
        .store
        .read(move |store| table::rotations::find(store, &wanted))
        .await?;
    found.ok_or_else(not_there)
}

fn not_there() -> Error {
    Error::new(ErrorCode::NotFound, "Rotation not found")
        .hint("It was dismissed. Check the list of keys.")
}

/// Removes its record.
pub(super) async fn forget(app: &Features, id: &str) -> Result<(), Error> {
    let gone = id.to_owned();
    app.store
        .write(move |store| table::rotations::forget(store, &gone))
        .await?;
    publish(app, id);
    Ok(())
}

pub(super) fn publish(app: &Features, id: &str) {
    app.events
        .publish(Event::RotationChanged { id: id.to_owned() });
}
