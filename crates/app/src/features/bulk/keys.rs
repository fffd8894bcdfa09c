//! What would be revoked, said before anything is.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use super::plan::{LISTS, checked, general, locked, seconds};
use crate::Error;
use crate::features::Features;
use crate::platform::undo::platform_now;
use crate::resources::keys;
use crate::view::{
    AccountView, BulkItemState, BulkItemView, BulkPlanView, BulkWish, ErrorCode, ErrorView,
    KeyKind, KeyRowView,
};

/// A key that was used within so many days is most likely still needed somewhere.
const LATELY: TimeDelta = TimeDelta::days(30);

pub(super) async fn plan(app: &Features, wish: &BulkWish) -> Result<BulkPlanView, Error> {
    let account = checked(app, wish).await?;
    let rows = match refusal_of(&account) {
        // Whatever is listed, nothing of it is done.
        Some(_) => Vec::new(),
        None => keys::rows(app, &account.id, wish.organization_id.as_deref()).await?,
    };
    let listed: BTreeMap<_, _> = rows.iter().map(|row| (row.key.id.as_str(), row)).collect();
    let mut items = Vec::new();
    for id in &wish.item_ids {
        let row = listed.get(id.as_str()).copied();
        let refusal = refusal_of(&account).or_else(|| refusal(id, row));
        items.push(BulkItemView {
            item_id: id.clone(),
            name: row.map_or_else(|| id.clone(), |row| row.key.name.clone()),
            state: match refusal {
                Some(_) => BulkItemState::Skipped,
                None => BulkItemState::Waiting,
            },
            error: refusal.map(ErrorView::from),
        });
    }
    let waits = |item: &&BulkItemView| item.state == BulkItemState::Waiting;
    let open = items.iter().filter(waits);
    let open: Vec<&KeyRowView> = open
        .filter_map(|item| listed.get(item.item_id.as_str()).copied())
        .collect();
    let count = u32::try_from(open.len()).unwrap_or(u32::MAX);
    let requests = if open.is_empty() { 0 } else { count + LISTS };
    Ok(BulkPlanView {
        verb: wish.verb,
        requests,
        seconds: seconds(app, &account, requests).await,
        warnings: warnings(&account, &open, items.len(), platform_now(app, &account.id)),
        items,
    })
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
pub(super) fn used(account_id: &str, name: &str, is_sure: bool) -> Error {
    let verb = if is_sure { "uses" } else { "probably uses" };
    Error::invalid(format!("The account {name} {verb} this key"))
        .hint("Rotate the account's key, or revoke this key on its own.")
        .about(account_id)
}

fn warnings(
    account: &AccountView,
    open: &[&KeyRowView],
    asked: usize,
    now: DateTime<Utc>,
) -> Vec<String> {
    if open.is_empty() {
        return Vec::new();
    }
    let mut warnings = general(account, open.len(), asked);
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
    warnings.push("This cannot be undone.".to_owned());
    warnings
}
