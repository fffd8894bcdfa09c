//! Deletes branches, children before their parents.

use super::branches::{Order, check, deleted, named, plan};
use crate::Error;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Next, Plan, gone_is_done};
use crate::resources::branches;
use crate::view::{AccountView, BranchView, BulkRequest};

pub(super) struct DeleteBranches;

impl Kind for DeleteBranches {
    fn check(&self, request: &BulkRequest) -> Result<(), Error> {
        check(request)
    }

    async fn plan(
        &self,
        app: &Features,
        account: &AccountView,
        request: &BulkRequest,
    ) -> Result<Plan, Error> {
        let refusal = |branch: &BranchView, all: &[BranchView]| refusal(branch, all, request);
        // The platform deletes no branch that has children.
        let items = plan(app, account, request, Order::ChildrenFirst, refusal).await?;
        Ok(Plan {
            items,
            warnings: vec![
                "Their computes and data are deleted too.".to_owned(),
                "Open connections are closed at once.".to_owned(),
                "You can recover deleted branches for 7 days.".to_owned(),
            ],
        })
    }

    async fn perform(&self, app: &Features, next: &Next) -> Result<(), Error> {
        let project = named(next.target.project_id.as_deref())?;
        let done = branches::delete(app, &next.account_id, project, &next.item_id).await;
        gone_is_done(next, done.map(drop))
    }
}

fn refusal(branch: &BranchView, all: &[BranchView], request: &BulkRequest) -> Option<Error> {
    let name = &branch.name;
    let stays = |it: &&BranchView| {
        it.parent_id.as_ref() == Some(&branch.id)
            && it.deleted_at.is_none()
            && !request.item_ids.contains(&it.id)
    };
    if let Some(deleted) = deleted(branch) {
        return Some(deleted);
    }
    if branch.is_default {
        return Some(
            Error::invalid(format!("{name} is the default branch"))
                .hint("Make another branch the default first."),
        );
    }
    if branch.is_protected {
        return Some(Error::invalid(format!("{name} is protected")).hint("Unprotect it first."));
    }
    all.iter().find(stays).map(|child| {
        Error::invalid(format!("{name} has the child branch {}", child.name))
            .hint("Delete that first, or select it too.")
    })
}
