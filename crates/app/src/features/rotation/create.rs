//! Makes the new key, stores it in the vault at once, and tries it.

use super::rotation_keys::{self, NewKey};
use super::{issuer, orphans, record};
use crate::base::checkpoint::Checkpoint;
use crate::core::keychain;
use crate::features::Features;
use crate::model::rotation::RotationRecord;
use crate::resources::keys::{self, CreateKey};
use crate::view::{ErrorCode, RotationStep};
use crate::{Error, accounts};

/// After this many keys that turned out to be useless the rotation stops: trying again will not help.
const MOST_TRIES: u32 = 3;

/// Makes the new key. One that an earlier run made and stored in the vault is used; one whose secret it lost is revoked.
pub(super) async fn create(app: &Features, record: &mut RotationRecord) -> Result<(), Error> {
    if let Some(kept) = rotation_keys::new_key(app, &record.id).await? {
        return is_made(app, record, kept.id).await;
    }
    let issuer = issuer::of(app, record).await?;
    if record.create_requested {
        orphans::revoke(app, record, &issuer).await?;
    }
    keychain::ensure(app).await?;
    // Before the request is sent: after a crash this says that a key without an owner may be left on the platform.
    record.create_requested = true;
    record::save(app, record).await?;
    app.checkpoints.passed(Checkpoint::RotationIntended);
    let request = CreateKey {
        name: record.new_name.clone(),
        organization_id: record.organization_id.clone(),
        project_id: record.project_id.clone(),
    };
    let made = match keys::create_of(app, &issuer.id, &request).await {
        Ok(made) => made,
        Err(error) if error.code() == ErrorCode::SecretLost => {
            if let Some(lost) = error.subject() {
                orphans::revoke_one(app, record, &issuer, lost).await?;
            }
            return try_again(app, record, error).await;
        }
        Err(error) => return Err(error),
    };
    app.checkpoints.passed(Checkpoint::RotationMade);
    if made.key.id.is_empty() {
        // Without its id it cannot be revoked at the end of the rotation. The next try finds it by its name and revokes it.
        let unnamed = Error::new(
            ErrorCode::Platform,
            "The platform created a key but did not return its ID",
        )
        .hint("Resume the rotation: it creates another key and revokes that one.");
        return try_again(app, record, unnamed).await;
    }
    let key = NewKey {
        id: made.key.id,
        token: made.token,
    };
    if let Err(error) = rotation_keys::store_new(app, &record.id, &key).await {
        // Its secret is in memory only. It is revoked now, as it would be lost when the app ends.
        if let Err(left) = orphans::revoke_one(app, record, &issuer, &key.id).await {
            tracing::warn!(key = key.id, %left, "a key that cannot be stored is revoked later");
        }
        return Err(error);
    }
    app.checkpoints.passed(Checkpoint::RotationNewKeySaved);
    is_made(app, record, key.id).await
}

/// Tries the new key with the platform, before the account depends on it.
pub(super) async fn verify(app: &Features, record: &mut RotationRecord) -> Result<(), Error> {
    let account = accounts::account(app, &record.account_id)?;
    let Some(kept) = rotation_keys::new_key(app, &record.id).await? else {
        return start_over(app, record, rotation_keys::new_key_lost()).await;
    };
    match accounts::try_key(app, &account, &kept.token).await {
        Ok(()) => {}
        Err(error) if error.code() == ErrorCode::Unauthorized => {
            return start_over(app, record, error).await;
        }
        Err(error) => return Err(error),
    }
    record.step = RotationStep::Swap;
    record::save(app, record).await?;
    app.checkpoints.passed(Checkpoint::RotationVerified);
    Ok(())
}

/// Revokes a new key that is useless, and has another one made.
pub(super) async fn start_over(
    app: &Features,
    record: &mut RotationRecord,
    reason: Error,
) -> Result<(), Error> {
    let issuer = issuer::of(app, record).await?;
    if let Some(key) = record.new_key_id.clone() {
        orphans::revoke_one(app, record, &issuer, &key).await?;
    }
    rotation_keys::erase_new(app, &record.id).await?;
    record.new_key_id = None;
    record.step = RotationStep::Create;
    try_again(app, record, reason).await
}

/// Counts a useless key. Every third one stops the rotation; resuming it allows three more.
async fn try_again(
    app: &Features,
    record: &mut RotationRecord,
    reason: Error,
) -> Result<(), Error> {
    record.tries += 1;
    record::save(app, record).await?;
    if record.tries.is_multiple_of(MOST_TRIES) {
        return Err(reason);
    }
    Ok(())
}

async fn is_made(app: &Features, record: &mut RotationRecord, key_id: String) -> Result<(), Error> {
    record.new_key_id = Some(key_id);
    record.step = RotationStep::Verify;
    record::save(app, record).await?;
    app.checkpoints.passed(Checkpoint::RotationNoted);
    Ok(())
}
