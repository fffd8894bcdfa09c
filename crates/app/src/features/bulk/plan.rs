//! What would be done, said before anything is sent.

use std::collections::BTreeSet;

use super::kind::PlanItem;
use super::kinds;
use crate::Error;
use crate::accounts::{self, client};
use crate::features::Features;
use crate::view::{AccountView, BulkItemState, BulkItemView, BulkPlanView, BulkRequest, ErrorView};

/// How many changes a platform answers in a second when they come one after the other.
const A_SECOND: u32 = 2;

/// The list is read again at the end.
const LISTS: u32 = 1;

/// Its items are in the order in which they are to be done.
pub(super) async fn plan(app: &Features, request: &BulkRequest) -> Result<BulkPlanView, Error> {
    let kind = kinds::of(request.verb);
    check_selection(request)?;
    kind.check(request)?;
    let account = account(app, &request.account_id).await?;
    let plan = kind.plan(app, &account, request).await?;
    let open = plan.items.iter().filter(|item| item.is_open()).count();
    let mut warnings = general(&account, open, plan.items.len());
    if open > 0 {
        warnings.extend(plan.warnings);
    }
    let count = u32::try_from(open).unwrap_or(u32::MAX);
    let requests = if open == 0 { 0 } else { count + LISTS };
    Ok(BulkPlanView {
        verb: request.verb,
        requests,
        seconds: seconds(app, &account, requests).await,
        warnings,
        items: plan.items.into_iter().map(shown).collect(),
    })
}

/// Something is selected, and nothing twice.
fn check_selection(request: &BulkRequest) -> Result<(), Error> {
    let one = request.verb.action().one();
    if request.item_ids.is_empty() {
        return Err(Error::invalid(format!("No {one} selected")).hint("Select at least one."));
    }
    let mut seen = BTreeSet::new();
    match request.item_ids.iter().find(|id| !seen.insert(*id)) {
        Some(id) => {
            Err(Error::invalid(format!("The {one} {id} is selected twice")).hint("Select it once."))
        }
        None => Ok(()),
    }
}

async fn account(app: &Features, id: &str) -> Result<AccountView, Error> {
    let accounts = accounts::list(app).into_iter();
    accounts
        .into_iter()
        .find(|account| account.id == id)
        .ok_or_else(|| Error::invalid("Account not found").hint("Choose another account."))
}

fn shown(item: PlanItem) -> BulkItemView {
    BulkItemView {
        name: item.name.unwrap_or_else(|| item.id.clone()),
        item_id: item.id,
        state: match item.refusal {
            Some(_) => BulkItemState::Skipped,
            None => BulkItemState::Waiting,
        },
        error: item.refusal.map(ErrorView::from),
    }
}

/// One after the other, and within what the key may send in a minute.
async fn seconds(app: &Features, account: &AccountView, requests: u32) -> u32 {
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

/// What is said whatever is done.
fn general(account: &AccountView, open: usize, requested: usize) -> Vec<String> {
    let mut warnings = Vec::new();
    if open == 0 {
        return warnings;
    }
    if open < requested {
        let left = requested - open;
        warnings.push(format!(
            "{left} of {requested} can't be processed and stay unchanged."
        ));
    }
    if account.is_production {
        warnings.push(format!("{} is a production account.", account.name));
    }
    warnings
}
