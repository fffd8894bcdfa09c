//! Lists of keys with the accounts of this app that use them, and those that nobody uses marked.

use chrono::{DateTime, TimeDelta, Utc};
use futures::future::join_all;

use super::list_of;
use super::used_by::{Certain, Holder, ListOwner, Used, conclude};
use crate::Error;
use crate::accounts;
use crate::accounts::client::{self, AccountClient};
use crate::core::operation::operation;
use crate::platform::Platform;
use crate::platform::undo::platform_now;
use crate::store::Account;
use crate::view::{KeyRowView, KeyView};

/// Keys with the accounts of this app that use them; an organization's, or one's own without it. Where nothing says which
/// of several an account uses, it is asked who it is, and the list is read once more: its key is the one that was used.
///
/// # Errors
/// As [`super::list`].
#[operation(Page, Read, key_list, text)]
pub async fn rows(
    app: &Platform,
    account_id: &str,
    organization_id: Option<&str>,
) -> Result<Vec<KeyRowView>, Error> {
    let account_client = client::of(app, account_id).await?;
    let mut keys = list_of(app, account_id, organization_id).await?;
    let owner = match organization_id {
        Some(organization) => ListOwner::Organization(organization.to_owned()),
        None => ListOwner::Person(owner_of(&account_client).await),
    };
    let mut all = holders(app, &account_client.account, &owner).await;
    let mut used = conclude(&owner, &keys, &all);
    if !used.unclear.is_empty() {
        ask_who(app, &all, &used).await;
        keys = list_of(app, account_id, organization_id).await?;
        all = holders(app, &account_client.account, &owner).await;
        used = conclude(&owner, &keys, &all);
    }
    for found in &used.found {
        store_found_key(app, found).await;
    }
    let (now, days) = (
        platform_now(app, account_id),
        app.settings.now().unused_key_days,
    );
    let row = |key: KeyView| KeyRowView {
        used_by: used.by(&key.id),
        is_unused: is_unused(&key, now, days),
        key,
    };
    Ok(keys.into_iter().map(row).collect())
}

/// Whether a key was never used although it is older than so many days.
pub(crate) fn is_unused(key: &KeyView, now: DateTime<Utc>, days: u32) -> bool {
    let is_old = |made_at| now - made_at > TimeDelta::days(i64::from(days));
    key.last_used_at.is_none() && key.created_at.is_some_and(is_old)
}

/// Whose the key is. An account that comes with its platform does not say.
async fn owner_of(account_client: &AccountClient) -> Option<String> {
    if account_client.account.owner_id.is_some() {
        return account_client.account.owner_id.clone();
    }
    let identity = account_client
        .send_value(account_client.click().identity())
        .await
        .ok()?;
    Some(identity.account_id).filter(|id| !id.is_empty())
}

/// The accounts at the same address whose key may be one of this owner's.
async fn holders(app: &Platform, asker: &Account, owner: &ListOwner) -> Vec<Holder> {
    let mut all = Vec::new();
    for account in accounts::at_address_of(app, asker) {
        let is_asker = account.id == asker.id;
        if app.clients.is_refused(&account.id) {
            continue;
        }
        let mut holder = holder(app, account, is_asker);
        if let (ListOwner::Person(Some(_)), None, None) = (owner, &holder.owner_id, holder.kind)
            && let Ok(account_client) = client::of(app, &holder.account_id).await
        {
            holder.owner_id = owner_of(&account_client).await;
            holder.taken_at = app.clients.taken_at(&holder.account_id);
        }
        if holder.may_be_of(owner) {
            all.push(holder);
        }
    }
    all
}

fn holder(app: &Platform, account: Account, is_asker: bool) -> Holder {
    Holder {
        taken_at: app.clients.taken_at(&account.id),
        account_id: account.id,
        name: account.name,
        owner_id: account.owner_id,
        kind: account.key_kind,
        project_id: account.key_project_id,
        key_id: account.key_id,
        key_generation: account.key_generation,
        is_asker,
    }
}

/// Has the accounts of which nothing is known use their keys now. One that cannot be asked is left as it is.
async fn ask_who(app: &Platform, all: &[Holder], used: &Used) {
    let unclear = all
        .iter()
        .filter(|holder| used.unclear.contains(&holder.account_id));
    let reads = unclear.map(|holder| async {
        let account_client = client::of(app, &holder.account_id).await?;
        account_client
            .send_value(account_client.click().identity())
            .await
            .map(drop)
    });
    for result in join_all(reads).await {
        if let Err(error) = result {
            tracing::debug!(code = ?error.code(), "which key an account uses stays unclear");
        }
    }
}

/// What was found out for sure is kept, so that it stays known when there are more keys.
async fn store_found_key(app: &Platform, found: &Certain) {
    let Certain {
        account_id,
        key_id,
        key_generation,
    } = found;
    if let Err(error) = accounts::found_key(app, account_id, key_id, *key_generation).await {
        tracing::warn!(%error, "which key an account uses could not be stored");
    }
}
