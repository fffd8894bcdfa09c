//! Giving a rotation up before the account has the new key.

use super::{maker, orphans, record, rotation_keys};
use crate::core::activity::{self, Note};
use crate::features::Features;
use crate::model::rotation::Record;
use crate::view::RotationStep;
use crate::{Error, accounts};

pub(super) async fn undo(app: &Features, record: &mut Record) -> Result<(), Error> {
    if let Some(former) = rotation_keys::former(app, &record.id).await? {
        // After a crash within the swap the vault can have the new key while the account's row still has the former one.
        accounts::put_back(app, &record.account_id, &former, record.key_number).await?;
    }
    let kept = rotation_keys::new_key(app, &record.id)
        .await?
        .map(|kept| kept.id);
    if let Some(key) = kept.or_else(|| record.new_key_id.clone()) {
        let maker = maker::of(app, record).await?;
        orphans::revoke_one(app, record, &maker, &key).await?;
    }
    if record.asked {
        let maker = maker::of(app, record).await?;
        orphans::revoke(app, record, &maker).await?;
    }
    rotation_keys::erase(app, &record.id).await?;
    record.step = RotationStep::Undone;
    record.problem = None;
    record::save(app, record).await?;
    let name = record.account_name.clone();
    let note = Note::new(app, "Give up rotation", &name, &name).on(&record.account_id, None);
    let detail = format!(
        "{} is revoked; the account has the key that it had",
        record.new_name
    );
    activity::record(app, note.detail(detail)).await;
    Ok(())
}
