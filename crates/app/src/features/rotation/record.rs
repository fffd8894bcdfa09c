//! Writing rotations down.

use crate::Error;
use crate::core::event::Event;
use crate::features::Features;
use crate::model::rotation::Record;
use crate::store::table;
use crate::view::{ErrorCode, RotationView};

impl Record {
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

/// Writes a new one down, and tells so.
pub(super) async fn add(app: &Features, record: &Record) -> Result<(), Error> {
    let written = record.clone();
    app.store
        .write(move |store| table::rotations::add(store, &written))
        .await?;
    publish(app, &record.id);
    Ok(())
}

/// Writes one down as it is, and tells so. One that was put away meanwhile, as with its account, stays away.
pub(super) async fn save(app: &Features, record: &Record) -> Result<(), Error> {
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
pub(super) async fn find(app: &Features, id: &str) -> Result<Record, Error> {
    let wanted = id.to_owned();
    let found = app
        .store
        .read(move |store| table::rotations::find(store, &wanted))
        .await?;
    found.ok_or_else(not_there)
}

fn not_there() -> Error {
    Error::new(ErrorCode::NotFound, "This rotation is not there any more")
        .hint("It was put away; look at the list of keys.")
}

/// It is put away.
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
