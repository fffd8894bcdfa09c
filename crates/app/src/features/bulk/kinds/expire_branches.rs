//! Sets when branches expire, or that they never do.

use super::branches::{check, named, plan_of_present};
use crate::Error;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Next, Plan};
use crate::platform::undo::platform_now;
use crate::resources::branches::{self, BranchExpiry, UpdateBranch};
use crate::view::{AccountView, BranchView, BulkRequest};

pub(super) struct ExpireBranches;

impl Kind for ExpireBranches {
    fn check(&self, request: &BulkRequest) -> Result<(), Error> {
        check(request)
    }

    async fn plan(
        &self,
        app: &Features,
        account: &AccountView,
        request: &BulkRequest,
    ) -> Result<Plan, Error> {
        let at = request.expires_at;
        let warnings: &[&str] = if at.is_some() {
            &[
                "Expired branches are deleted with their data and computes.",
                "You can recover them for 7 days after that.",
            ]
        } else {
            &[]
        };
        let refusal = move |branch: &BranchView| {
            let name = &branch.name;
            match at {
                None if branch.expires_at.is_none() => Some(
                    Error::invalid(format!("{name} does not expire"))
                        .hint("Remove it from the selection."),
                ),
                Some(_) if branch.is_default => Some(
                    Error::invalid(format!("{name} is the default branch and can't expire"))
                        .hint("Make another branch the default first."),
                ),
                Some(_) if branch.is_protected => Some(
                    Error::invalid(format!("{name} is protected and can't expire"))
                        .hint("Unprotect it first."),
                ),
                _ => None,
            }
        };
        if at.is_some_and(|at| at <= platform_now(app, &account.id)) {
            return Err(
                Error::invalid("The expiration is in the past").hint("Choose a later time.")
            );
        }
        plan_of_present(app, account, request, refusal, warnings).await
    }

    async fn perform(&self, app: &Features, next: &Next) -> Result<(), Error> {
        let project = named(next.target.project_id.as_deref())?;
        let expiry = match next.target.expires_at {
            Some(at) => BranchExpiry::At { at },
            None => BranchExpiry::Never,
        };
        let update = UpdateBranch {
            expiry,
            ..UpdateBranch::default()
        };
        branches::update(app, &next.account_id, project, &next.item_id, update)
            .await
            .map(drop)
    }
}
