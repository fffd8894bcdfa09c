//! What an organization wants to spend in a month at most.

use serde::Deserialize;
use serde_json::json;

use super::Begin;
use crate::call::Call;
use crate::{Error, Management, OrgId, Reply};

/// The spending limit of one organization, in cents of a dollar.
#[derive(Debug, Clone)]
pub struct SpendingLimit {
    management: Management,
    organization: OrgId,
}

#[derive(Deserialize)]
struct Limit {
    spending_limit_cents: Option<i64>,
}

impl Management {
    /// The spending limit of an organization.
    #[must_use]
    pub fn spending_limit(&self, organization: &OrgId) -> SpendingLimit {
        SpendingLimit {
            management: self.clone(),
            organization: organization.clone(),
        }
    }
}

impl SpendingLimit {
    /// The limit in cents; `None` is no limit (`GET /organizations/{org_id}/billing/spending_limit`).
    pub async fn get(&self) -> Result<Reply<Option<i64>>, Error> {
        let call = self.call(Call::get, "look up the spending limit");
        let reply = self.management.fetch::<Limit>(call).await?;
        Ok(reply.map(|it| it.spending_limit_cents))
    }

    /// Sets it, 1 or more cents, and gives it (`PUT /organizations/{org_id}/billing/spending_limit`). The platform tells
    /// of it by mail; nothing is suspended.
    pub async fn set(&self, cents: i64) -> Result<Reply<Option<i64>>, Error> {
        let call = self
            .call(Call::put, "set the spending limit")
            .json(&json!({ "spending_limit_cents": cents }))
            .if_lost("the spending limit may have been set");
        let reply = self.management.fetch::<Limit>(call).await?;
        Ok(reply.map(|it| it.spending_limit_cents))
    }

    /// Takes it away, also where there is none (`DELETE /organizations/{org_id}/billing/spending_limit`).
    pub async fn delete(&self) -> Result<Reply<()>, Error> {
        let call = self
            .call(Call::delete, "delete the spending limit")
            .if_lost("the spending limit may have been deleted");
        self.management.fetch_empty(call).await
    }

    fn call(&self, begin: Begin, purpose: &'static str) -> Call {
        begin(
            purpose,
            "/organizations/{org_id}/billing/spending_limit",
            &[self.organization.as_str()],
        )
    }
}
