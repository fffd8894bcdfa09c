//! What would be done to many projects, said before anything is sent.

use std::collections::{BTreeMap, BTreeSet};

use crate::Error;
use crate::accounts::{self, client};
use crate::base::ids;
use crate::core::names;
use crate::features::Features;
use crate::model::name::Key;
use crate::platform::bulk_jobs::items_of;
use crate::store::table;
use crate::view::{
    AccountView, BulkItemState, BulkItemView, BulkPlanView, BulkVerb, BulkWish, ErrorCode,
    ErrorView, FoundKind, KeyKind, ProjectScope, ProjectView,
};

/// How many deletes a platform answers in a second when they come one after the other.
const A_SECOND: u32 = 2;

/// The list is read again at the end.
pub(super) const LISTS: u32 = 1;

/// What is known of a project without asking.
#[derive(Clone, Debug, Default)]
struct Listed {
    name: Option<String>,
    scopes: Vec<ProjectScope>,
    permission: Option<String>,
    branches: usize,
    computes: usize,
}

pub(super) async fn plan(app: &Features, wish: &BulkWish) -> Result<BulkPlanView, Error> {
    let account = checked(app, wish).await?;
    let listed = listed(app, wish).await?;
    let mut items = Vec::new();
    for id in &wish.item_ids {
        let known = listed.get(id).cloned().unwrap_or_default();
        let refusal = refusal(&account, wish.verb, id, &known);
        items.push(BulkItemView {
            item_id: id.clone(),
            name: known.name.unwrap_or_else(|| id.clone()),
            state: if refusal.is_some() {
                BulkItemState::Skipped
            } else {
                BulkItemState::Waiting
            },
            error: refusal.map(ErrorView::from),
        });
    }
    let open: Vec<_> = items
        .iter()
        .filter(|it| it.state == BulkItemState::Waiting)
        .map(|it| it.item_id.as_str())
        .collect();
    let count = u32::try_from(open.len()).unwrap_or(u32::MAX);
    let requests = if open.is_empty() { 0 } else { count + LISTS };
    Ok(BulkPlanView {
        verb: wish.verb,
        requests,
        seconds: seconds(app, &account, requests).await,
        warnings: warnings(wish.verb, &account, &open, &listed, items.len()),
        items,
    })
}

/// The account of a wish that can be fulfilled.
pub(super) async fn checked(app: &Features, wish: &BulkWish) -> Result<AccountView, Error> {
    let (one, _) = items_of(wish.verb);
    if wish.item_ids.is_empty() {
        return Err(Error::invalid(format!("No {one} selected")).hint("Select at least one."));
    }
    let mut seen = BTreeSet::new();
    for id in &wish.item_ids {
        match wish.verb {
            BulkVerb::RevokeKeys => drop(ids::key(id)?),
            BulkVerb::DeleteProjects | BulkVerb::RecoverProjects => drop(ids::project(id)?),
        }
        if !seen.insert(id) {
            return Err(
                Error::invalid(format!("The {one} {id} is selected twice")).hint("Select it once.")
            );
        }
    }
    let accounts = accounts::list(app).await?.into_iter();
    accounts
        .into_iter()
        .find(|account| account.id == wish.account_id)
        .ok_or_else(|| Error::invalid("Account not found").hint("Choose another account."))
}

async fn listed(app: &Features, wish: &BulkWish) -> Result<BTreeMap<String, Listed>, Error> {
    let (account, ids) = (wish.account_id.clone(), wish.item_ids.clone());
    let in_lists = move |store: &rusqlite::Connection| {
        let mut found = BTreeMap::new();
        for id in ids {
            let scopes = table::lists::scopes_of(store, &account, &id)?;
            let record: Option<ProjectView> = table::lists::find(store, &account, &id)?;
            let listed = Listed {
                name: record.as_ref().map(|it| it.name.clone()),
                permission: record.and_then(|it| it.permission),
                scopes,
                ..Listed::default()
            };
            found.insert(id, listed);
        }
        Ok(found)
    };
    let mut found = app.store.read(in_lists).await?;
    names::with_known(app, |known| {
        for (id, listed) in &mut found {
            let key = Key::project(&wish.account_id, id);
            let named = known.get(&key).map(|named| named.name.clone());
            listed.name = named.or_else(|| listed.name.take());
            listed.branches = known.count(&wish.account_id, id, FoundKind::Branch);
            listed.computes = known.count(&wish.account_id, id, FoundKind::Compute);
        }
    })
    .await;
    Ok(found)
}

/// Why nothing is sent for an account that is locked.
pub(super) fn locked(account: &AccountView) -> Option<Error> {
    let message = || format!("The account {} is read-only", account.name);
    account.is_read_only.then(|| {
        Error::new(ErrorCode::ReadOnly, message())
            .hint("Unlock it in the account's settings and try again.")
            .about(account.id.clone())
    })
}

/// Why nothing is sent for a project.
fn refusal(account: &AccountView, verb: BulkVerb, id: &str, known: &Listed) -> Option<Error> {
    if let Some(locked) = locked(account) {
        return Some(locked);
    }
    if account.key_kind == Some(KeyKind::Project) {
        return Some(
            Error::invalid("A project key cannot delete or recover its project")
                .hint("Connect an account with a personal or organization key."),
        );
    }
    if verb == BulkVerb::RecoverProjects {
        return None;
    }
    let name = known.name.as_deref().unwrap_or(id);
    let may = |words: &[&str]| {
        let permission = known.permission.as_deref();
        permission.is_some_and(|permission| words.contains(&permission))
    };
    let may_all = may(&["CAN_MANAGE", "ADMIN"]);
    let may_some = may(&["CAN_VIEW", "CAN_EDIT", "VIEWER", "EDITOR"]);
    let is_shared = known.scopes == [ProjectScope::Shared];
    if may_some || (is_shared && !may_all) {
        return Some(
            Error::invalid(format!("{name} belongs to someone else"))
                .hint("Ask its owner to delete it."),
        );
    }
    (known.scopes == [ProjectScope::Deleted]).then(|| {
        Error::invalid(format!("{name} is already deleted")).hint("Remove it from the selection.")
    })
}

/// One after the other, and within what the key may send in a minute.
pub(super) async fn seconds(app: &Features, account: &AccountView, requests: u32) -> u32 {
    let steady = requests.div_ceil(A_SECOND);
    let Ok(budget) = client::budget(app, &account.id).await else {
        return steady;
    };
    let left = budget.per_minute.saturating_sub(budget.last_minute);
    let minutes = requests
        .saturating_sub(left)
        .div_ceil(budget.per_minute.max(1));
    steady.max(minutes * 60)
}

fn warnings(
    verb: BulkVerb,
    account: &AccountView,
    open: &[&str],
    listed: &BTreeMap<String, Listed>,
    asked: usize,
) -> Vec<String> {
    if open.is_empty() {
        return Vec::new();
    }
    let mut warnings = general(account, open.len(), asked);
    if verb == BulkVerb::RecoverProjects {
        warnings.push(
            "Connection strings stay the same. Computes stay suspended until a connection starts them."
                .to_owned(),
        );
        return warnings;
    }
    let known = || open.iter().filter_map(|id| listed.get(*id));
    let branches: usize = known().map(|it| it.branches).sum();
    let computes: usize = known().map(|it| it.computes).sum();
    let all_seen = known().all(|it| it.branches > 0);
    warnings.push(match (branches, all_seen) {
        (0, _) => "All their branches, computes and databases are deleted too.".to_owned(),
        (_, true) => format!(
            "This also deletes {} and {} with all their databases.",
            counted(branches, "branch", "branches"),
            counted(computes, "compute", "computes")
        ),
        (_, false) => format!(
            "This also deletes at least {} and {} with all their databases.",
            counted(branches, "branch", "branches"),
            counted(computes, "compute", "computes")
        ),
    });
    warnings.push("Open connections are closed at once.".to_owned());
    warnings.push("You can recover deleted projects for 7 days.".to_owned());
    warnings
}

/// What is said whatever is done.
pub(super) fn general(account: &AccountView, open: usize, asked: usize) -> Vec<String> {
    let mut warnings = Vec::new();
    if open < asked {
        let left = asked - open;
        warnings.push(format!(
            "{left} of {asked} cannot be processed and stay unchanged."
        ));
    }
    if account.is_production {
        warnings.push(format!("{} is a production account.", account.name));
    }
    warnings
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
