//! The accounts as the window lists them, and which one it shows.

use super::Accounts;
use super::rows::{account, change, write};
use super::view::view;
use crate::Error;
use crate::base::ids;
use crate::core::operation::operation;
use crate::store::{Account, table};
use crate::view::AccountView;

/// Every account, in the order they were added.
#[must_use]
#[operation(Page, Read, account_list)]
pub fn list(app: &Accounts) -> Vec<AccountView> {
    let accounts = app.accounts.all().into_iter();
    accounts.map(|account| view(app, account)).collect()
}

/// Shows this account from now on.
///
/// # Errors
/// [`ErrorCode::Invalid`] for an account that is not there.
#[operation(Page, Change, account_choose)]
pub async fn choose(app: &Accounts, id: &str) -> Result<AccountView, Error> {
    let account = account(app, id)?;
    if account.is_current {
        return Ok(view(app, account));
    }
    let wanted = account.id.clone();
    write(app, move |store| table::accounts::choose(store, &wanted)).await?;
    Ok(view(app, self::account(app, id)?))
}

/// Remembers the organization and the project that were open last; what is `None` stays, and an empty one is forgotten.
///
/// # Errors
/// As [`choose`].
#[operation(Page, Change, account_remember)]
pub async fn remember(
    app: &Accounts,
    id: &str,
    organization_id: Option<String>,
    project_id: Option<String>,
) -> Result<AccountView, Error> {
    let account = account(app, id)?;
    let filled = |text: String| Some(text).filter(|text| !text.is_empty());
    let (organization_id, project_id) = (organization_id.map(filled), project_id.map(filled));
    if let Some(Some(organization)) = &organization_id {
        ids::organization(organization)?;
    }
    if let Some(Some(project)) = &project_id {
        ids::project(project)?;
    }
    // Laid over the account as it is when its lock is taken: the other one may have been remembered meanwhile.
    let merge = move |account: &mut Account| {
        if let Some(organization_id) = organization_id {
            account.organization_id = organization_id;
        }
        if let Some(project_id) = project_id {
            account.project_id = project_id;
        }
    };
    let mut after = account.clone();
    (merge.clone())(&mut after);
    if after == account {
        return Ok(view(app, account));
    }
    Ok(view(app, change(app, id, merge).await?))
}
