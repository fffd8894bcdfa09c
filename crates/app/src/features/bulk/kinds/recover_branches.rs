//! Recovers deleted branches, parents before their children.

use futures::FutureExt as _;
use futures::future::BoxFuture;

use super::branches::{Order, check, look, named};
use crate::Error;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Looked, Next, is_refusal};
use crate::resources::branches;
use crate::view::{AccountView, BranchView, BulkRequest};

pub(super) struct RecoverBranches;

impl Kind for RecoverBranches {
    fn check(&self, request: &BulkRequest) -> Result<(), Error> {
        check(request)
    }

    fn look<'a>(
        &'a self,
        app: &'a Features,
        account: &'a AccountView,
        request: &'a BulkRequest,
    ) -> BoxFuture<'a, Result<Looked, Error>> {
        let refusal = |branch: &BranchView, _: &[BranchView]| {
            branch.deleted_at.is_none().then(|| {
                Error::invalid(format!("{} is not deleted", branch.name))
                    .hint("Remove it from the selection.")
            })
        };
        async move {
            Ok(Looked {
                items: look(app, account, request, Order::ParentsFirst, refusal).await?,
                warnings: vec!["Recovered branches no longer expire.".to_owned()],
            })
        }
        .boxed()
    }

    fn perform<'a>(
        &'a self,
        app: &'a Features,
        next: &'a Next,
    ) -> BoxFuture<'a, Result<(), Error>> {
        async move {
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
        .boxed()
    }
}
