//! The account that makes the new key and revokes the former one.

use api::resource::organizations::ListMembers;

use crate::Error;
use crate::accounts::{self, client};
use crate::base::ids;
use crate::features::Features;
use crate::model::rotation::RotationRecord;
use crate::store::Account;
use crate::view::{KeyKind, MemberView, page};

/// The platform's name of the role that may make and revoke an organization's keys.
const ADMINISTRATOR: &str = "admin";

/// The largest page of members.
const MEMBERS_A_PAGE: u32 = 500;

/// The account that does it for this rotation: the one chosen at its begin, or another one where that was removed or its key
/// refused.
pub(super) async fn of(app: &Features, record: &RotationRecord) -> Result<Account, Error> {
    let account = accounts::account(app, &record.account_id)?;
    if record.kind == KeyKind::Personal {
        return Ok(account);
    }
    let chosen = app.accounts.find(&record.by_account_id);
    match chosen.filter(|it| !app.clients.is_refused(&it.id)) {
        Some(chosen) => Ok(chosen),
        None => find(app, &account).await,
    }
}

/// The account that can do it for this one: itself with a personal key, else one with a personal key of an administrator of
/// the organization, at the same address.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] with what to connect when there is none, and as every read of an account.
pub(super) async fn find(app: &Features, account: &Account) -> Result<Account, Error> {
    if account.key_kind == Some(KeyKind::Personal) {
        return Ok(account.clone());
    }
    let Some(organization) = account.owner_id.as_deref() else {
        return Err(Error::invalid("The owner of this key is unknown")
            .hint("Check the account's key, then try again.")
            .about(&account.id));
    };
    let mut locked = None;
    let mut failed = None;
    for other in accounts::at_address_of(app, account) {
        let may_be_personal = matches!(other.key_kind, None | Some(KeyKind::Personal));
        if !may_be_personal || app.clients.is_refused(&other.id) {
            continue;
        }
        match is_administrator(app, &other, organization).await {
            Ok(true) if other.is_read_only => locked = Some(other),
            Ok(true) => return Ok(other),
            Ok(false) => {}
            Err(error) => failed = Some(error),
        }
    }
    if let Some(locked) = locked {
        accounts::must_be_writable(&locked)?;
    }
    if let Some(failed) = failed {
        return Err(failed);
    }
    let whose = match (account.key_kind, &account.owner) {
        (Some(KeyKind::Organization), Some(name)) => name.clone(),
        _ => format!("the organization {organization}"),
    };
    Err(
        Error::invalid(format!("No connected account can create keys for {whose}")).hint(format!(
            "Connect an account with a personal key of an administrator of {whose}."
        )),
    )
}

async fn is_administrator(
    app: &Features,
    account: &Account,
    organization: &str,
) -> Result<bool, Error> {
    let account_client = client::of(app, &account.id).await?;
    let me = match &account.owner_id {
        Some(id) => id.clone(),
        None => {
            account_client
                .send_value(account_client.click().identity())
                .await?
                .account_id
        }
    };
    let organization = ids::organization(organization)?;
    let mut cursor = None;
    loop {
        let list = ListMembers {
            page_size: Some(MEMBERS_A_PAGE),
            cursor,
            ..ListMembers::default()
        };
        let organizations = account_client.click().organizations();
        let page = match account_client
            .send(organizations.members(&organization, list))
            .await
        {
            Ok(reply) => reply.value,
            // An administrator may read the members.
            Err(error) if error.is_not_found() || error.is_forbidden() => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        let mut members = page.items.iter().map(MemberView::from);
        if let Some(member) = members.find(|member| member.user_id == me) {
            return Ok(member.role.as_deref() == Some(ADMINISTRATOR));
        }
        cursor = page::next(page.next, page.items.len(), Some(MEMBERS_A_PAGE));
        if cursor.is_none() {
            return Ok(false);
        }
    }
}
