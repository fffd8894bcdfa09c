//! What is written down of a rotation. No secret is part of it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::fact::Fact;
use crate::store::table;
use crate::view::{ErrorCode, ErrorView, KeyKind, RotationStep, RotationView};
use crate::{App, Error};

/// A rotation as it stands.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    pub(crate) id: String,
    pub(crate) account_id: String,
    pub(crate) account_name: String,
    /// The account that makes the new key and revokes the former one.
    pub(super) by_account_id: String,
    pub(super) kind: KeyKind,
    /// Whose key it is, when it is not a person's.
    pub(super) organization_id: Option<String>,
    /// The one project of a key that is for one.
    pub(super) project_id: Option<String>,
    pub(super) old_key_id: String,
    pub(super) old_name: Option<String>,
    pub(super) new_name: String,
    /// The new key, once its secret is in the vault.
    pub(super) new_key_id: Option<String>,
    /// Keys of the new name that were there before.
    pub(super) before: Vec<String>,
    /// How often the account had got another key when this began.
    pub(super) key_number: u32,
    pub(super) step: RotationStep,
    /// How often a key that was made turned out to be of no use.
    pub(super) tries: u32,
    /// A key may have been asked for: one whose secret nobody has may be left.
    pub(super) asked: bool,
    /// The former key is revoked, as far as the platform said.
    pub(super) revoked: bool,
    /// It is given up.
    pub(super) undoing: bool,
    pub(super) problem: Option<ErrorView>,
    pub(crate) started_at: DateTime<Utc>,
    /// Milliseconds from this machine's clock to the platform's when it began.
    pub(super) offset_ms: Option<i64>,
}

impl Record {
    /// Whether nothing is left to be done.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.step, RotationStep::Done | RotationStep::Undone)
    }

    /// As the window sees it.
    pub(super) fn view(&self, app: &App) -> RotationView {
        let is_running = app.rotations.is_running(&self.id);
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

    /// The former key in words.
    pub(super) fn old_label(&self) -> String {
        let name = self.old_name.as_deref();
        name.map_or_else(|| format!("Key {}", self.old_key_id), ToOwned::to_owned)
    }
}

/// Writes a new one down, and tells so.
pub(super) async fn add(app: &App, record: &Record) -> Result<(), Error> {
    let written = record.clone();
    app.store
        .write(move |store| table::rotations::add(store, &written))
        .await?;
    tell(app, &record.id);
    Ok(())
}

/// Writes one down as it is, and tells so. One that was put away meanwhile, as with its account, stays away.
pub(super) async fn save(app: &App, record: &Record) -> Result<(), Error> {
    let written = record.clone();
    let is_there = app
        .store
        .write(move |store| table::rotations::save(store, &written))
        .await?;
    if !is_there {
        return Err(not_there());
    }
    tell(app, &record.id);
    Ok(())
}

/// One that must be there.
pub(super) async fn find(app: &App, id: &str) -> Result<Record, Error> {
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
pub(super) async fn forget(app: &App, id: &str) -> Result<(), Error> {
    let gone = id.to_owned();
    app.store
        .write(move |store| table::rotations::forget(store, &gone))
        .await?;
    tell(app, id);
    Ok(())
}

pub(super) fn tell(app: &App, id: &str) {
    app.facts.tell(Fact::RotationChanged { id: id.to_owned() });
}
