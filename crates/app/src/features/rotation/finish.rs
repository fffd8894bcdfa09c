//! Revokes the former key, and proves with its secret that the platform refuses it: the id to revoke was chosen from a list,
//! and may be that of another key.

use std::time::Duration;

use secrecy::ExposeSecret;

use super::{issuer, orphans, record, rotation_keys};
use crate::Error;
use crate::accounts::{self, Revoked};
use crate::base::checkpoint::Checkpoint;
use crate::core::activity::{self, Note};
use crate::features::Features;
use crate::model::rotation::RotationRecord;
use crate::resources::keys;
use crate::store::Account;
use crate::view::words::Action;
use crate::view::{ErrorCode, RotationStep};

pub(super) async fn revoke(app: &Features, record: &mut RotationRecord) -> Result<(), Error> {
    let account = accounts::account(app, &record.account_id)?;
    let issuer = issuer::of(app, record).await?;
    if !record.revoked {
        if has_old_key(app, record, &account).await? {
            // The user gave the account its former key back meanwhile. Revoking that would leave the account without a key
            // that works, so the new key is revoked instead.
            record.undoing = true;
            return record::save(app, record).await;
        }
        revoke_old_key(app, record, &account, &issuer).await?;
        app.checkpoints.passed(Checkpoint::RotationRevoked);
        record.revoked = true;
        record::save(app, record).await?;
    }
    if let Some(old_key) = rotation_keys::old_key(app, &record.id).await?
        && let Revoked::StillTaken(after) = accounts::is_refused(app, &account, &old_key).await?
    {
        return Err(still_works(record, after));
    }
    app.checkpoints.passed(Checkpoint::RotationProven);
    // Earlier tries may have made keys whose secrets were lost with the replies.
    orphans::revoke(app, record, &issuer).await?;
    rotation_keys::erase(app, &record.id).await?;
    app.checkpoints.passed(Checkpoint::RotationErased);
    record.step = RotationStep::Done;
    record.problem = None;
    record::save(app, record).await?;
    let note =
        Note::new(app, Action::RotateKey, &account.name, &account.name).on(&account.id, None);
    let detail = format!("{} replaced {}", record.new_name, record.old_label());
    activity::record(app, note.detail(detail)).await;
    Ok(())
}

/// Whether the vault has the former key as the account's again.
async fn has_old_key(
    app: &Features,
    record: &RotationRecord,
    account: &Account,
) -> Result<bool, Error> {
    let Some(old_key) = rotation_keys::old_key(app, &record.id).await? else {
        return Ok(false);
    };
    let kept = accounts::stored_key(app, account).await?;
    Ok(kept.expose_secret() == old_key.expose_secret())
}

/// Revokes the former key, once the key that the vault has for the account is seen to work: after this there is no way
/// back.
async fn revoke_old_key(
    app: &Features,
    record: &RotationRecord,
    account: &Account,
    issuer: &Account,
) -> Result<(), Error> {
    accounts::must_be_writable(account)?;
    let kept = accounts::stored_key(app, account).await?;
    accounts::try_key(app, account, &kept).await?;
    if account.key_id != record.new_key_id
        && let Some(unused) = &record.new_key_id
    {
        // The user gave the account a third key meanwhile, so nothing uses the one that this rotation made.
        orphans::revoke_one(app, record, issuer, unused).await?;
    }
    let old = record.old_key_id.as_str();
    let organization = record.organization_id.as_deref();
    match keys::revoke_of(app, &issuer.id, organization, old).await {
        // It is revoked already, by an earlier run or elsewhere.
        Err(error) if error.code() != ErrorCode::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn still_works(record: &RotationRecord, after: Duration) -> Error {
    Error::new(
        ErrorCode::Platform,
        format!(
            "The old key still works {} s after the key {} was revoked",
            after.as_secs().max(1),
            record.old_label()
        ),
    )
    .hint(
        "Resume the rotation to check again. If the old key still works, a different key was revoked: find the key last used just now in the list and revoke it.",
    )
    .about(&record.account_id)
}
