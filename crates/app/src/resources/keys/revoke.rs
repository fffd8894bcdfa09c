//! Revoking keys, and what becomes of the accounts of this app that used them.

use api::resource::keys as wire;
use api::{KeyId, Management, OrgId};
use futures::future::join_all;

use super::mutations::KeyMutation;
use crate::Error;
use crate::accounts::{self, client};
use crate::base::ids;
use crate::core::operation::operation;
use crate::platform::Platform;
use crate::platform::mutation;
use crate::store::Account;
use crate::view::{ErrorCode, RevokedKeyView};

/// Revokes a key at once and for good (`DELETE /api_keys/{key_id}`), also one of an organization for those who may. An
/// account of this app that used it is paused at once.
///
/// # Errors
/// [`ErrorCode::Invalid`] for an id that cannot be, [`ErrorCode::NotFound`] about the key for one that is not there any
/// more, and as every mutation.
pub async fn revoke(
    app: &Platform,
    account_id: &str,
    key_id: &str,
) -> Result<RevokedKeyView, Error> {
    revoke_of(app, account_id, None, key_id).await
}

/// Revokes a key of an organization at once and for good (`DELETE /organizations/{org_id}/api_keys/{key_id}`). An account
/// of this app that used it is paused at once.
///
/// # Errors
/// As [`revoke`].
pub async fn revoke_of_organization(
    app: &Platform,
    account_id: &str,
    organization_id: &str,
    key_id: &str,
) -> Result<RevokedKeyView, Error> {
    revoke_of(app, account_id, Some(organization_id), key_id).await
}

/// As [`revoke`], of an organization where one is named.
///
/// # Errors
/// As [`revoke`].
#[operation(Guarded, Change, key_revoke, text)]
pub async fn revoke_of(
    app: &Platform,
    account_id: &str,
    organization_id: Option<&str>,
    key_id: &str,
) -> Result<RevokedKeyView, Error> {
    let revoked = without_check(app, account_id, organization_id, key_id).await?;
    pause_users(app, account_id, key_id).await;
    Ok(revoked)
}

/// Revokes a key without asking the accounts whose key is not known whether it was theirs.
pub(crate) async fn without_check(
    app: &Platform,
    account_id: &str,
    organization_id: Option<&str>,
    key_id: &str,
) -> Result<RevokedKeyView, Error> {
    let organization = organization_id.map(ids::organization).transpose()?;
    let key = ids::key(key_id)?;
    let mutation = KeyMutation::Revoke {
        organization: organization.as_ref().map(ToString::to_string),
        key: key.0,
    };
    let send = async move |api: Management| send(&api, organization, key).await;
    let result = mutation::run(app, account_id, mutation, send).await;
    let revoked: wire::RevokedApiKey = result.map_err(|error| worded(error, key_id))?;
    for account in accounts::all_at_address_of(app, account_id) {
        if account.key_id.as_deref() == Some(key_id) {
            pause(app, &account).await;
        }
    }
    Ok(RevokedKeyView::from(&revoked))
}

async fn send(
    api: &Management,
    organization: Option<OrgId>,
    key: KeyId,
) -> Result<api::Reply<wire::RevokedApiKey>, api::Error> {
    match organization {
        Some(organization) => api.organization_keys(&organization).revoke(key).await,
        None => api.keys().revoke(key).await,
    }
}

fn worded(error: Error, key_id: &str) -> Error {
    if error.code() != ErrorCode::NotFound {
        return error;
    }
    Error::new(ErrorCode::NotFound, format!("Key {key_id} not found"))
        .hint("It may have been revoked, or the account has no access to it. Refresh the list.")
        .request(error.request_id())
        .about(key_id)
}

/// Each account that may have used the key finds out now, and not when somebody next wants something of it.
async fn pause_users(app: &Platform, account_id: &str, key_id: &str) {
    let at_risk = accounts::all_at_address_of(app, account_id).into_iter();
    let at_risk =
        at_risk.filter(|account| account.key_id.is_none() && !app.clients.is_refused(&account.id));
    let reads = at_risk.map(|account| async move {
        let account_client = client::of(app, &account.id).await?;
        // A refusal pauses it.
        account_client
            .send_value(account_client.click().identity())
            .await
            .map(drop)
    });
    for result in join_all(reads).await {
        if let Err(error) = result
            && error.code() != ErrorCode::Unauthorized
        {
            tracing::debug!(key_id, code = ?error.code(), "whether an account used the key is seen later");
        }
    }
}

async fn pause(app: &Platform, account: &Account) {
    match client::known(app, &account.id).await {
        Ok(account_client) => account_client.refuse(),
        Err(error) => {
            tracing::debug!(account = account.id, code = ?error.code(), "the account's key is not available");
        }
    }
}
