//! Giving a rotation up before the account has the new key.

use super::{issuer, orphans, record, rotation_keys};
use crate::core::activity::{self, Note};
use crate::features::Features;
use crate::model::rotation::RotationRecord;
use crate::view::RotationStep;
use crate::view::words::Action;
use crate::{Error, accounts};

pub(super) async fn undo(app: &Features, record: &mut RotationRecord) -> Result<(), Error> {
    if let Some(old_key) = rotation_keys::old_key(app, &record.id).await? {
        // After a crash within the swap the vault can have the new key while the account's row still has the former one.
        accounts::put_back(app, &record.account_id, &old_key, record.key_generation).await?;
    }
    let kept = rotation_keys::new_key(app, &record.id)
        .await?
        .map(|kept| kept.id);
    if let Some(key) = kept.or_else(|| record.new_key_id.clone()) {
        let issuer = issuer::of(app, record).await?;
        orphans::revoke_one(app, record, &issuer, &key).await?;
    }
    if record.create_requested {
        let issuer = issuer::of(app, record).await?;
        orphans::revoke(app, record, &issuer).await?;
    }
    rotation_keys::erase(app, &record.id).await?;
    record.step = RotationStep::Undone;
    record.problem = None;
    record::save(app, record).await?;
    let name = record.account_name.clone();
    let note = Note::new(app, Action::CancelRotation, &name, &name).on(&record.account_id, None);
    let detail = format!(
        "{} was revoked; the account keeps its old key",
        record.new_name
    );
    activity::record(app, note.detail(detail)).await;
    Ok(())
}
