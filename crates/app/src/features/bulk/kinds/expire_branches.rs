//! Sets when branches expire, or that they never do.

use futures::FutureExt as _;
use futures::future::BoxFuture;

use super::branches::{check, look_at_present, named};
use crate::Error;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Looked, Next};
use crate::platform::undo::platform_now;
use crate::resources::branches::{self, BranchExpiry, UpdateBranch};
use crate::view::{AccountView, BranchView, BulkRequest};

pub(super) struct ExpireBranches;

impl Kind for ExpireBranches {
    fn check(&self, request: &BulkRequest) -> Result<(), Error> {
        check(request)
    }

    fn look<'a>(
        &'a self,
        app: &'a Features,
        account: &'a AccountView,
        request: &'a BulkRequest,
    ) -> BoxFuture<'a, Result<Looked, Error>> {
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
        async move {
            if at.is_some_and(|at| at <= platform_now(app, &account.id)) {
                return Err(
                    Error::invalid("The expiration is in the past").hint("Choose a later time.")
                );
            }
            look_at_present(app, account, request, refusal, warnings).await
        }
        .boxed()
    }

    fn perform<'a>(
        &'a self,
        app: &'a Features,
        next: &'a Next,
    ) -> BoxFuture<'a, Result<(), Error>> {
        async move {
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
        .boxed()
    }
}
