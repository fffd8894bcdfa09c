//! Stores the new key as the account's. The former one is kept in the vault until the platform is seen to refuse it.

use secrecy::ExposeSecret;

use super::{create, record, rotation_keys};
use crate::base::checkpoint::Checkpoint;
use crate::features::Features;
use crate::model::rotation::RotationRecord;
use crate::view::RotationStep;
use crate::{Error, accounts};

pub(super) async fn swap(app: &Features, record: &mut RotationRecord) -> Result<(), Error> {
    let account = accounts::account(app, &record.account_id)?;
    if record.new_key_id.is_some() && account.key_id == record.new_key_id {
        // An earlier run ended between the swap and storing the step.
        return is_swapped(app, record).await;
    }
    let account = accounts::key_unchanged(app, &account.id, record.key_generation)?;
    let Some(kept) = rotation_keys::new_key(app, &record.id).await? else {
        return create::start_over(app, record, rotation_keys::new_key_lost()).await;
    };
    if rotation_keys::old_key(app, &record.id).await?.is_none() {
        // Not where the vault has the new key already: stored as the former one, it would make `finish` believe that the
        // user went back to that.
        let now = accounts::key_of(app, &account).await?;
        if now.expose_secret() != kept.token.expose_secret() {
            rotation_keys::store_old(app, &record.id, now).await?;
        }
    }
    app.checkpoints.passed(Checkpoint::RotationOldKeySaved);
    accounts::swap_key(
        app,
        &account.id,
        &kept.token,
        &kept.id,
        record.key_generation,
    )
    .await?;
    is_swapped(app, record).await
}

async fn is_swapped(app: &Features, record: &mut RotationRecord) -> Result<(), Error> {
    record.step = RotationStep::Revoke;
    record::save(app, record).await?;
    app.checkpoints.passed(Checkpoint::RotationSwapped);
    Ok(())
}
