//! Protects or unprotects branches.

use super::branches::{check, named, plan_of_present};
use crate::Error;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Next, Plan};
use crate::resources::branches::{self, UpdateBranch};
use crate::view::{AccountView, BranchView, BulkRequest};

pub(super) struct ProtectBranches {
    /// Whether they are protected afterwards.
    protects: bool,
}

pub(super) const PROTECT: ProtectBranches = ProtectBranches { protects: true };
pub(super) const UNPROTECT: ProtectBranches = ProtectBranches { protects: false };

impl Kind for ProtectBranches {
    fn check(&self, request: &BulkRequest) -> Result<(), Error> {
        check(request)
    }

    async fn plan(
        &self,
        app: &Features,
        account: &AccountView,
        request: &BulkRequest,
    ) -> Result<Plan, Error> {
        let warning = if self.protects {
            "Protected branches can't be deleted, reset or restored until they are unprotected."
        } else {
            "Unprotected branches can be deleted, reset and restored."
        };
        let refusal = |branch: &BranchView| self.refusal(branch);
        plan_of_present(app, account, request, refusal, &[warning]).await
    }

    async fn perform(&self, app: &Features, next: &Next) -> Result<(), Error> {
        let project = named(next.target.project_id.as_deref())?;
        let update = UpdateBranch {
            protected: Some(self.protects),
            ..UpdateBranch::default()
        };
        branches::update(app, &next.account_id, project, &next.item_id, update)
            .await
            .map(drop)
    }
}

impl ProtectBranches {
    fn refusal(&self, branch: &BranchView) -> Option<Error> {
        let name = &branch.name;
        if branch.is_protected == self.protects {
            let state = if self.protects {
                "already protected"
            } else {
                "not protected"
            };
            return Some(
                Error::invalid(format!("{name} is {state}")).hint("Remove it from the selection."),
            );
        }
        (self.protects && branch.expires_at.is_some()).then(|| {
            Error::invalid(format!("{name} expires, and a protected branch can't"))
                .hint("Remove its expiration first.")
        })
    }
}
