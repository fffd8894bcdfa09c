//! Revokes API keys.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::Error;
use crate::accounts;
use crate::base::ids;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Next, Plan, PlanItem, gone_is_done, locked};
use crate::platform::undo::platform_now;
use crate::resources::keys;
use crate::view::{AccountView, BulkRequest, ErrorCode, KeyKind, KeyRowView};

/// A key that was used within so many days is most likely still needed somewhere.
const LATELY: TimeDelta = TimeDelta::days(30);

pub(super) struct RevokeKeys;

impl Kind for RevokeKeys {
    fn check(&self, request: &BulkRequest) -> Result<(), Error> {
        request
            .item_ids
            .iter()
            .try_for_each(|id| ids::key(id).map(drop))
    }

    async fn plan(
        &self,
        app: &Features,
        account: &AccountView,
        request: &BulkRequest,
    ) -> Result<Plan, Error> {
        let rows = match refusal_of(account) {
            // Whatever is listed, nothing of it is done.
            Some(_) => Vec::new(),
            None => keys::rows(app, &account.id, request.organization_id.as_deref()).await?,
        };
        let listed: BTreeMap<_, _> = rows.iter().map(|row| (row.key.id.as_str(), row)).collect();
        let item = |id: &String| {
            let row = listed.get(id.as_str()).copied();
            PlanItem {
                id: id.clone(),
                name: row.map(|row| row.key.name.clone()),
                refusal: refusal_of(account).or_else(|| refusal(id, row)),
            }
        };
        let items: Vec<_> = request.item_ids.iter().map(item).collect();
        let open = items.iter().filter(|item| item.is_open());
        let open: Vec<_> = open
            .filter_map(|item| listed.get(item.id.as_str()).copied())
            .collect();
        let warnings = warnings(&open, platform_now(app, &account.id));
        Ok(Plan { items, warnings })
    }

    async fn perform(&self, app: &Features, next: &Next) -> Result<(), Error> {
        let (account, key) = (next.account_id.as_str(), next.item_id.as_str());
        if let Some(user) = accounts::with_key(app, account, key) {
            return Err(used(&user.id, &user.name, true));
        }
        let organization = next.target.organization_id.as_deref();
        let done = keys::without_check(app, account, organization, key).await;
        gone_is_done(next, done.map(drop))
    }
}

/// Why nothing is sent for any key.
fn refusal_of(account: &AccountView) -> Option<Error> {
    let is_personal = matches!(account.key_kind, None | Some(KeyKind::Personal));
    locked(account).or_else(|| {
        (!is_personal).then(|| {
            Error::invalid("Only a personal key can revoke keys")
                .hint("Connect an account with a personal key. For an organization's keys, it must be an administrator's.")
        })
    })
}

/// Why nothing is sent for one key.
fn refusal(id: &str, row: Option<&KeyRowView>) -> Option<Error> {
    let Some(row) = row else {
        return Some(
            Error::new(ErrorCode::NotFound, format!("Key {id} not found"))
                .hint("Remove it from the selection: it was revoked."),
        );
    };
    let user = row.used_by.first()?;
    Some(used(&user.account_id, &user.name, user.is_sure))
}

/// An account of this app uses the key.
fn used(account_id: &str, name: &str, is_sure: bool) -> Error {
    let verb = if is_sure { "uses" } else { "probably uses" };
    Error::invalid(format!("The account {name} {verb} this key"))
        .hint("Rotate the account's key, or revoke this key on its own.")
        .about(account_id)
}

fn warnings(open: &[&KeyRowView], now: DateTime<Utc>) -> Vec<String> {
    let mut warnings = Vec::new();
    let used = |row: &&&KeyRowView| row.key.last_used_at.is_some_and(|at| now - at < LATELY);
    match open.iter().filter(used).count() {
        0 => {}
        1 => warnings.push(
            "One of them was used in the last 30 days. Whatever uses it stops working.".to_owned(),
        ),
        lately => warnings.push(format!(
            "{lately} of them were used in the last 30 days. Whatever uses them stops working."
        )),
    }
    warnings.push("Revoked keys stop working at once.".to_owned());
    warnings.push("This can't be undone.".to_owned());
    warnings
}
