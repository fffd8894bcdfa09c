//! Replaces an account's key: a new one is made, tried and stored for the account, and only then the former one revoked.
//!
//! Each step is stored before the next one begins, and the new key has a vault entry of its own from the moment it exists.
//! Whenever the process ends, the account has a key that works, and the next start goes on with the rotation.

mod create;
mod drive;
mod finish;
mod issuer;
mod name;
mod orphans;
mod plan;
mod record;
mod rotation_keys;
mod running;
mod swap;
mod undo;

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::base::check::{self, SHORT_NAME};
use crate::base::clock::local_id;
use crate::core::operation::{Entry, operation};
use crate::features::Features;
use crate::model::rotation::RotationRecord;
use crate::store::table;
use crate::view::{ErrorCode, RotationPlanView, RotationStep, RotationView};
use crate::{Error, accounts};

pub(crate) use drive::recover;
pub(crate) use running::Rotations;

/// How an account's key is changed for a new one.
#[derive(Clone, Debug, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RotateKey {
    /// The account's present key, as a list of keys names it.
    pub old_key_id: String,
    /// The new key's name.
    pub name: String,
}

/// Whether a rotation can begin, and with which key. Changes nothing.
///
/// # Errors
/// As every read of an account. What prevents a rotation is in the plan.
#[operation(Page, Read, rotation_plan)]
pub async fn plan(app: &Features, account_id: &str) -> Result<RotationPlanView, Error> {
    plan::plan(app, account_id).await
}

/// Begins a rotation, which runs on its own, also after a restart. While one of the account runs, that one is returned.
///
/// # Errors
/// [`ErrorCode::Invalid`] for what cannot be asked, and what [`plan`] finds in the way. [`ErrorCode::Exists`] about one of
/// the account that stopped before.
#[operation(Page, Change, rotation_start)]
pub async fn start(
    app: &Features,
    account_id: &str,
    request: RotateKey,
) -> Result<RotationView, Error> {
    let name = check::name(&request.name, "key", SHORT_NAME)?;
    let _lock = app.accounts.rotating.lock().await;
    if let Some(open) = open_of(app, account_id).await? {
        if app.rotations.running.holds(&open.id) {
            return Ok(open.view(app, true));
        }
        let message = format!("A key of {} is already being rotated", open.account_name);
        return Err(Error::new(ErrorCode::Exists, message)
            .hint("Resume or cancel that rotation first.")
            .about(open.id));
    }
    let found = plan::prerequisites(app, account_id).await?;
    let (issuer, scope) = found.ready()?;
    let Some(old) = found.candidate(&request.old_key_id) else {
        let message = format!(
            "The key {} can't belong to {}",
            request.old_key_id, found.account.name
        );
        return Err(Error::invalid(message).hint("Choose the account's current key from the list."));
    };
    let record = RotationRecord {
        id: local_id(app.clock.as_ref()),
        account_id: found.account.id.clone(),
        account_name: found.account.name.clone(),
        by_account_id: issuer.id.clone(),
        kind: scope.kind,
        organization_id: scope.organization_id,
        project_id: scope.project_id,
        old_key_id: request.old_key_id,
        old_name: Some(old.key.name.clone()).filter(|name| !name.is_empty()),
        before: found.named(&name),
        new_name: name,
        new_key_id: None,
        key_generation: found.account.key_generation,
        step: RotationStep::Create,
        tries: 0,
        create_requested: false,
        revoked: false,
        undoing: false,
        problem: None,
        started_at: app.clock.now(),
        offset_ms: app.clients.offset_ms(&issuer.id),
    };
    record::add(app, &record).await?;
    drive::begin(app, &record);
    Ok(record.view(app, true))
}

/// All rotations that run or whose record was not removed yet, the newest first.
///
/// # Errors
/// When the store cannot be read.
#[operation(Page, Read, rotation_list)]
pub async fn list(app: &Features) -> Result<Vec<RotationView>, Error> {
    // Before the rows are read. A rotation that ends in between is then returned as running, which the event of its end
    // corrects. The other way round its unfinished row would be returned as stopped, without a problem that says why.
    let running = app.rotations.running.all();
    let all = app.store.read(table::rotations::all).await?;
    let views = all
        .iter()
        .map(|record| record.view(app, running.contains(&record.id)));
    Ok(views.collect())
}

/// Resumes a rotation that stopped.
///
/// # Errors
/// [`ErrorCode::NotFound`] for one that there is not, [`ErrorCode::Invalid`] for one that is over.
#[operation(Page, Change, rotation_resume)]
pub async fn resume(app: &Features, id: &str) -> Result<RotationView, Error> {
    let _lock = app.accounts.rotating.lock().await;
    // Before the row is read: only the row of a rotation that does not run can be changed here.
    let is_running = app.rotations.running.holds(id);
    let mut record = record::find(app, id).await?;
    if record.is_over() {
        return Err(Error::invalid("This has already finished").hint("Dismiss it."));
    }
    if !is_running {
        record.problem = None;
        record::save(app, &record).await?;
        drive::begin(app, &record);
    }
    Ok(record.view(app, true))
}

/// Gives up a rotation that stopped before the account had the new key, and revokes that key.
///
/// # Errors
/// As [`resume`], and [`ErrorCode::Invalid`] for one that goes on or is past that.
#[operation(Page, Change, rotation_undo)]
pub async fn undo(app: &Features, id: &str) -> Result<RotationView, Error> {
    let _lock = app.accounts.rotating.lock().await;
    let is_running = app.rotations.running.holds(id);
    let mut record = record::find(app, id).await?;
    if is_running {
        return Err(
            Error::invalid("This is still running").hint("Wait until it finishes or stops.")
        );
    }
    let account = accounts::account(app, &record.account_id)?;
    let has_new = record.new_key_id.is_some() && account.key_id == record.new_key_id;
    if record.is_over() || record.step == RotationStep::Revoke || has_new {
        let message = format!("{} already uses its new key", record.account_name);
        return Err(Error::invalid(message).hint("Resume the rotation to revoke the old key."));
    }
    record.undoing = true;
    record.problem = None;
    record::save(app, &record).await?;
    drive::begin(app, &record);
    Ok(record.view(app, true))
}

/// Removes the record of a rotation that is over, or of one that stopped although the platform took the revocation of the
/// former key: the account has its new key then.
///
/// # Errors
/// As [`resume`], and [`ErrorCode::Invalid`] for one that is not over.
#[operation(Page, Change, rotation_dismiss)]
pub async fn dismiss(app: &Features, id: &str) -> Result<(), Error> {
    let _lock = app.accounts.rotating.lock().await;
    let is_stopped = !app.rotations.running.holds(id);
    let record = record::find(app, id).await?;
    if !(record.is_over() || (record.revoked && is_stopped)) {
        return Err(Error::invalid("This has not finished").hint("Resume or cancel it first."));
    }
    rotation_keys::erase(app, id).await?;
    record::forget(app, id).await
}

/// Removes all records of an account that was removed.
///
/// # Errors
/// A keychain's code, or when the store cannot be written.
pub(crate) async fn forget_account(app: &Features, account_id: &str) -> Result<(), Error> {
    let all = app.store.read(table::rotations::all).await?;
    for record in all.iter().filter(|record| record.account_id == account_id) {
        rotation_keys::erase(app, &record.id).await?;
        record::forget(app, &record.id).await?;
    }
    Ok(())
}

async fn open_of(app: &Features, account_id: &str) -> Result<Option<RotationRecord>, Error> {
    let all = app.store.read(table::rotations::all).await?;
    let mut all = all.into_iter();
    Ok(all.find(|record| record.account_id == account_id && !record.is_over()))
}

pub(crate) const OPERATIONS: &[Entry<Features>] = &[
    RotationPlan::ENTRY,
    RotationStart::ENTRY,
    RotationList::ENTRY,
    RotationResume::ENTRY,
    RotationUndo::ENTRY,
    RotationDismiss::ENTRY,
];
