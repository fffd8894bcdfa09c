//! What an organization wants to spend in a month at most.

use serde::{Deserialize, Serialize};
use specta::Type;

use super::members;
use crate::Error;
use crate::accounts::client;
use crate::base::ids;
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::platform::mutation::{
    self, Mutation, Observed, Reader, ReconcileOutcome, Sent, Stop, Subject, done_if,
};
use crate::view::words::Action;

/// The spending limit of an organization.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SpendingLimitView {
    /// Cents of a dollar in a month; `None` is no limit.
    #[specta(type = Option<u32>)]
    pub cents: Option<i64>,
}

/// The limit of an organization (`GET /organizations/{org_id}/billing/spending_limit`).
///
/// # Errors
/// As [`members::list`]; [`crate::view::ErrorCode::Platform`] where the plan has none.
#[operation(Page, Read, spending_limit_get, text)]
pub async fn get(
    app: &Platform,
    account_id: &str,
    organization_id: &str,
) -> Result<SpendingLimitView, Error> {
    let account_client = client::of(app, account_id).await?;
    let organization = ids::organization(organization_id)?;
    let limit = account_client.click().spending_limit(&organization);
    let cents = account_client.send_value(limit.get()).await?;
    Ok(SpendingLimitView { cents })
}

/// Sets the limit (`PUT /organizations/{org_id}/billing/spending_limit`). The platform tells of it by mail; nothing is
/// suspended.
///
/// # Errors
/// As [`members::change_role`], and [`crate::view::ErrorCode::Invalid`] for less than a cent.
#[operation(Page, Change, spending_limit_set, text)]
pub async fn set(
    app: &Platform,
    account_id: &str,
    organization_id: &str,
    cents: u32,
) -> Result<SpendingLimitView, Error> {
    let organization = ids::organization(organization_id)?;
    if cents == 0 {
        return Err(Error::invalid("The spending limit is zero")
            .hint("Enter an amount, or remove the limit."));
    }
    let mutation = SpendingLimitMutation::Set(SpendingLimitSet {
        organization_id: organization.to_string(),
        cents,
    });
    let cents = i64::from(cents);
    let send = async move |api: api::Management| {
        let set = api.spending_limit(&organization).set(cents).await;
        set.map(|reply| reply.map(drop))
    };
    mutation::run::<_, (), _>(app, account_id, mutation, send).await?;
    Ok(SpendingLimitView { cents: Some(cents) })
}

/// Takes the limit away, also where there is none (`DELETE /organizations/{org_id}/billing/spending_limit`).
///
/// # Errors
/// As [`members::change_role`].
#[operation(Page, Change, spending_limit_remove, text)]
pub async fn remove(app: &Platform, account_id: &str, organization_id: &str) -> Result<(), Error> {
    let organization = ids::organization(organization_id)?;
    let mutation = SpendingLimitMutation::Remove(SpendingLimitRemove {
        organization_id: organization.to_string(),
    });
    let send = async move |api: api::Management| api.spending_limit(&organization).delete().await;
    mutation::run(app, account_id, mutation, send).await
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[
    SpendingLimitGet::ENTRY,
    SpendingLimitSet::ENTRY,
    SpendingLimitRemove::ENTRY,
];

/// The operations on the spending limit that the journal stores.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum SpendingLimitMutation {
    #[serde(rename = "setSpendingLimit")]
    Set(SpendingLimitSet),
    #[serde(rename = "removeSpendingLimit")]
    Remove(SpendingLimitRemove),
}

impl SpendingLimitMutation {
    fn organization(&self) -> &str {
        match self {
            Self::Set(set) => &set.organization_id,
            Self::Remove(remove) => &remove.organization_id,
        }
    }
}

impl Mutation for SpendingLimitMutation {
    /// The limit that was read.
    type Item = Option<i64>;

    fn subject(&self) -> Subject<'_> {
        let organization = self.organization();
        let action = match self {
            Self::Set(_) => Action::SetSpendingLimit,
            Self::Remove(_) => Action::RemoveSpendingLimit,
        };
        Subject::new(action, organization, &["spending limit", organization])
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<Option<i64>>>, Stop> {
        let organization = ids::organization(self.organization())?;
        let limit = reader.api.spending_limit(&organization);
        Ok(Some(vec![reader.value(limit.get()).await?].into()))
    }

    fn decide(&self, _: &Sent<'_>, seen: Observed<Option<i64>>) -> ReconcileOutcome<Option<i64>> {
        let now = seen.one().flatten();
        done_if(match self {
            Self::Set(set) => now == Some(set.cents.into()),
            Self::Remove(_) => now.is_none(),
        })
    }

    fn publish(&self, app: &Platform, account: &str) {
        members::publish_change(app, account, self.organization());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::platform::mutation::testing::{one, verdict, verdict_gone};

    #[test]
    fn a_limit_is_known_by_its_amount() {
        let set = || {
            one::<SpendingLimitMutation>(
                json!({ "verb": "setSpendingLimit", "organization": "org-a-1", "cents": 500 }),
            )
        };
        let remove = || {
            one::<SpendingLimitMutation>(
                json!({ "verb": "removeSpendingLimit", "organization": "org-a-1" }),
            )
        };
        for (found, was_set, removed) in [
            (Some(500), "done", "not done"),
            (Some(700), "not done", "not done"),
            (None, "not done", "done"),
        ] {
            assert_eq!(verdict(set(), &[], vec![found]), was_set, "{found:?}");
            assert_eq!(verdict(remove(), &[], vec![found]), removed, "{found:?}");
        }
        assert_eq!(verdict_gone(set()), "not done");
    }
}
