//! Suspends computes.

use super::branches::named;
use super::computes::{check, is_or_becomes, plan};
use crate::Error;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Next, Plan};
use crate::resources::computes;
use crate::view::{AccountView, BulkRequest, ComputeView};

pub(super) struct SuspendComputes;

impl Kind for SuspendComputes {
    fn check(&self, request: &BulkRequest) -> Result<(), Error> {
        check(request)
    }

    async fn plan(
        &self,
        app: &Features,
        account: &AccountView,
        request: &BulkRequest,
    ) -> Result<Plan, Error> {
        let refusal = |compute: &ComputeView, name: &str| {
            is_or_becomes(compute, "idle").then(|| {
                Error::invalid(format!("{name} is already suspended"))
                    .hint("Remove it from the selection.")
            })
        };
        plan(
            app,
            account,
            request,
            refusal,
            &["Open connections are closed at once. A new connection starts the compute again."],
        )
        .await
    }

    async fn perform(&self, app: &Features, next: &Next) -> Result<(), Error> {
        let project = named(next.target.project_id.as_deref())?;
        computes::suspend(app, &next.account_id, project, &next.item_id)
            .await
            .map(drop)
    }
}
