//! Recovers deleted branches, parents before their children.

use super::branches::{Order, check, named, plan};
use crate::Error;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Next, Plan, is_refusal};
use crate::resources::branches;
use crate::view::{AccountView, BranchView, BulkRequest};

pub(super) struct RecoverBranches;

impl Kind for RecoverBranches {
    fn check(&self, request: &BulkRequest) -> Result<(), Error> {
        check(request)
    }

    async fn plan(
        &self,
        app: &Features,
        account: &AccountView,
        request: &BulkRequest,
    ) -> Result<Plan, Error> {
        let refusal = |branch: &BranchView, _: &[BranchView]| {
            branch.deleted_at.is_none().then(|| {
                Error::invalid(format!("{} is not deleted", branch.name))
                    .hint("Remove it from the selection.")
            })
        };
        Ok(Plan {
            items: plan(app, account, request, Order::ParentsFirst, refusal).await?,
            warnings: vec!["Recovered branches no longer expire.".to_owned()],
        })
    }

    async fn perform(&self, app: &Features, next: &Next) -> Result<(), Error> {
        let (account, branch) = (next.account_id.as_str(), next.item_id.as_str());
        let project = named(next.target.project_id.as_deref())?;
        match branches::recover(app, account, project, branch).await {
            // The request that was sent before has done it.
            Err(error) if next.begun && is_refusal(&error) => {
                let found = branches::get(app, account, project, branch).await;
                let is_back = found.is_ok_and(|it| it.branch.deleted_at.is_none());
                if is_back { Ok(()) } else { Err(error) }
            }
            end => end.map(drop),
        }
    }
}
