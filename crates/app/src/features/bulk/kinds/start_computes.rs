//! Starts computes.

use super::branches::named;
use super::computes::{check, is_or_becomes, plan};
use crate::Error;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Next, Plan};
use crate::resources::computes;
use crate::view::{AccountView, BulkRequest, ComputeView};

pub(super) struct StartComputes;

impl Kind for StartComputes {
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
            if compute.is_disabled {
                return Some(
                    Error::invalid(format!("{name} is disabled")).hint("Enable it first."),
                );
            }
            is_or_becomes(compute, "active").then(|| {
                Error::invalid(format!("{name} is already active"))
                    .hint("Remove it from the selection.")
            })
        };
        plan(
            app,
            account,
            request,
            refusal,
            &["Started computes use compute time until they are suspended again."],
        )
        .await
    }

    async fn perform(&self, app: &Features, next: &Next) -> Result<(), Error> {
        let project = named(next.target.project_id.as_deref())?;
        computes::start(app, &next.account_id, project, &next.item_id)
            .await
            .map(drop)
    }
}
