//! Revokes keys that a rotation made and whose secrets were lost.

use api::resource::keys::ApiKey;
use chrono::{DateTime, Utc};

use crate::Error;
use crate::accounts::client;
use crate::base::clock::earliest_on_platform;
use crate::base::ids;
use crate::features::Features;
use crate::model::rotation::RotationRecord;
use crate::resources::keys;
use crate::store::Account;
use crate::view::ErrorCode;

/// Revokes what earlier tries of this rotation left: keys of the new name that were created since it began, were never used,
/// and were made by the same person. All of that, because the name alone can be that of a key of somebody else.
pub(super) async fn revoke(
    app: &Features,
    record: &RotationRecord,
    issuer: &Account,
) -> Result<(), Error> {
    let account_client = client::of(app, &issuer.id).await?;
    let listed = match &record.organization_id {
        Some(organization) => {
            let organization = ids::organization(organization)?;
            let keys = account_client.click().organization_keys(&organization);
            account_client.send_value(keys.list()).await?
        }
        None => {
            account_client
                .send_value(account_client.click().keys().list())
                .await?
        }
    };
    let offsets = [record.offset_ms, account_client.offset_ms()];
    let since = earliest_on_platform(record.started_at, offsets);
    for key in listed
        .iter()
        .filter(|key| is_orphan(key, record, issuer, since))
    {
        revoke_one(app, record, issuer, &key.id.to_string()).await?;
    }
    Ok(())
}

/// Revokes one key of the owner whose key is changed. One that is not there any more is no error.
pub(super) async fn revoke_one(
    app: &Features,
    record: &RotationRecord,
    issuer: &Account,
    key_id: &str,
) -> Result<(), Error> {
    let organization = record.organization_id.as_deref();
    match keys::without_check(app, &issuer.id, organization, key_id).await {
        Err(error) if error.code() != ErrorCode::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn is_orphan(
    key: &ApiKey,
    record: &RotationRecord,
    issuer: &Account,
    since: DateTime<Utc>,
) -> bool {
    let id = key.id.to_string();
    let made_by = key.created_by.as_ref().map(|by| by.id.as_str());
    let by_another = matches!(
        (made_by, issuer.owner_id.as_deref()),
        (Some(by), Some(me)) if !by.is_empty() && by != me
    );
    let opens = key.project_id.as_ref().map(ToString::to_string);
    key.name == record.new_name
        && opens == record.project_id
        && Some(&id) != record.new_key_id.as_ref()
        && id != record.old_key_id
        && !record.before.contains(&id)
        && key.last_used_at.is_none()
        && key.created_at.is_some_and(|at| at >= since)
        && !by_another
}
